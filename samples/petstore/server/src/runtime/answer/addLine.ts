import type { CallToolResult } from '@modelcontextprotocol/server';

/** The result with a line in a text block of its own, beside what the API said. */
export function addLine(result: CallToolResult, text: string): CallToolResult {
  return { ...result, content: [...result.content, { type: 'text', text }] };
}
