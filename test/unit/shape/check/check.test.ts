import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../../generator/model/api.js';
import { defaults } from '../../../../generator/model/config.js';
import { collector } from '../../../../generator/model/diagnostic.js';
import { noNames } from '../../../../generator/model/names.js';
import type { Server, Tool, ToolEntry } from '../../../../generator/model/server.js';
import { check } from '../../../../generator/shape/check/check.js';
import { makeBody } from '../../../support/runtime/fixtures.js';
import { makeEntry } from '../../../support/makeServer.js';

function entry(tool: Partial<Tool>, enforced: Partial<ToolEntry['enforced']> = {}): ToolEntry {
  return {
    ...makeEntry(),
    tool: {
      name: 'get_thing',
      title: 'Get a thing',
      description: 'Gets a thing.',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      request: {
        method: 'GET',
        path: '/things/{id}',
        parameters: [{ argument: 'id', name: 'id', in: 'path' }],
        accept: ['application/json'],
        security: [],
      },
      ...tool,
    },
    enforced: { type: 'object', properties: {}, ...enforced },
    nullable: [],
    pointer: '#/paths/~1things/get',
  };
}

const good = entry({ name: 'good' });

/** A tool of which the list says no more than the names of its arguments. */
function byName(inputSchema: Tool['inputSchema']): ToolEntry {
  const made = entry({ inputSchema });
  return { ...made, cost: { ...made.cost, unnamed: [] } };
}

function serverOf(tools: ToolEntry[], components: Record<string, Schema> = {}): Server {
  return {
    api: {
      name: 't',
      title: 'T',
      version: '1',
      instructions: '',
      listLimit: { tools: 40, tokens: 20_000 },
      servers: [],
      baseUrlEnv: 'T_BASE_URL',
      auth: {},
    },
    summary: '',
    toolsets: [{ name: 'things', title: 'Things', description: '', tools }],
    components,
    evidence: { examples: 0, acceptedBefore: 0, acceptedAfter: 0, relaxed: 0 },
    names: noNames,
  };
}

async function judge(bad: ToolEntry, components: Record<string, Schema> = {}) {
  const { diagnostics, report } = collector();
  const server = await check(serverOf([good, bad], components), defaults, report);
  return { names: server.toolsets.flatMap(({ tools }) => tools.map(({ tool }) => tool.name)), diagnostics };
}

const property = (schema: Schema) => ({
  inputSchema: { type: 'object' as const, properties: { id: { type: 'string' }, x: schema } },
});
const recipe = good.tool.request;
const headerNamed = (name: string) => ({ argument: 'id', name, in: 'header' as const });

