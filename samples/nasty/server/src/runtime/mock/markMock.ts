import type { CallToolResult } from '@modelcontextprotocol/server';
import type { MockAnswer } from '../tool.js';

/** Says in `_meta` of a result that it is a mock, and what it was made of (MCP, General fields, `_meta`). */
export const mockKey = 'mcpwright/mock';

/** Marks a result as one that the API knows nothing of, unless it is; without `made` it says no more than that. */
export function markMock(result: CallToolResult, made?: Omit<MockAnswer, 'status'>): CallToolResult {
  if (result['_meta']?.[mockKey] !== undefined) return result;
  const { source, words } = describe(made);
  return {
    ...result,
    content: [...result.content, { type: 'text', text: `[mock] ${words}` }],
    _meta: { ...result['_meta'], [mockKey]: source },
  };
}

function describe(made: Omit<MockAnswer, 'status'> | undefined): { source: string; words: string } {
  const { source, mediaType } = made ?? {};
  if (made === undefined) return { source: 'none', words: 'Nothing was sent to the API.' };
  if (source === 'example')
    return { source, words: "Made from the document's example; nothing was sent to the API." };
  if (source === 'schema')
    return { source, words: "Made from the document's schema; nothing was sent to the API." };
  return mediaType === undefined
    ? { source: 'status', words: 'The document describes no more than this; nothing was sent to the API.' }
    : { source: 'sample', words: 'A sample file; nothing was sent to the API.' };
}
