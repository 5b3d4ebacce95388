/** A line of one text and the same line of another, by index. */
type Match = readonly [before: number, after: number];

/** The largest table of lines against lines. Of what is larger, and has no line that is there once, none match. */
const maxCells = 1_000_000;

/** A part of both texts: from the first index up to the second. */
interface Range {
  before: readonly [number, number];
  after: readonly [number, number];
}

/**
 * Pairs the lines that two texts have in common, in order (patience diff): lines that are there once in both are
 * anchors, between which the same is done again; what has no anchors is compared line by line.
 */
export function diffLines(before: readonly string[], after: readonly string[]): Match[] {
  const matches: Match[] = [];
  const open: Range[] = [{ before: [0, before.length], after: [0, after.length] }];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    let { before: [i, iEnd], after: [j, jEnd] } = range; // prettier-ignore
    while (i < iEnd && j < jEnd && before[i] === after[j]) matches.push([i++, j++]);
    while (i < iEnd && j < jEnd && before[iEnd - 1] === after[jEnd - 1]) matches.push([--iEnd, --jEnd]);
    if (i === iEnd || j === jEnd) continue;
    const inner: Range = { before: [i, iEnd], after: [j, jEnd] };
    const anchors = findAnchors(before, after, inner);
    if (anchors.length === 0) matches.push(...findCommon(before, after, inner));
    for (const [k, l] of anchors) {
      open.push({ before: [i, k], after: [j, l] });
      matches.push([k, l]);
      [i, j] = [k + 1, l + 1];
    }
    if (anchors.length > 0) open.push({ before: [i, iEnd], after: [j, jEnd] });
  }
  return matches.toSorted(([a], [b]) => a - b);
}

/** The most lines that are there once in both parts and stand in the same order. */
function findAnchors(before: readonly string[], after: readonly string[], range: Range): Match[] {
  const there = findUnique(after, range.after);
  const pairs = [...findUnique(before, range.before)].flatMap(([line, index]): Match[] => {
    const other = there.get(line);
    return other === undefined ? [] : [[index, other]];
  });
  // The longest increasing sequence: `tails[n]` ends the best one of n + 1 pairs.
  const tails: { pair: Match; last?: (typeof tails)[number] | undefined }[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle]?.pair[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    tails[low] = { pair, last: tails[low - 1] };
  }
  const anchors: Match[] = [];
  for (let link = tails.at(-1); link !== undefined; link = link.last) anchors.push(link.pair);
  return anchors.toReversed();
}

/** The lines that are there once, in order, with where they are. */
function findUnique(lines: readonly string[], [start, end]: readonly [number, number]): Map<string, number> {
  const found = new Map<string, number | undefined>();
  for (let index = start; index < end; index++) {
    const line = lines[index] ?? '';
    found.set(line, found.has(line) ? undefined : index);
  }
  return new Map([...found].filter((entry): entry is [string, number] => entry[1] !== undefined));
}

/** The longest common sequence of two short parts. */
function findCommon(before: readonly string[], after: readonly string[], range: Range): Match[] {
  const { before: [start, end], after: [from, to] } = range; // prettier-ignore
  const width = to - from + 1;
  if ((end - start + 1) * width > maxCells) return [];
  // How many lines are common from here to the end.
  const table = new Uint32Array((end - start + 1) * width);
  const at = (i: number, j: number) => (i - start) * width + (j - from);
  for (let i = end - 1; i >= start; i--)
    for (let j = to - 1; j >= from; j--)
      table[at(i, j)] =
        before[i] === after[j]
          ? (table[at(i + 1, j + 1)] ?? 0) + 1
          : Math.max(table[at(i + 1, j)] ?? 0, table[at(i, j + 1)] ?? 0);
  const matches: Match[] = [];
  for (let [i, j] = [start, from]; i < end && j < to;)
    if (before[i] === after[j]) matches.push([i++, j++]);
    else if ((table[at(i + 1, j)] ?? 0) >= (table[at(i, j + 1)] ?? 0)) i++;
    else j++;
  return matches;
}
