import type { AuthScheme } from '../tool.js';
import { type AuthKind, readSecret, setHeader } from './credentials.js';

/** RFC 7617: `Authorization: Basic …`. Where APIs take a key as the user name, the password stays empty. */
export const basic: AuthKind<Extract<AuthScheme, { kind: 'basic' }>> = {
  read: async (scheme, env) => {
    const username = await readSecret(env, scheme.env.username);
    const password = await readSecret(env, scheme.env.password);
    if (username === undefined && password === undefined) return undefined;
    const pair = Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64');
    return {
      secrets: [pair, password ?? username ?? ''],
      apply: (request) => setHeader(request, 'authorization', `Basic ${pair}`, scheme.env.username),
    };
  },
};
