import type { CallToolResult } from '@modelcontextprotocol/server';
import { isObject } from '../json.js';
import { describeSize } from '../text.js';

/** A result that is one text. */
export function textResult(text: string, isError = false): CallToolResult {
  return { content: [{ type: 'text', text }], ...(isError && { isError }) };
}

/** The result with a line in a text block of its own, beside what the API said. */
export function addLine(result: CallToolResult, text: string): CallToolResult {
  return { ...result, content: [...result.content, { type: 'text', text }] };
}

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

/**
 * What a tool with an output schema answers: structured content whatever came, since clients refuse an answer
 * without it. Where there is no value, because the answer is empty, cut, or no JSON, its text stands under `result`.
 */
export function ensureStructuredContent(result: CallToolResult): CallToolResult {
  const { content, isError, structuredContent } = result;
  if (isError || isObject(structuredContent)) return result;
  if (structuredContent !== undefined) return { ...result, structuredContent: { result: structuredContent } };
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return { ...result, structuredContent: texts.length === 0 ? {} : { result: texts.join('\n') } };
}

/**
 * Bytes, and characters of a text, that are handed on within a message: clients keep all of it in memory, and end a
 * connection over which 10 MiB come. A character may take six bytes, and a text may stand there twice.
 */
export const mostEmbedded = 5 * 1024 * 1024;
