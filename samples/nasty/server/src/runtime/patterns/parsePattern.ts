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
