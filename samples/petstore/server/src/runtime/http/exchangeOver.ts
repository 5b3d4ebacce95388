import { type Exchange, isPayload, type Outgoing } from '../request/outgoing.js';

/**
 * Sends requests by a `fetch` (Fetch standard, 5.4), and follows no redirect.
 *
 * @param other - sends those that no `fetch` takes
 */
export function exchangeOver(fetch: typeof globalThis.fetch, other: Exchange): Exchange {
  return async (request, stop) => {
    if (isBeyondFetch(request)) return other(request, stop);
    const { method, url, body } = request;
    const response = await fetch(url.href, {
      method,
      headers: new Headers([...request.headers]),
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
  return method === 'TRACE' || isPayload(body) || (body !== undefined && /^(?:GET|HEAD)$/.test(method));
}
