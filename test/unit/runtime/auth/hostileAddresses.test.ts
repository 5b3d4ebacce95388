import { describe, expect, test } from 'vitest';
import { inspect } from '../../../../generator/inspect.js';
import { defaults } from '../../../../generator/model/config.js';
import { toCatalog } from '../../../../generator/toCatalog.js';
import { createApp } from '../../../../templates/project/src/server.js';

const own = 'https://api.example.com';

/** Paths that URL parsers may take for the beginning of another address. */
const paths = [
  '//evil.com/x',
  String.raw`\\evil.com`,
  String.raw`/\evil.com/`,
  '@evil.com/x',
  '.evil.com/',
  ':80@evil.com/',
  'https://evil.com/x',
  '/x#@evil.com',
  '/x?a=b@evil.com/',
  '/../../evil.com',
];

/** Servers of single operations that look like the API's own, or are resolved against it. */
const servers = [
  '//evil.com',
  String.raw`\\evil.com/v1`,
  String.raw`/\evil.com/v1`,
  'https://api.example.com@evil.com',
  'https://api.example.com:443@evil.com',
  String.raw`https:\\evil.com\\`,
  'https://api.example.com.evil.com',
  'http://api.example.com',
  'https://api.example.com:8443',
  'https://api.example.com%2eevil.com',
  'https://api.example.com\u3002evil.com',
  'HTTPS://API.EXAMPLE.COM/v2',
];

/** Values of arguments that are put into the address. */
const values = ['@evil.com', '//evil.com', String.raw`\\evil.com`, 'evil.com:80', '..', '%2e%2e', '?x', '#x'];

/** The requests that all tools of a document send, with every value. */
async function requestsOf(operations: Record<string, object>): Promise<{ url: URL; headers: Headers }[]> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: `${own}/v1` }],
    security: [{ token: [], key: [] }],
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'query', name: 'key' },
      },
    },
    paths: operations,
  };
  const { server } = await inspect('-', defaults, { readStdin: async () => JSON.stringify(document) });
  const sent: { url: URL; headers: Headers }[] = [];
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    sent.push({ url: new URL(String(url)), headers: new Headers(init?.headers) });
    return new Response('{}');
  };
  const env = {
    SHOP_TOKEN_TOKEN: 'a-secret',
    SHOP_TOKEN: 'a-secret',
    SHOP_API_KEY: 'a-key',
  };
  const served = await createApp({ catalog: toCatalog(server), env, fetch })
    .view()
    .serve();
  const circumstances = { signal: new AbortController().signal, trace: {}, enable: async () => {} };
  for (const { name, inputSchema } of await served.list(new Set())) {
    const takes = Object.keys(inputSchema.properties ?? {});
    for (const value of takes.length === 0 ? [''] : values)
      await served.call(name, Object.fromEntries(takes.map((one) => [one, value])), circumstances);
  }
  return sent;
}

function holdsCredential({ url, headers }: { url: URL; headers: Headers }): boolean {
  return headers.has('authorization') || url.searchParams.has('key');
}

describe('credentials stay with the API', () => {
  test.each(paths)('with the path %s', async (path) => {
    const sent = await requestsOf({ [path]: { get: {} } });
    for (const { url } of sent) expect(url.origin).toBe(own);
    expect(sent.length).toBeLessThanOrEqual(1);
  });

  test.each(servers)('with the server %s of an operation', async (url) => {
    const sent = await requestsOf({ '/x': { get: { servers: [{ url }] } } });
    for (const request of sent) expect(holdsCredential(request)).toBe(request.url.origin === own);
  });

  test.each(['/{p}', '/a/{p}/b', '/{p}.json', '/a{p}'])('with any value in the path %s', async (path) => {
    const parameters = [
      { name: 'p', in: 'path', required: true, allowReserved: true, schema: { type: 'string' } },
    ];
    const sent = await requestsOf({ [path]: { get: { parameters } } });
    expect(sent.length).toBeGreaterThan(0);
    for (const { url } of sent) {
      expect(url.origin).toBe(own);
      expect(url.pathname).toMatch(/^\/v1\//);
      expect(url.searchParams.getAll('key')).toEqual(['a-key']);
    }
  });
});
