import type { Credential, Credentials, Visitor } from '../proof.js';
import { readSecret } from '../readSecret.js';
import { createHash } from 'node:crypto';
import type { SchemeValues } from '../../customize.js';
import { CallError, networkCode, NoResponseError, notSent, SetupError } from '../../errors.js';
import { isObject, parseJson } from '../../json.js';
import { HeaderMap } from '../../request/outgoing.js';
import { percentEncode } from '../../request/serialize.js';
import { isExposed, locateAllSchemes, readBaseUrl } from '../../request/servers.js';
import { type Environment, readList, variablesOf } from '../../settings.js';
import { echo, listSome, nearest } from '../../text.js';
import type { ApiInfo, AuthScheme } from '../../tool.js';
import {
  chooseRequirement,
  type FetchMeans,
  readCredentials,
  type ReadUserCredentials,
  requirementsFor,
  setHeader,
  type UserParts,
} from '../credentials.js';

type SchemeValue = NonNullable<SchemeValues[string]>;

/** The settings that say whose credentials calls are made with. */
const userVariables = [
  'MCP_FORWARD_HEADERS',
  'MCP_EXCHANGE',
  'MCP_EXCHANGE_URL',
  'MCP_EXCHANGE_CLIENT_ID',
  'MCP_EXCHANGE_CLIENT_SECRET',
  'MCP_EXCHANGE_CLIENT_SECRET_FILE',
  'MCP_EXCHANGE_AUDIENCE',
  'MCP_EXCHANGE_RESOURCE',
  'MCP_EXCHANGE_SCOPE',
] as const;

/** Looks at the settings of users' credentials, so that a wrong one is noticed at the start. */
export function checkUserSettings(api: ApiInfo, env: Environment): void {
  readUserSettings(api, env);
}

/**
 * Makes what finds the credentials of a user's call: what `custom.ts` gives, or else, of each scheme, what the header
 * holds that is named for it, what the user's token is exchanged for, or the server's own. Where an operation can be
 * called with a scheme of the user, the server's own are no other way to call it.
 */
export function createUserCredentials(parts: UserParts): ReadUserCredentials {
  const { env, credentialsOf, readOwn, means } = parts;
  const { auth } = parts.api;
  const { headers: named, exchange: settings } = readUserSettings(parts.all, env);
  const headers = new Map([...named].filter(([scheme]) => Object.hasOwn(auth, scheme)));
  const exchange = settings && createExchange(settings, env, means);
  const exchanged = Object.entries(exchange === undefined ? {} : auth)
    .filter(([name, { kind }]) => !headers.has(name) && (kind === 'oauth2' || kind === 'bearer'))
    .map(([name]) => name);
  const ofUser = new Map([...exchanged.map((name) => [name, ''] as const), ...headers]);

  /** Credentials of these values, and of no others. */
  async function fromValues(values: ReadonlyMap<string, SchemeValue>, visitor: Visitor) {
    const schemes = Object.fromEntries(
      [...values.keys()].flatMap((name) => {
        const scheme = Object.hasOwn(auth, name) ? auth[name] : undefined;
        return scheme === undefined ? [] : [[name, scheme]];
      }),
    );
    const own = { ...env };
    for (const [name, value] of values) Object.assign(own, variablesFor(schemes[name], value));
    return readCredentials(schemes, own, parts.kinds, { ...means, given: { visitor, values } });
  }

  /** What the user has brought of their schemes, and what the server has of the others. */
  async function find(visitor: Visitor): Promise<Credentials> {
    const own = ofUser.size === Object.keys(auth).length ? [] : await readOwn();
    const found = new Map([...own].filter(([name]) => !ofUser.has(name)));
    if (exchange !== undefined && visitor.token !== undefined && visitor.principal?.issuer !== undefined)
      for (const name of exchanged) found.set(name, toExchanged(exchange, visitor));
    const given = new Map<string, string>();
    for (const [scheme, header] of headers) {
      const value = visitor.header(header)?.trim();
      if (value) given.set(scheme, value);
    }
    for (const [name, credential] of await fromValues(given, visitor)) found.set(name, credential);
    return found;
  }

  /** Says which of the user's credentials the request lacks; where it has them all, which the server lacks besides. */
  function refuseWithout(missing: readonly string[]): void {
    const names = [...new Set(missing.flatMap((name) => headers.get(name) ?? []))];
    const ways = names.length === 0 ? [] : [`have their client send the header ${names.join(' or ')}`];
    if (missing.some((name) => exchanged.includes(name)))
      ways.push('log in where the tokens come from that this server exchanges');
    if (ways.length > 0)
      throw new CallError(
        `This call needs credentials of the user, which the request did not bring${notSent}. Ask the user to ${ways.join(', or to ')}.`,
      );
    const variables = variablesOf(
      missing.map((name) => ({ [name]: [] })),
      auth,
    );
    if (variables.length > 0)
      throw new CallError(
        `This call needs credentials of this server beside those of the user, which are not configured${notSent}. Ask the operator to set ${variables.join(', ')}.`,
      );
  }

  return async (tool, visitor, signal, isTrusted) => {
    const { principal, header } = visitor;
    const context = { tool: tool.name, signal, header, ...(principal !== undefined && { principal }) };
    const values = await credentialsOf?.(context);
    const credentials =
      values === undefined ? await find(visitor) : await fromValues(listGiven(values), visitor);
    if (!isTrusted) return { security: [], credentials };
    const { security: all } = tool.request;
    const security = values === undefined ? requirementsFor(all, ofUser) : all;
    const met = chooseRequirement(security, auth, credentials);
    const isOwn = values === undefined && security === all;
    if (values === undefined && !isOwn && met === undefined) {
      const needed = new Set(security.flatMap((requirement) => Object.keys(requirement)));
      refuseWithout([...needed].filter((name) => !credentials.has(name)));
    }
    const isCertificate = (name: string) => auth[name]?.kind === 'client-certificate';
    const isOneWay = all.some((requirement) => Object.keys(requirement).some(isCertificate));
    const hidesServer = !isOwn && isOneWay && met?.some(isCertificate) !== true;
    return { security, credentials, hidesServer, ofUser: values === undefined ? ofUser : markAll(auth) };
  };
}

