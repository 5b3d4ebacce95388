import { describe, expect, test } from 'vitest';
import { createChecker } from '../../../../templates/project/src/runtime/arguments/createChecker.js';
import type { ObjectSchema, Schema } from '../../../../templates/project/src/runtime/tool.js';

const components: Record<string, Schema> = {
  Pet: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  Tree: {
    type: 'object',
    properties: { value: { type: 'integer' }, left: { anyOf: [{ $ref: 'Tree' }, { type: 'null' }] } },
    additionalProperties: false,
  },
  Card: {
    type: 'object',
    properties: { kind: { const: 'card' }, number: { type: 'string', pattern: '^[0-9]{4}$' } },
    required: ['kind', 'number'],
  },
  Bank: {
    type: 'object',
    properties: { kind: { const: 'bank' }, iban: { type: 'string' } },
    required: ['kind', 'iban'],
  },
  State: { type: 'string', enum: ['open', 'closed', 'all'] },
  Broken: { type: 'string', pattern: '[' },
};

const schema = (properties: Record<string, Schema>, rest: object = {}): ObjectSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...rest,
});
const check = createChecker(components);

function explain(given: ObjectSchema, args: unknown): string[] {
  try {
    check('list_issues', given, args);
  } catch (error) {
    expect(error).toMatchObject({ name: 'CallError' });
    const [head, ...lines] = (error as Error).message.split('\n');
    expect(head).toBe(
      'Invalid arguments for list_issues; nothing was sent to the API. Fix these and call again:',
    );
    return lines;
  }
  return [];
}

