import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaults, generate, write } from '../../../generator/index.js';
import { main } from '../../../generator/main.js';
import { readings } from '../../support/readings.js';
import { expectNone, repeatEverywhere } from '../../support/runtime/canary.js';
import { message, post } from '../../support/runtime/wire.js';
import { everything } from '../../support/everything.js';

/** One secret for each kind of credential, by the variable that holds it. */
const secrets: Record<string, string> = Object.fromEntries(
  [
    'IN_QUERY_API_KEY',
    'IN_HEADER_API_KEY',
    'IN_COOKIE_API_KEY',
    'BASIC_PASSWORD',
    'BEARER_TOKEN',
    'OAUTH_TOKEN',
    'X_PARTNER_API_KEY',
  ].map((name) => [`CANARY_${name}`, `a&b/c"d<e+${name.replaceAll('_', '').toLowerCase()}ZqX7`]),
);
const env = { ...secrets, CANARY_BASIC_USERNAME: 'somebody' };
const all = Object.values(secrets);

const json = 'application/json';
const places = repeatEverywhere(all);

const ways = {
  keys: [{ in_query: [], in_header: [], in_cookie: [], basic: [] }],
  bearer: [{ bearer: [] }],
  oauth: [{ oauth: [] }],
};
const partner = { name: 'X-Partner', in: 'header', required: true, schema: { type: 'string' } };
const responses = { default: { description: 'Anything', content: { [json]: {} } } };
const paths = Object.fromEntries(
  Object.keys(places).flatMap((place) =>
    Object.entries(ways).map(([way, security]) => [
      `/${place}/${way}`,
      { get: { operationId: `${place}_${way}`, security, parameters: [partner], responses } },
    ]),
  ),
);
const scheme = (place: string) => ({ type: 'apiKey', in: place, name: 'canary-key' });
const document = {
  openapi: '3.1.0',
  info: { title: 'Canary', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths,
  components: {
    securitySchemes: {
      in_query: scheme('query'),
      in_header: scheme('header'),
      in_cookie: scheme('cookie'),
      basic: { type: 'http', scheme: 'basic' },
      bearer: { type: 'http', scheme: 'bearer' },
      oauth: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://api.example.com/token', scopes: {} } },
      },
    },
  },
};
const calls = Object.keys(places).flatMap((place) => Object.keys(ways).map((way) => `${place}_${way}`));

const folder = join(process.cwd(), 'test/.tmp/canary');
const file = join(folder, 'openapi.json');
const downloads = join(folder, 'downloads');
const got = new Set<string>();
const api = createServer((request, response) => {
  const { headers, url = '' } = request;
  for (const one of [url, headers.authorization, headers.cookie, headers['canary-key'], headers['x-partner']])
    got.add(String(one));
  places[url.split('/')[1]!]?.(response, request);
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(downloads, { recursive: true });
  writeFileSync(file, JSON.stringify(document));
  for (const [name, features] of Object.entries({ server: {}, whole: everything })) {
    const config = { ...defaults, credentials: ['X-Partner'], features };
    const { files } = await generate(file, config, { readStdin: () => Promise.resolve('') });
    await write(files, join(folder, name), { overwrite: false, force: false, version: '0.0.0' });
    execFileSync(process.execPath, ['build.js'], { cwd: join(folder, name) });
  }
}, 120_000);
afterAll(() => {
  api.closeAllConnections();
  api.close();
});

/** What a project as it is by default refuses: the one with all parts takes it. */
const asksForMore = /^(?:MCP_DOWNLOAD_DIR|HTTP_PROXY|MCP_MOCK|--mock)$/;

/** Starts a program of a project; what it says on both outputs, and how it ended. */
function start(name: string, settings: Record<string, string>, flags: string[] = []) {
  const isWhole = [...Object.keys(settings), ...flags].some((one) => asksForMore.test(one));
  const child = spawn(process.execPath, [`dist/${name}.js`, ...flags], {
    cwd: join(folder, isWhole ? 'whole' : 'server'),
    env: {
      PATH: process.env['PATH'] ?? '',
      ...env,
      CANARY_BASE_URL: base,
      MCP_MODE: 'list',
      MCP_TIMEOUT_MS: '1500',
      MCP_RETRIES: '1',
      ...settings,
    },
  });
  return {
    child,
    said: Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join('\n')),
  };
}

const call = (name: string, id: number) =>
  message('tools/call', { name, arguments: {}, _meta: { progressToken: id } }, id);

