import type { CallToolResult } from '@modelcontextprotocol/server';
import { describeSize } from './describeSize.js';
import { textResult } from './textResult.js';

/** Bytes of a result: the official clients end a connection over which a message of 10 MiB comes. */
const mostBytes = 8 * 1024 * 1024;

/** A result that code of `custom.ts` has made, or what is said of one that no client takes. */
export function boundResult(result: CallToolResult, tool: string): CallToolResult {
  if (Buffer.byteLength(JSON.stringify(result)) <= mostBytes) return result;
  return textResult(
    `${tool} was carried out, but what it gave is larger than ${describeSize(mostBytes)}, which clients do not take. Ask for less of it.`,
    true,
  );
}
