import {
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
  SERVER_INFO_META_KEY,
  SUBSCRIPTION_ID_META_KEY,
} from '@modelcontextprotocol/server';
import type { ExtensionParts, Filter, Listener, MakeListening } from './extensions.js';
import type { AnswerListening, Connection, Wire } from '../features.js';
import { isObject } from '../json.js';
import { isStreamed } from '../mediaTypes.js';

const acknowledged = 'notifications/subscriptions/acknowledged';
/** Messages that wait for a client over HTTP to read them: who reads none is not told more. */
const mostUnread = 1_000;
/** How often a stream over which nothing comes shows that it is still there. */
const keepAliveMs = 15_000;

/** Begins to tell who listens, and gives what they are told of. */
type Open = (filter: Filter, listener: Listener) => Promise<Filter>;
type Means = Pick<Listener, 'tell' | 'end' | 'signal'>;

/**
 * Serves requests to listen (MCP 2026-07-28, Subscriptions) as far as they ask for what this server looks after itself:
 * of that the SDK would promise whatever it is asked for, to whoever asks.
 */
export const serveListening: MakeListening = (listens, { catalog, readSender }) => {
  const { name, title, version, icons } = catalog.api;
  const about = { name, title, version, ...(icons && { icons }) };
  const open: Open = async (filter, listener) => {
    const honoured = await Promise.all(listens.map((listen) => listen(filter, listener)));
    return Object.assign({}, ...honoured) as Filter;
  };
  const answer: AnswerListening = async (request, message, { authInfo, closing, changes, check }) => {
    const asked = readRequest(message);
    if (asked === undefined) return undefined;
    // What is wrong with the request otherwise, the SDK says.
    const checked = await check(withoutFilter(message));
    if (!isStreamed(checked.headers.get('content-type') ?? '')) return checked;
    await checked.body?.cancel();
    const { id, meta, filter, hearsTools } = asked;
    const { means, begin, response } = openStream(id, about, request.signal);
    const sender = readSender(meta, { req: request, ...(authInfo && { authInfo }) }, meta);
    try {
      const honoured = await open(filter, { ...sender, ...means });
      const isTold = hearsTools && changes !== undefined;
      if (isTold) {
        const tell = () => means.tell('notifications/tools/list_changed', {});
        means.signal.addEventListener('abort', changes.subscribe(tell), { once: true });
      }
      begin({ ...(isTold && { toolsListChanged: true }), ...honoured });
    } catch (error) {
      means.end();
      return errorResponse(id, error);
    }
    if (closing.aborted) means.end();
    else closing.addEventListener('abort', means.end, { signal: means.signal });
    return response;
  };
  const extend = (_server: unknown, { isModern, wire }: Connection = {}) => {
    if (isModern && wire) listenOver(wire, open, readSender);
  };
  return Object.assign(extend, { answer });
};

/** What a request asks to hear of. */
interface Asked {
  id: RequestId;
  meta: object;
  filter: Filter;
  hearsTools: boolean;
}

/** A request to listen; nothing where it asks for nothing that the SDK does not look after, or is not well-formed. */
function readRequest(message: unknown): Asked | undefined {
  if (!isObject(message) || !isObject(message['params'])) return undefined;
  const { notifications, _meta: meta } = message['params'];
  if (!isObject(notifications) || !isObject(meta)) return undefined;
  const { resourceSubscriptions = [], taskIds = [], toolsListChanged } = notifications;
  if (!isTexts(resourceSubscriptions) || !isTexts(taskIds)) return undefined;
  if (resourceSubscriptions.length + taskIds.length === 0) return undefined;
  const filter = { resourceSubscriptions, taskIds };
  return { id: message['id'] as RequestId, meta, filter, hearsTools: toolsListChanged === true };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** The request without what it asks for. */
function withoutFilter(message: object): object {
  const { params } = message as { params: object };
  return { ...message, params: { ...params, notifications: {} } };
}

/** A stream of events over which a client is told, from the moment that it is known of what. */
function openStream(id: RequestId, about: object, gone: AbortSignal) {
  const ended = new AbortController();
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let waiting: object[] | undefined = [];
  const body = new ReadableStream<Uint8Array>({
    start: (one) => {
      controller = one;
    },
    cancel: () => leave(),
  });
  const write = (text: string) => {
    if (ended.signal.aborted) return;
    controller?.enqueue(encoder.encode(text));
    if (-(controller?.desiredSize ?? 0) > mostUnread) leave();
  };
  const send = (message: object) => write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  const keepAlive = setInterval(() => write(': keepalive\n\n'), keepAliveMs).unref();

  function leave(): void {
    if (ended.signal.aborted) return;
    clearInterval(keepAlive);
    gone.removeEventListener('abort', leave);
    ended.abort();
    try {
      controller?.close();
    } catch {
      // The client has closed it.
    }
  }

  function end(): void {
    const meta = { [SUBSCRIPTION_ID_META_KEY]: id, [SERVER_INFO_META_KEY]: about };
    send({ jsonrpc: '2.0', id, result: { resultType: 'complete', _meta: meta } });
    leave();
  }

  const means: Means = {
    tell: (method, params) => {
      const message = notification(id, method, params);
      if (waiting === undefined) send(message);
      else waiting.push(message);
    },
    end,
    signal: ended.signal,
  };
  if (gone.aborted) leave();
  else gone.addEventListener('abort', leave);
  return {
    means,
    begin: (honoured: object) => {
      send(notification(id, acknowledged, { notifications: honoured }));
      waiting?.forEach(send);
      waiting = undefined;
      if (Object.keys(honoured).length === 0) end();
    },
    response: new Response(body, {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      },
    }),
  };
}

