import type { Environment } from '../environment.js';
import { proxyVariables } from './networkVariables.js';
import { parseProxy } from './parseProxy.js';

/** The passwords of proxies, in each form in which they are sent or set. */
export function listProxySecrets(env: Environment): string[] {
  return Object.values(proxyVariables)
    .flat()
    .flatMap((name) => {
      const url = parseProxy(env[name]?.trim() ?? '');
      if (url === undefined || url.password === '') return [];
      const [username, password] = [url.username, url.password].map(decodeURIComponent);
      return [url.password, password, Buffer.from(`${username}:${password}`).toString('base64')] as string[];
    });
}
