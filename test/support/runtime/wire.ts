import { request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Message } from './project.js';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Post {
  url: string;
  method?: string;
  headers?: Record<string, string | undefined>;
  body?: string | Buffer;
}

export const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** One HTTP request with full control of its headers; its answer is read to its end. */
export async function post(options: Post): Promise<Answer> {
  const response = await open(options);
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

/** The same, of which the answer is not read yet. */
export function open({ url, method = 'POST', headers = {}, body = '' }: Post): Promise<IncomingMessage> {
  const all = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined);
  return new Promise((resolve, reject) => {
    const sent = send(
      url,
      { method, headers: Object.fromEntries(all) as Record<string, string>, agent: false },
      resolve,
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

export const message = (method: string, params: object = {}, id: number | string = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
};

/** The headers and the body of a request of 2026-07-28. */
export const modern = (
  method: string,
  params: object = {},
  version = '2026-07-28',
  capabilities: object = {},
) => ({
  headers: {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...('name' in params && { 'mcp-name': String(params.name) }),
    ...('uri' in params && { 'mcp-name': String(params.uri) }),
  },
  body: message(method, {
    ...params,
    _meta: {
      ...envelope,
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    },
  }),
});

/** The names of the tools that a message lists. */
export function toolsOf({ result = {} }: Message): string[] {
  return (result['tools'] as { name: string }[]).map(({ name }) => name);
}

/** The JSON-RPC message of an answer, from JSON or from an event stream. */
export function messageOf({ headers, body }: Answer): Message {
  const isStream = headers['content-type']?.startsWith('text/event-stream');
  return JSON.parse(isStream ? (/^data: (.*)$/m.exec(body)?.[1] ?? '') : body) as Message;
}
