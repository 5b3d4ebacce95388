import { isAnchored, partsOf } from '../../templates/project/src/runtime/patterns/leavesChoice.js';
import {
  type Pattern,
  type Symbols,
  noSymbols,
  parsePattern,
} from '../../templates/project/src/runtime/patterns/parsePattern.js';
import { canDouble } from './canDouble.js';

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
  return hides || canDouble(body) ? Infinity : endless;
}

/** Whether texts of any length are looked at. */
function isEndless(pattern: Pattern): boolean {
  return (pattern.kind === 'repeat' && pattern.most === Infinity) || partsOf(pattern).some(isEndless);
}

/** Whether it looks ahead or behind as far as the text goes. */
function looksFar(pattern: Pattern): boolean {
  return (pattern.kind === 'look' && isEndless(pattern)) || partsOf(pattern).some(looksFar);
}
