import type { Expanded, ExpandSchema } from '../arguments/createExpander.js';
import { isObject } from '../isObject.js';
import type { Schema } from '../tool.js';

/** A part of a schema, or as far as its path leads, and the names that could be next. */
export type FoundPart = { schema: Schema } | { path: string; names: readonly string[] };

/**
 * Finds the part that a path such as `spec.template` names. Items of arrays and branches of unions need no step, `*`
 * is any member whose name no schema gives.
 */
export function findPart(schema: Schema, path: string, expand: ExpandSchema): FoundPart {
  let parts: unknown[] = [schema];
  const steps = path.replaceAll(/\[\d*\]/g, '');
  let rest = steps;
  while (rest !== '') {
    const members = membersOf(parts, expand);
    // A name may hold dots itself: the longest is meant.
    const name = [...members.keys()]
      .filter((one) => rest === one || rest.startsWith(`${one}.`))
      .toSorted((a, b) => b.length - a.length)[0];
    if (name === undefined)
      return { path: steps.slice(0, steps.length - rest.length), names: [...members.keys()] };
    parts = members.get(name) ?? [];
    rest = rest.slice(name.length + 1);
  }
  const found = parts.filter((part) => part !== true) as Schema[];
  return { schema: found.length === 1 ? (found[0] ?? true) : { anyOf: found } };
}

/** The schemas of each member of the objects that a value may be or hold. */
function membersOf(parts: readonly unknown[], expand: ExpandSchema): Map<string, unknown[]> {
  const members = new Map<string, unknown[]>();
  const seen = new Set<unknown>();
  const add = (name: string, part: unknown) => {
    const known = members.get(name) ?? [];
    if (isObject(part) && !known.includes(part)) members.set(name, [...known, part]);
    else if (!members.has(name)) members.set(name, [part]);
  };

  function visit({ all, unions }: Expanded): void {
    for (const schema of all) {
      if (seen.has(schema)) continue;
      seen.add(schema);
      const { properties, additionalProperties, patternProperties, items, prefixItems } = schema;
      for (const [name, part] of Object.entries(isObject(properties) ? properties : {})) add(name, part);
      const others = [
        additionalProperties,
        ...Object.values(isObject(patternProperties) ? patternProperties : {}),
      ];
      for (const part of others) if (isObject(part)) add('*', part);
      const inner = [items, ...(Array.isArray(prefixItems) ? (prefixItems as unknown[]) : [])];
      for (const part of inner) if (isObject(part)) visit(expand(part));
    }
    for (const branch of unions.flat()) visit(branch);
  }

  for (const part of parts) visit(expand(part));
  return members;
}
