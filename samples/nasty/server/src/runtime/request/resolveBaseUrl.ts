import { CallError } from '../errors.js';
import type { Environment } from '../settings.js';
import type { ApiInfo, Recipe } from '../tool.js';
import { readBaseUrl } from './readBaseUrl.js';
import { type ServerProblem, fillServer } from './servers.js';

/**
 * The URL under which the API's paths lie. The operator's variable comes before every server of the document,
 * those of single operations included: what was pointed at a test system must not reach another one.
 */
export function resolveBaseUrl(api: ApiInfo, recipe: Recipe, env: Environment): URL {
  const override = env[api.baseUrlEnv]?.trim();
  if (override) {
    const read = readBaseUrl(override);
    if (typeof read !== 'string') return read;
    throw missing(api, `The environment variable ${api.baseUrlEnv} ${read}`);
  }
  const server = recipe.server ?? api.servers[0];
  if (server === undefined) throw missing(api, 'No base URL is known for this API');
  const filled = fillServer(server, env);
  if (filled instanceof URL) return filled;
  throw unfilled(api, filled);
}

/**
 * Whether the credentials of the API may go where an operation is called: to the operator's base URL, to the servers
 * of the document as a whole, and to what mcpwright.yaml allows, but not wherever a single operation says. A document
 * that names no server for all has those that its operations share.
 */
export function isTrusted(api: ApiInfo, recipe: Recipe, env: Environment): boolean {
  if (recipe.server === undefined || env[api.baseUrlEnv]?.trim()) return true;
  const { origin } = resolveBaseUrl(api, recipe, env);
  const known = [...api.servers, ...(api.credentialServers ?? [])].map((server) => fillServer(server, env));
  const origins = known.flatMap((server) => (server instanceof URL ? [server.origin] : []));
  return [...origins, ...(api.credentialOrigins ?? [])].includes(origin);
}

function unfilled(api: ApiInfo, faults: readonly ServerProblem[]): CallError {
  const what = faults.map((fault) => fault.what).join('; ');
  const variables = faults.flatMap(({ env }) => env ?? []);
  if (variables.length === 0) return missing(api, what);
  if (faults.every(({ isGiven }) => isGiven))
    return new CallError(`${what}; nothing was sent to the API. Ask the user to correct it.`);
  return new CallError(
    `${what}; nothing was sent to the API. Ask the user to set the environment variable ${variables.join(' and ')}, or ${api.baseUrlEnv} to the whole base URL of ${api.title}.`,
  );
}

function missing(api: ApiInfo, what: string): CallError {
  return new CallError(
    `${what}; nothing was sent. Ask the user to set the environment variable ${api.baseUrlEnv} to the base URL of ${api.title}.`,
  );
}
