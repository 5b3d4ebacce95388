import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createJudge } from '../../../generator/schema/judge.js';
import { createChecker } from '../../../templates/project/src/runtime/arguments/createChecker.js';
import type { ObjectSchema, Schema } from '../../../templates/project/src/runtime/tool.js';
import { createValidator } from '../../../templates/project/src/runtime/validate/validate.js';
import { type Work, createWork } from '../../../templates/project/src/runtime/validate/problem.js';
import { compileAlone } from '../../support/compileAlone.js';
import cases from './boundedWork.json' with { type: 'json' };
import { makeRecursive } from './makeRecursive.js';

/** Work without a bound that tells how much was done. */
function createCounter(): Work & { done: number } {
  const counter = {
    done: 0,
    take: (steps = 1) => {
      counter.done += steps;
    },
    restart: () => undefined,
  };
  return counter;
}

/** A value within so many objects; `$` in the pattern of one stands for what it holds. */
function nest(levels: number, around: unknown, leaf: unknown): unknown {
  let value = leaf;
  for (let level = 0; level < levels; level += 1) value = put(around, value);
  return value;
}

function put(around: unknown, value: unknown): unknown {
  if (around === '$') return value;
  if (Array.isArray(around)) return around.map((item) => put(item, value));
  if (typeof around !== 'object' || around === null) return around;
  return Object.fromEntries(Object.entries(around).map(([name, member]) => [name, put(member, value)]));
}

/** An object that must hold another of one of these components. */
function chooseNext(...names: string[]): object {
  return {
    type: 'object',
    required: ['next'],
    properties: { next: { anyOf: names.map(($ref) => ({ $ref })) } },
  };
}

function listChains(count: number): { p: unknown[] } {
  return { p: Array.from({ length: count }, () => nest(50, { next: '$' }, {})) };
}

function makeItems(count: number): object[] {
  return Array.from({ length: count }, (_, id) => ({ id, of: { a: 1 } }));
}

/** What a check comes to: the arguments, or the text of the refusal; and how much was done. */
interface Checked {
  text: string;
  done: number;
}

/** Makes what checks values of a schema, by a validator that makes the schema ready once. */
function makeCheck(components: Record<string, Schema>, schema: Schema): (value: unknown) => Checked {
  const work = createCounter();
  const check = createChecker(components, { work });
  const root = { type: 'object', properties: { p: schema }, additionalProperties: false } as const;
  return (value) => {
    work.done = 0;
    try {
      check('t', root, { p: value });
      return { text: 'accepted', done: work.done };
    } catch (error) {
      return { text: (error as Error).message, done: work.done };
    }
  };
}

/** The same for one value, by a validator that nothing was asked before. */
function run(components: Record<string, Schema>, schema: Schema, value: unknown): Checked {
  return makeCheck(components, schema)(value);
}

