import { memoizeIn } from './memo.js';
import type { CountTokens } from './tokens.js';

/**
 * A text in three, of which the middle is counted: its tokens are the same whatever stands around it. Where
 * `tokens` is undefined there is no middle, and `head` is the whole text.
 */
export interface Piece {
  head: string;
  tokens: number | undefined;
  tail: string;
}

/** Counts the tokens of JSON; what many texts have in common is counted once. */
export interface JsonCounter {
  /** The tokens of a value as `JSON.stringify` writes it. */
  count: (value: object) => number;
  /** An object that may stand in many others: it is known again. `text` is its JSON. */
  piece: (value: object, text?: string) => Piece;
  /** One text after the other. */
  join: (parts: Iterable<Piece | string>) => Piece;
  /** The tokens of a whole text. */
  total: (piece: Piece) => number;
}

/**
 * The first and the last place where a token of o200k ends whatever comes before and after: between a letter or
 * digit and anything but those, marks and apostrophes. None of its tokens goes on there.
 */
const firstCut = /(?<=[\p{L}\p{N}])(?=[^\p{L}\p{N}\p{M}'])/u;
const untilLastCut = /^.*(?<=[\p{L}\p{N}])(?=[^\p{L}\p{N}\p{M}'])/su;

/** Characters of a text that is no name; it may stand in many tools, and in one tool on many rungs. */
const longestName = 40;
/** Objects around those that are known again: the tool, its input schema, the list of its arguments. */
const levels = 3;

/** Makes a {@link JsonCounter} that agrees with `count` to the token. */
export function countJson(count: CountTokens): JsonCounter {
  const texts = new Map<string, number>();
  const strings = new Map<string, Piece>();
  const pieces = new WeakMap<object, Piece>();
  const countOnce = (text: string): number => memoizeIn(texts, text, () => count(text));

  function cut(text: string): Piece {
    const first = text.search(firstCut);
    if (first === -1) return { head: text, tokens: undefined, tail: '' };
    const last = untilLastCut.exec(text)?.[0].length ?? first;
    return { head: text.slice(0, first), tokens: count(text.slice(first, last)), tail: text.slice(last) };
  }

  function piece(value: object, text?: string): Piece {
    return remember(value, () => cut(text ?? JSON.stringify(value)));
  }

  function remember(value: object, make: () => Piece): Piece {
    const known = pieces.get(value) ?? make();
    pieces.set(value, known);
    return known;
  }

  function join(parts: Iterable<Piece | string>): Piece {
    let head: string | undefined;
    let tokens = 0;
    let open = '';
    for (const part of parts) {
      if (typeof part === 'string') open += part;
      else if (part.tokens === undefined) open += part.head;
      else {
        open += part.head;
        if (head === undefined) head = open;
        else tokens += countOnce(open);
        tokens += part.tokens;
        open = part.tail;
      }
    }
    return head === undefined ? cut(open) : { head, tokens, tail: open };
  }

  function total({ head, tokens, tail }: Piece): number {
    return countOnce(head) + (tokens === undefined ? 0 : tokens + countOnce(tail));
  }

  function write(value: unknown, depth: number): Piece | string {
    if (typeof value === 'string' && value.length > longestName)
      return memoizeIn(strings, value, () => cut(JSON.stringify(value)));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
    return depth === 0 ? piece(value) : remember(value, () => join(writeMembers(value, depth - 1)));
  }

  function writeMembers(value: object, depth: number): (Piece | string)[] {
    const parts: (Piece | string)[] = [];
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue;
      parts.push(`${parts.length === 0 ? '{' : ','}${JSON.stringify(key)}:`, write(member, depth));
    }
    return [...parts, parts.length === 0 ? '{}' : '}'];
  }

  return { count: (value) => total(join(writeMembers(value, levels - 1))), piece, join, total };
}
