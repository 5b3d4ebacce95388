import type { CallToolResult } from '@modelcontextprotocol/server';
import { isObject } from '../isObject.js';

/**
 * What a tool with an output schema answers: structured content whatever came, since clients refuse an answer
 * without it. Where there is no value, because the answer is empty, cut, or no JSON, its text stands under `result`.
 */
export function keepPromise(result: CallToolResult): CallToolResult {
  const { content, isError, structuredContent } = result;
  if (isError || isObject(structuredContent)) return result;
  if (structuredContent !== undefined) return { ...result, structuredContent: { result: structuredContent } };
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return { ...result, structuredContent: texts.length === 0 ? {} : { result: texts.join('\n') } };
}
