import type { CallToolResult } from '@modelcontextprotocol/server';
import { redact } from '../redact.js';

/**
 * Takes secrets out of all that a result shows as text, wherever the API has put them: headers and file names
 * count as well. A value that still holds one, in another spelling than the text, is left out.
 */
export function redactResult(result: CallToolResult, secrets: readonly string[]): CallToolResult {
  if (secrets.length === 0) return result;
  const clean = (text: string) => redact(text, secrets);
  const content = result.content.map((block) => {
    if (block.type === 'text') return { ...block, text: clean(block.text) };
    if (block.type === 'resource_link') return { ...block, name: clean(block.name), uri: clean(block.uri) };
    if (block.type !== 'resource') return block;
    return { ...block, resource: { ...block.resource, uri: clean(block.resource.uri) } };
  });
  const { structuredContent, ...others } = result;
  if (structuredContent === undefined) return { ...others, content };
  const value = JSON.stringify(structuredContent);
  return { ...others, content, ...(clean(value) === value && { structuredContent }) };
}
