import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { SetupError } from '../../../../templates/project/src/runtime/errors.js';
import { readProxies } from '../../../../templates/project/src/runtime/http/openWays.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import { checkNetwork as check } from '../../../../templates/project/src/runtime/transport/runProgram.js';
import type { Environment } from '../../../../templates/project/src/runtime/settings.js';
import type { ApiInfo, Recipe } from '../../../../templates/project/src/runtime/tool.js';
import { makeBody, makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';
import { type Proxy, certificate, startProxy, startTlsApi } from '../../../support/runtime/networkServers.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

const checkNetwork = (described: ApiInfo, env: Environment) =>
  check({ api: described, features: async () => features }, env);

let api: Upstream;
let tlsApi: Awaited<ReturnType<typeof startTlsApi>>;
let proxy: Proxy;
beforeAll(async () => {
  api = await startUpstream((_request, response) => response.end('plain'));
  tlsApi = await startTlsApi();
  proxy = await startProxy({
    'api.test:80': portOf(api.url),
    'api.test:443': tlsApi.port,
    'other.test:443': tlsApi.port,
  });
});
afterAll(() => Promise.all([api.close(), tlsApi.close(), proxy.close()]));
beforeEach(() => {
  for (const { got } of [api, tlsApi, proxy]) got.length = 0;
  proxy.refuseWith(undefined);
});

const portOf = (url: string) => Number(new URL(url).port);
const viaProxy = (userinfo = '') => `http://${userinfo}127.0.0.1:${proxy.port}`;
const ca = { MCP_CA_FILE: certificate('ca.pem') };
const identity = {
  MCP_CLIENT_CERT_FILE: certificate('client.pem'),
  MCP_CLIENT_KEY_FILE: certificate('client.key'),
};
const certificateScheme = (prefix: string) =>
  ({
    kind: 'client-certificate',
    env: {
      certificate: `${prefix}_CLIENT_CERT_FILE`,
      key: `${prefix}_CLIENT_KEY_FILE`,
      passphrase: `${prefix}_CLIENT_KEY_PASSPHRASE`,
    },
  }) as const;
const { api: anApi } = makeCatalog([]);
const folder = join(process.cwd(), 'test/.tmp');
mkdirSync(folder, { recursive: true });
const scratch = mkdtempSync(join(folder, 'network-'));

/** The server of one tool, and the function that calls it. */
async function serve(
  url: string,
  env: Environment,
  recipe: Partial<Recipe> = {},
  auth: ApiInfo['auth'] = {},
) {
  const catalog = makeCatalog([makeTool(recipe)], { api: { servers: [{ url }], auth } });
  const caller = await createCaller({ features, catalog, env, timeoutMs: 5_000 });
  const offered = (await offerTools(catalog.toolsets[0]!)).get('the_tool');
  const signal = new AbortController().signal;
  return (args: object = {}) => caller(offered!, args, { signal, trace: {} });
}

const call = async (...parts: Parameters<typeof serve>) => (await serve(...parts))();
const textOf = ({ content: [block] }: CallToolResult) => (block?.type === 'text' ? block.text : '');
const linesOf = ({ got }: Proxy) => got.map(({ line }) => line);

describe('a proxy', () => {
  test('gets requests for http in full', async () => {
    const result = await call('http://api.test/v1', { HTTP_PROXY: viaProxy() });
    expect(textOf(result)).toBe('plain');
    expect(linesOf(proxy)).toEqual(['GET http://api.test/v1/things']);
    expect(api.got[0]?.url).toBe('/v1/things');
  });

  test('opens a tunnel for https, in which the certificate of the API is checked', async () => {
    const env = { HTTPS_PROXY: viaProxy(), ...ca, ...identity };
    expect(textOf(await call('https://api.test', env))).toBe('{"caller":"Test client"}');
    expect(linesOf(proxy)).toEqual(['CONNECT api.test:443']);
    expect(textOf(await call('https://other.test', env))).toBe(
      'The API at https://other.test could not be reached: its certificate is for another name.\nNothing was sent, so calling again is safe.',
    );
  });

  test.each(['http', 'https'])('gets methods and bodies of every kind, over %s', async (protocol) => {
    const env = { HTTP_PROXY: viaProxy(), HTTPS_PROXY: viaProxy(), ...ca };
    const withBody = await serve(`${protocol}://api.test`, env, { method: 'GET', body: makeBody({}) });
    expect((await withBody({ body: { a: 1 } })).isError).toBeUndefined();
    await call(`${protocol}://api.test`, env, { method: 'TRACE' });
    expect(linesOf(proxy)).toEqual(
      protocol === 'http'
        ? ['GET http://api.test/things', 'TRACE http://api.test/things']
        : ['CONNECT api.test:443', 'CONNECT api.test:443'],
    );
    if (protocol === 'http') expect(api.got[0]).toMatchObject({ method: 'GET', body: '{"a":1}' });
    else expect(tlsApi.got).toEqual(['GET /things {"a":1}', 'TRACE /things']);
  });

  test('is given its credentials, which nobody else sees', async () => {
    const env = {
      HTTP_PROXY: viaProxy('user:p%40ssw0rd@'),
      HTTPS_PROXY: viaProxy('user:p%40ssw0rd@'),
      ...ca,
    };
    await call('http://api.test', env);
    await call('https://api.test', env);
    const pair = Buffer.from('user:p@ssw0rd').toString('base64');
    expect(proxy.got.map(({ authorization }) => authorization)).toEqual([`Basic ${pair}`, `Basic ${pair}`]);

    proxy.refuseWith(400, `You sent ${pair}, user:p@ssw0rd and p%40ssw0rd.`);
    const text = textOf(await call('http://api.test', env));
    expect(text).toMatch(
      /^The API answered 400 Bad Request\.\nYou sent \[redacted\], user:\[redacted\] and \[redacted\]\.\n/,
    );
  });

  test.each<[Environment, string]>([
    [{ http_proxy: 'http://a:1', HTTP_PROXY: 'http://b:2' }, 'http://a:1/'],
    [{ http_proxy: '', HTTP_PROXY: 'b.example:2' }, 'http://b.example:2/'],
    [{ HTTP_PROXY: 'https://secure.example' }, 'https://secure.example/'],
  ])('may be named as in %j', (env, address) => {
    expect(readProxies(env)(new URL('http://api.example/x'))?.href).toBe(address);
  });

  test('of the one protocol is not that of the other', () => {
    const proxyFor = readProxies({ HTTP_PROXY: 'http://a:1', https_proxy: 'http://b:2' });
    expect(proxyFor(new URL('http://api.example'))?.href).toBe('http://a:1/');
    expect(proxyFor(new URL('https://api.example'))?.href).toBe('http://b:2/');
    expect(readProxies({ HTTP_PROXY: 'http://a:1' })(new URL('https://api.example'))).toBeUndefined();
  });

  test.each<[named: string, url: string, isDirect: boolean]>([
    ['api.example', 'http://api.example', true],
    ['API.example', 'http://api.EXAMPLE', true],
    ['api.example', 'http://www.api.example', true],
    ['.api.example', 'http://api.example', true],
    ['*.api.example', 'http://www.api.example', true],
    ['api.example', 'http://notapi.example', false],
    ['example', 'http://api.example', true],
    ['api.exam', 'http://api.example', false],
    ['a.example, api.example', 'http://api.example', true],
    ['a.example api.example', 'http://api.example', true],
    ['api.example:80', 'http://api.example', true],
    ['api.example:8080', 'http://api.example', false],
    ['api.example:8080', 'http://api.example:8080', true],
    ['api.example:443', 'https://api.example', true],
    ['*', 'http://api.example', true],
    ['a.example,*', 'http://api.example', true],
    ['*.*', 'http://api.example', false],
    ['10.0.0.1', 'http://10.0.0.1', true],
    ['10.0.0', 'http://10.0.0.1', false],
    ['fd00::1', 'http://[fd00::1]', true],
    ['[fd00::1]:8080', 'http://[fd00::1]:8080', true],
    ['[fd00::1]:8080', 'http://[fd00::1]', false],
    ['', 'http://api.example', false],
    ['', 'http://localhost:3000', true],
    ['', 'http://api.localhost', true],
    ['', 'http://127.0.0.1', true],
    ['', 'http://127.1.2.3', true],
    ['', 'http://[::1]:3000', true],
    ['', 'http://localhost.example', false],
    ['', 'http://128.0.0.1', false],
  ])('with NO_PROXY "%s" and %s', (named, url, isDirect) => {
    const proxies = { HTTP_PROXY: 'http://proxy:1', HTTPS_PROXY: 'http://proxy:1' };
    for (const name of ['NO_PROXY', 'no_proxy']) {
      expect(readProxies({ ...proxies, [name]: named })(new URL(url)) === undefined).toBe(isDirect);
    }
  });

  test('over TLS never sees the client certificate, which the API in the tunnel does', async () => {
    const tlsProxy = await startProxy({ 'api.test:80': portOf(api.url), 'api.test:443': tlsApi.port }, true);
    const address = `https://127.0.0.1:${tlsProxy.port}`;
    const env = { HTTP_PROXY: address, HTTPS_PROXY: address, ...ca, ...identity };
    try {
      expect(textOf(await call('https://api.test', env))).toBe('{"caller":"Test client"}');
      expect(textOf(await call('http://api.test', env))).toBe('plain');
      await call('https://api.test', env, { method: 'TRACE' });
      expect(tlsProxy.got.map(({ line, caller }) => [line, caller])).toEqual([
        ['CONNECT api.test:443', undefined],
        ['CONNECT api.test:80', undefined],
        ['CONNECT api.test:443', undefined],
      ]);
    } finally {
      await tlsProxy.close();
    }
  });

  test('is not asked for what is on this machine', async () => {
    expect(textOf(await call(api.url, { HTTP_PROXY: 'http://127.0.0.1:9' }))).toBe('plain');
  });

  const inVain: [name: string, status: number | undefined, url: string, words: string][] = [
    [
      'asks for credentials',
      407,
      'http://api.test',
      'the proxy asks for credentials, which HTTP_PROXY and HTTPS_PROXY can hold: http://name:password@host',
    ],
    [
      'asks for credentials',
      407,
      'https://api.test',
      'the proxy asks for credentials, which HTTP_PROXY and HTTPS_PROXY can hold: http://name:password@host',
    ],
    ['forbids it', 403, 'https://api.test', 'the proxy does not allow it'],
    ['does not reach it', 502, 'https://api.test', 'the proxy could not reach it either'],
    [
      'is not there',
      undefined,
      'https://api.test',
      'the proxy that HTTP_PROXY or HTTPS_PROXY names cannot be reached',
    ],
    [
      'is not there',
      undefined,
      'http://api.test',
      'the proxy that HTTP_PROXY or HTTPS_PROXY names cannot be reached',
    ],
  ];
  test.each(inVain)('that %s is said to be at fault: %j %s', async (_name, status, url, words) => {
    proxy.refuseWith(status);
    const address = status === undefined ? 'http://127.0.0.1:9' : viaProxy();
    for (const method of ['POST', 'TRACE'] as const) {
      const result = await call(url, { HTTP_PROXY: address, HTTPS_PROXY: address, ...ca }, { method });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toBe(
        `The API at ${url} could not be reached: ${words}.\nNothing was sent, so calling again is safe.`,
      );
    }
  });
});

describe('certificates', () => {
  test('of an authority that nobody knows are trusted where MCP_CA_FILE names it', async () => {
    for (const env of [{}, identity]) {
      expect(textOf(await call(tlsApi.url, env))).toBe(
        `The API at ${tlsApi.url} could not be reached: its certificate is signed by an unknown authority (where it is to be trusted, the user can name its file in MCP_CA_FILE).\nNothing was sent, so calling again is safe.`,
      );
    }
    expect(tlsApi.got).toEqual([]);
    expect(textOf(await call(tlsApi.url, ca))).toBe('{"caller":"nobody"}');
  });

  test('of ours are not shown to an origin that only an operation names', async () => {
    const own = { server: { url: tlsApi.url } };
    const elsewhere = await call('https://api.example.com', { ...ca, ...identity }, own);
    expect(textOf(elsewhere)).toBe('{"caller":"nobody"}');
    const named = await call(tlsApi.url, { ...ca, ...identity }, own);
    expect(textOf(named)).toBe('{"caller":"Test client"}');
  });

  const together = join(scratch, 'together.pem');
  writeFileSync(
    together,
    ['client.key', 'client.pem'].map((name) => readFileSync(certificate(name))).join(''),
  );
  const passphrase = join(scratch, 'passphrase');
  writeFileSync(passphrase, 'open sesame\n');
  const locked = { ...identity, MCP_CLIENT_KEY_FILE: certificate('client.locked.key') };

  test.each<[string, Environment]>([
    ['in two files', identity],
    ['in one file', { MCP_CLIENT_CERT_FILE: together }],
    ['with a passphrase', { ...locked, MCP_CLIENT_KEY_PASSPHRASE: 'open sesame' }],
    ['with a passphrase in a file', { ...locked, MCP_CLIENT_KEY_PASSPHRASE_FILE: passphrase }],
  ])('of ours are shown: %s', async (_name, env) => {
    expect(textOf(await call(tlsApi.url, { ...ca, ...env }))).toBe('{"caller":"Test client"}');
    const body = makeBody({});
    const send = await serve(tlsApi.url, { ...ca, ...env }, { method: 'GET', body });
    expect(textOf(await send({ body: 1 }))).toBe('{"caller":"Test client"}');
  });

  test('that are exchanged while the server runs are noticed', async () => {
    const env = {
      ...ca,
      MCP_CLIENT_CERT_FILE: join(scratch, 'now.pem'),
      MCP_CLIENT_KEY_FILE: join(scratch, 'now.key'),
    };
    const exchange = (name: string) => {
      copyFileSync(certificate(`${name}.pem`), env.MCP_CLIENT_CERT_FILE);
      copyFileSync(certificate(`${name}.key`), env.MCP_CLIENT_KEY_FILE);
    };
    const send = await serve(tlsApi.url, env);
    expect(textOf(await send())).toContain('MCP_CLIENT_CERT_FILE names does not exist');
    exchange('client');
    expect(textOf(await send())).toBe('{"caller":"Test client"}');
    writeFileSync(env.MCP_CLIENT_KEY_FILE, 'half of');
    expect(textOf(await send())).toContain('MCP_CLIENT_KEY_FILE names holds no private key');
    exchange('server');
    expect(textOf(await send())).toBe('{"caller":"Test server"}');
  });

  test('that could not be read for a moment are read again', async () => {
    const file = join(scratch, 'late');
    const env = { ...ca, ...locked, MCP_CLIENT_KEY_PASSPHRASE_FILE: file };
    const send = await serve(tlsApi.url, env);
    expect(textOf(await send())).toContain('MCP_CLIENT_KEY_PASSPHRASE_FILE names does not exist');
    copyFileSync(passphrase, file);
    expect(textOf(await send())).toBe('{"caller":"Test client"}');
  });

  test('take the place of credentials where the document says so', async () => {
    const auth = { tls: certificateScheme('MCP'), token: { kind: 'bearer', env: 'T_TOKEN' } } as const;
    const recipe = { security: [{ tls: [] }, { tls: [], token: [] }] };
    expect(textOf(await call(tlsApi.url, ca, recipe, auth))).toBe(
      'This call needs credentials that are not configured; nothing was sent to the API. Ask the user to set MCP_CLIENT_CERT_FILE and MCP_CLIENT_KEY_FILE, or MCP_CLIENT_CERT_FILE and MCP_CLIENT_KEY_FILE and T_TOKEN in the environment of this server, and to start it again.',
    );
    expect(tlsApi.got).toEqual([]);
    expect(textOf(await call(tlsApi.url, { ...ca, ...identity }, recipe, auth))).toBe(
      '{"caller":"Test client"}',
    );
  });
});

const file = (name: string, words: string) => `The file that the environment variable ${name} names ${words}`;
const proxyWords = (name: string) =>
  `The environment variable ${name} must be the http or https URL of a proxy, such as http://proxy.example.com:8080`;

describe('what is set wrongly', () => {
  const none = join(scratch, 'none');
  const noPem = join(scratch, 'noPem');
  writeFileSync(noPem, 'no certificate');
  const cases: [env: Environment, words: string][] = [
    [{ HTTP_PROXY: 'socks5://name:secret@proxy.example' }, proxyWords('HTTP_PROXY')],
    [{ https_proxy: 'http://' }, proxyWords('https_proxy')],
    [{ HTTPS_PROXY: 'http://name:%zz@proxy.example' }, proxyWords('HTTPS_PROXY')],
    [{ HTTPS_PROXY: 'http://name:%ff@proxy.example' }, proxyWords('HTTPS_PROXY')],
    [{ HTTPS_PROXY: 'http://name%c3:%a9@proxy.example' }, proxyWords('HTTPS_PROXY')],
    [{ MCP_CA_FILE: none }, file('MCP_CA_FILE', 'does not exist')],
    [{ MCP_CA_FILE: scratch }, file('MCP_CA_FILE', 'is a folder')],
    [{ MCP_CA_FILE: noPem }, file('MCP_CA_FILE', 'holds no certificate in PEM form')],
    [{ ...identity, MCP_CLIENT_CERT_FILE: none }, file('MCP_CLIENT_CERT_FILE', 'does not exist')],
    [
      { ...identity, MCP_CLIENT_CERT_FILE: noPem },
      file('MCP_CLIENT_CERT_FILE', 'holds no certificate in PEM form'),
    ],
    [
      { MCP_CLIENT_CERT_FILE: identity.MCP_CLIENT_CERT_FILE },
      file('MCP_CLIENT_CERT_FILE', 'holds no private key in PEM form'),
    ],
    [
      { MCP_CLIENT_KEY_FILE: identity.MCP_CLIENT_KEY_FILE },
      'The environment variable MCP_CLIENT_KEY_FILE is set, but not MCP_CLIENT_CERT_FILE: set it to the certificate that the key belongs to',
    ],
    [
      { ...identity, MCP_CLIENT_KEY_FILE: certificate('server.key') },
      file('MCP_CLIENT_KEY_FILE', 'holds a key that the certificate of MCP_CLIENT_CERT_FILE is not for'),
    ],
    ...[{}, { MCP_CLIENT_KEY_PASSPHRASE: 'guess' }].map((more): [Environment, string] => [
      { ...identity, MCP_CLIENT_KEY_FILE: certificate('client.locked.key'), ...more },
      file(
        'MCP_CLIENT_KEY_FILE',
        'holds a key that cannot be decrypted: MCP_CLIENT_KEY_PASSPHRASE must be its passphrase',
      ),
    ]),
    [
      { ...identity, MCP_CLIENT_KEY_PASSPHRASE_FILE: none },
      file('MCP_CLIENT_KEY_PASSPHRASE_FILE', 'does not exist'),
    ],
  ];

  test.each(cases)('is said at the start and in a call: %j', async (env, words) => {
    await expect(checkNetwork(anApi, env)).rejects.toThrow(new SetupError(`${words}.`));
    const result = await call(api.url, env);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe(`${words}; nothing was sent to the API. Ask the user to correct it.`);
    expect(api.got).toEqual([]);
  });

  test('is nothing where nothing is set, or all of it is fine', async () => {
    await checkNetwork(anApi, {});
    await checkNetwork(anApi, { ...ca, ...identity, HTTP_PROXY: 'proxy.example:8080' });
  });
});

const access = (title: string, auth: ApiInfo['auth']) => ({
  title,
  servers: [{ url: tlsApi.url }],
  baseUrlEnv: `${title.toUpperCase()}_BASE_URL`,
  auth,
});
const of = (prefix: string, name: string) => ({
  [`${prefix}_CLIENT_CERT_FILE`]: certificate(`${name}.pem`),
  [`${prefix}_CLIENT_KEY_FILE`]: certificate(`${name}.key`),
});

const several = () =>
  makeCatalog([], {
    api: {
      sources: {
        shop: access('Shop', { 'shop.tls': certificateScheme('SHOP') }),
        clinic: access('Clinic', { 'clinic.tls': certificateScheme('CLINIC') }),
        park: access('Park', {}),
      },
    },
  }).api;
describe('of several APIs', () => {
  test('each has a certificate of its own, which is checked at the start', async () => {
    await checkNetwork(several(), { ...of('SHOP', 'client'), ...of('CLINIC', 'server') });
    const wrong = { ...of('SHOP', 'client'), CLINIC_CLIENT_KEY_FILE: certificate('server.key') };
    await expect(checkNetwork(several(), wrong)).rejects.toThrow(
      'CLINIC_CLIENT_KEY_FILE is set, but not CLINIC_CLIENT_CERT_FILE',
    );
    const mixed = { ...of('SHOP', 'client'), SHOP_CLIENT_KEY_FILE: certificate('server.key') };
    await expect(checkNetwork(several(), mixed)).rejects.toThrow(
      'SHOP_CLIENT_KEY_FILE names holds a key that the certificate of SHOP_CLIENT_CERT_FILE is not for',
    );
  });

  test('none reads that of the server, which is said at the start', async () => {
    await expect(checkNetwork(several(), identity)).rejects.toThrow(
      'MCP_CLIENT_CERT_FILE is set, but this server offers several APIs: each has a certificate of its own (SHOP_CLIENT_CERT_FILE, CLINIC_CLIENT_CERT_FILE).',
    );
  });
});
