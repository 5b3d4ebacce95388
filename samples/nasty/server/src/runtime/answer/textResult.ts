import type { CallToolResult } from '@modelcontextprotocol/server';

/** A result that is one text. */
export function textResult(text: string, isError = false): CallToolResult {
  return { content: [{ type: 'text', text }], ...(isError && { isError }) };
}
