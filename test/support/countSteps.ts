import type { Pattern } from '../../templates/project/src/runtime/patterns/parsePattern.js';

type Go = (at: number) => boolean;

/**
 * The steps that an engine takes which tries one way after another, from each place of a text, as those of JavaScript
 * do; no more than `most` are counted. Characters beyond ASCII are not told apart.
 */
export function countSteps(pattern: Pattern, text: string, most: number): number {
  let steps = 0;
  const isOver = () => steps > most;

  function match(part: Pattern, at: number, go: Go): boolean {
    steps++;
    if (isOver()) return true;
    switch (part.kind) {
      case 'character':
        return isIn(part.symbols, text.charCodeAt(at)) && go(at + 1);
      case 'reference':
        return go(at);
      case 'assertion':
        return holds(part.holds, at) && go(at);
      case 'look': {
        const isSeen = match(part.body, part.behind ? 0 : at, () => true);
        return isSeen !== part.negated && go(at);
      }
      case 'sequence':
        return matchAll(part.parts, 0, at, go);
      case 'choice':
        return part.branches.some((branch) => match(branch, at, go));
      case 'repeat':
        return repeat(part, 0, at, go);
    }
  }

  function matchAll(parts: readonly Pattern[], index: number, at: number, go: Go): boolean {
    const part = parts[index];
    return part === undefined ? go(at) : match(part, at, (next) => matchAll(parts, index + 1, next, go));
  }

  function repeat(part: Pattern & { kind: 'repeat' }, count: number, at: number, go: Go): boolean {
    const goOn: Go = (next) => (next > at || count < part.least) && repeat(part, count + 1, next, go);
    if (count < part.most && match(part.body, at, goOn)) return true;
    return count >= part.least && go(at);
  }

  function holds(what: (Pattern & { kind: 'assertion' })['holds'], at: number): boolean {
    if (what === 'start') return at === 0;
    if (what === 'end') return at === text.length;
    const isWord = [at - 1, at].map((place) => /\w/.test(text.charAt(place)));
    return (isWord[0] !== isWord[1]) === (what === 'boundary');
  }

  for (let start = 0; start <= text.length && !isOver(); start++)
    if (match(pattern, start, () => true)) break;
  return steps;
}

function isIn(symbols: bigint, code: number): boolean {
  return !Number.isNaN(code) && ((symbols >> BigInt(Math.min(code, 128))) & 1n) === 1n;
}
