import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Mock, type MockParts, readPromise, takeSelector } from '../features.js';
import type { HttpResponse } from '../http/send.js';
import { isJson } from '../mediaTypes.js';
import { buildRequest } from '../request/buildRequest.js';
import { HeaderMap, checkUpload } from '../request/outgoing.js';
import { toResult } from '../result/result.js';
import type { MockResponse, Mocks } from '../tool.js';

/** Where requests would go: no host has a name below `invalid` (RFC 6761, 6.4). */
const nowhere = new URL('https://mock.invalid');

/**
 * Makes what answers calls from the document. A call is laid out as ever, so that what could not be sent is refused
 * in the same words, and its answer is handed on as ever; in between there is nothing that could send.
 */
export function createMock(mocks: Mocks, parts: MockParts): Mock {
  const { features, downloads, fileRoots, uploadMb } = parts;

  function find(name: string): MockResponse {
    const mock = Object.hasOwn(mocks, name) ? mocks[name] : undefined;
    return typeof mock === 'string' ? find(mock) : (mock ?? { status: 200 });
  }

  const answer: Mock['answer'] = async (tool, args, { finish, answerTokens }) => {
    const { selector, sent } = await takeSelector(tool, args, features);
    const request = await buildRequest(tool, sent, nowhere, { ...features, roots: fileRoots });
    checkUpload(request, uploadMb);
    const { url } = request;
    const canSelect = tool.select === true;
    const asked = {
      // No next page is told of: each would be the same.
      recipe: { ...tool.request, parameters: [] },
      args,
      url,
      secrets: [],
      answerTokens,
      downloads: downloads === undefined ? undefined : { folder: downloads, load: features.downloads },
      canSelect,
      ...(await readPromise(tool, features)),
      selector,
    };
    const mock = find(tool.name);
    return markMock(finish(await toResult(toAnswer(mock), asked)), mock);
  };
  return { answer, mark: (result) => markMock(result) };
}

function toAnswer({ status, mediaType, body, location }: MockResponse): HttpResponse {
  const headers = new HeaderMap(location === undefined ? [] : [['location', location]]);
  if (mediaType === undefined) return { status, reason: '', headers, body: new Uint8Array() };
  headers.set('content-type', mediaType);
  return {
    status,
    reason: '',
    headers,
    body: body === undefined ? sampleBytes(mediaType) : encode(mediaType, body),
  };
}

function encode(mediaType: string, body: unknown): Uint8Array {
  const isText = typeof body === 'string' && !isJson(mediaType);
  return Buffer.from(isText ? body : JSON.stringify(body));
}

/** Says in `_meta` of a result that it is a mock, and what it was made of (MCP, General fields, `_meta`). */
const mockKey = 'mcpwright/mock';

/** Marks a result as one that the API knows nothing of, unless it is; without `made` it says no more than that. */
function markMock(result: CallToolResult, made?: Omit<MockResponse, 'status'>): CallToolResult {
  if (result['_meta']?.[mockKey] !== undefined) return result;
  const { source, words } = describeSource(made);
  return {
    ...result,
    content: [...result.content, { type: 'text', text: `[mock] ${words}` }],
    _meta: { ...result['_meta'], [mockKey]: source },
  };
}

function describeSource(made: Omit<MockResponse, 'status'> | undefined): { source: string; words: string } {
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

/** A grey PNG of one pixel, and a millisecond of silence as WAV. */
const samples: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'audio/wav': 'UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==',
};

/** What stands for a file of a media type: a tiny one, or a text where none is known here. */
function sampleBytes(mediaType: string): Uint8Array {
  const sample = samples[mediaType];
  return sample === undefined ? Buffer.from('A sample file.\n') : Buffer.from(sample, 'base64');
}
