/** JSON, as parsed. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/**
 * A loaded document in the structure of OpenAPI 3.1, references still in place.
 *
 * Every file of a document that is split over several is part of `root`, and every reference that could be
 * resolved is a local one (`#/…`). Schemas keep the dialect of `version`: only who reads a schema knows
 * that it is one.
 */
export interface Document {
  root: JsonObject;
  /** The version that the document says: `2.0`, `3.0.4`, `3.2.0`. */
  version: string;
  /** Decides how schemas are read: 3.2 schemas are 3.1 schemas, 2.0 schemas are 3.0 schemas. */
  dialect: '3.0' | '3.1';
  /** The file or URL as the user gave it; `-` for standard input. */
  source: string;
  /** Where relative server URLs start from: set where the document was fetched from a URL. Its `$self` is no such place. */
  url?: string;
  /** Line and column (from 1) of a JSON pointer (`#/paths/~1pets/get`) or of its nearest known parent. */
  locate: (pointer: string) => Location | undefined;
}

export interface Location {
  file: string;
  line: number;
  column: number;
}

/** The JSON pointer of a place inside another: `joinPointer('#/paths', '/pets')` is `#/paths/~1pets` (RFC 6901). */
export function joinPointer(pointer: string, ...segments: (string | number)[]): string {
  return [pointer, ...segments.map((segment) => escapeSegment(String(segment)))].join('/');
}

/** A name as a segment of a JSON pointer (RFC 6901, section 3): `/pets` is `~1pets`. */
export function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The name that a segment of a JSON pointer stands for: `~1pets` is `/pets`. */
export function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Whether a value is a JSON object: no array, no null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return isMap(value);
}

/** A value of JSON or YAML as a mapping: what its members hold is not known. */
export type Members = Record<string, unknown>;

/** Whether a value is a mapping: no list, no null. */
export function isMap(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
