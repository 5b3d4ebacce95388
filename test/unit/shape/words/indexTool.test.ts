import { describe, expect, test } from 'vitest';
import { listFields } from '../../../../generator/shape/advertised/objects.js';
import { indexTool, listArguments } from '../../../../generator/shape/words/indexTool.js';
import { makeEntry } from '../../../support/makeServer.js';
import cases from './indexTool.json' with { type: 'json' };
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
    const operation = { operationId: '', method: 'GET' as const, path: `/${words('p').join('/')}`, tags: [] };
    const entry = indexTool({ tool, operation, toolset: 'pets', enforced }, () => true);
    const parts = entry.terms.split('|').map((part) => part.split(' ').length);
    expect(parts).toEqual([30, 30, 30]);
    expect(entry.arguments.length).toBeLessThan(160);
  });

  test('is the same in every run', () => {
    for (const { document, operation } of cases)
      expect(shapeDocument(document).tool(operation).search).toEqual(
        shapeDocument(document).tool(operation).search,
      );
  });
});

describe('arguments in one line', () => {
  test.each([
    [[], [], ''],
    [['a', 'b', 'c'], ['c'], 'c, a?, b?'],
    [['__proto__'], ['__proto__'], '__proto__'],
  ])('%j, of which %j are needed', (names, required, line) => {
    const properties = Object.fromEntries(names.map((name) => [name, {}]));
    expect(listArguments({ type: 'object', properties, required })).toBe(line);
  });

  test('of many, as many as there is room for', () => {
    const properties = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`argument${index}`, {}]));
    const line = listArguments({ type: 'object', properties, required: ['argument39'] });
    expect(line).toMatch(/^argument39, argument0\?, .*argument9\? and 29 more$/);
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

function words(start: string): string[] {
  return Array.from({ length: 500 }, (_, index) => `${start}${index}`);
}
