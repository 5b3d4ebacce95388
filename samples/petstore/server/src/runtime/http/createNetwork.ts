import { type Exchange, isPayload, type Network, type Outgoing } from '../request/outgoing.js';
import type { Environment } from '../settings.js';
import type { ApiInfo, CertificateVariables } from '../tool.js';
import { createClient, createDirectWay } from './createClient.js';

/** What this server calls itself to others (RFC 9110, 10.1.5): its name and version, as far as a token can hold it. */
export function nameAgent({ name, version }: Pick<ApiInfo, 'name' | 'version'>): string {
  const token = version.replaceAll(/[^\w.~+-]+/g, '-').slice(0, 64);
  return token === '' ? name : `${name}/${token}`;
}

/** What has requests go by proxies and with certificates, where that is built in. */
export interface WaysPart {
  /** What the operator has set; nothing where that is nothing. */
  createWays: (env: Environment, agent?: string, own?: CertificateVariables) => Network | undefined;
  /** @throws SetupError where something that the operator has set cannot be used. */
  checkWays: (api: ApiInfo, env: Environment) => Promise<void>;
}

/**
 * Straight to the API, unless the operator has set proxies or certificates.
 *
 * @param ways - what knows of these
 * @param agent - what the client calls itself
 * @param own - what the operator proves who calls with; nothing where nobody is to see it
 */
export function createNetwork(
  env: Environment,
  ways: WaysPart | undefined,
  agent?: string,
  own?: CertificateVariables,
): Network {
  return ways?.createWays(env, agent, own) ?? { exchange: createClient(createDirectWay(), agent) };
}

/** Through a `fetch` that the owner has given, but for the requests that none takes. */
export function createFetchNetwork(fetch: typeof globalThis.fetch): Network {
  return { exchange: exchangeOver(fetch) };
}

function exchangeOver(fetch: typeof globalThis.fetch): Exchange {
  const own = createClient(createDirectWay());
  return async (request, stop) => {
    if (isBeyondFetch(request)) return own(request, stop);
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
  return (
    method === 'TRACE' || isPayload(body) || (body !== undefined && (method === 'GET' || method === 'HEAD'))
  );
}
