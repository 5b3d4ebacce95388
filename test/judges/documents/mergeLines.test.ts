import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeLines } from '../../../generator/write/merge/mergeLines.js';
import { arbitraryEdits, textOf } from '../../support/arbitraryEdits.js';
import { tempFolder } from '../../support/tempFolder.js';

test('merging lines agrees with git where git finds no conflict, and finds one where git does', () => {
  const folder = tempFolder();
  let clean = 0;
  fc.assert(
    fc.property(arbitraryEdits, ({ base, yours, ours }) => {
      const { text, conflicts } = mergeLines(base, yours, ours);
      const theirs = mergeByGit(folder, { base, yours, ours });
      expect(conflicts.length === 0).toBe(theirs !== undefined);
      if (theirs === undefined) return;
      clean += 1;
      expect(text).toBe(theirs);
    }),
    { numRuns: 150 },
  );
  expect(clean).toBeGreaterThan(20);
});

/** Paragraphs and tables, which have the same lines again and again. */
const arbitraryBlock = fc.oneof(
  fc.constantFrom('alpha', 'beta').map((word) => [`## ${word}`, '']),
  fc
    .array(fc.constantFrom('| alpha | beta |', '| beta | alpha |', '| beta | beta |'), {
      minLength: 2,
      maxLength: 6,
    })
    .map((rows) => ['| a | b |', '| --- | --- |'].concat(rows, '')),
  fc.tuple(fc.constantFrom('alpha', 'beta'), fc.nat(3)).map(([word, number]) => [`${word} ${number}.`, '']),
);
const arbitraryPage = fc.array(arbitraryBlock, { minLength: 3, maxLength: 8 }).map((blocks) => blocks.flat());
const arbitraryEdit = fc.record({
  at: fc.nat(30),
  takes: fc.nat(2),
  puts: fc.oneof(fc.constant([] as string[]), arbitraryBlock as fc.Arbitrary<string[]>),
});

function edit(
  lines: readonly string[],
  edits: readonly { at: number; takes: number; puts: string[] }[],
): string {
  const made = [...lines];
  for (const { at, takes, puts } of edits) made.splice(Math.min(at, made.length), takes, ...puts);
  return textOf(made);
}

test('of pages whose lines repeat, what merges cleanly here and there is the same, and seldom does it only in one', () => {
  const folder = tempFolder();
  const numRuns = Number(process.env['MCPWRIGHT_RUNS'] ?? 400);
  let [clean, others] = [0, 0];
  const edits = fc.array(arbitraryEdit, { minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(arbitraryPage, edits, edits, (page, own, next) => {
      const [base, yours, ours] = [textOf(page), edit(page, own), edit(page, next)];
      const { text, conflicts } = mergeLines(base, yours, ours);
      const theirs = mergeByGit(folder, { base, yours, ours });
      if ((conflicts.length === 0) !== (theirs !== undefined)) others += 1;
      if (conflicts.length > 0 || theirs === undefined) return;
      clean += 1;
      expect(text).toBe(theirs);
    }),
    { numRuns },
  );
  expect(clean).toBeGreaterThan(numRuns / 3);
  expect(others).toBeLessThan(numRuns / 25);
});

/** What git makes of three texts; undefined where it finds a conflict. */
function mergeByGit(folder: string, texts: Record<'base' | 'yours' | 'ours', string>): string | undefined {
  const paths = (['yours', 'base', 'ours'] as const).map((name) => {
    writeFileSync(join(folder, name), texts[name]);
    return join(folder, name);
  });
  try {
    return execFileSync('git', ['merge-file', '-p', '-q', ...paths], { encoding: 'utf8' });
  } catch (error) {
    // It ends with the number of conflicts.
    expect((error as { status: number }).status).toBeLessThan(128);
    return undefined;
  }
}
