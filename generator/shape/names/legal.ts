import type { Skipped } from '../../model/api.js';
import { unescapeSegment } from '../../model/document.js';

/** What Claude Code takes for a tool, with the `mcp__` and `__` that it puts around the server's name. */
const room = 64 - 'mcp____'.length;

/** Names are still told apart at this length; who gives a server a longer name pays for it. */
const least = 32;

/**
 * Most characters in the name of a tool. Clients count the server's name too: Cursor takes 60 characters for
 * both together, Claude Code writes `mcp__<server>__<tool>` in 64.
 */
export function longestName(serverName: string): number {
  return Math.max(least, room - serverName.length);
}

/**
 * What an operation is known by from one run to the next: method and path, as in `GET /pets/{petId}`. Of several that are
 * read to one path, the path is as each is written.
 */
export function operationKey({
  method,
  path,
  pointer,
  written = `${path}${fragmentOf(pointer)}`,
}: Pick<Skipped, 'method' | 'path' | 'written' | 'pointer'>): string {
  return `${method === '' ? '' : `${method} `}${written}`;
}

/** The path as the document writes it, where it has patterns: `/v1/{name=shelves/*}`. */
export function findPatterned({ pointer }: Pick<Skipped, 'pointer'>): string | undefined {
  const path = unescapeSegment(pointer.split('/')[2] ?? '');
  return /\{[^{}=]+=[^{}]*\}/.test(path) ? path : undefined;
}

/** Some documents tell operations on the same path apart by a `#fragment`, which is no part of the path. */
function fragmentOf(pointer: string): string {
  const [, , path = ''] = pointer.split('/');
  const start = path.indexOf('#');
  return start === -1 ? '' : unescapeSegment(path.slice(start));
}
