import { CallError, UnsendableError } from '../errors.js';
import { isObject } from '../json.js';
import { isFields } from '../mediaTypes.js';
import { loadPart, memoize } from '../memo.js';
import type { Environment } from '../settings.js';
import { nearest } from '../text.js';
import type { ApiAccess, Body, Parameter, ParameterLocation, Recipe, Tool } from '../tool.js';
import {
  checkJoined,
  emptyWords,
  isSameName,
  percentEncode,
  refuseTaken,
  writeParameter,
} from './serialize.js';
import {
  type Bodies,
  type HeaderFields,
  HeaderMap,
  type Outgoing,
  type Written,
  isMethodOverride,
  isReadingMethod,
  trimPath,
} from './outgoing.js';
import { type ServerProblem, fillServer, readBaseUrl } from './servers.js';

/** The arguments of one call. */
export type Arguments = Readonly<Record<string, unknown>>;

/** What a body is made with. */
interface BodyMeans {
  bodies?: Bodies;
  /** The folders that files are taken from. */
  roots?: readonly string[] | undefined;
  /** Credentials that are members of it. */
  supplied?: ReadonlyMap<string, string>;
}

/** Lays the checked arguments of a tool out as one HTTP request below `base`. */
export async function buildRequest(
  tool: Tool,
  args: Arguments,
  base: URL,
  { bodies = {}, roots, supplied = new Map() }: BodyMeans = {},
): Promise<Outgoing> {
  const { request } = tool;
  checkNames(request, args);
  const { rooted, fixedQuery } = readPath(request);
  const headers = new HeaderMap();
  const parts: Parts = { path: new Map(), query: [], headers, cookies: [] };
  if (request.accept.length > 0) headers.set('accept', request.accept.join(', '));
  for (const parameter of request.parameters) {
    const value = valueOf(parameter, args);
    if ((value ?? undefined) === undefined && parameter.in !== 'path') continue;
    const pieces = writeParameter(parameter, value);
    if (isObject(value)) checkPieces(parameter, pieces, request);
    if (pieces.length > 0) add[parameter.in](parts, parameter.name, pieces);
    else if (parameter.required) throw refuseEmpty(parameter, value);
  }
  if (parts.cookies.length > 0) headers.set('cookie', parts.cookies.join('; '));
  const { method, body } = request;
  const path = fillTemplate(rooted, (name) => parts.path.get(name));
  checkSegments(request, parts);
  const outline = fillTemplate(rooted, (name) => outlineOf(name, request, parts));
  const fixed = fixedPairs(fixedQuery, parts.query).map((pair) =>
    fillTemplate(pair, (name) => parts.path.get(name)),
  );
  const query = [...fixed, ...parts.query];
  const pairs = [...fixedPairs(base.search.slice(1), query), ...query].filter(Boolean);
  const url = joinUrl(base, path, outline, pairs.join('&'));
  checkHead(url, headers);

  const value = body && fillBody(bodyValue(body, request, args), supplied, body);
  checkMethod(tool, { url, headers }, value);
  if (body === undefined || value === undefined) return { method, url, headers };
  const { content, contentType } = await writeBody(value, body, bodies, roots, tool);
  headers.set('content-type', contentType);
  return { method, url, headers, body: content };
}

/** Writes a request body by its codec, with files from the folders that are `roots`. */
export async function writeBody(
  value: unknown,
  body: Body,
  bodies: Bodies,
  roots: readonly string[] = [],
  tool?: Tool,
): Promise<Written> {
  const write = await loadPart(bodies[body.codec], body.codec);
  return write(value, body, roots, tool);
}

/** A request in the making. */
interface Parts {
  path: Map<string, string>;
  query: string[];
  headers: HeaderFields;
  cookies: string[];
}

/** Puts the pieces of a parameter where they belong. */
const add: Record<ParameterLocation, (parts: Parts, name: string, pieces: readonly string[]) => void> = {
  path: ({ path }, name, pieces) => path.set(name, pieces.join()),
  query: ({ query }, _name, pieces) => query.push(...pieces),
  querystring: ({ query }, _name, pieces) => query.push(...pieces),
  header: ({ headers }, name, pieces) => headers.set(name, pieces.join()),
  cookie: ({ cookies }, _name, pieces) => cookies.push(...pieces),
};

/**
 * What the document fixes cannot be given a second value by a member of an object that is written out, nor can another
 * parameter be given a value past its schema.
 */
function checkPieces(parameter: Parameter, pieces: readonly string[], request: Recipe): void {
  const { argument, in: place, name: own } = parameter;
  if (argument === '' || (place !== 'query' && place !== 'cookie')) return;
  const names = pieces.map((piece) => nameOfPair(piece)).filter((name) => name !== own);
  if (names.length === 0) return;
  // What may name another method is looked at as such.
  const others = request.parameters.filter(
    (one) =>
      one !== parameter && one.in === place && (one.constant !== undefined || !isMethodOverride(one.name)),
  );
  const other = others.find(({ name }) => names.includes(name));
  if (other !== undefined) throw refuseTaken(`${argument}.${other.name}`, other.argument);
}

