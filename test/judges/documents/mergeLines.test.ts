import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeLines } from '../../../generator/write/merge/mergeLines.js';
import { arbitraryEdits } from '../../support/arbitraryEdits.js';
import { tempFolder } from '../../support/tempFolder.js';

test('merging lines agrees with git where git finds no conflict, and finds one where git does', () => {
  const folder = tempFolder();
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  let clean = 0;
  fc.assert(
    fc.property(arbitraryEdits, ({ base, yours, ours }) => {
      const paths = [file('yours', yours), file('base', base), file('ours', ours)];
      const { text, conflicts } = mergeLines(base, yours, ours);
      let theirs: string | undefined;
      try {
        theirs = execFileSync('git', ['merge-file', '-p', '-q', ...paths], { encoding: 'utf8' });
      } catch (error) {
        // It ends with the number of conflicts.
        expect((error as { status: number }).status).toBeLessThan(128);
      }
      expect(conflicts.length === 0).toBe(theirs !== undefined);
      if (theirs === undefined) return;
      clean += 1;
      expect(text).toBe(theirs);
    }),
    { numRuns: 150 },
  );
  expect(clean).toBeGreaterThan(20);
});