describe('the text of an error', () => {
  test('says where, what was given and what is expected, with the nearest names', () => {
    const issues = schema(
      { owner: { type: 'string' }, state: { $ref: 'State' }, per_page: { type: 'integer', maximum: 100 } },
      { required: ['owner', 'state'] },
    );
    expect(explain(issues, { ownr: 'x', state: 'opened', per_page: 500 })).toEqual([
      '- owner: required but missing (string)',
      '- ownr: unknown field, did you mean "owner"?',
      '- state: "opened" is not allowed, did you mean "open"? Use one of "open", "closed", "all"',
      '- per_page: 500 must be <= 100',
    ]);
    expect(explain(issues, { owner: 'x' })).toEqual([
      '- state: required but missing. Use one of "open", "closed", "all"',
    ]);
  });

  const union: Schema = { oneOf: [{ $ref: 'Card' }, { $ref: 'Bank' }] };
  const cases: [name: string, property: Schema, value: unknown, lines: string[]][] = [
    ['type', { type: 'integer' }, 'x', ['- p: expected integer, got string "x"']],
    [
      'null',
      { type: 'array', items: { type: 'integer' } },
      [null],
      ['- p.0: expected integer, got null: leave it out if there is nothing to give'],
    ],
    ['types', { type: ['integer', 'null'] }, 'x', ['- p: expected integer or null, got string "x"']],
    ['const', { const: 1 }, 2, ['- p: 2 is not allowed. Use 1']],
    ['pattern', { type: 'string', pattern: '^a+$' }, 'b', ['- p: "b" does not match ^a+$']],
    [
      'a pattern of the generator',
      { type: 'string', pattern: '^[^/]+$', $comment: 'must not hold /' },
      'a/b',
      ['- p: "a/b" must not hold /'],
    ],
    [
      'dependentRequired',
      { properties: { kind: { type: 'string' } }, dependentRequired: { a: ['kind'] } },
      { a: 1 },
      ['- p.kind: required since a is given (string)'],
    ],
    [
      'format',
      { type: 'string', format: 'date-time' },
      'yesterday',
      ['- p: "yesterday" is not a valid date-time (RFC 3339, such as 2024-05-01T13:00:00Z)'],
    ],
    ['format without an example', { type: 'string', format: 'ipv6' }, 'x', ['- p: "x" is not a valid ipv6']],
    ['minLength', { type: 'string', minLength: 2 }, 'a', ['- p: "a" is shorter than 2 characters']],
    ['minLength of one', { type: 'string', minLength: 1 }, '', ['- p: "" is shorter than 1 character']],
    ['maxLength', { type: 'string', maxLength: 2 }, 'abc', ['- p: "abc" is longer than 2 characters']],
    ['minItems', { type: 'array', minItems: 2 }, [1], ['- p: has 1 item, at least 2 are needed']],
    ['maxItems', { type: 'array', maxItems: 1 }, [1, 2], ['- p: has 2 items, at most 1 is allowed']],
    ['minimum', { type: 'number', exclusiveMinimum: 0 }, 0, ['- p: 0 must be > 0']],
    ['other keywords', { type: 'number', multipleOf: 5 }, 7, ['- p: 7 must be a multiple of 5']],
    ['a forbidden property', { properties: { a: false } }, { a: 1 }, ['- p.a: not allowed']],
    [
      'members',
      { type: 'array', items: { $ref: 'Pet' } },
      [{ name: 'a' }, {}],
      ['- p.1.name: required but missing (string)'],
    ],
    [
      'odd names',
      { properties: { 'a/b~c': { type: 'integer' } } },
      { 'a/b~c': 'x' },
      ['- p.a/b~c: expected integer, got string "x"'],
    ],
    [
      'a union by its tag',
      union,
      { kind: 'card', number: 'x' },
      ['- p.number: "x" does not match ^[0-9]{4}$'],
    ],
    [
      'a union with a wrong tag',
      union,
      { kind: 'crad' },
      ['- p.kind: "crad" is not allowed, did you mean "card"? Use one of "card", "bank"'],
    ],
    [
      'a union without its tag',
      union,
      { iban: 'x' },
      ['- p.kind: required but missing. Use one of "card", "bank"'],
    ],
    [
      'a union and another type',
      union,
      5,
      ['- p: 5 fits none of the accepted forms: Card {kind, number} | Bank {kind, iban}'],
    ],
    [
      'a union without a tag',
      {
        anyOf: [
          { type: 'object', required: ['a'] },
          { title: 'By b', type: 'object', required: ['b'] },
        ],
      },
      {},
      ['- p: give a or b'],
    ],
    [
      'a union of single types',
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      {},
      ['- p: {} fits none of the accepted forms: string | null'],
    ],
    [
      'something or null',
      { anyOf: [{ $ref: 'Pet' }, { type: 'null' }] },
      { name: 5.5 },
      ['- p.name: expected string, got number 5.5'],
    ],
    [
      'a union in a union',
      { $ref: 'Tree' },
      { left: { left: { value: 'x' } } },
      ['- p.left.left.value: expected integer, got string "x"'],
    ],
    [
      'more than one branch',
      { oneOf: [{ properties: { a: {} } }, { title: 'Any', type: 'object' }] },
      { a: 1 },
      [
        '- p: fits more than one of the accepted forms: null or boolean or integer or number or string or array or object | Any. Give what only one has',
      ],
    ],
    [
      'a union with references into the schema itself',
      { anyOf: [{ $ref: '#/$defs/N' }, { type: 'null' }] },
      { n: 'x' },
      ['- p.n: expected integer, got string "x"'],
    ],
    [
      'a secret',
      { properties: { password: { type: 'string', maxLength: 3 } } },
      { password: 'hunter2' },
      ['- p.password: "[redacted]" is longer than 3 characters'],
    ],
    [
      'a secret inside',
      { type: 'string' },
      { api_key: 'hunter2', n: 1 },
      ['- p: expected string, got object {"api_key":"[redacted]","n":1}'],
    ],
    [
      'a long value',
      { type: 'integer' },
      'x'.repeat(100),
      [`- p: expected integer, got string "${'x'.repeat(58)}…`],
    ],
    [
      'many values',
      { enum: Array.from({ length: 40 }, (_, index) => `v${index}`) },
      'other',
      [
        '- p: "other" is not allowed. Use one of "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", … (40 in all). To see others, give how they begin and *, such as "a*"',
      ],
    ],
    [
      'if and then',
      JSON.parse('{"if":{"required":["a"]},"then":{"required":["b"]}}') as Schema,
      { a: 1 },
      ['- p.b: required here since a is given'],
    ],
  ];
  test.each(cases)('%s', (_name, property, value, lines) => {
    const $defs = { N: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } } };
    expect(explain(schema({ p: property }, { $defs }), { p: value })).toEqual(lines);
  });

  test('is eight lines at most', () => {
    const args = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`unknown${index}`, 1]));
    const lines = explain(schema({}), args);
    expect(lines).toHaveLength(8);
    expect(lines.at(-1)).toBe('- and 13 more');
  });

  test('takes no time over many errors, nor over unions of unions', () => {
    const names = Array.from({ length: 14 }, (_, index) => `U${index}`);
    const tangled = createChecker({
      ...Object.fromEntries(names.map((name) => [name, { anyOf: names.map(($ref) => ({ $ref })) }])),
      Leaf: {
        anyOf: [
          { type: 'object', required: ['a'] },
          { type: 'object', required: ['b'] },
        ],
      },
    });
    const started = process.cpuUsage();
    const root = schema({
      list: { type: 'array', items: { $ref: 'Leaf' } },
      tangle: { type: 'integer', $ref: 'U0' },
    });
    expect(() => tangled('t', root, { list: Array.from({ length: 20_000 }, () => ({})) })).toThrow('list.0');
    expect(() =>
      tangled('t', schema({ tangle: { allOf: [{ $ref: 'U0' }, { type: 'integer' }] } }), { tangle: 'x' }),
    ).toThrow();
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  });
});