/** A notification of a subscription. */
function notification(id: RequestId, method: string, params: object): JSONRPCMessage {
  return {
    jsonrpc: '2.0',
    method,
    params: { ...params, _meta: { [SUBSCRIPTION_ID_META_KEY]: id } },
  };
}

/** Why somebody cannot listen. */
function toError(error: unknown): { code: number; message: string; data?: unknown } {
  if (!(error instanceof ProtocolError))
    return { code: ProtocolErrorCode.InternalError, message: 'Internal error' };
  const { code, message, data } = error;
  return { code, message, ...(data !== undefined && { data }) };
}

function errorResponse(id: RequestId, cause: unknown): Response {
  const error = toError(cause);
  // MCP, Streamable HTTP: a capability that is missing.
  const status = error.code === (ProtocolErrorCode.MissingRequiredClientCapability as number) ? 400 : 200;
  return Response.json({ jsonrpc: '2.0', id, error }, { status });
}

/**
 * Has the acknowledgements of the SDK wait until it is known what can be promised, and say that alone. Other messages do
 * not wait for it.
 */
function listenOver(wire: Wire, open: Open, readSender: ExtensionParts['readSender']): void {
  const send = wire.send.bind(wire);
  const { onmessage: hear, onclose: close } = wire;
  const subscriptions = new Map<RequestId, { leave: () => void; waiting: JSONRPCMessage[] | undefined }>();
  const leave = (id: RequestId) => {
    subscriptions.get(id)?.leave();
    subscriptions.delete(id);
  };

  async function acknowledge(id: RequestId, said: JSONRPCMessage, asked: Asked): Promise<void> {
    const gone = new AbortController();
    const subscription = { leave: () => gone.abort(), waiting: [] as JSONRPCMessage[] | undefined };
    subscriptions.set(id, subscription);
    const tell: Listener['tell'] = (method, params) => {
      const message = notification(id, method, params);
      if (subscription.waiting !== undefined) subscription.waiting.push(message);
      // Where this fails, the connection has ended.
      else if (!gone.signal.aborted) send(message).catch(() => undefined);
    };
    const sender = readSender(asked.meta, undefined, asked.meta);
    try {
      const honoured = await open(asked.filter, {
        ...sender,
        tell,
        end: () => leave(id),
        signal: gone.signal,
      });
      if (gone.signal.aborted) return;
      await send(withHonoured(said, honoured));
      for (const message of subscription.waiting ?? []) await send(message);
      subscription.waiting = undefined;
    } catch (error) {
      leave(id);
      await send({ jsonrpc: '2.0', id, error: toError(error) });
    }
  }

  wire.send = async (message, options) => {
    const id = subscriptionOf(message);
    if (id === undefined) return send(message, options);
    const listen = wire.listens.get(id);
    // It was refused, or has been cancelled.
    if (listen === undefined) return;
    const asked = isAcknowledgement(message) ? readRequest(listen) : undefined;
    if (asked !== undefined) return void acknowledge(id, message, asked).catch(() => undefined);
    const held = subscriptions.get(id)?.waiting;
    if (held === undefined) return send(message, options);
    held.push(message);
  };
  const heard: Pick<Wire, 'onmessage' | 'onclose'> = {
    onmessage: (message, extra) => {
      const id = cancelledBy(message);
      if (id !== undefined) leave(id);
      hear?.(message, extra);
    },
    onclose: () => {
      [...subscriptions.keys()].forEach(leave);
      close?.();
    },
  };
  Object.assign(wire, heard);
}

function isAcknowledgement(message: JSONRPCMessage): boolean {
  return 'method' in message && message.method === acknowledged;
}

/** The subscription that a notification, or the result that ends it, is of. */
function subscriptionOf(message: JSONRPCMessage): RequestId | undefined {
  const said = 'method' in message ? message.params : 'result' in message ? message.result : undefined;
  return said?.['_meta']?.[SUBSCRIPTION_ID_META_KEY] as RequestId | undefined;
}

/** The request that a message cancels. */
function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  return message.params?.['requestId'] as RequestId | undefined;
}

/** An acknowledgement of the SDK that promises what can be kept. */
function withHonoured(said: JSONRPCMessage, honoured: Filter): JSONRPCMessage {
  const { params = {} } = said as { params?: Record<string, unknown> };
  const { resourceSubscriptions: _all, ...others } = params['notifications'] as Filter;
  return { ...said, params: { ...params, notifications: { ...others, ...honoured } } } as JSONRPCMessage;
}
