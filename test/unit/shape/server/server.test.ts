import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../../generator/model/api.js';
import { reachComponents } from '../../../../generator/schema/components.js';
import { listSettings } from '../../../../generator/emit/listSettings.js';
import { nameServer, suggestServerName } from '../../../../generator/shape/names/nameServer.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

const secured = {
  paths: { '/pets': { get: {} } },
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
};
const paths = { '/pets': { get: { operationId: 'listPets', tags: ['pets'] } } };
const certificateEnv = {
  certificate: 'MCP_CLIENT_CERT_FILE',
  key: 'MCP_CLIENT_KEY_FILE',
  passphrase: 'MCP_CLIENT_KEY_PASSPHRASE',
};

const oauthEnv = {
  token: 'TEST_TOKEN',
  clientId: 'TEST_CLIENT_ID',
  clientSecret: 'TEST_CLIENT_SECRET',
  refreshToken: 'TEST_REFRESH_TOKEN',
};

function authOf(securitySchemes: object, security: object[]) {
  const { server, diagnostics } = shapeDocument({ paths, security, components: { securitySchemes } });
  return { auth: server.api.auth, diagnostics };
}

describe('the server', () => {
  test.each([
    ['Pet Store', 'pet-store'],
    ['Swagger Petstore - OpenAPI 3.0', 'petstore'],
    ['GitHub v3 REST API', 'github'],
    ["Acme's OpenAPI + Things", 'acme-things'],
    ['Acme’s', 'acme'],
    ['API v2', 'api-v2'],
    ['Adyen Checkout API', 'adyen-checkout'],
    ['OpenAPI definition', 'api'],
    ['NinjaAPI', 'api'],
    ['API Reference', 'api'],
    ['FastAPI users', 'users'],
    ["GitHub's official OpenAPI spec + Octokit extension", 'github-octokit'],
    ['Petstore REST API description', 'petstore'],
    ['Air quality on the map', 'air-quality'],
    ['Map on', 'map-on'],
    ['3D printing', 'api-3d-printing'],
    ['Müller & Söhne', 'muller-sohne'],
    ['宠物', 'api'],
    ['', 'api'],
    ['The quite long title of an API that never ends', 'quite-long-title'],
    ['x'.repeat(60), 'x'.repeat(24)],
  ])('%s is called %s', (title, name) => {
    expect(nameServer({ title }, { name: '' })).toBe(name);
  });

  test.each([
    ['FastAPI', 'https://api.acme.com/v1', 'acme'],
    ['OpenAPI definition', 'https://acme-shop.co.uk', 'acme-shop'],
    ['An extraordinarily long title', 'https://acme.io:8443', 'acme'],
    ['Pet Store', 'https://api.acme.com', undefined],
    ['FastAPI', 'https://api.example.com', undefined],
    ['FastAPI', 'http://127.0.0.1:8000', undefined],
    ['FastAPI', '/v1', undefined],
  ])('of the title %s at %s could be called %s', (title, url, name) => {
    const { api } = shapeDocument({ info: { title, version: '1' }, servers: [{ url }], paths });
    expect(suggestServerName(api)).toBe(name);
  });

  test.each([
    [
      { url: 'https://example.com/logo.png' },
      [{ src: 'https://example.com/logo.png', mimeType: 'image/png' }],
    ],
    ['https://example.com/a.SVG?v=1', [{ src: 'https://example.com/a.SVG?v=1', mimeType: 'image/svg+xml' }]],
    [{ url: 'https://example.com/logo', altText: 'Us' }, [{ src: 'https://example.com/logo' }]],
    [{ url: 'http://example.com/logo.png' }, undefined],
    [{ url: 'data:image/png;base64,AAAA' }, undefined],
    [{ url: 'logo.png' }, undefined],
    [{ url: 'https://me:secret@example.com/logo.png' }, undefined],
    [{ url: `https://example.com/${'x'.repeat(1_000)}` }, undefined],
    [{ url: 7 }, undefined],
    [undefined, undefined],
  ])('with the logo %j has the icons %j', (logo, icons) => {
    const { server } = shapeDocument({ info: { title: 'Pets', version: '1', 'x-logo': logo }, paths });
    expect(server.api.icons).toEqual(icons);
  });

  test('says that every tool is asked for a hint, where a directory does', () => {
    expect(shapeDocument({ paths }, { hints: 'directory' }).server.api.asksForHints).toBe(true);
    expect(shapeDocument({ paths }).server.api).not.toHaveProperty('asksForHints');
  });

  test('has the name that the user gives it, which is not cut', () => {
    const given = 'My server, which has a name of more than twenty-four characters';
    expect(nameServer({ title: 'Pet Store' }, { name: given })).toBe(
      'my-server-which-has-a-name-of-more-than-twenty-four-characters',
    );
    expect(nameServer({ title: 'Pet Store' }, { name: '宠物' })).toBe('api');
  });

  test.each([
    ['Pets', 'the Pets API'],
    ['Pets API', 'the Pets API'],
    ['API (v2)', 'the API (v2)'],
    ['The Pets API v2', 'the Pets API v2'],
    ['Rapids', 'the Rapids API'],
  ])('%s is %s: what the title says is said once', (title, name) => {
    const { api, summary } = shapeDocument({ info: { title, version: '1' }, paths }).server;
    expect(api.instructions).toBe(`Tools for calling ${name}.`);
    expect(summary).toBe(name.replace(/^t/, 'T'));
  });

  test('says what it is', () => {
    const info = { title: 'Pet *Store*', version: '2.1', description: 'Sells `pets`. And food.' };
    const { server } = shapeDocument({ info, paths });
    expect(server.summary).toBe('Sells pets. And food.');
    expect(server.api).toEqual({
      name: 'pet-store',
      title: 'Pet Store',
      version: '2.1',
      instructions: 'Tools for calling the Pet Store API. Sells pets. And food.',
      listLimit: { tools: 40, tokens: 20_000 },
      servers: [{ url: 'https://api.example.com' }],
      baseUrlEnv: 'PET_STORE_BASE_URL',
      auth: {},
    });
  });

  test.each([
    ['Acme', ['api_key'], 'apiKey', ['ACME_API_KEY']],
    ['Acme', ['api_key', 'other'], 'apiKey', ['ACME_API_KEY', 'ACME_OTHER_API_KEY']],
    ['Acme', ['apiKey', 'myApiKey'], 'apiKey', ['ACME_API_KEY', 'ACME_MY_API_KEY']],
    ['Acme', ['acme_token', 'other'], 'http', ['ACME_TOKEN', 'ACME_OTHER_TOKEN']],
    ['Key', ['api', 'api_key'], 'apiKey', [/^KEY_API_KEY_[A-Z\d]{6}$/, /^KEY_API_KEY_[A-Z\d]{6}$/]],
    ['Foo', ['foo_api_key', 'API_KEY'], 'apiKey', [/^FOO_API_KEY_[A-Z\d]{6}$/, /^FOO_API_KEY_[A-Z\d]{6}$/]],
  ] as const)('variables of %s for %j say each word once', (title, names, type, wanted) => {
    const scheme = type === 'http' ? { type, scheme: 'bearer' } : { type, in: 'header', name: 'X-Key' };
    const { auth } = shapeDocument({
      info: { title, version: '1' },
      paths,
      security: names.map((name) => ({ [name]: [] })),
      components: { securitySchemes: Object.fromEntries(names.map((name) => [name, scheme])) },
    }).server.api;
    const found = Object.values(auth).map((one) => ('env' in one ? one.env : undefined));
    expect(found).toEqual(wanted.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))));
    expect(new Set(found).size).toBe(found.length);
  });

  test('says little of a document that says nothing', () => {
    const { server, diagnostics } = shapeDocument({ info: {}, paths: {}, servers: [] });
    expect(server).toEqual({
      summary: 'The api',
      api: {
        name: 'api',
        title: 'api',
        version: '0.0.0',
        instructions: 'Tools for calling the api.',
        listLimit: { tools: 40, tokens: 20_000 },
        servers: [],
        baseUrlEnv: 'API_BASE_URL',
        auth: {},
      },
      toolsets: [],
      components: {},
      evidence: { examples: 0, acceptedBefore: 0, acceptedAfter: 0, relaxed: 0 },
      names: { given: {}, kept: { name: 'api', variables: {}, forms: {} } },
      promises: { shared: {}, answers: {} },
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['no-server']);
  });

  test('is called as the user wants, and calls what the user wants', () => {
    const { server, diagnostics } = shapeDocument(
      { paths, servers: [] },
      { name: 'My pets', baseUrl: 'https://example.com/v1' },
    );
    expect(server.api).toMatchObject({
      name: 'my-pets',
      baseUrlEnv: 'MY_PETS_BASE_URL',
      servers: [{ url: 'https://example.com/v1' }],
    });
    expect(diagnostics).toEqual([]);
  });

  test('leaves room in its instructions, of which some clients cut 2 KB, for what is offered', () => {
    const info = { title: '名'.repeat(100), version: '1', description: '説明。'.repeat(500) };
    const { instructions } = shapeDocument({ info, paths }).server.api;
    expect(Buffer.byteLength(instructions)).toBeLessThan(1500);
  });

  test('ends its instructions as a sentence', () => {
    const info = { title: 'Odd API', version: '1', description: 'Oddities of all kinds' };
    const { instructions } = shapeDocument({ info, paths }).server.api;
    expect(instructions).toBe('Tools for calling the Odd API. Oddities of all kinds.');
  });

  test.each([
    ['Ships things.\n\n## Authentication\n\nSend a key.\n\n## Pagination', 'Ships things.'],
    ['# Harbour API\n\nShips things.\n\n# Pagination\n\nPages.', 'Ships things.'],
    ['Harbour API\r\n===========\r\n\r\nShips things.\r\n\r\nPages\r\n-----\r\nMany.', 'Ships things.'],
    ['<h1>Harbour</h1>\nShips things.\n<h2 id="a">Pages</h2>\nMany.', 'Ships things.'],
    [
      '<h1>Harbour</h1><p>Ships <em>five</em> things for 5 &euro;.</p><h2>Pages</h2><p>Many.</p>',
      'Ships five things for 5 €.',
    ],
    [
      '<div><h1>Harbour<br/>API</h1><p>F&uuml;r Schiffe &Oslash; &unknown;.</p></div>',
      'Für Schiffe Ø &unknown;.',
    ],
    ['Ships #1 and # more.', 'Ships #1 and # more.'],
    ['Ships things.\n\n| a | b |\n| --- | --- |\n| c | d |', 'Ships things. a: b; c: d.'],
    ['Ships things. Send `Authorization: Bearer <token>`. Fast.', 'Ships things. Fast.'],
    ['Ships things. Authenticate with a key! Pass your secret API key in X-Key.', 'Ships things.'],
    ['Manages users, API keys and access tokens.', 'Manages users, API keys and access tokens.'],
  ])('says of %j what it is for, not how it is called', (description, about) => {
    const info = { title: 'Harbour', version: '1', description };
    const { server } = shapeDocument({ info, paths });
    expect(server.api.instructions).toBe(`Tools for calling the Harbour API. ${about}`);
    expect(`${server.summary.replace(/\.$/, '')}.`).toBe(about);
  });

  test.each(['# Authentication', '# A\n## B\n', 'Send an API key.', ''])(
    'says nothing where nothing of %j is left',
    (description) => {
      const { server } = shapeDocument({ info: { title: 'Harbour', version: '1', description }, paths });
      expect(server.summary).toBe('The Harbour API');
      expect(server.api.instructions).toBe('Tools for calling the Harbour API.');
    },
  );

  test('has servers with variables, leaves relative ones out and warns of open ones', () => {
    const servers = [
      { url: '/v1' },
      {
        url: 'http://{region}.example.com/{base-path}',
        variables: { region: { default: 'eu', enum: ['eu', 'us'] }, other: { default: 'x' } },
      },
    ];
    const { server, diagnostics } = shapeDocument({ ...secured, servers });
    expect(server.api.servers).toEqual([
      {
        url: 'http://{region}.example.com/{base-path}',
        variables: {
          region: { default: 'eu', enum: ['eu', 'us'], env: 'TEST_SERVER_REGION' },
          'base-path': { env: 'TEST_SERVER_BASE_PATH' },
        },
      },
    ]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'The variable {base-path} of the server URL http://{region}.example.com/{base-path} has no value: calls are refused until TEST_SERVER_BASE_PATH, or TEST_BASE_URL is set.',
      'Credentials would travel unencrypted to http://{region}.example.com/{base-path}; prefer https.',
    ]);
  });

  test.each(['http://localhost:3000', 'http://127.0.0.1/v1', 'http://[::1]:80', 'https://example.com'])(
    'does not warn of %s',
    (url) => {
      expect(shapeDocument({ ...secured, servers: [{ url }] }).diagnostics).toEqual([]);
    },
  );

  test('does not warn where no credential is sent', () => {
    const open = { ...secured, security: [{}], servers: [{ url: 'http://example.com' }] };
    expect(shapeDocument(open).diagnostics).toEqual([]);
  });

  test.each(['Odd API', 'Odd api'])('does not say API twice of %s', (title) => {
    const { server } = shapeDocument({ info: { title }, paths });
    expect(server.summary).toBe(`The ${title}`);
    expect(server.api.instructions).toBe(`Tools for calling the ${title}.`);
  });

  test('takes a relative server from where the document was fetched', () => {
    const { server } = shapeDocument(
      { paths, servers: [{ url: '/v1' }] },
      {},
      'https://example.com/openapi.json',
    );
    expect(server.api.servers).toEqual([{ url: 'https://example.com/v1' }]);
  });
});

