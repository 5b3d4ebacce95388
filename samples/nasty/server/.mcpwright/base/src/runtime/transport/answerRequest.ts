import {
  isJsonContentType,
  isLegacyRequest,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
  type McpHttpHandler,
  type RequestId,
} from '@modelcontextprotocol/server';
import type { App } from '../app.js';
import { idOf } from './idOf.js';
import { losesArgument, lostArgument } from './losesArgument.js';
import { parseJson } from '../parseJson.js';

const json = 'application/json';
const stream = 'text/event-stream';

/**
 * Answers a request with the SDK's handler, but for those of protocol 2025-11-25 and before: the SDK would stream
 * every answer, and refuse clients that do not accept both JSON and event streams. Nothing is said here before the
 * result, so such a client gets JSON, and a stream only where it does not accept JSON.
 */
export async function answerRequest(request: Request, app: App, mcp: McpHttpHandler): Promise<Response> {
  const { headers } = request;
  if (request.method !== 'POST' || !isJsonContentType(headers.get('content-type'))) return mcp.fetch(request);
  const parsedBody = parseJson(await request.text());
  if (parsedBody === undefined)
    return refuse(null, ProtocolErrorCode.ParseError, 'Parse error: this is not JSON');
  if (losesArgument(parsedBody))
    return refuse(idOf(parsedBody), ProtocolErrorCode.InvalidParams, lostArgument);
  if (!(await isLegacyRequest(request, parsedBody))) return mcp.fetch(request, { parsedBody });
  const accept = headers.get('accept') ?? '';
  const onlyStreams = accept.includes(stream) && !accept.includes(json);
  headers.set('accept', `${json}, ${stream}`);
  return onlyStreams ? mcp.fetch(request, { parsedBody }) : answerInJson(request, app, parsedBody);
}

async function answerInJson(request: Request, app: App, parsedBody: unknown): Promise<Response> {
  const server = app.createServer();
  const close = () => void server.close();
  request.signal.addEventListener('abort', close, { once: true });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody });
  close();
  return response;
}

function refuse(id: RequestId | null, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status: 400 });
}
