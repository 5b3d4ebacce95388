/** Makes a `fetch` that sends cookies back: the judge knows by a cookie that a request comes again. */
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
