import type { Json } from '../model/document.js';
import { checkBounds } from './checkBounds.js';
import { parseJson } from './parseJson.js';
import { parseYaml } from './parseYaml.js';

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

/**
 * Parses JSON or YAML, whatever the name of the file says.
 *
 * @throws InputError where the text is neither, or nested beyond reason.
 */
export function parseText(text: string, file: string): Parsed {
  const parsed = (looksLikeJson(text) ? parseJson(text) : undefined) ?? parseYaml(text, file);
  checkBounds(parsed.value, file);
  return parsed.hasAliases ? { ...parsed, value: writeOut(parsed.value) } : parsed;
}

function writeOut(value: Json): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
