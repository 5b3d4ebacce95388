import { CallError, notSent } from '../errors.js';
import { type Content, type Exchange, isPayload, type Outgoing } from '../request/outgoing.js';

/** There is but one way: the platform looks after connections. */
export function createDirectWay(): undefined {
  return undefined;
}

/**
 * The client towards the API on a platform that has `fetch` and no sockets: it stands in for that of createClient.ts.
 * What `fetch` does not send (Fetch standard, 5.4: TRACE, a body of GET or HEAD) is refused.
 *
 * @param agent - what it calls itself
 */
export function createClient(_way: undefined, agent = 'node'): Exchange {
  return async (request, stop) => {
    refuseBeyondFetch(request);
    const { method, url, body } = request;
    const headers = new Headers([...request.headers]);
    if (!headers.has('accept')) headers.set('accept', '*/*');
    if (!headers.has('user-agent')) headers.set('user-agent', agent);
    const response = await globalThis.fetch(url.href, {
      method,
      headers,
      redirect: 'manual',
      signal: stop.signal,
      ...(body !== undefined && { body: await gatherBody(body) }),
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

function refuseBeyondFetch({ method, body }: Outgoing): void {
  const isBodiless = method === 'GET' || method === 'HEAD';
  if (method !== 'TRACE' && !(isBodiless && body !== undefined)) return;
  const what = method === 'TRACE' ? 'TRACE' : `${method} with a body`;
  throw new CallError(`This platform does not send ${what}${notSent}. Tell the user.`);
}

async function gatherBody(body: Content): Promise<string | Uint8Array<ArrayBuffer>> {
  if (!isPayload(body)) return body;
  const pieces: Uint8Array[] = [];
  for await (const piece of body.read()) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}
