/** The documents with scenarios that are not reached without cookies: those that are met only by a repetition. */
export const needCookies: readonly string[] = ['httpInfrastructure', 'lro'];

/**
 * Makes a `fetch` that sends cookies back, which a generated server does not: the judge tells only by a cookie that a
 * request comes again, so that scenarios of {@link needCookies} say nothing of a server that meets such an API.
 */
export function keepCookies(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const jar = new Map<string, string>();
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (jar.size > 0) headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(input, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    return response;
  };
}
