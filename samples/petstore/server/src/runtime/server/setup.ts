import { statSync } from 'node:fs';
import { listVariables } from '../auth/listVariables.js';
import { SetupError } from '../errors.js';
import { isSetUp } from '../http/proxyVariables.js';
import { fillServer, isExposed, listApis, readBaseUrl } from '../request/servers.js';
import type { Environment, Settings } from '../settings.js';
import type { ApiAccess, ApiInfo } from '../tool.js';

/** Lines for the operator on what calls will lack, if anything. */
export function describeMissing(api: ApiInfo, env: Environment): string | undefined {
  const lines = listApis(api)
    .flatMap((one) => [lacksCredentials(one, env), lacksAddress(one, env)])
    .filter((line) => line !== undefined);
  return lines.length === 0 ? undefined : lines.join('\n');
}

/**
 * Where the API asks for credentials and none at all is configured. Where one is, it may be all that is needed:
 * schemes are often alternatives.
 */
function lacksCredentials({ auth }: ApiAccess, env: Environment): string | undefined {
  const variables = listVariables(auth);
  const isSet = (name: string) => Boolean(env[name]?.trim() || env[`${name}_FILE`]);
  if (variables.length === 0 || variables.some(isSet)) return undefined;
  const names = [variables.slice(0, -1).join(', '), ...variables.slice(-1)].filter(Boolean).join(' or ');
  return `No ${names} is set: calls that need credentials will be refused.`;
}

/** Where the base URL has no value for a variable, or sends credentials for all to read. */
function lacksAddress(
  { baseUrlEnv, servers: [server], auth }: ApiAccess,
  env: Environment,
): string | undefined {
  const override = env[baseUrlEnv]?.trim();
  if (!override && server === undefined) return `No ${baseUrlEnv} is set: calls will be refused.`;
  const base = override ? readBaseUrl(override) : server && fillServer(server, env);
  if (Array.isArray(base)) {
    const names = base.flatMap((fault) => fault.env ?? []);
    return `${base.map(({ what }) => what).join('; ')}: calls will be refused. Set ${[...names, baseUrlEnv].join(', or ')}.`;
  }
  const isSent = listVariables(auth).length > 0;
  return base instanceof URL && isSent && isExposed(base.href)
    ? `Credentials travel unencrypted to ${base.origin}: prefer https.`
    : undefined;
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
  const read = readBaseUrl(override);
  if (typeof read !== 'string') return;
  // It may hold a password, or a credential that was set in its place or put into it.
  const credentials = listVariables(auth).map((name) => env[name]?.trim());
  const isSecret = override.includes('@') || credentials.some((one) => one && override.includes(one));
  const shown = isSecret ? `: it ${read}` : `, not "${override}"`;
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
  if (!isSetUp(env)) return;
  const { readWays } = await import('../http/readWays.js');
  await readWays(env);
}
