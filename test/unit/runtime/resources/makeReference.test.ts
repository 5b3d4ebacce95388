import { describe, expect, test } from 'vitest';
import { type Config, defaults } from '../../../../generator/model/config.js';
import { collector } from '../../../../generator/model/diagnostic.js';
import { read } from '../../../../generator/read/read.js';
import { shape } from '../../../../generator/shape/shape.js';
import { toCatalog } from '../../../../generator/toCatalog.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { countTokens } from '../../../support/countTokens.js';
import { documentOf } from '../../../support/documentOf.js';
import { connectView } from '../../../support/runtime/connectView.js';
import { postModern } from '../../../support/runtime/postModern.js';

const leaf = {
  type: 'object',
  properties: Object.fromEntries(
    ['alpha', 'beta', 'gamma', 'delta'].map((name) => [
      name,
      { type: 'string', description: `The ${name} of it, which says much of what the ${name} is good for.` },
    ]),
  ),
};
const document = {
  info: {
    title: 'Shop',
    version: '2.1',
    description: 'Sells things.\n\n## Limits\n\nTen a second.\u200b',
  },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/things': {
      post: {
        operationId: 'createThing',
        tags: ['things'],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: { type: 'string' },
                  spec: {
                    type: 'object',
                    properties: {
                      inner: {
                        type: 'object',
                        properties: { node: { $ref: '#/components/schemas/Node' }, more: leaf },
                      },
                    },
                  },
                },
              },
            },
          },
        },
        responses: {
          201: { description: 'Made' },
          404: { description: 'No such shelf' },
          default: { description: 'Out of order' },
        },
      },
    },
    '/orders': {
      get: {
        operationId: 'listOrders',
        tags: ['orders'],
        responses: { 200: { description: 'All' }, 402: { description: 'Not paid' } },
      },
    },
  },
  components: {
    schemas: {
      Node: {
        type: 'object',
        properties: { next: { $ref: '#/components/schemas/Node' }, leaf },
      },
    },
  },
};

async function start(config: Partial<Config> = {}, env: Record<string, string> = {}) {
  const { report } = collector();
  const choices = {
    ...defaults,
    budget: 100,
    resources: { ...defaults.resources, reference: true },
    ...config,
  };
  const { server } = await shape(read(documentOf(document), report), choices, { countTokens });
  const view = createApp({ catalog: toCatalog(server), env }).view();
  const post = postModern(view);
  const readText = async (uri: string) => {
    const { result, error } = await post('resources/read', { uri, name: uri });
    if (error !== undefined) return error.code;
    const [contents] = (result ?? {})['contents'] as { text: string }[];
    return contents?.text;
  };
  return { server, view, readText, post };
}

describe('pages on the API', () => {
  test('say what it is for, in the words of the document', async () => {
    const { readText, post } = await start();
    expect(await readText('shop://reference')).toBe(
      '# Shop\n\nVersion 2.1.\n\nSells things.\n\n## Limits\n\nTen a second.\\u200b',
    );
    const { result } = await post('resources/list');
    expect(result).toMatchObject({
      resources: [{ uri: 'shop://reference' }, { uri: 'shop://reference/errors' }],
    });
  });

  test('say which errors there are, of the toolsets that are offered', async () => {
    const { readText } = await start();
    const orders = '## orders\n\n- 402: Not paid';
    const things = '## things\n\n- 404: No such shelf\n- any other: Out of order';
    expect(await readText('shop://reference/errors')).toBe(`# Errors of Shop\n\n${orders}\n\n${things}`);
    const one = await start({}, { MCP_TOOLSETS: 'orders' });
    expect(await one.readText('shop://reference/errors')).toBe(`# Errors of Shop\n\n${orders}`);
  });

  test('give the whole schema of an argument that is shown in part, and the tool says where', async () => {
    const { view, readText, server } = await start();
    const tools = await (await connectView(view)).list();
    const listed = tools.find(({ name }) => name === 'create_thing');
    const properties: Record<string, unknown> = { ...listed?.inputSchema.properties };
    const { description } = properties['spec'] as { description: string };
    const uri = /Full schema: (\S+)$/.exec(description)?.[1] ?? '';
    expect(uri).toBe('shop://reference/create_thing/spec');
    expect(JSON.stringify(properties)).not.toContain('delta');
    expect(JSON.stringify(properties['name'])).not.toContain('Full schema');
    const schema = JSON.parse(String(await readText(uri))) as {
      properties: { inner: { properties: object } };
      $defs: Record<string, { properties: object }>;
    };
    expect(schema.properties.inner.properties).toMatchObject({ node: { $ref: '#/$defs/Node' } });
    expect(schema.$defs['Node']?.properties).toMatchObject({ next: { $ref: '#/$defs/Node' } });
    expect(JSON.stringify(schema)).toContain('delta');
    const plain = await start({ resources: defaults.resources });
    const costOf = (one: typeof server) =>
      one.toolsets.flatMap(({ tools: all }) => all).find(({ tool }) => tool.name === 'create_thing')?.cost
        .tokens ?? 0;
    expect(costOf(server) - costOf(plain.server)).toBe(countTokens(`Full schema: ${uri}`));
  });

  test.each([
    'shop://reference/create_thing/nothing',
    'shop://reference/drop_thing/spec',
    'shop://reference/create_thing/__proto__',
    'shop://reference/other',
  ])('are not there for %s', async (uri) => {
    expect(await (await start()).readText(uri)).toBe(-32_602);
  });

  test('show nothing of a tool that is not offered', async () => {
    const { readText } = await start({}, { MCP_EXCLUDE: 'create_thing' });
    expect(await readText('shop://reference/create_thing/spec')).toBe(-32_602);
    const reads = await start({}, { MCP_READ_ONLY: 'true' });
    expect(await reads.readText('shop://reference/create_thing/spec')).toBe(-32_602);
  });

  test('are none where they are not chosen', async () => {
    const { server } = await start({ resources: defaults.resources });
    expect(server).not.toHaveProperty('reference');
    expect(JSON.stringify(server.toolsets)).not.toContain('Full schema');
  });
});
