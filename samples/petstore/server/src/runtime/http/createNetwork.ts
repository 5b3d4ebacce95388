import { stat } from 'node:fs/promises';
import { CallError, SetupError, notSent } from '../errors.js';
import { importOnce, once } from '../memo.js';
import { type Outgoing, isPayload } from '../request/outgoing.js';
import type { Environment } from '../settings.js';
import { type Way, createClient, createDirectWay } from './createClient.js';
import type { Exchange, Network } from './network.js';
import { listProxySecrets } from './parseProxy.js';
import { fileVariables, isSetUp } from './proxyVariables.js';

const loadWays = importOnce(() => import('./openWays.js'));

/** Straight to the API, unless the operator has set proxies or certificates. */
export function createNetwork(env: Environment): Network {
  if (!isSetUp(env)) return { exchange: createClient(createDirectWay()) };
  let ways: (() => Promise<(url: URL) => Way>) | undefined;
  let known: string | undefined;

  /** Opened when they are first needed, and anew when a file has changed: certificates are exchanged while a server runs. */
  async function findWay(url: URL): Promise<Way> {
    const state = await stateOfFiles(env);
    if (ways === undefined || state !== known) {
      known = state;
      ways = once(async () => (await loadWays()).openWays(env));
    }
    return (await ways().catch(rethrowAsCallError))(url);
  }

  return { exchange: createClient(findWay), secrets: listProxySecrets(env) };
}

/** The same way, without what the operator proves who calls with. */
export function createAnonymousNetwork(env: Environment): Network {
  return createNetwork({ ...env, MCP_CLIENT_CERT_FILE: undefined, MCP_CLIENT_KEY_FILE: undefined });
}

/** What tells whether one of the files has changed. */
async function stateOfFiles(env: Environment): Promise<string> {
  const states = fileVariables.map(async (name) => {
    const file = env[name]?.trim();
    if (!file) return '';
    const { ino, mtimeMs, size } = await stat(file).catch(() => ({ ino: 0, mtimeMs: 0, size: 0 }));
    return [ino, mtimeMs, size].join(' ');
  });
  return (await Promise.all(states)).join();
}

function rethrowAsCallError(error: unknown): never {
  if (!(error instanceof SetupError)) throw error;
  throw new CallError(`${error.message.replace(/\.$/, '')}${notSent}. Ask the user to correct it.`);
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
