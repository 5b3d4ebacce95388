import {
  type Pattern,
  type Symbols,
  allSymbols,
  isAnchored,
  noSymbols,
  parsePattern,
  subpatternsOf,
} from '../../templates/project/src/runtime/patterns/parsePattern.js';

/** Ways in which a loop without an end counts: it may stop at any of the characters that follow. */
const endless = 20;

/** Five loops in a row that overlap with what follows: more take seconds on a text of a hundred characters. */
export const mostWays = endless ** 5;

/**
 * In how many ways a pattern may match a text of modest length, at most: what an engine tries, one after
 * another, before it gives up on a text. 1 means that each character leaves no choice; such a pattern takes time
 * in proportion to the text. `Infinity` means that each further character may double the ways.
 */
export function countWays(source: string): number {
  const pattern = parsePattern(source);
  const everywhere = !isAnchored(pattern) && isEndless(pattern) ? endless : 1;
  return everywhere * waysOf(pattern, noSymbols);
}

/** `follow`: the characters that may come next. */
function waysOf(pattern: Pattern, follow: Symbols): number {
  switch (pattern.kind) {
    case 'look':
      return waysOf(pattern.body, noSymbols);
    case 'sequence':
      return waysOfSequence(pattern.parts, follow);
    case 'choice':
      return waysOfChoice(pattern.branches, follow);
    case 'repeat':
      return waysOfRepeat(pattern, follow);
    default:
      return 1;
  }
}

function waysOfSequence(parts: readonly Pattern[], follow: Symbols): number {
  let ways = 1;
  let after = follow;
  for (const part of parts.toReversed()) {
    ways *= waysOf(part, after);
    after = part.first | (part.empty ? after : noSymbols);
  }
  return ways;
}

/** Branches that begin differently leave no choice. */
function waysOfChoice(branches: readonly Pattern[], follow: Symbols): number {
  let taken = noSymbols;
  let overlap = false;
  for (const { first, empty } of branches) {
    const symbols = empty ? first | follow : first;
    overlap ||= (taken & symbols) !== noSymbols;
    taken |= symbols;
  }
  const ways = branches.map((branch) => waysOf(branch, follow));
  return overlap ? ways.reduce((sum, each) => sum + each, 0) : Math.max(...ways);
}

type Repeat = Pattern & { kind: 'repeat' };

/** A loop leaves a choice where what it repeats may also come after it. */
function waysOfRepeat({ body, least, most, first }: Repeat, follow: Symbols): number {
  const each = waysOf(body, most > 1 ? first | follow : follow);
  if (most === 0 || each === Infinity) return most === 0 ? 1 : each;
  const stops = (first & follow) === noSymbols ? 1 : Math.min(most - least + 1, endless);
  const rescans = most === Infinity && looksFar(body) ? endless : 1;
  const ways = each ** most * stops * rescans;
  if (each === 1 || ways <= mostWays) return each === 1 ? stops * rescans : ways;
  const hides = body.empty && 2 ** least > mostWays;
  return hides || hasExponentialAmbiguity(body) ? Infinity : endless;
}

/** Whether texts of any length are looked at. */
function isEndless(pattern: Pattern): boolean {
  return (pattern.kind === 'repeat' && pattern.most === Infinity) || subpatternsOf(pattern).some(isEndless);
}

/** Whether it looks ahead or behind as far as the text goes. */
function looksFar(pattern: Pattern): boolean {
  return (pattern.kind === 'look' && isEndless(pattern)) || subpatternsOf(pattern).some(looksFar);
}

/** Copies of what is repeated beyond which it is taken to be repeated without end. */
const mostCopies = 8;
/** Steps beyond which a loop is taken for one that can double: far beyond real patterns, far below a second. */
const mostSteps = 100_000;

/** Where a part of a pattern may begin and end: positions of its characters. */
interface Part {
  first: readonly number[];
  last: readonly number[];
  empty: boolean;
}

const nothing: Part = { first: [], last: [], empty: true };

/**
 * Whether a loop over `body` may read some text in two ways. Then twice that text can be read in four ways, three
 * times it in eight, and so on: backtracking takes exponential time. The loop becomes an automaton whose states
 * are the positions of its characters (Glushkov), in which two paths are followed that read the same text; they
 * start together, and where they part and meet again, the text was read in two ways.
 *
 * Assertions are taken to hold and a reference to match any text, so the answer may be wrongly yes, never
 * wrongly no.
 */
