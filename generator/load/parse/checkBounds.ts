import { InputError } from '../../model/diagnostic.js';
import type { Json, Location } from '../../model/document.js';

/** Levels of objects and lists inside one another. Real documents stay below 100; a schema has two at each level. */
export const maxDepth = 600;
/** A document of 4 MB has 150,000. */
const maxValues = 5_000_000;

const hint = 'No OpenAPI document needs that; the file may be damaged, or made to harm.';

/**
 * Refuses a value that is nested too deeply (or contains itself, by a YAML alias), or that is too large once its
 * aliases are written out.
 *
 * @throws InputError where it is.
 */
export function checkBounds(root: Json, file: string): void {
  let values = 0;
  function check(value: Json, depth: number): void {
    values += 1;
    if (values > maxValues) {
      throw new InputError(`${file} holds more than ${maxValues.toLocaleString('en')} values.`, hint);
    }
    if (typeof value !== 'object' || value === null) return;
    if (depth >= maxDepth) throw nestedTooDeeply(file);
    for (const child of Object.values(value)) check(child, depth + 1);
  }
  check(root, 0);
}

/** The error for what is nested more than {@link maxDepth} levels deep. */
export function nestedTooDeeply(file: string, location?: Omit<Location, 'file'>): InputError {
  return new InputError(
    `${file} is nested more than ${maxDepth} levels deep, or contains itself.`,
    hint,
    location && { file, ...location },
  );
}