describe('the check', () => {
  test.each<[unknown, string]>([
    ['text', '- arguments: must be an object with a member for each argument'],
    [5, '- arguments: must be an object with a member for each argument'],
    [['a'], '- arguments: must be an object with a member for each argument'],
    [JSON.parse('{"a":{"__proto__":{"admin":true}}}'), '- a.__proto__: not allowed as a name'],
    [JSON.parse('{"__proto__":{"admin":true}}'), '- __proto__: not allowed as a name'],
    [{ a: ['\ud800'] }, '- a.0: holds half of a character (a lone surrogate)'],
    [{ '\udc00': 1 }, '- \\udc00: holds half of a character (a lone surrogate)'],
  ])('refuses %j', (args, line) => {
    expect(explain(schema({ a: {} }), args)).toEqual([line]);
  });

  test('refuses what is nested too deeply', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as unknown;
    expect(explain(schema({ a: {} }), deep)[0]).toMatch(/nested more than 64 levels deep/);
  });

  test('takes a whole pair of surrogates', () => {
    expect(check('t', schema({ a: {} }), { a: '😀' })).toEqual({ a: '😀' });
  });

  test('takes no arguments at all, and arguments in a string', () => {
    expect(check('t', schema({}), undefined)).toEqual({});
    expect(check('t', schema({ n: { type: 'integer' } }), '{"n":"5"}')).toEqual({ n: 5 });
  });

  test.each([
    'Pet',
    'a/b',
    'Foo<Bar>',
    'My Schema',
    'foo:bar',
    'Öl',
    'a%2Fb',
    'a#b',
    'constructor',
    'toString',
    '..',
    'http://x.y/z',
  ])('finds the component "%s", recursion included', (name) => {
    const named = createChecker({
      [name]: { type: 'object', properties: { next: { $ref: name }, v: { type: 'integer' } } },
    });
    const root = schema({ p: { $ref: name } });
    expect(named('t', root, { p: { next: { v: 1 } } })).toEqual({ p: { next: { v: 1 } } });
    expect(() => named('t', root, { p: { next: { next: { v: 'x' } } } })).toThrow(
      'p.next.next.v: expected integer',
    );
  });

  test('follows references into the schema itself', () => {
    const own = schema({ p: { $ref: '#/$defs/N' } }, { $defs: { N: { type: 'integer' } } });
    expect(explain(own, { p: 'x' })).toEqual(['- p: expected integer, got string "x"']);
  });

  const union = { anyOf: [{ type: 'boolean' }, { type: 'number', properties: { y: {} } }] };
  const patterned = { type: 'object', patternProperties: { '^x': { type: 'string' } } };

  test('takes a value of a union beside patterns', () => {
    const odd = createChecker({ A: union });
    const root = schema({ q: { ...patterned, allOf: [{ $ref: 'A' }] } });
    expect(() => odd('t', root, { q: { x: 'a' } })).toThrow('q: {"x":"a"} fits none of the accepted forms');
  });

  test('takes a value of a union beside patterns where it keeps track of members', () => {
    const odd = createChecker({ A: union });
    const root = schema({ q: { ...patterned, allOf: [{ $ref: 'A' }], unevaluatedProperties: false } });
    expect(() => odd('t', root, { q: { x: 'a' } })).toThrow('q: {"x":"a"} fits none of the accepted forms');
  });

  test('says in words that it cannot check', () => {
    const odd = createChecker({ A: { anyOf: [{ $ref: 'A' }, { type: 'integer' }] } });
    expect(() => odd('t', schema({ q: { $ref: 'A' } }), { q: 'x' })).toThrow(
      /^The arguments of this tool cannot be checked, since its schema is broken \(.*\); nothing was sent/,
    );
  });

  test.each<[string, Schema]>([
    ['unevaluatedProperties', { unevaluatedProperties: false }],
    ['a component with unevaluatedProperties', { $ref: 'Closed' }],
  ])('follows %s', (_name, rule) => {
    const closed = createChecker({ Closed: { properties: { b: {} }, unevaluatedProperties: false } });
    const given = { allOf: [{ properties: { b: {} } }], ...(rule as object) };
    expect(closed('t', schema({ p: given }), { p: { b: 1 } })).toEqual({ p: { b: 1 } });
    expect(() => closed('t', schema({ p: given }), { p: { c: 1 } })).toThrow('p.c: unknown field');
  });

  test.each<[string, Schema]>([
    ['a pattern', { $ref: 'Broken' }],
    ['a reference', { $ref: 'Nowhere' }],
  ])('says in words that %s of the schema is broken, every time', (_name, property) => {
    const broken = schema({ p: property });
    for (let time = 0; time < 2; time += 1) {
      expect(() => check('t', broken, { p: 'x' })).toThrow(/its schema is broken \(.*\); nothing was sent/);
    }
    expect(check('t', schema({ p: {} }), { p: 'x' })).toEqual({ p: 'x' });
  });

  test.each<[format: string, good: unknown, bad: unknown]>([
    ['int32', 2 ** 31, undefined],
    ['double', 5.5, undefined],
    ['binary', 'anything', undefined],
    ['password', 'anything', undefined],
    ['no-such-format', 'anything', undefined],
  ])('knows the format %s', (format, good, bad) => {
    const formatted = schema({ p: { format } });
    expect(explain(formatted, { p: good })).toEqual([]);
    if (bad !== undefined) expect(explain(formatted, { p: bad })[0]).toContain(`is not a valid ${format}`);
  });
});

