import { isObject, type Json } from '../../model/document.js';
import type { Promises, Shape } from '../../model/server.js';

/** Levels of shapes within one another; a file that we wrote has fewer. */
const deepest = 100;

/** What a project keeps of what its API promises; undefined where it keeps nothing, or what cannot be such. */
export function readPromises(text: string | undefined): Promises | undefined {
  if (text === undefined) return undefined;
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isTable(read)) return undefined;
  const { shared, answers, deprecated = [], ends = {} } = read;
  if (!isShapes(shared, 0) || !isShapes(answers, 0) || !isNames(deprecated) || !isTexts(ends))
    return undefined;
  return { shared, answers, deprecated, ends };
}

function isShapes(value: unknown, depth: number): value is Record<string, Shape> {
  return isTable(value) && Object.values(value).every((one) => isShape(one, depth));
}

function isShape(value: unknown, depth: number): value is Shape {
  if (depth > deepest) return false;
  if (typeof value === 'string') return true;
  if (!isTable(value)) return false;
  const { items, any, from = [], fields, always = [], others = 'any' } = value;
  if (items !== undefined) return isShape(items, depth + 1);
  if (any !== undefined)
    return Array.isArray(any) && any.length > 0 && any.every((one) => isShape(one, depth + 1));
  return isShapes(fields, depth + 1) && isNames(from) && isNames(always) && isShape(others, depth + 1);
}

function isTexts(value: unknown): value is Record<string, string> {
  return isTable(value) && Object.values(value).every((one) => typeof one === 'string');
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isTable(value: unknown): value is Record<string, unknown> {
  return isObject(value as Json);
}
