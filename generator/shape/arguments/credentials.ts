import type { Api, ApiParameter, ApiScheme, Operation, Requirement, Schema } from '../../model/api.js';
import { type Config, quoteYaml } from '../../model/config.js';
import {
  type CredentialKind,
  fieldKind,
  identifyCredential,
  isOneTime,
  speaksOfOther,
} from '../../model/identifyCredential.js';
import { asksNothing } from '../../model/refusals.js';
import type { Report } from '../../model/diagnostic.js';
import type { Json } from '../../model/document.js';
import { kindOf } from '../../schema/mediaTypes.js';
import { dropMember, isEmptyBody, listMembers } from '../../schema/dropMember.js';
import { CommonNames } from './commonNames.js';

/**
 * What becomes of a parameter: a constant is sent with every call, a credential by the security scheme. What names the
 * coding of a body that is written here is not sent: nothing is compressed here.
 */
export type Fate = 'argument' | 'credential' | 'coding' | { constant: Json };

/** Decides which parameters the caller gives, and which need no asking. */
export function decideFate(parameter: ApiParameter, operation: Operation, api: Api): Fate {
  if (parameter.supplier !== undefined || signsForAws(parameter)) return 'credential';
  if (parameter.in === 'header' && isSameParameter('Content-Encoding', parameter)) {
    const [body] = operation.bodies;
    const isFile = body !== undefined && kindOf(body.mediaType) === 'file';
    if (!isFile || !saysCoding(parameter)) return 'coding';
  }
  const only = parameter.required ? onlyValue(parameter.schema, api.components) : undefined;
  const constant = parameter.fixed ?? only;
  return constant === undefined ? 'argument' : { constant };
}

const signature =
  /^x-amz-(?:algorithm|content-sha256|credential|date|expires|security-token|signature|signedheaders)$/i;

/** What signs a request for AWS (Signature Version 4): nobody can give it before the request is written. */
function signsForAws({ name, in: place, isKept, fixed }: ApiParameter): boolean {
  const isOpen = place === 'header' || place === 'query';
  return isOpen && isKept === undefined && fixed === undefined && signature.test(name);
}

/** Whether a document says that a body is compressed as its `Content-Encoding` says: it asks for it, or lists how. */
function saysCoding({ required, schema, examples }: ApiParameter): boolean {
  if (required || examples.length > 0) return true;
  const { const: only, enum: listed, default: usual } = typeof schema === 'object' ? schema : {};
  return only !== undefined || listed !== undefined || usual !== undefined;
}

type Schemes = [name: string, scheme: ApiScheme][];

/**
 * The scheme that sends the like of a credential under another name or at another place. What must be given there too
 * is asked for, unless its words name the scopes of a token: that is the one of OAuth itself.
 */
function findLike(
  kind: CredentialKind | undefined,
  { required, description }: Pick<ApiParameter, 'required' | 'description'>,
  asked: Schemes,
): string | undefined {
  if (kind !== 'key' && kind !== 'token') return undefined;
  const isSent = !required || (kind === 'token' && /\bscopes?\b/i.test(description));
  const found = asked.find(([, scheme]) =>
    kind === 'key' ? scheme.type === 'apiKey' : isBearer(scheme) || isTokenKey(scheme),
  );
  return isSent ? found?.[0] : undefined;
}

function isBearer(scheme: ApiScheme): boolean {
  return (
    scheme.type === 'oauth2' ||
    scheme.type === 'openIdConnect' ||
    (scheme.type === 'http' && scheme.scheme === 'bearer')
  );
}

/** A key that is a token by its name: `apiKey` in the header `Authorization` or `X-Auth-Token`. */
function isTokenKey(scheme: ApiScheme): boolean {
  return scheme.type === 'apiKey' && /auth|token/i.test(scheme.name);
}

/** Whether a parameter has that name. Header names are the same in any case (RFC 9110, 5.1). */
function isSameParameter(name: string, parameter: Pick<ApiParameter, 'in' | 'name'>): boolean {
  if (parameter.in !== 'header') return name === parameter.name;
  return name.toLowerCase() === parameter.name.toLowerCase();
}

/** The one value that a required parameter may have, such as a version of the API. */
function onlyValue(schema: Schema, components: Api['components']): string | number | boolean | undefined {
  if (typeof schema === 'boolean') return undefined;
  const { $ref: ref, const: constant, enum: values = [] } = schema;
  if (typeof ref === 'string') {
    return Object.hasOwn(components, ref) ? onlyValue(components[ref] ?? true, components) : undefined;
  }
  const [only, ...others] = constant === undefined ? (values as unknown[]) : [constant];
  if (others.length > 0) return undefined;
  return typeof only === 'string' || typeof only === 'number' || typeof only === 'boolean' ? only : undefined;
}

