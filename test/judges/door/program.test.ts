import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProject, Program } from '../../support/runtime/project.js';
import { message, post } from '../../support/runtime/wire.js';

const app = 'https://app.example';
const issuer = 'https://login.example.com';
const first = 'the-first-token-of-the-operator';
const second = 'the-second-token-of-the-operator';

let folder: string;
let file: string;
const programs: Program[] = [];
beforeAll(() => {
  folder = buildProject('door');
  file = join(folder, 'token');
});
afterAll(async () => {
  for (const { child } of programs) child.kill();
  await Promise.all(programs.map((one) => one.ended));
});

function run(env: Record<string, string>): Program {
  const program = new Program(folder, ['dist/http.js', '--port', '0'], env);
  programs.push(program);
  return program;
}

async function start(env: Record<string, string>): Promise<string> {
  const [url = ''] = await run(env).said(/http:\S+\/mcp/);
  return url;
}

const body = message('tools/list');

describe('a web page of an origin that is allowed', () => {
  let url: string;
  beforeAll(async () => {
    url = await start({ MCP_AUTH_ISSUER: issuer, MCP_ALLOWED_ORIGINS: app });
  });
  const metadata = () => new URL('/.well-known/oauth-protected-resource/mcp', url).href;

  test('may read the 401, and the challenge in it', async () => {
    const { status, headers } = await post({ url, headers: { origin: app }, body });
    expect(status).toBe(401);
    expect(headers['access-control-allow-origin']).toBe(app);
    expect(headers['access-control-expose-headers']?.split(', ')).toContain('www-authenticate');
    expect(headers['www-authenticate']).toBe(`Bearer resource_metadata="${metadata()}"`);
  });

  test('may ask for leave to send its token, without one', async () => {
    const asking = {
      origin: app,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type',
    };
    const { status, headers } = await post({ url, method: 'OPTIONS', headers: asking });
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(app);
    expect(headers['access-control-allow-methods']).toContain('POST');
    expect(headers['access-control-allow-headers']).toContain('authorization');
  });

  test('may read the metadata', async () => {
    const answer = await post({ url: metadata(), method: 'GET', headers: { origin: app } });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe(app);
    expect(JSON.parse(answer.body)).toMatchObject({ resource: url, authorization_servers: [issuer] });
  });

  test.each(['https://evil.example', `${app}.evil.example`, 'null'])(
    '%s may read neither',
    async (origin) => {
      for (const asked of [
        { url, body },
        { url: metadata(), method: 'GET' },
      ]) {
        const answer = await post({ ...asked, headers: { origin } });
        expect(answer.status).toBe(403);
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
        expect(answer.headers).not.toHaveProperty('www-authenticate');
        expect(answer.body).not.toContain(issuer);
      }
    },
  );
});

test('the token of a file is taken, a new one once it is written, and none while there is none', async () => {
  writeFileSync(file, `${first}\n`);
  const url = await start({ MCP_AUTH_TOKEN_FILE: file });
  const ask = async (token: string) =>
    (await post({ url, headers: { authorization: `Bearer ${token}` }, body })).status;
  expect(await ask(first)).toBe(200);
  expect(await ask(second)).toBe(401);
  expect((await post({ url, body })).status).toBe(401);
  writeFileSync(file, second);
  expect(await ask(second)).toBe(200);
  expect(await ask(first)).toBe(401);
  rmSync(file);
  expect(await ask(second)).toBe(503);
});

describe('a built server ends with code 1 and one sentence', () => {
  test.each<[Record<string, string>, string]>([
    [{ MCP_AUTH_ISUER: issuer }, 'MCP_AUTH_ISUER is set, but there is no such setting.'],
    [{ MCP_AUTH_AUDIENCE: 'x' }, 'MCP_AUTH_AUDIENCE is set, but neither'],
    [{ MCP_AUTH_ISSUER: 'http://login.example.com' }, 'MCP_AUTH_ISSUER must be an https URL'],
    [{ MCP_AUTH_TOKEN: 'short' }, 'MCP_AUTH_TOKEN must have at least 16 characters'],
    [{ MCP_AUTH_ISSUER: issuer, MCP_AUTH_ALGORITHMS: 'none' }, 'MCP_AUTH_ALGORITHMS names "none"'],
    [{ MCP_AUTH_ISSUER: issuer, HOST: '0.0.0.0' }, 'MCP_PUBLIC_URL must be set'],
  ])('%j', async (env, words) => {
    const program = run(env);
    const served = program.said(/http:\S+\/mcp/).then(() => 'it serves');
    expect(await served.catch(() => program.ended)).toBe(1);
    expect(program.errors()).toContain(words);
    expect(program.errors()).not.toMatch(/^ +at /m);
    expect(program.output()).toBe('');
  });
});
