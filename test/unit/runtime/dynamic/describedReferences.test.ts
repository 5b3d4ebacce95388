import { describe, expect, test } from 'vitest';
import { toCatalog } from '../../../../generator/toCatalog.js';
import type { Catalog } from '../../../../templates/project/src/runtime/tool.js';
import { type AppParts, createApp } from '../../../../templates/project/src/server.js';
import { listLost, listReferences, schemasIn } from '../../../support/references.js';
import { connectView } from '../../../support/runtime/connectView.js';
import { makeToolsets } from '../../../support/runtime/manyTools.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Boards whose fields are an enum of their own; that `all` is usual, though no field, makes a union of them. */
const boards = (fields: object) => ({
  openapi: '3.1.0',
  info: { title: 'Boards', version: '1' },
  paths: {
    '/boards': {
      get: {
        operationId: 'list_boards',
        parameters: [{ name: 'fields', in: 'query', schema: fields }],
        responses: {},
      },
    },
  },
  components: {
    schemas: {
      BoardFields: { type: 'string', enum: ['name', 'url'] },
      Rule: {
        type: 'object',
        properties: { of: refer('BoardFields'), except: { oneOf: [refer('Rule'), { type: 'null' }] } },
      },
      List: { type: 'array', items: { anyOf: [refer('BoardFields')] } },
    },
  },
});

async function describeTools(
  catalog: Catalog,
  args: Record<string, unknown>,
  custom: AppParts['custom'] = {},
): Promise<string> {
  const client = await connectView(createApp({ catalog, custom, env: { MCP_MODE: 'dynamic' } }).view());
  const { text } = await client.call('describe_tools', { format: 'json', ...args });
  await client.close();
  return text;
}

describe('a reference that is all of a union leads to what it refers to', () => {
  test.each([
    ['beside a default that it does not have', { ...refer('BoardFields'), default: 'all' }],
    ['in a part of the whole', { allOf: [refer('BoardFields')], default: 'all' }],
    ['in a union of one', { oneOf: [refer('BoardFields')], default: 'all' }],
    ['in a list', { ...refer('List'), default: 'all' }],
    ['in a circle', { ...refer('Rule'), default: 'all' }],
  ])('%s', async (_, fields) => {
    const { server } = shapeDocument(boards(fields));
    expect(JSON.stringify(server.toolsets.map(({ tools }) => tools.map((tool) => tool.enforced)))).toContain(
      '"untold":true',
    );
    const names = ['list_boards'];
    for (const part of [undefined, 'fields']) {
      const text = await describeTools(toCatalog(server), { names, ...(part && { part }) });
      const [schema] = schemasIn(text);
      expect(listReferences(schema)).not.toEqual([]);
      expect(listLost(schema)).toEqual([]);
      expect(text).toContain('"enum":["name","url"]');
      expect(text).not.toContain('"all"');
    }
  });
});

describe('references of a tool of custom.ts', () => {
  const own = {
    title: 'Own',
    description: 'A tool of the owner.',
    inputSchema: {
      type: 'object' as const,
      properties: {
        tree: { $ref: '#/$defs/A~1%20Node' },
        size: { type: 'integer' },
        again: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
      },
      $defs: {
        'A/ Node': {
          type: 'object',
          properties: {
            name: { type: 'string' },
            below: { type: 'array', items: { $ref: '#/$defs/A~1%20Node' } },
            like: { $ref: '#/properties/size' },
          },
        },
      },
    },
    call: () => 'done',
  };
  const { catalog } = makeToolsets({ pets: ['list_pets'] });
  const ask = async (part?: string) =>
    schemasIn(await describeTools(catalog, { names: ['own'], ...(part && { part }) }, { add: { own } }));

  test.each([undefined, 'tree', 'tree.below', 'tree.like', 'again', 'again.tree.name'])(
    'lead to what they refer to, also where the part %s is asked for',
    async (part) => {
      const [schema] = await ask(part);
      expect(schema).toBeDefined();
      expect(listLost(schema)).toEqual([]);
    },
  );

  test('lead on to the parts behind them', async () => {
    expect(await ask('tree.like')).toMatchObject([{ $defs: { '#/properties/size': { type: 'integer' } } }]);
    expect(await ask('again.tree.name')).toEqual([{ type: 'string' }]);
  });
});

test('a part that may be anything is shown as that', async () => {
  const { server } = shapeDocument(boards({ type: 'object', properties: { any: true } }));
  const text = await describeTools(toCatalog(server), { names: ['list_boards'], part: 'fields.any' });
  expect(schemasIn(text)).toEqual([true]);
});
