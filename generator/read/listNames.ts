import type { Json } from '../model/document.js';
import { asArray } from './asObject.js';
import { isFlag } from './isTrue.js';

/** The names under `required`: a text is meant as one name, or as several with commas between; a flag names none. */
export function listNames(required: Json | undefined): Json[] {
  if (typeof required !== 'string') return asArray(required);
  return isFlag(required) ? [] : required.split(',').map((name) => name.trim());
}
