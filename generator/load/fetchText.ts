import { lookup as lookUp } from 'node:dns';
import { type IncomingMessage, get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { BlockList, type LookupFunction, isIP, isIPv6 } from 'node:net';
import { createGunzip } from 'node:zlib';
import { InputError } from '../model/diagnostic.js';
import { parseUrl } from '../text/parseUrl.js';
import type { DocumentCertificates } from './documentCertificates.js';
import { type DocumentHeaders, headersVariable } from './documentHeaders.js';

/** How long, and how much, is read before giving up, and what with. */
export interface Limits {
  timeoutMs: number;
  maxBytes: number;
  /** What is sent to which origin, besides. */
  headers?: DocumentHeaders | undefined;
  /** What proves at which origin who fetches. */
  certificates?: DocumentCertificates | undefined;
}

/** What may be fetched where the user has not typed the address. */
export interface Guard {
  /** Hosts, with or without a port. */
  hosts: readonly string[];
  /** Decides by the IP address that is connected to. */
  isAllowed: (address: string) => boolean;
}

const maxRedirects = 5;

const wantsCredentials = `The server wants credentials: set ${headersVariable} or a client certificate (docs/documents.md says how), or download the document with them and pass the file.`;

/** What helps against an answer, by status. */
const hints: Record<number, string> = {
  401: wantsCredentials,
  403: wantsCredentials,
  404: 'Check the address: it has to be that of the document itself.',
  410: 'Check the address: it has to be that of the document itself.',
  429: 'Try again later, or download the document and pass the file.',
};

/**
 * Fetches a text over http or https, following redirects. With a `guard`, each hop has to be to an allowed host
 * and to an allowed address, which is checked on the very address that is connected to. Without one, the address is
 * one that the user has typed: where that is on the open internet, a redirect may not lead to a private network; from a
 * private network it leads neither to this machine nor to its link, and from these to no other; none leads from https
 * to http.
 *
 * @throws InputError for every way in which it can fail.
 */
export async function fetchText(
  address: URL,
  limits: Limits,
  guard?: Guard,
  isPublic: Guard['isAllowed'] = isPublicAddress,
): Promise<{ text: string; url: URL }> {
  const deadline = AbortSignal.timeout(limits.timeoutMs);
  let url = address;
  let reached: Hop | undefined;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    try {
      refuseUrl(url, guard);
      const lookUpHost =
        reached === undefined ? guardedLookup(guard) : redirectedLookup(reached, url, guard, isPublic);
      const response: IncomingMessage = await request(
        url,
        deadline,
        lookUpHost,
        limits.headers?.get(url.origin),
        await limits.certificates?.get(url.origin)?.(),
      );
      reached = { url, address: response.socket.remoteAddress ?? '' };
      const target = redirectTarget(response, url);
      if (target === undefined) {
        checkStatus(response, url);
        return { text: decodeText(await readLimited(response, limits.maxBytes, url)), url };
      }
      response.destroy();
      url = target;
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw deadline.aborted ? timedOut(url, limits) : unreachable(url, error as NodeJS.ErrnoException);
    }
  }
  throw new InputError(
    `${address.href} redirects more than ${maxRedirects} times.`,
    'Open it in a browser and pass the address where it ends.',
  );
}

