import { execFileSync } from 'node:child_process';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProject } from '../../support/runtime/project.js';
import { type Answer, startUpstream, type Upstream } from '../../support/runtime/upstream.js';
import { type Asked, type Platform, platforms, type Start, startNode } from './startPlatform.js';

const token = 'token-of-the-operator-1234';
const key = 'key-of-the-api-5678';
const version = '2026-07-28';

/** A message to the server, with what nearly every client sends besides. */
function post(message: object | string, headers: Record<string, string> = {}, more: Asked = {}): Asked {
  const body = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
  return {
    ...more,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body,
  };
}

const call = (args: object, name = 'get_example', meta = {}) => ({
  method: 'tools/call',
  params: { name, arguments: args, ...meta },
});

/** The same in protocol 2026-07-28. */
function postModern(method: string, params: Record<string, unknown> = {}): Asked {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const named = params['name'] === undefined ? {} : { 'mcp-name': String(params['name']) };
  return post(
    { method, params: { ...params, _meta: meta } },
    { 'mcp-protocol-version': version, 'mcp-method': method, ...named },
  );
}

const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const list = { method: 'tools/list' };
const without = (asked: Asked, name: string): Asked => {
  const { [name]: _, ...headers } = asked.headers ?? {};
  return { ...asked, headers };
};
const bearer = (value: string) => post(list, { authorization: `Bearer ${value}` });

