import { setTimeout as wait } from 'node:timers/promises';
import { NoResponseError, networkCode } from '../errors.js';
import { type Outgoing, isMethodOverride } from '../request/outgoing.js';
import { callLimit } from '../settings.js';
import type { Method } from '../tool.js';
import { type HttpResponse, type SendOptions, send } from './send.js';

export interface RetryOptions extends Omit<SendOptions, 'end'> {
  /** When all of it has to be over, as `performance.now()` says it; as long as a call may take where it is not said. */
  end?: number;
  /** How often a request is sent again at most; never where it is not said. */
  retries?: number | undefined;
  /** The longest wait before the first repetition; it doubles with each. */
  backoffMs?: number;
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
]);

/**
 * Sends a request, and sends it again where that may help and cannot do harm: what matters is what comes of the
 * last attempt. It waits as long as the API asks for, if that is within the time that a call may take.
 */
export async function retry(request: Outgoing, options: RetryOptions): Promise<Outcome> {
  const { retries = 0, backoffMs = 1_000, timeoutMs, signal } = options;
  const most = isRepeatable(request) ? 1 + retries : 1;
  const { end = performance.now() + callLimit(timeoutMs) } = options;
  const within = options.end === undefined ? { ...options, end } : (options as SendOptions);
  let last: HttpResponse | NoResponseError | undefined;
  for (let tries = 1; ; tries += 1) {
    const result = await send(request, within).catch(keepNoAnswer);
    // A repetition whose turn does not come is none: what came before holds.
    if (last !== undefined && isUnsent(result)) return { result: last, tries: tries - 1 };
    if (tries >= most || !isPassing(result)) return { result, tries };
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
  const names = [...url.searchParams.keys(), ...headers.keys()];
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

const methods: ReadonlySet<Method> = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE', 'PUT', 'DELETE']);

/** Whether repeating a request has no further effect (RFC 9110, section 9.2.2; QUERY by its own specification). */
export function isIdempotent(method: Method): boolean {
  return methods.has(method);
}

/**
 * The milliseconds that an API asks to wait (RFC 9110, Retry-After: a number of seconds or a date); nothing where it
 * does not, or says what is neither.
 */
export function readWait(headers: Headers): number | undefined {
  const asked = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(asked)) return Number(asked) * 1000;
  // JavaScript takes `-5` for a date as well.
  if (!/^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)|\d{4}-\d\d-\d\d)/.test(asked)) return undefined;
  const waitMs = Date.parse(asked) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
