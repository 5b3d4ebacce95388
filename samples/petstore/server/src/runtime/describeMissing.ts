import { listVariables } from './credentials.js';
import type { Environment } from './environment.js';
import type { ApiInfo } from './tool.js';

/**
 * A line for the operator where the API asks for credentials and none at all is configured. Where one is, it may be
 * all that is needed: schemes are often alternatives.
 */
export function describeMissing({ auth }: ApiInfo, env: Environment): string | undefined {
  const variables = listVariables(auth);
  const isSet = (name: string) => Boolean(env[name]?.trim() || env[`${name}_FILE`]);
  if (variables.length === 0 || variables.some(isSet)) return undefined;
  const names = [variables.slice(0, -1).join(', '), ...variables.slice(-1)].filter(Boolean).join(' or ');
  return `No ${names} is set: calls that need credentials will be refused.`;
}
