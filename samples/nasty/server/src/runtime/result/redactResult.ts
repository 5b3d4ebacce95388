import type { CallToolResult } from '@modelcontextprotocol/server';
import { isObject } from '../json.js';
import { redact, redactBytes } from '../redact.js';

/** Members that hold a file. */
const files = new Set(['data', 'blob']);

/**
 * Takes secrets out of all that a result shows, wherever the API has put them: headers, media types and the names and
 * contents of files count as well. A value that still holds one, in another spelling than the text, is left out.
 */
export function redactResult(result: CallToolResult, secrets: readonly string[]): CallToolResult {
  if (secrets.length === 0) return result;
  const content = result.content.map((block) => clean(block, secrets) as typeof block);
  const { structuredContent, ...others } = result;
  if (structuredContent === undefined) return { ...others, content };
  const value = JSON.stringify(structuredContent);
  return { ...others, content, ...(redact(value, secrets) === value && { structuredContent }) };
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