describe('the validator', () => {
  test('takes values for what they are now, and not for what they were in the check before', () => {
    const check = createChecker({});
    const root = { type: 'object', properties: { p: { type: 'array', uniqueItems: true } } } as const;
    const items = [{ id: 1 }, { id: 2 }];
    check('t', root, { p: items });
    items[1]!.id = 1;
    expect(() => check('t', root, { p: items })).toThrow('the same item twice');
  });

  test.each(cases)('takes a number of steps that follows from the levels: $name', (one) => {
    const components = one.components as unknown as Record<string, Schema>;
    const schema = one.schema as unknown as Schema;
    const at = (levels: number) => run(components, schema, nest(levels, one.around, one.leaf));
    const [half, whole] = [at(30), at(60)];
    expect(whole.done / half.done, `${half.done} steps, then ${whole.done}`).toBeLessThan(5);
    expect(whole.done, 'steps').toBeLessThan(200_000);
    expect(whole.text).toMatch(new RegExp(one.says, 's'));
  });

  test('looks at each item once where all must be different', () => {
    const schema = { type: 'array', uniqueItems: true, items: { type: 'object' } } as const;
    expect(run({}, schema, makeItems(12_000)).text).toBe('accepted');
    const again = [...makeItems(12_000), { of: { a: 1 }, id: 5 }];
    expect(run({}, schema, again).text).toContain('p: has the same item twice, give each once');
  });

  test('refuses in words what takes too many steps all the same', () => {
    // Nothing tells these branches apart but to count members.
    const narrow = Array.from({ length: 199 }, (_, index) => ({ type: 'object', minProperties: index + 2 }));
    const anyOf = [...narrow, { type: 'object', maxProperties: 1 }];
    const check = createChecker({});
    const root = { type: 'object', properties: { p: { type: 'array', items: { anyOf } } } } as const;
    const refused = () => check('t', root, { p: Array.from({ length: 20_000 }, () => ({ x: 1 })) });
    expect(refused).toThrow(
      'The arguments take too long to be checked; nothing was sent to the API. Call again with fewer values.',
    );
    expect(check('t', root, { p: [{ p7: 1 }] }), 'the next call').toEqual({ p: [{ p7: 1 }] });
    expect(() => check('t', root, { p: ['x'] })).toThrow('p.0: "x" fits none of the accepted forms: object');
  });

  test('ends early where schemas ask for themselves without end', () => {
    const components = { C: chooseNext('C', 'D'), D: chooseNext('D', 'C') } as Record<string, Schema>;
    const parts: number[] = [0];
    const bounded = createWork();
    const work: Work = {
      take: (steps = 1) => {
        parts[parts.length - 1]! += steps;
        bounded.take(steps);
      },
      restart: (most) => {
        parts.push(0);
        bounded.restart(most);
      },
    };
    const check = createChecker(components, { work });
    const root = {
      type: 'object',
      properties: { p: { type: 'array', items: { $ref: 'C' } } },
    } as ObjectSchema;
    expect(() => check('t', root, listChains(300))).toThrow(/p\.0\.next: .* fits none of the accepted forms/);
    expect(() => check('t', root, listChains(800))).toThrow('The arguments take too long to be checked');
    expect(Math.max(...parts)).toBeLessThan(710_000);
  });

  test('takes as many values as a call may have, in a union that asks for itself', () => {
    const chain = {
      oneOf: [
        {
          type: 'object',
          required: ['next'],
          properties: { next: { $ref: 'Chain' } },
          additionalProperties: false,
        },
        {
          type: 'object',
          required: ['end'],
          properties: { end: { type: 'integer' } },
          additionalProperties: false,
        },
      ],
    };
    const values = Array.from({ length: 900 }, () => nest(50, { next: '$' }, { end: 1 }));
    const check = createChecker({ Chain: chain } as Record<string, Schema>);
    const root = {
      type: 'object',
      properties: { p: { type: 'array', items: { $ref: 'Chain' } } },
    } as ObjectSchema;
    expect(() => check('t', root, { p: values })).not.toThrow();
    // One is wrong.
    const wrong = [...values, nest(50, { next: '$' }, { end: 'x' })];
    expect(() => check('t', root, { p: wrong })).toThrow(/p\.900\.next.*|too long/);
  });

  test('says that values are nested deeply only where they are', () => {
    const check = createChecker({}, { work: createWork(1) });
    const call = (p: unknown) => () => check('t', { type: 'object', properties: { p: {} } }, { p });
    const deep = nest(12, { next: '$' }, 'x');
    expect(() =>
      check('t', { type: 'object', properties: { p: { type: 'array', items: { enum: [1] } } } }, { p: deep }),
    ).toThrow('Call again with fewer values, or with values that are nested less deeply.');
    expect(call('x')).not.toThrow('nested');
  });

  test.each([
    ['a reference', { $ref: 'T' }],
    ['one of several', { allOf: [{ $ref: 'T' }], description: 'The next.' }],
    ['one that may be null', { anyOf: [{ $ref: 'T' }, { type: 'null' }] }],
  ])('takes steps in proportion to values and branches of a recursive union: %s', (_kind, next) => {
    const branches = 150;
    const last = `k${branches - 1}`;
    const oneOf = Array.from({ length: branches }, (_, index) => ({
      type: 'object',
      required: [`k${index}`],
      properties: { [`k${index}`]: { type: 'string' }, next: structuredClone(next) },
    }));
    const table = { T: { oneOf } } as unknown as Record<string, Schema>;
    const value = nest(59, { next: '$', [last]: 'x' }, { [last]: 'x' });
    const properties = { p: { $ref: 'T' }, n: { type: 'integer' } };
    const schema = { type: 'object', properties } as unknown as ObjectSchema;
    for (const n of [5, '5']) {
      const work = createCounter();
      createChecker(table, { work })('t', schema, { p: value, n });
      expect(work.done).toBeLessThan(100 * branches * 60);
      const bounded = createChecker(table);
      expect(bounded('t', schema, { p: value, n })).toEqual({ p: value, n: 5 });
    }
  });

  test('tells what is wrong with many values, of which few are shown', () => {
    const values = Array.from({ length: 10_000 }, (_, index) => `value ${index}`);
    const wrong = values.map((text) => text.replace('value', 'vlaue'));
    const { text } = run({}, { type: 'array', items: { enum: values } }, wrong);
    expect(text).toContain('p.0: "vlaue 0" is not allowed, did you mean "value 0"?');
  });
});

