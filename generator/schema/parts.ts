import type { Schema } from '../model/api.js';
import { without } from './flatten.js';
import { mergeAll } from './merge.js';
import type { Keywords } from './subschemas.js';

type LookUp = (name: string) => Schema;

/** Keywords with which a schema says no more than which members an object has. */
const members = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'minProperties',
  'maxProperties',
  'discriminator',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'xml',
]);

/** Keywords that are about the schema they stand in, not about those that include it. */
const personal = new Set([
  'default',
  'examples',
  'discriminator',
  'title',
  'deprecated',
  'readOnly',
  'writeOnly',
  'xml',
]);

/**
 * The schemas that apply to the same value through `$ref` and `allOf`, each without those two keywords; the
 * outermost comes last. Undefined where one of them refuses every value. The names of those that are components are
 * added to `seen`.
 */
export function gatherParts(
  schema: Schema,
  lookUp: LookUp,
  seen: Set<string> = new Set(),
): Keywords[] | undefined {
  const gather = (part: Schema): Keywords[] | undefined => {
    if (typeof part === 'boolean') return part ? [] : undefined;
    const { $ref: ref, allOf = [], ...own } = part as { $ref?: string; allOf?: Schema[] } & Keywords;
    const included = [...allOf];
    if (ref !== undefined && !seen.has(ref)) {
      seen.add(ref);
      included.unshift(lookUp(ref));
    }
    const parts: Keywords[] = [];
    for (const child of included) {
      const more = gather(child);
      if (more === undefined) return undefined;
      parts.push(...more);
    }
    return [...parts, own];
  };
  return gather(schema);
}

/**
 * One object for the schemas that apply to the same value, where none of them says more than which members an
 * object has; undefined otherwise. It is closed where one of them is and none is open, as documents mean it
 * that extend a closed schema.
 */
export function mergeObjects(parts: readonly Keywords[]): Keywords | undefined {
  if (!parts.some(({ type }) => type === 'object') || !parts.every(listsMembers)) return undefined;
  const opened = parts.some(({ additionalProperties: more }) => more !== undefined && more !== false);
  const closed = parts.some(({ additionalProperties: more }) => more === false);
  const own = parts.at(-1) ?? {};
  const merged = mergeAll(parts.map((part) => (part === own ? part : without(part, personal))));
  const { additionalProperties: _, ...rest } = merged;
  return { ...rest, type: 'object', ...(opened || closed ? { additionalProperties: opened } : {}) };
}

function listsMembers(part: Keywords): boolean {
  const { type, additionalProperties: more = true } = part;
  const isOpen = typeof more === 'boolean' || Object.keys(more as object).length === 0;
  return (
    isOpen &&
    (type === undefined || type === 'object') &&
    Object.keys(part).every((keyword) => members.has(keyword))
  );
}