function serverOf(own: object[], servers: object[], baseUrl = '') {
  const document = { paths: { '/x': { servers: own, get: {} } }, servers };
  const { tools, diagnostics } = shapeDocument(document, { baseUrl });
  return { server: tools[0]?.tool.request.server, codes: diagnostics.map(({ code }) => code) };
}

describe('the server of an operation', () => {
  const region = { region: { default: 'eu' } };

  test.each([
    ['/files', 'https://a.com/v1/', 'https://a.com/files'],
    ['files', 'https://a.com/v1/', 'https://a.com/v1/files'],
    ['//b.com/v2', 'https://a.com/v1', 'https://b.com/v2'],
    ['/../{v}', 'https://a.com', 'https://a.com/{v}'],
    ['/v2', 'https://{region}.a.com/v1', 'https://{region}.a.com/v2'],
    ['/v2', '{region}://a.com/v1', '{region}://a.com/v2'],
    ['/v2', 'https://{Host}/v1', 'https://{Host}/v2'],
    ['https://b.com', '/', 'https://b.com'],
  ])('%s beside %s is %s', (own, first, url) => {
    const { server } = serverOf([{ url: own }], [{ url: first, variables: region }]);
    expect(server?.url).toBe(url);
    if (url.includes('{region}')) {
      expect(server?.variables).toEqual({ region: { default: 'eu', env: 'TEST_SERVER_REGION' } });
    }
  });

  test('is that of the document where it cannot be resolved', () => {
    expect(serverOf([{ url: 'files' }], [{ url: 'https://{region}.a.com' }])).toEqual({
      server: undefined,
      codes: ['server-unfilled', 'odd-document'],
    });
    expect(serverOf([{ url: '//{Host}/v1' }], [{ url: 'https://a.com' }]).server).toBeUndefined();
    expect(serverOf([{ url: '/files' }], []).codes).toEqual(['no-server', 'odd-document']);
  });

  test('is the one that the user names for all', () => {
    expect(serverOf([{ url: 'https://b.com' }], [], 'https://test.example.com')).toEqual({
      server: undefined,
      codes: [],
    });
  });
});

