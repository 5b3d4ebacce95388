import { isProvided, listVariables } from '../auth/listVariables.js';
import { fillServer, isExposed, listApis, readBaseUrl } from '../request/servers.js';
import type { Environment } from '../settings.js';
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
  if (variables.length === 0 || variables.some((name) => isProvided(env, name))) return undefined;
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
