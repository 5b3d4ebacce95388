import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printComment } from '../../../generator/emit/build/printComment.js';
import { anyCharacter } from '../../support/anyCharacter.js';

describe('printComment', () => {
  test.each([
    ['', ''],
    ['  \n ', ''],
    ['List pets', '/** List pets */\n'],
    ['GET /pets\nList pets', '/**\n * GET /pets\n * List pets\n */\n'],
    ['ends */ process.exit() /*', '/** ends *\\/ process.exit() /* */\n'],
    ['*\u200b/', '/** * / */\n'],
    ['one\u2028two', '/**\n * one\n * two\n */\n'],
    ['one\r\ntwo\rthree', '/**\n * one\n * two\n * three\n */\n'],
    ['\u202eevil\u0007', '/** evil */\n'],
    ['@ts-expect-error', '/** \\@ts-expect-error */\n'],
    ['see {@link x}, or me@example.com', '/** see {\\@link x}, or me@example.com */\n'],
  ])('%j', (text, comment) => {
    expect(printComment(text)).toBe(comment);
  });

  test('is indented, and wraps long lines at words', () => {
    const comment = printComment('word '.repeat(60), 4);
    expect(comment).toMatch(/^ {4}\/\*\*\n( {5}\* (word ?)+\n)+ {5}\*\/\n$/);
    expect(Math.max(...comment.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
  });

  test('nothing gets out of the comment', () => {
    const piece = fc.constantFrom(
      '*/',
      '*',
      '/',
      '\n',
      '\r',
      '\u2028',
      '\u200b',
      '//',
      '/*',
      '@ts-ignore',
      'x',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: anyCharacter }),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          const comment = printComment(text);
          if (comment === '') return;
          expect(comment.indexOf('*/')).toBe(comment.length - 3);
          expect(comment).not.toMatch(/[\r\u2028\u2029\p{Cf}\p{Cs}]/u);
          expect(comment).not.toMatch(/(^|[\s*/])@/);
        },
      ),
    );
  });
});