/** What is asked of each platform, and the status of the answer. */
const script: Record<string, [asked: Asked, status: number]> = {
  initialize: [post(initialize), 200],
  initialized: [post('{"jsonrpc":"2.0","method":"notifications/initialized"}'), 202],
  'server/discover': [postModern('server/discover'), 200],
  'tools/list': [post(list), 200],
  'tools/list, 2026-07-28': [postModern('tools/list'), 200],
  'a call': [post(call({ exampleId: 'a b/c', fields: ['x', 'y'] })), 200],
  'a call, 2026-07-28': [
    postModern('tools/call', { name: 'get_example', arguments: { exampleId: 'a' } }),
    200,
  ],
  'a call with a body': [post(call({ name: 'Zoë' }, 'create_example')), 200],
  'a call as an event stream': [post(call({ exampleId: 'a' }), { accept: 'text/event-stream' }), 200],
  'a call that wants to know how it goes': [
    post(call({ exampleId: 'a' }, 'get_example', { _meta: { progressToken: 'p' } })),
    200,
  ],
  'a call that is redirected': [post(call({ exampleId: 'moved' })), 200],
  'a call that the API refuses': [post(call({ exampleId: 'none' })), 200],
  'a call of nothing that there is': [post(call({}, 'gut_example')), 200],
  'a call with wrong arguments': [post(call({ exampleId: 1, other: 2 })), 200],
  'arguments that are a list': [
    post('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_example","arguments":[]}}'),
    400,
  ],
  'an unknown method': [post({ method: 'nothing/like' }), 200],
  'a toolset': [post(list, {}, { path: '/mcp/example' }), 200],
  'a toolset that is not there': [post(list, {}, { path: '/mcp/exmaple' }), 404],
  'a wrong path': [post(list, {}, { path: '/other' }), 404],
  'a wrong method': [post(list, {}, { method: 'PUT' }), 405],
  'a stream without a session': [
    { method: 'GET', headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` } },
    405,
  ],
  'the end of no session': [{ method: 'DELETE', headers: { authorization: `Bearer ${token}` } }, 405],
  'bad JSON': [post('{"jsonrpc": '), 400],
  'no JSON': [post(list, { 'content-type': 'text/plain' }), 415],
  'no message': [post('{"a":1}'), 400],
  'a body that is too large': [post(`"${'x'.repeat(4 * 1024 * 1024)}"`), 413],
  'a client that accepts nothing': [post(list, { accept: 'text/html' }), 200],
  'a version that is not known': [post(list, { 'mcp-protocol-version': '1999-01-01' }), 400],
  'a header that says otherwise': [
    {
      ...postModern('tools/list'),
      headers: { ...postModern('tools/list').headers, 'mcp-method': 'tools/call' },
    },
    400,
  ],
  'no token': [without(post(list), 'authorization'), 401],
  'a wrong token': [bearer('wrong-token-of-somebody'), 401],
  'something else than a token': [post(list, { authorization: 'Basic dTpw' }), 401],
  'a token in the URL': [post(list, {}, { path: `/mcp?access_token=${token}` }), 400],
  'a foreign host': [post(list, {}, { host: 'evil.example' }), 403],
  'the public host': [post(list, {}, { host: 'mcp.example.com' }), 200],
  'a foreign origin': [post(list, { origin: 'https://evil.example' }), 403],
  'an allowed origin': [post(list, { origin: 'https://app.example.com' }), 200],
  preflight: [
    {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    },
    204,
  ],
  'the metadata of the resource': [{ method: 'GET', path: '/.well-known/oauth-protected-resource/mcp' }, 200],
  'the page for browsers': [
    { method: 'GET', path: '/', headers: { accept: 'text/html', authorization: `Bearer ${token}` } },
    200,
  ],
  'the page for browsers, without a token': [
    { method: 'GET', path: '/', headers: { accept: 'text/html' } },
    401,
  ],
  'whether it runs': [{ method: 'GET', path: '/healthz' }, 200],
  'whether it takes requests': [{ method: 'GET', path: '/readyz' }, 200],
};

/** How the API answers. */
const answer: Answer = ({ method, url, headers, body }, response) => {
  if (headers['x-api-key'] !== key && url !== '/keys') return void response.writeHead(401).end();
  if (url === '/keys') return void response.end(JSON.stringify({ keys: [jwk] }));
  if (url === '/examples/none')
    return void response
      .writeHead(404, { 'content-type': 'application/json' })
      .end('{"detail":"No such example"}');
  if (url === '/examples/moved') return void response.writeHead(302, { location: '/examples/here' }).end();
  if (url === '/examples/slow') return trickle(response);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ method, url, body, accept: headers.accept, type: headers['content-type'] }));
};

/** Ends an answer that goes on once its reader has heard of it. */
let enough = false;
function trickle(response: Parameters<Answer>[1]): void {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '1000000' });
  const timer = setInterval(() => {
    if (!enough) return void response.write('x'.repeat(100));
    clearInterval(timer);
    response.destroy();
  }, 20);
  response.once('close', () => clearInterval(timer));
}

let folder: string;
let upstream: Upstream;
let env: Record<string, string>;
let jwk: object;
let ofUser: string;
let node: Platform;
beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' };
  upstream = await startUpstream(answer);
  folder = buildProject('platforms');
  execFileSync(process.execPath, ['bundle.js'], { cwd: folder });
  env = {
    EXAMPLE_BASE_URL: upstream.url,
    EXAMPLE_API_KEY: key,
    MCP_AUTH_TOKEN: token,
    MCP_AUTH_ISSUER: upstream.url,
    MCP_AUTH_JWKS_URL: `${upstream.url}/keys`,
    MCP_PUBLIC_URL: 'https://mcp.example.com/mcp',
    MCP_ALLOWED_ORIGINS: 'https://app.example.com',
    MCP_RETRIES: '0',
    MCP_STATE_KEYS: Buffer.alloc(32, 7).toString('base64'),
  };
  ofUser = await new SignJWT({ scope: '' })
    .setProtectedHeader({ alg: 'ES256', kid: 'k', typ: 'at+jwt' })
    .setIssuer(upstream.url)
    .setAudience('https://mcp.example.com/mcp')
    .setSubject('somebody')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
  node = await startNode(folder, env);
});
afterAll(async () => {
  await node?.stop();
  await upstream?.close();
});

test('the HTTP server of Node answers as is written down', async () => {
  const found: Record<string, number> = {};
  for (const [name, [asked]] of Object.entries(script)) found[name] = (await node.ask(asked)).status;
  expect(found).toEqual(
    Object.fromEntries(Object.entries(script).map(([name, [, status]]) => [name, status])),
  );
});

const there = Object.entries(platforms).filter((entry): entry is [string, Start] => entry[1] !== undefined);
for (const [name, start] of Object.entries(platforms))
  if (start === undefined) console.warn(`${name} is not installed here: its tests are skipped.`);

describe.each(there)('%s', (name, start) => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await start(folder, env);
  });
  afterAll(() => platform?.stop());

  test.each(Object.entries(script))('answers as the HTTP server of Node does: %s', async (_name, [asked]) => {
    const [expected, found] = [await node.ask(asked), await platform.ask(asked)];
    const parts = ({ status, type, body }: typeof found) => ({ status, type, body });
    expect(parts(found)).toEqual(parts(expected));
    // Where clients have to look for what they may do next, and what browsers keep to.
    for (const header of [
      'www-authenticate',
      'allow',
      'access-control-allow-origin',
      'access-control-allow-headers',
      'x-content-type-options',
      'cache-control',
    ])
      expect([header, found.headers[header]]).toEqual([header, expected.headers[header]]);
  });

  test('takes tokens of the authorization server, whose keys it asks for', async () => {
    const found = await platform.ask(bearer(ofUser));
    expect(found).toMatchObject({ status: 200 });
    expect(found.body).toBe((await node.ask(bearer(ofUser))).body);
  });

  test('sends the API the same as Node does, and who it is', async () => {
    const asked = post(call({ name: 'n' }, 'create_example'));
    await node.ask(asked);
    const expected = upstream.got.at(-1)!;
    await platform.ask(asked);
    const found = upstream.got.at(-1)!;
    expect([found.method, found.url, found.body]).toEqual([expected.method, expected.url, expected.body]);
    for (const header of ['user-agent', 'accept', 'content-type', 'x-api-key'])
      expect([header, found.headers[header]]).toEqual([header, expected.headers[header]]);
  });

  test('answers many at once, each what it asked for', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `e${index}`);
    const answers = await Promise.all(ids.map((exampleId) => platform.ask(post(call({ exampleId })))));
    expect(answers.map(({ body }, index) => body.includes(`/examples/${ids[index]}\\"`))).toEqual(
      ids.map(() => true),
    );
  });

  test('sends an event as soon as there is one', async () => {
    enough = false;
    const asked = post(call({ exampleId: 'slow' }, 'get_example', { _meta: { progressToken: 'p' } }));
    const pieces: string[] = [];
    // What gives answers when they are whole ends by its own limits.
    if (name === 'AWS Lambda') return;
    if (name === 'Vercel (on Node)' || name === 'AWS Lambda with response streaming')
      setTimeout(() => (enough = true), 1_500);
    await platform.ask(asked, (piece) => {
      pieces.push(piece);
      if (piece.includes('notifications/progress')) enough = true;
    });
    expect(pieces.join('')).toContain('notifications/progress');
  });

  test('says no secret, neither in answers nor to its operator', async () => {
    const answers = await Promise.all(Object.values(script).map(([asked]) => platform.ask(asked)));
    const texts = [platform.said(), ...answers.map(({ body, headers }) => body + JSON.stringify(headers))];
    for (const secret of [key, token, ofUser, env['MCP_STATE_KEYS']!])
      expect(texts.join('')).not.toContain(secret);
  });
});

