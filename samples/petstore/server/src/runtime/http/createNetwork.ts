import { stat } from 'node:fs/promises';
import { CallError, SetupError, notSent } from '../errors.js';
import { once } from '../memo.js';
import type { Environment } from '../settings.js';
import { type Way, createClient, createDirectWay } from './createClient.js';
import type { Network } from './network.js';
import { fileVariables, isSetUp, listProxySecrets } from './proxyVariables.js';

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
      ways = once(async () => (await import('./openWays.js')).openWays(env));
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
