import type { Json, JsonObject } from '../model/document.js';
import { asArray, asObject, asText, isObject } from './asObject.js';
import { joinPointer } from '../model/pointer.js';
import { splitPointer } from './splitPointer.js';
import { type Found, resolve } from './resolve.js';

/** A schema of a family, and what a discriminator calls it. */
export interface Relative extends Found {
  tag: string;
  /** Whether the document says so itself; otherwise it is the name of the schema. */
  said: boolean;
}

/** Where a document keeps the schemas that may include one another; `definitions` are those of Swagger 2.0. */
const homes = ['#/components/schemas', '#/definitions'];

/**
 * Finds the schemas that include others by `allOf`, directly or through one another, which is how documents say
 * that one is a subtype (OpenAPI 3.2, Schema Object, Composition and Inheritance). The result takes the pointer
 * of a schema, and gives that schema itself and its subtypes in the order of their names; nothing for a schema that is
 * no component, which others cannot include.
 */
export function indexSubtypes(root: JsonObject): (pointer: string) => Relative[] {
  let children: ReadonlyMap<string, readonly string[]> | undefined;

  return (pointer) => {
    const [home = '', name] = splitHome(pointer);
    if (!homes.includes(home) || name === undefined) return [];
    children ??= listChildren(root);
    // A set keeps growing while it is walked: each schema once, circles included.
    const family = new Set([pointer]);
    for (const member of family) for (const child of children.get(member) ?? []) family.add(child);
    const [self, ...subtypes] = family;
    return [self ?? pointer, ...subtypes.toSorted()].flatMap((member) => {
      const found = resolve(root, member);
      if (found === undefined) return [];
      const said = discriminatorValue(found.value);
      return [{ ...found, tag: said ?? splitPointer(found.pointer)?.at(-1) ?? '', said: said !== undefined }];
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

/** The place of a component, and its name. */
function splitHome(pointer: string): string[] {
  const segments = pointer.split('/');
  return [segments.slice(0, -1).join('/'), ...segments.slice(-1)];
}

/** Extensions in which documents say the value that a discriminator has for a schema. */
const values = ['x-ms-discriminator-value', 'x-discriminator-value'];

/** What a document says that a schema is chosen by, if it says it there. */
export function discriminatorValue(schema: Json | undefined): string | undefined {
  return values.map((name) => asText(asObject(schema)[name])).find((text) => text !== '');
}
