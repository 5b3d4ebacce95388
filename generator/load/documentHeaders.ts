import { isLocalHost } from '../text/parseUrl.js';
import { listLines, parseOrigin } from './originLines.js';

/** Headers by the origin that they are for, and no other gets. */
export type DocumentHeaders = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** The environment variable with the headers that documents are fetched with which not everybody may read. */
export const headersVariable = 'MCPWRIGHT_DOCUMENT_HEADERS';
const variable = { name: headersVariable, example: 'https://docs.example.com Authorization: Bearer abc' };

/**
 * Reads the headers that documents are fetched with, each on a line behind the origin that it is for:
 * `https://docs.example.com Authorization: Bearer abc`.
 *
 * @throws InputError where a line is none, without what it holds, or its origin is not encrypted.
 */
export function readDocumentHeaders(env: Readonly<Record<string, string | undefined>>): DocumentHeaders {
  const found = new Map<string, Record<string, string>>();
  for (const { line, refuse } of listLines(env, variable)) {
    const [, address = '', name, value] =
      /^(\S+)[ \t]+([!#$%&'*+.^_`|~\w-]+):[ \t]*([\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*))$/.exec(
        line,
      ) ?? [];
    const url = parseOrigin(address);
    if (name === undefined || value === undefined || url === undefined)
      throw refuse('is not an origin and a header');
    if (url.protocol !== 'https:' && !isLocalHost(url.hostname))
      throw refuse('has an origin that is not encrypted');
    found.set(url.origin, { ...found.get(url.origin), [name.toLowerCase()]: value });
  }
  return found;
}
