import { expect } from 'vitest';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Call } from './readCalls.js';
import type { Served } from './serveDocument.js';

/** Makes a call, and holds its result to what is expected of it. */
export async function judgeCall(served: Served, call: Call, origin: string): Promise<void> {
  const result = await served.call(call.operation, call.arguments ?? {});
  const { isError = false, structuredContent } = result;
  const place = JSON.stringify(call).slice(0, 500);
  const content = result.content.map((block) => toText(block).replaceAll(origin, '{origin}'));
  const [text = ''] = content;
  expect(isError ? text : '', place).toBe(call.error === undefined ? '' : text);
  for (const words of call.error ?? []) expect(text, place).toContain(words);
  if (call.content !== undefined) {
    const names = call.content.some((block) => block.includes('no content\n'));
    expect(names ? content : content.map(withoutHeaders), place).toEqual(call.content);
  }
  if (call.value === undefined) return;
  const value: unknown = JSON.parse(JSON.stringify(structuredContent ?? null).replaceAll(origin, '{origin}'));
  expect(value, place).toEqual(call.value);
}

/** A status without the headers that follow it, where a call does not say which it expects. */
function withoutHeaders(text: string): string {
  return text.replace(/^(\d{3} [\w ]+, no content)(?:\n[\w-]+: .*)+$/, '$1');
}

function toText(block: CallToolResult['content'][number]): string {
  if (block.type === 'text') return block.text;
  const { mimeType = '' } = block.type === 'resource' ? block.resource : block;
  return `${block.type} ${mimeType}`;
}
