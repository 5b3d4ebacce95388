import { readSecret } from './readSecret.js';
import type { AuthScheme } from '../tool.js';
import { type AuthKind, setHeader } from './credentials.js';

/** RFC 6750: `Authorization: Bearer …`. */
export const bearer: AuthKind<Extract<AuthScheme, { kind: 'bearer' }>> = {
  read: async (scheme, env) => {
    const token = await readSecret(env, scheme.env);
    if (token === undefined) return undefined;
    return {
      secrets: [token],
      apply: (request) => setHeader(request, 'authorization', `Bearer ${token}`, scheme.env),
    };
  },
};
