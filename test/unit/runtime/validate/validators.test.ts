import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Schema, SchemaObject } from '../../../../templates/project/src/runtime/tool.js';
import { reach } from '../../../../templates/project/src/runtime/validate/createExpander.js';
import type { Problem } from '../../../../templates/project/src/runtime/validate/problem.js';
import { createAjvJudge } from '../../../support/ajvJudge.js';
import { createValidator } from '../../../../templates/project/src/runtime/validate/validate.js';
import { makeSchemas } from './makeSchemas.js';
import problems from './problems.json' with { type: 'json' };
import differences from './validatorDifferences.json' with { type: 'json' };

const components: Record<string, Schema> = {
  Named: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  Nothing: false,
  Tree: { type: 'object', properties: { size: { type: 'integer' }, next: { $ref: 'Tree' } } },
};

const brief = ({ keyword, instancePath, params }: Problem) => JSON.stringify([keyword, instancePath, params]);

/** A branch of a union as the generator makes it of a discriminator. */
const variant = (kind: string, rest: object) => ({
  ...rest,
  properties: { kind: { enum: [kind] } },
  required: ['kind'],
});

const isMultiple = (multipleOf: number, text: string) =>
  createValidator({})({ type: 'number', multipleOf }, JSON.parse(text)).length === 0;

describe('the validator', () => {
  test.each(problems.map((one) => [JSON.stringify(one.schema), one] as const))('%s', (_text, one) => {
    const schema = one.schema as unknown as SchemaObject;
    const found = createValidator(components)(schema, one.value);
    expect(found.map(brief).toSorted()).toEqual(one.problems.map((item) => JSON.stringify(item)).toSorted());

    const held = new Set<unknown>();
    reach(schema, components, held);
    for (const { keyword, instancePath, data, parentSchema, schema: ofKeyword } of found) {
      expect(data).toEqual(findMember(one.value, instancePath));
      if (keyword === 'false schema') continue;
      expect(held.has(parentSchema), 'the schema itself, not a copy').toBe(true);
      expect(ofKeyword).toBe(parentSchema[keyword]);
    }
  });

  test.each<[format: string, good: string[], bad: string[]]>([
    [
      'uuid',
      ['123e4567-e89b-12d3-a456-426614174000'],
      ['urn:uuid:123e4567-e89b-12d3-a456-426614174000', 'x'],
    ],
    [
      'uri',
      [
        'https://x.y/z',
        'http://localhost:3000',
        'urn:isbn:1',
        'mailto:a@b.c',
        'tel:+1-2',
        'file:///a',
        'com.example.app:/cb',
        'myapp://cb?a=b#c',
        's3://bucket/key',
        'data:text/plain;base64,SGk=',
        'jdbc:mysql://host/db',
        'http://[::1]:80/',
        'ssh://git@host:22/x',
      ],
      ['/a/b', 'x', '//x.y', '', 'a b:c', 'http://a b', 'javascript:alert(1)', '1a:b', 'http://a/%zz'],
    ],
    [
      'url',
      [
        'https://x.y/z?a=b',
        'http://localhost:3000/a',
        'http://127.0.0.1',
        'http://ü.de',
        'myapp:/cb',
        's3://b/k',
      ],
      ['/a', 'x', 'a b', 'javascript:alert(1)'],
    ],
    [
      'uri-reference',
      ['https://x.y/z', '/a/b?c#d', '../x', '', '#a', '//x.y', 'a%20b'],
      ['a b', 'ü', '%zz', '<a>', 'a\nb'],
    ],
    ['iri', ['http://ü.de/ä', 'urn:ä', 'myapp:/cb'], ['/a', 'ä', 'http://a b', 'x:<a>', '']],
    ['iri-reference', ['/books/1', 'ä?b', ''], ['a b', '{a}']],
    ['date', ['2024-02-29'], ['2023-02-29', '2024-2-9', '2024-01-01T00:00:00Z']],
    [
      'date-time',
      ['2024-05-01T13:00:00Z', '2024-05-01T13:00:00.5+02:00'],
      ['2024-05-01', '2024-05-01T13:00:00'],
    ],
    ['time', ['13:00:00Z', '13:00:00', '08:07:56.5+02:00'], ['13:00', '25:00:00Z', '25:00:00']],
    [
      'duration',
      ['PT1H30M', 'P3D', 'P2W', 'P123DT22H14M12.011S', 'PT0,5H', '-P1D'],
      ['1h', 'P', 'PT', 'P1S', 'PT1D', 'PT.5S', '--P1D'],
    ],
    ['ipv4', ['127.0.0.1'], ['256.0.0.1', '1.2.3']],
    ['ipv6', ['::1', '2001:db8::1'], ['1.2.3.4', ':::']],
    ['hostname', ['localhost', 'a.example.com'], ['-a', 'a b']],
    ['email', ['a.b+c@example.com'], ['a@', 'a']],
    ['json-pointer', ['', '/a~1b/0'], ['a', '/~2']],
    ['byte', ['', 'aGk=', 'aGkh'], ['aGk', 'h*==', 'aGk=\naGk=', 'aGk=aGk=']],
    ['regex', ['['], []],
    ['constructor', ['anything'], []],
  ])('knows the format %s', (format, good, bad) => {
    const validate = createValidator(components);
    const schema = { format };
    for (const text of good) expect(validate(schema, text), text).toEqual([]);
    for (const text of bad) expect(validate(schema, text), text).toHaveLength(1);
    expect(validate(schema, 5)).toEqual([]);
  });

  test('takes an amount with two decimals for a multiple of 0.01, and none with three', () => {
    const whole = fc.integer({ min: 0, max: 99_999_999_999 });
    const amount = fc.tuple(fc.constantFrom('', '-'), whole, fc.integer({ min: 0, max: 99 }));
    const check = fc.property(amount, fc.integer({ min: 1, max: 9 }), ([sign, euros, cents], third) => {
      const text = `${sign}${euros}.${String(cents).padStart(2, '0')}`;
      expect(isMultiple(0.01, text), text).toBe(true);
      expect(isMultiple(0.01, `${text}${third}`), `${text}${third}`).toBe(false);
      expect(isMultiple(0.05, text), text).toBe(cents % 5 === 0);
    });
    fc.assert(check, { examples: [[['', 1_234_567, 89], 1]] });
  });

  test.each<[step: number, multiples: number[], others: number[]]>([
    [0.01, [1.1, 1234567.89, 0, -0, -0.01, 1e300, 1e21], [1e-300, 0.005, 5e-324]],
    [1e-300, [1e300, 3e-300, 1], [1e-301, 1.5e-300]],
    [1e300, [3e300, 0], [1, 1e299, 1.5e300]],
    [0.3, [0.9, 1.2, 3e5], [0.1, 1]],
    [5, [10, 1e22], [7, 7.5]],
  ])('takes multiples of %d by their decimal digits', (multipleOf, multiples, others) => {
    const validate = createValidator({});
    for (const value of multiples) expect(validate({ multipleOf }, value), String(value)).toEqual([]);
    for (const value of others) expect(validate({ multipleOf }, value), String(value)).toHaveLength(1);
  });

  test('never tries a pattern on a text that is too long', () => {
    const schema = { type: 'string', pattern: '^(a|a)+$', maxLength: 20 };
    const text = `${'a'.repeat(200)}b`;
    expect(createValidator({})(schema, text).map(({ keyword }) => keyword)).toEqual(['maxLength']);
    const nested = { anyOf: [schema, { type: 'null' }], properties: { a: schema } };
    expect(createValidator({})(nested, text).map(({ keyword }) => keyword)).toContain('maxLength');
  });

  test('leaves values alone that only look like schemas', () => {
    const listed = { pattern: 'a', maxLength: 1 };
    expect(createValidator({})({ enum: [listed] }, { ...listed })).toEqual([]);
    expect(
      createValidator({})({ properties: { pattern: { const: 'a' }, maxLength: { const: 1 } } }, listed),
    ).toEqual([]);
  });

  test('says in words what it cannot check, and not what a prototype holds', () => {
    for (const $ref of ['Missing', 'constructor', '__proto__'])
      expect(() => createValidator({})({ $ref }, 5)).toThrow(/^The arguments of this tool cannot be checked/);
    expect(() => createValidator({})({ pattern: '[' }, 'x')).toThrow(
      /^The arguments of this tool cannot be checked/,
    );
  });

  test('does not take the members of a failed branch for known', () => {
    const Cat = { properties: { meow: {} }, anyOf: [{ properties: { x: {} } }, { properties: { y: {} } }] };
    const pet = {
      anyOf: [variant('cat', { $ref: 'Cat' }), variant('dog', {})],
      unevaluatedProperties: false,
    };
    const validate = createValidator({ Cat });
    expect(validate(pet, { kind: 'cat', meow: 1, x: 1 })).toEqual([]);
    expect(validate(pet, { kind: 'dog', meow: 1 }).map(({ params }) => params)).toEqual([
      { unevaluatedProperty: 'meow' },
    ]);
  });

  test('does not take the members of another schema that refers to the same one for known', () => {
    const A = { type: 'object', properties: { b: { $ref: 'B' }, c: { $ref: 'C' } } };
    const B = { $ref: 'A', properties: { x: {} }, unevaluatedProperties: false };
    const C = { $ref: 'A', properties: { y: {} }, unevaluatedProperties: false };
    const validate = createValidator({ A, B, C });
    expect(validate({ $ref: 'A' }, { b: { x: 1 } })).toEqual([]);
    expect(validate({ $ref: 'A' }, { c: { x: 1 } })).toHaveLength(1);
  });
});

