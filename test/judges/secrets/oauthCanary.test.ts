import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaults, generate, write } from '../../../generator/index.js';
import { expectNone } from '../../support/runtime/canary.js';
import { Program } from '../../support/runtime/project.js';

const mark = (name: string) => `a&b/c"d<e+${name}ZqX7`;
/** What is given to the server, and what the authorization server gives. */
const given = { secret: mark('secret'), refresh: mark('refresh') };
const issued = {
  access: 'issued-access-ZqX7-9',
  renewed: 'issued-refresh-ZqX7-9',
  device: 'issued-device-ZqX7-9',
};
const code = 'browser-code-ZqX7-9';
const all = [...Object.values(given), ...Object.values(issued), code];

const escape = (secret: string) =>
  Array.from(secret, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const spellings: ((secret: string) => string)[] = [
  (secret) => secret,
  encodeURIComponent,
  (secret) => Buffer.from(secret).toString('base64'),
  (secret) => Buffer.from(`client:${secret}`).toString('base64'),
  escape,
  (secret) => JSON.stringify(JSON.stringify(secret)),
  (secret) => Buffer.from(secret).toString('hex'),
];
const repeated = all.flatMap((secret) => spellings.map((spell) => spell(secret))).join(' ');
const inUrl = all.map(encodeURIComponent).join('-');

type Behave = (response: ServerResponse) => void;
const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behave =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
/** How an authorization server fails, and what it repeats thereby. */
const failures: Record<string, Behave> = {
  'a refusal': answer(400, { error: 'invalid_request', error_description: repeated, error_uri: inUrl }),
  'a refusal that is a secret': answer(400, { error: given.secret, error_description: given.refresh }),
  'a refusal of the grant': answer(400, { error: 'invalid_grant', error_description: repeated }),
  'a client that is unknown': answer(
    401,
    { error: 'invalid_client', error_description: repeated },
    {
      'www-authenticate': `Basic realm="${inUrl}"`,
    },
  ),
  'a page': answer(500, `<h1>${repeated}</h1>`, { 'content-type': 'text/html' }),
  'a redirect': answer(302, repeated, { location: `https://elsewhere.invalid/?${inUrl}` }),
  'what is no JSON': answer(200, `{"access_token":"${repeated}`),
  'no token': answer(200, { token_type: repeated, scope: repeated }),
  'another kind of token': answer(200, { access_token: issued.access, token_type: given.secret }),
  'a token that no header takes': answer(200, {
    access_token: `${issued.access}\n${repeated}`,
    token_type: 'bearer',
  }),
  'a connection that breaks': ({ socket }) => void socket?.resetAndDestroy(),
};

let behave: Behave = failures['a page']!;
/** Where it fails: the others answer as they should. */
let failing = '/token';
const sent: string[] = [];
const server = createServer(async (request: IncomingMessage, response) => {
  const [path = ''] = (request.url ?? '').split('?');
  sent.push(`${request.headers.authorization ?? ''} ${await text(request)}`);
  if (path === failing) return behave(response);
  if (path === '/device')
    return answer(200, {
      device_code: issued.device,
      user_code: 'ABCD',
      verification_uri: `http://127.0.0.1/${inUrl}`,
      expires_in: 60,
      interval: 1,
    })(response);
  if (path === '/token')
    return answer(200, { access_token: issued.access, token_type: 'bearer', refresh_token: issued.renewed })(
      response,
    );
  answer(401, repeated, { 'www-authenticate': inUrl })(response);
});

const folder = join(process.cwd(), 'test/.tmp/oauthCanary');
let url = '';
let config = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const flow = { tokenUrl: `${url}/token`, scopes: {} };
  const document = {
    openapi: '3.2.0',
    info: { title: 'Canary', version: '1' },
    servers: [{ url: `${url}/api` }],
    paths: { '/call': { get: { operationId: 'call', security: [{ oauth: [] }] } } },
    components: {
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            clientCredentials: flow,
            authorizationCode: { ...flow, authorizationUrl: `${url}/login` },
            deviceAuthorization: { ...flow, deviceAuthorizationUrl: `${url}/device` },
          },
        },
      },
    },
  };
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  const { files } = await generate(join(folder, 'openapi.json'), defaults, {
    readStdin: () => Promise.resolve(''),
  });
  await write(files, join(folder, 'server'), { overwrite: false, force: false, version: '0.0.0' });
  execFileSync(process.execPath, ['build.js'], { cwd: join(folder, 'server') });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  config = mkdtempSync(join(folder, 'config-'));
  sent.length = 0;
});

const env = { CANARY_CLIENT_ID: 'client', CANARY_CLIENT_SECRET: given.secret };

function start(args: string[], more: Record<string, string> = {}): Program {
  return new Program(join(folder, 'server'), ['dist/stdio.js', ...args], {
    ...env,
    MCP_RETRIES: '0',
    XDG_CONFIG_HOME: config,
    ...more,
  });
}

