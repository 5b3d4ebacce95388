import type { Json, JsonObject } from '../model/document.js';

/** The object that `value` is, or an empty one. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Whether the value is an object, neither null nor an array. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The array that `value` is, or an empty one. */
export function asArray(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** The text that `value` is; numbers and booleans are what YAML makes of unquoted text. */
export function asText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A member of the object itself: keys of documents may be called `constructor`. */
export function own<T>(object: { [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
