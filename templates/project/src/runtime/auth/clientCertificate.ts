import type { AuthScheme } from '../tool.js';
import type { AuthKind } from './credentials.js';

/** OpenAPI 3.2, Security Scheme Object, `type: mutualTLS`: the connection proves who calls, and not the request. */
export const clientCertificate: AuthKind<Extract<AuthScheme, { kind: 'client-certificate' }>> = {
  read: (scheme, env) =>
    Promise.resolve(env[scheme.env.certificate]?.trim() ? { secrets: [], apply: () => {} } : undefined),
};