describe('a name that differs from the one on the wire', () => {
  const sized = schema({ page_size: { type: 'integer' }, page_size_query: { type: 'integer' }, tag: {} });
  const parameters = [
    { argument: 'page_size', name: 'page_size', in: 'query' as const },
    { argument: 'page_size_query', name: 'page[size]', in: 'query' as const },
  ];
  const call = (args: object, more: typeof parameters = []) =>
    check('t', sized, args, undefined, [...parameters, ...more]);

  test('is taken for the argument that is sent by it', () => {
    expect(call({ 'page[size]': '5' })).toEqual({ page_size_query: 5 });
    expect(call({ 'page[size]': 5, page_size: 6 })).toEqual({ page_size_query: 5, page_size: 6 });
  });

  test('is refused beside that argument', () => {
    expect(() => call({ 'page[size]': 5, page_size_query: 6 })).toThrow(
      'page_size_query: given twice, also by the name that it is sent by: give it once',
    );
  });

  test('is refused where several are sent by it, and all of them are named', () => {
    const other = { argument: 'tag', name: 'page[size]', in: 'query' as const };
    expect(() => call({ 'page[size]': 5 }, [other])).toThrow(
      'page[size]: several arguments are sent by this name: give page_size_query or tag',
    );
  });

  test('is taken for the property of a body, but not for the argument of that name', () => {
    const given = schema({ id: { type: 'string' }, id_body: { type: 'integer' }, user_name: {} });
    const body = {
      mediaType: 'application/json',
      codec: 'json' as const,
      required: true,
      argument: 'body',
      fields: { id_body: 'id', user_name: 'user[name]' },
    };
    const id = { argument: 'id', name: 'id', in: 'path' as const };
    expect(check('t', given, { id: 'a', 'user[name]': 'n' }, body, [id])).toEqual({
      id: 'a',
      user_name: 'n',
    });
  });
});