/** All schemes as those of the user: where `custom.ts` gives credentials, there are no others. */
function markAll(auth: ApiInfo['auth']): ReadonlyMap<string, string> {
  return new Map(Object.keys(auth).map((name) => [name, '']));
}

function listGiven(values: SchemeValues): ReadonlyMap<string, SchemeValue> {
  const given = Object.entries(values).filter(
    (entry): entry is [string, SchemeValue] => entry[1] !== undefined,
  );
  return new Map(given);
}

/** The variables that stand for a credential of one call, as if the operator had set them. */
function variablesFor(scheme: AuthScheme | undefined, value: SchemeValue): Environment {
  if (scheme?.kind === 'basic') {
    const { username, password } = typeof value === 'string' ? splitPair(value) : value;
    return setOnly([
      [scheme.env.username, username],
      [scheme.env.password, password],
    ]);
  }
  const text = typeof value === 'string' ? value : value.password;
  if (scheme?.kind === 'api-key') return setOnly([[scheme.env, text]]);
  const token = text.replace(/^Bearer +/i, '');
  if (scheme?.kind === 'bearer') return setOnly([[scheme.env, token]]);
  if (scheme?.kind === 'oauth2') {
    const { clientId, clientSecret, refreshToken } = scheme.env;
    // With an empty token the server would else get one for itself.
    const own = [clientId, clientSecret, refreshToken].map((name) => [name, ''] as const);
    return setOnly([[scheme.env.token, token], ...own]);
  }
  return {};
}

function setOnly(values: readonly (readonly [name: string, value: string])[]): Environment {
  return Object.fromEntries(
    values.flatMap(([name, value]) => [
      [name, value],
      [`${name}_FILE`, undefined],
    ]),
  );
}

/** `name:password`, as it is or as it stands in `Authorization` (RFC 7617). */
function splitPair(text: string): { username: string; password: string } {
  const encoded = /^Basic +(\S+)$/i.exec(text)?.[1];
  const pair = encoded === undefined ? text : Buffer.from(encoded, 'base64').toString();
  const [, username = pair, password = ''] = /^([^:]*):(.*)$/s.exec(pair) ?? [];
  return { username, password };
}

/** What is exchanged only where a call needs it, and anew where the API does not accept it. */
function toExchanged(exchange: Exchange, visitor: Visitor): Credential {
  return {
    secrets: [],
    apply: () => undefined,
    obtain: async (refused) => {
      const token = await exchange(visitor, refused?.secrets[0]);
      return {
        secrets: [token],
        apply: (request) => setHeader(request, 'authorization', `Bearer ${token}`, 'MCP_EXCHANGE'),
      };
    },
  };
}

/** How the API is told who calls. */
interface UserSettings {
  /** `MCP_FORWARD_HEADERS`: the header that holds a user's credential, by the name of its scheme. */
  headers: ReadonlyMap<string, string>;
  exchange: ExchangeSettings | undefined;
}

/** How a token of the door becomes one for the API. */
interface ExchangeSettings {
  /** `MCP_EXCHANGE`: RFC 8693, or RFC 7523 as Entra has it. */
  way: ExchangeWay;
  url: URL;
  clientId: string;
  /** What is asked for, where it is said. */
  asked: Readonly<Record<'audience' | 'resource' | 'scope', string | undefined>>;
}

