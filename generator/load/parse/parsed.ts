import type { Json } from '../../model/document.js';

/** The finding for a key that its object has more than once; `path` ends in the key. */
export function describeDuplicate(path: string[]): Oddity {
  return { path, what: `The key "${path.at(-1)}" is given more than once`, done: 'the last one counts' };
}

/** A parsed file, and what its text tells beyond the value. */
export interface Parsed {
  value: Json;
  /** Whether an object of the value may be in several places of it. */
  hasAliases: boolean;
  /** What is odd about the text, and what was made of it. */
  oddities: Oddity[];
  /** Line and column (from 1) of the deepest part of a path that the text has. */
  locate: (path: readonly string[]) => Position;
  /** How the scalar at a path is written, where that differs from what it means: `1.0` is the number 1. */
  textAt: (path: readonly string[]) => string | undefined;
}

/** Something odd about a text: where, what it is, and what was made of it. */
export interface Oddity {
  path: string[];
  what: string;
  done: string;
}

/** A place in a text; both count from 1. */
export interface Position {
  line: number;
  column: number;
}