/** Branches that a value is told apart by, in each of the ways there are; and what fits the last one. */
const ways: [name: string, branch: (index: number) => object, item: (index: number) => object][] = [
  [
    'a required name',
    (index) => ({
      type: 'object',
      required: ['id', `k${index}`],
      properties: { [`k${index}`]: { type: 'string' } },
    }),
    (index) => ({ id: 1, [`k${index}`]: 'x' }),
  ],
  [
    'a tag',
    (index) => ({ type: 'object', properties: { kind: { const: index }, v: { type: 'string' } } }),
    (index) => ({ kind: index, v: 'x' }),
  ],
  [
    'a tag of a component',
    (index) => ({
      $ref: `T${index % 2}`,
      properties: { kind: { enum: [`k${index}`] }, v: { type: 'string' } },
    }),
    (index) => ({ kind: `k${index}`, v: 'x' }),
  ],
  [
    'the only names there are',
    (index) => ({ properties: { [`k${index}`]: { type: 'string' } }, additionalProperties: false }),
    (index) => ({ [`k${index}`]: 'x' }),
  ],
];
const both = { T0: { type: 'object' }, T1: { type: 'object', required: ['kind'] } } as const;

describe('flat values of a union', () => {
  describe.each(ways)('told apart by %s', (_way, branch, item) => {
    function makeSend(union: string, branches: number): (args: object) => Checked {
      const schemas = Array.from({ length: branches }, (_, index) => branch(index));
      const properties = {
        l: { type: 'array', items: { [union]: schemas } },
        n: { type: 'integer' },
      };
      const work = createCounter();
      const schema = { type: 'object', properties } as unknown as ObjectSchema;
      const check = createChecker(both, { work });
      return (args) => {
        work.done = 0;
        try {
          return { text: JSON.stringify(check('t', schema, args)), done: work.done };
        } catch (error) {
          return { text: (error as Error).message, done: work.done };
        }
      };
    }
    const sizes = [
      ['oneOf', 10, 1_000],
      ['anyOf', 20, 1_000],
      ['oneOf', 200, 1_000],
    ] as const;

    test.each(sizes)('are sent: %s of %d, %d items', (union, branches, count) => {
      const l = Array.from({ length: count }, () => item(branches - 1));
      const send = makeSend(union, branches);
      const sent = send({ l });
      expect(sent).toEqual({ text: JSON.stringify({ l }), done: expect.any(Number) as number });
      expect(sent.done).toBeLessThan(10 * count);
      const mended = send({ l, n: '5' });
      expect(mended.text).toBe(JSON.stringify({ l, n: 5 }));
      expect(mended.done).toBeLessThan(30 * count);
    });

    test.each(sizes)('are told of where they are wrong: %s of %d, %d items', (union, branches, count) => {
      const names = Object.keys(item(branches - 1)).filter((name) => name !== 'id');
      const wrong = Object.fromEntries([
        ['id', 1],
        ...[...names, 'k9', 'kind'].map((name) => [name, true]),
      ]) as object;
      const l = Array.from({ length: count }, () => wrong);
      const { text, done } = makeSend(union, branches)({ l });
      expect(text).toContain('Invalid arguments for t');
      expect(text).toMatch(/^- l\.0\b/m);
      expect(text).toMatch(/^- and \d\d more$/m);
      expect(done).toBeLessThan(30 * count + 100_000);
    });
  });
});

