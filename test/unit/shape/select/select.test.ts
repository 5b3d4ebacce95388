import { describe, expect, test } from 'vitest';
import { inspectDocument as inspect } from '../../../../generator/inspectDocument.js';
import { parseRule } from '../../../../generator/load/config/parseRule.js';
import { type Config, type Rule, defaults } from '../../../../generator/model/config.js';
import { InputError } from '../../../../generator/model/diagnostic.js';
import type { ToolEntry } from '../../../../generator/model/server.js';
import cases from './select.json' with { type: 'json' };

/** Rules as they are written on the command line. */
type Rules = string | string[];

interface Case {
  name: string;
  /** Members of the document, and of its path items and operations, beside those of the shop. */
  root?: object;
  spec?: Record<string, Record<string, unknown>>;
  config?: Omit<Partial<Config>, 'include' | 'exclude' | 'toolsets'> & {
    include?: Rules;
    exclude?: Rules;
    toolsets?: Record<string, { include?: Rules }>;
  };
  /** The operations that are offered. */
  offered?: string[];
  /** Some of the toolsets, with their operations, and with title and description. */
  toolsets?: Record<string, string[]>;
  titles?: Record<string, [string, string]>;
  /** Facts on tools. */
  tools?: Record<string, object>;
  /** Every rule: where it stands, its text, and how many operations it matches. */
  rules?: [string, string, number][];
  /** Every warning and error: code, a part of the message, and the pointer. */
  reports?: [code: string, part: string, pointer?: string][];
  /** A part of the message that ends the run. */
  error?: string;
}

/** A shop: one tag that is declared, one that is not, and a path without one. */
const paths: Record<string, Record<string, object>> = {
  '/pets': {
    get: { operationId: 'listPets', summary: 'List pets', tags: ['Pets', 'stock'] },
    post: { operationId: 'addPet', tags: ['Pets'] },
  },
  '/pets/{petId}': {
    get: {
      operationId: 'getPet',
      tags: ['Pets'],
      parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }],
    },
  },
  '/orders': {
    get: { operationId: 'listOrders', tags: ['orders'] },
    post: { operationId: 'cancelAll', tags: ['orders'], deprecated: true },
  },
  '/admin/users': { get: { operationId: 'listUsers' } },
  '/admin/users/{id}': {
    delete: {
      operationId: 'deleteUser',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    },
  },
};

function documentOf({ root = {}, spec = {} }: Case): object {
  const merged = Object.entries(paths).map(([path, item]) => {
    const more = spec[path] ?? {};
    const members = Object.entries({ ...item, ...more }).map(([key, value]) => [
      key,
      item[key] === undefined ? value : { ...item[key], ...(more[key] as object | undefined) },
    ]);
    return [path, Object.fromEntries(members)];
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    tags: [{ name: 'Pets', description: 'All about pets.' }],
    paths: Object.fromEntries(merged),
    ...root,
  };
}

function rulesOf(rules: Rules = []): Rule[] {
  return [rules].flat().map(parseRule);
}

function configOf({ config: { include, exclude, toolsets = {}, ...others } = {} }: Case): Config {
  return {
    ...defaults,
    ...others,
    include: rulesOf(include),
    exclude: rulesOf(exclude),
    toolsets: Object.fromEntries(
      Object.entries(toolsets).map(([name, choice]) => [
        name,
        { ...choice, include: rulesOf(choice.include) },
      ]),
    ),
  };
}

function run(one: Case) {
  const text = JSON.stringify(documentOf(one));
  return inspect('-', configOf(one), { readStdin: () => Promise.resolve(text) });
}

const codesOf = ({ diagnostics }: { diagnostics: { code: string }[] }) => diagnostics.map(({ code }) => code);
const nowhere = { $ref: '#/nowhere', post: undefined };
const connected = { additionalOperations: { CONNECT: {} } };
const bodyOf = ($ref: string) => ({ requestBody: { content: { 'application/json': { schema: { $ref } } } } });

const keyOf = ({ tool: { request } }: ToolEntry) => `${request.method} ${request.path}`;

describe('what is offered, and how', () => {
  test.each(cases as unknown as Case[])('$name', async (one) => {
    if (one.error !== undefined) {
      const error: unknown = await run(one).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).message).toContain(one.error);
      return;
    }
    const { server, selection, api, diagnostics } = await run(one);
    const entries = server.toolsets.flatMap(({ tools }) => tools);
    if (one.offered !== undefined) {
      expect(entries.map(keyOf).toSorted()).toEqual(one.offered.toSorted());
      expect(selection).toMatchObject({ operations: 7, offered: one.offered.length });
      expect(api.leftOut).toHaveLength(7 - one.offered.length);
    }
    for (const [name, operations] of Object.entries(one.toolsets ?? {})) {
      const toolset = server.toolsets.find((found) => found.name === name);
      expect(toolset?.tools.map(keyOf).toSorted(), name).toEqual(operations.toSorted());
    }
    for (const [name, [title, description]] of Object.entries(one.titles ?? {})) {
      expect(server.toolsets).toContainEqual(expect.objectContaining({ name, title, description }));
    }
    for (const [key, facts] of Object.entries(one.tools ?? {})) {
      const entry = entries.find((found) => keyOf(found) === key);
      expect({ ...entry?.tool, pinned: entry?.pinned }).toMatchObject(facts);
    }
    if (one.rules !== undefined) {
      expect(selection.rules.map(({ kind, rule, operations }) => [kind, rule, operations.length])).toEqual(
        one.rules,
      );
    }
    if (one.reports === undefined) return;
    const told = diagnostics.filter(({ severity }) => severity !== 'info');
    expect(told.map(({ code }) => code)).toEqual(one.reports.map(([code]) => code));
    for (const [index, [, part, pointer]] of one.reports.entries()) {
      expect(told[index]?.message).toContain(part);
      if (pointer !== undefined) expect(told[index]?.pointer).toBe(pointer);
    }
  });
});

