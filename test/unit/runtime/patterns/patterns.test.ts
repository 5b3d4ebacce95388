import { fullFormats } from 'ajv-formats/dist/formats.js';
import { describe, expect, test, vi } from 'vitest';
import { createChecker } from '../../../../templates/project/src/runtime/arguments/createChecker.js';
import {
  boundPatterns,
  compilePattern,
} from '../../../../templates/project/src/runtime/patterns/compilePattern.js';
import {
  createScanner,
  createWalker,
} from '../../../../templates/project/src/runtime/patterns/createWalker.js';
import {
  leavesChoice,
  parsePattern,
} from '../../../../templates/project/src/runtime/patterns/parsePattern.js';
import type { Arguments } from '../../../../templates/project/src/runtime/request/buildRequest.js';
import type { ObjectSchema } from '../../../../templates/project/src/runtime/tool.js';
import { formats } from '../../../../templates/project/src/runtime/validate/assertions.js';
import { countSteps } from '../../../support/countSteps.js';

describe('what walks through a pattern by all ways at once', () => {
  test('takes steps in proportion to a text', () => {
    const hard = [
      '\\d+\\d+\\d+!',
      '1*1*1*1*x',
      '(a+)+$',
      '(?:1{0,100}){0,100}!',
      '(?=.*1.*1)(?<!1*1*)x',
      '1{0,5000}!',
    ];
    for (const source of hard) {
      const { walk } = createWalker(parsePattern(source));
      const [short, long] = [1000, 4000].map((length) => {
        const work = { left: 1e9 };
        walk('1'.repeat(length), work);
        return 1e9 - work.left;
      });
      expect(Number(long) / Number(short), source).toBeLessThan(4.5);
    }
  });

  test('takes a part of a step for a character where the set of places is known, and gives up on too many', () => {
    const work = { left: 250_000 };
    const scanner = createScanner(parsePattern('^[a-z]*[a-z0-9]*[a-z]*$'));
    expect(scanner?.scan('a'.repeat(3_000_000), work)).toBe(true);
    expect(work.left).toBeGreaterThan(0);
    expect(() => scanner?.scan('a'.repeat(3_000_000), work)).toThrow();
    const wide = createScanner(parsePattern(`[ab]*a[ab]{20}$`));
    expect(wide?.isSmall()).toBe(false);
    const text = Array.from({ length: 5000 }, (_, index) => 'ab'[((index * index) % 7) % 2]).join('');
    expect(wide?.scan(text, { left: 1e9 })).toBe(undefined);
    for (const source of ['a\\b.*', '(?<=a).*', 'a.{0,2000}b', '(a)\\1'])
      expect(createScanner(parsePattern(source)), source).toBe(undefined);
  });

  test('refuses what would take a place for each of thousands of copies', () => {
    expect(() => createWalker(parsePattern('(?:(?:ab?){0,200}c){0,200}'))).toThrow('over 10,000 parts');
    expect(() => createWalker(parsePattern('(?:){1000000000}(?:a{0,3}){1000000000}'))).toThrow('parts');
    expect(() => createWalker(parsePattern('^.{0,262144}(?:){1000000000}$'))).not.toThrow();
    expect(() => createWalker(parsePattern('(a)\\1'))).toThrow('refers back');
  });
});

describe('what is left to the engine of the language', () => {
  test('is what most documents have', () => {
    const usual = [
      '^[a-z0-9]+(?:-[a-z0-9]+)*$',
      '^.{0,262144}$',
      '^(?:[A-Za-z0-9+/]{4})*={0,2}$',
      '^\\d{4}-\\d{2}-\\d{2}$',
      '^(?!_)[a-z_]+$',
      '^https?://',
      '[A-Z]{3}',
    ];
    expect(usual.filter((source) => leavesChoice(parsePattern(source)))).toEqual([]);
  });
});