/**
 * Lets security schemes supply what a document declares as ordinary parameters, and what the user names under
 * `credentials`; what is named there after a `!` stays an argument. A parameter is supplied
 *
 * - where it is the very parameter of a scheme, by its name and place; of one that its operation does not ask for, only
 *   where nearly all that do have it, too;
 * - where nearly all operations of a scheme have it, and it proves the same under another name or at another place, as
 *   an optional `token` in the query does beside OAuth: such a one is not sent;
 *
 * unless its words, or those of a one-time token what its operation does, say that it is of something else, and few of the
 * operations that ask for the scheme have its very parameter. OpenAPI gives
 * `Authorization` to schemes alone (3.2, Parameter Object, name). So are fields of bodies, which hold data as well.
 */
export function adoptCredentials(api: Api, { credentials }: Config, report: Report): Api {
  const adoption = new CredentialAdoption(api, credentials, report);
  const operations = api.operations.map((operation) => adoption.adopt(operation));
  adoption.reportUnused();
  const isNew = operations.some((operation, index) => operation !== api.operations[index]);
  return isNew ? { ...api, schemes: adoption.schemes, operations } : api;
}

/** The schemes of an API with those that are made for the user's choices, and which of these choices were of use. */
class CredentialAdoption {
  readonly schemes: Record<string, ApiScheme>;
  private readonly credentials: readonly string[];
  private readonly used = new Set<string>();
  private readonly names: CommonNames;
  private readonly asksForAny: boolean;
  private readonly signed = new Set<string>();

  constructor(
    private readonly api: Api,
    private readonly choices: Config['credentials'],
    private readonly report: Report,
  ) {
    this.credentials = choices.filter((one) => typeof one === 'string');
    this.schemes = { ...api.schemes };
    this.names = new CommonNames(api);
    this.asksForAny = api.operations.some(({ security }) => !asksNothing(security));
  }

  /** The operation with what its schemes supply; itself where nothing changes. */
  adopt(operation: Operation): Operation {
    let { security } = operation;
    const parameters = operation.parameters.map((parameter): ApiParameter => {
      const isKept = this.isKept(parameter);
      const own = this.schemeOf(parameter);
      const isAsked = own !== undefined && asks(security, own);
      if (own !== undefined && (isKept ? isAsked : this.isItself(parameter, operation, own))) {
        if (!isAsked) {
          if (!this.isChosen(parameter)) this.tell('scheme-added', parameter, operation, own);
          security = ask(security, own, parameter.required);
        }
        return { ...parameter, supplier: { scheme: own, isSame: true } };
      }
      // It is sent where the credential would be.
      if (isAsked) {
        this.tell('scheme-dropped', parameter, operation, own);
        security = withoutScheme(security, own);
      }
      const supplier = this.findOther(parameter, operation, isKept);
      if (supplier !== undefined) return { ...parameter, supplier };
      if (!isKept && signsForAws(parameter)) this.reportSigned(parameter);
      return isKept ? { ...parameter, isKept } : parameter;
    });
    const isSame = parameters.every((one, index) => one === operation.parameters[index]);
    return this.adoptFields(
      isSame && security === operation.security ? operation : { ...operation, security, parameters },
    );
  }

  reportUnused(): void {
    for (const [index, name] of this.choices.entries()) {
      if (typeof name !== 'string' || this.used.has(name)) continue;
      const what = `The parameter ${JSON.stringify(name)} under credentials`;
      this.report('nothing-matched', `config#/credentials/${index}`, { what, hint: '' });
    }
  }

  private reportSigned({ name, pointer }: ApiParameter): void {
    if (this.signed.has(name)) return;
    this.signed.add(name);
    const reason = `it signs requests for AWS, which nothing here does; "credentials: ['!${name}']" in mcpwright.yaml offers it as an argument`;
    this.report('parameter-ignored', pointer, { name, reason });
  }

  private isKept(parameter: ApiParameter): boolean {
    const found = this.credentials.filter(
      (one) => one.startsWith('!') && isSameParameter(one.slice(1), parameter),
    );
    for (const one of found) this.used.add(one);
    return found.length > 0;
  }

  /** The scheme of the name and place of a parameter, made where the user chooses it and there is none yet. */
  private schemeOf(parameter: ApiParameter): string | undefined {
    const { in: place, name } = parameter;
    if (place === 'path' || place === 'querystring') return undefined;
    const known = Object.entries(this.schemes).find(
      ([, scheme]) =>
        scheme.type === 'apiKey' && scheme.in === place && isSameParameter(scheme.name, parameter),
    );
    const chosen = this.credentials.filter((one) => isSameParameter(one, parameter));
    for (const one of chosen) this.used.add(one);
    if (known !== undefined || chosen.length === 0) return known?.[0];
    return this.addScheme(place, name);
  }

  private isChosen(parameter: ApiParameter): boolean {
    return this.credentials.some((one) => isSameParameter(one, parameter));
  }

  private tell(
    code: 'scheme-added' | 'scheme-dropped',
    { name, pointer }: ApiParameter,
    { method, path }: Operation,
    scheme: string,
  ): void {
    const line = `credentials: [${quoteYaml(code === 'scheme-added' ? `!${name}` : name)}]`;
    this.report(code, pointer, { name, called: `${method} ${path}`, scheme, line });
  }

