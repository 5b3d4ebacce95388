import type { PublishFacts } from '../../model/publish/facts.js';
import { isLocalHost, isReservedHost, parseUrl } from '../../text/parseUrl.js';

/** A command as a list of words, or as a line (compose specification, command; Dockerfile, exec form; Kubernetes, command). */
function listWords(command: unknown): string[] {
  if (Array.isArray(command)) return command.flatMap((one) => listWords(one));
  return typeof command === 'string' ? command.split(/[\s"',[\]]+/).filter((word) => word !== '') : [];
}

/** The files of `dist/` that a command names, from that folder on: `stdio.js`. */
function listBuilt(command: unknown): string[] {
  return listWords(command).flatMap((word) => /(?:^|\/)dist\/(.+)$/.exec(word)?.[1] ?? []);
}

/** The files that the build of a project makes and that can be started. */
function listEntries({ transports }: Pick<PublishFacts, 'transports'>): string[] {
  return Object.entries(transports).flatMap(([name, isThere]) => (isThere ? [`${name}.js`] : []));
}

/** What a command starts that the build does not make: `dist/servr.js`. */
export function listUnbuilt(command: unknown, facts: Pick<PublishFacts, 'transports'>): string[] {
  const entries = listEntries(facts);
  return listBuilt(command).flatMap((name) => (entries.includes(name) ? [] : `dist/${name}`));
}

/**
 * What starts in a container that is to listen, and does not: undefined where it listens, or where that cannot be told.
 *
 * @param entry - what takes the place of the entry point of the image; undefined where that stays
 */
export function findSilent(
  entry: unknown,
  rest: unknown,
  facts: Pick<PublishFacts, 'transports'>,
): string | undefined {
  const ofImage = facts.transports.stdio ? 'stdio.js' : 'http.js';
  const [started] = entry === undefined ? [ofImage] : [...listBuilt(entry), ...listBuilt(rest)];
  return started !== undefined && started !== 'http.js' && listEntries(facts).includes(started)
    ? `dist/${started}`
    : undefined;
}

/** What a text holds that somebody has yet to fill in; domains that are nobody's (RFC 2606). */
const placeholder = /[<>{}\s]|replace-?me|change-?me|\byour-/i;

/** The settings that are addresses of the server itself. */
const addresses = new Set(['MCP_AUTH_ISSUER', 'MCP_PUBLIC_URL']);

/**
 * Why a setting cannot be the address that it has to be: `is not of https`. Undefined where it can, or is no address.
 *
 * @param text - the value; `${NAME}` and `$(NAME)` in it are filled in by whoever runs it
 */
export function explainAddress(
  name: string,
  text: string,
  { choices }: Pick<PublishFacts, 'choices'>,
): string | undefined {
  if (!addresses.has(name)) return undefined;
  const value = text
    .replaceAll(/\$\{\w+:?-([^}]*)\}/g, '$1')
    .replaceAll(/\$\{\w+[^}]*\}|\$\(\w+\)|\$\w+/g, 'variable')
    .trim();
  if (value === 'variable' || value === choices.url) return undefined;
  if (placeholder.test(value)) return 'still holds a placeholder';
  const url = parseUrl(value);
  if (url === undefined) return 'is no URL';
  const isLocal = isLocalHost(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) return 'is not of https';
  if (isReservedHost(url.hostname)) return 'is of a domain for examples';
  if (url.username !== '' || url.password !== '') return 'holds a user or a password';
  if (url.hash !== '' || url.search !== '') return 'has a query or a fragment';
  return undefined;
}

/** How an address is mended. */
export function fixAddress(name: string): string {
  return name === 'MCP_AUTH_ISSUER'
    ? 'Write the https URL of your authorization server, as its metadata has it under issuer.'
    : 'Write the https URL by which clients reach the server, as in publish.url.';
}
