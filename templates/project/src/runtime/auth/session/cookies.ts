import type { HeaderFields, Outgoing } from '../../request/outgoing.js';
import { isSameName } from '../../request/serialize.js';
import { isExposed } from '../../request/servers.js';
import { nameOfPair } from '../apiKey.js';

/** A cookie that a login has given, and where it may go (RFC 6265, section 5.3). */
export interface Cookie {
  name: string;
  value: string;
  /** The origin that gave it, which alone gets it, unless `domain` says more. */
  origin: string;
  domain?: string;
  path: string;
  isSecure: boolean;
  /** When it ends, in milliseconds; never where the API does not say. */
  endsAt: number;
}

/**
 * The cookies of an answer that its origin may set and that have not ended (RFC 6265, sections 5.2 and 5.3); of several of
 * one name, domain and path the last.
 *
 * @param from - the URL that gave the answer
 */
export function readCookies(headers: HeaderFields, from: URL, now: number): Cookie[] {
  const kept = new Map<string, Cookie>();
  for (const line of linesOf(headers)) {
    const cookie = readCookie(line, from, now);
    if (cookie === undefined) continue;
    const key = JSON.stringify([cookie.name, cookie.domain, cookie.path]);
    kept.delete(key);
    if (cookie.endsAt > now) kept.set(key, cookie);
  }
  return [...kept.values()];
}

/** The names of the cookies of an answer, whether they are kept or not. */
export function listCookieNames(headers: HeaderFields): string[] {
  return linesOf(headers).flatMap((line) => /^\s*([^=;]+?)\s*=/.exec(line)?.[1] ?? []);
}

/** Puts the cookies that may go to a URL into a request, before others of their names (RFC 6265, section 5.4). */
export function setCookies(request: Outgoing, cookies: readonly Cookie[], url: URL, now: number): void {
  const sent = cookies
    .filter((cookie) => mayGo(cookie, url) && cookie.endsAt > now)
    .toSorted((a, b) => b.path.length - a.path.length);
  const isOurs = (pair: string) => cookies.some(({ name }) => isSameName(nameOfPair(pair), name));
  const before = (request.headers.get('cookie') ?? '').split('; ');
  const others = before.filter((pair) => pair !== '' && !isOurs(pair));
  const pairs = [...sent.map(({ name, value }) => `${name}=${value}`), ...others];
  if (pairs.length > 0 || request.headers.has('cookie')) request.headers.set('cookie', pairs.join('; '));
}

/** Whether a cookie may go to a URL (RFC 6265, section 5.4, step 1). */
export function mayGo({ origin, domain, path, isSecure }: Cookie, url: URL): boolean {
  const isThere = domain === undefined ? url.origin === origin : isInDomain(url.hostname, domain);
  return isThere && isOnPath(url.pathname, path) && !(isSecure && isExposed(url.href));
}

/** What an answer sets, a line for each cookie: where they came as one list, a name and `=` begin the next. */
function linesOf(headers: HeaderFields): string[] {
  const all = headers.get('set-cookie');
  return all === null ? [] : all.split(/, ?(?=[\w!#$%&'*+.^`|~-]+=)/);
}

function readCookie(line: string, from: URL, now: number): Cookie | undefined {
  const [pair = '', ...rest] = line.split(';');
  const [, name = '', value = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/s.exec(pair) ?? [];
  if (name === '' || /[^\x20-\x7e\x80-\xff]/.test(name + value)) return undefined;
  const said = new Map(
    rest.map((text): [string, string] => {
      const [key = '', ...more] = text.split('=');
      return [key.trim().toLowerCase(), more.join('=').trim()];
    }),
  );
  const domain = said.get('domain')?.replace(/^\./, '').toLowerCase() ?? '';
  // A name without a dot would be that of all hosts below it.
  const isShared = domain !== '' && domain !== from.hostname;
  if (isShared && (!isInDomain(from.hostname, domain) || !domain.includes('.'))) return undefined;
  const isSecure = said.has('secure');
  if (isSecure && isExposed(from.href)) return undefined;
  const path = said.get('path') ?? '';
  return {
    name,
    value,
    origin: from.origin,
    ...(domain.includes('.') && !isAddress(domain) && { domain }),
    path: path.startsWith('/') ? path : usualPath(from.pathname),
    isSecure,
    endsAt: readEnd(said, now),
  };
}

/** `Max-Age` counts before `Expires`. */
function readEnd(said: ReadonlyMap<string, string>, now: number): number {
  const seconds = said.get('max-age');
  if (seconds !== undefined && /^-?\d+$/.test(seconds)) return now + Number(seconds) * 1000;
  const date = Date.parse(said.get('expires') ?? '');
  return Number.isNaN(date) ? Number.POSITIVE_INFINITY : date;
}

/** Whether a host is a domain, or lies within it (RFC 6265, section 5.1.3). */
function isInDomain(host: string, domain: string): boolean {
  return host === domain || (host.endsWith(`.${domain}`) && !isAddress(host));
}

function isAddress(host: string): boolean {
  return /^\[|^[\d.]+$/.test(host);
}

/** Where a cookie goes that says no path: below the folder of what gave it (RFC 6265, section 5.1.4). */
function usualPath(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

function isOnPath(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