const ways = ['token-exchange', 'on-behalf-of'] as const;
type ExchangeWay = (typeof ways)[number];

/** Headers that are the client's own, or that say how a message goes on its way (RFC 9110, 7.6.1). */
const kept =
  /^(?:authorization|proxy-.*|cookie2?|set-cookie2?|host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-.*|accept(?:-.*)?|mcp-.*|origin|referer|forwarded|x-forwarded-.*|via|sec-.*|access-control-.*|date|range)$/i;
const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;

/** The kinds of schemes whose credential one header can hold. */
const single = new Set(['api-key', 'basic', 'bearer', 'oauth2', 'session']);

/**
 * Reads how the API is told who calls.
 *
 * @throws SetupError where that is wrong.
 */
function readUserSettings(api: ApiInfo, env: Environment): UserSettings {
  const auth = locateAllSchemes(api, env);
  const exchange = readExchange(auth, env);
  if (exchange !== undefined && api.sources !== undefined)
    throw new SetupError(
      'MCP_EXCHANGE cannot be set: its tokens are for one API, and this server offers several.',
    );
  return { headers: readHeaders(auth, env), exchange };
}

/** `petKey=X-Pet-Key`, or a header alone where there is one scheme. */
function readHeaders(auth: ApiInfo['auth'], env: Environment): ReadonlyMap<string, string> {
  const schemes = Object.keys(auth).filter((name) => single.has(auth[name]?.kind ?? ''));
  return new Map(
    readList(env, 'MCP_FORWARD_HEADERS').map((entry): [string, string] => {
      const [, scheme = schemes.length === 1 ? schemes[0] : undefined, header = ''] =
        /^(?:(.*?)\s*=\s*)?(.*)$/s.exec(entry) ?? [];
      if (scheme === undefined)
        throw new SetupError(
          `MCP_FORWARD_HEADERS must say which scheme "${entry}" is for, as in ${schemes[0] ?? 'scheme'}=${entry}. There are: ${listSome(schemes)}.`,
        );
      if (!schemes.includes(scheme)) throw new SetupError(describeUnknown(scheme, schemes));
      if (!headerName.test(header))
        throw new SetupError(`MCP_FORWARD_HEADERS names "${header}", which is no header.`);
      if (kept.test(header))
        throw new SetupError(
          `MCP_FORWARD_HEADERS names ${header}, which is never sent on: let clients send the credential in a header of its own, such as X-${scheme}.`,
        );
      return [scheme, header.toLowerCase()];
    }),
  );
}

function describeUnknown(scheme: string, schemes: readonly string[]): string {
  const meant = nearest(scheme, schemes);
  const guess = meant === undefined ? `There are: ${listSome(schemes)}.` : `Did you mean "${meant}"?`;
  return `MCP_FORWARD_HEADERS names the scheme "${scheme}", but the API has none of that name that a header can hold. ${guess}`;
}

function readExchange(auth: ApiInfo['auth'], env: Environment): ExchangeSettings | undefined {
  const read = (name: string) => env[name]?.trim() || undefined;
  const text = read('MCP_EXCHANGE');
  if (text === undefined) return undefined;
  const way = ways.find((one) => one === text);
  if (way === undefined) throw new SetupError(`MCP_EXCHANGE must be ${ways.join(' or ')}, not "${text}".`);
  if (read('MCP_AUTH_ISSUER') === undefined)
    throw new SetupError('MCP_AUTH_ISSUER must be set: MCP_EXCHANGE exchanges the tokens of its users.');
  const declared = Object.values(auth).flatMap((scheme) =>
    scheme.kind === 'oauth2' ? (scheme.tokenUrl ?? []) : [],
  );
  const address = read('MCP_EXCHANGE_URL') ?? declared[0];
  if (address === undefined)
    throw new SetupError('MCP_EXCHANGE_URL must be set: the token endpoint at which tokens are exchanged.');
  const url = readBaseUrl(address);
  if (typeof url === 'string')
    throw new SetupError(`MCP_EXCHANGE_URL must be an absolute https URL: it ${url}.`);
  if (isExposed(url.href))
    throw new SetupError(`MCP_EXCHANGE_URL must be an https URL: ${url.origin} is not encrypted.`);
  const clientId = read('MCP_EXCHANGE_CLIENT_ID');
  if (
    clientId === undefined ||
    (read('MCP_EXCHANGE_CLIENT_SECRET') ?? read('MCP_EXCHANGE_CLIENT_SECRET_FILE')) === undefined
  )
    throw new SetupError(
      'MCP_EXCHANGE_CLIENT_ID and MCP_EXCHANGE_CLIENT_SECRET must be set: with them tokens are exchanged.',
    );
  const asked = {
    audience: read('MCP_EXCHANGE_AUDIENCE'),
    resource: read('MCP_EXCHANGE_RESOURCE'),
    scope: read('MCP_EXCHANGE_SCOPE'),
  };
  return { way, url, clientId, asked };
}

