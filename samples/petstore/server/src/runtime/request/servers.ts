import { SetupError } from '../errors.js';
import { type Environment, listApis, listVariables } from '../settings.js';
import { echo, escapeHidden, parseUrl } from '../text.js';
import type { ApiAccess, ApiInfo, ServerUrl, ServerVariable } from '../tool.js';

/** Why a server cannot be called. */
export interface ServerProblem {
  /** A sentence without its end. */
  what: string;
  /** The environment variable that mends it; where there is none, the URL itself is wrong. */
  env?: string;
  /** Set where the operator has given that variable a wrong value. */
  isGiven?: true;
}

/**
 * Looks at the base URL of an API, as the operator says it, or at the values of the variables in that of the document. One
 * that is still missing is no fault.
 *
 * @throws SetupError where it is wrong.
 */
export function checkAddress({ auth, baseUrlEnv, servers: [server] }: ApiAccess, env: Environment): void {
  const override = env[baseUrlEnv]?.trim();
  if (!override) {
    const faults = server === undefined ? [] : fillServer(server, env);
    const wrong = faults instanceof URL ? undefined : faults.find(({ isGiven }) => isGiven);
    if (wrong !== undefined) throw new SetupError(`${wrong.what}.`);
    return;
  }
  const isOpen = override.includes('{');
  const read = isOpen ? 'holds {…}, where a value belongs' : readBaseUrl(override);
  if (typeof read !== 'string') return;
  // It may hold a password, or a credential that was set in its place or put into it.
  const credentials = listVariables(auth).map((name) => env[name]?.trim());
  const isSecret = override.includes('@') || credentials.some((one) => one && override.includes(one));
  const shown = isSecret || isOpen ? `: it ${read}` : `, not "${override}"`;
  throw new SetupError(
    `${baseUrlEnv} must be an absolute http or https URL such as https://api.example.com${shown}.`,
  );
}

const addresses = ['tokenUrl', 'refreshUrl', 'discoveryUrl', 'authorizationUrl', 'deviceUrl'] as const;

/**
 * The security schemes of an API, with the addresses that are relative (OpenAPI 3.2, API URLs) at its base URL, as the
 * operator has it. While none is known, they begin with the name of its variable, and nothing is sent there.
 */
export function locateSchemes(api: ApiAccess, env: Environment): ApiInfo['auth'] {
  const override = env[api.baseUrlEnv]?.trim();
  const [server] = api.servers;
  const base = override ? readBaseUrl(override) : server && fillServer(server, env);
  const locate = (url: string): string =>
    base instanceof URL ? new URL(url, base).href : `{${api.baseUrlEnv}}/${url.replace(/^\//, '')}`;
  const schemes = Object.entries(api.auth).map(([name, scheme]): [string, typeof scheme] => {
    if (scheme.kind !== 'oauth2') return [name, scheme];
    const relative = addresses.filter((key) => scheme[key] !== undefined && !/^https?:/i.test(scheme[key]));
    return [name, Object.assign({}, scheme, ...relative.map((key) => ({ [key]: locate(scheme[key]!) })))];
  });
  return Object.fromEntries(schemes);
}

/** The same of all APIs: the schemes of several have names that begin with their sources. */
export function locateAllSchemes(api: ApiInfo, env: Environment): ApiInfo['auth'] {
  return Object.assign({}, ...listApis(api).map((one) => locateSchemes(one, env))) as ApiInfo['auth'];
}

/** A placeholder of a server URL, and what it has to do with the text around it. */
interface Spot {
  name: string;
  variable: ServerVariable;
  /** The URL up to it, filled in, and what follows. */
  before: string;
  after: string;
}

/**
 * Puts the values of variables into a server URL (OpenAPI 3.2, Server Object). Each is looked at before it is put in:
 * what is empty, or ends the host, would send credentials elsewhere.
 */