describe('the validator and AJV', () => {
  test('come to the same verdict on closed, recursive and tagged schemas', () => {
    let accepted = 0;
    const check = fc.property(makeSchemas(), ({ table, schema, values }) => {
      const judge = createAjvJudge(table);
      const validate = createValidator(table);
      for (const value of values) {
        const isValid = judge(schema, value);
        if (isValid) accepted += 1;
        expect(validate(schema, value).length === 0, JSON.stringify(value)).toBe(isValid);
      }
    });
    fc.assert(check, { numRuns: 100 });
    expect(accepted, 'values that are valid').toBeGreaterThan(30);
  });

  /** What is listed here and no longer so is to be taken off the list. */
  test.each(differences)('still differ: $name', ({ components: table, schema, value, ...verdicts }) => {
    const ofAjv = verdictOf(() => createAjvJudge(table)(schema, value));
    const ours = verdictOf(() => createValidator(table)(schema, value).length === 0);
    expect({ ofAjv, ours }).toEqual({ ofAjv: verdicts.ofAjv, ours: verdicts.ours });
    expect(ofAjv).not.toBe(ours);
  });
});

function verdictOf(isValid: () => boolean): string {
  try {
    return isValid() ? 'valid' : 'invalid';
  } catch {
    return 'uncheckable';
  }
}

function findMember(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], value);
}