function schema(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

function body(name: string): object {
  return { content: { 'application/json': { schema: schema(name) } } };
}

describe('an operation that cannot be read', () => {
  const broken = {
    operationId: 'payBill',
    tags: ['Billing'],
    requestBody: { content: { 'text/\u0007': {} } },
  };
  const see = (config: Partial<Config>, post: object = broken, item: object = {}) => {
    const spec = documentOf({ name: '', root: {} }) as { paths: object };
    const more = { '/bills': { post, ...item } };
    const text = JSON.stringify({ ...spec, paths: { ...spec.paths, ...more } });
    return inspect('-', { ...defaults, ...config }, { readStdin: () => Promise.resolve(text) });
  };
  test('is an error, and counts as one of the document', async () => {
    const found = await see({ exclude: [{ tag: ['Pets'] }] });
    expect(codesOf(found)).toEqual(['odd-document', 'operation-skipped']);
    expect(found).toMatchObject({ operations: 8, selection: { operations: 8, offered: 4 } });
    expect(found.api.skipped).toMatchObject([{ operationId: 'payBill', method: 'POST', path: '/bills' }]);
  });

  test.each<[string, Partial<Config>, object?, object?]>([
    ['a rule on its operationId', { exclude: rulesOf('operation=payBill') }],
    ['a rule on its tag, path and method', { exclude: rulesOf('tag=billing path=/bills method=POST') }],
    ['a rule on what is deprecated', { exclude: rulesOf('deprecated') }, { ...broken, deprecated: true }],
    ['a rule that does not match it', { include: rulesOf('tag=Pets') }],
    ['a choice for its operationId', { tools: { payBill: { enabled: false } } }],
    ['a choice for its method and path', { tools: { 'post /bills': { enabled: false } } }],
    ['only reads being offered', { readOnly: true }],
    ['x-mcp at it', {}, { ...broken, 'x-mcp': false }],
    ['x-mcp at its path', {}, broken, { 'x-mcp': false }],
    [
      'a rule, where only its schema cannot be read',
      { exclude: rulesOf('path=/bills') },
      bodyOf('none.json#/a'),
    ],
    ['a rule, where it is no object', { exclude: rulesOf('method=POST path=/bills') }, 'none' as never],
    ['a rule, where its method cannot be sent', { exclude: [{ method: ['CONNECT'] }] }, {}, connected],
    ['a rule, where its method is misspelt', { exclude: rulesOf('method=GET path=/bills') }, {}, { Get: {} }],
    ['a rule on the path, where that cannot be read', { exclude: rulesOf('path=/bills') }, {}, nowhere],
  ])('is left out by %s', async (_by, config, post, item) => {
    const found = await see(config, post, item);
    expect(codesOf(found)).toEqual([]);
    expect(found.api.skipped).toEqual([]);
    for (const { operations } of found.selection.rules) expect(operations).not.toEqual([]);
  });

  test('stays an error where it is asked for', async () => {
    const found = await see({ exclude: rulesOf('tag=billing'), tools: { payBill: { enabled: true } } });
    expect(codesOf(found)).toEqual(['odd-document', 'operation-skipped']);
  });

  test('does not stop another of its operationId from being named', async () => {
    const found = await see({ tools: { addPet: { name: 'new_pet' } } }, { ...broken, operationId: 'addPet' });
    expect(codesOf(found)).toEqual(['odd-document', 'operation-skipped']);
  });

  test('is all that the document has', async () => {
    const text = JSON.stringify({ ...documentOf({ name: '' }), paths: { '/bills': { post: broken } } });
    const found = await inspect('-', defaults, { readStdin: () => Promise.resolve(text) });
    expect(found.diagnostics.at(-1)?.message).toContain('none of its operations could be read');
  });
});

describe('what is left out costs nothing', () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/pets': {
        get: { operationId: 'listPets', responses: { 200: { description: 'ok', ...body('Pet') } } },
      },
      '/secrets': {
        post: { operationId: 'addSecret', requestBody: body('Secret'), security: [{ vault: [] }] },
      },
    },
    components: {
      schemas: {
        Pet: {
          type: 'object',
          discriminator: { propertyName: 'kind' },
          properties: { kind: { type: 'string' }, owner: schema('Owner') },
        },
        Cat: { allOf: [schema('Pet'), { properties: { claws: schema('Claws') } }] },
        Owner: { type: 'object', properties: { pets: { type: 'array', items: schema('Pet') } } },
        Claws: { type: 'integer' },
        Secret: {
          type: 'object',
          properties: { text: { type: 'string', pattern: '^(a+)+$' }, key: schema('Key') },
        },
        Key: { type: 'string', example: 5 },
      },
      securitySchemes: { vault: { type: 'apiKey', in: 'header', name: 'X-Vault' } },
    },
  };
  const see = (config: Partial<Config>) =>
    inspect('-', { ...defaults, ...config }, { readStdin: () => Promise.resolve(JSON.stringify(document)) });

  test('neither components nor credentials, patterns, evidence or names', async () => {
    const whole = await see({});
    expect(Object.keys(whole.api.components)).toContain('Secret');
    expect(whole.diagnostics.map(({ code }) => code)).toContain('pattern-dropped');
    expect(Object.keys(whole.server.api.auth)).toEqual(['vault']);

    const part = await see({ exclude: [{ path: ['/secrets'] }] });
    expect(Object.keys(part.api.components)).toEqual(['Cat', 'Claws', 'Owner', 'Pet']);
    expect(Object.keys(part.api.pointers)).toEqual(['Cat', 'Claws', 'Owner', 'Pet']);
    expect(part.server.api.auth).toEqual({});
    expect(part.diagnostics).toEqual([]);
    expect(part.server.names.given).toEqual({ 'GET /pets': { name: 'list_pets', operationId: 'listPets' } });
  });

  test('and nothing of what is offered is lost', async () => {
    const { api } = await see({ tools: { listPets: { pinned: true } } });
    const { api: plain } = await see({});
    expect(api.components).toEqual(plain.components);
    expect(api.pointers).toEqual(plain.pointers);
  });
});

test('what is chosen for a tool by its name is known by its operation, where that has no operationId', async () => {
  const items = { '/items': { get: {}, post: {} }, '/items/{id}': { get: { operationId: 'readItem' } } };
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: items });
  const choose = async (key: string) => {
    const config = { ...defaults, tools: { [key]: { description: 'Mine.' } } };
    const { diagnostics } = await inspect('-', config, { readStdin: () => Promise.resolve(text) });
    return diagnostics.filter(({ code }) => code === 'nothing-matched').map(({ message }) => message);
  };
  expect(await choose('list_itmes')).toEqual([
    '"list_itmes" under tools matches no operation; did you mean "GET /items"?',
  ]);
  expect(await choose('post_items')).toEqual([
    '"post_items" under tools matches no operation; did you mean "POST /items"?',
  ]);
  expect(await choose('read_item')).toEqual([
    '"read_item" under tools matches no operation; did you mean "readItem"?',
  ]);
  expect(await choose('something')).toEqual(['"something" under tools matches no operation.']);
});
