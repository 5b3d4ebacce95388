import { type Outgoing, isPayload } from '../request/outgoing.js';
import { createClient, createDirectWay } from './createClient.js';
import type { Exchange } from './network.js';

/** Sends requests with a `fetch` that the owner has given, but for those that none takes. */
export function overFetch(fetch: typeof globalThis.fetch): Exchange {
  const own = createClient(createDirectWay());
  return async (request, stop) => {
    if (isBeyondFetch(request)) return own(request, stop);
    const { method, url, body } = request;
    const response = await fetch(url.href, {
      method,
      headers: request.headers,
      redirect: 'manual',
      signal: stop.signal,
      ...(body !== undefined && !isPayload(body) && { body }),
    });
    const reader = response.body?.getReader();
    return {
      status: response.status,
      reason: response.statusText,
      headers: response.headers,
      read: async (take) => {
        for (;;) {
          const piece = await reader?.read();
          if (piece === undefined || piece.done) return;
          await take(piece.value);
        }
      },
      // What has broken off cannot be given up any more.
      drop: () => void reader?.cancel().catch(() => undefined),
    };
  };
}

/**
 * Whether `fetch` refuses a request that HTTP allows, one with a body on a method that seldom has one, or TRACE; or would
 * keep all of a body in memory that is read while it is sent.
 */
function isBeyondFetch({ method, body }: Outgoing): boolean {
  return (
    method === 'TRACE' || isPayload(body) || (body !== undefined && (method === 'GET' || method === 'HEAD'))
  );
}