/** All files but that of the tokens, with their names. */
function otherFiles(): string {
  return readdirSync(config, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'canary.tokens.json')
    .map((entry) => `${entry.name} ${readFileSync(join(entry.parentPath, entry.name), 'latin1')}`)
    .join('\n');
}

/** What a program has said at its end. */
async function rest(program: Program): Promise<string> {
  await program.ended;
  return program.output() + program.errors() + otherFiles();
}

const cases = Object.keys(failures);
/** Tokens that have ended, as a login leaves them. */
const login = () => ({
  [JSON.stringify(['oauth', `${url}/token`, '', 'client'])]: {
    accessToken: issued.access,
    refreshToken: given.refresh,
    renewAt: 0,
    endsAt: 0,
    savedAt: 1,
  },
});

describe('no secret of OAuth is in what an emitted server says', () => {
  test.each([
    ['client credentials', {}, [given.secret]],
    ['a refresh token', { CANARY_REFRESH_TOKEN: given.refresh }, [given.secret, given.refresh]],
    ['a login that was saved', {}, [given.secret, given.refresh, issued.access]],
  ])('of calls by %s, whatever the authorization server does', async (_name, more, known) => {
    const isSaved = known.includes(issued.access);
    failing = '/token';
    mkdirSync(join(config, 'mcpwright'), { recursive: true });
    const program = start([], more);
    for (const [index, name] of cases.entries()) {
      behave = failures[name]!;
      if (isSaved)
        writeFileSync(join(config, 'mcpwright/canary.tokens.json'), JSON.stringify(login()), { mode: 0o600 });
      const asked = sent.length;
      const params = { name: 'call', arguments: {}, _meta: { progressToken: index } };
      program.write({ jsonrpc: '2.0', id: index, method: 'tools/call', params });
      await program.printed(new RegExp(`^(?=.*"id":${index}\\b).*"isError":true`, 'm'));
      expect(sent.length, name).toBeGreaterThan(asked);
    }
    program.child.stdin?.end();
    const said = await rest(program);
    expectNone(known, said, 1_000);
    expect(sent.join('\n')).toContain(
      isSaved || 'CANARY_REFRESH_TOKEN' in more ? 'refresh_token=' : 'client_credentials',
    );
  });

  test('of a call whose token the API refuses and repeats', async () => {
    failing = '';
    const program = start([], { CANARY_REFRESH_TOKEN: given.refresh });
    program.write({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'call', arguments: {} } });
    program.child.stdin?.end();
    const said = await rest(program);
    expect(said).toContain('401');
    const known = [given.secret, given.refresh, issued.access, issued.renewed];
    expectNone(known, said);
    expect(readFileSync(join(config, 'mcpwright/canary.tokens.json'), 'utf8')).toContain(issued.renewed);
    for (const args of [['status'], ['status', '--json'], ['--help']])
      expectNone(known, await rest(start(args, { CANARY_REFRESH_TOKEN: given.refresh })));
  });

  test.each(['/token', '/device'])('of a login with a code, where %s fails', async (path) => {
    failing = path;
    const heard: string[] = [];
    for (const name of path === '/token'
      ? ['a refusal', 'a page', 'no token', 'a token that no header takes']
      : cases) {
      behave = failures[name]!;
      const program = start(['login', '--device', '--no-browser']);
      heard.push(await rest(program));
    }
    expectNone(path === '/token' ? [given.secret, issued.device] : [given.secret], heard.join('\n'), 500);
    expect(sent.join('\n')).toContain(path === '/token' ? issued.device : 'Basic ');
  });

  test('of a login with a browser', async () => {
    failing = '/token';
    const heard: string[] = [];
    for (const name of cases) {
      behave = failures[name]!;
      const program = start(['login', '--no-browser']);
      const [, shown = ''] = await program.said(/this machine:\n(\S+)/);
      const { searchParams } = new URL(shown);
      const back = new URL(searchParams.get('redirect_uri')!);
      back.searchParams.set('state', searchParams.get('state')!);
      back.searchParams.set('code', code);
      const page = await fetch(back);
      heard.push(await page.text(), JSON.stringify([...page.headers]), await rest(program));
    }
    const denied = start(['login', '--no-browser']);
    const [, shown = ''] = await denied.said(/this machine:\n(\S+)/);
    const { searchParams } = new URL(shown);
    const back = new URL(searchParams.get('redirect_uri')!);
    back.searchParams.set('state', searchParams.get('state')!);
    back.searchParams.set('error', given.secret);
    back.searchParams.set('error_description', repeated.slice(0, 4_000));
    heard.push(await (await fetch(back)).text(), await rest(denied));
    expectNone([given.secret, code], heard.join('\n'), 1_000);
    expect(sent.join('\n')).toContain(code);
  });
});
