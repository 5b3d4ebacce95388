import type { FetchMeans } from '../auth/credential.js';
import type { Network } from '../http/network.js';
import { send } from '../http/send.js';

/**
 * What credentials of the server of that name are fetched with. A token is for all calls: that one of them is cancelled
 * does not end the request for it.
 */
export function createFetchMeans({ exchange }: Network, timeoutMs: number, server: string): FetchMeans {
  return {
    known: new Map(),
    server,
    send: (request) =>
      send(request, {
        exchange,
        timeoutMs,
        end: performance.now() + timeoutMs,
        signal: new AbortController().signal,
      }),
  };
}
