import { ProtocolError, ProtocolErrorCode, type ListToolsResult } from '@modelcontextprotocol/server';
import type { ListedTool } from './offerTools.js';

/** One page of `tools/list`. The cursor holds where the page begins. */
export function pageOf(
  tools: readonly ListedTool[],
  cursor: string | undefined,
  size = tools.length,
): ListToolsResult {
  const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
  if (!Number.isInteger(start) || start < 0 || start > tools.length) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor');
  }
  const end = start + size;
  return {
    tools: tools.slice(start, end) as ListToolsResult['tools'],
    ...(end < tools.length && { nextCursor: Buffer.from(String(end)).toString('base64url') }),
  };
}
