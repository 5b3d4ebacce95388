import type { ApiRequest, BeforeSend } from '../customize.js';
import { CallError } from '../errors.js';
import { isObject } from '../json.js';
import { redact } from '../redact.js';
import { type Content, type Exchange, HeaderMap, isPayload, sizeOf } from '../request/outgoing.js';

/** Bytes of a body that the owner's code is given; and how long it may take. */
const mostBytes = 1024 * 1024;
const longestMs = 10_000;

/** What the HTTP client writes itself, which a header of another value would contradict (RFC 9112). */
const ofConnection =
  /^(?:host|content-length|connection|keep-alive|transfer-encoding|upgrade|te|trailer|expect)$/i;

/**
 * Makes what sends requests with the headers that code of `custom.ts` gives; each time anew, also where one is repeated.
 * What it hides is added to `secrets`, which no text may show.
 */
export function signRequests(beforeSend: BeforeSend, secrets: string[], exchange: Exchange): Exchange {
  return async (request, stop) => {
    const { method, url, headers, body } = request;
    const bytes = body === undefined || sizeOf(body) > mostBytes ? undefined : await copyBytes(body);
    // A signal that Node makes of others may be collected before its time is over.
    const limit = new AbortController();
    const end = () => limit.abort();
    const timer = setTimeout(end, longestMs);
    stop.signal.addEventListener('abort', end, { once: true });
    if (stop.signal.aborted) end();
    const seen: ApiRequest = {
      method,
      url: new URL(url),
      headers: Object.fromEntries(headers),
      ...(bytes && { body: bytes }),
      signal: limit.signal,
      hide: (secret) => {
        if (secret !== '') secrets.push(secret);
      },
    };
    const signed = new HeaderMap(headers);
    try {
      for (const [name, value] of Object.entries(await within(seen.signal, beforeSend, seen))) {
        if (ofConnection.test(name)) throw new Error(`it may not set ${name}`);
        if (typeof value !== 'string') throw new Error(`${name} is not a text`);
        signed.set(name, value);
      }
    } catch (error) {
      if (stop.reason !== undefined) throw stop.reason;
      const why = error instanceof Error ? error.message : String(error);
      throw new CallError(
        `beforeSend of src/custom.ts failed, so the request was not sent: ${redact(why, secrets)}. Tell the user.`,
      );
    } finally {
      clearTimeout(timer);
      stop.signal.removeEventListener('abort', end);
    }
    return exchange({ ...request, headers: signed }, stop);
  };
}

/** What the code gives, unless it takes too long. */
async function within(signal: AbortSignal, beforeSend: BeforeSend, seen: ApiRequest): Promise<object> {
  const given = await new Promise<Awaited<ReturnType<BeforeSend>>>((resolve, reject) => {
    const refuse = () => reject(new Error(`it took more than ${longestMs / 1000} s`));
    if (signal.aborted) refuse();
    signal.addEventListener('abort', refuse, { once: true });
    Promise.resolve(seen).then(beforeSend).then(resolve, reject);
  });
  if (given !== undefined && !isObject(given)) throw new Error('it gave no object of headers');
  return given ?? {};
}

async function copyBytes(body: Content): Promise<Uint8Array> {
  // The code gets bytes of its own, whatever it does to them.
  if (!isPayload(body)) return Uint8Array.from(typeof body === 'string' ? Buffer.from(body) : body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
