import { ProtocolError, ProtocolErrorCode, type ListToolsResult } from '@modelcontextprotocol/server';
import { echo } from './arguments/echo.js';
import type { ListedTool } from './offerTools.js';
import { remember } from './remember.js';

/** Bytes of one page: the official clients end a connection over which a message of 10 MiB comes. */
const mostBytes = 8 * 1024 * 1024;

/**
 * One page of `tools/list`: as many tools as are asked for, and no more than a client can take. A tool that is too large
 * for any page is left out, which the operator is told. The cursor holds where the page begins.
 */
export function pageOf(
  tools: readonly ListedTool[],
  cursor: string | undefined,
  size = tools.length,
  most = mostBytes,
): ListToolsResult {
  const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
  if (!Number.isInteger(start) || start < 0 || start > tools.length) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor');
  }
  const page: ListedTool[] = [];
  let end = start;
  for (let left = most; end < tools.length && page.length < size; end += 1) {
    const tool = tools[end]!;
    const bytes = bytesOf(tool);
    if (bytes > most) {
      tellLarge(tool);
      continue;
    }
    if (bytes > left) break;
    left -= bytes;
    page.push(tool);
  }
  return {
    tools: page as ListToolsResult['tools'],
    ...(end < tools.length && { nextCursor: Buffer.from(String(end)).toString('base64url') }),
  };
}

/** What a tool takes in a message, with the comma behind it. */
const bytesOf = remember((tool: ListedTool) => Buffer.byteLength(JSON.stringify(tool)) + 1);

/** Told once of each. */
const tellLarge = remember(({ name }: ListedTool) => {
  console.error(
    `The tool ${echo(name)} is not listed: by itself it is larger than a page of the list, which clients take no more of. Shorten its description or its schemas.`,
  );
  return true;
});