function refuseEmpty({ argument }: Pick<Parameter, 'argument'>, value: unknown): UnsendableError {
  return new UnsendableError(argument, emptyWords(value));
}

/** An argument that has no place in the request would be dropped in silence. */
function checkNames({ parameters, body }: Recipe, args: Arguments): void {
  // What a spread body does not name belongs to it all the same, where the schema lets it through.
  if (body?.fields !== undefined) return;
  const known = parameters.map(({ argument }) => argument);
  if (body !== undefined) known.push(body.argument);
  const unknown = Object.keys(args).find((name) => args[name] !== undefined && !known.includes(name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  throw new UnsendableError(
    unknown,
    `unknown field${meant === undefined ? '' : `, did you mean "${meant}"?`}`,
  );
}

/** Neither what is open to any name nor what is declared must make a tool that reads do something else. */
function checkMethod(
  { annotations, request }: Tool,
  { url, headers }: Pick<Outgoing, 'url' | 'headers'>,
  body: unknown,
): void {
  if (!annotations.readOnlyHint) return;
  const isPairs = typeof body === 'string' && isFields(request.body?.mediaType ?? '');
  const members = isPairs ? [...new URLSearchParams(body)] : isObject(body) ? Object.entries(body) : [];
  const pairs = url.search === '' ? [] : url.searchParams;
  const found = [...pairs, ...headers, ...members].find(
    ([name, value]) => isMethodOverride(name) && !isReadingMethod(value),
  );
  if (found === undefined) return;
  throw new UnsendableError(
    found[0],
    'must not be sent by a tool that reads, since it can stand for another method',
  );
}

function valueOf({ constant, argument, default: usual }: Parameter, args: Arguments): unknown {
  return constant ?? ownValue(args, argument) ?? usual;
}

function ownValue(args: Arguments, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

function fillTemplate(template: string, valueOfName: (name: string) => string | undefined): string {
  // Between quotes, as in paths of OData, a quote is doubled.
  return template.replaceAll(/(?<=('?))\{([^{}]*)\}/g, (placeholder, quote: string, name: string) => {
    const value = valueOfName(name) ?? percentEncode(placeholder);
    return quote === '' ? value : value.replaceAll('%27', '%27%27');
  });
}

/** What a recipe says of its path: the same for each call. */
const readPath = memoize(({ path, parameters }: Recipe) => {
  const [template = '', fixedQuery = ''] = path.split(/\?(.*)/s);
  const rooted = template.startsWith('/') ? template : `/${template}`;
  const segments = rooted.split(/\/(?![^{}]*\})/).map((segment) => {
    const given = parameters.filter(
      (one) => one.in === 'path' && one.constant === undefined && segment.includes(`{${one.name}}`),
    );
    return { segment, given, names: new Set(given.map(({ name }) => name)) };
  });
  // What the document itself says of its path is meant so.
  return { rooted, fixedQuery, segments: segments.filter(({ given }) => given.length > 0) };
});

/** Several values, or a value and what the document writes beside it, can be together what none of them may be. */
function checkSegments(request: Recipe, { path }: Parts): void {
  for (const { segment, given, names } of readPath(request).segments) {
    const outline = fillTemplate(segment, (name) => (names.has(name) ? '-' : path.get(name)));
    const slashes = given.some(holdsSlashes) || /%2f/i.test(outline);
    if (checkJoined(outline, slashes) !== undefined) continue;
    for (const part of fillTemplate(segment, (name) => path.get(name)).split('/')) {
      const problem = checkJoined(part, slashes);
      if (problem !== undefined)
        throw new UnsendableError(given.map(({ argument }) => argument).join(' and '), problem);
    }
  }
}

function holdsSlashes({ slashes, segments, allowReserved = false }: Parameter): boolean {
  return segments === 'encoded' || (slashes !== 'refused' && segments !== true && !allowReserved);
}

/** The pairs of a query that the base URL or the path fixes, but for names that `pairs` give a value. */
function fixedPairs(query: string, pairs: readonly string[]): string[] {
  if (query === '') return [];
  const given = new Set(pairs.map(nameOfPair));
  return query.split('&').filter((pair) => !given.has(nameOfPair(pair)));
}

function nameOfPair(pair: string): string | undefined {
  return new URLSearchParams(pair).keys().next().value;
}

/** What stands for a value where only its segments count: it has one, unless it is a path. */
function outlineOf(name: string, { parameters }: Recipe, { path }: Parts): string | undefined {
  const isPath = parameters.some((one) => one.in === 'path' && one.name === name && one.segments === true);
  return isPath ? path.get(name) : '-';
}

/** Puts the URL together, and makes sure that no argument has led it elsewhere; `outline` has its segments. */
function joinUrl(base: URL, path: string, outline: string, query: string): URL {
  const prefix = trimPath(base.pathname);
  const url = new URL(`${base.origin}${prefix}${path}${query === '' ? '' : `?${query}`}`);
  const isSame =
    url.origin === base.origin && countSegments(url.pathname) === countSegments(prefix + outline);
  if (!isSame || !url.pathname.startsWith(prefix)) {
    throw new UnsendableError('arguments', 'they would change the address that the request goes to');
  }
  return url;
}

function countSegments(path: string): number {
  return path.split('/').length;
}

/**
 * The body with the members that no caller gives: those that are fixed, and credentials, which nothing given can take
 * the place of. What has a default is sent where there is a body.
 */
function fillBody(
  given: unknown,
  supplied: ReadonlyMap<string, string>,
  { argument, fixed = {}, defaults = {} }: Body,
): unknown {
  const value = isObject(given) ? { ...defaults, ...given } : given;
  const added = [...Object.entries(fixed), ...supplied];
  if (added.length === 0) return value;
  if (value !== undefined && !isObject(value)) {
    const what = supplied.size > 0 ? 'a credential is' : 'fixed values are';
    throw new UnsendableError(argument, `must be an object, since ${what} sent in it`);
  }
  const free = Object.entries(value ?? defaults).filter(
    ([name]) => !added.some(([other]) => isSameName(name, other)),
  );
  return Object.fromEntries([...free, ...added]);
}

/** The value to send as the body, or nothing where none is given; the parts of a spread body are put together. */
function bodyValue(body: Body, { parameters }: Recipe, args: Arguments): unknown {
  if (body.fields === undefined) return ownValue(args, body.argument);
  const names = new Set(parameters.map(({ argument }) => argument));
  const members = Object.entries(args).filter(([name, value]) => !names.has(name) && value !== undefined);
  if (members.length === 0 && !body.required) return undefined;
  const { fields } = body;
  return Object.fromEntries(
    members.map(([name, value]) => [Object.hasOwn(fields, name) ? fields[name] : name, value]),
  );
}

/** Characters of the address and the headers of a request; servers take less. */
export const longestHead = 64 * 1024;

/** Refuses arguments that are too long for where they stand. */
function checkHead(url: URL, headers: HeaderFields): void {
  let size = url.href.length;
  for (const [name, value] of headers) size += name.length + value.length;
  if (size <= longestHead) return;
  throw new UnsendableError(
    'arguments',
    `too long for the address and the headers of a request, which may have ${longestHead} characters`,
  );
}

/**
 * The URL under which the API's paths lie. The operator's variable comes before every server of the document,
 * those of single operations included: what was pointed at a test system must not reach another one.
 */
export function resolveBaseUrl(api: ApiAccess, recipe: Recipe, env: Environment): URL {
  const override = env[api.baseUrlEnv]?.trim();
  if (override) {
    const read = readBaseUrl(override);
    if (typeof read !== 'string') return read;
    throw missing(api, `The environment variable ${api.baseUrlEnv} ${read}`);
  }
  const server = recipe.server ?? api.servers[0];
  if (server === undefined) throw missing(api, 'No base URL is known for this API');
  const filled = fillServer(server, env);
  if (filled instanceof URL) return filled;
  throw unfilled(api, filled);
}

/**
 * Whether the credentials of the API may go where an operation is called: to the operator's base URL, to the servers
 * of the document as a whole, and to what mcpwright.yaml allows, but not wherever a single operation says. A document
 * that names no server for all has those that its operations share.
 */
export function isTrusted(api: ApiAccess, recipe: Recipe, env: Environment): boolean {
  if (recipe.server === undefined || env[api.baseUrlEnv]?.trim()) return true;
  const { origin } = resolveBaseUrl(api, recipe, env);
  const known = [...api.servers, ...(api.credentialServers ?? [])].map((server) => fillServer(server, env));
  const origins = known.flatMap((server) => (server instanceof URL ? [server.origin] : []));
  return [...origins, ...(api.credentialOrigins ?? [])].includes(origin);
}

function unfilled(api: ApiAccess, faults: readonly ServerProblem[]): CallError {
  const what = faults.map((fault) => fault.what).join('; ');
  const variables = faults.flatMap(({ env }) => env ?? []);
  if (variables.length === 0) return missing(api, what);
  if (faults.every(({ isGiven }) => isGiven))
    return new CallError(`${what}; nothing was sent to the API. Ask the user to correct it.`);
  return new CallError(
    `${what}; nothing was sent to the API. Ask the user to set the environment variable ${variables.join(' and ')}, or ${api.baseUrlEnv} to the whole base URL of ${api.title}.`,
  );
}

function missing(api: ApiAccess, what: string): CallError {
  return new CallError(
    `${what}; nothing was sent. Ask the user to set the environment variable ${api.baseUrlEnv} to the base URL of ${api.title}.`,
  );
}
