import type { CallToolResult } from '@modelcontextprotocol/server';
import { compactJson } from './compactJson.js';
import { cutText } from './cutText.js';
import { decodeText } from './decodeText.js';
import { isJson } from '../isJson.js';
import { isObject } from '../isObject.js';
import { isText } from './isText.js';
import { parseJson } from '../parseJson.js';
import { redact } from '../redact.js';
import type { Answer } from './send.js';
import { statusLine } from './statusLine.js';
import { textResult } from './textResult.js';

/** An answer, and what is needed to hand it on. */
interface Received {
  body: Uint8Array;
  headers: Headers;
  /** As the API says it; empty where it says none. */
  contentType: string;
  /** What was asked for, without query and credentials. */
  address: string;
  secrets: readonly string[];
}

/** The first kind that fits decides how an answer is handed on; one of no kind is handed on as a file. */
const kinds: readonly {
  fits: (received: Received) => boolean;
  toResult: (received: Received) => CallToolResult;
}[] = [
  { fits: ({ contentType }) => isJson(contentType), toResult: jsonResult },
  { fits: ({ contentType }) => isText(contentType), toResult: (received) => shownText(readText(received)) },
  {
    fits: ({ contentType }) => contentType.startsWith('image/'),
    toResult: (received) => mediaResult('image', received),
  },
  {
    fits: ({ contentType }) => contentType.startsWith('audio/'),
    toResult: (received) => mediaResult('audio', received),
  },
  { fits: ({ contentType, body }) => contentType === '' && isUtf8(body), toResult: jsonResult },
];

/** Turns a successful answer of the API into the result of the call. */
export function toResult(answer: Answer, address: string, secrets: readonly string[]): CallToolResult {
  const { body, headers } = answer;
  if (body.length === 0) return emptyResult(answer);
  const contentType = headers.get('content-type')?.toLowerCase() ?? '';
  const received = { body, headers, contentType, address, secrets };
  const kind = kinds.find(({ fits }) => fits(received));
  return (kind?.toResult ?? fileResult)(received);
}

/** What an answer without a body can still say. */
const telling = ['location', 'content-length', 'content-type', 'etag', 'last-modified', 'allow'];

function emptyResult(answer: Answer): CallToolResult {
  const said = telling.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null || value === '0' ? [] : [`${name}: ${value}`];
  });
  const status = answer.status === 200 ? '200 OK, no content' : statusLine(answer);
  return textResult([status, ...said].join('\n'));
}

/**
 * The text is the API's own, so that large numbers stay what they are; the value goes with it where it is the same.
 * Structured content is an object (MCP 2025-11-25, Structured Content): any other value stands under `result`.
 */
function jsonResult(received: Received): CallToolResult {
  const text = readText(received);
  const value = parseJson(text);
  if (value === undefined) return shownText(text);
  const compact = compactJson(text);
  const shown = cutText(compact.text);
  const isSame = shown === compact.text && !compact.isLossy;
  return {
    ...textResult(shown),
    ...(isSame && { structuredContent: isObject(value) ? value : { result: value } }),
  };
}

function readText({ body, contentType, secrets }: Received): string {
  return redact(decodeText(body, contentType), secrets);
}

function shownText(text: string): CallToolResult {
  return textResult(cutText(text));
}

function mediaResult(type: 'image' | 'audio', received: Received): CallToolResult {
  return { content: [{ type, data: toBase64(received.body), mimeType: essence(received) }] };
}

function fileResult(received: Received): CallToolResult {
  const mimeType = essence(received) || 'application/octet-stream';
  const name = fileName(received);
  const size = `${received.body.length.toLocaleString('en')} bytes`;
  return {
    content: [
      { type: 'text', text: `${name ?? 'A file'} (${mimeType}, ${size})` },
      { type: 'resource', resource: { uri: received.address, mimeType, blob: toBase64(received.body) } },
    ],
  };
}

function essence({ contentType }: Received): string {
  return contentType.split(';')[0]?.trim() ?? '';
}

/** RFC 6266, the plain form of the file name. */
function fileName({ headers }: Received): string | undefined {
  return /filename="?([^";]+)/i.exec(headers.get('content-disposition') ?? '')?.[1];
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