function plan(url: string, variables = {}) {
  const { server, diagnostics } = shapeDocument({ ...secured, servers: [{ url, variables }] });
  return { servers: server.api.servers, told: diagnostics.map(({ code, message }) => `${code}: ${message}`) };
}

/** A document one of whose operations has a server of its own. */
function withOwnServer(own: string, operation = {}) {
  return {
    ...secured,
    paths: { '/x': { get: {} }, '/y': { post: { servers: [{ url: own }], ...operation } } },
    servers: [{ url: 'https://api.example.com/v1' }],
  };
}

function listTold(object: object, config = {}) {
  const { diagnostics } = shapeDocument(object, config);
  return diagnostics.map(({ code, pointer, message }) => [code, pointer, message]);
}

describe('a server that is not quite one', () => {
  test.each([
    ['https://{host}/api/v2', 'https://{host}/api/v2', 'TEST_SERVER_HOST'],
    ['https://${HOST}/v1', 'https://{HOST}/v1', 'TEST_SERVER_HOST'],
    ['https://{{ host }}/v1', 'https://{host}/v1', 'TEST_SERVER_HOST'],
    ['{{baseUrl}}/v1', '{baseUrl}/v1', 'TEST_SERVER_BASEURL'],
    ['${BASE_URL}/v1', '{BASE_URL}/v1', 'TEST_SERVER_BASE_URL'],
    ['<base_url>', '{base_url}', 'TEST_SERVER_BASE_URL'],
    ['https://<host>/v1', 'https://{host}/v1', 'TEST_SERVER_HOST'],
    ['https://<your host>/v1', 'https://{your host}/v1', 'TEST_SERVER_YOUR_HOST'],
    ['https://:host/v1', 'https://{host}/v1', 'TEST_SERVER_HOST'],
    ['https://%HOST%/v1', 'https://{HOST}/v1', 'TEST_SERVER_HOST'],
    ['https://[your-domain]/v1', 'https://{your-domain}/v1', 'TEST_SERVER_YOUR_DOMAIN'],
    ['https://[your-domain].example.com', 'https://{your-domain}.example.com', 'TEST_SERVER_YOUR_DOMAIN'],
    ['https://YOUR_DOMAIN/v1', 'https://{YOUR_DOMAIN}/v1', 'TEST_SERVER_YOUR_DOMAIN'],
    ['https://API_HOST:8080/v1', 'https://{API_HOST}:8080/v1', 'TEST_SERVER_API_HOST'],
  ])('%s has a variable, which has to be given', (url, spelled, env) => {
    const { servers, told } = plan(url);
    expect(servers.map((server) => server.url)).toEqual([spelled]);
    expect(Object.values(servers[0]?.variables ?? {})).toEqual([{ env }]);
    expect(told).toEqual([expect.stringContaining(`server-unfilled: The variable {`)]);
    expect(told[0]).toContain(`until ${env}, or TEST_BASE_URL is set`);
  });

  test.each([
    'https://yourls.org/v1',
    'https://your.money.example/v1',
    'https://myapp.example.com',
    'https://[2001:db8::1]/v1',
    'https://API.Example.com',
    'https://host.docker.internal',
    'https://yourapi.com',
    'https://my_service.example.com',
    'https://x.example.com/your-domain/HOST',
  ])('%s is one', (url) => {
    expect(plan(url)).toEqual({ servers: [{ url }], told: [] });
  });

  test.each([
    'https://api.mycompany.com/v1',
    'https://your-domain.atlassian.net',
    'https://yourcompany.example.com',
    'https://placeholder.com',
    'https://the-domain.com',
    'https://xxx.example.com',
    'https://SERVER.example.com',
    'https://HOST:8080/',
  ])('%s is one, though it may be meant as a placeholder', (url) => {
    expect(plan(url)).toEqual({
      servers: [{ url }],
      told: [
        `server-doubtful: The host of ${url} looks like a placeholder; it is called as it stands. Set TEST_BASE_URL if it is one.`,
      ],
    });
  });

  test.each([
    'https:///v1',
    'https://.example.com',
    'https://$/v1',
    'https://a\\\\b.example/',
    'https://a.example:x/',
  ])('%s is left out', (url) => {
    expect(plan(url)).toEqual({
      servers: [],
      told: [expect.stringContaining(`server-unusable: The server "${url}" is left out: it`)],
    });
  });

  test('has no credentials', () => {
    const { servers, told } = plan('https://me:hunter2@a.example/v1');
    expect(servers).toEqual([{ url: 'https://a.example/v1' }]);
    expect(told).toEqual([expect.stringMatching(/^odd-document: .*a user name or a password/)]);
    expect(told[0]).not.toContain('hunter2');
  });

  test.each([
    [{ tenant: { default: '' } }, '{tenant}'],
    [{ tenant: {} }, '{tenant}'],
    [{ tenant: { default: 'evil.com/' } }, 'must be a part of a host name'],
    [{ tenant: { default: 'a', enum: ['b'] } }, 'must be one of b'],
  ])('has a variable %j', (variables, words) => {
    const { told } = plan('https://{tenant}.example.com', variables);
    expect(told).toEqual([expect.stringContaining(words)]);
    expect(told[0]).toContain('server-unfilled');
  });

  test.each([
    ['Acme server', { one: { type: 'http', scheme: 'bearer' } }, 'token', 'ACME_SERVER_TOKEN'],
    [
      'Shop',
      { server: { type: 'http', scheme: 'bearer' }, other: { type: 'http', scheme: 'basic' } },
      'token',
      'SHOP_SERVER_TOKEN',
    ],
    ['Acme server', { one: { type: 'http', scheme: 'bearer' } }, 'token-file', 'ACME_SERVER_TOKEN_FILE'],
  ])('of %s does not read a credential by its variable', (title, securitySchemes, name, env) => {
    const own = { url: `https://evil.example/{${name}}` };
    const security = [Object.fromEntries(Object.keys(securitySchemes).map((scheme) => [scheme, []]))];
    const { server, tools } = shapeDocument({
      info: { title },
      paths: { '/x': { get: { security, servers: [own] } }, '/y': { get: { security } } },
      servers: [own],
      components: { securitySchemes },
    });
    expect(JSON.stringify(server.api.auth)).toContain(`"${env.replace(/_FILE$/, '')}"`);
    const found = [...server.api.servers, tools[0]?.tool.request.server];
    for (const one of found) expect(one?.variables?.[name]?.env).toBe(`${env}_VARIABLE`);
  });

  test('takes the default of a port that is a number, and the first of an enum', () => {
    const variables = { port: { default: 8443 }, zone: { enum: ['eu', 'us'] } };
    expect(plan('https://{zone}.example.com:{port}', variables).told).toEqual([]);
  });
});

