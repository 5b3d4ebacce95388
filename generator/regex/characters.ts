/** One character of a pattern. */
export interface Character {
  code: number;
  /** How the pattern has it, where ECMAScript reads that alike, inside of classes and outside. */
  written?: string;
}

const controls: Record<string, number> = { a: 0x07, e: 0x1b, t: 0x09, n: 0x0a, v: 0x0b, f: 0x0c, r: 0x0d };

/** Escapes of a character, and its code. Those of the first rows are ECMAScript's own (ECMA-262, 22.2.1). */
const escapes: { form: RegExp; code: (digits: string, low: string) => number; foreign?: true }[] = [
  {
    form: /\\u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})/y,
    code: (high, low) => (hex(high) - 0xd800) * 0x400 + hex(low) - 0xdc00 + 0x10000,
  },
  { form: /\\u([\da-fA-F]{4})/y, code: hex },
  { form: /\\u\{([\da-fA-F]{1,6})\}/y, code: hex },
  { form: /\\x([\da-fA-F]{2})/y, code: hex },
  { form: /\\c([A-Za-z])/y, code: (letter) => letter.charCodeAt(0) % 32 },
  { form: /\\([tnvfr])/y, code: (letter) => controls[letter] ?? 0 },
  { form: /\\(0)(?!\d)/y, code: () => 0 },
  { form: /\\([ae])/y, code: (letter) => controls[letter] ?? 0, foreign: true },
  { form: /\\x\{([\da-fA-F]{1,6})\}/y, code: hex, foreign: true },
  { form: /\\0([0-7]{1,2})/y, code: octal, foreign: true },
  { form: /\\o\{([0-7]{1,7})\}/y, code: octal, foreign: true },
  { form: /\\([^A-Za-z0-9])/uy, code: codePointOf, foreign: true },
];

/** Reads the character that an escape stands for, where one is here. */
export function readCharacter(cursor: Cursor): Character | undefined {
  for (const { form, code, foreign } of escapes) {
    const match = cursor.read(form);
    if (match === undefined) continue;
    const [written, first = '', second = ''] = match;
    const number = code(first, second);
    if (number > 0x10ffff) throw new PatternError(`${written} is no character`);
    return foreign ? { code: number } : { code: number, written };
  }
  return undefined;
}

function hex(digits: string): number {
  return parseInt(digits, 16);
}

function octal(digits: string): number {
  return parseInt(digits, 8);
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** A set of characters, written as it stands inside brackets. */
export interface CharacterSet {
  inside: string;
  /** Whether it is meant to hold what is not listed. */
  negated: boolean;
}

/** POSIX, 9.3.5: the named classes, of ASCII as in Java, PCRE and Python. */
const posix: ReadonlyMap<string, string> = new Map([
  ['alpha', 'A-Za-z'],
  ['digit', '\\d'],
  ['alnum', 'A-Za-z0-9'],
  ['upper', 'A-Z'],
  ['lower', 'a-z'],
  ['space', '\\s'],
  ['blank', '\\t '],
  ['punct', '!-\\/:-@\\[-`\\{-~'],
  ['xdigit', '0-9A-Fa-f'],
  ['word', '\\w'],
  ['cntrl', '\\x00-\\x1f\\x7f'],
  ['print', '\\x20-\\x7e'],
  ['graph', '\\x21-\\x7e'],
  ['ascii', '\\x00-\\x7f'],
]);

/** The class that POSIX writes as `[:name:]`. */
export function readPosixClass(name: string, negated: boolean, ignoreCase: boolean): CharacterSet {
  const inside = posix.get(ignoreCase && /^(upper|lower)$/.test(name) ? 'alpha' : name);
  if (inside === undefined) throw new PatternError(`the class "${name}" is not known`);
  return { inside, negated };
}

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
  return toRanges([...others].filter((code) => !isIn(code)).toSorted((a, b) => a - b));
}

function addOthers(code: number, others: Set<number>): void {
  const character = String.fromCodePoint(code);
  for (const cased of [character.toLowerCase(), character.toUpperCase()]) {
    const [only, ...more] = cased;
    if (only !== undefined && only !== character && more.length === 0)
      others.add(only.codePointAt(0) ?? code);
  }
}

function toRanges(codes: readonly number[]): Range[] {
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}

/** A character by its code, escaped where it is of the syntax or cannot be read. */
export function writeCode(code: number, syntax: RegExp): string {
  const character = String.fromCodePoint(code);
  if (syntax.test(character)) return `\\${character}`;
  return /[\p{C}\p{Z}]/u.test(character) && character !== ' ' ? `\\u{${code.toString(16)}}` : character;
}

/** A place in a text that is read from its start to its end. */
export class Cursor {
  private position = 0;

  constructor(private readonly text: string) {}

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** Reads what a sticky expression (`y`) matches here, and moves past it. */
  read(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.position;
    const match = expression.exec(this.text) ?? undefined;
    if (match !== undefined) this.position = expression.lastIndex;
    return match;
  }
}

/** Why a regular expression cannot be written in another dialect: half a sentence, without a full stop. */
export class PatternError extends Error {
  override name = 'PatternError';
}
