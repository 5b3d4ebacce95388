import { Client } from '@modelcontextprotocol/client';
import { type CallToolResult, InMemoryTransport, Server } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { serveCompletions } from '../../../../templates/project/src/runtime/completion/serveCompletions.js';
import type { ExtensionParts } from '../../../../templates/project/src/runtime/extend/extensions.js';
import { readSettings } from '../../../../templates/project/src/runtime/settings.js';
import { makeCatalog } from '../../../support/runtime/fixtures.js';

/** Completes the one argument of a prompt, on a clock that stands still until it is moved. */
async function setUp(
  list: (...parts: Parameters<ExtensionParts['read']>) => Promise<CallToolResult>,
  env: Record<string, string> = {},
  custom: ExtensionParts['custom'] = {},
) {
  const clock = { ms: 0 };
  let isOffered = true;
  const users = ['ann'];
  const extend = await serveCompletions(
    {
      catalog: {
        ...makeCatalog([]),
        prompts: async () => [
          {
            name: 'p',
            title: 'P',
            arguments: [{ name: 'a', completion: { from: { tool: 'list', value: ['items', 'id'] } } }],
            messages: [],
          },
        ],
      },
      custom,
      settings: readSettings(env),
      env,
      toolsets: [],
      isWhole: true,
      cutPage: (_what, all) => ({ items: [...all] }),
      readSender: () => ({
        trace: { traceparent: 'one' },
        visitor: { principal: users.at(-1) },
        principal: '',
        takesTasks: false,
      }),
      caller: () => Promise.reject(new Error('nothing is called')),
      find: async () => undefined,
      offers: async () => isOffered,
      read: list,
    },
    () => clock.ms,
  );
  const server = new Server({ name: 'test', version: '1.0.0' }, { capabilities: { prompts: {} } });
  extend(server);
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await client.connect(near);
  const complete = async (value = '') => {
    const ref = { type: 'ref/prompt' as const, name: 'p' };
    return (await client.complete({ ref, argument: { name: 'a', value } })).completion;
  };
  return { clock, complete, users, hide: () => (isOffered = false) };
}

const answer = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

test('what a tool has listed is used for a minute, and not shown where it is no longer offered', async () => {
  let calls = 0;
  const { clock, complete, hide } = await setUp(async () => {
    calls += 1;
    return answer(JSON.stringify({ items: [{ id: calls }, { id: `of ${calls}` }, { id: null }, {}] }));
  });
  expect((await complete()).values).toEqual(['1', 'of 1']);
  clock.ms = 59_999;
  expect((await complete()).values).toEqual(['1', 'of 1']);
  clock.ms = 60_000;
  expect((await complete()).values).toEqual(['2', 'of 2']);
  hide();
  expect((await complete()).values).toEqual([]);
  expect(calls).toBe(2);
});

test('a tool that fails is not asked again for a while, and those who type at once ask once', async () => {
  let calls = 0;
  const { clock, complete } = await setUp(async () => {
    calls += 1;
    if (calls === 2) throw new Error('gone');
    return { ...answer('no'), isError: true };
  });
  expect(await Promise.all([complete(), complete('x')])).toMatchObject([{ values: [] }, { values: [] }]);
  expect(calls).toBe(1);
  clock.ms = 9_999;
  await complete();
  expect(calls).toBe(1);
  clock.ms = 10_000;
  expect(await complete()).toEqual({ values: [], total: 0, hasMore: false });
  expect(calls).toBe(2);
});

test('at most 100 values are given, also of an answer that was cut', async () => {
  const items = Array.from({ length: 250 }, (_, index) => ({ id: `v${index}` }));
  const { complete } = await setUp(async () =>
    answer(`${JSON.stringify({ items: [...items, { id: 'x'.repeat(300) }] })}\n[truncated: shown some.]`),
  );
  const { values, total, hasMore } = await complete('v');
  expect(values).toHaveLength(100);
  expect({ total, hasMore }).toEqual({ total: 250, hasMore: true });
});

test.each<[string, Record<string, string>, ExtensionParts['custom']]>([
  ['headers that are forwarded', { MCP_FORWARD_HEADERS: 'scheme=X-Key' }, {}],
  ['an exchange of tokens', { MCP_EXCHANGE: 'scheme' }, {}],
  ['code of custom.ts', {}, { credentials: () => ({}) }],
])(
  'each user sees what they may list themselves where their credentials come from %s',
  async (_, env, custom) => {
    const { complete, users } = await setUp(
      async (_tool, _args, { visitor }) =>
        answer(JSON.stringify({ items: [{ id: `of ${JSON.stringify(visitor)}` }] })),
      env,
      custom,
    );
    expect((await complete()).values).toEqual(['of {"principal":"ann"}']);
    users.push('bob');
    expect((await complete()).values).toEqual(['of {"principal":"bob"}']);
  },
);

test('what is listed for all is asked for in the name of nobody', async () => {
  const { complete } = await setUp(async (_tool, _args, { visitor, trace }) =>
    answer(JSON.stringify({ items: [{ id: JSON.stringify([visitor, trace]) }] })),
  );
  expect((await complete()).values).toEqual(['[null,{}]']);
});
