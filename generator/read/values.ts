import { isObject } from '../model/document.js';
import type { Json, JsonObject } from '../model/document.js';

/** The object that `value` is, or an empty one. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
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

/** Whether a flag is set; some write it as text. */
export function isTrue(value: Json | undefined): boolean {
  return value === true || (typeof value === 'string' && value.trim().toLowerCase() === 'true');
}

/** Whether a value is a flag, be it written as text. */
export function isFlag(value: Json | undefined): boolean {
  return typeof value === 'boolean' || (typeof value === 'string' && /^(?:true|false)$/i.test(value.trim()));
}

/** Real descriptions have up to 31,000 characters, of which a model is shown far fewer. */
const longest = 50_000;

/** A description; `tell` is told where it is so long that it is cut. */
export function readDescription(value: Json | undefined, tell: (what: string, done: string) => void): string {
  const text = asText(value);
  if (text.length <= longest) return text;
  const [length, kept] = [text.length, longest].map((count) => count.toLocaleString('en'));
  tell(`A description has ${length} characters`, `the first ${kept} are read`);
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
}

/** The names under `required`: a text is meant as one name, or as several with commas between; a flag names none. */
export function listNames(required: Json | undefined): Json[] {
  if (typeof required !== 'string') return asArray(required);
  return isFlag(required) ? [] : required.split(',').map((name) => name.trim());
}
