import { setTimeout as wait } from 'node:timers/promises';
import { CallError, networkCode, NoResponseError } from '../errors.js';
import { isStreamed } from '../mediaTypes.js';
import {
  type Content,
  type HeaderFields,
  isIdempotent,
  isMethodOverride,
  isPayload,
  type Network,
  type Outgoing,
  type Payload,
  type Reply,
  sizeOf,
  Stop,
} from '../request/outgoing.js';
import { callLimit } from '../settings.js';
import { parseUrl } from '../text.js';
import { gatherBytes, type Limiter, type Share } from './limits.js';

const mostRedirects = 5;
/** What an API may answer with, in bytes, decompressed; and of an error, what is read. */
export const mostBytes = 25 * 1024 * 1024;
const mostOfError = 1024 * 1024;

/** What the API answered. */
export interface HttpResponse {
  status: number;
  reason: string;
  headers: HeaderFields;
  body: Uint8Array;
  /** Set where more might have come: the answer is a stream that had not ended when it was given up. */
  isOpen?: true;
}

/** Told what the API answered, as it is, and what takes credentials out of its texts. */
export type OnAnswer = (
  answer: Pick<HttpResponse, 'status' | 'headers' | 'body'>,
  clean: (text: string) => string,
) => void;

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
export async function send(request: Outgoing, options: SendOptions): Promise<HttpResponse> {
  const { limiter, timeoutMs, end, signal } = options;
  // A request that had next to no time would be cut off, and might have taken effect.
  const turn = limiter?.take({ signal, until: end - timeoutMs / 10 });
  if (turn !== undefined) await turn;
  try {
    return await followRedirects(request, options);
  } finally {
    limiter?.give();
  }
}

async function followRedirects(request: Outgoing, options: SendOptions): Promise<HttpResponse> {
  let { url } = request;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const answer = await sendOnce(redirects === 0 ? request : { ...request, url }, options);
    const target = redirectTarget(request, url, answer);
    if (target === undefined) return answer;
    // Those in headers go along by themselves.
    request.sign?.(target);
    // What leads to itself leads nowhere.
    if (target.href === url.href) return answer;
    url = target;
  }
  throw new NoResponseError('too many redirects');
}

/** Where to go on: only reads are repeated elsewhere, and only at the same origin, since credentials go along. */
function redirectTarget({ method }: Outgoing, url: URL, { status, headers }: HttpResponse): URL | undefined {
  const location = headers.get('location');
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || ![301, 302, 303, 307, 308].includes(status) || !location) return undefined;
  const target = toAddress(location, url);
  return target?.origin === url.origin ? target : undefined;
}