describe('the server of an operation at another origin', () => {
  test('gets no credentials, which is said once, with what to write', () => {
    const two = withOwnServer('https://uploads.example.com/v1');
    const more = { ...two.paths, '/z': { servers: [{ url: 'https://uploads.example.com/v2' }], get: {} } };
    expect(listTold({ ...two, paths: more })).toEqual([
      [
        'foreign-server',
        '#/paths/~1y/post',
        'Operations are called at https://uploads.example.com; the servers of the document as a whole do not name it, so it gets no credentials. If they belong there, add https://uploads.example.com to credentialOrigins in mcpwright.yaml.',
      ],
    ]);
  });

  test('is not encrypted, which is said too', () => {
    const [, , message] = listTold(withOwnServer('http://api.example.com'))[0] ?? [];
    expect(message).toContain('http://api.example.com, which is not encrypted either');
  });

  test.each([
    ['a variable', '{scheme}://api.example.com', { scheme: { default: 'http' } }],
    ['a whole variable', '{base}/v1', { base: { default: 'http://api.example.com' } }],
    ['the end of a scheme', 'http{s}://api.example.com', { s: { default: '' } }],
  ])('is not encrypted by %s of the document, which is said', (_name, url, variables) => {
    const object = { ...secured, servers: [{ url, variables }], paths: { '/x': { get: {} } } };
    expect(listTold(object).map(([code]) => code)).toEqual(['insecure-server']);
  });

  test('may have them where the user says so, and is told of where that is not encrypted', () => {
    expect(
      listTold(withOwnServer('https://b.example/x'), { credentialOrigins: ['https://b.example'] }),
    ).toEqual([]);
    expect(
      listTold(withOwnServer('http://b.example/x'), { credentialOrigins: ['http://b.example'] }).map(
        ([code]) => code,
      ),
    ).toEqual(['insecure-server']);
    const { api } = shapeDocument(withOwnServer('https://b.example/x'), {
      credentialOrigins: ['https://b.example'],
    }).server;
    expect(api.credentialOrigins).toEqual(['https://b.example']);
  });

  test.each([
    ['the same origin', withOwnServer('https://api.example.com/v2')],
    ['a relative one', withOwnServer('/v2')],
    ['no need for credentials', withOwnServer('https://b.example', { security: [] })],
    ['optional ones only', withOwnServer('https://b.example', { security: [{}] })],
  ])('is not told of with %s', (_name, object) => {
    expect(listTold(object)).toEqual([]);
  });

  test('is that of the API where the document has no other and all operations share it', () => {
    const shared = { ...withOwnServer('https://b.example'), servers: [{ url: '/' }] };
    const one = { ...shared, paths: { '/y': shared.paths['/y'] } };
    expect(shapeDocument(one).server.api.credentialOrigins).toEqual(['https://b.example']);
    expect(listTold(one)).toEqual([]);
    const two = {
      ...one,
      paths: {
        ...one.paths,
        '/z': { servers: [{ url: 'https://c.example' }], get: { security: [{ token: [] }] } },
      },
    };
    expect(shapeDocument(two).server.api.credentialOrigins).toBeUndefined();
    expect(listTold(two).map(([code]) => code)).toEqual(['foreign-server', 'foreign-server']);
    expect(listTold(two)[1]?.[2]).toBe(
      'Operations are called at https://c.example; the document names no server for all operations, and which of several origins is the API is not guessed, so it gets no credentials. If they belong there, add https://c.example to credentialOrigins in mcpwright.yaml.',
    );
  });

  const atPath = { servers: [{ url: 'https://b.example/v1' }], get: {} };
  const atOperation = { post: { servers: [{ url: 'https://b.example/v2' }] } };

  test.each<[string, object, string | undefined, string[]]>([
    ['at paths', { '/x': atPath }, undefined, []],
    ['at paths and operations', { '/x': atPath, '/y': atOperation }, undefined, []],
    ['in a document that was fetched', { '/x': atPath }, 'https://docs.example/openapi.json', []],
    [
      'at all but one, which has none',
      { '/x': atPath, '/y': { put: {} } },
      undefined,
      [
        'The document names no absolute server URL for PUT /y; write "baseUrl: https://api.example.com", with the host of the API, in mcpwright.yaml, set TEST_BASE_URL or pass --base-url, which all operations are called at then.',
      ],
    ],
  ])('is that of the API where it stands %s', (_name, ofDocument, url, told) => {
    for (const servers of [undefined, []]) {
      const { server, diagnostics } = shapeDocument({ ...secured, servers, paths: ofDocument }, {}, url);
      expect(server.api.credentialOrigins).toEqual(['https://b.example']);
      expect(diagnostics.map(({ message }) => message)).toEqual(told);
    }
  });

  test('is that of the API with the values that its variables are given', () => {
    const url = 'https://{region}.b.example';
    const variables = { region: { default: 'eu' } };
    const object = { ...secured, servers: [], paths: { '/x': { ...atPath, servers: [{ url, variables }] } } };
    const { server, diagnostics } = shapeDocument(object);
    expect(diagnostics).toEqual([]);
    expect(server.api.credentialServers).toEqual([
      { url, variables: { region: { default: 'eu', env: 'TEST_SERVER_REGION' } } },
    ]);
  });

  test.each([String.raw`https://evil.example\@api.example.com`, 'https://$/v1'])(
    'is refused, and not advised, where it is no URL: %s',
    (url) => {
      for (const servers of [[], [{ url: 'https://api.example.com/v1' }]]) {
        const one = { '/y': { post: { servers: [{ url }] } } };
        expect(listTold({ ...secured, servers, paths: one }).map(([code]) => code)).toEqual([
          'server-unusable',
        ]);
        const both = { '/y': { post: { servers: [{ url }, { url: 'https://api.example.com/v2' }] } } };
        const { tools } = shapeDocument({ ...secured, servers, paths: both });
        expect(tools[0]?.tool.request.server?.url).toBe('https://api.example.com/v2');
      }
    },
  );
});

