import {
  type Character,
  type CharacterSet,
  Cursor,
  type Range,
  PatternError,
  readCharacter,
  readPosixClass,
  spellCases,
  writeCode,
} from './characters.js';

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

/** Characters that a pattern means something by. */
const syntax = /[\^$\\.*+?()[\]{}|/]/;

/**
 * Writes a pattern of any dialect in that of ECMAScript, piece by piece. Whether the result compiles is for
 * the caller to see; what has no counterpart throws a {@link PatternError}.
 */
export function rewritePattern(source: string): string {
  const { text, letters } = undelimit(source) ?? { text: source, letters: '' };
  const rewriter = new Rewriter(new Cursor(unquote(text)));
  rewriter.setFlags(letters, '');
  let written = '';
  while (!rewriter.cursor.atEnd) written += writeNext(rewriter);
  return written;
}

function writeNext(rewriter: Rewriter): string {
  const { cursor } = rewriter;
  for (const [form, write] of rules) {
    const match = cursor.read(form);
    if (match !== undefined) return write(rewriter, ...match);
  }
  const escaped = readCharacter(cursor);
  if (escaped !== undefined)
    return rewriter.writeCharacter(escaped.code, escaped.written ?? writeCode(escaped.code, syntax));
  const unknown = cursor.read(/\\.?/sy);
  if (unknown !== undefined) return refusePattern(`the escape ${unknown[0]} is not known`);
  const [character = ''] = cursor.read(/[^]/uy) ?? [];
  return rewriter.writeCharacter(character.codePointAt(0) ?? 0, character.replace(syntax, '\\$&'));
}

/** What a pattern has said so far: the flags that are on, the groups that are open, and the names that are taken. */
class Rewriter {
  flags: Readonly<Flags> = { ignoreCase: false, multiline: false, dotAll: false, extended: false };
  /** The flags to return to at the end of each group. */
  readonly #outer: Readonly<Flags>[] = [];
  readonly #names = new Set<string>();

  constructor(readonly cursor: Cursor) {}

  setFlags(on: string, off: string): void {
    const flags = { ...this.flags };
    for (const letter of on + off) {
      const name = flagNames.get(letter);
      if (name !== undefined) flags[name] = !off.includes(letter);
      else if (!idleFlags.has(letter)) throw new PatternError(`the flag "${letter}" has no counterpart`);
    }
    this.flags = flags;
  }

  openFlags(on: string, off: string, end: string): string {
    const written = end === ':' ? this.open('(?:') : '';
    this.setFlags(on, off);
    return written;
  }

  open(written: string): string {
    this.#outer.push(this.flags);
    return written;
  }

  close(): string {
    this.flags = this.#outer.pop() ?? this.flags;
    return ')';
  }