describe('patterns of a call', () => {
  const check = createChecker({});
  const call = (schema: object, value: unknown): Arguments =>
    check('t', { type: 'object', properties: { p: schema } } as unknown as ObjectSchema, { p: value });
  const digits = '1'.repeat(1024);

  test.each(['\\d+\\d+\\d+!', '\\s*\\s*\\s*x', '1.*1.*1.*b', '(?<=\\d+\\d+)!', '(?:1{0,20}){0,20}!'])(
    'one that overlaps with itself is compared with a long text: %s',
    (pattern) => {
      expect(() => call({ type: 'string', pattern }, digits)).toThrow('does not match');
      expect(() => call({ type: 'string', pattern }, ' '.repeat(1024))).toThrow('does not match');
    },
  );

  test('a long text that fits is let through', () => {
    const accepted: [pattern: string, text: string][] = [
      ['^.{0,262144}$', 'a'.repeat(262_144)],
      ['^[a-z]*[a-z0-9]*$', 'a'.repeat(30_000)],
      ['^[A-Za-z0-9+/]*={0,2}$', 'a'.repeat(4_000_000)],
      ['\\d+\\d+\\d+!', `${'1'.repeat(20_000)}!`],
      ['^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$', 'QUJD'.repeat(500_000)],
      ['^(?=.*x)(?=.*\\d)(?!.*!).*$', `${'a'.repeat(900_000)}x1`],
      ['^[a-z]*[a-z0-9]*$', 'a'.repeat(2_000_000)],
      ['^\\p{L}*[\\p{L} ]*$', 'é'.repeat(500_000)],
    ];
    for (const [pattern, text] of accepted)
      expect(call({ type: 'string', pattern }, text)).toEqual({ p: text });
    expect(() => call({ type: 'string', pattern: '^.{0,262144}$' }, 'a'.repeat(262_145))).toThrow('match');
  });

  test('names of members are held to theirs', () => {
    const pattern = '^(?:x*x*x*)!$';
    const name = 'x'.repeat(20_000);
    expect(() => call({ propertyNames: { pattern } }, { [name]: 1 })).toThrow('not allowed as a name');
    const members = { patternProperties: { '^x*!$': {} }, additionalProperties: false };
    expect(() => call(members, { [name]: 1 })).toThrow('unknown field');
    expect(call(members, { [`${name}!`]: 1 })).toEqual({ p: { [`${name}!`]: 1 } });
  });

  test('what would take too long is refused in words', () => {
    expect(() => call({ type: 'string', pattern: '(?:1?2?3?4?5?)+!' }, '1'.repeat(5_000_000))).toThrow(
      'A text of 5000000 characters takes too long to compare with its pattern (?:1?2?3?4?5?)+!; nothing was sent to the API. That is a limit of this server, not of the API. Give a shorter text.',
    );
    const allOf = Array.from({ length: 100 }, (_one, index) => ({ pattern: `\\d*\\d*\\b${index}!` }));
    expect(() => call({ type: 'string', allOf }, '1'.repeat(30_000))).toThrow(
      'The texts of this call take too long to compare with their patterns; nothing was sent',
    );
    // The next call begins anew.
    expect(call({ type: 'string', pattern: '\\d*\\d*!' }, '1!')).toEqual({ p: '1!' });
  });

  test('many values are held to one', () => {
    const items = { type: 'string', pattern: '^[a-z0-9-]{36}$' };
    const value = Array.from({ length: 40_000 }, (_one, index) => String(index).padStart(36, '0'));
    expect(call({ type: 'array', items }, value)).toEqual({ p: value });
    const members = Object.fromEntries(value.slice(0, 10_000).map((name) => [name, 1]));
    expect(call({ propertyNames: { pattern: '[0-9]+[0-9]+$' } }, members)).toEqual({ p: members });
  });

  test('a pattern stands beside a format, and each is told', () => {
    const schema = { type: 'string', pattern: '^a', format: 'date', maxLength: 20 };
    expect(() => call(schema, '2024-01-01')).toThrow(/match \^a$/);
    expect(() => call(schema, 'a')).toThrow(/date/);
    expect(() => call(schema, 'b')).toThrow(/match \^a[^]*date|date[^]*match \^a/);
  });
});

test('the work of a check is bounded as a whole, and none without one', () => {
  const matcher = compilePattern('\\d*\\d*\\b!');
  const text = '1'.repeat(30_000);
  const run = (count: number) => Array.from({ length: count }, () => matcher.test(text));
  expect(run(30)).toContain(false);
  expect(() => boundPatterns(() => run(30))).toThrow('The texts of this call');
  expect(boundPatterns(() => run(5))).toContain(false);
});

test('the expressions of formats take steps in proportion to a text', () => {
  const { email, hostname, ipv4, ipv6, 'json-pointer': pointer } = fullFormats;
  const expressions = [email, hostname, ipv4, ipv6, pointer].flatMap((format) =>
    format instanceof RegExp ? [format.source] : [],
  );
  expect(expressions.length).toBeGreaterThan(3);
  const attacks = ['a', '1', 'a.', 'a-', ':', '1:', '/', '%41', 'a@', '/~0', 'P1', '1,', '@a'];
  for (const source of expressions) {
    const pattern = parsePattern(source);
    for (const attack of attacks) {
      for (const start of ['', 'a@', 'http://', 'a:', 'P']) {
        const [short = 0, long = 0] = [60, 240].map((count) =>
          countSteps(pattern, `${start}${attack.repeat(count)}\n!`, 1e7),
        );
        expect(long, `${source} on ${start}${attack}`).toBeLessThan(Math.max(short, 500) * 6);
      }
    }
  }
  for (const [name, check] of Object.entries(formats)) {
    for (const attack of attacks) expect(typeof check(`${attack.repeat(50_000)}\n!`), name).toBe('boolean');
  }
});

/** The module as a project without the part has it. */
async function openPlain() {
  vi.resetModules();
  return import('../../../../templates/project/src/runtime/patterns/compilePattern.js');
}

describe('without what compares patterns of any kind', () => {
  test('the engine compares those that leave one way to go', async () => {
    const { compilePattern: compile } = await openPlain();
    const matcher = compile('^[a-z]+(?:-[a-z]+)*$');
    expect([matcher.test('a-b-c'), matcher.test('a--b'), String(matcher)]).toEqual([
      true,
      false,
      '^[a-z]+(?:-[a-z]+)*$',
    ]);
  });

  test('and its work is bounded for one text and for all of a check', async () => {
    const { boundPatterns: check, compilePattern: compile } = await openPlain();
    const matcher = compile('^[a-z]*$');
    const fits = 'a'.repeat(3_000_000);
    expect(matcher.test(fits)).toBe(true);
    expect(() => matcher.test('a'.repeat(4_000_000))).toThrow('takes too long to compare');
    expect(() =>
      check(() => {
        for (let count = 0; count < 30; count += 1) matcher.test(fits);
      }),
    ).toThrow('The texts of this call');
  });
});
