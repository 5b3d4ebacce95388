import { listVariables } from '../../templates/project/src/runtime/auth/listVariables.js';
import { readBaseUrl } from '../../templates/project/src/runtime/request/readBaseUrl.js';
import { fillServer } from '../../templates/project/src/runtime/request/servers.js';
import type { Environment } from '../../templates/project/src/runtime/settings.js';
import type { ApiInfo } from '../model/server.js';

/**
 * Which credentials go where, in a line: the names of variables come from the document, whose title may be any, and
 * what is set in a shell may be meant for another API.
 */
export function describeCredentials(api: ApiInfo, env: Environment): string[] {
  const isSet = (name: string) => Boolean(env[name]?.trim() || env[`${name}_FILE`]?.trim());
  const names = listVariables(api.auth).filter(isSet);
  const override = env[api.baseUrlEnv]?.trim();
  const [server] = api.servers;
  const base = override ? readBaseUrl(override) : server && fillServer(server, env);
  const filled = override ? [] : (api.credentialServers ?? []).map((one) => fillServer(one, env));
  const origins = [base, ...filled].flatMap((one) => (one instanceof URL ? [one.origin] : []));
  if (!override) origins.push(...(api.credentialOrigins ?? []));
  if (names.length === 0 || origins.length === 0) return [];
  return [`The value of ${names.join(' and ')} is sent to ${[...new Set(origins)].join(' and ')}.`];
}