describe('credentials', () => {
  test.each([
    [
      { type: 'apiKey', in: 'header', name: 'X-Key' },
      { kind: 'api-key', in: 'header', name: 'X-Key', env: 'TEST_API_KEY' },
    ],
    [
      { type: 'http', scheme: 'Bearer' },
      { kind: 'bearer', env: 'TEST_TOKEN' },
    ],
    [
      { type: 'oauth2', flows: {} },
      { kind: 'bearer', env: 'TEST_TOKEN' },
    ],
    [
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://id.example.com/token' } } },
      {
        kind: 'oauth2',
        tokenUrl: 'https://id.example.com/token',
        clientCredentials: true,
        scopes: [],
        env: oauthEnv,
      },
    ],
    [
      {
        type: 'oauth2',
        flows: {
          implicit: {},
          authorizationCode: { tokenUrl: '/token', authorizationUrl: '/login', refreshUrl: '/refresh' },
          deviceAuthorization: { tokenUrl: '/token', deviceAuthorizationUrl: '/device' },
        },
      },
      {
        kind: 'oauth2',
        tokenUrl: '/token',
        refreshUrl: '/refresh',
        authorizationUrl: '/login',
        deviceUrl: '/device',
        login: ['browser', 'device'],
        scopes: [],
        env: oauthEnv,
      },
    ],
    [
      { type: 'openIdConnect', openIdConnectUrl: 'https://example.com' },
      {
        kind: 'oauth2',
        discoveryUrl: 'https://example.com',
        clientCredentials: true,
        login: ['browser', 'device'],
        scopes: [],
        env: oauthEnv,
      },
    ],
    [{ type: 'mutualTLS' }, { kind: 'client-certificate', env: certificateEnv }],
    [
      { type: 'http', scheme: 'basic' },
      { kind: 'basic', env: { username: 'TEST_USERNAME', password: 'TEST_PASSWORD' } },
    ],
  ])('of one scheme: %j', (scheme, served) => {
    expect(authOf({ only: scheme, unused: { type: 'http', scheme: 'digest' } }, [{ only: [] }])).toEqual({
      auth: { only: served },
      diagnostics: [],
    });
  });

  test.each([
    [{ implicit: {}, password: {} }, 'this server does not run the password and implicit flow'],
    [{ clientCredentials: {} }, 'the document names no token URL'],
    [{ clientCredentials: { tokenUrl: 'http://id.example.com/t' } }, 'is not encrypted'],
    [{ clientCredentials: { tokenUrl: 'https:///t' } }, 'names no host'],
    [{ clientCredentials: { tokenUrl: 'see our site' } }, 'is not an absolute http or https URL'],
  ])('of OAuth that can only be given: %j', (flows, words) => {
    const { auth, diagnostics } = authOf({ only: { type: 'oauth2', flows } }, [{ only: [] }]);
    expect(auth).toEqual({ only: { kind: 'bearer', env: 'TEST_TOKEN' } });
    expect(diagnostics.map(({ code }) => code)).toEqual(['scheme-limited']);
    expect(diagnostics[0]?.message).toContain(words);
  });

  test.each([
    [{ tokenUrl: '/token' }, 'the document names no authorization URL'],
    [{ tokenUrl: '/token', authorizationUrl: 'http://id.example.com/login' }, 'is not encrypted'],
    [{ tokenUrl: '/token', authorizationUrl: 'javascript:alert(1)' }, 'is not an absolute http or https URL'],
    [{ tokenUrl: '/other', authorizationUrl: '/login' }, 'is not that of another flow'],
  ])('of users who cannot log in: %j', (authorizationCode, words) => {
    const flows = { clientCredentials: { tokenUrl: '/token' }, authorizationCode };
    const { auth, diagnostics } = authOf({ only: { type: 'oauth2', flows } }, [{ only: [] }]);
    expect(auth['only']).toMatchObject({ kind: 'oauth2', clientCredentials: true });
    expect(auth['only']).not.toHaveProperty('login');
    expect(diagnostics.map(({ code }) => code)).toEqual(['login-unavailable']);
    expect(diagnostics[0]?.message).toContain(words);
  });

  test('are told of in the words of the document', () => {
    const scheme = {
      type: 'apiKey',
      in: 'header',
      name: 'X-Key',
      description: 'Your **key**, from Settings.',
    };
    const { server } = shapeDocument({
      paths,
      security: [{ own: [] }],
      components: { securitySchemes: { own: scheme } },
    });
    expect(listSettings(server)[0]).toMatchObject({
      name: 'TEST_API_KEY',
      about: 'API key, sent as the header X-Key: Your key, from Settings.',
    });
  });

  test('of OAuth ask for the scopes of all operations', () => {
    const scheme = { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'http://127.0.0.1:9/t' } } };
    const operations = {
      get: { security: [{ only: ['b', 'a'] }] },
      post: { security: [{ only: ['c', 'a'] }] },
    };
    const document = { paths: { '/x': operations }, components: { securitySchemes: { only: scheme } } };
    expect(shapeDocument(document).server.api.auth['only']).toMatchObject({ scopes: ['a', 'b', 'c'] });
  });

  test('of several schemes, of which some cannot be served', () => {
    const { auth, diagnostics } = authOf(
      {
        'api key': { type: 'apiKey', in: 'query', name: 'k' },
        'api-key': { type: 'apiKey', in: 'cookie', name: 'k' },
        login: { type: 'oauth2', flows: {} },
        digest: { type: 'http', scheme: 'digest' },
        mtls: { type: 'mutualTLS' },
      },
      [{ 'api key': [], 'api-key': [] }, { login: [] }, { digest: [] }, { mtls: [] }],
    );
    expect(auth).toEqual({
      'api key': { kind: 'api-key', in: 'query', name: 'k', env: 'TEST_API_KEY_QUERY' },
      'api-key': { kind: 'api-key', in: 'cookie', name: 'k', env: 'TEST_API_KEY_COOKIE' },
      login: { kind: 'bearer', env: 'TEST_LOGIN_TOKEN' },
      digest: {
        kind: 'unsupported',
        reason:
          'The security scheme "digest" cannot be served: HTTP "digest" authentication is not supported.',
      },
      mtls: { kind: 'client-certificate', env: certificateEnv },
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['scheme-unsupported']);
  });

  const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
  const bearer = { type: 'http', scheme: 'bearer' };
  const basic = { type: 'http', scheme: 'basic' };
  test.each([
    [
      'of two kinds that share words',
      'Acme API',
      { acme_api_key: key, acme: bearer },
      ['ACME_API_KEY', 'ACME_TOKEN'],
    ],
    [
      'of one name in camelCase',
      'Foo API (v2)',
      { b: bearer, FooApiKey: key },
      ['FOO_B_TOKEN', 'FOO_API_KEY'],
    ],
    ['only at the end of a word', 'Foo', { FoodKey: key, Foo: bearer }, ['FOO_FOODKEY_API_KEY', 'FOO_TOKEN']],
    ['that say key', 'Foo', { 'X-Partner-Key': key, b: key }, ['FOO_X_PARTNER_API_KEY', 'FOO_B_API_KEY']],
    ['that say key only', 'Foo', { key, b: key }, ['FOO_API_KEY', 'FOO_B_API_KEY']],
    ['that say key, of another kind', 'Foo', { a_key: bearer, b: key }, ['FOO_A_KEY_TOKEN', 'FOO_B_API_KEY']],
    [
      'that collide, by where they are sent',
      'Foo',
      { Key: key, key: { ...key, in: 'query' } },
      ['FOO_API_KEY_HEADER', 'FOO_API_KEY_QUERY'],
    ],
    [
      'that collide, by what they are sent as',
      'Foo',
      { Key: key, key: { ...key, name: 'X-Other' }, KEY: { ...key, in: 'query', name: 'other' } },
      ['FOO_API_KEY_X_KEY', 'FOO_API_KEY_X_OTHER', 'FOO_API_KEY_OTHER'],
    ],
    [
      'that collide, by both',
      'Foo',
      { Key: key, key: { ...key, in: 'query' }, KEY: { ...key, name: 'k' } },
      ['FOO_API_KEY_HEADER_X_KEY', 'FOO_API_KEY_QUERY_X_KEY', 'FOO_API_KEY_HEADER_K'],
    ],
    [
      'that collide, and with that of another scheme',
      'Foo',
      { Key: key, key: { ...key, name: 'Token' }, api_key: bearer },
      ['FOO_API_KEY_HEADER_X_KEY', 'FOO_API_KEY_HEADER_TOKEN', 'FOO_API_KEY_TOKEN'],
    ],
    [
      'that collide, and would be those of files',
      'Foo',
      { Key: key, key: { ...key, name: 'File' } },
      ['FOO_API_KEY_99A52D', 'FOO_API_KEY_2C70E1'],
    ],
    ['that collide', 'Foo', { 'a b': key, 'a-b': key }, ['FOO_A_B_API_KEY_C8687A', 'FOO_A_B_API_KEY_D44362']],
    ['that collide in a part', 'Foo', { 'a b': basic, 'a-b': basic }, [{}, {}]],
  ])('variables %s', (_, title, schemes, names) => {
    const security = Object.keys(schemes).map((name) => ({ [name]: [] }));
    const info = { title, version: '1' };
    const { server } = shapeDocument({ info, paths, security, components: { securitySchemes: schemes } });
    const found = Object.values(server.api.auth).map((one) => ('env' in one ? one.env : ''));
    expect(found).toMatchObject(names);
    const all = found.flatMap((env) => (typeof env === 'string' ? [env] : Object.values(env)));
    expect(new Set(all).size).toBe(all.length);
  });

  test('a certificate of the connection takes no part in the names', () => {
    const { auth } = authOf({ mtls: { type: 'mutualTLS' }, token: { type: 'http', scheme: 'bearer' } }, [
      { mtls: [] },
      { token: [] },
    ]);
    expect(auth['token']).toEqual({ kind: 'bearer', env: 'TEST_TOKEN' });
  });

  test('one that can be served has the plain name', () => {
    const { auth } = authOf(
      { digest: { type: 'http', scheme: 'digest' }, token: { type: 'http', scheme: 'bearer' } },
      [{ digest: [] }, { token: [] }],
    );
    expect(auth['token']).toEqual({ kind: 'bearer', env: 'TEST_TOKEN' });
  });
});

const table: Record<string, Schema> = {
  A: { properties: { b: { $ref: 'B' } } },
  B: { items: { $ref: 'A' }, enum: [{ $ref: 'C' }] },
  C: {},
  constructor: {},
};

function lookUp(name: string): Schema | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

describe('components', () => {
  test('are those that a schema reaches, circles and all, sorted', () => {
    expect(Object.keys(reachComponents([{ anyOf: [{ $ref: 'B' }] }], lookUp))).toEqual(['A', 'B']);
    expect(reachComponents([{ $ref: 'toString' }], lookUp)).toEqual({});
    expect(reachComponents([true], lookUp)).toEqual({});
  });

  test('are those that any of several schemas reaches', () => {
    expect(Object.keys(reachComponents([{ $ref: 'C' }, { not: { $ref: 'A' } }], lookUp))).toEqual([
      'A',
      'B',
      'C',
    ]);
  });
});
