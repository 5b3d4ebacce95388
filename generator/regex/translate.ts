import { PatternError } from './characters.js';
import { compiles, rewritePattern, undelimit } from './rewrite.js';

/** What became of a pattern: one of ECMAScript that means the same, or half a sentence why there is none. */
type Translation = { pattern: string; reason?: never } | { pattern?: never; reason: string };

/** Real patterns stay below 1,000 characters. */
const longest = 5000;
/** Groups inside one another: far beyond real patterns, far below what regular expression engines take. */
const deepest = 100;

/**
 * Writes a regular expression of another dialect (PCRE, Java, Python, Ruby, POSIX, .NET) as one of ECMAScript
 * in `u` mode (ECMA-262, 22.2.1). One that is of ECMAScript is returned as it is.
 */
export function translatePattern(source: string): Translation {
  if (source.length > longest)
    return { reason: `it is over ${longest.toLocaleString('en')} characters long` };
  try {
    const pattern = compiles(source) && !isForeign(source) ? source : rewritePattern(source);
    if (!compiles(pattern)) return { reason: 'it is no regular expression of a known dialect' };
    if (nestingOf(pattern) > deepest) return { reason: `its groups are over ${deepest} levels deep` };
    return { pattern };
  } catch (error) {
    if (error instanceof PatternError) return { reason: error.message };
    throw error;
  }
}

/** What compiles, on some engines at least, although its author means something else by it. */
const signs = [
  // `[[:alpha:]]` is a class of `[`, `:` and some letters, and a bracket after it.
  /\[:\^?[a-z]+:\]/,
  // An intersection of classes.
  /&&/,
  // `(?i:…)`: newer engines take it.
  /\(\?[a-z-]+[:)]/i,
];

function isForeign(source: string): boolean {
  const names = [...source.matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name);
  const isOdd = undelimit(source) !== undefined || new Set(names).size < names.length;
  return isOdd || signs.some((sign) => sign.test(source));
}

function nestingOf(pattern: string): number {
  let depth = 0;
  let most = 0;
  for (const [token] of pattern.matchAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|[()]/g)) {
    if (token === '(') most = Math.max(most, ++depth);
    if (token === ')') depth--;
  }
  return most;
}
