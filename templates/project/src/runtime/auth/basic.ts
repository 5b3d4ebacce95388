import { readSecret } from './readSecret.js';
import { SetupError } from '../errors.js';
import type { AuthScheme } from '../tool.js';
import { type AuthKind, setHeader } from './credentials.js';

/**
 * RFC 7617: `Authorization: Basic …`. Where APIs take a key as the user name, the password stays empty. A user name has
 * no colon (section 2): what follows it would be read as the password.
 */
export const basic: AuthKind<Extract<AuthScheme, { kind: 'basic' }>> = {
  read: async (scheme, env) => {
    const username = await readSecret(env, scheme.env.username);
    const password = await readSecret(env, scheme.env.password);
    if (username === undefined && password === undefined) return undefined;
    if (username?.includes(':') === true)
      throw new SetupError(
        `The user name in the environment variable ${scheme.env.username} has a colon, with which Basic authentication cannot send it.`,
      );
    const pair = Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64');
    return {
      secrets: [pair, password ?? username ?? ''],
      apply: (request) => setHeader(request, 'authorization', `Basic ${pair}`, scheme.env.username),
    };
  },
};
