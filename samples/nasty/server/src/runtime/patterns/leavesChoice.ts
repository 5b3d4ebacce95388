import { type Pattern, type Symbols, noSymbols } from './parsePattern.js';

/** Stands for the end of a text among the characters that may follow. */
const theEnd = 1n << 129n;
/** Characters that may be looked at again and again, from each place of a text: a few do no harm. */
const farthest = 16;

/**
 * Whether a pattern may be read in more than one way: there backtracking tries one after another, which can take a
 * power of the length of a text, or longer. Where each character leaves one way to go on, it takes time in proportion.
 * Assertions are taken to hold, so the answer may be wrongly yes, never wrongly no.
 */
export function leavesChoice(pattern: Pattern): boolean {
  if (!isAnchored(pattern) && reachOf(pattern) > farthest) return true;
  return chooses(pattern, theEnd);
}

/** Whether every match begins at the start of the text. */
export function isAnchored(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case 'assertion':
      return pattern.holds === 'start';
    case 'sequence': {
      const begin = pattern.parts.find((part) => !isGlance(part));
      return begin !== undefined && isAnchored(begin);
    }
    case 'choice':
      return pattern.branches.every(isAnchored);
    case 'repeat':
      return pattern.least > 0 && isAnchored(pattern.body);
    default:
      return false;
  }
}

/** What may stand before the start of a text, to be looked at from each place of it, and costs little. */
function isGlance(pattern: Pattern): boolean {
  if (pattern.kind === 'look') return reachOf(pattern) <= farthest;
  return pattern.kind === 'assertion' && pattern.holds !== 'start';
}

/** `follow`: the characters that may come next. */
function chooses(pattern: Pattern, follow: Symbols): boolean {
  switch (pattern.kind) {
    case 'look':
      // What stands behind is read backwards.
      return pattern.behind ? reachOf(pattern.body) > 1 : chooses(pattern.body, theEnd);
    case 'sequence':
      return choosesInSequence(pattern.parts, follow);
    case 'choice':
      return overlaps(pattern.branches, follow) || pattern.branches.some((branch) => chooses(branch, follow));
    case 'repeat':
      return choosesInRepeat(pattern, follow);
    default:
      return false;
  }
}

function choosesInSequence(parts: readonly Pattern[], follow: Symbols): boolean {
  let after = follow;
  for (const part of parts.toReversed()) {
    if (chooses(part, after)) return true;
    after = part.empty ? part.first | after : part.first;
  }
  return false;
}

/** Branches that begin differently leave no choice. */
function overlaps(branches: readonly Pattern[], follow: Symbols): boolean {
  let taken = noSymbols;
  for (const { first, empty } of branches) {
    const symbols = empty ? first | follow : first;
    if ((taken & symbols) !== noSymbols) return true;
    taken |= symbols;
  }
  return false;
}

/** A loop leaves a choice where what it repeats may also come after it, or be nothing. */
function choosesInRepeat(
  { body, least, most, first }: Pattern & { kind: 'repeat' },
  follow: Symbols,
): boolean {
  if (most === 0) return false;
  if (most > 1 && (body.empty || looksFar(body))) return true;
  return (
    (least !== most && (first & follow) !== noSymbols) || chooses(body, most > 1 ? first | follow : follow)
  );
}

/** Whether it looks ahead or behind by more than a few characters. */
function looksFar(pattern: Pattern): boolean {
  return (
    (pattern.kind === 'look' && reachOf(pattern.body) > farthest) || subpatternsOf(pattern).some(looksFar)
  );
}

/** How many characters are looked at, at most. */
function reachOf(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'character':
      return 1;
    case 'reference':
      return Infinity;
    case 'repeat': {
      const reach = reachOf(pattern.body);
      return reach === 0 ? 0 : reach * pattern.most;
    }
    case 'choice':
      return Math.max(...pattern.branches.map(reachOf));
    default:
      return subpatternsOf(pattern).reduce((sum, part) => sum + reachOf(part), 0);
  }
}

/** What a pattern is made of. */
export function subpatternsOf(pattern: Pattern): readonly Pattern[] {
  switch (pattern.kind) {
    case 'look':
    case 'repeat':
      return [pattern.body];
    case 'sequence':
      return pattern.parts;
    case 'choice':
      return pattern.branches;
    default:
      return [];
  }
}
