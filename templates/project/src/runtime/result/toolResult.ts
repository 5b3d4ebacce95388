import type { CallToolResult } from '@modelcontextprotocol/server';
import { isObject } from '../json.js';
import { redact, redactBytes } from '../redact.js';
import { describeSize } from '../text.js';
import type { Tool } from '../tool.js';

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
 * without it. Where there is no value, because the answer is empty, cut, or no JSON, its text stands under `member`.
 */
export function ensureStructuredContent(result: CallToolResult, member: string): CallToolResult {
  const { content, isError, structuredContent } = result;
  if (isError || isObject(structuredContent)) return result;
  if (structuredContent !== undefined) return { ...result, structuredContent: { result: structuredContent } };
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return { ...result, structuredContent: texts.length === 0 ? {} : { [member]: texts.join('\n') } };
}

/** The member of structured content under which text stands where there is no value. */
export function memberForText({ typed }: Pick<Tool, 'typed'>): string {
  return typed?.other ?? 'result';
}

/**
 * Bytes, and characters of a text, that are handed on within a message: clients keep all of it in memory, and end a
 * connection over which 10 MiB come. A character may take six bytes, and a text may stand there twice.
 */
export const mostEmbedded = 5 * 1024 * 1024;

/** Members that hold a file. */
const files = new Set(['data', 'blob']);

/**
 * Takes secrets out of all that a result shows, wherever the API has put them: headers, media types and the names and
 * contents of files count as well. A value that still holds one, in another spelling than the text, is left out.
 */
export function redactResult(result: CallToolResult, secrets: readonly string[]): CallToolResult {
  if (secrets.length === 0) return result;
  const { structuredContent, ...others } = result;
  others.content = result.content.map((block) => cleanBlock(block, secrets));
  if (structuredContent === undefined) return others;
  const value = JSON.stringify(structuredContent);
  if (redact(value, secrets) === value) others['structuredContent'] = structuredContent;
  return others;
}

/** Most blocks are a text and nothing else. */
function cleanBlock<Block extends CallToolResult['content'][number]>(
  block: Block,
  secrets: readonly string[],
): Block {
  if (block.type !== 'text' || Object.keys(block).length > 2) return clean(block, secrets) as Block;
  const text = redact(block.text, secrets);
  return text === block.text ? block : { ...block, text };
}

function clean(value: unknown, secrets: readonly string[], name = ''): unknown {
  if (typeof value === 'string') return files.has(name) ? cleanFile(value, secrets) : redact(value, secrets);
  if (Array.isArray(value)) return value.map((item) => clean(item, secrets));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, clean(member, secrets, key)]));
}

function cleanFile(base64: string, secrets: readonly string[]): string {
  const bytes = Buffer.from(base64, 'base64');
  const cleaned = redactBytes(bytes, secrets);
  return cleaned === bytes ? base64 : Buffer.from(cleaned).toString('base64');
}
