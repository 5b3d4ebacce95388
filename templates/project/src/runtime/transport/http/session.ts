import type { Address, Sessions } from './httpParts.js';
import {
  ProtocolErrorCode,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
  isInitializeRequest,
} from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isObject } from '../../json.js';
import type { View } from '../../extensions.js';
import { idOf } from '../runProgram.js';
import { errorResponse, type Who, whoAsks } from './createGate.js';

interface SessionOptions {
  id: string;
  /** The address that it belongs to. */
  key: string;
  /** Who opened it, where they had to prove who they are. */
  owner: string;
  view: View;
  /** How long it is kept while no request is open in it. */
  idleMs: number;
  onend: () => void;
}

/** How long the stream of notifications is waited for over which a client is asked: it opens it after its first requests. */
const streamWaitMs = 2_000;

/**
 * Answers each request with JSON. What is said and asked besides goes over the stream of notifications, since there is
 * none of the request.
 */
class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  /** Says whether there is a stream of notifications. */
  isListened: () => Promise<boolean> = () => Promise.resolve(false);

  override async send(...[message, options]: Parameters<WebStandardStreamableHTTPServerTransport['send']>) {
    if (!hasMethod(message)) return super.send(message, options);
    if (idOf(message) !== null && !(await this.isListened()))
      throw new Error('the client has opened no stream over which it could be asked');
    return super.send(message);
  }
}

/** A client of protocol 2025-11-25 or before, and the server that is kept for it. */
class Session {
  readonly key: string;
  readonly owner: string;
  private readonly transport: SessionTransport;
  private readonly ready: Promise<void>;
  /** What is open: requests that are not answered yet, and the stream of notifications. */
  private readonly requests = new Set<Request>();
  /** How to answer a message otherwise than with its result. */
  private readonly calls = new Map<RequestId, (answer: Response) => void>();
  /** Settled once the client listens to notifications. */
  private readonly listened = new Promise<true>((resolve) => {
    this.listen = () => resolve(true);
  });
  declare private listen: () => void;
  private timer: NodeJS.Timeout | undefined;
  private hasEnded = false;

  constructor(private readonly options: SessionOptions) {
    this.key = options.key;
    this.owner = options.owner;
    const transport = new SessionTransport({
      sessionIdGenerator: () => options.id,
      enableJsonResponse: true,
    });
    this.transport = Object.assign(transport, {
      onclose: () => this.end(),
      isListened: () => Promise.race([this.listened, delay(streamWaitMs, false, { ref: false })]),
    });
    this.ready = options.view
      .createServer({ mayChange: true })
      .then((server) => server.connect(this.transport));
  }

  get isIdle(): boolean {
    return this.requests.size === 0;
  }

  /** Answers one of its requests; `body` is what a POST holds, and `who` is who sent it. */
  async answer(request: Request, body: unknown, who: Who): Promise<Response> {
    this.enter(request);
    let isStream = false;
    try {
      await this.ready;
      if (request.method === 'POST') return await this.post(request, body, who);
      const answer = await this.transport.handleRequest(request, who);
      isStream = request.method === 'GET' && answer.ok;
      if (!isStream) return answer;
      this.follow(request);
      this.listen();
      return greet(answer);
    } finally {
      if (!isStream) this.leave(request);
    }
  }

  async close(): Promise<void> {
    await this.transport.close();
  }

  private async post(request: Request, body: unknown, who: Who): Promise<Response> {
    const messages = [body].flat();
    const ids = messages
      .filter(hasMethod)
      .map(idOf)
      .filter((id) => id !== null);
    const taken = ids.find((id) => this.calls.has(id));
    if (taken !== undefined)
      return errorResponse(
        400,
        ProtocolErrorCode.InvalidRequest,
        `Invalid request: the id ${taken} is in use`,
      );
    const otherwise = new Promise<Response>((resolve) => {
      for (const id of ids) this.calls.set(id, resolve);
    });
    const cancel = () => ids.forEach((id) => this.cancel(id));
    request.signal.addEventListener('abort', cancel, { once: true });
    const answer = this.transport.handleRequest(request, { ...who, parsedBody: body });
    for (const id of messages.map(cancelledBy)) this.release(id, new Response(null, { status: 202 }));
    try {
      return await Promise.race([answer, otherwise]);
    } finally {
      request.signal.removeEventListener('abort', cancel);
      for (const id of ids) this.calls.delete(id);
    }
  }

