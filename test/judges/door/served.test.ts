import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { main } from '../../../generator/main.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';
import { message, messageOf, post, toolsOf } from '../../support/runtime/wire.js';
import { type Issuer, audience, startIssuer } from './issuer.js';

let folder = '';
let issuer: Issuer;
let api: Upstream;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'served-'));
  issuer = await startIssuer();
  api = await startUpstream((_request, response) => response.end('fine'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  issuer.close();
  await api.close();
});

const writeDocument = (scopes: Record<string, string>) => {
  const responses = { 200: { description: 'Fine' } };
  const paths = Object.entries(scopes).map(([operationId, scope]) => [
    `/${operationId}`,
    { get: { operationId, responses, security: [{ login: [scope] }] } },
  ]);
  const flow = { tokenUrl: `${issuer.url}/token`, scopes: { read: 'Reads', write: 'Writes' } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: api.url }],
    paths: Object.fromEntries(paths) as object,
    components: { securitySchemes: { login: { type: 'oauth2', flows: { clientCredentials: flow } } } },
  };
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
};

/** Runs `mcpwright serve` over HTTP until it is told to stop. */
function start(env: Record<string, string>, args: readonly string[] = []) {
  const stderr = new PassThrough();
  let said = '';
  stderr.on('data', (piece) => (said += String(piece)));
  const tell = { stop: () => {} };
  const stopped = new Promise<void>((resolve) => (tell.stop = resolve));
  const file = join(folder, 'openapi.json');
  const code = main(['serve', file, '--transport', 'http', '--port', '0', ...args], {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr,
    env,
    stopped: () => stopped,
  } as never);
  return { said: () => said, stop: tell.stop, code };
}

const bearer = async (scope: string) => ({
  authorization: `Bearer ${await issuer.sign({ claims: { scope } })}`,
});

test('mcpwright serve has the same door, and a document that changes does not open it', async () => {
  writeDocument({ listPets: 'read', sellPet: 'write' });
  const env = {
    MCP_AUTH_ISSUER: issuer.url,
    MCP_PUBLIC_URL: audience,
    SHOP_TOKEN: 'the-token-of-the-server',
  };
  const { said, stop, code } = start(env, ['--watch']);
  const url = await vi.waitUntil(() => /http:\S+\/mcp/.exec(said())?.[0], { timeout: 60_000 });
  const list = async (scope: string) =>
    toolsOf(messageOf(await post({ url, headers: await bearer(scope), body: message('tools/list') })));
  const call = async (name: string, scope: string) =>
    (await post({ url, headers: await bearer(scope), body: message('tools/call', { name, arguments: {} }) }))
      .status;
  expect((await post({ url, body: message('tools/list') })).status).toBe(401);
  expect(await list('read')).toEqual(['list_pets']);
  expect(await call('sell_pet', 'read')).toBe(403);
  expect(await call('list_pets', 'read')).toBe(200);
  expect(api.got.at(-1)?.headers.authorization).toBe('Bearer the-token-of-the-server');

  // What was for all who read is for those who write now, and the other way round.
  writeDocument({ listPets: 'write', sellPet: 'read' });
  await vi.waitUntil(() => said().includes('changed: '), { timeout: 60_000 });
  expect(await list('read')).toEqual(['sell_pet']);
  const before = api.got.length;
  expect(await call('list_pets', 'read')).toBe(403);
  expect(api.got.length).toBe(before);
  expect((await post({ url, body: message('tools/list') })).status).toBe(401);
  stop();
  expect(await code).toBe(0);
});

test.each([
  [{ MCP_AUTH_ISUER: 'https://login.example.com' }, [], 'Did you mean MCP_AUTH_ISSUER?'],
  [{ MCP_AUTH_TOKEN: 'short' }, [], 'at least 16 characters'],
  [{}, ['--host', '0.0.0.0'], 'Set MCP_AUTH_ISSUER or MCP_AUTH_TOKEN'],
])('mcpwright serve does not start with %j %j: %s', async (env, args, words) => {
  writeDocument({ listPets: 'read' });
  const { said, code } = start(env, args);
  expect(await code).toBe(2);
  expect(said()).toContain(words);
});
