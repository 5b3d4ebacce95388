import { statSync } from 'node:fs';
import {
  type Environment,
  isProvided,
  listApis,
  listSchemes,
  listSchemeVariables,
  listVariables,
  type Settings,
} from '../settings.js';
import { SetupError } from '../errors.js';
import type { ApiInfo } from '../tool.js';

/** Whether calls may lack something that the operator is to be told of: a credential, or a base URL. */
export function mayLack(api: ApiInfo, env: Environment): boolean {
  return listApis(api).some(({ auth, baseUrlEnv, servers: [server] }) => {
    const isPlain = server !== undefined && /^https:[^{]*$/.test(server.url) && !env[baseUrlEnv];
    return !isPlain || !listVariables(auth).some((name) => isProvided(env, name));
  });
}

/** Which variables of which schemes are set, in one line, and never their values. */
export function summarizeCredentials(api: ApiInfo, env: Environment): string | undefined {
  const found = Object.entries(listSchemes(api)).flatMap(([name, scheme]) => {
    const set = listSchemeVariables(scheme).filter((variable) => isProvided(env, variable));
    return set.length === 0 ? [] : [`${name} (${set.join(', ')})`];
  });
  return found.length === 0 ? undefined : `Credentials set: ${found.join('; ')}`;
}

/**
 * Looks at the folders that files are sent from and saved in, so that a wrong one is noticed at the start. The one that
 * they are saved in is made when it is needed.
 *
 * @throws SetupError where one is no folder.
 */
export function checkFolders({ fileRoots, downloads }: Pick<Settings, 'fileRoots' | 'downloads'>): void {
  for (const root of fileRoots) if (isFolder(root) !== true) throw noFolder('MCP_FILE_ROOTS', root);
  if (downloads !== undefined && isFolder(downloads) === false) throw noFolder('MCP_DOWNLOAD_DIR', downloads);
}

/** Undefined where nothing is there. */
function isFolder(path: string): boolean | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory();
  } catch {
    return false;
  }
}

function noFolder(variable: string, path: string): SetupError {
  return new SetupError(`${variable} names "${path}", which is not a folder of this machine.`);
}

/**
 * Looks at the base URL of each API, where it may be wrong, so that this is noticed at the start. One that is still missing
 * does not keep the server from starting.
 *
 * @throws SetupError where one is wrong.
 */
export async function checkBaseUrl(api: ApiInfo, env: Environment): Promise<void> {
  const said = listApis(api).filter(
    ({ baseUrlEnv, servers: [server] }) => env[baseUrlEnv]?.trim() || server?.url.includes('{'),
  );
  if (said.length === 0) return;
  const { checkAddress } = await import('../request/servers.js');
  for (const one of said) checkAddress(one, env);
}

/** Variables that say which way requests go, and some others. */
const ofNetwork = /(?:_PROXY|_(?:CA|CERT|KEY)_FILE)$/i;

/**
 * Looks at the proxies and certificates that are set, so that a wrong one is noticed at the start.
 *
 * @throws SetupError where one of them cannot be used.
 */
export async function checkNetwork(api: ApiInfo, env: Environment): Promise<void> {
  if (!Object.keys(env).some((name) => env[name] && ofNetwork.test(name))) return;
  const { checkWays } = await import('../http/createNetwork.js');
  await checkWays(api, env);
}
