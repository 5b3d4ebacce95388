import { describe, expect, test } from 'vitest';
import { parseText } from '../../../generator/load/parse/parseText.js';
import { InputError } from '../../../generator/model/diagnostic.js';
import type { Json } from '../../../generator/model/document.js';
import { thrownBy } from '../../support/thrownBy.js';

const values: { name: string; text: string; value: Json }[] = [
  { name: 'JSON', text: '{"a": [1, "b", null, true]}', value: { a: [1, 'b', null, true] } },
  { name: 'YAML', text: 'a:\n  - 1\n  - b\n', value: { a: [1, 'b'] } },
  { name: 'JSON with a comma too many', text: '{"a": [1, 2,],}', value: { a: [1, 2] } },
  { name: 'YAML in flow style', text: '{a: 1, b: [x]}', value: { a: 1, b: ['x'] } },
  { name: 'JSON after blank lines', text: '\n\n  {"a": 1}', value: { a: 1 } },
  {
    name: 'dates stay text',
    text: 'a: 2020-01-01\nb: 2020-01-01T10:00:00Z',
    value: { a: '2020-01-01', b: '2020-01-01T10:00:00Z' },
  },
  { name: 'tagged dates stay text', text: 'a: !!timestamp 2020-01-01', value: { a: '2020-01-01' } },
  {
    name: 'no, on, yes and off stay text',
    text: '[no, on, yes, off, y]',
    value: ['no', 'on', 'yes', 'off', 'y'],
  },
  { name: 'no in YAML that claims to be 1.1', text: '%YAML 1.1\n---\na: no', value: { a: 'no' } },
  { name: 'times are no numbers to the base of 60', text: 'a: 12:30:00', value: { a: '12:30:00' } },
  {
    name: 'infinity, which JSON lacks, stays text',
    text: 'a: .inf\nb: -.INF\nc: .nan',
    value: { a: '.inf', b: '-.INF', c: '.nan' },
  },
  {
    name: 'numbers and nothing as keys',
    text: '200: a\n4.5: b\n~: c',
    value: { '200': 'a', '4.5': 'b', '': 'c' },
  },
  { name: 'lists as keys', text: '? [a, b]\n: c', value: { '[ a, b ]': 'c' } },
  { name: 'anchors and aliases', text: 'a: &x {p: 1}\nb: *x', value: { a: { p: 1 }, b: { p: 1 } } },
  {
    name: 'merge keys',
    text: 'a: &a {p: 1, q: 1}\nb: &b {r: 2}\nc: {<<: [*a, *b], q: 3}\nd:\n  <<: *a\n  <<: *b\n',
    value: { a: { p: 1, q: 1 }, b: { r: 2 }, c: { p: 1, q: 3, r: 2 }, d: { p: 1, q: 1, r: 2 } },
  },
  { name: 'unknown tags', text: 'a: !include x.yaml', value: { a: 'x.yaml' } },
];

test.each(values)('$name', ({ text, value }) => {
  expect(parseText(text, 'api.yaml').value).toEqual(value);
});

test('aliases are written out, so that changing one place changes no other', () => {
  const { value } = parseText('a: &x {p: 1}\nb: *x', 'api.yaml');
  const { a, b } = value as { a: object; b: object };
  expect(a).not.toBe(b);
});

test.each(['{"__proto__": {"a": 1}, "b": 2}', '__proto__: {a: 1}\nb: 2'])(
  '__proto__ is a key like any other: %s',
  (text) => {
    const value = parseText(text, 'api.yaml').value as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'b']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('a' in value).toBe(false);
  },
);

describe('errors', () => {
  const broken = [
    { name: 'JSON that ends too early', text: '{\n  "a": 1,\n  "b": [\n', line: 4, says: /flow/i },
    { name: 'wrong indentation', text: 'a:\n  b: 1\n c: 2\n', line: 3, says: /same column/i },
    { name: 'a mapping in a mapping', text: 'a: 1\nb: c: d\n', line: 2, says: /nested mappings/i },
    { name: 'a tab', text: 'a:\n\tb: 1\n', line: 2, says: /tab/i },
  ];
  test.each(broken)('$name', ({ text, line, says }) => {
    const error = thrownBy(() => parseText(text, 'api.yaml'));
    expect(error.message).toMatch(/^The document is neither valid JSON nor valid YAML: /);
    expect(error.message).toMatch(says);
    expect(error.location).toMatchObject({ file: 'api.yaml', line });
    expect(error.hint).toBeDefined();
  });

  test('an alias without its anchor', () => {
    const error = thrownBy(() => parseText('a: 1\nb: *gone', 'api.yaml'));
    expect(error.message).toMatch(/^The document cannot be read as YAML: .*gone/s);
    expect(error.location).toEqual({ file: 'api.yaml', line: 2, column: 4 });
  });

  test('a merge of what is no mapping', () => {
    expect(thrownBy(() => parseText('a: &x 1\nb: {<<: *x}', 'api.yaml')).message).toMatch(/merge/i);
  });
});