/** Gives a token for the API that stands for a user; another than one that was refused. */
type Exchange = (visitor: Visitor, refused?: string) => Promise<string>;

/** Users whose tokens are kept; beyond it, the one who was not seen for longest is asked for anew. */
const mostKept = 1_000;
/** Seconds that a token holds whose issuer does not say, and before its end at which it is exchanged anew. */
const usualSeconds = 300;
const earlySeconds = 30;

const names = 'urn:ietf:params:oauth:';

interface Held {
  value: string;
  until: number;
}

/** Makes what exchanges tokens of the door for tokens of the API. */
function createExchange(settings: ExchangeSettings, env: Environment, means: FetchMeans): Exchange {
  /** By the digests of what is exchanged; the one that was used last stands last. */
  const known = new Map<string, Held>();
  const pending = new Map<string, Promise<Held>>();
  const { origin } = settings.url;

  async function request(token: string): Promise<Held> {
    const secret = (await readSecret(env, 'MCP_EXCHANGE_CLIENT_SECRET')) ?? '';
    const headers = new HeaderMap([
      ['accept', 'application/json'],
      ['content-type', 'application/x-www-form-urlencoded'],
      [
        'authorization',
        `Basic ${Buffer.from(`${percentEncode(settings.clientId)}:${percentEncode(secret)}`).toString('base64')}`,
      ],
    ]);
    const body = writeRequest(settings, token).toString();
    const response = await means
      .send({ method: 'POST', url: settings.url, headers, body })
      .catch((error: unknown) => {
        if (!(error instanceof NoResponseError)) throw error;
        throw new CallError(
          `The authorization server at ${origin} could not be reached (${echo(networkCode(error) || error.kind)})${notSent}. Calling again later is safe.`,
        );
      });
    const said = parseJson(Buffer.from(response.body).toString());
    const { access_token: value, token_type: type, expires_in: lasts, error } = isObject(said) ? said : {};
    if (response.status !== 200 || typeof value !== 'string' || value === '')
      throw new CallError(
        `The authorization server at ${origin} gave no token for the user (${echo(typeof error === 'string' ? error : String(response.status))})${notSent}. Ask the user to check that they may use the API, and the operator to check MCP_EXCHANGE.`,
      );
    if (typeof type !== 'string' || type.toLowerCase() !== 'bearer')
      throw new CallError(
        `The authorization server at ${origin} gave a token of another type than Bearer${notSent}.`,
      );
    const seconds = typeof lasts === 'number' && lasts > 0 ? lasts : usualSeconds;
    const early = Math.min(earlySeconds, seconds / 10);
    return { value, until: Date.now() + (seconds - early) * 1_000 };
  }

  return async ({ token = '', principal }, refused) => {
    if (settings.way === 'on-behalf-of') checkAssertion(principal?.claims['aud'], settings.clientId);
    const key = createHash('sha256').update(token).digest('base64');
    const held = known.get(key);
    known.delete(key);
    if (held !== undefined && held.value !== refused && Date.now() < held.until) {
      known.set(key, held);
      return held.value;
    }
    const asked = pending.get(key) ?? request(token).finally(() => pending.delete(key));
    pending.set(key, asked);
    const got = await asked;
    known.set(key, got);
    const [oldest = ''] = known.keys();
    if (known.size > mostKept) known.delete(oldest);
    return got.value;
  };
}

function writeRequest({ way, asked }: ExchangeSettings, token: string): URLSearchParams {
  const form = new URLSearchParams(
    way === 'token-exchange'
      ? {
          grant_type: `${names}grant-type:token-exchange`,
          subject_token: token,
          subject_token_type: `${names}token-type:access_token`,
          requested_token_type: `${names}token-type:access_token`,
        }
      : {
          grant_type: `${names}grant-type:jwt-bearer`,
          assertion: token,
          requested_token_use: 'on_behalf_of',
        },
  );
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) form.set(name, value);
  return form;
}

const guid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;

/**
 * The audience of what is exchanged has to be the application that exchanges it (Entra, on-behalf-of): its client ID, or
 * its URI, which has no other application's ID in it.
 */
function checkAssertion(audience: unknown, clientId: string): void {
  const isOurs = (one: unknown) => {
    if (typeof one !== 'string') return false;
    const id = guid.exec(one)?.[0];
    return id === undefined
      ? one === clientId || one.includes(':')
      : id.toLowerCase() === clientId.toLowerCase();
  };
  if ([audience].flat().some(isOurs)) return;
  throw new CallError(
    `The token of the user was made for another application than MCP_EXCHANGE_CLIENT_ID, and cannot be exchanged${notSent}. Ask the operator to let clients ask for a token of this application.`,
  );
}

export { userVariables as variables };
