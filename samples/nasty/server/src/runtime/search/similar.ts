/** The terms that there are. */
export type Vocabulary = ReadonlyMap<string, unknown>;

/** Shorter terms are only looked for as the beginning of others: they are like too many. */
const longEnough = 4;

/**
 * What a term that nothing is found by may stand for: those of which it is the beginning, else those that differ in
 * a letter, else those that hold it.
 */
export function similar(term: string, vocabulary: Vocabulary): readonly string[] {
  const terms = [...vocabulary.keys()];
  const ways = [
    () => terms.filter((other) => other.startsWith(term)),
    () => terms.filter((other) => differInOne(term, other)),
    () => terms.filter((other) => other.includes(term)),
  ];
  for (const way of term.length < longEnough ? ways.slice(0, 1) : ways) {
    const found = way();
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether one letter is left out, put in, mistaken or swapped with the next. */
function differInOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
