import { Cursor } from './Cursor.js';
import { readCharacter } from './readCharacter.js';
import type { CharacterSet } from './readPosixClass.js';
import { readProperty } from './readProperty.js';
import { Refusal } from './Refusal.js';
import { rewriteClass } from './rewriteClass.js';
import { spellCases } from './spellCases.js';
import { undelimit } from './undelimit.js';
import { writeCode } from './writeCode.js';

/** Flags that change what is matched; `u` mode of ECMAScript has none of them inside a pattern. */
interface Flags {
  /** `i`: upper and lower case are the same. */
  ignoreCase: boolean;
  /** `m`: `^` and `$` match at each line. */
  multiline: boolean;
  /** `s`: the full stop matches line ends too. */
  dotAll: boolean;
  /** `x`: white space and comments are left out. */
  extended: boolean;
}

const flagNames = new Map<string, keyof Flags>([
  ['i', 'ignoreCase'],
  ['m', 'multiline'],
  ['s', 'dotAll'],
  ['x', 'extended'],
]);
/** Flags without a say in whether a text matches: global, sticky, Unicode, and PHP's `D`. */
const idleFlags = new Set(['g', 'y', 'u', 'D']);

/** A piece of a pattern, and how it is written in ECMAScript. */
type Rule = [form: RegExp, write: (...match: string[]) => string];

/** Characters that a pattern means something by. */
const syntax = /[\^$\\.*+?()[\]{}|/]/;

/**
 * Writes a pattern of any dialect in that of ECMAScript, piece by piece. Whether the result compiles is for
 * the caller to see; what has no counterpart throws a {@link Refusal}.
 */
export function rewritePattern(source: string): string {
  const { text, letters } = undelimit(source) ?? { text: source, letters: '' };
  const cursor = new Cursor(unquote(text));
  let flags: Flags = { ignoreCase: false, multiline: false, dotAll: false, extended: false };
  /** The flags to return to at the end of each group. */
  const outer: Flags[] = [];
  const names = new Set<string>();

  function setFlags(on: string, off: string): void {
    flags = { ...flags };
    for (const letter of on + off) {
      const name = flagNames.get(letter);
      if (name !== undefined) flags[name] = !off.includes(letter);
      else if (!idleFlags.has(letter)) throw new Refusal(`the flag "${letter}" has no counterpart`);
    }
  }

  function openFlags(on: string, off: string, end: string): string {
    const written = end === ':' ? open('(?:') : '';
    setFlags(on, off);
    return written;
  }

  function open(written: string): string {
    outer.push(flags);
    return written;
  }

  function close(): string {
    flags = outer.pop() ?? flags;
    return ')';
  }

  function openNamed(name: string): string {
    if (names.has(name)) throw new Refusal(`two of its groups are called "${name}"`);
    names.add(name);
    return open(`(?<${name}>`);
  }

  function skipLine(): string {
    cursor.read(/[^\n]*/y);
    return '';
  }

  function referTo(written: string): string {
    if (flags.ignoreCase) throw new Refusal('it refers back to a group while case is ignored');
    return written;
  }

  function writeCharacter(code: number, written: string): string {
    const others = flags.ignoreCase ? spellCases([[code, code]]) : [];
    if (others.length === 0) return written;
    return `[${written}${others.map(([other]) => String.fromCodePoint(other)).join('')}]`;
  }

  const rules: Rule[] = [
    [/\s/y, (space) => (flags.extended ? '' : space)],
    [/#/y, (sign) => (flags.extended ? skipLine() : sign)],
    [/\(\?#[^)]*\)|\(\*UTF8?\)|\(\*UCP\)/y, () => ''],
    [
      /\(\?(?=[a-zA-Z-])([a-zA-Z]*)(?:-([a-zA-Z]*))?([:)])/y,
      (_, on = '', off = '', end = '') => openFlags(on, off, end),
    ],
    [/\(\?P?<([A-Za-z_]\w*)>/y, (_, name = '') => openNamed(name)],
    [/\(\?'([A-Za-z_]\w*)'/y, (_, name = '') => openNamed(name)],
    [/\(\?P=(\w+)\)/y, (_, name) => referTo(`\\k<${name}>`)],
    [/\((?:\?(?:[:=!]|<[=!])|(?![?*]))/y, open],
    [/\(\?>/y, () => refuse('it holds an atomic group')],
    [/\([?*].?/y, (written) => refuse(`"${written}" has no counterpart`)],
    [/\)/y, close],
    [/\[/y, () => rewriteClass(cursor, flags.ignoreCase)],
    [/(?:[*+?]|\{\d*,?\d*\})\+/y, () => refuse('it holds a possessive quantifier')],
    [/\{,(\d+)\}(\??)/y, (_, most, lazy) => `{0,${most}}${lazy}`],
    [/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y, (written) => written],
    [/\^/y, () => (flags.multiline ? '(?<![^\\n\\r\\u2028\\u2029])' : '^')],
    [/\$/y, () => (flags.multiline ? '(?![^\\n\\r\\u2028\\u2029])' : '$')],
    [/\./y, () => (flags.dotAll ? '[\\s\\S]' : '.')],
    [/\|/y, (written) => written],
    [/\\A/y, () => '^'],
    [/\\[zZ]/y, () => '$'],
    [/\\h/y, () => '[\\t\\p{Zs}]'],
    [/\\H/y, () => '[^\\t\\p{Zs}]'],
    [/\\N/y, () => '.'],
    [/\\R/y, () => '(?:\\r\\n|[\\n-\\r\\x85\\u2028\\u2029])'],
    [/\\[pP](?:\{[^}]*\}|.)/y, (written) => writeSet(readProperty(written, flags.ignoreCase))],
    [/\\[dDsSwWbB]/y, (written) => written],
    [/\\k(?:<(\w+)>|\{(\w+)\}|'(\w+)')/y, (_, ...given) => referTo(`\\k<${given.find(Boolean)}>`)],
    [/\\(?:g\{(\d+)\}|g?([1-9]\d*))/y, (_, ...given) => referTo(`\\${given.find(Boolean)}`)],
  ];

  function writeNext(): string {
    for (const [form, write] of rules) {
      const match = cursor.read(form);
      if (match !== undefined) return write(...match);
    }
    const escaped = readCharacter(cursor);
    if (escaped !== undefined)
      return writeCharacter(escaped.code, escaped.written ?? writeCode(escaped.code, syntax));
    const unknown = cursor.read(/\\.?/sy);
    if (unknown !== undefined) return refuse(`the escape ${unknown[0]} is not known`);
    const [character = ''] = cursor.read(/[^]/uy) ?? [];
    return writeCharacter(character.codePointAt(0) ?? 0, character.replace(syntax, '\\$&'));
  }

  setFlags(letters, '');
  let written = '';
  while (!cursor.atEnd) written += writeNext();
  return written;
}

/** `\Q…\E`: what stands between is meant as it is. */
function unquote(text: string): string {
  return text.replaceAll(/\\(?:Q([^]*?)(?:\\E|$)|E|[^])/g, (escape: string, quoted?: string) =>
    quoted === undefined ? escape.replace('\\E', '') : quoted.replaceAll(/[^A-Za-z0-9]/gu, '\\$&'),
  );
}

function writeSet({ inside, negated }: CharacterSet): string {
  if (negated) return `[^${inside}]`;
  return /^\\.(?:\{[^}]*\})?$/.test(inside) ? inside : `[${inside}]`;
}

function refuse(reason: string): never {
  throw new Refusal(reason);
}
