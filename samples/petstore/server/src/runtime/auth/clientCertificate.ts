import type { AuthKind } from './credential.js';
import type { AuthScheme } from '../tool.js';

const certificate = 'MCP_CLIENT_CERT_FILE';

/** OpenAPI 3.2, Security Scheme Object, `type: mutualTLS`: the connection proves who calls, and not the request. */
export const clientCertificate: AuthKind<Extract<AuthScheme, { kind: 'client-certificate' }>> = {
  variables: () => [certificate, 'MCP_CLIENT_KEY_FILE'],
  read: (_scheme, env) =>
    Promise.resolve(env[certificate]?.trim() ? { secrets: [], apply: () => {} } : undefined),
};
