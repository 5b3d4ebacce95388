import type { Document, Json, JsonObject, Location } from '../../model/document.js';
import { isObject } from '../../model/document.js';
import { memberOf } from '../values.js';
import { formatPointer, parseFragment, parsePointer } from '../parsePointer.js';
import type { Parsed } from './parsed.js';

/** A file of the document, as it is shown to the user. */
export interface Located {
  /** As the user would name it. */
  file: string;
  locate: Parsed['locate'];
}

/** More steps than these lead in a circle. */
const maxSteps = 50;

/**
 * Finds lines and columns for JSON pointers into a document that was made of several files.
 *
 * @param root - the whole document; a pointer may lead through its references
 * @param locateMain - where a path of the main file, as it is now, was written
 * @param others - the files under `x-files`
 * @param inlined - what took the place of a reference: pointer of the place to that of the original
 */
export function createLocator(
  root: JsonObject,
  locateMain: (path: readonly string[]) => Location,
  others: ReadonlyMap<string, Located>,
  inlined: ReadonlyMap<string, string>,
): Document['locate'] {
  return (pointer) => {
    let path = parsePointer(pointer);
    if (path === undefined) return undefined;
    for (let steps = 0; steps < maxSteps; steps += 1) {
      const original: string[] | undefined = beforeInlining(path, inlined) ?? throughReference(path, root);
      if (original === undefined) break;
      path = original;
    }
    const [first, name = '', ...rest] = path;
    const other = first === 'x-files' ? others.get(name) : undefined;
    return other === undefined ? locateMain(path) : { file: other.file, ...other.locate(rest) };
  };
}

function beforeInlining(path: readonly string[], inlined: ReadonlyMap<string, string>): string[] | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const original = inlined.get(formatPointer(path.slice(0, length)));
    if (original !== undefined) return [...(parsePointer(original) ?? []), ...path.slice(length)];
  }
  return undefined;
}

/** The same path, led around the first reference on it. */
function throughReference(path: readonly string[], root: JsonObject): string[] | undefined {
  let value: Json | undefined = root;
  for (const [index, token] of path.entries()) {
    const next = memberOf(value, token);
    if (next === undefined) {
      const $ref = isObject(value) ? value['$ref'] : undefined;
      const target = typeof $ref === 'string' && $ref.startsWith('#') ? parseFragment($ref) : undefined;
      return target && [...target, ...path.slice(index)];
    }
    value = next;
  }
  return undefined;
}
