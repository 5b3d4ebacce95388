import type { Api, ApiParameter, ApiScheme, Operation, Requirement, Schema } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import {
  type CredentialKind,
  type Field,
  bareName,
  identifyCredential,
  fieldKind,
} from '../../model/identifyCredential.js';
import type { Report } from '../../model/diagnostic.js';
import type { Json } from '../../model/document.js';
import { kindOf } from '../../schema/mediaTypes.js';
import { dropMember, isEmptyBody, listMembers } from './dropMember.js';

/**
 * What becomes of a parameter: a constant is sent with every call, a credential by the security scheme. What names the
 * coding of a body that is written here is not sent: nothing is compressed here.
 */
export type Fate = 'argument' | 'credential' | 'coding' | { constant: Json };

/** Decides which parameters the caller gives, and which need no asking. */
export function decideFate(parameter: ApiParameter, operation: Operation, api: Api): Fate {
  if (findSupplier(parameter, operation, api) !== undefined) return 'credential';
  if (parameter.in === 'header' && isSameParameter('Content-Encoding', parameter)) {
    const [body] = operation.bodies;
    const isFile = body !== undefined && kindOf(body.mediaType) === 'file';
    if (!isFile || !saysCoding(parameter)) return 'coding';
  }
  const only = parameter.required ? onlyValue(parameter.schema, api.components) : undefined;
  const constant = parameter.fixed ?? only;
  return constant === undefined ? 'argument' : { constant };
}

/** Whether a document says that a body is compressed as its `Content-Encoding` says: it asks for it, or lists how. */
function saysCoding({ required, schema, examples }: ApiParameter): boolean {
  if (required || examples.length > 0) return true;
  const { const: only, enum: listed, default: usual } = typeof schema === 'object' ? schema : {};
  return only !== undefined || listed !== undefined || usual !== undefined;
}

/** The scheme that supplies a parameter, and whether it sends it as that very parameter. */
interface Supplier {
  scheme: string;
  isSame: boolean;
}

/**
 * Which security scheme supplies a parameter: the very one, or one that proves the same elsewhere, as a `token` in the
 * query does beside OAuth. A key that must be given is the same only where it is spelled the same: others may be of
 * somebody else. OpenAPI gives `Authorization` to schemes alone (3.2, Parameter Object, name).
 */
export function findSupplier(
  parameter: ApiParameter,
  operation: Operation,
  { schemes }: Api,
): Supplier | undefined {
  const { in: place, name, required, isKept } = parameter;
  const asked = schemesOf(operation, schemes);
  const same = asked.find(
    ([, scheme]) =>
      scheme.type === 'apiKey' && scheme.in === place && isSameParameter(scheme.name, parameter),
  );
  if (same !== undefined) return { scheme: same[0], isSame: true };
  if (place === 'header' && name.toLowerCase() === 'authorization') return { scheme: name, isSame: true };
  const kind = isKept === true ? undefined : identifyCredential(parameter, operation);
  const other = findLike(kind, { name, required }, asked);
  return other === undefined ? undefined : { scheme: other, isSame: false };
}

/** The scheme that proves the same as a field of the body. */
function findFieldSupplier(
  field: Field & { required: boolean },
  operation: Operation,
  { schemes }: Pick<Api, 'schemes'>,
): string | undefined {
  return findLike(fieldKind(field, operation), field, schemesOf(operation, schemes));
}

type Schemes = [name: string, scheme: ApiScheme][];

function schemesOf({ security }: Operation, schemes: Api['schemes']): Schemes {
  const names = new Set(security.flatMap((requirement) => Object.keys(requirement)));
  return Object.entries(schemes).filter(([one]) => names.has(one));
}

/** The scheme that sends the like of a credential under another name or at another place. */
function findLike(
  kind: CredentialKind | undefined,
  { name, required }: { name: string; required: boolean },
  asked: Schemes,
): string | undefined {
  if (kind !== 'key' && kind !== 'token') return undefined;
  const found = asked.find(([, scheme]) =>
    kind === 'key'
      ? scheme.type === 'apiKey' && (!required || bareName(scheme.name) === bareName(name))
      : isBearer(scheme) || isTokenKey(scheme),
  );
  return found?.[0];
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
 * Lets security schemes supply what a document declares as ordinary parameters: those that are the very parameter of
 * one of its own schemes, and those that the user names under `credentials`. What is named there after a `!` stays an argument.
 * So do fields of bodies; those that a scheme sends elsewhere are left out.
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

  constructor(
    private readonly api: Api,
    private readonly choices: Config['credentials'],
    private readonly report: Report,
  ) {
    this.credentials = choices.filter((one) => typeof one === 'string');
    this.schemes = { ...api.schemes };
  }

  /** The operation with what its schemes supply; itself where nothing changes. */
  adopt(operation: Operation): Operation {
    const asked = new Set(operation.security.flatMap((one) => Object.keys(one)));
    let { security } = operation;
    const parameters = operation.parameters.map((parameter): ApiParameter =>
      this.isKept(parameter) ? { ...parameter, isKept: true } : parameter,
    );
    const isChanged = parameters.some((one) => one.isKept);
    for (const parameter of parameters) {
      if (parameter.isKept) continue;
      const scheme = this.schemeOf(parameter);
      if (scheme !== undefined && !asked.has(scheme)) security = ask(security, scheme, parameter.required);
    }
    const isSame = security === operation.security && !isChanged;
    return this.adoptFields(isSame ? operation : { ...operation, security, parameters });
  }

  reportUnused(): void {
    for (const [index, name] of this.choices.entries()) {
      if (typeof name !== 'string' || this.used.has(name)) continue;
      const what = `The parameter ${JSON.stringify(name)} under credentials`;
      this.report('nothing-matched', `config#/credentials/${index}`, { what, hint: '' });
    }
  }

  private isKept(parameter: ApiParameter): boolean {
    const found = this.credentials.filter(
      (one) => one.startsWith('!') && isSameParameter(one.slice(1), parameter),
    );
    for (const one of found) this.used.add(one);
    return found.length > 0;
  }

  /** The scheme that supplies a parameter, made where there is none yet. */
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
      const supplier = isChosen ? undefined : findFieldSupplier(field, operation, { schemes: this.schemes });
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

/** Each alternative with one more scheme; without it too, where it may be left out. */
function ask(security: readonly Requirement[], scheme: string, isNeeded: boolean): Operation['security'] {
  const known = security.length === 0 ? [{}] : security;
  const all = known.map((one) => ({ ...one, [scheme]: [] }));
  return isNeeded ? all : [...all, ...known];
}