const expectClean = (said: string, least: number) => expectNone(all, said, least);

/** Makes every call over stdio. */
async function callAll(settings: Record<string, string>, flags: string[] = []): Promise<string> {
  const { child, said } = start('stdio', settings, flags);
  child.stdin.write(`${message('logging/setLevel', { level: 'debug' }, 9_000)}\n`);
  for (const [id, name] of calls.entries()) child.stdin.write(`${call(name, id)}\n`);
  child.stdin.end();
  return said;
}

const long = 120_000;

describe('no secret is in what an emitted server says', () => {
  test.each([
    ['an API that repeats them', () => ({})],
    ['files that are saved', () => ({ MCP_DOWNLOAD_DIR: downloads })],
    ['a connection that is refused', () => ({ CANARY_BASE_URL: 'http://127.0.0.1:1' })],
    ['a host that is unknown', () => ({ CANARY_BASE_URL: 'http://canary.invalid' })],
    ['TLS with what speaks none', () => ({ CANARY_BASE_URL: base.replace('http:', 'https:') })],
    [
      'a proxy that is not there',
      () => ({ HTTP_PROXY: `http://me:${encodeURIComponent(all[0]!)}@127.0.0.1:1` }),
    ],
    ['a mock', () => ({ MCP_MOCK: 'true' })],
  ] as const)(
    'over stdio, with %s',
    async (_name, settings) => {
      const said = await callAll(settings());
      for (const id of calls.keys()) expect(said).toContain(`"id":${id}`);
      const saved = readdirSync(downloads).map(
        (name) => `${name}\n${readFileSync(join(downloads, name), 'latin1')}`,
      );
      expectClean([said, ...saved].join('\n'), 1_000);
    },
    long,
  );

  test(
    'and what was sent held each of them, and progress was told',
    async () => {
      const said = await callAll({});
      const sent = [...got]
        .flatMap((one) => one.split(/[=?&; ]/).concat(one))
        .flatMap((one) => readings(one, 2))
        .join('\n');
      for (const [name, secret] of Object.entries(secrets)) expect(sent, name).toContain(secret);
      expect(said).toContain('notifications/progress');
    },
    long,
  );

  test.each([
    ['no URL', { CANARY_BASE_URL: `not a url ${all[0]}` }],
    ['a URL with a password', { CANARY_BASE_URL: `http://me:${encodeURIComponent(all[0]!)}@127.0.0.1:1` }],
    ['a URL with a key', { CANARY_BASE_URL: `http://127.0.0.1:1/?key=${encodeURIComponent(all[0]!)}` }],
    [
      'a secret that no header takes',
      { CANARY_BEARER_TOKEN: `${all[4]}\nmore`, CANARY_BASE_URL: 'http://127.0.0.1:1' },
    ],
  ])(
    'that is set up with %s',
    async (_name, settings) => {
      expectClean(await callAll(settings), 100);
    },
    long,
  );

  test.each([['--help'], ['--version'], ['--mock'], ['--nothing']])(
    'when it is started with %s',
    async (flag) => {
      expectClean(await callAll({}, [flag]), 5);
    },
    long,
  );

  test.each([[[]], [['--mock']]])(
    'over HTTP %j',
    async (flags) => {
      const { child, said } = start('http', { PORT: '0' }, flags);
      let heard = '';
      const url = await new Promise<string>((resolve) => {
        child.stderr.on('data', (chunk: Buffer) => {
          heard += String(chunk);
          const found = /http:\/\/\S+\/mcp/.exec(heard);
          if (found !== null) resolve(found[0]);
        });
      });
      const answers = await Promise.all(
        calls.map(async (name, id) => {
          const { headers, body } = await post({ url, body: call(name, id) });
          return `${JSON.stringify(headers)}\n${body}`;
        }),
      );
      child.kill();
      expectClean([...answers, await said].join('\n'), 1_000);
    },
    long,
  );

  test(
    'nor in what serve --mock says',
    async () => {
      const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
      for (const [id, name] of calls.entries()) stdin.write(`${call(name, id)}\n`);
      stdin.end();
      const written = [text(stdout), text(stderr)];
      const system = { stdin, stdout, stderr, env, stopped: () => new Promise<void>(() => {}) };
      expect(await main(['serve', file, '--mock', '--mode', 'list'], system)).toBe(0);
      stdout.end();
      stderr.end();
      expectClean((await Promise.all(written)).join('\n'), 1_000);
    },
    long,
  );
});