  /**
   * Whether a parameter of the name and place of a scheme is its credential, and not what the call is about. Where nearly
   * all operations that ask for the scheme have it, it is, whatever its words say.
   */
  private isItself(parameter: ApiParameter, operation: Operation, scheme: string): boolean {
    if (this.isChosen(parameter)) return true;
    const isAsked = asks(operation.security, scheme);
    if (isAsked && this.names.isCommonPlace(parameter, scheme)) return true;
    if (speaksOfOther(parameter)) return false;
    if (isAsked) return !isOneTime(parameter, operation);
    if (operation.asksNothing === true) return false;
    if (this.names.isCommonBeside(parameter, scheme)) return true;
    // A document that asks for no scheme anywhere asks for it so.
    return parameter.required && !this.asksForAny && !isOneTime(parameter, operation);
  }

  /** What supplies a parameter that is not the very one of a scheme. */
  private findOther(
    parameter: ApiParameter,
    operation: Operation,
    isKept: boolean,
  ): ApiParameter['supplier'] {
    const { in: place, name } = parameter;
    if (place === 'header' && name.toLowerCase() === 'authorization') return { scheme: name, isSame: true };
    if (isKept) return undefined;
    const kind = identifyCredential(parameter, operation);
    if (kind === undefined || isOneTime(parameter, operation)) return undefined;
    // Beside such a one it could not be sent: a server may take the one for the other.
    const twin = Object.entries(this.schemes).find(
      ([one, scheme]) =>
        scheme.type === 'apiKey' &&
        scheme.in === place &&
        scheme.name.toLowerCase() === name.toLowerCase() &&
        asks(operation.security, one),
    );
    const scheme = twin?.[0] ?? this.findLike(kind, parameter, operation);
    return scheme === undefined ? undefined : { scheme, isSame: false };
  }

  private findLike(
    kind: CredentialKind | undefined,
    { name, ...like }: Pick<ApiParameter, 'name' | 'required' | 'description'>,
    { security }: Operation,
  ): string | undefined {
    const asked = Object.entries(this.schemes).filter(([one]) => asks(security, one));
    const found = findLike(kind, like, asked);
    return found !== undefined && this.names.isCommon(name, found) ? found : undefined;
  }

  private addScheme(place: KeyScheme['in'], name: string): string {
    const free =
      [name, `${name}_${place}`].find((one) => !Object.hasOwn(this.schemes, one)) ?? `${name} ${place}`;
    this.schemes[free] = { type: 'apiKey', in: place, name, description: '' };
    return free;
  }

  /** The scheme that sends a field, made where there is none yet. */
  private schemeOfField(name: string): string | undefined {
    if (!this.credentials.includes(name)) return undefined;
    const known = Object.entries(this.schemes).find(
      ([, scheme]) => scheme.type === 'apiKey' && scheme.in === 'body' && scheme.name === name,
    );
    return known?.[0] ?? this.addScheme('body', name);
  }

  /** Leaves the credentials out of a body. */
  private adoptFields(operation: Operation): Operation {
    let left = operation;
    let isSent = false;
    for (const field of listMembers(operation, this.api.components)) {
      const { name, required } = field;
      const keep = `!${name}`;
      if (this.credentials.includes(keep)) {
        this.used.add(keep);
        continue;
      }
      const isChosen = this.credentials.includes(name);
      const supplier = isChosen ? undefined : this.findLike(fieldKind(field, operation), field, operation);
      if (!isChosen && supplier === undefined) continue;
      const dropped = dropMember(left, name, this.api.components);
      if (dropped === undefined) continue;
      left = dropped;
      const scheme = this.schemeOfField(name);
      if (scheme !== undefined) {
        this.used.add(name);
        isSent = true;
        left = { ...left, security: ask(left.security, scheme, required) };
      } else if (supplier !== undefined) {
        const called = `${operation.method} ${operation.path}`;
        const pointer = operation.bodies[0]?.pointer ?? operation.pointer;
        this.report('parameter-supplied', pointer, { name, called, scheme: supplier, thing: 'field' });
      }
    }
    const [content] = left.bodies;
    if (left === operation || content === undefined || !isEmptyBody(content, this.api.components))
      return left;
    return { ...left, bodies: isSent ? [{ ...content, supplied: true }] : [] };
  }
}

type KeyScheme = Extract<ApiScheme, { type: 'apiKey' }>;

function asks(security: readonly Requirement[], scheme: string): boolean {
  return security.some((one) => Object.hasOwn(one, scheme));
}

/** Each alternative with one more scheme; without it too, where it may be left out. */
function ask(security: readonly Requirement[], scheme: string, isNeeded: boolean): Operation['security'] {
  const known = security.length === 0 ? [{}] : security;
  const all = known.map((one) => ({ ...one, [scheme]: [] }));
  return isNeeded ? all : [...all, ...known];
}

/** The alternatives without one of the schemes, but for those that would ask for nothing then. */
function withoutScheme(security: readonly Requirement[], scheme: string): Operation['security'] {
  return security.flatMap((one) => {
    if (!Object.hasOwn(one, scheme)) return [one];
    const { [scheme]: _, ...others } = one;
    return Object.keys(others).length === 0 ? [] : [others];
  });
}
