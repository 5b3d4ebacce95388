import type { Cursor } from './Cursor.js';
import { Refusal } from './Refusal.js';

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
  { form: /\\([^A-Za-z0-9])/uy, code: codeOf, foreign: true },
];

/** Reads the character that an escape stands for, where one is here. */
export function readCharacter(cursor: Cursor): Character | undefined {
  for (const { form, code, foreign } of escapes) {
    const match = cursor.read(form);
    if (match === undefined) continue;
    const [written, first = '', second = ''] = match;
    const number = code(first, second);
    if (number > 0x10ffff) throw new Refusal(`${written} is no character`);
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

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
