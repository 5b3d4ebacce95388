import type { Json, JsonObject } from '../model/document.js';
import { asArray, asObject, asText, isObject } from './asObject.js';
import { joinPointer } from '../model/pointer.js';
import { splitPointer } from './splitPointer.js';
import { type Found, resolve } from './resolve.js';

/** A schema of a family, and what a discriminator calls it. */
export interface Relative extends Found {
  tag: string;
}

/** Where a document keeps the schemas that may include one another; `definitions` are those of Swagger 2.0. */
const homes = ['#/components/schemas', '#/definitions'];

/**
 * Finds the schemas that include others by `allOf`, directly or through one another, which is how documents say
 * that one is a subtype (OpenAPI 3.2, Schema Object, Composition and Inheritance). The result takes the pointer
 * of a schema, and gives that schema itself and its subtypes in the order of their names.
 */
export function indexSubtypes(root: JsonObject): (pointer: string) => Relative[] {
  let children: ReadonlyMap<string, readonly string[]> | undefined;

  return (pointer) => {
    children ??= listChildren(root);
    // A set keeps growing while it is walked: each schema once, circles included.
    const family = new Set([pointer]);
    for (const member of family) for (const child of children.get(member) ?? []) family.add(child);
    const [self, ...subtypes] = family;
    return [self ?? pointer, ...subtypes.toSorted()].flatMap((member) => {
      const found = resolve(root, member);
      return found === undefined ? [] : [{ ...found, tag: tagOf(found) }];
    });
  };
}

/** The schemas that include each schema, by its pointer. */
function listChildren(root: JsonObject): Map<string, string[]> {
  const children = new Map<string, string[]>();
  const schemas = homes.flatMap((home) =>
    Object.entries(asObject(resolve(root, home)?.value)).map(
      ([name, schema]) => [joinPointer(home, name), schema] as const,
    ),
  );
  for (const [pointer, schema] of schemas) {
    for (const part of asArray(asObject(schema)['allOf'])) {
      const base = pointerOf(part);
      if (base === undefined) continue;
      const known = children.get(base);
      if (known === undefined) children.set(base, [pointer]);
      else known.push(pointer);
    }
  }
  return children;
}

function pointerOf(part: Json): string | undefined {
  const segments = isObject(part) ? splitPointer(asText(part['$ref'])) : undefined;
  return segments && joinPointer('#', ...segments);
}

/** Its name, or what documents of Azure say instead. */
function tagOf({ value, pointer }: Found): string {
  return asText(asObject(value)['x-ms-discriminator-value']) || (splitPointer(pointer)?.at(-1) ?? '');
}
