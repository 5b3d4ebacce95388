import { describe, expect, test, vi } from 'vitest';
import { createSearch } from '../../../../templates/project/src/runtime/search/createSearch.js';
import { termsOf } from '../../../../templates/project/src/runtime/search/terms.js';
import type { SearchEntry } from '../../../../templates/project/src/runtime/tool.js';
import { shapeDocument } from '../../../support/shapeDocument.js';
import facts from './search.json' with { type: 'json' };
import texts from './searchTerms.json' with { type: 'json' };

interface Case {
  document: string;
  query: string;
  /** The tool that comes first. */
  first?: string;
  /** The tools that come first, in any order. */
  among?: string[];
  /** Tools that are not found. */
  without?: string[];
}

const searches = new Map(
  Object.entries(facts.documents).map(([name, document]) => [
    name,
    createSearch(shapeDocument(document).tools.map(({ search }) => search)),
  ]),
);

test.each(texts)('a text becomes terms: $name', ({ text, terms }) => {
  expect(termsOf(text)).toEqual(terms);
});

test.each(facts.cases as Case[])('in $document, "$query" finds $first$among', (one) => {
  const { document, query, first, among = [], without = [] } = one;
  const found = (searches.get(document)?.(query).entries ?? []).map(({ name }) => name);
  if (first !== undefined) expect(found[0]).toBe(first);
  expect(found.slice(0, among.length).toSorted()).toEqual(among.toSorted());
  expect(found.filter((name) => without.includes(name))).toEqual([]);
});

function makeEntries(...terms: string[]): SearchEntry[] {
  return terms.map((text, index) => ({
    name: `tool_${index}`,
    toolset: 'things',
    readOnly: true,
    title: '',
    arguments: '',
    terms: text,
    act: text.includes('delet') ? 'delete' : 'list',
  }));
}

function find(terms: readonly string[], query: string): string[] {
  return createSearch(makeEntries(...terms))(query).entries.map(({ name }) => name);
}

test('what holds no word of the query is not found, whatever it does', () => {
  expect(find(['list pet|get', 'list order|get', 'get invoice|get', 'delet pet'], 'pets')).toEqual([
    'tool_0',
    'tool_3',
  ]);
});

describe('the order', () => {
  test('of equal tools is that of the list', () => {
    expect(find(['a pet', 'pet', 'b pet', 'pet'], 'pet')).toEqual(['tool_1', 'tool_3', 'tool_0', 'tool_2']);
  });

  test('a term of a name weighs more than one of a path, and that more than one of an argument', () => {
    expect(find(['x||pet', 'x|pet', 'pet|x', 'y'], 'pet')).toEqual(['tool_2', 'tool_1', 'tool_0']);
  });

  test('a term that few tools have weighs more than one that many have', () => {
    expect(find(['pet', 'pet', 'pet', 'chip'], 'pet chip')[0]).toBe('tool_3');
  });

  test('the very word comes before one that means the same', () => {
    expect(find(['remov pet', 'delet pet'], 'delete pet')).toEqual(['tool_1', 'tool_0']);
    expect(find(['remov pet', 'creat pet'], 'delete pet')[0]).toBe('tool_0');
  });

  test('tools that read come first where the query does not say what to do', () => {
    expect(find(['delet pet', 'list pet'], 'pets')[0]).toBe('tool_1');
    expect(find(['delet pet', 'list pet'], 'delete pets')[0]).toBe('tool_0');
  });

  test('what changes something comes later where a query is no more than the name of a thing', () => {
    const [first, second] = makeEntries('nod|creat', 'nod|watch');
    const entries = [{ ...first!, readOnly: false, act: 'create' as const }, second!];
    expect(createSearch(entries)('nodes').entries.map(({ name }) => name)).toEqual(['tool_1', 'tool_0']);
    expect(createSearch(entries)('create nodes').entries[0]?.name).toBe('tool_0');
  });

  test('more arguments do not make a tool fit less', () => {
    expect(find(['pet|x|a b c d e f g', 'pet|x y'], 'pet')[0]).toBe('tool_0');
  });
});

/** The first tool of three, which take these arguments. */
function firstOf(query: string, ...named: string[]): string | undefined {
  const entries = makeEntries(
    'list pet|get|v|end at stop',
    'chang pet|updat|v|stop at end',
    'pet|x|v|stop end',
  );
  for (const [index, entry] of entries.entries())
    Object.assign(entry, { readOnly: index !== 1, arguments: named[index] ?? '' });
  return createSearch(entries)(query).entries[0]?.name;
}

describe('a name of an argument', () => {
  test('brings the tool that takes it, or has a field of that name', () => {
    expect(firstOf('stop_at_end', 'stop?', 'id, body?: {name? stop_at_end? +3}')).toBe('tool_1');
    expect(firstOf('stopAtEnd', 'stop?', 'stop_at_end?')).toBe('tool_1');
    expect(firstOf('pets with stop_at_end', '', '', 'stop_at_end?')).toBe('tool_2');
  });

  test('is none where it is a plain word', () => {
    expect(firstOf('stop at the end', '', 'stop?')).toBe('tool_0');
  });
});

describe('values in a query', () => {
  test.each(['list pets 12 sub_123 of https://example.com/hook?x=1 for ann@example.com', 'list pets A 2024'])(
    'are no words that a tool should know: %s',
    (query) => {
      const { unknown, isPoor, entries } = createSearch(makeEntries('list pet|get'))(query);
      expect(entries.map(({ name }) => name)).toEqual(['tool_0']);
      expect({ unknown, isPoor }).toEqual({ unknown: [], isPoor: false });
    },
  );

  test('are not the names of things with a digit', () => {
    const { unknown, isPoor } = createSearch(makeEntries('list pet|get'))('list s3 k8s mp3');
    expect({ unknown, isPoor }).toEqual({ unknown: ['s3', 'k8s', 'mp3'], isPoor: true });
  });

  test('are looked for where there is nothing else', () => {
    expect(createSearch(makeEntries('list pet|get'))('r2d2').unknown).toEqual(['r2d2']);
  });
});

