import { stat } from 'node:fs/promises';
import { CallError, SetupError, notSent } from '../errors.js';
import { importOnce, once } from '../memo.js';
import {
  type Exchange,
  isPayload,
  listProxySecrets,
  type Network,
  type Outgoing,
} from '../request/outgoing.js';
import { type Environment, fileVariables, readSwitch, setsNetwork } from '../settings.js';
import type { ApiInfo } from '../tool.js';
import { type Way, createClient, createDirectWay } from './createClient.js';

const loadWays = importOnce(() => import('./openWays.js'));

/** What this server calls itself to others (RFC 9110, 10.1.5): its name and version, as far as a token can hold it. */
export function nameAgent({ name, version }: Pick<ApiInfo, 'name' | 'version'>): string {
  const token = version.replaceAll(/[^\w.~+-]+/g, '-').slice(0, 64);
  return token === '' ? name : `${name}/${token}`;
}

/**
 * Straight to the API, unless the operator has set proxies or certificates.
 *
 * @param agent - what the client calls itself
 */
export function createNetwork(env: Environment, agent?: string): Network {
  if (!setsNetwork(env)) return { exchange: createClient(createDirectWay(), agent) };
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

  return { exchange: createClient(findWay, agent), secrets: listProxySecrets(env) };
}

/** The same way, without what the operator proves who calls with. */
export function createAnonymousNetwork(env: Environment, agent?: string): Network {
  return createNetwork({ ...env, MCP_CLIENT_CERT_FILE: undefined, MCP_CLIENT_KEY_FILE: undefined }, agent);
}

/** The way to authorization servers, and whether they are shown the certificate (RFC 8705). */
export function createTokenNetwork(env: Environment, agent?: string): Network & { isProven: boolean } {
  const isProven =
    Boolean(env['MCP_CLIENT_CERT_FILE']?.trim()) && readSwitch(env, 'MCP_CLIENT_CERT_FOR_TOKENS');
  return { ...(isProven ? createNetwork(env, agent) : createAnonymousNetwork(env, agent)), isProven };
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
