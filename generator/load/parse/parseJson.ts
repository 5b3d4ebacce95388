import { LineCounter } from 'yaml';
import type { Json } from '../../model/document.js';
import type { Parsed } from './parsed.js';
import { describeDuplicate } from './parsed.js';

/** Parses JSON; undefined where the text is none. Positions are looked up in the text when they are asked for. */
export function parseJson(text: string): Parsed | undefined {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  // Most texts have no key twice: a look that is quick says so, and only a position takes a look at every sign.
  let scanned: Scan | undefined = countColons(text) === countKeys(value) ? undefined : scan(text);
  const duplicates = scanned?.duplicates ?? [];
  let layout: Layout | undefined;
  return {
    value,
    hasAliases: false,
    oddities: duplicates.map(describeDuplicate),
    locate: (path) => {
      scanned ??= scan(text);
      layout ??= indexText(text, scanned.ends);
      return layout(path);
    },
    textAt: () => undefined,
  };
}

type Layout = Parsed['locate'];

/** Where each member of an object or array stands: the offset of its name, or of itself, and of its value. */
type Members = Map<string, { start: number; value: number }>;

function indexText(text: string, ends: Scan['ends']): Layout {
  const lines = countLines(text);
  const known = new Map<number, Members>();
  const membersAt = (offset: number): Members => {
    const members = known.get(offset) ?? findMembers(text, offset, ends);
    known.set(offset, members);
    return members;
  };
  return (path) => {
    let start = skipBlank(text, 0);
    let value = start;
    for (const token of path) {
      const member = membersAt(value).get(token);
      if (member === undefined) break;
      ({ start, value } = member);
    }
    const { line, col } = lines.linePos(start);
    return { line, column: col };
  };
}

function countLines(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
  return lines;
}

// What follows reads text that JSON.parse has accepted, and so checks nothing.

function findMembers(text: string, start: number, ends: Scan['ends']): Members {
  const members: Members = new Map();
  const close = { '{': '}', '[': ']' }[text.charAt(start)];
  if (close === undefined) return members;
  let at = skipBlank(text, start + 1);
  while (text[at] !== close) {
    const from = at;
    if (close === '}') at = skipBlank(text, skipBlank(text, endOfString(text, at)) + 1);
    const name = close === '}' ? readString(text, from) : String(members.size);
    members.set(name, { start: from, value: at });
    at = skipBlank(text, ends.get(at) ?? endOfValue(text, at));
    if (text[at] === ',') at = skipBlank(text, at + 1);
  }
  return members;
}

/** A container that is being read, and how far. */
interface Level {
  start: number;
  /** The keys of an object. */
  keys: Set<string> | undefined;
  key: string;
  index: number;
  wantsKey: boolean;
}

/** What one look at a whole text finds. */
interface Scan {
  /** Where the keys stand that an object has twice. */
  duplicates: string[][];
  /** Where containers end, by where they start: of those that would take long to read again. */
  ends: ReadonlyMap<number, number>;
}

/** Colons behind keys: those that a quote stands before which ends a string. */
function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    let end = at - 1;
    while (text.charCodeAt(end) <= 0x20) end -= 1;
    if (text.charCodeAt(end) !== code.quote) continue;
    let escapes = end;
    while (text.charCodeAt(escapes - 1) === code.backslash) escapes -= 1;
    // A string may begin with a colon as well, which is rare enough: the text is looked at as a whole then.
    if ((end - escapes) % 2 === 0) count += 1;
  }
  return count;
}

/** Keys of a value, of which none is twice in its object. */
function countKeys(root: Json): number {
  let count = 0;
  const open: Json[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const members = Object.values(value);
    if (!Array.isArray(value)) count += members.length;
    for (const member of members) if (typeof member === 'object') open.push(member);
  }
  return count;
}

/** Characters of a container that is read again rather than kept. */
const shortContainer = 256;

function scan(text: string): Scan {
  const duplicates: string[][] = [];
  const ends = new Map<number, number>();
  const open: Level[] = [];
  let level: Level | undefined;
  const enter = (start: number, keys?: Set<string>) => {
    level = { start, keys, key: '', index: 0, wantsKey: keys !== undefined };
    open.push(level);
  };
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case code.openBrace:
        enter(at, new Set());
        break;
      case code.openBracket:
        enter(at);
        break;
      case code.closeBrace:
      case code.closeBracket: {
        const start = open.pop()?.start ?? at;
        if (at - start > shortContainer) ends.set(start, at + 1);
        level = open.at(-1);
        break;
      }
      case code.comma:
        if (level?.keys) level.wantsKey = true;
        else if (level) level.index += 1;
        break;
      case code.quote: {
        const end = endOfString(text, at);
        if (level?.keys && level.wantsKey) {
          level.wantsKey = false;
          level.key = readString(text, at, end);
          if (level.keys.has(level.key))
            duplicates.push(open.map(({ keys, key, index }) => (keys ? key : String(index))));
          level.keys.add(level.key);
        }
        at = end - 1;
        break;
      }
    }
  }
  return { duplicates, ends };
}

const code = {
  quote: 0x22,
  comma: 0x2c,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
};

function skipBlank(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

/** The offset behind the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let at = start;
  for (;;) {
    at = text.indexOf('"', at + 1);
    let escapes = at;
    while (text.charCodeAt(escapes - 1) === code.backslash) escapes -= 1;
    if ((at - escapes) % 2 === 0) return at + 1;
  }
}

function readString(text: string, start: number, end = endOfString(text, start)): string {
  const raw = text.slice(start + 1, end - 1);
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

/** The offset behind the value that starts at `start`. */
function endOfValue(text: string, start: number): number {
  let at = start;
  let depth = 0;
  do {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at);
        continue;
      case '{':
      case '[':
        depth += 1;
        break;
      case '}':
      case ']':
        depth -= 1;
        break;
      default:
        if (depth === 0) return endOfWord(text, at);
    }
    at += 1;
  } while (depth > 0);
  return at;
}

function endOfWord(text: string, start: number): number {
  let at = start;
  while (/[-+.\w]/.test(text.charAt(at))) at += 1;
  return at;
}
