import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyCustomization } from '../../../templates/project/src/runtime/customize.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../templates/project/src/server.js';
import { makeCatalog, makeTool } from '../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';
import { type Answer, message, messageOf, modern, post, toolsOf } from '../../support/runtime/wire.js';
import { type Issuer, audience, startIssuer } from './issuer.js';

const auth = {
  login: {
    kind: 'oauth2' as const,
    scopes: [],
    env: { token: 'T', clientId: 'I', clientSecret: 'S', refreshToken: 'R' },
  },
  key: { kind: 'api-key' as const, in: 'header' as const, name: 'X-Key', env: 'TEST_KEY' },
};
const tools = [
  makeTool({ name: 'get_open', path: '/open' }),
  makeTool({ name: 'get_pet', path: '/pet', security: [{ key: [] }, { login: ['pets:read'] }] }),
  makeTool({ name: 'set_pet', path: '/set', security: [{ login: ['pets:read', 'pets:write'] }] }),
  makeTool({ name: 'get_shop', path: '/shop', security: [{ login: ['shop'] }, { login: ['pets:write'] }] }),
];
const custom: AnyCustomization = {
  add: {
    own_tool: {
      title: 'Own',
      description: 'Own.',
      inputSchema: { type: 'object' },
      scopes: ['own'],
      call: () => 'own',
    },
  },
  resources: {
    'notes://open': { title: 'Open', read: () => 'open' },
    'notes://own/{day}': { title: 'Own', scopes: ['notes'], read: () => 'a note of its own' },
  },
  prompts: {
    own_prompt: {
      title: 'Own',
      scopes: ['notes', 'pets:read'],
      arguments: { day: { complete: () => ['monday'] } },
      get: () => 'a prompt of its own',
    },
  },
};

let issuer: Issuer;
let api: Upstream;
const servers: HttpServer[] = [];

beforeAll(async () => {
  issuer = await startIssuer();
  api = await startUpstream((_request, response) => response.end('fine'));
});
afterAll(async () => {
  await Promise.all(servers.map((one) => one.close()));
  await api.close();
  issuer.close();
});

async function start(env: Record<string, string> = {}): Promise<string> {
  const all = { MCP_AUTH_ISSUER: issuer.url, MCP_PUBLIC_URL: audience, TEST_KEY: 'the-key-of-it', ...env };
  const formerNames = { put_pet: 'set_pet', get_open: 'set_pet' };
  const catalog = makeCatalog(tools, { api: { servers: [{ url: api.url }], auth, formerNames } });
  const started = await serveOverHttp(createApp({ catalog, custom, env: all }), {
    host: '127.0.0.1',
    port: 0,
    allowUnauthenticated: false,
    log: () => undefined,
  });
  servers.push(started);
  return started.url;
}

