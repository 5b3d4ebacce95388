import type { Address, Sessions } from './httpParts.js';
import {
  isJsonContentType,
  isLegacyRequest,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { isObject, parseJson } from '../../json.js';
import { isJson } from '../../mediaTypes.js';
import { asksForProgress, clipError, idOf, refuseCall } from '../runProgram.js';
import { errorResponse, headersOfRefusal, whoAsks } from './createGate.js';

export const json = 'application/json';
export const stream = 'text/event-stream';

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

/** A response that says no, without what a caller could have put into its texts. */
export async function clipErrorResponse(answer: Response): Promise<Response> {
  const isJsonError = isJson(answer.headers.get('content-type') ?? '');
  if (answer.ok || !isJsonError) return answer;
  const text = await answer.text();
  const message = parseJson(text);
  const body = message === undefined ? text : JSON.stringify(clipError(message));
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(body, { status: answer.status, headers });
}