/** Objects within objects, all members of a level the same schema: it is small, and large where it is written out. */
function makeFan(levels: number): Schema {
  let schema: object = { type: 'object', properties: { x: { type: 'string', enum: ['a'] } } };
  for (let level = 0; level < levels; level += 1)
    schema = {
      type: 'object',
      properties: { a: schema, b: schema },
      additionalProperties: false,
    };
  return schema as Schema;
}

/** An object of which each of many members needs each of many others. */
function makeNeeds(count: number, each: number): Schema {
  const names = Array.from({ length: each }, (_, index) => `k${index * 2}`);
  const lists = Array.from({ length: count }, (_, index) => [`k${index}`, names]);
  const dependentRequired = Object.fromEntries(lists) as Record<string, string[]>;
  return { type: 'object', additionalProperties: true, dependentRequired } as unknown as Schema;
}

/** A copy of a schema that counts how often a part of it is listed; equal parts stay one object. */
function countListings(schema: unknown, count: () => void, made = new Map<object, object>()): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const known = made.get(schema);
  if (known !== undefined) return known;
  const copy = Array.isArray(schema)
    ? schema.map((item) => countListings(item, count, made))
    : Object.fromEntries(
        Object.entries(schema).map(([name, part]) => [name, countListings(part, count, made)]),
      );
  const watched = new Proxy(copy, { ownKeys: (target) => (count(), Reflect.ownKeys(target)) });
  made.set(schema, watched);
  return watched;
}

/** How often the parts of a schema are gone through by the first calls. */
function listingsOf(levels: number): number {
  let listings = 0;
  const schema = countListings(makeFan(levels), () => (listings += 1)) as Schema;
  const wrong = run({}, schema, { a: { b: { a: 1 } } });
  expect(wrong.text).toContain('p.a.b.a: expected object, got integer 1');
  expect(run({}, schema, { a: { b: { a: {} } } }).text).toBe('accepted');
  return listings;
}

/** The steps of a call that lacks what one of its members needs. */
function stepsOfNeeds(count: number, each: number): number {
  const schema = makeNeeds(count, each);
  const wrong = run({}, schema, { k1: 1 });
  expect(wrong.text).toContain('p.k0: required since k1 is given');
  expect(run({}, schema, { other: 1 }).text).toBe('accepted');
  return wrong.done;
}

describe('the first call', () => {
  test('makes ready what values reach', () => {
    expect(listingsOf(28)).toBeLessThan(3 * listingsOf(14));
  });

  test('looks at each name that members need once', () => {
    const [few, many] = [stepsOfNeeds(100, 30), stepsOfNeeds(1000, 300)];
    expect(many).toBeLessThan(200 * few);
    expect(many).toBeLessThan(100_000);
  });

  test('takes what has all that its members need', () => {
    const schema = makeNeeds(3, 2);
    expect(run({}, schema, { k1: 1, k0: 1, k2: 1 }).text).toBe('accepted');
    expect(run({}, schema, { k1: 1, k0: 1 }).text).toContain('p.k2: required since');
  });
});

