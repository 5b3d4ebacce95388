import type { Api, ApiScheme, Operation, Requirement, Skipped } from '../../model/api.js';
import type { Config, SchemeChoice } from '../../model/config.js';
import { InputError, type Report } from '../../model/diagnostic.js';
import { joinPointer } from '../../model/document.js';
import { asksNothing } from '../../model/refusals.js';
import { nearest } from '../../text/nearest.js';
import { type Subject, matchRules, uniteMatches } from './rules.js';
import { listLogins, settleSession } from './sessions.js';

/** What of an API its security schemes decide. */
type Secured = Pick<Api, 'schemes' | 'operations'>;
type Whole = Secured & Pick<Api, 'leftOut' | 'skipped'>;

/** A choice, the scheme that comes of it, and the operations that it is for. */
interface Settled {
  name: string;
  isBesides: boolean;
  operations: ReadonlySet<Skipped>;
}

/**
 * Adds, replaces or completes security schemes as the user says under `credentials`. One that is for certain operations
 * becomes their first alternative; one that no operation asks for is for all that ask for none.
 *
 * @throws InputError where something is said of a scheme that there is not, or that it cannot have.
 */
export function settleSchemes(
  api: Whole,
  subjects: readonly Subject[],
  config: Config,
  report: Report,
): Secured {
  const { operations } = api;
  const schemes = { ...api.schemes };
  const logins = listLogins(api, config);
  const asked = new Set(operations.flatMap(({ security }) => security.flatMap((one) => Object.keys(one))));
  const settled = config.credentials.flatMap((choice, index): Settled[] => {
    if (typeof choice === 'string') return [];
    const pointer = joinPointer('config#/credentials', index);
    const name = choice.scheme ?? nameScheme(choice, schemes);
    const scheme = settleScheme(choice, { name, known: schemes, pointer });
    const session =
      choice.session && settleSession(choice.session, { name, scheme, pointer }, api, config, report);
    schemes[name] = { ...scheme, ...(session && { session }) };
    const isBesides = choice.besides === true;
    if (choice.for !== undefined) {
      const matches = matchRules(choice.for, `credentials.${index}.for`, subjects, report);
      return [{ name, isBesides, operations: uniteMatches(matches) }];
    }
    if (asked.has(name)) return [];
    // Nobody logs in with what a login gives.
    const others = operations.filter((operation) => !logins.has(operation));
    const free = others.filter(({ security }) => isBesides || asksNothing(security));
    if (free.length === 0) {
      const what = `The scheme ${JSON.stringify(name)} under credentials`;
      const hint = ': each asks for another scheme; say with "for:" which it is for.';
      report('nothing-matched', pointer, { what, hint });
    }
    return [{ name, isBesides, operations: new Set(free) }];
  });
  if (settled.length === 0) return { schemes, operations };
  return { schemes, operations: operations.map((operation) => secure(operation, settled)) };
}

function secure(operation: Operation, settled: readonly Settled[]): Operation {
  const own = settled.filter(({ operations }) => operations.has(operation));
  if (own.length === 0) return operation;
  const first = own.filter(({ isBesides }) => !isBesides).map(({ name }): Requirement => ({ [name]: [] }));
  const names = new Set(first.flatMap((one) => Object.keys(one)));
  // Where no scheme was asked for, the one that the user says is no choice.
  const known = asksNothing(operation.security) ? [] : operation.security;
  const others = known.filter((one) => {
    const [name = '', ...more] = Object.keys(one);
    return more.length > 0 || !names.has(name);
  });
  const ways = [...first, ...others];
  const besides = own.filter(({ isBesides }) => isBesides).map(({ name }) => name);
  const added = Object.fromEntries(besides.map((name) => [name, []]));
  return {
    ...operation,
    security: (ways.length === 0 ? [{}] : ways).map((one) => Object.assign({}, one, added)),
  };
}

/** A name for a scheme that the user makes without one, as variables and messages will say it. */
function nameScheme({ header, query, cookie, type }: SchemeChoice, known: Secured['schemes']): string {
  const name = header ?? query ?? cookie ?? type ?? 'scheme';
  return Object.hasOwn(known, name) ? `${name}_${Object.keys(known).length}` : name;
}

interface Place {
  name: string;
  known: Secured['schemes'];
  /** Where it is said. */
  pointer: string;
}

/** The scheme that a choice makes, or what it makes of the document's. */
function settleScheme(choice: SchemeChoice, place: Place): ApiScheme {
  const { name, known, pointer } = place;
  const before = Object.hasOwn(known, name) ? known[name] : undefined;
  const made = makeScheme(choice, before?.description ?? '') ?? completeOAuth(choice, before) ?? before;
  if (made === undefined) throw unknownScheme(place);
  refuseParameters(choice, made, place);
  if (choice.prefix === undefined) return made;
  const { description } = made;
  const key =
    made.type === 'http' && made.scheme !== 'basic'
      ? ({ type: 'apiKey', in: 'header', name: 'Authorization', description } as const)
      : made;
  if (key.type === 'apiKey' && key.in === 'header') return { ...key, prefix: choice.prefix };
  throw new InputError(
    `The scheme ${JSON.stringify(name)} is not sent in a header, and so has no prefix.`,
    'Leave prefix out, or say with "header:" where the key goes.',
    undefined,
    joinPointer(pointer, 'prefix'),
  );
}

