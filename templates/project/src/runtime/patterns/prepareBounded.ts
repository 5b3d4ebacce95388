import { type Compare, partsInStep } from './compilePattern.js';
import { type Walker, createScanner, createWalker } from './createWalker.js';
import { type Pattern, leavesChoice, parsePattern, subpatternsOf } from './parsePattern.js';

/** Such parts that a class of Unicode counts for, as `\p{L}` does, and characters of a class that count for one. */
const partsOfProperty = 15;
const charactersInPart = 20;
/** Characters of a text from which on it pays to keep sets of places of a pattern. */
const longText = 1000;

/**
 * Compares texts with a pattern of any kind in a bounded number of steps. The engine of the language, which goes back and
 * tries again, is only let at patterns that leave it one way to go; all others are walked through by all ways at once.
 */
export function prepareBounded(source: string, expression: RegExp): Compare {
  const pattern = parsePattern(source);
  const parts = leavesChoice(pattern) ? Infinity : stepsOfCharacter(pattern);
  let walker: Walker | undefined;
  let scanner: ReturnType<typeof createScanner>;
  let isScanned = true;
  return (text, work) => {
    const estimate = Math.ceil((text.length + 1) * parts);
    if (estimate <= work.left) {
      work.left -= estimate;
      return expression.test(text);
    }
    if (isScanned && text.length > longText) {
      scanner ??= createScanner(pattern);
      const isFit = scanner?.scan(text, work);
      if (isFit !== undefined) return isFit;
      isScanned = false;
    }
    return (walker ??= createWalker(pattern)).walk(text, work);
  };
}

/** The steps that the engine takes for a character of a text, at most, where it has no choice. */
export function stepsOfCharacter(pattern: Pattern): number {
  return countParts(pattern) / partsInStep;
}

function countParts(pattern: Pattern): number {
  return subpatternsOf(pattern).reduce((sum, part) => sum + countParts(part), weigh(pattern));
}

function weigh(pattern: Pattern): number {
  if (pattern.kind !== 'character') return 1;
  const { source } = pattern;
  return (/\\p\{/i.test(source) ? partsOfProperty : 1) + Math.floor(source.length / charactersInPart);
}
