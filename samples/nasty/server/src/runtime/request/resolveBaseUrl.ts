import { CallError } from '../callError.js';
import type { Environment } from '../environment.js';
import { toWebUrl } from './toWebUrl.js';
import type { ApiInfo, Recipe, ServerUrl } from '../tool.js';

/**
 * The URL under which the API's paths lie. The operator's variable comes before every server of the document,
 * those of single operations included: what was pointed at a test system must not reach another one.
 */
export function resolveBaseUrl(api: ApiInfo, recipe: Recipe, env: Environment): URL {
  const override = env[api.baseUrlEnv]?.trim();
  if (override) return parse(override, `The environment variable ${api.baseUrlEnv}`, api);
  const server = recipe.server ?? api.servers[0];
  if (server === undefined) throw missing(api, 'No base URL is known for this API');
  return parse(fillVariables(server, env), 'The server URL of the API', api);
}

/** OpenAPI 3.2, Server Object: `{name}` in the URL stands for the variable's value. */
function fillVariables({ url, variables = {} }: ServerUrl, env: Environment): string {
  return url.replaceAll(/\{([^{}]*)\}/g, (placeholder, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (variable === undefined) return placeholder;
    const value = env[variable.env] || variable.default;
    if (variable.enum !== undefined && !variable.enum.includes(value)) {
      throw new CallError(
        `The environment variable ${variable.env} must be one of ${variable.enum.join(', ')}; nothing was sent to the API. Ask the user to correct it.`,
      );
    }
    return value;
  });
}

function parse(text: string, what: string, api: ApiInfo): URL {
  const url = toWebUrl(text);
  if (url !== undefined) return url;
  throw missing(api, `${what} is not an absolute http or https URL`);
}

function missing(api: ApiInfo, what: string): CallError {
  return new CallError(
    `${what}; nothing was sent. Ask the user to set the environment variable ${api.baseUrlEnv} to the base URL of ${api.title}.`,
  );
}