/** What is sent to an authorization server is of use to OAuth alone. */
function refuseParameters(choice: SchemeChoice, made: ApiScheme, { name, pointer }: Place): void {
  const key = (['authorizationParameters', 'tokenParameters'] as const).find(
    (one) => choice[one] !== undefined,
  );
  if (key === undefined || made.type === 'oauth2' || made.type === 'openIdConnect') return;
  throw new InputError(
    `The scheme ${JSON.stringify(name)} gets no tokens by OAuth, so that there is nowhere to send ${key}.`,
    `Leave ${key} out, or say with "type: oauth2" and "tokenUrl:" where tokens come from.`,
    undefined,
    joinPointer(pointer, key),
  );
}

/** The scheme that a choice makes by itself. */
function makeScheme(
  { type, header, query, cookie }: SchemeChoice,
  description: string,
): ApiScheme | undefined {
  if (header !== undefined) return { type: 'apiKey', in: 'header', name: header, description };
  if (query !== undefined) return { type: 'apiKey', in: 'query', name: query, description };
  if (cookie !== undefined) return { type: 'apiKey', in: 'cookie', name: cookie, description };
  if (type === 'basic' || type === 'bearer') return { type: 'http', scheme: type, description };
  return type === 'mutualTLS' ? { type, description } : undefined;
}

/** OAuth with what the user says of it. One who knows the token URL may be let in without a user. */
function completeOAuth(choice: SchemeChoice, before: ApiScheme | undefined): ApiScheme | undefined {
  const { type, tokenUrl, openIdConnectUrl, scopes, authorizationParameters, tokenParameters } = choice;
  const urls = [tokenUrl, openIdConnectUrl, choice.authorizationUrl, choice.deviceAuthorizationUrl];
  const isSaid = urls.some((one) => one !== undefined);
  const isMade = isSaid || type === 'oauth2' || type === 'openIdConnect';
  const isKnown = before?.type === 'oauth2' || before?.type === 'openIdConnect';
  const own = {
    ...(scopes !== undefined && { scopes }),
    ...(authorizationParameters !== undefined && { authorizationParameters }),
    ...(tokenParameters !== undefined && { tokenParameters }),
  };
  if (!isMade && !(isKnown && Object.keys(own).length > 0)) return undefined;
  const description = before?.description ?? '';
  const discovery = openIdConnectUrl === undefined ? {} : { discoveryUrl: openIdConnectUrl };
  const known = isKnown ? before : { type: 'openIdConnect' as const, description };
  const flows = completeFlows(choice, before?.type === 'oauth2' ? before.flows : {});
  if (flows === undefined) return { ...known, ...discovery, ...own };
  return { type: 'oauth2', flows, ...discovery, ...own, description };
}

type OAuthFlows = Extract<ApiScheme, { type: 'oauth2' }>['flows'];

/** The flows with the URLs that the user says; undefined where none is said. */
function completeFlows(choice: SchemeChoice, before: OAuthFlows): OAuthFlows | undefined {
  const { tokenUrl, authorizationUrl, deviceAuthorizationUrl } = choice;
  if ([tokenUrl, authorizationUrl, deviceAuthorizationUrl].every((one) => one === undefined))
    return undefined;
  const known = Object.values(before).find((flow) => flow.tokenUrl !== undefined)?.tokenUrl;
  const token = tokenUrl ?? known;
  const urls = token === undefined ? {} : { tokenUrl: token };
  // Where users are sent for the implicit flow is where they are sent for a code, too.
  const { authorizationCode, implicit, deviceAuthorization } = before;
  const loginUrl = authorizationUrl ?? authorizationCode?.authorizationUrl ?? implicit?.authorizationUrl;
  const deviceUrl = deviceAuthorizationUrl ?? deviceAuthorization?.deviceUrl;
  const isOwn = tokenUrl !== undefined || before.clientCredentials !== undefined;
  return {
    ...(isOwn && { clientCredentials: { ...before.clientCredentials, ...urls } }),
    ...(loginUrl !== undefined && {
      authorizationCode: { ...authorizationCode, ...urls, authorizationUrl: loginUrl },
    }),
    ...(deviceUrl !== undefined && { deviceAuthorization: { ...deviceAuthorization, ...urls, deviceUrl } }),
  };
}

function unknownScheme({ name, known, pointer }: Place): InputError {
  const names = Object.keys(known);
  const meant = nearest(name, names);
  const list = names.length === 0 ? 'It has none' : `It has ${names.join(', ')}`;
  return new InputError(
    `The document has no security scheme ${JSON.stringify(name)}${meant === undefined ? '.' : `; did you mean ${JSON.stringify(meant)}?`}`,
    `${list}. To make one, say how it is sent: "type: bearer", or "header: X-API-Key".`,
    undefined,
    joinPointer(pointer, 'scheme'),
  );
}
