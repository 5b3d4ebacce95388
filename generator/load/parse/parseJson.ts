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
  let layout: Layout | undefined;
  return {
    value,
    hasAliases: false,
    oddities: findDuplicateKeys(text).map(describeDuplicate),
    locate: (path) => {
      layout ??= indexText(text);
      return layout(path);
    },
    textAt: () => undefined,
  };
}

type Layout = Parsed['locate'];

/** Where each member of an object or array stands: the offset of its name, or of itself, and of its value. */
type Members = Map<string, { start: number; value: number }>;

function indexText(text: string): Layout {
  const lines = countLines(text);
  const known = new Map<number, Members>();
  const membersAt = (offset: number): Members => {
    const members = known.get(offset) ?? findMembers(text, offset);
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

function findMembers(text: string, start: number): Members {
  const members: Members = new Map();
  const close = { '{': '}', '[': ']' }[text.charAt(start)];
  if (close === undefined) return members;
  let at = skipBlank(text, start + 1);
  while (text[at] !== close) {
    const from = at;
    if (close === '}') at = skipBlank(text, skipBlank(text, endOfString(text, at)) + 1);
    const name = close === '}' ? readString(text, from) : String(members.size);
    members.set(name, { start: from, value: at });
    at = skipBlank(text, endOfValue(text, at));
    if (text[at] === ',') at = skipBlank(text, at + 1);
  }
  return members;
}

function findDuplicateKeys(text: string): string[][] {
  const found: string[][] = [];
  const open: { keys?: Set<string>; key: string; index: number; wantsKey: boolean }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const level = open.at(-1);
    switch (text[at]) {
      case '{':
        open.push({ keys: new Set(), key: '', index: 0, wantsKey: true });
        break;
      case '[':
        open.push({ key: '', index: 0, wantsKey: false });
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        if (level?.keys) level.wantsKey = true;
        else if (level) level.index += 1;
        break;
      case '"': {
        const end = endOfString(text, at);
        if (level?.keys && level.wantsKey) {
          level.wantsKey = false;
          level.key = readString(text, at, end);
          if (level.keys.has(level.key)) {
            found.push(open.map(({ keys, key, index }) => (keys ? key : String(index))));
          }
          level.keys.add(level.key);
        }
        at = end - 1;
        break;
      }
    }
  }
  return found;
}

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
    while (text[escapes - 1] === '\\') escapes -= 1;
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
