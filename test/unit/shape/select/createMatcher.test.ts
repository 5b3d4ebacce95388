import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Skipped } from '../../../../generator/model/api.js';
import { createMatcher } from '../../../../generator/shape/select/rules.js';

const subject = (path: string, tag = 'a') => ({
  operation: { path, tags: [tag], method: 'GET' } as unknown as Skipped,
  toolset: { name: tag, title: tag },
  readOnly: true,
  destructive: false,
});
const fitsPath = (glob: string, path: string) => createMatcher({ path: [glob] })(subject(path));
const fitsTag = (glob: string, tag: string) => createMatcher({ tag: [glob] })(subject('/', tag));

/** What globs mean, as regular expressions say it. */
function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
function pathPattern(glob: string): RegExp {
  const pattern = glob
    .split(/(\/\*\*(?=\/|$)|\*+)/)
    .map((part) => {
      if (part === '/**') return '(?:/.*)?';
      if (/^\*+$/.test(part)) return part === '*' ? '[^/]*' : '.*';
      return escape(part);
    })
    .join('');
  return new RegExp(`^${pattern}$`, 's');
}

/** Texts of a few parts. */
const short = (...parts: string[]) =>
  array(constantFrom(...parts), { maxLength: 7 }).map((all) => all.join(''));

describe('globs', () => {
  test('of paths match what their regular expressions do', () => {
    let matched = 0;
    assert(
      property(
        short('/', '/a', 'b', '*', '**', '/**', '{', '.', '😀'),
        short('/', 'a', '/b', '{', '.', '\n', '😀'),
        (glob, path) => {
          const isFit = pathPattern(glob).test(path);
          if (isFit) matched++;
          expect(fitsPath(glob, path), `${glob} on ${path}`).toBe(isFit);
        },
      ),
      { numRuns: 5000, seed: 1 },
    );
    expect(matched).toBeGreaterThan(300);
  });

  test('of other texts do so, whatever the case', () => {
    let matched = 0;
    assert(
      property(short('a', 'B', '*', '**', '.', '?'), short('A', 'b', '.', '?', '\n'), (glob, tag) => {
        const isFit = new RegExp(`^${glob.split(/\*+/).map(escape).join('.*')}$`, 'is').test(tag);
        if (isFit) matched++;
        expect(fitsTag(glob, tag), `${glob} on ${tag}`).toBe(isFit);
      }),
      { numRuns: 5000, seed: 1 },
    );
    expect(matched).toBeGreaterThan(300);
  });

  test('of many stars come to an end', () => {
    expect(fitsPath(`${'**/*'.repeat(100)}!`, '/a'.repeat(2000))).toBe(false);
    expect(fitsPath('**/*'.repeat(100), '/a'.repeat(2000))).toBe(true);
    expect(fitsTag(`${'*a'.repeat(100)}!`, 'a'.repeat(4000))).toBe(false);
  });
});
