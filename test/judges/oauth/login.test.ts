import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaults, generate, write } from '../../../generator/index.js';
import { Program } from '../../support/runtime/project.js';
import { message, post } from '../../support/runtime/wire.js';
import { browse } from './browse.js';
import { clientId, clientSecret, publicId, type Started, startProvider } from './startProvider.js';

let started: Started;
let folder = '';
let config = '';
/** Stands for the program that opens a browser. */
const opened = createServer(async (request, response) => {
  const url = await text(request);
  urls.push(url);
  response.end();
  await browse(url);
});
const urls: string[] = [];
const users: Program[] = [];

const get = (operationId: string, security: object[]) => ({ get: { operationId, security } });
const scopes = { read: 'Reads', write: 'Writes', other: 'Is asked for nowhere' };

beforeAll(async () => {
  started = await startProvider();
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  folder = join(process.cwd(), 'test/.tmp/login');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { issuer, api } = started;
  const document = {
    openapi: '3.2.0',
    info: { title: 'Vault', version: '1' },
    servers: [{ url: api }],
    paths: {
      '/me': get('me', [{ user: ['read'] }]),
      '/all': get('all', [{ user: ['read', 'write'] }]),
      '/found': get('found', [{ found: ['read'] }]),
      '/machine': get('machine', [{ device: ['read'] }]),
      '/lasting': get('lasting', [{ lasting: ['read'] }]),
      '/either': get('either', [{ digest: [] }, { user: ['read'] }]),
      '/never': get('never', [{ digest: [] }]),
    },
    components: {
      securitySchemes: {
        user: {
          type: 'oauth2',
          flows: {
            authorizationCode: { authorizationUrl: `${issuer}/auth`, tokenUrl: `${issuer}/token`, scopes },
          },
        },
        lasting: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: `${issuer}/auth`,
              tokenUrl: `${issuer}/token`,
              scopes: { read: 'Reads', openid: 'Who you are', offline_access: 'Lasts' },
            },
          },
        },
        device: {
          type: 'oauth2',
          flows: {
            deviceAuthorization: {
              deviceAuthorizationUrl: `${issuer}/device/auth`,
              tokenUrl: `${issuer}/token`,
              scopes,
            },
          },
        },
        found: { type: 'openIdConnect', openIdConnectUrl: `${issuer}/.well-known/openid-configuration` },
        digest: { type: 'http', scheme: 'digest' },
      },
    },
  };
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  const { files } = await generate(join(folder, 'openapi.json'), defaults, {
    readStdin: () => Promise.resolve(''),
  });
  await write(files, join(folder, 'server'), { overwrite: false, force: false, version: '0.0.0' });
  execFileSync(process.execPath, ['build.js'], { cwd: join(folder, 'server') });
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const send = `fetch('http://127.0.0.1:${(opened.address() as AddressInfo).port}', { method: 'POST', body: process.argv[1] })`;
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\nexec '${process.execPath}' -e "${send}" "$1"\n`, {
    mode: 0o755,
  });
});
afterAll(() => {
  started.close();
  opened.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  config = mkdtempSync(join(folder, 'config-'));
  urls.length = 0;
  started.asked.length = 0;
  started.tokens.length = 0;
  users.length = 0;
});

const ids = { VAULT_USER_CLIENT_ID: publicId, VAULT_DEVICE_CLIENT_ID: publicId };
const ofFound = { VAULT_FOUND_CLIENT_ID: clientId, VAULT_FOUND_CLIENT_SECRET: clientSecret };

function run(args: string[], env: Record<string, string> = ids, script = 'dist/stdio.js'): Program {
  const PATH = `${join(folder, 'bin')}:${process.env['PATH']}`;
  const program = new Program(join(folder, 'server'), [script, ...args], {
    ...env,
    PATH,
    XDG_CONFIG_HOME: config,
  });
  users.push(program);
  return program;
}

/** Calls a tool of a server that is started for it. */
async function call(name: string, env?: Record<string, string>, script?: string) {
  const program = run([], env, script);
  program.write({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } });
  const { result = {} } = await program.read();
  program.child.stdin?.end();
  await program.ended;
  return { isError: result['isError'] === true, said: JSON.stringify(result['content']) };
}

const tokenFile = () => join(config, 'mcpwright/vault.tokens.json');

describe('users log in to an emitted server', () => {
  test('with a browser: PKCE, a port of this machine, the scopes of all tools', async () => {
    const idle = run([]);
    idle.write({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await idle.said(/Credentials set: device \(VAULT_DEVICE_CLIENT_ID\); user \(VAULT_USER_CLIENT_ID\)\n/);
    await idle.said(/user: not logged in: run login user; set: VAULT_USER_CLIENT_ID/);
    idle.child.stdin?.end();
    const before = await call('me');
    expect(before.isError).toBe(true);
    expect(before.said).toContain('node dist/stdio.js login user');
    expect(before.said).toContain('VAULT_USER_CLIENT_ID');

    expect(await idle.ended).toBe(0);
    expect(idle.output() + idle.errors()).not.toContain(publicId);
    const login = run(['login', 'user']);
    expect(await login.ended).toBe(0);
    expect(login.output()).toMatch(
      /^Logged in to user\. It ends in 10 minutes, and cannot be renewed\.\nThe tokens are in .*vault\.tokens\.json\.\n$/,
    );
    const asked = new URL(urls[0]!).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(asked.get('state')).toMatch(/^[\w-]{43}$/);
    expect(asked.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(asked.get('scope')).toBe('read write');
    expect(login.errors()).toContain(urls[0]);

    expect(statSync(tokenFile()).mode & 0o777).toBe(0o600);
    expect(statSync(join(config, 'mcpwright')).mode & 0o777).toBe(0o700);
    for (const name of ['me', 'all', 'either']) {
      const { isError, said } = await call(name);
      expect(isError, said).toBe(false);
      expect(said).toContain('read write');
    }
    const later = run([]);
    later.write({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await later.said(/user: logged in until \d{4}-/);
    later.child.stdin?.end();
    // One login is for all of them, and no other token was asked for.
    expect(new Set(started.tokens).size).toBe(1);
    expect(started.asked.filter((one) => one === 'POST /token')).toHaveLength(1);
  });

  test('for longer where the document offers offline_access: it is asked for, and the login is renewed', async () => {
    const env = { VAULT_LASTING_CLIENT_ID: publicId };
    const login = run(['login', 'lasting'], env);
    expect(await login.ended, login.errors()).toBe(0);
    expect(new URL(urls[0]!).searchParams.get('scope')).toBe('read openid offline_access');
    expect(login.output()).toMatch(/^Logged in to lasting\.\n/);
    expect(readFileSync(tokenFile(), 'utf8')).toContain('refreshToken');
    expect((await call('lasting', env)).isError).toBe(false);
  });

  test('with a code on any device, where only that flow is declared', async () => {
    const login = run(['login', 'device', '--no-browser']);
    const [, page = ''] = await login.said(/or open (\S+)/);
    await browse(page);
    expect(await login.ended).toBe(0);
    expect(urls).toEqual([]);
    expect((await call('machine')).isError).toBe(false);
  });

  test.each([[[]], [['--device']]])(
    'to what describes itself %j, and it is renewed, once by all',
    async (flags) => {
      const login = run(['login', 'found', ...flags, '--no-browser'], ofFound);
      const [, page = ''] = await login.said(
        /(?:open this URL in a browser on this machine:\n|or open )(\S+)/,
      );
      await browse(page);
      expect(await login.ended).toBe(0);
      const first = readFileSync(tokenFile(), 'utf8');
      expect(first).toContain('refreshToken');
      // What ends all access tokens at once.
      for (const token of Object.values(JSON.parse(first) as Record<string, { accessToken: string }>)) {
        await (await started.provider.AccessToken.find(token.accessToken))?.destroy();
      }
      started.asked.length = 0;
      const results = await Promise.all(Array.from({ length: 4 }, () => call('found', ofFound)));
      for (const { isError, said } of results) expect(isError, said).toBe(false);
      expect(started.asked.filter((one) => one === 'POST /token')).toHaveLength(1);
      expect(new Set(started.tokens).size).toBe(1);
      expect(readFileSync(tokenFile(), 'utf8')).not.toBe(first);
    },
  );

  test('status and logout say how it stands, and no value', async () => {
    const env = { ...ids, ...ofFound };
    const status = run(['status'], { VAULT_USER_CLIENT_ID: publicId });
    expect(await status.ended).toBe(1);
    expect(status.output()).toContain('user: not logged in: run login user; set: VAULT_USER_CLIENT_ID');
    expect(status.output()).toContain('digest: The security scheme "digest" cannot be served');
    expect(await run(['login', 'user'], env).ended).toBe(0);
    const told = run(['status', 'user', '--json'], env);
    expect(await told.ended).toBe(0);
    expect(JSON.parse(told.output())).toEqual([
      {
        scheme: 'user',
        kind: 'oauth2',
        configured: true,
        set: ['VAULT_USER_CLIENT_ID'],
        unset: ['VAULT_USER_CLIENT_SECRET', 'VAULT_USER_REFRESH_TOKEN', 'VAULT_USER_TOKEN'],
        login: {
          file: tokenFile(),
          isLoggedIn: true,
          endsAt: expect.any(String) as string,
          isRenewed: false,
          scope: 'read write',
        },
      },
    ]);
    const [{ accessToken }] = Object.values(
      JSON.parse(readFileSync(tokenFile(), 'utf8')) as Record<string, { accessToken: string }>,
    ) as [{ accessToken: string }];
    const logout = run(['logout', 'user'], env);
    expect(await logout.ended).toBe(0);
    expect(readFileSync(tokenFile(), 'utf8')).toBe('{}\n');
    expect((await call('me', env)).said).toContain('login user');
    for (const program of users) {
      const said = program.output() + program.errors();
      for (const secret of [accessToken, clientSecret]) expect(said).not.toContain(secret);
    }
  });

  test('logout has what describes itself forget the login', async () => {
    expect(await run(['login', 'found'], ofFound).ended).toBe(0);
    expect(await run(['logout', 'found'], ofFound).ended).toBe(0);
    expect(started.asked).toContain('POST /token/revocation');
  });

  test('a login that has ended says to log in again, and no request is wasted on it', async () => {
    expect(await run(['login', 'found'], ofFound).ended).toBe(0);
    const saved = JSON.parse(readFileSync(tokenFile(), 'utf8')) as Record<string, object>;
    const broken = Object.entries(saved).map(([key, token]) => [
      key,
      { ...token, refreshToken: 'none-of-theirs-at-all', renewAt: 0, endsAt: 0 },
    ]);
    writeFileSync(tokenFile(), JSON.stringify(Object.fromEntries(broken)), { mode: 0o600 });
    const { isError, said } = await call('found', {
      VAULT_FOUND_CLIENT_ID: clientId,
      VAULT_FOUND_CLIENT_SECRET: clientSecret,
    });
    expect(isError).toBe(true);
    expect(said).toContain('has ended (invalid_grant)');
    expect(said).toContain('node dist/stdio.js login found');
    expect(said).not.toContain('none-of-theirs');
    expect(readFileSync(tokenFile(), 'utf8')).toBe('{}\n');
  });

  test('the login that is told is a command of the program that runs', async () => {
    const installed = join(folder, 'bin', 'vault-mcp');
    symlinkSync(join(folder, 'server/dist/stdio.js'), installed);
    const named = await call('me', { ...ids, MCP_PROGRAM: 'rm -rf /' }, installed);
    expect(named.said).toContain('log in by \\"vault-mcp login user\\", with VAULT_USER_CLIENT_ID set');
    const http = run(['--port', '0'], ids, 'dist/http.js');
    const [url = ''] = await http.said(/http:\S+\/mcp/);
    const { body } = await post({ url, body: message('tools/call', { name: 'me', arguments: {} }) });
    expect(body).toContain('\\"node dist/http.js login user\\" in the folder of this server');
    http.child.kill();
    await http.ended;
    expect(await run(['logout', 'user'], ids, installed).ended).toBe(0);
  });

  test('an operation that no scheme lets in says so in its call', async () => {
    const { isError, said } = await call('never');
    expect(isError).toBe(true);
    expect(said).toContain('This tool cannot be used yet');
    expect(said).toContain('digest');
  });

  test.each([
    [['login'], {}, /Say which one: device or found or lasting or user\./],
    [['login', 'usr'], {}, /no security scheme "usr" here\. Did you mean "user"\?/],
    [['login', 'digest'], {}, /no security scheme "digest" here/],
    [['login', 'user'], {}, /Set VAULT_USER_CLIENT_ID first/],
    [['login', 'user', '--what'], ids, /Unknown option '--what'[^]*See login --help\./],
    [['login', 'user', 'device'], ids, /Name one security scheme at most\./],
    [['login', 'user', '--port', '70000'], ids, /--port must be a number/],
    [['login', 'user', '--device'], ids, /does not say where users log in with a code/],
    [
      ['login', 'user'],
      { VAULT_USER_CLIENT_ID_FILE: '/nowhere/id' },
      /VAULT_USER_CLIENT_ID_FILE names does not exist/,
    ],
    [['status', 'usr'], ids, /Did you mean "user"\?/],
  ])('%j with %j is refused, and nothing is sent', async (args, env, words) => {
    const program = run(args, env);
    expect(await program.ended).toBe(1);
    expect(program.errors()).toMatch(words);
    expect(program.output()).toBe('');
    expect(started.asked).toEqual([]);
  });

  test.each(['login', 'logout', 'status'])('%s --help says what it does', async (command) => {
    const program = run([command, '--help'], {});
    expect(await program.ended).toBe(0);
    expect(program.output()).toMatch(new RegExp(`^${command} \\[scheme\\]: `));
    expect(program.output()).toContain('Exit code: 0');
  });
});