describe('bounds', () => {
  const depths = [
    { name: 'JSON', text: (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth) },
    { name: 'JSON lists', text: (depth: number) => '['.repeat(depth) + ']'.repeat(depth) },
    { name: 'YAML lists', text: (depth: number) => 'a: ' + '['.repeat(depth) + ']'.repeat(depth) },
    {
      name: 'YAML blocks',
      text: (depth: number) =>
        Array.from({ length: depth }, (_, level) => `${' '.repeat(level)}a:\n`).join(''),
    },
  ];
  test.each(depths)('$name nested 10,000 levels deep', ({ text }) => {
    expect(thrownBy(() => parseText(text(10_000), 'api.yaml')).message).toMatch(
      /^api.yaml is nested more than 600 levels deep/,
    );
  });
  test.each(depths)('$name nested 500 levels deep are read', ({ text }) => {
    expect(parseText(text(500), 'api.yaml').value).toBeTypeOf('object');
  });

  test('a document that contains itself', () => {
    expect(thrownBy(() => parseText('a: &x\n  b: *x\n', 'api.yaml')).message).toMatch(/contains itself/);
  });

  test('an alias bomb', () => {
    const levels = Array.from(
      { length: 10 },
      (_, level) => `a${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`).join(', ')}]`,
    );
    const text = ['a0: &a0 [x, x, x, x, x, x, x, x, x]', ...levels].join('\n');
    expect(thrownBy(() => parseText(text, 'api.yaml')).message).toMatch(/alias/i);
  });

  test('few aliases to a large part', () => {
    const part = `part: &part [${'x, '.repeat(2_000)}x]`;
    const text = `${part}\nall: [${'*part, '.repeat(3_000)}*part]`;
    expect(thrownBy(() => parseText(text, 'api.yaml')).message).toMatch(/more than 5,000,000 values/);
  });

  test('many aliases in earnest', () => {
    const text = `word: &word {type: string}\nall: [${'*word, '.repeat(2_000)}*word]`;
    expect((parseText(text, 'api.yaml').value as { all: unknown[] }).all).toHaveLength(2_001);
  });
});

describe('what is odd', () => {
  const duplicates = [
    '{"a": 1, "b": [0, {"c": 1, "x": {"c": 1}, "c": 2}], "a": 2}',
    'a: 1\nb:\n  - 0\n  - c: 1\n    x: {c: 1}\n    c: 2\na: 2\n',
  ];
  test.each(duplicates)('keys given more than once: %s', (text) => {
    const { value, oddities } = parseText(text, 'api.yaml');
    expect(value).toEqual({ a: 2, b: [0, { c: 2, x: { c: 1 } }] });
    expect(oddities.map(({ path }) => path).toSorted()).toEqual([['a'], ['b', '1', 'c']]);
    expect(oddities[0]).toMatchObject({ done: 'the last one counts' });
  });

  test('keys spelled differently in JSON', () => {
    expect(parseText('{"a\\"": 1, "\\u0061\\"": 2}', 'api.json').oddities.map(({ path }) => path)).toEqual([
      ['a"'],
    ]);
  });

  test('text that looks like keys is none', () => {
    expect(
      parseText('{"a": "b", "c": ["a", "a"], "d": "{\\"a\\":1,\\"a\\":2}"}', 'api.json').oddities,
    ).toEqual([]);
  });

  test.each([
    ['a key that ends in a backslash', '{"a\\\\" : 1, "b": "\\": ", "a\\\\"\n: 2}', ['a\\']],
    ['strings that begin with a colon', '{"a": ":", "b": [" :", null], "b": 1}', ['b']],
    ['nothing of the kind', '{"a": ":", "b": {"a": ["\\": x"]}, "__proto__": {"b": " : "}}', []],
  ])('keys given more than once, and %s', (_what, text, keys) => {
    const { oddities, locate } = parseText(text, 'api.json');
    expect(oddities.map(({ path }) => path.at(-1))).toEqual(keys);
    expect(locate(['b'])).toMatchObject({ line: 1 });
  });

  test('several YAML documents', () => {
    const { value, oddities } = parseText('a: 1\n---\nb: 2\n', 'api.yaml');
    expect(value).toEqual({ a: 1 });
    expect(oddities).toEqual([
      { path: [], what: 'The file holds several YAML documents', done: 'only the first is read' },
    ]);
  });
});

describe('positions', () => {
  const yaml =
    'a:\n  b: 1\n  c:\n    - x\n    - y: 2\nmerged: &m\n  deep: 1\ninto:\n  <<: *m\n  own: 1\nalias: *m\n';
  const json = '{\n  "a": {\n    "b": 1,\n    "c": ["x", {"y": 2}], "d/e": {}\n  },\n  "f\\n": -1.5e3 }';
  const cases = [
    { text: yaml, path: [], at: [1, 1] },
    { text: yaml, path: ['a', 'b'], at: [2, 3] },
    { text: yaml, path: ['a', 'c', '1'], at: [5, 7] },
    { text: yaml, path: ['a', 'c', '1', 'y'], at: [5, 7] },
    { text: yaml, path: ['a', 'c', '7', 'y'], at: [3, 3] },
    { text: yaml, path: ['a', 'gone', 'b'], at: [1, 1] },
    { text: yaml, path: ['into', 'deep'], at: [7, 3] },
    { text: yaml, path: ['alias', 'deep'], at: [7, 3] },
    { text: json, path: [], at: [1, 1] },
    { text: json, path: ['a', 'b'], at: [3, 5] },
    { text: json, path: ['a', 'c', '1', 'y'], at: [4, 17] },
    { text: json, path: ['a', 'd/e'], at: [4, 27] },
    { text: json, path: ['a', 'b', 'c'], at: [3, 5] },
    { text: json, path: ['f\n'], at: [6, 3] },
    { text: json, path: ['gone'], at: [1, 1] },
  ];
  test.each(cases)('$path', ({ text, path, at }) => {
    const { line, column } = parseText(text, 'api').locate(path);
    expect([line, column]).toEqual(at);
  });

  test('behind and within parts of any size, however the JSON is laid out', () => {
    const value = {
      parts: Array.from({ length: 40 }, (_, index) => ({
        [`part${index}`]: { text: `"}],${'x'.repeat((index * 31) % 700)}`, list: [[], {}, [index * 31]] },
      })),
    };
    for (const indent of [0, 1, 2]) {
      const text = JSON.stringify(value, null, indent);
      const lines = text.split('\n');
      const { locate } = parseText(text, 'api.json');
      for (const index of [0, 7, 39]) {
        const { line, column } = locate(['parts', String(index), `part${index}`, 'list', '2']);
        expect(lines[line - 1]?.slice(column - 1).replaceAll(/\s/g, '')).toMatch(
          new RegExp(indent === 0 ? `^\\[${index * 31}\\]\\]\\}` : '^\\[$'),
        );
        expect(Number(lines[line]?.trim() ?? index * 31)).toBe(index * 31);
      }
    }
  });

  test('of the key that counts', () => {
    expect(parseText('{"a": 1,\n"a": 2}', 'api.json').locate(['a'])).toEqual({ line: 2, column: 1 });
    expect(parseText('a: 1\na: 2', 'api.yaml').locate(['a'])).toEqual({ line: 2, column: 1 });
  });

  test('in Windows files', () => {
    expect(parseText('a: 1\r\nb:\r\n  c: 1\r\n', 'api.yaml').locate(['b', 'c'])).toEqual({
      line: 3,
      column: 3,
    });
  });
});

