import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createJudge } from '../../generator/shape/createJudge.js';
import { createChecker } from '../../templates/project/src/runtime/arguments/createChecker.js';
import type { ObjectSchema, Schema } from '../../templates/project/src/runtime/tool.js';
import { createCompilingValidator } from '../../templates/project/src/runtime/validators/compile.js';
import { createInterpretingValidator } from '../../templates/project/src/runtime/validators/interpret.js';
import { createWork, type Work } from '../../templates/project/src/runtime/createWork.js';
import cases from './boundedWork.json' with { type: 'json' };
import { makeRecursive } from './makeRecursive.js';

const validators = [
  ['the compiling validator', createCompilingValidator],
  ['the interpreting validator', createInterpretingValidator],
] as const;

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

function makeItems(count: number): object[] {
  return Array.from({ length: count }, (_, id) => ({ id, of: { a: 1 } }));
}

/** What a check comes to: the arguments, or the text of the refusal; and how much was done. */
function run(
  create: (typeof validators)[number][1],
  components: Record<string, Schema>,
  schema: Schema,
  value: unknown,
): { text: string; done: number } {
  const work = createCounter();
  const check = createChecker(components, { createValidator: create, work });
  const root = { type: 'object', properties: { p: schema }, additionalProperties: false } as const;
  try {
    check('t', { ...root }, { p: value });
    return { text: 'accepted', done: work.done };
  } catch (error) {
    return { text: (error as Error).message, done: work.done };
  }
}

describe.each(validators)('%s', (_name, create) => {
  test.each(cases)('takes a number of steps that follows from the levels: $name', (one) => {
    const components = one.components as unknown as Record<string, Schema>;
    const schema = one.schema as unknown as Schema;
    const at = (levels: number) => run(create, components, schema, nest(levels, one.around, one.leaf));
    const [half, whole] = [at(30), at(60)];
    expect(whole.done / half.done, `${half.done} steps, then ${whole.done}`).toBeLessThan(5);
    expect(whole.done, 'steps').toBeLessThan(200_000);
    expect(whole.text).toMatch(new RegExp(one.says, 's'));
  });

  test('looks at each item once where all must be different', () => {
    const schema = { type: 'array', uniqueItems: true, items: { type: 'object' } } as const;
    expect(run(create, {}, schema, makeItems(12_000)).text).toBe('accepted');
    const again = [...makeItems(12_000), { of: { a: 1 }, id: 5 }];
    expect(run(create, {}, schema, again).text).toContain('p: has the same item twice, give each once');
  });

  test('refuses in words what takes too many steps all the same', () => {
    const anyOf = Array.from({ length: 200 }, (_, index) => ({
      type: 'object',
      properties: { [`p${index}`]: {} },
      required: [`p${index}`],
    }));
    const check = createChecker({}, { createValidator: create });
    const root = { type: 'object', properties: { p: { type: 'array', items: { anyOf } } } } as const;
    const refused = () => check('t', root, { p: Array.from({ length: 20_000 }, () => ({ x: 1 })) });
    expect(refused).toThrow(
      'The arguments take too long to be checked; nothing was sent to the API. Call again with fewer values.',
    );
    expect(check('t', root, { p: [{ p7: 1 }] }), 'the next call').toEqual({ p: [{ p7: 1 }] });
    expect(() => check('t', root, { p: [{ x: 1 }] })).toThrow('p.0: {"x":1} fits none of the accepted forms');
  });

  test('says that values are nested deeply only where they are', () => {
    const check = createChecker({}, { createValidator: create, work: createWork(1) });
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
      createChecker(table, { createValidator: create, work })('t', schema, { p: value, n });
      expect(work.done).toBeLessThan(100 * branches * 60);
      const bounded = createChecker(table, { createValidator: create });
      expect(bounded('t', schema, { p: value, n })).toEqual({ p: value, n: 5 });
    }
  });

  test('tells what is wrong with many values, of which few are shown', () => {
    const values = Array.from({ length: 10_000 }, (_, index) => `value ${index}`);
    const wrong = values.map((text) => text.replace('value', 'vlaue'));
    const { text } = run(create, {}, { type: 'array', items: { enum: values } }, wrong);
    expect(text).toContain('p.0: "vlaue 0" is not allowed, did you mean "value 0"?');
  });
});

/** The schema of a list of a union, and items that fit its last branch only. */
function makeFlat(branches: number, count: number): { schema: ObjectSchema; l: object[] } {
  const oneOf = Array.from({ length: branches }, (_, index) => ({
    type: 'object',
    required: [`k${index}`],
    properties: { [`k${index}`]: { type: 'string' } },
  }));
  const properties = { l: { type: 'array', items: { oneOf } }, n: { type: 'integer' } };
  const schema = { type: 'object', properties } as unknown as ObjectSchema;
  return { schema, l: Array.from({ length: count }, () => ({ [`k${branches - 1}`]: 'x' })) };
}

describe('flat values of a union', () => {
  test.each([
    [10, 10_000],
    [20, 10_000],
    [60, 3_000],
    [200, 2_500],
  ])('are sent: %d branches, %d items', (branches, count) => {
    const { schema, l } = makeFlat(branches, count);
    const work = createCounter();
    const check = createChecker({}, { createValidator: createCompilingValidator, work });
    expect(check('t', schema, { l })).toEqual({ l });
    expect(work.done, 'steps beside those of compiled code').toBeLessThan(1_000);
  });

  test.each([
    [10, 10_000],
    [20, 10_000],
    [60, 3_000],
  ])('are sent where something is put right: %d branches, %d items', (branches, count) => {
    const { schema, l } = makeFlat(branches, count);
    const check = createChecker({}, { createValidator: createCompilingValidator });
    expect(check('t', schema, { l, n: '5' })).toEqual({ l, n: 5 });
  });

  test('are checked by compiled code after a call that took it too long', () => {
    const { schema, l } = makeFlat(300, 40);
    const work = createCounter();
    const check = createChecker({}, { createValidator: createCompilingValidator, work });
    expect(() => check('t', schema, { l: Array.from({ length: 20_000 }, () => ({ x: 1 })) })).toThrow();
    work.done = 0;
    expect(check('t', schema, { l })).toEqual({ l });
    expect(work.done).toBeLessThan(1_000);
  }, 240_000);
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
        for (const value of values) {
          const outcomes = validators.map(([, create]) => run(create, table, schema, value));
          for (const { done } of outcomes) expect(done).toBeLessThan(40 * size * (1 + countValues(value)));
          expect(outcomes[1]?.text).toBe(outcomes[0]?.text);
          if (outcomes[0]?.text === 'accepted') accepted += 1;
          else refused += 1;
        }
      });
      fc.assert(property, { numRuns: 150 });
      expect(Math.min(accepted, refused)).toBeGreaterThan(100);
    },
  );

  test('is done as AJV alone would have it', () => {
    const property = fc.property(makeRecursive(false), ({ table, values }) => {
      const validate = createInterpretingValidator(table, createWork(Infinity));
      const judge = alone(table);
      for (const value of values.map((one) => cut(one, 8)))
        expect(validate({ $ref: 'A' }, value).length === 0, JSON.stringify(value)).toBe(judge(value));
    });
    fc.assert(property, { numRuns: 150 });
  });
});

/** AJV as it comes, which does not keep what it found out. */
function alone(table: object): (value: unknown) => boolean {
  const text = JSON.stringify(table).replaceAll(/"\$ref":"(\w)"/g, '"$ref":"#/$defs/$1"');
  const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });
  const validate = ajv.compile({ $defs: JSON.parse(text) as object, $ref: '#/$defs/A' });
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
