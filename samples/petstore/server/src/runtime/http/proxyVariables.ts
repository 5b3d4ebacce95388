import type { Environment } from '../settings.js';

/** The proxies for requests to `http:` and `https:`, each with its other spelling first. */
export const proxyVariables = {
  'http:': ['http_proxy', 'HTTP_PROXY'],
  'https:': ['https_proxy', 'HTTPS_PROXY'],
} as const;

/** The hosts that no proxy is asked for. */
export const exceptVariables = ['no_proxy', 'NO_PROXY'] as const;

/** The files, in PEM form, of the certificates that are trusted, and of what the server proves itself with. */
export const fileVariables = ['MCP_CA_FILE', 'MCP_CLIENT_CERT_FILE', 'MCP_CLIENT_KEY_FILE'] as const;

/** Whether requests are to go another way than Node's own. */
export function isSetUp(env: Environment): boolean {
  const names = [...Object.values(proxyVariables).flat(), ...fileVariables];
  return names.some((name) => env[name]?.trim());
}
