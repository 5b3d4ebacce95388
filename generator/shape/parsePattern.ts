import { allSymbols, noSymbols, type Symbols, symbolsOf } from './symbolsOf.js';

/** A pattern as far as backtracking goes: whether groups capture and quantifiers are lazy makes no difference. */
export type Pattern = {
  /** The characters that it may begin with. */
  first: Symbols;
  /** Whether it matches without a character. */
  empty: boolean;
} & (
  | { kind: 'character'; symbols: Symbols }
  /** What a group matched before: any text. */
  | { kind: 'reference' }
  /** `^` at the start, which keeps a match from being tried everywhere. */
  | { kind: 'start' }
  /** `$`, `\b` and the like. */
  | { kind: 'assertion' }
  | { kind: 'look'; body: Pattern }
  | { kind: 'sequence'; parts: Pattern[] }
  | { kind: 'choice'; branches: Pattern[] }
  | { kind: 'repeat'; body: Pattern; least: number; most: number }
);

/** ECMA-262, 22.2.1, in `u` mode: the pattern compiles, so every piece is one of these. */
const piece =
  /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u.{4}|\\x..|\\c.|\\k<[^>]*>|\\[1-9]\d*|\\[^]|\[(?:\\[^]|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<[^>]*>)|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[^]/gu;

/** Takes a pattern of ECMAScript apart that compiles. */
export function parsePattern(source: string): Pattern {
  const pieces = source.match(piece) ?? [];
  const known = new Map<string, Symbols>();
  let next = 0;

  function readChoice(): Pattern {
    const branches = [readSequence()];
    while (pieces[next] === '|') {
      next++;
      branches.push(readSequence());
    }
    return choose(branches);
  }

  function readSequence(): Pattern {
    const parts: Pattern[] = [];
    while (next < pieces.length && pieces[next] !== '|' && pieces[next] !== ')') parts.push(readTerm());
    return join(parts);
  }

  function readTerm(): Pattern {
    const atom = readAtom(pieces[next++] ?? '');
    const bounds = readBounds(pieces[next]);
    if (bounds === undefined) return atom;
    next++;
    return repeat(atom, ...bounds);
  }

  function readAtom(text: string): Pattern {
    if (text.startsWith('(')) return readGroup(text);
    if (text === '^') return { kind: 'start', first: noSymbols, empty: true };
    if (text === '$' || text === '\\b' || text === '\\B')
      return { kind: 'assertion', first: noSymbols, empty: true };
    if (/^\\(?:[1-9]|k<)/.test(text)) return { kind: 'reference', first: allSymbols, empty: true };
    const symbols = known.get(text) ?? symbolsOf(text);
    known.set(text, symbols);
    return { kind: 'character', symbols, first: symbols, empty: false };
  }

  function readGroup(opening: string): Pattern {
    const body = readChoice();
    next++;
    return /^\(\?<?[=!]/.test(opening) ? { kind: 'look', body, first: noSymbols, empty: true } : body;
  }

  return readChoice();
}

function readBounds(quantifier = ''): [least: number, most: number] | undefined {
  const [sign] = quantifier;
  if (sign === '*') return [0, Infinity];
  if (sign === '+') return [1, Infinity];
  if (sign === '?') return [0, 1];
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [];
  if (least === undefined) return undefined;
  return [Number(least), comma === '' ? Number(least) : Number(most || Infinity)];
}

function choose(branches: Pattern[]): Pattern {
  const [only] = branches;
  if (only !== undefined && branches.length === 1) return only;
  const first = branches.reduce((symbols, branch) => symbols | branch.first, noSymbols);
  return { kind: 'choice', branches, first, empty: branches.some(({ empty }) => empty) };
}

function join(parts: Pattern[]): Pattern {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const filled = parts.findIndex(({ empty }) => !empty);
  const leading = filled === -1 ? parts : parts.slice(0, filled + 1);
  const first = leading.reduce((symbols, part) => symbols | part.first, noSymbols);
  return { kind: 'sequence', parts, first, empty: filled === -1 };
}

function repeat(body: Pattern, least: number, most: number): Pattern {
  const first = most === 0 ? noSymbols : body.first;
  return { kind: 'repeat', body, least, most, first, empty: least === 0 || body.empty };
}