async function bearer(scope: string, sub = 'ann'): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await issuer.sign({ claims: { scope, sub } })}` };
}

/** A request of both eras. */
const eras: [string, (method: string, params?: object) => { headers?: object; body: string }][] = [
  ['2025-11-25', (method, params) => ({ body: message(method, params) })],
  ['2026-07-28', (method, params) => modern(method, params)],
];

function textOf(answer: Answer): string {
  return JSON.stringify(messageOf(answer).result?.['content'] ?? messageOf(answer));
}

describe.each(eras)('by the scopes of a token, in the era of %s', (_era, write) => {
  async function ask(url: string, scope: string, method: string, params: object = {}): Promise<Answer> {
    const { headers, body } = write(method, params);
    return post({ url, headers: { ...headers, ...(await bearer(scope)) }, body });
  }

  test.each<[scope: string, seen: string[]]>([
    ['', ['get_open']],
    ['other', ['get_open']],
    ['pets:read', ['get_open', 'get_pet']],
    ['pets:write', ['get_open', 'get_shop']],
    ['pets:read pets:write', ['get_open', 'get_pet', 'set_pet', 'get_shop']],
    ['shop own', ['get_open', 'get_shop', 'own_tool']],
  ])('"%s" sees %j', async (scope, seen) => {
    expect(toolsOf(messageOf(await ask(await start(), scope, 'tools/list')))).toEqual(seen);
  });

  test('a call of what is not seen gets 403 and the scopes to ask for, and nothing is sent', async () => {
    const url = await start({ MCP_AUTH_SCOPES: 'mcp' });
    const before = api.got.length;
    for (const [name, needed] of [
      ['set_pet', 'mcp pets:write'],
      ['put_pet', 'mcp pets:write'],
      ['get_shop', 'mcp shop'],
      ['own_tool', 'mcp own'],
    ]) {
      const answer = await ask(url, 'mcp pets:read', 'tools/call', { name, arguments: {} });
      expect(answer.status).toBe(403);
      expect(answer.headers['www-authenticate']).toBe(
        `Bearer error="insufficient_scope", error_description="The token does not grant what this needs", scope="${needed}", resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp"`,
      );
    }
    expect(api.got.length).toBe(before);
    const fine = await ask(url, 'mcp pets:read', 'tools/call', { name: 'get_pet', arguments: {} });
    expect(fine.status).toBe(200);
    expect(api.got.at(-1)?.url).toContain('/pet');
    const unknown = await ask(url, 'mcp', 'tools/call', { name: 'nothing', arguments: {} });
    expect(messageOf(unknown).error?.code).toBe(-32602);
  });

  test('resources and prompts of its own are there for whom their scopes are granted alone', async () => {
    const url = await start();
    const argument = { name: 'day', value: '' };
    const asked: [method: string, params: object, words: string][] = [
      ['resources/templates/list', {}, 'notes://own/{day}'],
      ['resources/read', { uri: 'notes://own/7' }, 'a note of its own'],
      ['prompts/list', {}, 'own_prompt'],
      ['prompts/get', { name: 'own_prompt' }, 'a prompt of its own'],
      ['completion/complete', { ref: { type: 'ref/prompt', name: 'own_prompt' }, argument }, 'monday'],
    ];
    for (const [method, params, words] of asked) {
      const granted = await ask(url, 'notes pets:read', method, params);
      expect(JSON.stringify(messageOf(granted).result), method).toContain(words);
      for (const scope of ['', 'pets:read', 'NOTES'])
        expect(
          JSON.stringify(messageOf(await ask(url, scope, method, params)).result ?? ''),
          method,
        ).not.toContain(words);
    }
    const open = await ask(url, '', 'resources/read', { uri: 'notes://open' });
    expect(JSON.stringify(messageOf(open).result)).toContain('open');
  });

  test('a token without a scope that every one needs gets 403', async () => {
    const answer = await ask(await start({ MCP_AUTH_SCOPES: 'mcp' }), 'pets:read', 'tools/list');
    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope"');
    expect(answer.headers['www-authenticate']).toContain('scope="mcp"');
  });

  test('tools that are searched for are not found, described or called', async () => {
    const url = await start({ MCP_MODE: 'dynamic' });
    const callAs = (scope: string, name: string, args: object) =>
      ask(url, scope, 'tools/call', { name, arguments: args });
    const search = (scope: string) => callAs(scope, 'search_tools', { query: 'set pet' });
    expect(textOf(await search('pets:read pets:write'))).toContain('set_pet');
    expect(textOf(await search('pets:read'))).not.toContain('set_pet(');
    expect(textOf(await search('pets:read'))).toContain('get_pet');
    const all = await callAs('pets:read', 'search_tools', { query: '', toolset: 'things' });
    expect(textOf(all)).not.toContain('set_pet');
    const described = await callAs('pets:read', 'describe_tools', { names: ['set_pet'] });
    expect(textOf(described)).toContain('There is no tool');
    expect(textOf(described)).not.toContain('Description of set_pet');
    for (const name of ['call_read_tool', 'call_write_tool', 'set_pet']) {
      const args = name === 'set_pet' ? {} : { name: 'set_pet', arguments: {} };
      const answer = await callAs('pets:read', name, args);
      expect(answer.status, name).toBe(403);
      expect(answer.headers['www-authenticate']).toContain('scope="pets:write"');
    }
    const fine = await callAs('pets:read', 'call_read_tool', { name: 'get_pet' });
    expect(textOf(fine)).toContain('fine');
  });

  test('a scope may stand for others, and scopes that are not those of the API decide nothing', async () => {
    const map = 'admin=writer own; writer=pets:read pets:write';
    const mapped = await start({ MCP_AUTH_SCOPE_MAP: map });
    expect(toolsOf(messageOf(await ask(mapped, 'admin', 'tools/list')))).toHaveLength(5);
    expect(toolsOf(messageOf(await ask(mapped, 'writer', 'tools/list')))).toHaveLength(4);
    const refused = await ask(mapped, '', 'tools/call', { name: 'set_pet', arguments: {} });
    expect(refused.headers['www-authenticate']).toContain('scope="writer"');
    const open = await start({ MCP_AUTH_API_SCOPES: 'false' });
    expect(toolsOf(messageOf(await ask(open, '', 'tools/list')))).toHaveLength(5);
    expect((await ask(open, '', 'tools/call', { name: 'set_pet', arguments: {} })).status).toBe(200);
  });
});

