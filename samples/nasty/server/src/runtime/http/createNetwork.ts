import { stat } from 'node:fs/promises';
import { CallError, SetupError, notSent } from '../errors.js';
import { once } from '../memo.js';
import type { Environment } from '../settings.js';
import { fileVariables, isSetUp, listProxySecrets } from './proxyVariables.js';
import type { Client, Network } from './network.js';

/** Node's own way, unless the operator has set proxies or certificates. */
export function createNetwork(env: Environment): Network {
  if (!isSetUp(env)) return { fetch: globalThis.fetch };
  let client: (() => Promise<Client>) | undefined;
  let known: string | undefined;

  /** Opened when it is first needed, and anew when a file has changed: certificates are exchanged while a server runs. */
  async function current(): Promise<Client> {
    const state = await stateOfFiles(env);
    if (client === undefined || state !== known) {
      known = state;
      client = once(async () => (await import('./openClient.js')).openClient(env));
    }
    return client().catch(rethrowAsCallError);
  }

  return {
    fetch: async (url, init) => (await current()).fetch(url, init),
    fetchBeyond: async (request, signal) => (await current()).fetchBeyond(request, signal),
    secrets: listProxySecrets(env),
  };
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
