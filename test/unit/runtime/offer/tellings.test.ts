import { describe, expect, test } from 'vitest';
import { customize } from '../../../../templates/project/src/runtime/customize.js';
import { type AppParts, createApp } from '../../../../templates/project/src/server.js';
import { connectView, dialects } from '../../../support/runtime/connectView.js';
import { makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';

const schema = { type: 'object' as const, properties: {}, additionalProperties: false };
const readPets = makeTool({ name: 'read_pets' });
const addPet = {
  ...makeTool({ name: 'add_pet', method: 'POST' }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
};
const schemas = { read_pets: schema, add_pet: schema };

function viewOf(parts: Partial<AppParts> = {}, asksForHints?: true) {
  const api = asksForHints ? { asksForHints } : {};
  return createApp({ catalog: makeCatalog([readPets, addPet], { schemas, api }), env: {}, ...parts }).view();
}

describe('where every tool is asked for one of two hints', () => {
  const own = { title: '', description: '', inputSchema: schema, call: () => '' };
  const custom = customize<Record<'read_pets' | 'add_pet', object>>({
    tools: { read_pets: { annotations: { readOnlyHint: false } } },
    add: {
      plain: own,
      reads: { ...own, annotations: { readOnlyHint: true } },
      writes: { ...own, annotations: { readOnlyHint: false } },
      adds: { ...own, annotations: { destructiveHint: false } },
    },
  });
  const hintsOf = async (asksForHints?: true) => {
    const tools = await (await connectView(viewOf({ custom }, asksForHints))).list();
    return Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations.destructiveHint]));
  };

  test('tools of custom.ts have one, unless they say that they destroy nothing', async () => {
    expect(await hintsOf(true)).toEqual({
      // That it reads was its method's word; what it does now is not known.
      read_pets: true,
      add_pet: false,
      plain: true,
      reads: undefined,
      writes: true,
      adds: false,
    });
  });

  test('and elsewhere what they say, and nothing else', async () => {
    expect(await hintsOf()).toEqual({ read_pets: false, add_pet: false, adds: false });
  });
});

describe('how long results may be', () => {
  const key = 'anthropic/maxResultSizeChars';
  const metaOf = async (env: Record<string, string>) => {
    const tools = await (await connectView(viewOf({ env }))).list();
    return Object.fromEntries(tools.map(({ name, _meta }) => [name, _meta?.[key]]));
  };

  test('is told where the operator wants more to be shown than Claude Code does by itself', async () => {
    expect(await metaOf({})).toEqual({});
    expect(await metaOf({ MCP_ANSWER_TOKENS: '10000' })).toEqual({});
    expect(await metaOf({ MCP_ANSWER_TOKENS: '20000' })).toEqual({ read_pets: 90_000, add_pet: 90_000 });
    expect(await metaOf({ MCP_ANSWER_TOKENS: '1000000' })).toEqual({ read_pets: 500_000, add_pet: 500_000 });
  });

  test('is told of the tools by which others are called as well', async () => {
    expect(await metaOf({ MCP_ANSWER_TOKENS: '20000', MCP_MODE: 'dynamic' })).toEqual({
      call_read_tool: 90_000,
      call_write_tool: 90_000,
    });
  });
});

describe('a long response', () => {
  const text = 'word\n'.repeat(40_000);
  const respond: AppParts['fetch'] = async () =>
    new Response(text, { headers: { 'content-type': 'text/plain' } });
  const shownTo = async (name: string, dialect: (typeof dialects)[number], env = {}) => {
    const client = await connectView(viewOf({ fetch: respond, env }), dialect, {}, name);
    return (await client.call('read_pets')).text.length;
  };

  test.each(dialects)('is cut to what a client is known to show: %s', async (dialect) => {
    const codex = await shownTo('codex-mcp-client', dialect);
    const claude = await shownTo('claude-code', dialect);
    const other = await shownTo('another', dialect);
    expect(codex).toBeGreaterThan(34_000);
    expect(codex).toBeLessThan(36_000);
    expect(claude).toBeGreaterThan(48_000);
    expect(claude).toBeLessThan(50_000);
    expect(other).toBeGreaterThan(87_000);
    expect(other).toBeLessThan(89_000);
  });

  test.each(dialects)('is cut as the operator says, whatever the client: %s', async (dialect) => {
    const env = { MCP_ANSWER_TOKENS: '15000' };
    expect(await shownTo('codex-mcp-client', dialect, env)).toBe(await shownTo('another', dialect, env));
  });

  test('comes whole to code of custom.ts, as far as it would to an unknown client', async () => {
    let length = 0;
    const custom = customize<Record<'read_pets', object>>({
      add: {
        measure: {
          title: '',
          description: '',
          inputSchema: schema,
          call: async (_args, { call }) => {
            length = JSON.stringify(await call('read_pets', {})).length;
            return 'done';
          },
        },
      },
    });
    const client = await connectView(viewOf({ fetch: respond, custom }), 'SDK v1', {}, 'codex');
    await client.call('measure');
    expect(length).toBeGreaterThan(87_000);
  });

  test('is cut so in the answers of a mock, too', async () => {
    const catalog = {
      ...makeCatalog([readPets], { schemas }),
      mocks: async () => ({ read_pets: { status: 200, mediaType: 'text/plain', body: text } }),
    };
    const view = createApp({ catalog, env: { MCP_MOCK: 'true' } }).view();
    const client = await connectView(view, 'SDK v1', {}, 'Codex');
    expect((await client.call('read_pets')).text.length).toBeLessThan(37_000);
  });
});

test('the icons of the API are those of the server', async () => {
  const icons = [{ src: 'https://example.com/logo.png', mimeType: 'image/png' }];
  const catalog = makeCatalog([readPets], { schemas, api: { icons } });
  const server = await createApp({ catalog, env: {} }).view().createServer();
  expect(server).toMatchObject({ _serverInfo: { icons } });
});
