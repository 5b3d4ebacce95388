import type { Share } from './createRoom.js';
import { CallError } from '../callError.js';
import type { Limiter } from '../network/createLimiter.js';
import type { Network } from '../network/createNetwork.js';
import type { Outgoing } from '../request/outgoing.js';
import { isPayload } from '../request/payload.js';
import { fetchOverNode, isBeyondFetch } from './fetchOverNode.js';
import { gatherBytes } from './gatherBytes.js';
import { toAddress } from './toAddress.js';
import { watchSending } from './watchSending.js';

const mostRedirects = 5;
/** What an API may answer with, in bytes, decompressed; and of an error, what is read. */
export const mostBytes = 25 * 1024 * 1024;
const mostOfError = 1024 * 1024;

/** What the API answered. */
export interface Answer {
  status: number;
  reason: string;
  headers: Headers;
  body: Uint8Array;
  /** Set where more might have come: the answer is a stream that had not ended when it was given up. */
  isOpen?: true;
}

/** Why there is no answer. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';

  constructor(
    readonly kind: 'timeout' | 'network' | 'too large' | 'too many redirects' | 'busy' | 'no turn',
    options?: ErrorOptions,
    /** How long was waited, for an answer or for a turn. */
    readonly afterMs = 0,
  ) {
    super(kind, options);
  }
}

/**
 * Told how many bytes of an answer have come, and how many there will be, where the API says so; or, while there are
 * none to wait for, in words how it goes. Where it `isSent`, how many bytes of the request have gone.
 */
export type OnProgress = (bytes: number, total: number | undefined, words?: string, isSent?: boolean) => void;

export interface SendOptions extends Omit<Network, 'secrets'> {
  /** How long one request may take. */
  timeoutMs: number;
  /** When all of them have to be over, as `performance.now()` says it. */
  end: number;
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
  onProgress?: OnProgress | undefined;
  /** Where the answer is kept; anywhere where there is none. */
  share?: Share | undefined;
  /** Says when it is its turn; at once where there is none. */
  limiter?: Limiter;
}

/**
 * Sends a request when it is its turn, and reads the answer to its end. Whether it is sent again is for `retry` to
 * decide.
 */
export async function send(request: Outgoing, options: SendOptions): Promise<Answer> {
  const { limiter, timeoutMs, end, signal } = options;
  // A request that had next to no time would be cut off, and might have taken effect.
  const turn = limiter?.take({ signal, until: end - timeoutMs / 10 });
  if (turn !== undefined) await turn;
  try {
    return await follow(request, options);
  } finally {
    limiter?.give();
  }
}

async function follow(request: Outgoing, options: SendOptions): Promise<Answer> {
  let { url } = request;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const answer = await attempt({ ...request, url }, options);
    const target = redirectTarget(request, url, answer);
    if (target === undefined) return answer;
    // Those in headers go along by themselves.
    request.sign?.(target);
    url = target;
  }
  throw new NoAnswer('too many redirects');
}

/** Where to go on: only reads are repeated elsewhere, and only at the same origin, since credentials go along. */
function redirectTarget({ method }: Outgoing, url: URL, { status, headers }: Answer): URL | undefined {
  const location = headers.get('location');
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || ![301, 302, 303, 307, 308].includes(status) || location === null) return undefined;
  const target = toAddress(location, url);
  return target?.origin === url.origin ? target : undefined;
}

async function attempt(outgoing: Outgoing, options: SendOptions): Promise<Answer> {
  const { fetch, fetchBeyond = fetchOverNode, timeoutMs, end, signal, onProgress, share } = options;
  const request = watchSending(outgoing, onProgress);
  const afterMs = Math.max(1, Math.round(Math.min(timeoutMs, end - performance.now())));
  const stop = new AbortController();
  const abort = () => stop.abort(signal.reason);
  const timer = setTimeout(() => stop.abort(new NoAnswer('timeout', {}, afterMs)), afterMs);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    const response = isBeyondFetch(request)
      ? await fetchBeyond(introduce(request), stop.signal)
      : await fetch(request.url.href, { ...init(request), signal: stop.signal });
    const { status, statusText, headers } = response;
    return {
      status,
      reason: statusText,
      headers,
      ...(await readBody(response, { signal: stop.signal, onProgress, share })),
    };
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason;
    if (error instanceof NoAnswer || error instanceof CallError) throw error;
    throw new NoAnswer('network', { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

function init({ method, headers, body }: Outgoing): RequestInit {
  return { method, headers, redirect: 'manual', ...(body !== undefined && !isPayload(body) && { body }) };
}

/** What `fetch` says of itself, unless something else is said: some APIs refuse a request without that. */
function introduce(request: Outgoing): Outgoing {
  const usual = request.url.protocol === 'https:' ? 'br, gzip, deflate' : 'gzip, deflate';
  // A part of what is compressed could not be decompressed.
  const codings = request.headers.has('range') ? 'identity' : usual;
  const headers = new Headers({ accept: '*/*', 'accept-encoding': codings, 'user-agent': 'node' });
  request.headers.forEach((value, name) => headers.set(name, value));
  return { ...request, headers };
}

/** Answers that an API sends bit by bit, some of them without an end. */
const streamed = /^text\/event-stream|[/+-](?:ndjson|jsonl|jsonlines|json-seq|stream\+json)\b/i;

async function readBody(
  { status, headers, body }: Response,
  { signal, onProgress, share }: Pick<SendOptions, 'signal' | 'onProgress' | 'share'>,
): Promise<Pick<Answer, 'body' | 'isOpen'>> {
  if (body === null) return { body: new Uint8Array() };
  const announced = Number(headers.get('content-length')) || 0;
  // What is announced is the length before the answer is decompressed.
  const total = announced === 0 || headers.has('content-encoding') ? undefined : announced;
  const isStream = streamed.test(headers.get('content-type') ?? '');
  // Faster than iterating over the stream.
  const reader = body.getReader();
  const gathered = gatherBytes();
  // Of an error, what has come says enough.
  const isError = status >= 400;
  const most = isError ? mostOfError : mostBytes;
  let size = 0;
  try {
    while (Math.max(size, isError ? 0 : announced) <= most) {
      const { done, value } = await reader.read();
      if (done) return { body: gathered.join() };
      gathered.add(value);
      size += value.length;
      const room = share?.keep(size, signal);
      if (room !== undefined) await room;
      onProgress?.(size, total);
    }
  } catch (error) {
    const isTimeout = signal.reason instanceof NoAnswer;
    if (isTimeout && isStream && size > 0) return { body: gathered.join(), isOpen: true };
    // Who refuses a request may close the connection while it is still being sent: the status says enough.
    if (isError && !signal.aborted) return { body: gathered.join() };
    throw error;
  }
  await reader.cancel();
  if (isStream) return { body: gathered.join(), isOpen: true };
  if (isError) return { body: gathered.join() };
  throw new NoAnswer('too large');
}