test('the text of a number is kept', () => {
  const { textAt } = parseText('a: 1.0\nb: {c: 3.10}', 'api.yaml');
  expect([textAt(['a']), textAt(['b', 'c']), textAt(['b']), textAt(['gone'])]).toEqual([
    '1.0',
    '3.10',
    undefined,
    undefined,
  ]);
});

describe('numbers where a schema says that there is text', () => {
  test('are the text that is written', () => {
    const { value, oddities } = parseText(
      '{type: string, enum: [1.0, 2, "3.0"], default: 007, example: 1e3, examples: [0x1F]}',
      'api.yaml',
    );
    expect(parseText('a: {type: [string, "null"], enum: [1.0, null, true]}', 'api.yaml').value).toEqual({
      a: { type: ['string', 'null'], enum: ['1.0', null, true] },
    });
    expect(value).toEqual({
      type: 'string',
      enum: ['1.0', 2, '3.0'],
      default: '007',
      example: '1e3',
      examples: ['0x1F'],
    });
    expect(oddities[0]).toEqual({
      path: ['enum', '0'],
      what: 'The number 1.0 stands where the type says that there is text',
      done: 'it is read as "1.0"',
    });
    expect(oddities.map(({ path }) => path.join('/'))).toEqual([
      'enum/0',
      'default',
      'example',
      'examples/0',
    ]);
  });

  test('are numbers everywhere else', () => {
    const text =
      'a: {type: number, default: 1.0}\nb: {type: string, minLength: 1.0}\nc: {type: [string, number], enum: [1.0]}';
    const { value, oddities } = parseText(text, 'api.yaml');
    expect(value).toEqual({
      a: { type: 'number', default: 1 },
      b: { type: 'string', minLength: 1 },
      c: { type: ['string', 'number'], enum: [1] },
    });
    expect(oddities).toEqual([]);
  });
});

test('an InputError it is, since the fault is in the file', () => {
  expect(thrownBy(() => parseText('a: b: c', 'api.yaml'))).toBeInstanceOf(InputError);
});
