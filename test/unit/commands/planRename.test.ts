import { describe, expect, test } from 'vitest';
import { type Wish, planRename } from '../../../generator/commands/rename/planRename.js';
import { takeSnapshot } from '../../../generator/compare/takeSnapshot.js';
import type { GivenName, NameLock } from '../../../generator/model/names.js';
import { shapeDocument } from '../../support/shapeDocument.js';

const query = (name: string) => ({ name, in: 'query', schema: { type: 'string' } });
const responses = { 200: { description: 'Fine' } };
const document = {
  paths: {
    '/pets': { get: { parameters: [query('limit'), query('page[size]')], responses } },
    '/toys': {
      get: { parameters: [query('region')], responses, 'x-mcp': { routing: { region: 'Region' } } },
    },
  },
};

/** What becomes of the entry of the pets, and of the wish. */
function plan(wish: Wish, entry: GivenName = { name: 'list_pets' }) {
  const names: NameLock = {
    given: { 'GET /pets': entry, 'GET /toys': { name: 'list_toys' }, 'GET /gone': { name: 'list_gone' } },
    text: '{}',
  };
  const { server } = shapeDocument(document, {}, undefined, undefined, names);
  const { names: planned, ...rest } = planRename(wish, names, takeSnapshot(server));
  expect(planned).toMatchObject({ text: '{}', given: { 'GET /toys': { name: 'list_toys' } } });
  return { ...rest, entry: planned.given['GET /pets'] };
}

describe('a tool', () => {
  test.each<[wish: Wish, before: GivenName, after: GivenName]>([
    [{ old: 'list_pets', now: 'find' }, { name: 'list_pets' }, { name: 'find', was: ['list_pets'] }],
    [
      { old: 'find', now: 'seek' },
      { name: 'find', operationId: 'x', was: ['list_pets'] },
      { name: 'seek', operationId: 'x', was: ['list_pets', 'find'] },
    ],
    [
      { old: 'find', now: 'list_pets' },
      { name: 'find', was: ['list_pets'] },
      { name: 'list_pets', was: ['find'] },
    ],
    [{ old: 'list_pets' }, { name: 'find', was: ['list_pets'] }, { name: 'find' }],
    [{ old: 'b' }, { name: 'find', was: ['a', 'b'] }, { name: 'find', was: ['a'] }],
  ])('%j of %j', (wish, before, after) => {
    expect(plan(wish, before)).toMatchObject({ kind: 'tool', old: wish.old, entry: after });
  });

  test.each<[wish: Wish, said: string]>([
    [{ old: 'list_gone', now: 'a' }, 'list_gone is not offered: it is reserved for GET /gone.'],
    [{ old: 'list_pets', now: 'list_gone' }, 'GET /gone has it, regardless of case.'],
    [{ old: 'list_toys', now: 'toys' }, 'list_toys has arguments that clients repeat in headers'],
    [{ old: 'list_toys.region', now: 'a' }, 'list_toys has arguments that clients repeat in headers'],
    [{ old: '', now: 'a' }, 'There is no tool "".'],
    [{ old: 'list_pets.', now: 'a' }, 'list_pets has no argument "".'],
    [{ old: 'constructor', now: 'a' }, 'There is no tool "constructor".'],
    [{ old: 'list_pets.constructor', now: 'a' }, 'list_pets has no argument "constructor".'],
    [{ old: 'list_pets.limit', now: '__proto__' }, '"__proto__" cannot be the name of an argument'],
  ])('%j is refused', (wish, said) => {
    expect(() => plan(wish)).toThrow(said);
  });
});

const renamed = (...was: string[]): GivenName => ({
  name: 'list_pets',
  arguments: { page_size: { name: 'size', was } },
});

describe('an argument', () => {
  test.each<[wish: Wish, before: GivenName, after: GivenName]>([
    [{ old: 'list_pets.page_size', now: 'size' }, { name: 'list_pets' }, renamed('page_size')],
    [
      { old: 'list_pets.size', now: 'max.items' },
      renamed('page_size'),
      { name: 'list_pets', arguments: { page_size: { name: 'max.items', was: ['page_size', 'size'] } } },
    ],
    [
      { old: 'list_pets.size', now: 'page_size' },
      renamed('page_size'),
      { name: 'list_pets', arguments: { page_size: { name: 'page_size', was: ['size'] } } },
    ],
    [
      { old: 'list_pets.size', now: 'page_size' },
      renamed(),
      { name: 'list_pets', arguments: { page_size: { name: 'page_size', was: ['size'] } } },
    ],
    [
      { old: 'list_pets.page_size' },
      renamed('page_size'),
      { name: 'list_pets', arguments: { page_size: { name: 'size' } } },
    ],
    [
      { old: 'list_pets.size' },
      { name: 'list_pets', arguments: { page_size: { name: 'page_size', was: ['size'] } } },
      { name: 'list_pets' },
    ],
  ])('%j of %j', (wish, before, after) => {
    expect(plan(wish, before)).toMatchObject({ kind: 'argument', tool: 'list_pets', isSent: false });
    expect(plan(wish, before).entry).toEqual(after);
  });

  test('may be given anyway by the name that the API has for it, and by no other', () => {
    expect(plan({ old: 'list_pets.limit', now: 'max' }).isSent).toBe(true);
    const entry = { name: 'list_pets', arguments: { limit: { name: 'max', was: ['limit'] } } };
    expect(plan({ old: 'list_pets.limit' }, entry)).toMatchObject({ now: 'max', isSent: true });
  });

  test('takes no name that another one had', () => {
    expect(() => plan({ old: 'list_pets.limit', now: 'page_size' }, renamed('page_size'))).toThrow(
      'size of list_pets was called page_size before, and can be given by it still.',
    );
  });
});