export function fillServer({ url, variables = {} }: ServerUrl, env: Environment): URL | ServerProblem[] {
  const faults: ServerProblem[] = [];
  let filled = '';
  let end = 0;
  for (const { 0: placeholder, 1: name = '', index } of url.matchAll(/\{([^{}]*)\}/g)) {
    filled += url.slice(end, index);
    end = index + placeholder.length;
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (variable === undefined) {
      filled += placeholder;
      continue;
    }
    const given = env[variable.env]?.trim() || undefined;
    const value = given ?? variable.default;
    const fault = judgeVariable({ name, variable, before: filled, after: url.slice(end) }, value, given, url);
    if (fault !== undefined) faults.push(fault);
    // Where it is of no use, something harmless stands for it, so that the rest can be judged.
    filled += fault === undefined ? value : filled === '' ? 'https' : '0';
  }
  if (faults.length > 0) return faults;
  const read = readBaseUrl(filled + url.slice(end));
  return typeof read === 'string' ? [{ what: `The server URL of the API ${read}` }] : read;
}

function judgeVariable(
  spot: Spot,
  value: string | undefined,
  given: string | undefined,
  url: string,
): ServerProblem | undefined {
  const { name, variable } = spot;
  const { env, enum: allowed } = variable;
  const place = locationOf(spot);
  if (value === undefined || (value === '' && !mayBeEmpty(place, spot)))
    return { what: `The variable {${name}} of the server URL ${escapeHidden(url)} has no value`, env };
  const isListed = allowed === undefined || allowed.includes(value);
  const problem = isListed ? problems[place](value, spot) : `must be one of ${allowed.join(', ')}`;
  if (problem === undefined) return undefined;
  if (given === undefined)
    return {
      what: `The default of the variable {${name}} of the server URL ${escapeHidden(url)} ${problem}`,
      env,
    };
  const shown = isListed ? `, not ${JSON.stringify(echo(value))}` : '';
  return { what: `The environment variable ${env} ${problem}${shown}`, env, isGiven: true };
}

type UrlPart = 'url' | 'scheme' | 'host' | 'port' | 'path' | 'query';

/** Where a variable stands, by what is before it. */
function locationOf({ before, after }: Spot): UrlPart {
  if (before === '') return after.startsWith('://') ? 'scheme' : 'url';
  const start = before.indexOf('://');
  if (start === -1) return 'scheme';
  const rest = before.slice(start + 3);
  if (rest.includes('?')) return 'query';
  if (rest.includes('/')) return 'path';
  return /:\d*$/.test(rest) ? 'port' : 'host';
}

/** `https://api{suffix}.example.com/{basePath}` and `http{s}://` can do without a value. */
function mayBeEmpty(place: UrlPart, { before, after }: Spot): boolean {
  if (place === 'host') return /[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after);
  return place === 'path' || place === 'query' || (place === 'scheme' && before !== '');
}

/** A host name, or a part of one. */
const hostPart = /^\.?[\p{L}\p{M}\p{N}_~-]+(?:\.[\p{L}\p{M}\p{N}_~-]+)*\.?$/u;

