import type { Conflict } from '../../model/file.js';
import { diffLines } from '../../text/diffLines.js';
import { slideGroups } from './slideGroups.js';

/** What stands before, between and after lines that exclude each other. */
export const markers = { yours: '<<<<<<< yours', middle: '=======', ours: '>>>>>>> mcpwright' };

/** A file with the changes of both sides. */
export interface Merged {
  text: string;
  conflicts: Conflict[];
}

/**
 * Merges three ways by lines (diff3): what one side alone changed is taken; where both changed the same lines, or
 * lines side by side, both stand between markers. Line ends are those of the user.
 *
 * @param base - what we wrote before
 * @param yours - what the user made of it
 * @param ours - what we would write now
 */
export function mergeLines(base: string, yours: string, ours: string): Merged {
  if (yours === base) return { text: ours, conflicts: [] };
  if (ours === base || ours === yours) return { text: yours, conflicts: [] };
  const { text: own, restore } = normalizeLineEnds(yours);
  const old = normalizeLineEnds(base).text.split('\n');
  const next = normalizeLineEnds(ours).text.split('\n');
  const lines: string[] = [];
  const conflicts: Conflict[] = [];
  for (const chunk of divide(old, own.split('\n'), next)) {
    if (isEqual(chunk.yours, chunk.base)) lines.push(...chunk.ours);
    else if (isEqual(chunk.ours, chunk.base)) lines.push(...chunk.yours);
    else conflicts.push(...addConflict(chunk, lines));
  }
  return { text: restore(lines.join('\n')), conflicts };
}

/** Lines of all three that stand at the same place. */
interface Chunk {
  base: string[];
  yours: string[];
  ours: string[];
}

/**
 * Divides three texts at the lines that all of them have (S. Khanna, K. Kunal, B. C. Pierce, A Formal Investigation
 * of Diff3, 2007, section 2).
 */
function* divide(
  base: readonly string[],
  yours: readonly string[],
  ours: readonly string[],
): Iterable<Chunk> {
  const inYours = new Map(slideGroups(base, yours, diffLines(base, yours)));
  const inOurs = new Map(slideGroups(base, ours, diffLines(base, ours)));
  let [i, j, k] = [0, 0, 0];
  for (const [index, line] of base.entries()) {
    const [there, here] = [inYours.get(index), inOurs.get(index)];
    if (there === undefined || here === undefined) continue;
    yield { base: base.slice(i, index), yours: yours.slice(j, there), ours: ours.slice(k, here) };
    yield { base: [line], yours: [line], ours: [line] };
    [i, j, k] = [index + 1, there + 1, here + 1];
  }
  yield { base: base.slice(i), yours: yours.slice(j), ours: ours.slice(k) };
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && countEqual(a, b) === a.length;
}

/** Adds what both sides made of the same lines: what is equal once, the rest between markers. */
function addConflict({ yours, ours }: Chunk, lines: string[]): Conflict[] {
  const before = countEqual(yours, ours);
  const after = countEqual(yours.slice(before).toReversed(), ours.slice(before).toReversed());
  const mine = yours.slice(before, yours.length - after);
  const next = ours.slice(before, ours.length - after);
  lines.push(...yours.slice(0, before));
  const conflict = { line: lines.length + 1 };
  const isConflict = mine.length + next.length > 0;
  if (isConflict) lines.push(markers.yours, ...mine, markers.middle, ...next, markers.ours);
  lines.push(...yours.slice(yours.length - after));
  return isConflict ? [conflict] : [];
}

/** How many items two lists have in common from their beginning. */
function countEqual(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((line, index) => line !== b[index]);
  return different === -1 ? a.length : different;
}

/** A text with `\n` where all of its lines end with `\r\n`, and what gives them their ends back. */
export function normalizeLineEnds(text: string): { text: string; restore: (text: string) => string } {
  const isWindows = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
  return isWindows
    ? { text: text.replaceAll('\r\n', '\n'), restore: (merged) => merged.replaceAll('\n', '\r\n') }
    : { text, restore: (merged) => merged };
}
