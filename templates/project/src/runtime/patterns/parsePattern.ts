/** A pattern as far as what it matches goes: whether groups capture and quantifiers are lazy makes no difference. */
export type Pattern = {
  /** The characters that it may begin with. */
  first: Symbols;
  /** Whether it matches without a character. */
  empty: boolean;
} &
  /** One character; `source` is how the pattern has it. */
  (
    | { kind: 'character'; symbols: Symbols; source: string }
    /** What a group matched before: any text. */
    | { kind: 'reference' }
    | { kind: 'assertion'; holds: 'start' | 'end' | 'boundary' | 'noBoundary' }
    /** What stands ahead of a place, or behind it. */
    | { kind: 'look'; body: Pattern; behind: boolean; negated: boolean }
    | { kind: 'sequence'; parts: Pattern[] }
    | { kind: 'choice'; branches: Pattern[] }
    | { kind: 'repeat'; body: Pattern; least: number; most: number }
  );

/** ECMA-262, 22.2.1, in `u` mode: the pattern compiles, so every piece is one of these. */
const anyPiece =
  /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u.{4}|\\x..|\\c.|\\k<[^>]*>|\\[1-9]\d*|\\[^]|\[(?:\\[^]|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<[^>]*>)|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[^]/gu;

const assertions = new Map([
  ['^', 'start'],
  ['$', 'end'],
  ['\\b', 'boundary'],
  ['\\B', 'noBoundary'],
] as const);

/** Takes a pattern of ECMAScript apart that compiles. */
export function parsePattern(source: string): Pattern {
  const pieces = source.match(anyPiece) ?? [];
  const known = new Map<string, Symbols>();
  let next = 0;

  function readChoice(): Pattern {
    const branches = [readSequence()];
    while (pieces[next] === '|') {
      next++;
      branches.push(readSequence());
    }
    return makeChoice(branches);
  }

  function readSequence(): Pattern {
    const parts: Pattern[] = [];
    while (next < pieces.length && pieces[next] !== '|' && pieces[next] !== ')') parts.push(readTerm());
    return makeSequence(parts);
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
    const holds = assertions.get(text as '^');
    if (holds !== undefined) return { kind: 'assertion', holds, first: noSymbols, empty: true };
    if (/^\\(?:[1-9]|k<)/.test(text)) return { kind: 'reference', first: allSymbols, empty: true };
    const symbols = known.get(text) ?? symbolsOf(text);
    known.set(text, symbols);
    return { kind: 'character', source: text, symbols, first: symbols, empty: false };
  }

  function readGroup(opening: string): Pattern {
    const body = readChoice();
    next++;
    const [, behind, sign] = /^\(\?(<?)([=!])/.exec(opening) ?? [];
    if (sign === undefined) return body;
    return {
      kind: 'look',
      body,
      behind: behind === '<',
      negated: sign === '!',
      first: noSymbols,
      empty: true,
    };
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

function makeChoice(branches: Pattern[]): Pattern {
  const [only] = branches;
  if (only !== undefined && branches.length === 1) return only;
  const first = branches.reduce((symbols, branch) => symbols | branch.first, noSymbols);
  return { kind: 'choice', branches, first, empty: branches.some(({ empty }) => empty) };
}

function makeSequence(parts: Pattern[]): Pattern {
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

/**
 * A set of characters: a bit for each of ASCII, and one for all others together. Sets that have no bit in common
 * have no character in common.
 */
export type Symbols = bigint;

export const noSymbols = 0n;
export const allSymbols = (1n << 129n) - 1n;

const others = 1n << 128n;
const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** What may hold more than ASCII: written out, by an escape, or because something is left out. */
const beyondAscii = /[^\0-\x7f]|\\[uxpPDSWs]|^\[\^|^\.$/;

/** The characters that a piece of a pattern stands for: one character, an escape, or a class. */
function symbolsOf(piece: string): Symbols {
  const expression = new RegExp(`^${piece}$`, 'u');
  let symbols = beyondAscii.test(piece) ? others : noSymbols;
  for (const [code, character] of ascii.entries()) {
    if (expression.test(character)) symbols |= 1n << BigInt(code);
  }
  return symbols;
}