const long = 'x'.repeat(20);
/** Settings that ask for what a platform has not. */
const refused: [settings: Record<string, string>, words: RegExp, onLambda: boolean][] = [
  [
    { MCP_SESSIONS: 'true' },
    /MCP_SESSIONS is set, but this server cannot have it here: a session needs/,
    true,
  ],
  [{ MCP_DOWNLOAD_DIR: '/tmp' }, /MCP_DOWNLOAD_DIR is set, .* no folder/, true],
  [{ MCP_FILE_ROOTS: '/tmp' }, /MCP_FILE_ROOTS is set, .* no disk/, false],
  [
    { HTTPS_PROXY: 'http://user:pass-word-9@127.0.0.1:9' },
    /HTTPS_PROXY is set, .* the platform makes the connections/,
    false,
  ],
  [{ MCP_CLIENT_CERT_FILE: '/tmp/cert.pem' }, /MCP_CLIENT_CERT_FILE is set, /, false],
  [{ EXAMPLE_API_KEY_FILE: '/tmp/key' }, /EXAMPLE_API_KEY_FILE is set, .* no disk/, false],
  [
    { MCP_AUTH_TOKEN: '', MCP_AUTH_ISSUER: '', MCP_AUTH_JWKS_URL: '', MCP_PUBLIC_URL: '' },
    /Not serving: everybody who can connect could use the API .* Set MCP_AUTH_ISSUER or MCP_AUTH_TOKEN, or MCP_ALLOW_UNAUTHENTICATED=true/,
    true,
  ],
  [
    { MCP_AUTH_TOKEM: long },
    /MCP_AUTH_TOKEM is set, but there is no such setting. Did you mean MCP_AUTH_TOKEN\?/,
    true,
  ],
  [{ MCP_TIMEOUT_MS: 'soon' }, /MCP_TIMEOUT_MS must be a whole number/, true],
  [{ MCP_STATE_KEYS: 'short' }, /MCP_STATE_KEYS/, true],
];

describe.each(there)('%s: what cannot be served', (name, start) => {
  const isLambda = name.startsWith('AWS');
  const ofIt = refused.filter(([, , onLambda]) => onLambda || !isLambda);
  test.each(ofIt)('%j is refused at the start, in words', async (settings, words) => {
    const given = Object.fromEntries(
      Object.entries({ ...env, ...settings }).filter(([, value]) => value !== ''),
    );
    if (name === 'Cloudflare Workers') {
      // Its settings come with the first request.
      const worker = await start(folder, given);
      const { status, body } = await worker.ask(post(list));
      await worker.stop();
      expect({ status, body: JSON.parse(body) as unknown }).toMatchObject({
        status: 500,
        body: { error: { message: 'The server is not set up right: its log says why.' } },
      });
      expect(worker.said()).toMatch(words);
      expect(worker.said()).not.toContain('pass-word-9');
      return;
    }
    const failure = await start(folder, given).then(
      async (platform) => {
        await platform.stop();
        return new Error('it started');
      },
      (error: Error) => error,
    );
    expect(failure.message).toMatch(words);
    expect(failure.message).not.toContain('pass-word-9');
  });
});

test('what only Lambda with response streaming can do is refused without it, in words', async () => {
  const lambda = await platforms['AWS Lambda']!(folder, env);
  const { status, body } = await lambda.ask(postModern('subscriptions/listen', { notifications: {} }));
  await lambda.stop();
  expect({ status, body }).toMatchObject({
    status: 501,
    body: expect.stringContaining('cannot be listened to') as string,
  });
});