async function sendOnce(outgoing: Outgoing, options: SendOptions): Promise<HttpResponse> {
  const { exchange, timeoutMs, end, signal, onProgress } = options;
  const afterMs = Math.max(1, Math.round(Math.min(timeoutMs, end - performance.now())));
  const stop = new Stop();
  const abort = () => stop.now(signal.reason as Error);
  const timer = setTimeout(() => stop.now(new NoResponseError('timeout', {}, afterMs)), afterMs);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    const reply = await exchange(watchSending(outgoing, onProgress), stop);
    const { status, reason, headers } = reply;
    const { body, isOpen } = await receiveBody(reply, stop, options);
    return { status, reason, headers, body, ...(isOpen && { isOpen }) };
  } catch (error) {
    if (stop.reason !== undefined) throw stop.reason;
    if (error instanceof NoResponseError || error instanceof CallError) throw error;
    throw new NoResponseError('network', { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

async function receiveBody(
  { status, headers, read, drop }: Reply,
  stop: Stop,
  { onProgress, share }: Pick<SendOptions, 'onProgress' | 'share'>,
): Promise<Pick<HttpResponse, 'body' | 'isOpen'>> {
  const announced = Number(headers.get('content-length')) || 0;
  // What is announced is the length before the answer is decompressed.
  const total = announced === 0 || headers.has('content-encoding') ? undefined : announced;
  const isStream = isStreamed(headers.get('content-type') ?? '');
  const gathered = gatherBytes();
  // Of an error, what has come says enough.
  const isError = status >= 400;
  const most = isError ? mostOfError : mostBytes;
  let size = 0;
  const tell = () => {
    onProgress?.(size, total);
    if (size > most) drop();
  };
  const take = (piece: Uint8Array): Promise<void> | undefined => {
    gathered.add(piece);
    size += piece.length;
    const turn = share?.keep(size, () => stop.signal);
    if (turn !== undefined) return turn.then(tell);
    tell();
    return undefined;
  };
  try {
    if (isError || announced <= most) await read(take);
    else drop();
  } catch (error) {
    // A stream is seldom ended as its coding wants it: what has come of it is whole.
    const isLeft = stop.reason instanceof NoResponseError || networkCode(error) === 'Z_BUF_ERROR';
    if (isLeft && isStream && size > 0) return { body: gathered.join(), isOpen: true };
    // Who refuses a request may close the connection while it is still being sent: the status says enough.
    if (isError && stop.reason === undefined) return { body: gathered.join() };
    throw error;
  }
  if (isError || Math.max(size, announced) <= most) return { body: gathered.join() };
  if (isStream) return { body: gathered.join(), isOpen: true };
  throw new NoResponseError('too large');
}

/** Bytes that are sent before it is told how many they are. */
const step = 256 * 1024;

/** A request that tells how much of its body has gone, where somebody wants to know and it takes a while. */
function watchSending(request: Outgoing, onProgress: OnProgress | undefined): Outgoing {
  const { body } = request;
  if (onProgress === undefined || body === undefined || sizeOf(body) <= step) return request;
  return { ...request, body: watch(toPayload(body), onProgress) };
}

function watch({ size, read }: Payload, onProgress: OnProgress): Payload {
  return {
    size,
    async *read() {
      let sent = 0;
      for await (const chunk of read()) {
        yield chunk;
        // It is asked for the next when this one is on its way.
        sent += chunk.length;
        onProgress(sent, size, undefined, true);
      }
    },
  };
}

function toPayload(content: Content): Payload {
  if (isPayload(content)) return content;
  const bytes = typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : content;
  return {
    size: bytes.length,
    async *read() {
      for (let from = 0; from < bytes.length; from += step) yield bytes.subarray(from, from + step);
    },
  };
}

/** The web address that an API names, relative to that which was asked; who we are is for the operator to say. */
export function toAddress(said: string, base: URL): URL | undefined {
  const address = parseUrl(said, base.href);
  if (address === undefined || !/^https?:$/.test(address.protocol)) return undefined;
  return Object.assign(address, { username: '', password: '', hash: '' });
}

export interface RetryOptions extends Omit<SendOptions, 'end'> {
  /** When all of it has to be over, as `performance.now()` says it; as long as a call may take where it is not said. */
  end?: number;
  /** How often a request is sent again at most; never where it is not said. */
  retries?: number | undefined;
  /** The longest wait before the first repetition; it doubles with each. */
  backoffMs?: number | undefined;
}

/** What came of a request in the end. */
interface Outcome {
  result: HttpResponse | NoResponseError;
  /** How often it was sent. */
  tries: number;
}

/** Answers that come before anything was done, or that say that it is the wrong moment (RFC 9110, section 15). */
const passing: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** Codes of network errors that another attempt may not meet. */
const passingCodes: ReadonlySet<string> = new Set([
  'CONNECT_TIMEOUT',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'PROXY_FAILED',
  'PROXY_UNREACHABLE',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
  'Z_BUF_ERROR',
]);

/**
 * Sends a request, and sends it again where that may help and cannot do harm: what matters is what comes of the
 * last attempt. It waits as long as the API asks for, if that is within the time that a call may take.
 */
export async function retry(request: Outgoing, options: RetryOptions): Promise<Outcome> {
  const { retries = 0, backoffMs = 1_000, timeoutMs, signal } = options;
  const { end = performance.now() + callLimit(timeoutMs) } = options;
  const within = options.end === undefined ? { ...options, end } : (options as SendOptions);
  let last: HttpResponse | NoResponseError | undefined;
  for (let tries = 1; ; tries += 1) {
    const result = await send(request, within).catch(keepNoAnswer);
    // A repetition whose turn does not come is none: what came before holds.
    if (last !== undefined && isUnsent(result)) return { result: last, tries: tries - 1 };
    if (tries > retries || !isPassing(result) || !isRepeatable(request)) return { result, tries };
    last = result;
    // Full jitter: what fails at the same time for many does not come back from all of them at once.
    const backoff = Math.random() * backoffMs * 2 ** (tries - 1);
    const waitMs = (result instanceof NoResponseError ? undefined : readWait(result.headers)) ?? backoff;
    if (performance.now() + waitMs >= end) return { result, tries };
    await wait(waitMs, undefined, { signal });
  }
}

/** The API promises to carry out only once what has the same key (draft-ietf-httpapi-idempotency-key-header). */
export function isRepeatable({ method, url, headers }: Outgoing): boolean {
  if (headers.has('idempotency-key')) return true;
  const names = [...(url.search === '' ? [] : url.searchParams.keys()), ...headers.keys()];
  return isIdempotent(method) && !names.some((name) => isMethodOverride(name));
}

function keepNoAnswer(error: unknown): NoResponseError {
  if (error instanceof NoResponseError) return error;
  throw error;
}

function isPassing(result: HttpResponse | NoResponseError): boolean {
  if (!(result instanceof NoResponseError)) return passing.has(result.status);
  return result.kind === 'network' && passingCodes.has(networkCode(result));
}

/** Whether it never was its turn. */
function isUnsent(result: HttpResponse | NoResponseError): boolean {
  return result instanceof NoResponseError && (result.kind === 'busy' || result.kind === 'no turn');
}

/**
 * The milliseconds that an API asks to wait (RFC 9110, Retry-After: a number of seconds or a date); nothing where it
 * does not, or says what is neither.
 */
export function readWait(headers: HeaderFields): number | undefined {
  const asked = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(asked)) return Math.min(Number(asked) * 1000, Number.MAX_SAFE_INTEGER);
  // JavaScript takes `-5` for a date as well.
  if (!/^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)|\d{4}-\d\d-\d\d)/.test(asked)) return undefined;
  const waitMs = Date.parse(asked) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
