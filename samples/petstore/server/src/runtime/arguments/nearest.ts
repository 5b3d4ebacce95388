/** Candidates that are compared letter by letter. */
const mostCompared = 1_000;
/** Letters of each. */
const longestCompared = 64;

/** The candidate that a misspelt word was most likely meant to be, if any is near enough. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  return rank(word, candidates)[0];
}

/**
 * The candidates that a word may be meant for, nearest first: those that begin so, those that are spelt nearly so, those
 * that hold it. Of a beginning with `*`, only the first.
 */
export function listNearest(word: string, candidates: readonly string[]): string[] {
  const beginning = /^(.*)\*$/s.exec(word)?.[1];
  const wanted = fold(beginning ?? word);
  if (wanted === '') return [];
  const spelt = candidates.map((candidate) => ({ candidate, spelt: fold(candidate) }));
  const where = (is: (text: string) => boolean): string[] =>
    spelt.filter((one) => is(one.spelt)).map(({ candidate }) => candidate);
  const begun = where((text) => text.startsWith(wanted));
  if (beginning !== undefined) return begun;
  const holding = wanted.length < shortestPart ? [] : where((text) => text.includes(wanted));
  const [first, ...near] = rank(word, candidates);
  return [...new Set([...(first === undefined ? [] : [first]), ...begun, ...near, ...holding])];
}

/** Letters of a part that says something of the whole. */
const shortestPart = 3;

/** The candidates that are spelt nearly so, nearest first. */
function rank(word: string, candidates: readonly string[]): string[] {
  const wanted = plain(word);
  const most = Math.max(1, Math.floor(wanted.length / 3));
  return (
    candidates
      .map((candidate) => ({ candidate, spelt: plain(candidate) }))
      .filter(({ spelt }) => Math.abs(spelt.length - wanted.length) <= most)
      .slice(0, mostCompared)
      .map(({ candidate, spelt }) => ({ candidate, distance: editDistance(wanted, spelt) }))
      // What has no letter in common is another word.
      .filter(
        ({ candidate, distance }) => distance <= most && distance < Math.max(wanted.length, candidate.length),
      )
      .toSorted((a, b) => a.distance - b.distance)
      .map(({ candidate }) => candidate)
  );
}

/** Case and separators are what is most often mistaken. */
function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[_\s-]/g, '');
}

/** The same of as much of it as is compared letter by letter. */
function plain(word: string): string {
  return fold(word.slice(0, longestCompared));
}

/** How many letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : replaced;
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}
