import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageExtraInfo,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  classifyInboundRequest,
  isJsonContentType,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server';
import { isObject, parseJson } from '../../json.js';
import { asksForProgress, refuseCall } from '../messages.js';
import { json, stream } from './answerRequest.js';
import { type Address, whoAsks } from './createGate.js';

/** Bytes of a body that are taken; the SDK takes no more either. */
const mostBytes = 4 * 1024 * 1024;

const utf8 = new TextDecoder();

/**
 * Answers a plain request straight with the SDK's server: one request of protocol 2025-11-25 or before, without a
 * session, as nearly all are. It spares what the SDK's web-standard side costs, and answers the same, byte for byte.
 * What is unusual about a request in any way is for the SDK: it is given back then, to be read again.
 */
export async function answerPlain(
  request: IncomingMessage,
  response: ServerResponse,
  address: Address,
): Promise<IncomingMessage | undefined> {
  if (!hasPlainHeaders(request)) return request;
  const body = await readBody(request);
  const message = readPlainMessage(body, request);
  if (message === undefined) return replay(request, body);
  // What is refused is told where all other requests are answered.
  if ((await address.stepUp?.(message)) !== undefined) return replay(request, body);
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
  const version = headers['mcp-protocol-version'];
  return (
    method === 'POST' &&
    isJsonContentType(headers['content-type']) &&
    Number(headers['content-length'] ?? 0) <= mostBytes &&
    headers['transfer-encoding'] === undefined &&
    headers['mcp-session-id'] === undefined &&
    (accept.includes(json) || !accept.includes(stream)) &&
    (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version)))
  );
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The request that a body holds, where it is a plain one. */
function readPlainMessage(
  bytes: Buffer,
  { method = '', headers }: IncomingMessage,
): JSONRPCRequest | undefined {
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
    const isPlain = route.kind === 'legacy' && (route.reason === 'no-claim' || route.reason === 'initialize');
    return isPlain ? (parseJSONRPCMessage(body) as JSONRPCRequest) : undefined;
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

/** What is asked of the request that brought a message. */
function headersOf({ headers }: IncomingMessage): NonNullable<MessageExtraInfo['request']> {
  const get = (name: string) => headers[name]?.toString() ?? null;
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