describe('what one is served another is not, whoever asks first', () => {
  const fixedToken = 'a-token-that-is-hard-to-guess';
  const tokens: Record<string, () => Promise<string>> = {
    operator: async () => fixedToken,
    nothing: () => issuer.sign({ claims: { scope: '' } }),
    joined: () => issuer.sign({ claims: { scp: ['pets:read pets:write'] } }),
    both: () => issuer.sign({ claims: { scp: ['pets:read', 'pets:write'] } }),
  };
  const seen: Record<string, number> = { operator: 5, nothing: 1, joined: 1, both: 4 };

  test.each([
    [['operator', 'nothing']],
    [['nothing', 'operator']],
    [['both', 'joined']],
    [['joined', 'both']],
  ])('and what the other sees is not mixed in: %j', async (order) => {
    const url = await start({ MCP_AUTH_TOKEN: fixedToken });
    for (const who of order) {
      const authorization = `Bearer ${await tokens[who]?.()}`;
      const answer = await post({ url, headers: { authorization }, body: message('tools/list') });
      expect(toolsOf(messageOf(answer)), who).toHaveLength(seen[who] ?? 0);
    }
  });
});

test('the page for browsers shows what a token grants', async () => {
  const url = new URL('/', await start()).href;
  const show = async (scope: string) => {
    const headers = { accept: 'text/html', ...(await bearer(scope)) };
    const { status, body: page } = await post({ url, method: 'GET', headers });
    expect(status).toBe(200);
    return [...page.matchAll(/<li><code>(\w+)<\/code>/g)].map(([, name]) => name);
  };
  expect(await show('pets:read')).toEqual(['get_open', 'get_pet']);
  expect(await show('shop own')).toEqual(['get_open', 'get_shop', 'own_tool']);
});

test('the metadata and the challenge name the scopes that are worth asking for', async () => {
  const url = await start({ MCP_AUTH_SCOPE_MAP: 'writer=pets:read pets:write' });
  const { body } = await post({
    url: new URL('/.well-known/oauth-protected-resource/mcp', url).href,
    method: 'GET',
  });
  expect(JSON.parse(body)).toMatchObject({ scopes_supported: ['notes', 'own', 'shop', 'writer'] });
  const { headers } = await post({ url, body: message('tools/list') });
  expect(headers['www-authenticate']).toContain('scope="notes own shop writer"');
});

const call = (name: string, id: number) => message('tools/call', { name, arguments: {} }, id);

test('a batch that holds one call too many is refused as a whole', async () => {
  const url = await start();
  const before = api.got.length;
  const answer = await post({
    url,
    headers: await bearer('pets:read'),
    body: `[${call('get_pet', 1)},${call('set_pet', 2)}]`,
  });
  expect(answer.status).toBe(403);
  expect(api.got.length).toBe(before);
});

describe('a session', () => {
  const initialize = message('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  });

  test('belongs to the user who opened it, with the scopes of the time', async () => {
    const url = await start({ MCP_SESSIONS: 'true' });
    const opened = await post({ url, headers: await bearer('pets:read'), body: initialize });
    const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
    const list = async (who: object, method = 'POST') =>
      post({
        url,
        method,
        headers: { ...session, ...who },
        body: method === 'POST' ? message('tools/list') : '',
      });
    expect(toolsOf(messageOf(await list(await bearer('pets:read'))))).toEqual(['get_open', 'get_pet']);
    expect((await list({})).status).toBe(401);
    expect((await list(await bearer('pets:read', 'bob'))).status).toBe(404);
    expect((await list(await bearer('pets:read', 'bob'), 'DELETE')).status).toBe(404);
    // Other scopes are another list.
    expect((await list(await bearer('pets:read pets:write'))).status).toBe(404);
    expect((await list(await bearer('pets:read'))).status).toBe(200);
  });
});
