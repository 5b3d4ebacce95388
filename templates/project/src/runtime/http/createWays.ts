import { stat } from 'node:fs/promises';
import { CallError, SetupError, notSent } from '../errors.js';
import { importOnce, once } from '../memo.js';
import type { Network } from '../request/outgoing.js';
import { certificateOf, type Environment, listApis, ownCertificate } from '../settings.js';
import type { ApiInfo, CertificateVariables } from '../tool.js';
import { type Way, createClient } from './createClient.js';
import { listProxySecrets, proxyVariables } from './proxies.js';

const loadWays = importOnce(() => import('./openWays.js'));

/** The variables that name files in PEM form. */
function fileVariables(own?: CertificateVariables): string[] {
  return ['MCP_CA_FILE', ...(own === undefined ? [] : [own.certificate, own.key])];
}

/** Whether requests are to go another way than Node's own. */
function setsNetwork(env: Environment, own?: CertificateVariables): boolean {
  return [...Object.values(proxyVariables).flat(), ...fileVariables(own)].some((name) => env[name]?.trim());
}

/**
 * Reads and checks the proxies and certificates that the operator has set.
 *
 * @throws SetupError where one of them cannot be used.
 */
export async function checkWays(api: ApiInfo, env: Environment): Promise<void> {
  const certificates = listApis(api).flatMap((one) => certificateOf(one, api) ?? []);
  const unread = [ownCertificate.certificate, ownCertificate.key].find((name) => env[name]?.trim());
  if (api.sources !== undefined && unread !== undefined) {
    const names = certificates.map(({ certificate }) => certificate).join(', ');
    throw new SetupError(
      `The environment variable ${unread} is set, but this server offers several APIs: ${names === '' ? 'none of them asks for a certificate' : `each has a certificate of its own (${names})`}.`,
    );
  }
  for (const own of [undefined, ...certificates])
    if (setsNetwork(env, own)) await (await loadWays()).readWays(env, own);
}

/**
 * By the proxies, and with the certificates, that the operator has set; nothing where there are none.
 *
 * @param agent - what the client calls itself
 * @param own - what the operator proves who calls with; nothing where nobody is to see it
 */
export function createWays(
  env: Environment,
  agent?: string,
  own?: CertificateVariables,
): Network | undefined {
  if (!setsNetwork(env, own)) return undefined;
  let ways: (() => Promise<(url: URL) => Way>) | undefined;
  let known: string | undefined;

  /** Opened when they are first needed, and anew when a file has changed: certificates are exchanged while a server runs. */
  async function findWay(url: URL): Promise<Way> {
    const state = await stateOfFiles(env, own);
    if (ways === undefined || state !== known) {
      known = state;
      ways = once(async () => (await loadWays()).openWays(env, own));
    }
    return (await ways().catch(rethrowAsCallError))(url);
  }

  return { exchange: createClient(findWay, agent), secrets: listProxySecrets(env) };
}

/** What tells whether one of the files has changed. */
async function stateOfFiles(env: Environment, own?: CertificateVariables): Promise<string> {
  const states = fileVariables(own).map(async (name) => {
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