function hasExponentialAmbiguity(body: Pattern): boolean {
  const automaton = new Automaton();
  automaton.loop(automaton.build(body));
  return automaton.isAmbiguous || automaton.meetsAgain();
}

/** Positions of the characters of a pattern, and which may follow which. */
class Automaton {
  /** Whether some text is known to be read in two ways, or too much has been done to find out. */
  isAmbiguous = false;
  readonly #symbols: Symbols[] = [];
  readonly #follow: Set<number>[] = [];
  #steps = 0;

  build(pattern: Pattern): Part {
    if (this.#isTired()) return nothing;
    switch (pattern.kind) {
      case 'character':
        return this.#place(pattern.symbols, false);
      case 'reference':
        return this.loop(this.#place(allSymbols, true));
      case 'sequence':
        return pattern.parts
          .map((part) => this.build(part))
          .reduce((before, after) => this.#append(before, after), nothing);
      case 'choice':
        return pattern.branches
          .map((branch) => this.build(branch))
          .reduce((one, other) => this.#unite(one, other));
      case 'repeat':
        return pattern.most > mostCopies ? this.#buildEndless(pattern) : this.#buildCopies(pattern);
      default:
        return nothing;
    }
  }

  loop(part: Part): Part {
    this.#connect(part.last, part.first);
    return part;
  }

  /** Whether two paths that have parted, and read the same text, come to the same position. */
  meetsAgain(): boolean {
    const size = this.#symbols.length;
    const seen = new Set<number>();
    const waiting: [number, number][] = this.#symbols.map((_, position) => [position, position]);
    for (const [one, other] of waiting) {
      for (const left of this.#follow[one] ?? []) {
        for (const right of this.#follow[other] ?? []) {
          if (this.#isTired()) return true;
          if (!this.#isShared(left, right) || (left === right && one === other)) continue;
          if (left === right) return true;
          const pair = Math.min(left, right) * size + Math.max(left, right);
          if (!seen.has(pair)) waiting.push([left, right]);
          seen.add(pair);
        }
      }
    }
    return false;
  }

  /** Whether some character fits both positions. */
  #isShared(left: number, right: number): boolean {
    return ((this.#symbols[left] ?? noSymbols) & (this.#symbols[right] ?? noSymbols)) !== noSymbols;
  }

  #place(held: Symbols, empty: boolean): Part {
    const position = this.#symbols.push(held) - 1;
    this.#follow.push(new Set());
    return { first: [position], last: [position], empty };
  }

  #buildEndless({ body, least }: Repeat): Part {
    const part = this.loop(this.build(body));
    this.isAmbiguous ||= least > 1 && part.empty;
    return { ...part, empty: part.empty || least === 0 };
  }

  /** `a{1,3}` as `a(a(a)?)?`. */
  #buildCopies({ body, least, most }: Repeat): Part {
    let part = nothing;
    for (let copy = most; copy > 0; copy--) {
      part = this.#append(this.build(body), part);
      if (copy > least) part = { ...part, empty: true };
    }
    return part;
  }

  #append(before: Part, after: Part): Part {
    this.#connect(before.last, after.first);
    return {
      first: before.empty ? [...before.first, ...after.first] : before.first,
      last: after.empty ? [...before.last, ...after.last] : after.last,
      empty: before.empty && after.empty,
    };
  }

  #unite(one: Part, other: Part): Part {
    this.isAmbiguous ||= one.empty && other.empty;
    return {
      first: [...one.first, ...other.first],
      last: [...one.last, ...other.last],
      empty: one.empty || other.empty,
    };
  }

  /** Two ways from one position to the next are two ways to read a text. */
  #connect(from: readonly number[], to: readonly number[]): void {
    for (const start of from) {
      for (const end of to) {
        if (this.#isTired()) return;
        this.isAmbiguous ||= this.#follow[start]?.has(end) === true;
        this.#follow[start]?.add(end);
      }
    }
  }

  /** Counts a step; true when there were too many, or nothing is left to be found out. */
  #isTired(): boolean {
    this.#steps++;
    this.isAmbiguous ||= this.#steps > mostSteps;
    return this.isAmbiguous;
  }
}
