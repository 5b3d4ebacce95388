import * as fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printFile } from '../../../generator/emit/build/printFile.js';
import { ConstantsError, parseConstants } from '../../../generator/load/project/parseConstants.js';
import { readSnapshot } from '../../../generator/load/project/readSnapshot.js';
import { anyCharacter } from '../../support/anyCharacter.js';
import { root } from '../../support/sources.js';

function readSample(name: string) {
  const folder = join(root, 'samples', name, 'server');
  const read = (path: string) => readFile(join(folder, path), 'utf8').catch(() => undefined);
  return readSnapshot({ shown: name, read }, () => 1);
}

const readNothing = async () => undefined;

describe('generated files as data', () => {
  test.each(['code', 'json'] as const)('what is printed as %s is read again, whatever it holds', (layout) => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: anyCharacter }), (value, text) => {
        const data = { value, [text]: [text, -0.5, 1e21, { constructor: { a: 1 } }] };
        const file = printFile(
          [],
          [{ kind: 'constant', name: 'data', type: 'unknown', comment: '*/ a', value: data, layout }],
        );
        // JSON knows no -0.
        expect(parseConstants(file).get('data')).toEqual(JSON.parse(JSON.stringify(data)));
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['a call', 'export const a: A = evil();', 1, 25],
    ['a template', 'export const a: A = `x`;', 1, 21],
    ['a template with code', 'export const a: A = JSON.parse(String.raw`"${evil()}"`);', 1, 25],
    ['text that is no JSON', 'export const a: A = JSON.parse(String.raw`evil()`);', 1, 51],
    [
      'JSON that is nested without end',
      `export const a: A = JSON.parse(String.raw\`${'['.repeat(900)}${']'.repeat(900)}\`);`,
      1,
      1845,
    ],
    ['a statement', '\nevil();', 2, 1],
    ['an end that is missing', 'export const a: A = [1', 1, 23],
    ['a conflict of a merge', 'export const a: A = {\n<<<<<<< ours\n};', 2, 1],
  ])('%s is no data', (_what, text, line, column) => {
    expect(() => parseConstants(text)).toThrow(ConstantsError);
    try {
      parseConstants(text);
    } catch (error) {
      expect(error).toMatchObject({ line, column });
    }
  });

  test.each(['petstore', 'nasty'])('the whole project %s is read', async (name) => {
    const snapshot = await readSample(name);
    expect(snapshot.tools.length).toBeGreaterThan(10);
    expect(snapshot.tools.every(({ operation }) => /^[A-Z-]+ \//.test(operation))).toBe(true);
  });

  test('a file that is missing is named', async () => {
    await expect(readSnapshot({ shown: 'old', read: readNothing }, () => 1)).rejects.toThrow(
      /old .*catalog\.ts: there is no such file/,
    );
  });
});
