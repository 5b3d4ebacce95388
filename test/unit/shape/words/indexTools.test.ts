import { describe, expect, test } from 'vitest';
import type { SearchEntry } from '../../../../generator/model/server.js';
import type { Api, Operation, Schema } from '../../../../generator/model/api.js';
import { listFields } from '../../../../generator/shape/advertised/objects.js';
import { foldUsual, tellArguments } from '../../../../generator/shape/words/tellArguments.js';
import { indexTools } from '../../../../generator/shape/words/indexTools.js';
import { makeEntry } from '../../../support/makeServer.js';
import cases from './indexTools.json' with { type: 'json' };
import { shapeDocument } from '../../../support/shapeDocument.js';

describe('what a tool is found by', () => {
  test.each(cases)('$name', ({ document, operation, entry }) => {
    const { search } = shapeDocument(document).tool(operation);
    expect(search).toMatchObject(entry);
  });

  test('is bounded, whatever the document says', () => {
    const { tool } = makeEntry({ title: words('t').join(' '), description: words('d').join(' ') });
    const enforced = {
      type: 'object' as const,
      properties: Object.fromEntries(words('a').map((name) => [name, {}])),
    };
    const content = { mediaType: 'application/json', schema: { enum: words('v'), properties: {} } };
    const operation = {
      ...shapeOperation(),
      path: `/${words('p').join('/')}`,
      description: `"${words('q').join('" "')}"`,
      responses: [{ status: '200', description: '', headers: [], contents: [content], links: [] }],
    } as unknown as Operation;
    const index = indexTools({ operations: [operation], components: {} } as unknown as Api, () => true);
    const entry = index({ tool, operation, toolset: 'pets', enforced });
    const parts = entry.terms.split('|').map((part) => part.split(' ').filter(Boolean).length);
    expect(parts).toEqual([1, 30, 30, 90, 20]);
    expect(entry.arguments.length).toBeLessThan(300);
  });

  test('is the same in every run', () => {
    for (const { document, operation } of cases)
      expect(shapeDocument(document).tool(operation).search).toEqual(
        shapeDocument(document).tool(operation).search,
      );
  });
});

describe('arguments in one line', () => {
  const lineOf = (names: readonly string[], required: readonly string[] = [], body?: string): string => {
    const properties = Object.fromEntries(names.map((name) => [name, (bodies[name] ?? {}) as Schema]));
    return tellArguments({ type: 'object', properties, required: [...required] }, wrap(body), () => true);
  };
  const bodies: Record<string, object> = {
    old: { deprecated: true },
    pet: {
      type: 'object',
      properties: { tag: {}, name: {}, 'no name': {}, legs: { deprecated: true }, eyes: {} },
      required: ['name'],
    },
    large: { properties: Object.fromEntries(words('f').map((name) => [name, {}])) },
  };

  test.each([
    ['nothing', [], [], ''],
    ['what is needed first', ['a', 'b', 'c'], ['c'], 'c, a?, b?'],
    ['what is deprecated last', ['old', 'b'], [], 'b?, old?'],
    ['names that objects have', ['__proto__'], ['__proto__'], '__proto__'],
  ])('%s', (_what, names, required, line) => {
    expect(lineOf(names, required)).toBe(line);
  });

  test('a body is told by its fields', () => {
    expect(lineOf(['id', 'pet'], ['id', 'pet'], 'pet')).toBe('id, pet: {name tag? eyes? legs? +1}');
    expect(lineOf(['pet'], [], 'pet')).toBe('pet?: {name tag? eyes? legs? +1}');
    expect(lineOf(['large'], [], 'large')).toMatch(/^large\?: \{f0\? f1\? .* f39\? \+460\}$/);
    expect(lineOf(['other'], [], 'other')).toBe('other?');
  });

  test('of many, as many as there is room for', () => {
    const names = Array.from({ length: 40 }, (_, index) => `a${index}`);
    expect(lineOf(names, ['a39'])).toMatch(/^a39, a0\?, .*a23\?, \+15$/);
    expect(lineOf([...names, ...words('b')], names)).toMatch(/^a0, .*a39, b0\?, .*b23\?, \+476$/);
  });

  test('those that many tools have are counted', () => {
    const entries = Array.from({ length: 20 }, (_, index) =>
      Object.assign({}, makeEntry().search, {
        arguments: index < 5 ? 'id, pretty?, a?, +2' : `id, a${index}?`,
      }),
    );
    fold(entries);
    expect(entries[0]?.arguments).toBe('id, +4');
    expect(entries[5]?.arguments).toBe('id, a5?');
    const few = entries.slice(0, 3).map((entry) => Object.assign({}, entry, { arguments: 'pretty?' }));
    fold(few);
    expect(few[0]?.arguments).toBe('pretty?');
  });
});

describe('the fields of a body that is given as a whole', () => {
  const components = {
    Pet: { properties: { name: {}, friends: { items: { $ref: 'Pet' } } }, allOf: [{ $ref: 'Pet' }] },
    Dog: { allOf: [{ $ref: 'Pet' }, { properties: { breed: { properties: { id: {} } } } }] },
  };
  const lookUp = (name: string) => components[name as keyof typeof components];

  test.each([
    ['of a reference', { $ref: 'Dog' }, ['name', 'friends', 'breed']],
    ['of the items of a list', { type: 'array', items: { $ref: 'Pet' } }, ['name', 'friends']],
    [
      'of every form',
      { anyOf: [{ properties: { a: {} } }, { oneOf: [{ properties: { b: {} } }] }] },
      ['a', 'b'],
    ],
    ['of any value', true, []],
  ])('%s', (_, schema, names) => {
    expect(listFields(schema, lookUp)).toEqual(names);
  });
});

/** A body that is one argument. */
function wrap(argument: string | undefined): Parameters<typeof tellArguments>[1] {
  return argument === undefined ? {} : ({ body: { argument } } as Parameters<typeof tellArguments>[1]);
}

function shapeOperation(): Operation {
  return {
    operationId: '',
    tags: [],
    summary: '',
    description: '',
    deprecated: false,
    method: 'GET',
    path: '/',
    servers: [],
    parameters: [],
    bodies: [],
    bodyDescription: '',
    responses: [],
    security: [],
    extensions: {},
    choice: {},
    pointer: '#',
  };
}

function words(start: string): string[] {
  return Array.from({ length: 500 }, (_, index) => `${start}${index}`);
}

function fold(entries: readonly SearchEntry[]): void {
  foldUsual([{ tools: entries.map((search) => ({ search })) }]);
}