/** What keeps a value out of a place, as the rest of a sentence. */
const problems: Record<UrlPart, (value: string, spot: Spot) => string | undefined> = {
  url: (value) => {
    const read = readBaseUrl(value);
    return typeof read === 'string' ? `must be an absolute http or https URL: it ${read}` : undefined;
  },
  scheme: (value, { before }) => (/^https?$/i.test(before + value) ? undefined : 'must be http or https'),
  host: (value, { before, after }) => {
    // What is all of it may have a port.
    const isWhole = before.endsWith('://') && /^(?:$|[/?#])/.test(after);
    const isFine =
      hostPart.test(value) ||
      value === '' ||
      (isWhole && !/[/?#]/.test(value) && readBaseUrl(`https://${value}`) instanceof URL);
    return isFine ? undefined : 'must be a part of a host name: letters, digits, - and .';
  },
  port: (value) => (value !== '' && isPort(value) ? undefined : 'must be the number of a port'),
  path: (value) => {
    const isFine =
      !neverInUrl.test(value) &&
      !/[?#]/.test(value) &&
      value.split('/').every((part) => part === '' || checkPathText(part, false) === undefined);
    return isFine
      ? undefined
      : String.raw`must be a part of a path, without \ ? #, white space and segments of dots`;
  },
  query: (value) =>
    /[\s\p{Cc}\p{Cf}\\#]/u.test(value) ? 'must be a part of a query, without # and white space' : undefined,
};

/** Whether what is sent to a URL can be read on its way: it is neither encrypted nor for this machine. */
export function isExposed(url: string): boolean {
  return (
    /^http:/i.test(url) &&
    !/^http:\/\/(localhost|127(\.\d+){3}|\[::1\]|[^/]*\.localhost)([:/?#]|$)/i.test(url)
  );
}

/** What a part of a host may be made of: `:`, `@`, `%`, `$` and the like would make it another address, or none. */
const label = String.raw`[\p{L}\p{M}\p{N}_~-]+`;
const name = new RegExp(String.raw`^${label}(?:\.${label})*\.?$`, 'u');
const literal = /^\[[0-9a-f:.]+\]$/i;

/** What is never part of a URL, though URL parsers drop it or take it for something else. */
const neverInUrl = /[\s\p{Cc}\p{Cf}\\]/u;

/**
 * Reads a base URL; or says what is wrong with it, as the rest of a sentence. URL parsers are too kind to ask: they
 * take `https:///v1` for the host `v1`.
 */
export function readBaseUrl(text: string): URL | string {
  const [, authority] = /^https?:\/\/([^/?#\\]*)/i.exec(text) ?? [];
  if (authority === undefined) return 'is not an absolute http or https URL';
  if (authority.includes('@')) return 'holds a user name or a password, which are sent to nobody';
  if (neverInUrl.test(text)) return 'holds white space, a backslash or a character that cannot be seen';
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(authority) ?? [];
  if (host === '') return 'names no host';
  if (!name.test(host) && !literal.test(host)) return `names ${JSON.stringify(host)}, which is no host`;
  if (!isPort(port)) return `names ${JSON.stringify(port)}, which is no port`;
  return parseUrl(text) ?? 'is not an absolute http or https URL';
}

/** Whether a text can stand behind the colon of a host; it may be empty. */
function isPort(text: string): boolean {
  return /^\d{0,5}$/.test(text) && Number(text) < 65_536;
}

/** The readings of a text that are looked at; one that is encoded more often is refused for that. */
const mostReadings = 8;

/** A slash, however it is spelled. */
const slash = /\/|%(?:25)*2f/i;

/**
 * Says what keeps a text out of a path, if anything does. Escaping cannot make it safe: URL parsers take `%2e%2e`
 * for `..` as well, and servers unescape once more than they should. So every reading of the text is checked, cut at
 * slashes in any spelling.
 * This check decides, since every text of a path comes by here: the pattern in the enforced schema only says the same
 * earlier, beside what else is wrong, and the count of segments in `buildRequest` is the net below both.
 *
 * @param text - one segment of the path
 * @param slashes - whether it may hold `/`, which is sent as `%2F`; and `%2F`, which is sent as `%252F`
 */
export function checkPathText(text: string, slashes: boolean): string | undefined {
  if (text === '') return 'must not be empty, since it is a part of the path';
  // Most are words, which are read in one way only.
  if (/^[\w-]+$/.test(text)) return undefined;
  const found = listReadings(text, slashes);
  if (found.length === mostReadings) return 'must not be percent-encoded over and over in a part of the path';
  for (const reading of found) {
    const parts = slashes ? reading.split(slash) : [reading];
    for (const part of parts) {
      const problem = checkPart(part, parts.length > 1);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;

  function checkPart(part: string, isBesideSlash: boolean): string | undefined {
    if (part === '.' || part === '..') {
      const where = isBesideSlash ? ', nor hold one beside a slash' : '';
      return `must not be "." or ".."${where}, since it is a part of the path`;
    }
    // Some servers take what follows a `;` off before they look at the rest.
    if (/^\.{0,2};/.test(part)) return 'must not begin with ; or with dots and ; in a part of the path';
    if (!(slashes ? /[\\\p{Cc}]/u : /[/\\\p{Cc}]/u).test(part)) return undefined;
    return String.raw`must not hold ${slashes ? '' : '/ '}\ or control characters, since it is a part of the path`;
  }
}

/** The text as it is, and percent-decoded for as long as that changes it; what is not ASCII does no harm. */
export function listReadings(text: string, slashes: boolean): string[] {
  const found = [text];
  for (let last = text; found.length < mostReadings; found.push(last)) {
    const next = last.replaceAll(/%(?:25)*([0-7][0-9a-f])/gi, (written, code: string) =>
      slashes && /2f/i.test(code) ? written : String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (next === last) break;
    last = next;
  }
  return found;
}