  openNamed(name: string): string {
    if (this.#names.has(name)) throw new PatternError(`two of its groups are called "${name}"`);
    this.#names.add(name);
    return this.open(`(?<${name}>`);
  }

  skipLine(): string {
    this.cursor.read(/[^\n]*/y);
    return '';
  }

  referTo(written: string): string {
    if (this.flags.ignoreCase) throw new PatternError('it refers back to a group while case is ignored');
    return written;
  }

  writeCharacter(code: number, written: string): string {
    const others = this.flags.ignoreCase ? spellCases([[code, code]]) : [];
    if (others.length === 0) return written;
    return `[${written}${others.map(([other]) => String.fromCodePoint(other)).join('')}]`;
  }
}

/** A piece of a pattern, and how it is written in ECMAScript. */
type Rule = [form: RegExp, write: (rewriter: Rewriter, ...match: string[]) => string];

/** The first of these whose form is found decides; what is none of them is a character. */
const rules: readonly Rule[] = [
  [/\s/y, (rewriter, space) => (rewriter.flags.extended ? '' : space)],
  [/#/y, (rewriter, sign) => (rewriter.flags.extended ? rewriter.skipLine() : sign)],
  [/\(\?#[^)]*\)|\(\*UTF8?\)|\(\*UCP\)/y, () => ''],
  [
    /\(\?(?=[a-zA-Z-])([a-zA-Z]*)(?:-([a-zA-Z]*))?([:)])/y,
    (rewriter, _, on = '', off = '', end = '') => rewriter.openFlags(on, off, end),
  ],
  [/\(\?P?<([A-Za-z_]\w*)>/y, (rewriter, _, name = '') => rewriter.openNamed(name)],
  [/\(\?'([A-Za-z_]\w*)'/y, (rewriter, _, name = '') => rewriter.openNamed(name)],
  [/\(\?P=(\w+)\)/y, (rewriter, _, name) => rewriter.referTo(`\\k<${name}>`)],
  [/\((?:\?(?:[:=!]|<[=!])|(?![?*]))/y, (rewriter, written) => rewriter.open(written)],
  [/\(\?>/y, () => refusePattern('it holds an atomic group')],
  [/\([?*].?/y, (_, written) => refusePattern(`"${written}" has no counterpart`)],
  [/\)/y, (rewriter) => rewriter.close()],
  [/\[/y, ({ cursor, flags }) => rewriteClass(cursor, flags.ignoreCase)],
  [/(?:[*+?]|\{\d*,?\d*\})\+/y, () => refusePattern('it holds a possessive quantifier')],
  [/\{,(\d+)\}(\??)/y, (_rewriter, _, most, lazy) => `{0,${most}}${lazy}`],
  [/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y, (_, written) => written],
  [/\^/y, ({ flags }) => (flags.multiline ? '(?<![^\\n\\r\\u2028\\u2029])' : '^')],
  [/\$/y, ({ flags }) => (flags.multiline ? '(?![^\\n\\r\\u2028\\u2029])' : '$')],
  [/\./y, ({ flags }) => (flags.dotAll ? '[\\s\\S]' : '.')],
  [/\|/y, (_, written) => written],
  [/\\A/y, () => '^'],
  [/\\[zZ]/y, () => '$'],
  [/\\h/y, () => '[\\t\\p{Zs}]'],
  [/\\H/y, () => '[^\\t\\p{Zs}]'],
  [/\\N/y, () => '.'],
  [/\\R/y, () => '(?:\\r\\n|[\\n-\\r\\x85\\u2028\\u2029])'],
  [/\\[pP](?:\{[^}]*\}|.)/y, ({ flags }, written) => writeSet(readProperty(written, flags.ignoreCase))],
  [/\\[dDsSwWbB]/y, (_, written) => written],
  [
    /\\k(?:<(\w+)>|\{(\w+)\}|'(\w+)')/y,
    (rewriter, _, ...given) => rewriter.referTo(`\\k<${given.find(Boolean)}>`),
  ],
  [/\\(?:g\{(\d+)\}|g?([1-9]\d*))/y, (rewriter, _, ...given) => rewriter.referTo(`\\${given.find(Boolean)}`)],
];

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

function refusePattern(reason: string): never {
  throw new PatternError(reason);
}

/**
 * The text and the flags of a pattern that stands between slashes, as in `/^a+$/i`; undefined for others. A slash
 * at both ends may also be meant, as in a path: not where a start follows it, or an end precedes it.
 */
export function undelimit(source: string): { text: string; letters: string } | undefined {
  const [, text, letters = ''] = /^\/([^]*)\/([a-zA-Z]*)$/.exec(source) ?? [];
  return text !== undefined && /^(?:\^|\\A)|(?:(?<!\\)\$|\\[zZ])$/.test(text) ? { text, letters } : undefined;
}

/** A hyphen that is not escaped may make a range of what stands around it. */
type Item = CharacterSet | (Character & { hyphen?: true });

/**
 * Writes a class such as `[a-z]` in the syntax of ECMAScript, with both cases of its letters where case is
 * ignored. The bracket that opens it has been read.
 */
function rewriteClass(cursor: Cursor, ignoreCase: boolean): string {
  const opening = cursor.read(/\^/y) === undefined ? '[' : '[^';
  const items = readItems(cursor, ignoreCase);
  const ranges: Range[] = [];
  let inside = '';
  for (let index = 0; index < items.length; index++) {
    const [item, next, last] = items.slice(index, index + 3) as [Item, Item?, Item?];
    const isEdge = index === 0 || next === undefined;
    if ('inside' in item) {
      inside += writeMembers(item);
    } else if (isHyphen(next) && last !== undefined && !('inside' in last)) {
      inside += `${spellCharacter(item)}-${spellCharacter(last)}`;
      ranges.push([item.code, last.code]);
      index += 2;
    } else {
      inside += isHyphen(item) && (ignoreCase || !isEdge) ? '\\-' : spellCharacter(item);
      ranges.push([item.code, item.code]);
    }
  }
  const others = ignoreCase ? spellCases(ranges) : [];
  return `${opening}${inside}${others.map(writeRange).join('')}]`;
}

function isHyphen(item: Item | undefined): boolean {
  return item !== undefined && 'hyphen' in item;
}

/** What is between the brackets; one that is closed at once stands for itself (POSIX, 9.3.5). */
function readItems(cursor: Cursor, ignoreCase: boolean): Item[] {
  const items: Item[] = cursor.read(/\]/y) === undefined ? [] : [{ code: codePointOf(']') }];
  while (cursor.read(/\]/y) === undefined) {
    if (cursor.atEnd) throw new PatternError('one of its classes is not closed');
    items.push(readItem(cursor, ignoreCase));
  }
  return items;
}

function readItem(cursor: Cursor, ignoreCase: boolean): Item {
  const posix = cursor.read(/\[:(\^?)(\w+):\]/y);
  if (posix !== undefined) return readPosixClass(posix[2] ?? '', posix[1] === '^', ignoreCase);
  const property = cursor.read(/\\[pP](?:\{[^}]*\}|.)/y);
  if (property !== undefined) return readProperty(property[0], ignoreCase);
  const set = cursor.read(/\\[dDsSwWb]/y);
  if (set !== undefined) return { inside: set[0], negated: false };
  if (cursor.read(/\\h/y) !== undefined) return { inside: '\\t\\p{Zs}', negated: false };
  const escaped = readCharacter(cursor);
  if (escaped !== undefined) return escaped;
  const unknown = cursor.read(/\\.?|\[[.=]/sy) ?? cursor.read(/&&/y);
  if (unknown !== undefined) throw new PatternError(`"${unknown[0]}" in a class has no counterpart`);
  const [character = ''] = cursor.read(/[^]/uy) ?? [];
  const plain = { code: codePointOf(character), written: character };
  return character === '-' ? { ...plain, hyphen: true } : plain;
}

/** A set that is negated has a counterpart inside brackets only where there is an escape for it. */
function writeMembers({ inside, negated }: CharacterSet): string {
  if (!negated) return inside;
  if (!/^\\[dswp](?:\{[^}]*\})?$/.test(inside))
    throw new PatternError('one of its classes holds a negated class');
  return inside.replace(/^\\./, (escape) => escape.toUpperCase());
}

function spellCharacter({ code, written }: Character): string {
  return written ?? writeCode(code, /[\\\]^[-]/);
}

function writeRange([from, to]: Range): string {
  const [first, last] = [from, to].map((code) => writeCode(code, /[\\\]^[-]/));
  return from === to ? `${first}` : `${first}-${last}`;
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** Properties that say no more than "a letter" where case is ignored. */
const cased = new Set(['Lu', 'Ll', 'Lt', 'Upper', 'Lower', 'Uppercase', 'Lowercase']);

/** The property that others write as `\p{Latin}`, `\pL`, `\p{IsGreek}`, `\p{^L}` or `\p{Alnum}`. */
function readProperty(text: string, ignoreCase: boolean): CharacterSet {
  const [, sign = 'p', caret = '', braced, bare] =
    /^\\([pP])(?:\{(\^?)\s*([^}]*?)\s*\}|(.))/s.exec(text) ?? [];
  const name = braced ?? bare ?? '';
  const negated = (sign === 'P') !== (caret === '^');
  if (ignoreCase && cased.has(name)) return { inside: '\\p{LC}', negated };
  const plain = name.replace(/^Is_?(?=[A-Z])/, '');
  const known = [name, plain, `Script=${plain}`, plain === 'L&' ? 'LC' : '']
    .map((one) => `\\p{${one}}`)
    .find(compiles);
  if (known !== undefined) return { inside: known, negated };
  return readPosixClass(plain.toLowerCase(), negated, ignoreCase);
}

/** Whether the pattern is a regular expression of ECMAScript in `u` mode: without it, `\A` would mean "A". */
export function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
