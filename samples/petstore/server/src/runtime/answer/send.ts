import { fetchOverNode, isBeyondFetch } from './fetchOverNode.js';
import type { Outgoing } from '../request/outgoing.js';

const mostRedirects = 5;
/** What an API may answer with, in bytes on the wire. */
export const mostBytes = 25 * 1024 * 1024;

/** What the API answered. */
export interface Answer {
  status: number;
  reason: string;
  headers: Headers;
  body: Uint8Array;
}

/** Why there is no answer. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';

  constructor(
    readonly kind: 'timeout' | 'network' | 'too large' | 'too many redirects',
    options?: ErrorOptions,
    /** Of a timeout: how long was waited. */
    readonly afterMs = 0,
  ) {
    super(kind, options);
  }
}

/** Told how many bytes of an answer have come, and how many there will be, where the API says so. */
export type OnProgress = (received: number, total: number | undefined) => void;

export interface SendOptions {
  fetch: typeof globalThis.fetch;
  /** How long one request may take. */
  timeoutMs: number;
  /** When all of them have to be over, as `performance.now()` says it. */
  end: number;
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
  onProgress?: OnProgress | undefined;
}

/** Sends a request and reads the answer to its end. Whether it is sent again is for `retry` to decide. */
export async function send(request: Outgoing, options: SendOptions): Promise<Answer> {
  let { url } = request;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const answer = await attempt({ ...request, url }, options);
    const target = redirectTarget(request, url, answer);
    if (target === undefined) return answer;
    url = target;
  }
  throw new NoAnswer('too many redirects');
}

/** Where to go on: only reads are repeated elsewhere, and only at the same origin, since credentials go along. */
function redirectTarget({ method }: Outgoing, url: URL, { status, headers }: Answer): URL | undefined {
  const location = headers.get('location');
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || ![301, 302, 303, 307, 308].includes(status) || location === null) return undefined;
  const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  return target?.origin === url.origin ? target : undefined;
}

async function attempt(request: Outgoing, options: SendOptions): Promise<Answer> {
  const { fetch, timeoutMs, end, signal, onProgress } = options;
  const afterMs = Math.max(1, Math.round(Math.min(timeoutMs, end - performance.now())));
  const stop = new AbortController();
  const abort = () => stop.abort(signal.reason);
  const timer = setTimeout(() => stop.abort(new NoAnswer('timeout', {}, afterMs)), afterMs);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    const response = isBeyondFetch(request)
      ? await fetchOverNode(request, stop.signal)
      : await fetch(request.url.href, { ...init(request), signal: stop.signal });
    const { status, statusText } = response;
    return {
      status,
      reason: statusText,
      headers: response.headers,
      body: await readBody(response, onProgress),
    };
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason;
    throw error instanceof NoAnswer ? error : new NoAnswer('network', { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

function init({ method, headers, body }: Outgoing): RequestInit {
  return { method, headers, redirect: 'manual', ...(body !== undefined && { body }) };
}

async function readBody({ headers, body }: Response, onProgress?: OnProgress): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const announced = Number(headers.get('content-length')) || 0;
  // What is announced is the length before the answer is decompressed.
  const total = announced === 0 || headers.has('content-encoding') ? undefined : announced;
  // Faster than iterating over the stream.
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (Math.max(size, announced) <= mostBytes) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    chunks.push(value);
    size += value.length;
    onProgress?.(size, total);
  }
  await reader.cancel();
  throw new NoAnswer('too large');
}
