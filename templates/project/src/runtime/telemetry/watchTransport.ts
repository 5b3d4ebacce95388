import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageExtraInfo,
  PROTOCOL_VERSION_META_KEY,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import {
  type Attributes,
  context,
  type Context,
  isSpanContextValid,
  type Link,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { readTrace } from '../call/readClient.js';
import { isObject } from '../json.js';
import { describeFailure, describeRequest, dropUnknown, pickVersion } from './describeRequest.js';
import { measureDuration } from './measureDuration.js';
import { type Operation, runWithin, scopeName } from './operations.js';

/** What is known of a connection. */
interface About {
  isFixed: (uri: string) => boolean;
  /** The version of the protocol that was agreed upon, where one was. */
  getVersion: () => string | undefined;
  /** Its messages go over standard input and output; else over HTTP. */
  isPipe: boolean;
  /** It is kept for a client. */
  isSession: boolean;
  /** Told of each request when it is answered, and why it failed. */
  log: ((operation: Operation, error: string | undefined) => void) | undefined;
}

const cancelled = { 'error.type': 'cancelled' };

/**
 * Watches the requests that come over a transport, and their answers: each has a span, and how long it took is measured.
 * All that is done for a request runs in the context of its span.
 *
 * @param connect - has the SDK serve the transport
 */
export async function watchTransport(
  transport: Transport,
  connect: () => Promise<void>,
  about: About,
): Promise<void> {
  const open = new Map<RequestId, Operation>();
  const began = performance.now();
  const network: Attributes = about.isPipe
    ? { 'network.transport': 'pipe' }
    : { 'network.transport': 'tcp', 'network.protocol.name': 'http' };

  const end = (id: RequestId, failure: Attributes | undefined, found: Attributes = {}) => {
    const operation = open.get(id);
    open.delete(id);
    if (operation !== undefined) endOperation(operation, failure, found, about.log);
  };
  const endAll = () => {
    for (const id of open.keys()) end(id, cancelled);
    if (!about.isSession) return;
    measureDuration('session', began, { ...pickVersion(about.getVersion()), ...network });
  };

  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!('method' in message) && message.id !== undefined)
      end(message.id, describeFailure(message), readAgreed(message, transport));
    return send(message, options);
  };
  await connect();
  const { onmessage, onclose } = transport;
  const receive = (message: JSONRPCMessage, extra?: MessageExtraInfo) => {
    const deliver = () => onmessage?.(message, extra);
    if (!('method' in message)) return deliver();
    if ('id' in message) {
      const operation = beginOperation(message, extra, { ...about, network, session: transport.sessionId });
      open.set(message.id, operation);
      return runWithin(operation, deliver);
    }
    deliver();
    if (message.method === 'notifications/cancelled')
      end(message.params?.['requestId'] as RequestId, cancelled);
  };
  const close = () => {
    endAll();
    onclose?.();
  };
  Object.assign(transport, { onmessage: receive, onclose: close });
}

/** What only the answer to `initialize` says: the version that was agreed upon, and the id of the session. */
function readAgreed(answer: JSONRPCMessage, { sessionId }: Transport): Attributes {
  const result = 'result' in answer && isObject(answer.result) ? answer.result : {};
  return {
    ...pickVersion(result['protocolVersion']),
    ...(sessionId !== undefined && { 'mcp.session.id': sessionId }),
  };
}

interface Circumstances extends About {
  network: Attributes;
  session: string | undefined;
}

function beginOperation(
  message: JSONRPCRequest,
  extra: MessageExtraInfo | undefined,
  { getVersion, isFixed, network, session }: Circumstances,
): Operation {
  const headers = extra?.request?.headers;
  const meta = message.params?.['_meta'];
  const version = pickVersion(
    meta?.[PROTOCOL_VERSION_META_KEY],
    getVersion(),
    headers?.get('mcp-protocol-version'),
  );
  const { name, method, target, kinds, more } = describeRequest(message, { ...version, ...network }, isFixed);
  const { parent, links } = findParent(meta, headers);
  const attributes = { ...kinds, ...more, ...(session !== undefined && { 'mcp.session.id': session }) };
  const span = trace
    .getTracer(scopeName)
    .startSpan(name, { kind: SpanKind.SERVER, attributes, links }, parent);
  return {
    name,
    method,
    target,
    kinds,
    span,
    context: trace.setSpan(parent, span),
    began: performance.now(),
    requests: [],
  };
}

/**
 * The context that a request belongs to: that which it brings in `_meta` (MCP, SEP-414), and the span of the HTTP request
 * around it is then a link; else that span; else what the headers of the HTTP request say.
 */
function findParent(
  meta: object | undefined,
  headers: Headers | undefined,
): { parent: Context; links: Link[] } {
  const ambient = context.active();
  const known = trace.getSpanContext(ambient);
  const around = known && isSpanContextValid(known) ? known : undefined;
  const brought = readTrace(meta, undefined);
  const hasOwn = brought['traceparent'] !== undefined || around !== undefined;
  const parent = propagation.extract(ambient, hasOwn ? brought : readTrace(meta, headers));
  const isOther = around !== undefined && trace.getSpanContext(parent) !== around;
  return { parent, links: isOther ? [{ context: around }] : [] };
}

function endOperation(
  operation: Operation,
  failure: Attributes | undefined,
  found: Attributes,
  log: About['log'],
): void {
  const { span, began, kinds } = operation;
  span.setAttributes({ ...found, ...failure });
  if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
  const { 'mcp.session.id': _session, ...agreed } = found;
  measureDuration('operation', began, { ...dropUnknown(kinds, failure), ...agreed }, operation.context);
  log?.(operation, failure && String(failure['error.type']));
}
