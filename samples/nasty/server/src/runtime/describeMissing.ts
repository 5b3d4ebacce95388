import { listVariables } from './auth/listVariables.js';
import type { Environment } from './environment.js';
import { fillServer } from './request/fillServer.js';
import { readBaseUrl } from './request/readBaseUrl.js';
import { isExposed } from './request/isExposed.js';
import type { ApiInfo } from './tool.js';

/** Lines for the operator on what calls will lack, if anything. */
export function describeMissing(api: ApiInfo, env: Environment): string | undefined {
  const lines = [lacksCredentials(api, env), lacksAddress(api, env)].filter((line) => line !== undefined);
  return lines.length === 0 ? undefined : lines.join('\n');
}

/**
 * Where the API asks for credentials and none at all is configured. Where one is, it may be all that is needed:
 * schemes are often alternatives.
 */
function lacksCredentials({ auth }: ApiInfo, env: Environment): string | undefined {
  const variables = listVariables(auth);
  const isSet = (name: string) => Boolean(env[name]?.trim() || env[`${name}_FILE`]);
  if (variables.length === 0 || variables.some(isSet)) return undefined;
  const names = [variables.slice(0, -1).join(', '), ...variables.slice(-1)].filter(Boolean).join(' or ');
  return `No ${names} is set: calls that need credentials will be refused.`;
}

/** Where the base URL has no value for a variable, or sends credentials for all to read. */
function lacksAddress(
  { baseUrlEnv, servers: [server], auth }: ApiInfo,
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
