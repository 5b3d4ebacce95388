import type { Address, Sessions } from './httpParts.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  classifyInboundRequest,
  isJsonContentType,
  isLegacyRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageExtraInfo,
  parseJSONRPCMessage,
  ProtocolErrorCode,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { isObject, parseJson } from '../../json.js';
import { isJson } from '../../mediaTypes.js';
import { asksForProgress, clipError, idOf, refuseCall } from '../runProgram.js';
import { errorResponse, headersOfRefusal, whoAsks } from './createGate.js';

const json = 'application/json';
const stream = 'text/event-stream';

/**
 * Answers a request with the SDK's handler, but for those of protocol 2025-11-25 and before: these may belong to
 * sessions, and of the others the SDK would stream every answer and refuse clients that do not accept both JSON and
 * event streams. Such a client gets JSON, and a stream only where it does not accept JSON, or asks for progress
 * outside of a session: nothing else is said before the result.
 */
export async function answerRequest(
  request: Request,
  address: Address,
  sessions: Sessions | undefined,
): Promise<Response> {
  return clipErrorResponse(await answerAtLength(request, address, sessions));
}

async function answerAtLength(
  request: Request,
  address: Address,
  sessions: Sessions | undefined,
): Promise<Response> {
  const { headers } = request;
  const { mcp } = address;
  const who = whoAsks(address);
  if (request.method !== 'POST') return sessions?.answer(request, address) ?? mcp.fetch(request, who);
  if (!isJsonContentType(headers.get('content-type'))) return mcp.fetch(request, who);
  const body = parseJson(await request.text());
  if (body === undefined)
    return errorResponse(400, ProtocolErrorCode.ParseError, 'Parse error: this is not JSON');
  const fault = refuseCall(body);
  if (fault !== undefined) return errorResponse(400, ProtocolErrorCode.InvalidParams, fault, idOf(body));
  const refusal = await address.stepUp?.(body);
  if (refusal !== undefined) {
    const { status, message } = refusal;
    const answer = errorResponse(status, ProtocolErrorCode.InvalidRequest, message, idOf(body));
    for (const [name, value] of Object.entries(headersOfRefusal(refusal))) answer.headers.set(name, value);
    return answer;
  }
  if (!(await isLegacyRequest(request, body))) {
    const mismatch = await address.view.findMismatch?.(body, headers);
    // HeaderMismatch (MCP, Streamable HTTP).
    if (mismatch !== undefined) return errorResponse(400, -32_020, mismatch, idOf(body));
    const check = (message: unknown) => mcp.fetch(request, { ...who, parsedBody: message });
    return (await answerListening(request, body, address, check)) ?? check(body);
  }
  const accept = headers.get('accept') ?? '';
  headers.set('accept', `${json}, ${stream}`);
  if (sessions === undefined && accept.includes(stream) && asksForProgress(body)) {
    return answerOnce(request, address, body, false);
  }
  const answer = await (sessions?.answer(request, address, body) ?? answerOnce(request, address, body));
  return accept.includes(stream) && !accept.includes(json) ? toStream(answer) : answer;
}

/** Answers a client that wants to listen to what this server looks after itself; nothing where it does not. */
async function answerListening(
  request: Request,
  message: unknown,
  address: Address,
  check: (message: unknown) => Promise<Response>,
): Promise<Response | undefined> {
  if (!isObject(message) || message['method'] !== 'subscriptions/listen') return undefined;
  const { closing, view } = address;
  const { extend } = await view.serve();
  const answer = (await extend?.())?.find((one) => one.answer !== undefined)?.answer;
  return answer?.(request, message, { ...whoAsks(address), closing, changes: view.changes, check });
}

async function answerOnce(
  request: Request,
  address: Address,
  parsedBody: unknown,
  enableJsonResponse = true,
): Promise<Response> {
  const server = await address.view.createServer();
  const close = () => void server.close();
  request.signal.addEventListener('abort', close, { once: true });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse });
  await server.connect(transport);
  const response = await transport.handleRequest(request, { ...whoAsks(address), parsedBody });
  if (enableJsonResponse || response.body === null) {
    close();
    return response;
  }
  // The server lives as long as the stream.
  const body = response.body.pipeThrough(new TransformStream({ flush: close }));
  return new Response(body, response);
}

/** The same answer as a stream of one event. */
async function toStream(answer: Response): Promise<Response> {
  if (answer.status !== 200) return answer;
  const headers = new Headers(answer.headers);
  headers.set('content-type', stream);
  headers.set('cache-control', 'no-cache, no-transform');
  headers.set('x-accel-buffering', 'no');
  return new Response(`event: message\ndata: ${await answer.text()}\n\n`, { headers });
}

/** Answers `/healthz` (the server runs) and `/readyz` (it takes requests); says whether it was asked. */
export function answerHealth(request: IncomingMessage, response: ServerResponse, isReady: boolean): boolean {
  if (request.url !== '/healthz' && request.url !== '/readyz') return false;
  const isFine = isReady || request.url === '/healthz';
  response.writeHead(isFine ? 200 : 503, { 'content-type': 'text/plain' });
  response.end(isFine ? 'ok\n' : 'shutting down\n');
  return true;
}

/** A response that says no, without what a caller could have put into its texts. */
async function clipErrorResponse(answer: Response): Promise<Response> {
  const isJsonError = isJson(answer.headers.get('content-type') ?? '');
  if (answer.ok || !isJsonError) return answer;
  const text = await answer.text();
  const message = parseJson(text);
  const body = message === undefined ? text : JSON.stringify(clipError(message));
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(body, { status: answer.status, headers });
}