describe('a body that is spread over the arguments', () => {
  const spread = schema({ id: { type: 'string' }, id_body: { type: 'integer' }, name: { type: 'string' } });
  const body = {
    mediaType: 'application/json',
    codec: 'json' as const,
    required: true,
    argument: 'body',
    fields: { id_body: 'id', name: 'name' },
  };

  test.each<[given: unknown, result: unknown]>([
    [
      { id: 'a', body: { id: '5', name: 'n' } },
      { id: 'a', id_body: 5, name: 'n' },
    ],
    [{ body: '{"name":"n"}' }, { name: 'n' }],
    [{ name: 'n' }, { name: 'n' }],
  ])('may be given whole: %j', (given, result) => {
    expect(check('t', spread, given, body)).toEqual(result);
  });

  test('is refused where a field is given twice', () => {
    expect(() => check('t', spread, { body: { name: 'n' }, name: 'm' }, body)).toThrow(
      'name: given twice, by itself and in body: give it once',
    );
    expect(() => check('t', spread, { id_body: 1, body: '{"id":2}' }, body)).toThrow('id_body: given twice');
  });

  test('is checked as well when given whole', () => {
    expect(() => check('t', spread, { body: { nmae: 'x' } }, body)).toThrow(
      'nmae: unknown field, did you mean "name"?',
    );
    expect(() => check('t', spread, { body: 'no JSON' }, body)).toThrow('body: unknown field');
  });

  test('may have a field of the name that the whole would have', () => {
    const clash = schema({ body: { type: 'object' } });
    expect(check('t', clash, { body: { a: 1 } }, { ...body, fields: { body: 'body' } })).toEqual({
      body: { a: 1 },
    });
  });
});

describe('further arguments, which are given as one', () => {
  const wide = schema({ a: { type: 'integer' }, b: { type: 'string' }, c: { type: 'string' } });
  const strict = createChecker({}, { nullMeansAbsent: true, mapsAsText: true });

  test.each<[given: object, meant: object]>([
    [
      { a: 1, further_arguments: '{"b":"x"}' },
      { a: 1, b: 'x' },
    ],
    [
      { a: 1, further_arguments: { b: 'x', c: null } },
      { a: 1, b: 'x' },
    ],
    [
      { a: 1, further_arguments: '{"a":2,"b":"x"}' },
      { a: 1, b: 'x' },
    ],
    [{ a: 1, further_arguments: null }, { a: 1 }],
    [{ a: 1, further_arguments: '{}' }, { a: 1 }],
  ])('%j means %j', (given, meant) => {
    expect(strict('find', wide, given)).toEqual(meant);
  });

  test('are checked as all others are', () => {
    expect(() => strict('find', wide, { further_arguments: '{"bb":"x"}' })).toThrow(
      '- bb: unknown field, did you mean "b"?',
    );
    expect(() => strict('find', wide, { further_arguments: 'b=x' })).toThrow(
      '- further_arguments: unknown field',
    );
    expect(() => check('find', wide, { further_arguments: '{"b":"x"}' })).toThrow(
      '- further_arguments: unknown field',
    );
  });

  test('leave an argument of that name alone', () => {
    const own = schema({ further_arguments: { type: 'string' }, b: { type: 'string' } });
    const args = { further_arguments: '{"b":"x"}' };
    expect(strict('find', own, args)).toEqual(args);
  });
});
