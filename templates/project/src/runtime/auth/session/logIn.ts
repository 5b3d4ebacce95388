import { CallError, networkCode, NoResponseError } from '../../errors.js';
import { isObject, parseJson } from '../../json.js';
import { isHtml, kindOf } from '../../mediaTypes.js';
import { redact } from '../../redact.js';
import { isTrusted, resolveBaseUrl } from '../../request/buildRequest.js';
import { HeaderMap, type Outgoing, trimPath } from '../../request/outgoing.js';
import { percentEncode } from '../../request/serialize.js';
import { checkPathText } from '../../request/servers.js';
import { echo, listSome } from '../../text.js';
import type { AuthScheme, Recipe } from '../../tool.js';
import { memberOf } from '../../validate/problem.js';
import { type FetchMeans, setHeader } from '../credentials.js';
import type { Credentials } from '../proof.js';
import { type Cookie, listCookieNames, mayGo, readCookies } from './cookies.js';

/** A scheme whose credential a login gives; the generator plans `by`. */
export interface SessionScheme extends Extract<AuthScheme, { kind: 'session' }> {
  by: LoginPlan;
}

/** How the operation is called that logs in, and what of its answer is the credential. */
export interface LoginPlan extends Pick<Recipe, 'method' | 'path' | 'server' | 'accept'> {
  fields: LoginField[];
  /** Where there is a body, its media type: JSON, or a form. */
  mediaType?: string;
  /** The members that lead to the token in its JSON; cookies are kept where there is none. */
  token?: string[];
  /** Where it goes: a token, or what the operator has given. */
  put: { in: 'header' | 'query' | 'cookie'; name: string; prefix?: string };
  /** The cookie without which nobody is logged in. */
  cookie?: string;
  /** Schemes of the server that the login itself asks for. */
  needs?: string[];
  /** Set where the document says that success is answered with a page. */
  answersPage?: true;
}

/** What is sent, and from where: an argument of the login, or a value that is always the same. */
interface LoginField {
  in: 'body' | 'query' | 'header' | 'path' | 'cookie';
  /** Of a body, the members that lead to it. */
  name: string | string[];
  argument?: string;
  value?: unknown;
  /** Set where JSON has it as a number. */
  isNumber?: true;
}

/** What a login has given. */
export interface Login {
  cookies: readonly Cookie[];
  token?: string;
  /** When it ends, in milliseconds, as far as the API says it. */
  endsAt: number;
  /** What else no text may show. */
  hidden: readonly string[];
}

/** A login that the API has refused, or answered with something else: the same values will not do better. */
export class RefusedLogin extends CallError {}

/** What logs in. */
interface LoginParts {
  scheme: SessionScheme;
  /** By the names of its arguments. */
  values: ReadonlyMap<string, string>;
  means: FetchMeans;
  /** Credentials of the server, for a login that asks for some itself. */
  others: Credentials | undefined;
  /** Whether a user has given the values, and not the operator. */
  isGiven: boolean;
}

const unsent = '; the call itself was not sent';
/** Seconds before its end at which a token is got anew; of one that lasts shortly, a tenth of its time. */
const early = 30;

/**
 * Logs in by the operation of the API that mcpwright.yaml names.
 *
 * @throws RefusedLogin where the API answers that with no session, and CallError where it does not answer.
 */
export async function logIn(parts: LoginParts): Promise<Login> {
  const { scheme, means, others } = parts;
  const plan = scheme.by;
  if (means.toApi === undefined) throw new Error('no way to the API');
  const { api, env, exchangeFor } = means.toApi;
  const recipe = plan as unknown as Recipe;
  const base = resolveBaseUrl(api, recipe, env);
  if (!isTrusted(api, recipe, env))
    throw new CallError(
      `${tellLogin(plan)} is at ${base.origin}, which is none of the servers of the API as a whole: no credentials go there${unsent}. If they belong there, the user can add it to credentialOrigins in mcpwright.yaml, and generate this server again.`,
    );
  const request = writeLogin(parts, base);
  for (const name of plan.needs ?? []) others?.get(name)?.apply(request);
  const hidden: string[] = [];
  const response = await means.send(request, exchangeFor(recipe, hidden)).catch((error: unknown) => {
    if (!(error instanceof NoResponseError)) throw error;
    const why =
      error.kind === 'timeout'
        ? `was not answered within ${Math.round(error.afterMs / 100) / 10} s`
        : `failed (${echo(networkCode(error) || error.kind)})`;
    throw new CallError(`${tellLogin(plan)} ${why}${unsent}. Calling again later is safe.`);
  });
  return { ...readLogin(response, request.url, parts), hidden };
}

