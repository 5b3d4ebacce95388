import { readSecret } from './readSecret.js';
import type { Outgoing } from '../request/outgoing.js';
import { isSameName, percentEncode } from '../request/serialize.js';
import type { AuthScheme } from '../tool.js';
import { type AuthKind, setHeader } from './credentials.js';

type ApiKey = Extract<AuthScheme, { kind: 'api-key' }>;

/** OpenAPI 3.2, Security Scheme Object, `type: apiKey`. */
export const apiKey: AuthKind<ApiKey> = {
  read: async (scheme, env) => {
    const key = await readSecret(env, scheme.env);
    if (key === undefined) return undefined;
    return {
      secrets: [key, percentEncode(key)],
      apply: (request) => places[scheme.in](request, scheme, key),
      ...(scheme.in === 'body' && { member: { name: scheme.name, value: key } }),
    };
  },
};

const places: Record<ApiKey['in'], (request: Outgoing, scheme: ApiKey, key: string) => void> = {
  header: (request, { name, prefix = '', env }, key) => {
    // Whoever copies a key may copy what stands before it.
    const isWhole = key.toLowerCase().startsWith(prefix.toLowerCase());
    setHeader(request, name, isWhole ? key : `${prefix}${key}`, env);
  },
  query: (request, { name }, key) => {
    const sign = (url: URL): void => {
      url.search = `?${replacePair(url.search.slice(1), '&', name, key)}`;
    };
    sign(request.url);
    const { sign: signBefore } = request;
    request.sign = (url) => {
      signBefore?.(url);
      sign(url);
    };
  },
  body: () => {},
  cookie: (request, { name, env }, key) =>
    setHeader(request, 'cookie', replacePair(request.headers.get('cookie') ?? '', '; ', name, key), env),
};

/** Appends `name=key` in place of the pairs of that name, however it is spelled. */
function replacePair(pairs: string, separator: string, name: string, key: string): string {
  const others = pairs.split(separator).filter((pair) => pair !== '' && !isSameName(nameOfPair(pair), name));
  return [...others, `${percentEncode(name)}=${percentEncode(key)}`].join(separator);
}

/** The name in a pair, as whoever gets it decodes it. */
export function nameOfPair(pair: string): string {
  const [name = ''] = new URLSearchParams(`?${pair}`.replaceAll('&', '%26')).keys();
  return name;
}
