import type { Environment } from '../settings.js';
import type { ApiInfo, AuthScheme, Requirement } from '../tool.js';

/** The environment variables that each kind of security scheme needs: known at the start, without what reads them. */
const readers: { [K in AuthScheme['kind']]: (scheme: Extract<AuthScheme, { kind: K }>) => string[] } = {
  'api-key': ({ env }) => [env],
  basic: ({ env }) => [env.username, env.password],
  bearer: ({ env }) => [env],
  oauth2: ({ env }) => [env.clientId, env.clientSecret, env.refreshToken, env.token],
  'client-certificate': () => ['MCP_CLIENT_CERT_FILE', 'MCP_CLIENT_KEY_FILE'],
  unsupported: () => [],
};

/** Whether a variable has a value, or names a file that has. */
export function isProvided(env: Environment, name: string): boolean {
  return Boolean(env[name]?.trim() || env[`${name}_FILE`]);
}

/** The environment variables of a scheme. */
export function listSchemeVariables(scheme: AuthScheme): string[] {
  return readers[scheme.kind](scheme as never);
}

/** The environment variables of the schemes that an operation can use. */
export function variablesOf(security: readonly Requirement[], auth: ApiInfo['auth']): string[] {
  const names = new Set(security.flatMap((requirement) => Object.keys(requirement)));
  return [...names].flatMap((name) => {
    const scheme = Object.hasOwn(auth, name) ? auth[name] : undefined;
    return scheme === undefined ? [] : listSchemeVariables(scheme);
  });
}

/** The environment variables of all schemes of an API. */
export function listVariables(auth: ApiInfo['auth']): string[] {
  const schemes = Object.keys(auth).map((name) => ({ [name]: [] }));
  return [...new Set(variablesOf(schemes, auth))];
}

/** The command that lets a user log in to a scheme. */
export function nameLogin(scheme: string): string {
  return `"node dist/stdio.js login ${/^[\w.-]+$/.test(scheme) ? scheme : JSON.stringify(scheme)}"`;
}

/** How a user logs in to a scheme, where that is a way. */
export function describeLogin(name: string, auth: ApiInfo['auth']): string | undefined {
  const scheme = Object.hasOwn(auth, name) ? auth[name] : undefined;
  if (scheme?.kind !== 'oauth2' || scheme.login === undefined) return undefined;
  return `${nameLogin(name)} in the folder of this server, with ${scheme.env.clientId} set`;
}

/** The ways in which a scheme can be configured: of each, the variables that are to be set together. */
export function waysOf(name: string, auth: ApiInfo['auth']): string[] {
  const scheme = Object.hasOwn(auth, name) ? auth[name] : undefined;
  if (scheme?.kind !== 'oauth2') return [variablesOf([{ [name]: [] }], auth).join(' and ')];
  const { clientId, clientSecret, refreshToken, token } = scheme.env;
  const own = scheme.clientCredentials ? [`${clientId} and ${clientSecret}`] : [];
  return [...own, `${clientId} and ${refreshToken}`, token];
}

/** The variables of keys that go into `Authorization` as they are: many APIs want a word before them. */
export function bareKeysOf(security: readonly Requirement[], auth: ApiInfo['auth']): string[] {
  const schemes = [...new Set(security.flatMap(Object.keys))].map((name) => auth[name]);
  return schemes.flatMap((scheme) =>
    scheme?.kind === 'api-key' &&
    scheme.in === 'header' &&
    scheme.name.toLowerCase() === 'authorization' &&
    !scheme.prefix
      ? [scheme.env]
      : [],
  );
}
