import type { CallToolResult } from '@modelcontextprotocol/server';
import { toResult } from '../answer/result.js';
import type { Answer } from '../answer/send.js';
import { isJson } from '../isJson.js';
import { readSelector } from '../readSelector.js';
import { buildRequest, type Arguments } from '../request/buildRequest.js';
import { checkUpload } from '../request/checkUpload.js';
import type { MockAnswer, Mocks, Tool } from '../tool.js';
import { markMock } from './markMock.js';
import { sampleBytes } from './sampleBytes.js';

/** What a call needs besides its tool and arguments. */
export interface MockParts {
  answerTokens?: number | undefined;
  downloads?: string | undefined;
  fileRoots?: readonly string[] | undefined;
  uploadMb?: number | undefined;
}

/** What stands for the API. */
export interface Mock {
  /** Answers a call with checked arguments; `finish` is done to the result before it is marked. */
  answer: (
    tool: Tool,
    args: Arguments,
    finish: (result: CallToolResult) => CallToolResult,
  ) => Promise<CallToolResult>;
  /** Marks a result that is no answer of it. */
  mark: (result: CallToolResult) => CallToolResult;
}

/** Where requests would go: no host has a name below `invalid` (RFC 6761, 6.4). */
const nowhere = new URL('https://mock.invalid');

/**
 * Makes what answers calls from the document. A call is laid out as ever, so that what could not be sent is refused
 * in the same words, and its answer is handed on as ever; in between there is nothing that could send.
 */
export function createMock(mocks: Mocks, parts: MockParts): Mock {
  const { answerTokens, downloads, fileRoots, uploadMb } = parts;

  function find(name: string): MockAnswer {
    const mock = Object.hasOwn(mocks, name) ? mocks[name] : undefined;
    return typeof mock === 'string' ? find(mock) : (mock ?? { status: 200 });
  }

  const answer: Mock['answer'] = async (tool, args, finish) => {
    const { selector, sent } = await readSelector(tool, args);
    const request = await buildRequest(tool, sent, nowhere, fileRoots);
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
      downloads,
      canSelect,
      selector,
    };
    const mock = find(tool.name);
    return markMock(finish(await toResult(toAnswer(mock), asked)), mock);
  };
  return { answer, mark: (result) => markMock(result) };
}

function toAnswer({ status, mediaType, body }: MockAnswer): Answer {
  if (mediaType === undefined) return { status, reason: '', headers: new Headers(), body: new Uint8Array() };
  const headers = new Headers({ 'content-type': mediaType });
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
