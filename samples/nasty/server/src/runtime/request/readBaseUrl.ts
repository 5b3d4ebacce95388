/** What a part of a host may be made of: `:`, `@`, `%`, `$` and the like would make it another address, or none. */
const label = String.raw`[\p{L}\p{M}\p{N}_~-]+`;
const name = new RegExp(String.raw`^${label}(?:\.${label})*\.?$`, 'u');
const literal = /^\[[0-9a-f:.]+\]$/i;

/** What is never part of a URL, though URL parsers drop it or take it for something else. */
export const neverInUrl = /[\s\p{Cc}\p{Cf}\\]/u;

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
  return URL.canParse(text) ? new URL(text) : 'is not an absolute http or https URL';
}

/** Whether a text can stand behind the colon of a host; it may be empty. */
export function isPort(text: string): boolean {
  return /^\d{0,5}$/.test(text) && Number(text) < 65_536;
}