/** Bytes of a body that are taken; the SDK takes no more either. */
const mostBytes = 4 * 1024 * 1024;

const utf8 = new TextDecoder();

/**
 * Answers a plain request straight with the SDK's server: one request without a session, as nearly all are. It spares
 * what the SDK's web-standard side costs, and answers the same, byte for byte.
 * What is unusual about a request in any way is for the SDK: it is given back then, to be read again.
 */
export async function answerPlain(
  request: IncomingMessage,
  response: ServerResponse,
  address: Address,
): Promise<IncomingMessage | undefined> {
  if (!hasPlainHeaders(request)) return request;
  const body = await readBody(request);
  const plain = readPlainMessage(body, request);
  if (plain === undefined) return replay(request, body);
  const { message, isModern } = plain;
  // What is refused is told where all other requests are answered.
  if ((await address.stepUp?.(message)) !== undefined) return replay(request, body);
  if (isModern) {
    const { headers } = headersOf(request);
    if ((await address.view.findMismatch?.(message, headers)) !== undefined) return replay(request, body);
    return answerModern(request, response, message, address);
  }
  const server = await address.view.createServer().catch(() => undefined);
  // What is wrong is found again, and told.
  if (server === undefined) return replay(request, body);
  // The call is cancelled where the client goes before it is answered.
  response.once('close', () => void server.close());
  if (response.destroyed) return undefined;
  const transport = new OneAnswer((answer) => {
    response.writeHead(200, { 'content-type': json });
    response.end(JSON.stringify(answer));
  });
  await server.connect(transport);
  transport.onmessage?.(message, { request: headersOf(request), ...whoAsks(address) });
  return undefined;
}

function hasPlainHeaders({ method, headers }: IncomingMessage): boolean {
  const accept = headers.accept ?? '';
  return (
    method === 'POST' &&
    isJsonContentType(headers['content-type']) &&
    Number(headers['content-length'] ?? 0) <= mostBytes &&
    headers['transfer-encoding'] === undefined &&
    headers['mcp-session-id'] === undefined &&
    (accept.includes(json) || !accept.includes(stream))
  );
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The request that a body holds, where it is a plain one, and whether it is of protocol 2026-07-28 or later. */
function readPlainMessage(
  bytes: Buffer,
  { method = '', headers }: IncomingMessage,
): { message: JSONRPCRequest; isModern: boolean } | undefined {
  const body = parseJson(utf8.decode(bytes));
  if (!isObject(body)) return undefined;
  const { 'mcp-protocol-version': version, 'mcp-method': calledMethod, 'mcp-name': calledName } = headers;
  if (refuseCall(body) !== undefined || asksForProgress(body)) return undefined;
  try {
    const route = classifyInboundRequest({
      httpMethod: method,
      ...(version !== undefined && { protocolVersionHeader: String(version) }),
      ...(calledMethod !== undefined && { mcpMethodHeader: String(calledMethod) }),
      ...(calledName !== undefined && { mcpNameHeader: String(calledName) }),
      body,
    });
    if (route.kind === 'modern') {
      // A subscription goes on until somebody ends it.
      const isPlain = route.messageKind === 'request' && route.message.method !== 'subscriptions/listen';
      return isPlain ? { message: body as unknown as JSONRPCRequest, isModern: true } : undefined;
    }
    const isKnown = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version));
    const isPlain = route.kind === 'legacy' && (route.reason === 'no-claim' || route.reason === 'initialize');
    if (!isKnown || !isPlain) return undefined;
    return { message: parseJSONRPCMessage(body) as JSONRPCRequest, isModern: false };
  } catch {
    // It is no message, or has more levels than the SDK can look at.
    return undefined;
  }
}

/** A request whose body can be read again. */
function replay(request: IncomingMessage, body: Buffer): IncomingMessage {
  async function* read() {
    yield body;
  }
  return Object.create(request, { [Symbol.asyncIterator]: { value: read } }) as IncomingMessage;
}

/** Answers a request of protocol 2026-07-28 or later with all the checks of the SDK, which asks nothing else of a `Request`. */
async function answerModern(
  request: IncomingMessage,
  response: ServerResponse,
  parsedBody: JSONRPCRequest,
  address: Address,
): Promise<undefined> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (response.destroyed) return undefined;
  const asked = { ...headersOf(request), method: 'POST', signal: gone.signal } as unknown as Request;
  const answer = await clipErrorResponse(await address.mcp.fetch(asked, { ...whoAsks(address), parsedBody }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null || answer.headers.get('content-type') !== stream)
    response.end(Buffer.from(await answer.arrayBuffer()));
  // Where the client goes, there is nobody to tell.
  else await pipeline(Readable.fromWeb(answer.body as never), response).catch(() => undefined);
  return undefined;
}

/** What is asked of the request that brought a message. */
function headersOf({ headers }: IncomingMessage): NonNullable<MessageExtraInfo['request']> {
  const get = (name: string) => headers[name.toLowerCase()]?.toString() ?? null;
  return { headers: { get } } as unknown as NonNullable<MessageExtraInfo['request']>;
}

/** A connection over which one request comes and one answer goes. */
class OneAnswer implements Transport {
  onclose?: () => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;

  constructor(private readonly answer: (message: JSONRPCMessage) => void) {}

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message)) this.answer(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}
