import type { Cursor } from './Cursor.js';
import { type Character, readCharacter } from './readCharacter.js';
import { type CharacterSet, readPosixClass } from './readPosixClass.js';
import { readProperty } from './readProperty.js';
import { Refusal } from './Refusal.js';
import { type Range, spellCases } from './spellCases.js';
import { writeCode } from './writeCode.js';

/** A hyphen that is not escaped may make a range of what stands around it. */
type Item = CharacterSet | (Character & { hyphen?: true });

/**
 * Writes a class such as `[a-z]` in the syntax of ECMAScript, with both cases of its letters where case is
 * ignored. The bracket that opens it has been read.
 */
export function rewriteClass(cursor: Cursor, ignoreCase: boolean): string {
  const opening = cursor.read(/\^/y) === undefined ? '[' : '[^';
  const items = readItems(cursor, ignoreCase);
  const ranges: Range[] = [];
  let inside = '';
  for (let index = 0; index < items.length; index++) {
    const [item, next, last] = items.slice(index, index + 3) as [Item, Item?, Item?];
    const isEdge = index === 0 || next === undefined;
    if ('inside' in item) {
      inside += writeSet(item);
    } else if (isHyphen(next) && last !== undefined && !('inside' in last)) {
      inside += `${write(item)}-${write(last)}`;
      ranges.push([item.code, last.code]);
      index += 2;
    } else {
      inside += isHyphen(item) && (ignoreCase || !isEdge) ? '\\-' : write(item);
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
  const items: Item[] = cursor.read(/\]/y) === undefined ? [] : [{ code: codeOf(']') }];
  while (cursor.read(/\]/y) === undefined) {
    if (cursor.atEnd) throw new Refusal('one of its classes is not closed');
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
  if (unknown !== undefined) throw new Refusal(`"${unknown[0]}" in a class has no counterpart`);
  const [character = ''] = cursor.read(/[^]/uy) ?? [];
  const plain = { code: codeOf(character), written: character };
  return character === '-' ? { ...plain, hyphen: true } : plain;
}

/** A set that is negated has a counterpart inside brackets only where there is an escape for it. */
function writeSet({ inside, negated }: CharacterSet): string {
  if (!negated) return inside;
  if (!/^\\[dswp](?:\{[^}]*\})?$/.test(inside)) throw new Refusal('one of its classes holds a negated class');
  return inside.replace(/^\\./, (escape) => escape.toUpperCase());
}

function write({ code, written }: Character): string {
  return written ?? writeCode(code, /[\\\]^[-]/);
}

function writeRange([from, to]: Range): string {
  const [first, last] = [from, to].map((code) => writeCode(code, /[\\\]^[-]/));
  return from === to ? `${first}` : `${first}-${last}`;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
