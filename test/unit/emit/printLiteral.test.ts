import { runInThisContext } from 'node:vm';
import { transformSync } from 'esbuild';
import * as fc from 'fast-check';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import {
  Code,
  printJson,
  printKey,
  printLiteral,
  printString,
} from '../../../generator/emit/build/printLiteral.js';
import { anyCharacter } from '../../support/anyCharacter.js';

/** What the text means to JavaScript. */
function evaluate(text: string): unknown {
  const { code } = transformSync(`export const value = (${text});`, { loader: 'ts', format: 'cjs' });
  const module: { exports: { value?: unknown } } = { exports: {} };
  runInThisContext(`(module) => {${code}}`)(module);
  return module.exports.value;
}

describe('printString', () => {
  test.each([
    ['plain', "'plain'"],
    ["it's", `"it's"`],
    ['say "no"', `'say "no"'`],
    [`it's "so"`, String.raw`'it\'s "so"'`],
    ['back\\slash', String.raw`'back\\slash'`],
    ['`${1}`', "'`${1}`'"],
    ['a\nb\tc\0', String.raw`'a\nb\tc\u0000'`],
    ['\u2028\u2029', String.raw`'\u2028\u2029'`],
    ['\u202eevil\u200b\ufeff', String.raw`'\u202eevil\u200b\ufeff'`],
    ['\u{e0041}', String.raw`'\udb40\udc41'`],
    ['\ud800', String.raw`'\ud800'`],
    ['Grüße, 世界', "'Grüße, 世界'"],
  ])('%j', (text, printed) => {
    expect(printString(text)).toBe(printed);
    expect(evaluate(printed)).toBe(text);
  });

  test('means what went in, whatever that is, and shows every character', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const printed = printString(text);
        expect(evaluate(printed)).toBe(text);
        expect(printed).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
      }),
    );
  });
});

test.each([
  ['name', 'name'],
  ['$ref', '$ref'],
  ['x-rate', "'x-rate'"],
  ['1', "'1'"],
  ['', "''"],
  ['größe', "'größe'"],
  ['__proto__', "['__proto__']"],
])('the key %j is printed as %s', (key, printed) => {
  expect(printKey(key)).toBe(printed);
});

describe('printLiteral', () => {
  test('keeps short things on one line, and breaks what does not fit', () => {
    const schema = { type: 'string', enum: ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)] };
    expect(printLiteral({ limit: { type: 'integer', minimum: 1 }, schema })).toBe(
      [
        '{',
        "  limit: { type: 'integer', minimum: 1 },",
        '  schema: {',
        "    type: 'string',",
        '    enum: [',
        `      '${'a'.repeat(40)}',`,
        `      '${'b'.repeat(40)}',`,
        `      '${'c'.repeat(40)}',`,
        '    ],',
        '  },',
        '}',
      ].join('\n'),
    );
  });

  test('prints code as it is, and short where it has the name of its key', () => {
    expect(printLiteral({ api: new Code('api'), load: new Code('() => api') })).toBe(
      '{ api, load: () => api }',
    );
  });

  test('leaves out what is undefined', () => {
    expect(printLiteral({ a: undefined, b: 1 })).toBe('{ b: 1 }');
  });

  test('an own __proto__ stays an own property and sets no prototype', () => {
    const value: unknown = JSON.parse('{"__proto__":{"polluted":true},"a":{"__proto__":1}}');
    const copy = evaluate(printLiteral(value)) as object;
    expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });

  const key = fc.oneof(
    fc.string(),
    fc.constantFrom('id', 'key', 'path', 'title', 'x-y', "it's", '__proto__', 'constructor'),
  );
  const text = fc.oneof(fc.string(), fc.string({ minLength: 60, maxLength: 150 }), key);
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      text,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.integer(), { maxLength: 40 }),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(key, tie('value'), { maxKeys: 5 }),
    ),
  })).value;

  test('means what went in', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.stringify(evaluate(printLiteral(value)))).toBe(JSON.stringify(value));
      }),
    );
  });

  test('is laid out as prettier lays it out', async () => {
    const head = 'export const value: Tool = ';
    const object = fc.dictionary(key, json, { minKeys: 1, maxKeys: 5 });
    // Many at once, since prettier takes longer to begin than for one.
    await fc.assert(
      fc.asyncProperty(fc.array(object, { minLength: 15, maxLength: 15 }), async (values) => {
        const printed = values.map((value) => `${head}${printLiteral(value, 0, head.length)};\n`).join('');
        expect(await format(printed, { parser: 'typescript', printWidth: 110, singleQuote: true })).toBe(
          printed,
        );
      }),
      { numRuns: 20, seed: 1 },
    );
  });
});

describe('printJson', () => {
  test.each([
    ['`${1}`', String.raw`"\u0060\u0024{1}\u0060"`],
    ['\\`\\${', String.raw`"\\\u0060\\\u0024{"`],
    ['$$ {`', String.raw`"$$ {\u0060"`],
    ['\u202e\u2028', String.raw`"\u202e\u2028"`],
  ])('%j', (text, json) => {
    expect(printJson(text)).toBe(`JSON.parse(String.raw\`\n${json}\n\`)`);
    expect(evaluate(printJson(text))).toBe(text);
  });

  test('means what went in, whatever that is', () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[`${}\\u'"]*$/));
    const values = fc.dictionary(fc.oneof(text, fc.constant('__proto__')), fc.oneof(text, fc.array(text)));
    fc.assert(
      fc.property(values, (value) => {
        expect(evaluate(printJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 200 },
    );
  });
});
