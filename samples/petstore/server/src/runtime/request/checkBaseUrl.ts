import { listVariables } from '../auth/listVariables.js';
import type { Environment } from '../environment.js';
import { SetupError } from '../setupError.js';
import { fillServer } from './fillServer.js';
import { readBaseUrl } from './readBaseUrl.js';
import type { ApiInfo } from '../tool.js';

/**
 * Looks at the operator's base URL, or at the values of the variables in that of the document, so that a wrong one is
 * noticed at the start. One that is still missing does not keep the server from starting.
 *
 * @throws SetupError where one is wrong.
 */
export function checkBaseUrl({ auth, baseUrlEnv, servers: [server] }: ApiInfo, env: Environment): void {
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
