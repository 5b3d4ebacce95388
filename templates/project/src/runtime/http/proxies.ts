import type { Environment } from '../settings.js';
import { parseUrl } from '../text.js';

/** The proxies for requests to `http:` and `https:`, each with its other spelling first. */
export const proxyVariables = {
  'http:': ['http_proxy', 'HTTP_PROXY'],
  'https:': ['https_proxy', 'HTTPS_PROXY'],
} as const;

/** The hosts that no proxy is asked for. */
export const exceptVariables = ['no_proxy', 'NO_PROXY'] as const;

/** The URL of a proxy, where it is one; `http://` may be left out. */
export function parseProxy(text: string): URL | undefined {
  const address = text.includes('://') ? text : `http://${text}`;
  const url = parseUrl(address);
  const isFine =
    url !== undefined && /^https?:$/.test(url.protocol) && [url.username, url.password].every(isEncoded);
  return isFine ? url : undefined;
}

/** Whether a text can be decoded: `%ff`, for one, is no character. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

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