function tellLogin({ method, path }: LoginPlan): string {
  return `The login by ${method} ${path}`;
}

/** The request of a login. */
function writeLogin({ scheme, values }: LoginParts, base: URL): Outgoing {
  const { method, path, fields, mediaType, accept } = scheme.by;
  const given = fields.flatMap((field) => {
    const value = field.argument === undefined ? field.value : values.get(field.argument);
    return value === undefined ? [] : [{ ...field, value: field.isNumber ? Number(value) : value }];
  });
  const of = (place: LoginField['in']) =>
    given
      .filter((field) => field.in === place)
      .map(({ name, value }): [string, string] => [String(name), String(value)]);
  const inPath = new Map(of('path'));
  const [template = '', fixed = ''] = path.split(/\?(.*)/s);
  const rooted = template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = inPath.get(name) ?? '';
    const problem = checkPathText(value, false);
    if (problem !== undefined)
      throw new RefusedLogin(`${tellLogin(scheme.by)} cannot be sent: ${name} ${problem}.`);
    return percentEncode(value);
  });
  const pairs = [
    base.search.slice(1),
    fixed,
    ...of('query').map((pair) => pair.map(percentEncode).join('=')),
  ];
  const query = pairs.filter(Boolean).join('&');
  const url = new URL(`${base.origin}${trimPath(base.pathname)}${rooted}${query === '' ? '' : `?${query}`}`);
  const headers = new HeaderMap(accept.length === 0 ? [] : [['accept', accept.join(', ')]]);
  const request: Outgoing = { method, url, headers };
  const variables = Object.values(scheme.env).join(' and ');
  for (const [name, value] of of('header')) setHeader(request, name, value, variables);
  const cookies = of('cookie').map((pair) => pair.map(percentEncode).join('='));
  if (cookies.length > 0) setHeader(request, 'cookie', cookies.join('; '), variables);
  if (mediaType === undefined) return request;
  headers.set('content-type', mediaType);
  const isForm = kindOf(mediaType) === 'form';
  const members = given.filter((field) => field.in === 'body');
  if (isForm) {
    const form = members.map(({ name, value }): [string, string] => [[name].flat().join('.'), String(value)]);
    return { ...request, body: new URLSearchParams(form).toString() };
  }
  const body = {};
  for (const { name, value } of members) setMember(body, [name].flat(), value);
  return { ...request, body: JSON.stringify(body) };
}

function setMember(body: object, [name = '', ...more]: readonly string[], value: unknown): void {
  const before = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined;
  const inner = isObject(before) ? before : {};
  if (more.length > 0) setMember(inner, more, value);
  const member = { value: more.length > 0 ? inner : value, enumerable: true, writable: true };
  Object.defineProperty(body, name, { ...member, configurable: true });
}

type Answer = Awaited<ReturnType<FetchMeans['send']>>;

/** What an answer gives of which the next calls are made. */
function readLogin(answer: Answer, url: URL, parts: LoginParts): Omit<Login, 'hidden'> {
  const plan = parts.scheme.by;
  const now = Date.now();
  const { status, headers, body } = answer;
  const text = Buffer.from(body).toString();
  const json = parseJson(text);
  const cookies = readCookies(headers, url, now);
  const refuse = (what: string, isWrong = true, more = '') => {
    const said = isWrong
      ? sayWhy(json, [...parts.values.values(), ...cookies.map(({ value }) => value)])
      : '';
    const words = `${tellLogin(plan)} ${what}${said}${unsent}. ${adviseFor(parts)}${more}`;
    return isWrong ? new RefusedLogin(words) : new CallError(words);
  };
  if (status === 429 || status >= 500)
    throw refuse(`failed: the API answered ${status}`, false, ' Calling again later is safe.');
  if (status >= 400) throw refuse(`was refused: the API answered ${status}`);
  const came = `gave no session: the API answered ${status} with ${describeContent(headers.get('content-type') ?? '', text, json)}`;
  if (plan.token !== undefined) {
    const token = findToken(json, plan.token);
    const path = plan.token.join('.');
    const where = ` If they are right, "token" of the session in mcpwright.yaml may lead to another place than the token.`;
    if (token === undefined || status >= 300)
      throw refuse(`${came}, and no token at ${path}`, true, isObject(json) ? where : '');
    return { cookies: [], token, endsAt: endOfToken(json, plan.token, now) };
  }
  const isPage = status < 300 && plan.answersPage !== true && holdsPage(text);
  const kept = cookies.find(({ name }) => plan.cookie === undefined || name === plan.cookie);
  if (isPage || kept === undefined) throw refuse(`${came}${tellCookies(plan, headers, isPage)}`);
  return { cookies, endsAt: kept.endsAt };
}