  /** What a client that went away asked for is cancelled: its answer could not be sent. */
  private cancel(requestId: RequestId): void {
    this.transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    this.release(requestId, new Response(null, { status: 202 }));
  }

  /** Answers a request that the protocol leaves without an answer, since HTTP does not. */
  private release(id: unknown, answer: Response): void {
    this.calls.get(id as RequestId)?.(answer);
  }

  /** Has the stream of notifications end with its connection, so that the client can open it anew at once. */
  private follow(request: Request): void {
    const close = () => {
      this.transport.closeStandaloneSSEStream();
      this.leave(request);
    };
    if (request.signal.aborted) close();
    else request.signal.addEventListener('abort', close, { once: true });
  }

  private enter(request: Request): void {
    this.requests.add(request);
    clearTimeout(this.timer);
  }

  private leave(request: Request): void {
    this.requests.delete(request);
    if (!this.isIdle || this.hasEnded) return;
    this.timer = setTimeout(() => void this.close(), this.options.idleMs).unref();
  }

  private end(): void {
    this.hasEnded = true;
    clearTimeout(this.timer);
    for (const id of this.calls.keys()) this.release(id, sessionGone());
    this.options.onend();
  }
}

/** Has a stream begin with a comment: Node sends the headers of an answer with the first of what follows them. */
function greet(answer: Response): Response {
  const greeting = new TextEncoder().encode(': listening\n\n');
  const greeted = new TransformStream({ start: (controller) => controller.enqueue(greeting) });
  return new Response(answer.body?.pipeThrough(greeted), answer);
}

/** What requests to a session that has ended are answered with: the client is to initialize anew. */
function sessionGone(): Response {
  return errorResponse(
    404,
    ProtocolErrorCode.InvalidRequest,
    'Session not found: initialize anew, without a session id',
  );
}

function hasMethod(message: unknown): boolean {
  return isObject(message) && 'method' in message;
}

/** The request that a message cancels. */
function cancelledBy(message: unknown): unknown {
  if (!isObject(message) || message['method'] !== 'notifications/cancelled') return undefined;
  return isObject(message['params']) ? message['params']['requestId'] : undefined;
}

export interface SessionLimits {
  /**
   * How many are kept. Beyond it the one that was not used for longest ends, of the client that has most of them; where all
   * are in use, none begins.
   */
  most: number;
  /** How long one is kept in which no request is open. */
  idleMs: number;
}

const usual: SessionLimits = { most: 1_000, idleMs: 30 * 60_000 };

/** Keeps a server for each client of protocol 2025-11-25 or before. */
export function createSessions({ most, idleMs }: SessionLimits = usual): Sessions {
  /** By id; the one that was used last stands last. */
  const sessions = new Map<string, Session>();

  /** Those who have most of them make room first: nobody ends the sessions of others by opening many. */
  function makeRoom(): boolean {
    if (sessions.size < most) return true;
    const all = [...sessions.values()];
    const counts = new Map<string, number>();
    for (const { owner } of all) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    const idle = all
      .filter((session) => session.isIdle)
      .toSorted((a, b) => (counts.get(b.owner) ?? 0) - (counts.get(a.owner) ?? 0))[0];
    void idle?.close();
    return sessions.size < most;
  }

  async function open(request: Request, address: Address, body: unknown): Promise<Response> {
    const { key, view, admission } = address;
    if (!makeRoom())
      return errorResponse(
        503,
        ProtocolErrorCode.InternalError,
        `All ${most} sessions are in use: try again later`,
      );
    const id = randomUUID();
    const session = new Session({
      id,
      key,
      owner: admission?.user ?? '',
      view,
      idleMs,
      onend: () => sessions.delete(id),
    });
    sessions.set(id, session);
    return session.answer(request, body, whoAsks(address));
  }

  return {
    answer: (request, address, body) => {
      const id = request.headers.get('mcp-session-id');
      if (id === null) return isInitializeRequest(body) ? open(request, address, body) : undefined;
      const session = sessions.get(id);
      if (session?.key !== address.key) return Promise.resolve(sessionGone());
      sessions.delete(id);
      sessions.set(id, session);
      return session.answer(request, body, whoAsks(address));
    },
    close: async () => {
      await Promise.all([...sessions.values()].map((session) => session.close()));
    },
  };
}