describe('check quarantines', () => {
  const cases: [string, ToolEntry, RegExp][] = [
    ['a name that clients refuse', entry({ name: 'get thing' }), /its name is not of the form/],
    ['a name that is too long', entry({ name: 'x'.repeat(60) }), /its name has 60 characters, more than 56/],
    ['a name that differs only in case', entry({ name: 'GOOD' }), /another tool has the same name/],
    [
      'a description that is too long',
      entry({ description: 'x'.repeat(1001) }),
      /1001 characters, more than 1000/,
    ],
    [
      'what no page of the list can hold',
      entry(property({ type: 'string', enum: ['x'.repeat(9 * 1024 * 1024)] })),
      /it takes 10 MB in the list, and clients take no more than 8 MB at once/,
    ],
    ['a reference', entry(property({ $ref: '#/$defs/X' })), /has the keyword \$ref/],
    [
      'an output schema whose root is no object',
      entry({ outputSchema: { type: 'array' as 'object', properties: {}, items: {} } }),
      /clients would refuse it/,
    ],
    [
      'an output schema that is none',
      entry({ outputSchema: { type: 'object', properties: { a: { type: 'text' } } } }),
      /its output schema is not JSON Schema 2020-12/,
    ],
    [
      'an output schema with a reference',
      entry({ outputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/X' } } } }),
      /its output schema, at "a", has the keyword \$ref/,
    ],
    ['several types', entry(property({ type: ['string', 'null'] })), /several types/],
    ['a boolean schema', entry(property(true)), /boolean schema/],
    ['an array without items', entry(property({ type: 'array' })), /array without items/],
    [
      'an array without items in a union',
      entry(property({ anyOf: [{ type: 'array' }] })),
      /array without items/,
    ],
    [
      'a key that clients refuse',
      entry(property({ type: 'object', properties: { 'a b': {} } })),
      /has the key "a b", which clients refuse/,
    ],
    ['a keyword that is wrong', entry(property({ type: 'text' })), /not JSON Schema 2020-12/],
    ['a bad bound', entry(property({ type: 'string', minLength: -1 })), /not JSON Schema 2020-12/],
    [
      'a path that nothing fills',
      entry({ request: { ...recipe, path: '/{id}/{other}' } }),
      /nothing fills \{other\}/,
    ],
    [
      'an argument that is not advertised',
      entry({
        request: { ...recipe, body: makeBody({}) },
      }),
      /the argument "body" is not advertised/,
    ],
    [
      'an argument that a closed list neither has nor takes',
      byName({ type: 'object', properties: {}, additionalProperties: false }),
      /the argument "id" is not advertised/,
    ],
    [
      'an enforced schema that is wrong',
      entry({}, { properties: { id: { type: 'text' } } }),
      /its enforced schema is not/,
    ],
    [
      'a pattern that does not compile',
      entry({}, { properties: { id: { pattern: '[' } } }),
      /pattern that does not compile/,
    ],
    [
      'a header whose name is none',
      entry({ request: { ...recipe, parameters: [...recipe.parameters, headerNamed('X Key')] } }),
      /"X Key" is no legal name of a header/,
    ],
    [
      'a body whose media type no header can hold',
      entry({
        request: { ...recipe, body: makeBody({ mediaType: 'a/b\n', argument: 'id' }) },
      }),
      /the media type "a\/b\\n" is no legal header/,
    ],
    [
      'a part whose media type no header can hold',
      entry({
        request: {
          ...recipe,
          body: makeBody({
            mediaType: 'multipart/form-data',
            argument: 'id',
            encoding: { x: { contentType: 'a/b\r\nX: y' } },
          }),
        },
      }),
      /is no legal header/,
    ],
    [
      'an answer whose media type no header can hold',
      entry({ request: { ...recipe, accept: ['text/日本'] } }),
      /the media type "text\/日本" is no legal header/,
    ],
    ...['/a\\b', '/a/../b', '/./b', '/a/%2E%2e/b', '/a\u0001b', '/a\tb', '/a\ud800'].map(
      (path): [string, ToolEntry, RegExp] => [
        `the path ${JSON.stringify(path)}`,
        entry({ request: { ...recipe, path } }),
        /URL parsers would change its path/,
      ],
    ),
    [
      'half of a surrogate pair in a name',
      entry({}, { properties: { '\ud83d': { type: 'string' } } }),
      /half of a surrogate pair/,
    ],
    [
      'half of a surrogate pair in a value',
      entry({}, { properties: { id: { enum: ['a\\\udc00'] } } }),
      /half of a surrogate pair/,
    ],
    [
      'a reference to nowhere',
      entry({}, { properties: { id: { $ref: 'Nowhere' } } }),
      /the unknown schema "Nowhere"/,
    ],
  ];
  test.each(cases)('%s', async (_name, bad, reason) => {
    const { names, diagnostics } = await judge(bad);
    expect(names).toEqual(['good']);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({
      code: 'tool-quarantined',
      severity: 'error',
      pointer: bad.pointer,
    });
    expect(diagnostics[0]?.message).toMatch(reason);
  });

  test('every tool that reaches a broken component, through a cycle too', async () => {
    const components = {
      A: { properties: { b: { $ref: 'B' } } },
      B: { properties: { a: { $ref: 'A' }, c: { $ref: 'C' } } },
      C: { type: 'text' },
    };
    for (const name of ['A', 'B', 'C']) {
      const { names } = await judge(entry({}, { properties: { id: { $ref: name } } }), components);
      expect(names).toEqual(['good']);
    }
  });
});

describe('check keeps', () => {
  test('a tool whose arguments are listed by their names alone', async () => {
    const { diagnostics } = await judge(byName({ type: 'object', properties: {} }));
    expect(diagnostics).toEqual([]);
  });

  test.each(['/a b/ü/{id}', '/a/%41/x', '/a.b/...', '//a/', '/a:b/@me/$x?y=1', '/a%zz'])(
    'the path %s',
    async (path) => {
      const { diagnostics } = await judge(entry({ request: { ...recipe, path } }));
      expect(diagnostics).toEqual([]);
    },
  );

  test('text that only looks like half of a surrogate pair', async () => {
    const properties = { '\\ud83d': { pattern: '\\ud83d' }, id: { enum: ['😀'] } };
    expect((await judge(entry({}, { properties }))).diagnostics).toEqual([]);
  });

  test('data that looks like keywords', async () => {
    const data = {
      type: 'object',
      default: { $ref: 'x', type: 'nothing' },
      enum: [{ pattern: '[' }],
      examples: [true],
    };
    const enforced = { properties: { id: data, $ref: { type: 'string' }, pattern: { type: 'string' } } };
    const { names, diagnostics } = await judge(entry({}, enforced));
    expect(diagnostics).toEqual([]);
    expect(names).toEqual(['good', 'get_thing']);
  });

  test('recursive components', async () => {
    const components = { Node: { type: 'object', properties: { next: { $ref: 'Node' } } } };
    const { names } = await judge(entry({}, { properties: { id: { $ref: 'Node' } } }), components);
    expect(names).toEqual(['good', 'get_thing']);
  });

  test('no toolset without tools', async () => {
    const { report } = collector();
    const server = await check(serverOf([entry({ name: 'not legal' })]), defaults, report);
    expect(server.toolsets).toEqual([]);
  });
});