/** Which cookies came, by their names, beside the one that was waited for. */
function tellCookies({ cookie }: LoginPlan, headers: Answer['headers'], isPage: boolean): string {
  if (isPage) return '';
  const wanted = cookie === undefined ? 'no cookie' : `not the cookie ${cookie}`;
  const came = listCookieNames(headers);
  if (cookie !== undefined && came.includes(cookie))
    return `, and with the cookie ${cookie} for another domain, over an unencrypted connection, or at its end`;
  const others = came.length === 0 ? '' : ` (but with ${echo(listSome(came, 5))})`;
  return `, and ${wanted}${others}`;
}

function adviseFor({ scheme, isGiven }: LoginParts): string {
  if (isGiven) return 'Ask the user to check the credentials that their client sends.';
  const variables = [...new Set(Object.values(scheme.env))].join(', ');
  return `Ask the user to check the environment variables ${variables} of this server.`;
}

/** Characters at the beginning of an answer that say whether it is a page; words alone may be called HTML by mistake. */
const opening = 1_000;

function holdsPage(text: string): boolean {
  return /<(?:!doctype html|html|head|body|form)\b/i.test(text.slice(0, opening));
}

/** What an answer is, without what it says. */
function describeContent(mediaType: string, text: string, json: unknown): string {
  if (text === '') return 'no content';
  if (isHtml(mediaType) || holdsPage(text)) return 'an HTML page';
  if (!isObject(json)) return json === undefined ? 'a text that is not JSON' : 'JSON that is no object';
  const names = Object.keys(json).map((name) => echo(name, 30));
  return names.length === 0 ? 'an empty object' : `JSON that has ${listSome(names, 5)}`;
}

/** Members in which APIs say what is wrong. */
const telling = ['error_description', 'message', 'detail', 'error', 'title'];

/** What the API says is wrong, without what is secret. */
function sayWhy(json: unknown, secrets: readonly string[]): string {
  const error = isObject(json) && isObject(json['error']) ? json['error'] : json;
  if (!isObject(error)) return '';
  const said = telling.map((name) => error[name]).find((one) => typeof one === 'string' && one !== '');
  return typeof said === 'string' ? ` ("${echo(redact(said, secrets), 150)}")` : '';
}

/** The text at a place in JSON that can be sent in a header. */
function findToken(json: unknown, path: readonly string[]): string | undefined {
  const found = path.reduce(memberOf, json);
  return typeof found === 'string' && /^[\x21-\x7e]+$/.test(found) ? found : undefined;
}

/** `expires_in` beside a token says how many seconds it holds (RFC 6749, section 5.1). */
function endOfToken(json: unknown, path: readonly string[], now: number): number {
  const lasts = [...path.slice(0, -1), 'expires_in'].reduce(memberOf, json);
  const isSaid = typeof lasts === 'number' && lasts > 0;
  return isSaid ? now + (lasts - Math.min(early, lasts / 10)) * 1000 : Number.POSITIVE_INFINITY;
}

/** Refuses a call of which the login says that its cookies do not go there. */
export function checkCookies({ by: login }: SessionScheme, cookies: readonly Cookie[], url: URL): void {
  const needed = cookies.filter(({ name }) => login.cookie === undefined || name === login.cookie);
  if (needed.some((cookie) => mayGo(cookie, url))) return;
  const paths = [...new Set(needed.map(({ path }) => path))].join(', ');
  throw new CallError(
    `${tellLogin(login)} gave a cookie that may not be sent to ${url.origin}${url.pathname}: it is for ${needed[0]?.origin ?? 'nothing'}, below ${paths}${unsent}. Tell the user.`,
  );
}