function refuseUrl(url: URL, guard: Guard | undefined): void {
  if (!/^https?:$/.test(url.protocol)) {
    throw new InputError(`${url.href} is not fetched: only http and https are.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new InputError(
      `The address of ${url.host} holds a user name or password, which is not supported.`,
      'Download the document with them, then pass the file.',
    );
  }
  if (guard === undefined) return;
  if (!guard.hosts.includes(url.host) && !guard.hosts.includes(url.hostname)) {
    throw new InputError(`${url.host} is not one of the hosts that may be fetched from`);
  }
  const ip = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(ip) !== 0 && !guard.isAllowed(ip)) throw privateAddress(url.host);
}

/** What was connected to, where a redirect came from. */
interface Hop {
  url: URL;
  /** Its IP address; nothing where that is not known any more. */
  address: string;
}

/** The parts of the network that only see themselves: a redirect leads from none of them to another. */
const enclosed: readonly BlockList[] = [
  listNetworks([
    ['127.0.0.0', 8],
    ['::1', 128],
  ]),
  listNetworks([
    ['169.254.0.0', 16],
    ['fe80::', 10],
  ]),
];

/** Whether two addresses that are not of the open internet lie in the same part of the network. */
function isBeside(from: string, to: string): boolean {
  return enclosed.every((list) => list.check(from, family(from)) === list.check(to, family(to)));
}

/** Looks up the host of a redirect, which may not lead to what its origin does not see. */
function redirectedLookup(
  from: Hop,
  to: URL,
  guard: Guard | undefined,
  isPublic: Guard['isAllowed'],
): LookupFunction | undefined {
  if (from.url.protocol === 'https:' && to.protocol === 'http:') {
    throw new InputError(
      `${from.url.href} redirects to ${to.href}, which is not encrypted.`,
      'Pass the address where it ends if that is meant, or download the document and pass the file.',
    );
  }
  if (guard !== undefined) return guardedLookup(guard);
  const isOpen = from.address === '' || isPublic(from.address);
  const isAllowed = (address: string) => isPublic(address) || (!isOpen && isBeside(from.address, address));
  const ip = to.hostname.replace(/^\[|\]$/g, '');
  const refuse = () => privateRedirect(from.url, to);
  if (isIP(ip) !== 0 && !isAllowed(ip)) throw refuse();
  return checkedLookup(isAllowed, refuse);
}

function privateRedirect(from: URL, to: URL): InputError {
  return new InputError(
    `${from.href} redirects to ${to.host}, which is an address of a private network.`,
    'Pass the address where it ends if that is meant, or download the document and pass the file.',
  );
}

function request(
  url: URL,
  signal: AbortSignal,
  lookup: LookupFunction | undefined,
  own: Readonly<Record<string, string>> = {},
  certificate?: { cert: string; key: string; ca?: string },
): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getHttps : getHttp;
  const headers = {
    accept: 'application/json, application/yaml, text/yaml, */*;q=0.5',
    'accept-encoding': 'gzip',
    'user-agent': 'mcpwright',
    ...own,
  };
  return new Promise((resolve, reject) => {
    get(url, { signal, headers, ...certificate, ...(lookup && { lookup }) }, resolve).on('error', reject);
  });
}

function guardedLookup(guard: Guard | undefined): LookupFunction | undefined {
  return guard && checkedLookup(guard.isAllowed, privateAddress);
}

/** Looks names up, and refuses those that have an address which is not allowed. */
function checkedLookup(
  isAllowed: Guard['isAllowed'],
  refuse: (hostname: string) => InputError,
): LookupFunction {
  return (hostname, options, done) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) return done(error, []);
      if (!addresses.every(({ address }) => isAllowed(address))) return done(refuse(hostname), []);
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}

function redirectTarget({ statusCode = 0, headers }: IncomingMessage, url: URL): URL | undefined {
  const { location } = headers;
  return [301, 302, 303, 307, 308].includes(statusCode) && location !== undefined
    ? new URL(location, url)
    : undefined;
}

function checkStatus(response: IncomingMessage, url: URL): void {
  const { statusCode = 0, statusMessage = '' } = response;
  if (statusCode === 200) return;
  response.destroy();
  throw new InputError(
    `${url.href} answers ${statusCode} ${statusMessage}`.trim() + '.',
    hints[statusCode] ?? 'Open it in a browser; if it works there, download the document and pass the file.',
  );
}

async function readLimited(response: IncomingMessage, maxBytes: number, url: URL): Promise<Uint8Array> {
  const zipped = response.headers['content-encoding'] === 'gzip';
  const body = zipped ? response.pipe(createGunzip()) : response;
  response.on('error', (error) => body.destroy(error));
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      throw tooLarge(url.href, maxBytes);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The error for a text that is larger than we read. */
export function tooLarge(what: string, maxBytes: number): InputError {
  return new InputError(
    `${what} is larger than ${formatBytes(maxBytes)}, which is the limit.`,
    'Check that it is the OpenAPI document, or leave out the parts that you do not need.',
  );
}

function formatBytes(bytes: number): string {
  return bytes < 1024 ** 2 ? `${bytes} bytes` : `${Math.round(bytes / 1024 ** 2)} MB`;
}

function timedOut(url: URL, { timeoutMs }: Limits): InputError {
  return new InputError(
    `${url.href} did not answer within ${timeoutMs / 1000} s.`,
    'Try again, or download the document and pass the file.',
  );
}

function privateAddress(host: string): InputError {
  return new InputError(`${host} is an address of a private network, from which nothing is fetched`);
}

/** What went wrong with a connection, in words. */
const reasons: Record<string, string> = {
  ENOTFOUND: 'no such host is known',
  EAI_AGAIN: 'its name cannot be looked up at the moment',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed before the response was complete',
};

function unreachable(url: URL, error: NodeJS.ErrnoException): InputError {
  return new InputError(
    `${url.href} cannot be fetched: ${reasons[error.code ?? ''] ?? error.message}.`,
    'Check the address and the network, or download the document and pass the file.',
  );
}

/** Special-purpose networks (RFC 6890 and its registries): this host, the private network, no host at all. */
const reserved: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  // IPv4-compatible addresses, which nothing on the open internet has any more, and ::1 and :: among them.
  ['::', 96],
  // NAT64 of a network's own, which may lead wherever that network likes (RFC 8215).
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const blocked = listNetworks(reserved);

/**
 * Networks whose addresses carry IPv4 addresses, one of which is connected to in the end, and the 16 bits at which each
 * begins: mapped (RFC 4291, 2.5.5.2), translated (RFC 2765, 2.1), NAT64 (RFC 6052, 2.1), 6to4 (RFC 3056, 2) and Teredo,
 * of its server and, turned over, of its client (RFC 4380, 4).
 */
const carriers: readonly {
  network: string;
  prefix: number;
  at: readonly [first: number, turned?: number];
}[] = [
  { network: '::ffff:0:0', prefix: 96, at: [6] },
  { network: '::ffff:0:0:0', prefix: 96, at: [6] },
  { network: '64:ff9b::', prefix: 96, at: [6] },
  { network: '2002::', prefix: 16, at: [1] },
  { network: '2001::', prefix: 32, at: [2, 6] },
];
const carrying = carriers.map(({ network, prefix, at }) => ({ list: listNetworks([[network, prefix]]), at }));

function listNetworks(networks: readonly (readonly [network: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family(network));
  return list;
}

/** Whether an IP address is one of the open internet, and so is each that it carries. */
export function isPublicAddress(address: string): boolean {
  if (blocked.check(address, family(address))) return false;
  if (!isIPv6(address)) return true;
  const groups = readGroups(address);
  return carrying
    .filter(({ list }) => list.check(address, 'ipv6'))
    .every(({ at: [first, turned] }) => {
      const client = turned === undefined ? [] : [groups.slice(turned).map((group) => group ^ 0xff_ff)];
      return [groups.slice(first, first + 2), ...client].every((carried) => isPublicAddress(toIPv4(carried)));
    });
}

/** The eight groups of 16 bits of an IPv6 address, as URLs have them (WHATWG URL, host serializing). */
function readGroups(address: string): number[] {
  const plain = new URL(`http://[${address.replace(/%.*$/s, '')}]`).hostname.slice(1, -1);
  const [before = '', after] = plain.split('::');
  const [first, last] = [parseGroups(before), parseGroups(after)];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

function parseGroups(text = ''): number[] {
  return text.split(':').flatMap((group) => (group === '' ? [] : Number.parseInt(group, 16)));
}

function toIPv4([high = 0, low = 0]: readonly number[]): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/** Whether a text is an absolute http or https URL. */
export function isWebUrl(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '');
}

/**
 * All bytes of a stream, which is read no further than `maxBytes`.
 *
 * @throws InputError where there are more; `what` is what holds them, in words.
 */
export async function gather(
  stream: AsyncIterable<Uint8Array>,
  what: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(what, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const utf16: [number, number, string][] = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
];

/** Bytes as text: UTF-16 where a byte order mark says so, else UTF-8. The mark itself is dropped. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = utf16.find(([first, second]) => bytes[0] === first && bytes[1] === second)?.[2];
  return new TextDecoder(encoding ?? 'utf-8').decode(bytes);
}
