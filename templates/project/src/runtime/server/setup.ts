import { statSync } from 'node:fs';
import {
  type Environment,
  isProvided,
  listSchemeVariables,
  listVariables,
  setsNetwork,
  type Settings,
} from '../settings.js';
import { SetupError } from '../errors.js';
import { fillServer, listApis, listSchemes, readBaseUrl } from '../request/servers.js';
import type { ApiAccess, ApiInfo } from '../tool.js';

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
 * Looks at the base URL of each API, as the operator says it, or at the values of the variables in that of the document, so that a wrong one is
 * noticed at the start. One that is still missing does not keep the server from starting.
 *
 * @throws SetupError where one is wrong.
 */
export function checkBaseUrl(api: ApiInfo, env: Environment): void {
  for (const one of listApis(api)) checkAddress(one, env);
}

function checkAddress({ auth, baseUrlEnv, servers: [server] }: ApiAccess, env: Environment): void {
  const override = env[baseUrlEnv]?.trim();
  if (!override) {
    const faults = server === undefined ? [] : fillServer(server, env);
    const wrong = faults instanceof URL ? undefined : faults.find(({ isGiven }) => isGiven);
    if (wrong !== undefined) throw new SetupError(`${wrong.what}.`);
    return;
  }
  const isOpen = override.includes('{');
  const read = isOpen ? 'holds {…}, where a value belongs' : readBaseUrl(override);
  if (typeof read !== 'string') return;
  // It may hold a password, or a credential that was set in its place or put into it.
  const credentials = listVariables(auth).map((name) => env[name]?.trim());
  const isSecret = override.includes('@') || credentials.some((one) => one && override.includes(one));
  const shown = isSecret || isOpen ? `: it ${read}` : `, not "${override}"`;
  throw new SetupError(
    `${baseUrlEnv} must be an absolute http or https URL such as https://api.example.com${shown}.`,
  );
}

/**
 * Looks at the proxies and certificates that are set, so that a wrong one is noticed at the start.
 *
 * @throws SetupError where one of them cannot be used.
 */
export async function checkNetwork(env: Environment): Promise<void> {
  if (!setsNetwork(env)) return;
  const { readWays } = await import('../http/openWays.js');
  await readWays(env);
}