describe('branches of a union', () => {
  test('are sorted so that none is left out that a value fits', () => {
    const scalar = fc.constantFrom<unknown[]>('a', 'b', 0, 1, null, true);
    const name = fc.constantFrom('x', 'y', 'z');
    const part = fc.oneof(
      fc.record({ required: fc.uniqueArray(name) }),
      fc.record({ properties: fc.dictionary(name, fc.record({ const: scalar })) }),
      fc.record({
        properties: fc.dictionary(name, fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1 }) })),
      }),
      fc.record({
        properties: fc.dictionary(name, fc.constantFrom({}, { $ref: 'E' })),
        additionalProperties: fc.constantFrom(false, true),
      }),
      fc.record({ patternProperties: fc.constant({ '^x': {} }), additionalProperties: fc.constant(false) }),
      fc.record({ type: fc.constantFrom('object', 'string', 'integer', ['array', 'null']) }),
      fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1 }) }),
      fc.constant({ $ref: 'E' }),
    );
    const branch = fc.oneof(
      fc.boolean(),
      part,
      fc.array(part, { maxLength: 3 }).map((parts) => Object.assign({}, ...parts) as object),
      fc.array(part, { minLength: 1, maxLength: 3 }).map((allOf) => ({ allOf })),
    );
    const value = fc.oneof(scalar, fc.constant([]), fc.dictionary(name, scalar), fc.dictionary(name, scalar));
    const union = fc.tuple(
      fc.constantFrom('anyOf', 'oneOf'),
      fc.array(branch, { minLength: 4, maxLength: 12 }),
      fc.array(value, { minLength: 5, maxLength: 5 }),
    );
    let fitting = 0;
    const property = fc.property(union, ([keyword, branches, values]) => {
      const table = { A: { [keyword]: branches }, E: { enum: ['a', 1, null] } } as Record<string, Schema>;
      const validate = createValidator(table);
      const judge = alone(table);
      for (const one of values) {
        const fits = judge(one);
        if (fits) fitting += 1;
        expect(validate({ $ref: 'A' }, one).length === 0, JSON.stringify([table, one])).toBe(fits);
      }
    });
    fc.assert(property, { numRuns: 400 });
    expect(fitting).toBeGreaterThan(100);
  });

  test('that lead back are told of soon, however many they are', () => {
    const branches = 300;
    const last = `k${branches - 1}`;
    const oneOf = Array.from({ length: branches }, (_, index) => ({
      type: 'object',
      required: [`k${index}`],
      properties: { [`k${index}`]: { type: 'string' }, next: { $ref: 'T' } },
    }));
    const table = { T: { oneOf } } as unknown as Record<string, Schema>;
    const value = nest(59, { [last]: 'x', next: '$' }, { [last]: 5.5 });
    const { text, done } = run(table, { $ref: 'T' }, value);
    expect(text).toContain('next.next');
    expect(done, 'steps').toBeLessThan(250_000);
  });
});

describe('the judge of what a document shows', () => {
  test.each(cases)('comes to an end: $name', (one) => {
    const judge = createJudge(one.components as unknown as Record<string, Schema>);
    const problems = judge.call(one.schema, nest(60, one.around, one.leaf));
    expect(problems.length === 0).toBe(one.says === '^accepted$');
  });
});

describe('the work of a check', () => {
  test.each([false, true])(
    'is bounded by the values and schemas there are (tracks members: %s)',
    (tracks) => {
      let accepted = 0;
      let refused = 0;
      const property = fc.property(makeRecursive(tracks), ({ table, values }) => {
        const schema: Schema = { $ref: 'A' };
        const size = JSON.stringify(table).length;
        const check = makeCheck(table, schema);
        for (const value of values) {
          const { text, done } = check(value);
          expect(done).toBeLessThan(40 * size * (1 + countValues(value)));
          if (text === 'accepted') accepted += 1;
          else refused += 1;
        }
      });
      fc.assert(property, { numRuns: 150 });
      expect(Math.min(accepted, refused)).toBeGreaterThan(100);
    },
  );

  test('is done as AJV alone would have it', () => {
    const property = fc.property(makeRecursive(false), ({ table, values }) => {
      const validate = createValidator(table, createWork(Infinity));
      const judge = alone(table);
      for (const value of values.map((one) => cut(one, 8)))
        expect(validate({ $ref: 'A' }, value).length === 0, JSON.stringify(value)).toBe(judge(value));
    });
    fc.assert(property, { numRuns: 150 });
  });
});

const plainAjv = new Ajv2020({
  strict: false,
  validateSchema: false,
  meta: false,
  logger: false,
  ownProperties: true,
  // It takes as long as all the rest, for code that runs a few times.
  code: { optimize: false },
});

/** AJV as it comes, which does not keep what it found out. */
function alone(table: object): (value: unknown) => boolean {
  const text = JSON.stringify(table).replaceAll(/"\$ref":"(\w)"/g, '"$ref":"#/$defs/$1"');
  const validate = compileAlone(plainAjv, { $defs: JSON.parse(text) as object, $ref: '#/$defs/A' });
  return (value) => validate(value);
}

/** A value without what is deeper. */
function cut(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return 'x';
  if (Array.isArray(value)) return value.map((item) => cut(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member, levels - 1)]));
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + countValues(member), 1);
}