test('a search looks at no more than what its terms are in', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `thing${index} common`);
  const search = createSearch(makeEntries(...many, 'pet', 'list pet', 'pet food'));
  search('warm up');
  // Each place that is looked at is rounded once.
  const looks = vi.spyOn(Math, 'floor');
  try {
    search('pets');
    expect(looks.mock.calls.length).toBeGreaterThan(0);
    expect(looks.mock.calls.length).toBeLessThanOrEqual(3);
    looks.mockClear();
    search('common pets');
    expect(looks.mock.calls.length).toBeLessThanOrEqual(5_003);
  } finally {
    looks.mockRestore();
  }
});

describe('what is left out', () => {
  test('tools that have no word of the query', () => {
    expect(find(['pet', 'shelter'], 'pet')).toEqual(['tool_0']);
    expect(find(['pet', 'shelter'], 'invoice')).toEqual([]);
  });
});

describe('what matches far less than the best', () => {
  const terms = ['rare pet', ...Array.from({ length: 6 }, () => 'x||pet'), 'y', 'z'];

  test('is left out, but for a few', () => {
    expect(find(terms, 'rare pets')).toEqual(['tool_0', 'tool_1', 'tool_2', 'tool_3', 'tool_4']);
    expect(find(terms.slice(1), 'pet')).toHaveLength(6);
  });

  test('stays where the best is not wanted, and beside what is asked for by its name', () => {
    const search = createSearch(makeEntries(...terms));
    expect(search('rare pet', ({ name }) => name !== 'tool_0').entries).toHaveLength(6);
    expect(createSearch(makeEntries('tool 0', 'tool 1', 'tool 2'))('tool_1').entries).toHaveLength(3);
  });
});

describe('a query that finds nothing by itself', () => {
  test.each([
    ['the beginning of a word', 'shel'],
    ['two words in one', 'dogshelter'],
    ['a letter too few', 'sheltr'],
    ['a letter too many', 'sheltter'],
    ['another letter', 'sheltar'],
    ['letters the wrong way round', 'shetler'],
    ['a part of a word', 'helte'],
  ])('%s stands for the word', (_, query) => {
    expect(find(['pet', 'dog shelter'], query)).toEqual(['tool_1']);
  });

  test('short ones are not guessed', () => {
    expect(find(['pet', 'dog'], 'pat')).toEqual([]);
    expect(find(['pet', 'dog'], 'pe')).toEqual(['tool_0']);
  });
});

test('the only tool that seeks is brought up only where it is wanted', () => {
  const entries = makeEntries('pet|list', 'order|list', 'search').map((entry, place) =>
    Object.assign(entry, place === 2 && { toolset: 'others', seeks: true as const }),
  );
  const search = createSearch(entries);
  const namesOf = (isWanted?: (entry: SearchEntry) => boolean) =>
    search('find a pet by name', isWanted).entries.map(({ name }) => name);
  expect(namesOf()).toEqual(['tool_0', 'tool_2']);
  expect(namesOf(({ toolset }) => toolset === 'things')).toEqual(['tool_0']);
});

describe('hostile queries', () => {
  const search = createSearch(
    Array.from({ length: 300 }, (_, index) => makeEntries(`pet${index} list|path|argument`)).flat(),
  );

  test.each([
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['punctuation', '!?.,;:-_/\\'.repeat(10_000)],
    ['only words that say nothing', 'what can you do for me'],
    ['emoji', '🎉'.repeat(1000)],
    ['half a surrogate pair', '\ud83c'],
    ['combining marks', '\u0301'.repeat(100_000)],
    ['one endless word', 'x'.repeat(100_000)],
    ['a script that nobody used', '宠物'.repeat(10_000)],
    ['patterns', '(.*)+$ [a-z]{1,99}'],
  ])('%s finds nothing', (_, query) => {
    expect(search(query).entries).toEqual([]);
  });

  test('of a long query, the beginning counts', () => {
    expect(search(`pet7 ${'filler '.repeat(15_000)}`).entries[0]?.terms).toContain('pet7 ');
    expect(search(`${'filler '.repeat(15_000)} pet7`).entries).toEqual([]);
  });

  test('names that every object has are words like others', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    for (const name of names) expect(search(name).entries).toEqual([]);
    expect(find(['proto', 'constructor'], '__proto__')).toEqual(['tool_0']);
    expect(find(['proto', 'constructor'], 'constructor')).toEqual(['tool_1']);
  });
});

test('nothing is indexed before the first search, and nothing twice', () => {
  let reads = 0;
  const [entry] = makeEntries('pet');
  const counted = {
    ...entry,
    get terms() {
      reads += 1;
      return 'pet';
    },
  } as SearchEntry;
  const search = createSearch([counted]);
  expect(reads).toBe(0);
  expect(search('pet').entries).toHaveLength(1);
  expect(search('pets').entries).toHaveLength(1);
  expect(reads).toBe(1);
});

test('no tools, and terms of any form, are searched as well', () => {
  expect(createSearch([])('pet').entries).toEqual([]);
  expect(find(['', '||', 'pet pet pet', '|||||pet', ' pet  dog '], 'pet')).toEqual(['tool_2', 'tool_4']);
});
