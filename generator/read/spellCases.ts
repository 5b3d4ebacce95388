/** Code points from the first to the second, both included. */
export type Range = readonly [number, number];

/** Scripts with upper and lower case stand below: Latin, Greek, Cyrillic and Armenian. */
const lastCased = 0x58f;

/** The characters of the ranges in their other case, as ranges. */
export function spellCases(ranges: readonly Range[]): Range[] {
  const others = new Set<number>();
  for (const [from, to] of ranges) {
    if (from === to) addOthers(from, others);
    for (let code = from; code <= Math.min(to, lastCased); code++) addOthers(code, others);
  }
  const isIn = (code: number): boolean => ranges.some(([from, to]) => from <= code && code <= to);
  return join([...others].filter((code) => !isIn(code)).toSorted((a, b) => a - b));
}

function addOthers(code: number, others: Set<number>): void {
  const character = String.fromCodePoint(code);
  for (const cased of [character.toLowerCase(), character.toUpperCase()]) {
    const [only, ...more] = cased;
    if (only !== undefined && only !== character && more.length === 0)
      others.add(only.codePointAt(0) ?? code);
  }
}

function join(codes: readonly number[]): Range[] {
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}
