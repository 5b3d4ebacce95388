import type { Schema } from '../model/api.js';
import type { Keywords } from './subschemas.js';

type Merge = (a: never, b: never) => unknown;

/** How two values of a keyword become one that accepts what both accept, and perhaps more. */
const merges: ReadonlyMap<string, Merge> = new Map<string, Merge>([
  ['type', mergeTypes],
  ['enum', mergeEnums],
  ['properties', mergeProperties],
  ['required', (a: string[], b: string[]) => [...new Set([...a, ...b])]],
  ['patternProperties', mergeProperties],
  ['dependentSchemas', mergeProperties],
  ['dependentRequired', mergeNeeds],
  ['conditions', (a: unknown[], b: unknown[]) => [...a, ...b]],
  ['additionalProperties', mergeAdditional],
  ['items', both],
  ['minimum', Math.max],
  ['exclusiveMinimum', Math.max],
  ['minLength', Math.max],
  ['minItems', Math.max],
  ['minProperties', Math.max],
  ['maximum', Math.min],
  ['exclusiveMaximum', Math.min],
  ['maxLength', Math.min],
  ['maxItems', Math.min],
  ['maxProperties', Math.min],
  ['description', (_: string, b: string) => b],
  ['default', (_: unknown, b: unknown) => b],
]);

/**
 * One schema for two that apply to the same value, without `allOf`. It accepts whatever both accept; where a
 * keyword cannot be merged, the one of `a` counts. Words are those of `b`.
 */
function mergeSchemas(a: Keywords, b: Keywords): Keywords {
  const merged = { ...a, ...b };
  for (const keyword of Object.keys(a)) {
    if (a[keyword] === undefined || b[keyword] === undefined) continue;
    const merge = merges.get(keyword);
    merged[keyword] = merge === undefined ? a[keyword] : merge(a[keyword] as never, b[keyword] as never);
  }
  return merged;
}

/** The same for any number of schemas, by halves: merged one after another, thousands would be copied over and over. */
export function mergeAll(schemas: readonly Keywords[]): Keywords {
  const [first = {}, second] = schemas;
  if (second === undefined) return first;
  const half = Math.ceil(schemas.length / 2);
  return mergeSchemas(mergeAll(schemas.slice(0, half)), mergeAll(schemas.slice(half)));
}

/** A schema of several that apply to the same value, and the way to those of one more. */
interface Combined {
  schema: Keywords;
  more: WeakMap<Keywords, Combined>;
}

const combinations = new WeakMap<Keywords, Combined>();
/** What each schema that was made here consists of. */
const partsOf = new WeakMap<Keywords, readonly Keywords[]>();

/** The schemas that were put together to {@link mergeSchemas a member or the items} of a merged schema, if it is such. */
export function combinedParts(schema: Keywords): readonly Keywords[] | undefined {
  return partsOf.get(schema);
}

/**
 * Both schemas. Of the same schemas it is always the same object: members of recursive schemas come to the same
 * again and again, and who walks them can tell that they were there before.
 */
function both(a: Schema, b: Schema): Schema {
  if (a === false || b === false) return false;
  if (a === b || isAny(b)) return a;
  if (isAny(a)) return b;
  if (typeof a === 'boolean' || typeof b === 'boolean') return false;
  const parts = distinctParts([...(partsOf.get(a) ?? [a]), ...(partsOf.get(b) ?? [b])]);
  const [first = a, ...others] = parts;
  if (others.length === 0) return first;
  let combined = obtainCombined(combinations, first, [first]);
  for (const [index, part] of others.entries())
    combined = obtainCombined(combined.more, part, parts.slice(0, index + 2));
  return combined.schema;
}

function obtainCombined(
  known: WeakMap<Keywords, Combined>,
  part: Keywords,
  parts: readonly Keywords[],
): Combined {
  let combined = known.get(part);
  if (combined === undefined) {
    combined = { schema: { allOf: [...parts] }, more: new WeakMap() };
    partsOf.set(combined.schema, parts);
    known.set(part, combined);
  }
  return combined;
}

/** Each schema once, and each component that is referred to and no more. */
function distinctParts(parts: readonly Keywords[]): Keywords[] {
  const byIdentity = new Map<unknown, Keywords>();
  for (const part of parts) {
    const identity = Object.keys(part).length === 1 ? (part['$ref'] ?? part) : part;
    if (!byIdentity.has(identity)) byIdentity.set(identity, part);
  }
  return [...byIdentity.values()];
}

function isAny(schema: Schema): boolean {
  return schema === true || (typeof schema === 'object' && Object.keys(schema).length === 0);
}

function mergeProperties(a: Record<string, Schema>, b: Record<string, Schema>): Record<string, Schema> {
  const shared = Object.entries(b).map(([name, schema]) => {
    const other = Object.hasOwn(a, name) ? a[name] : undefined;
    return [name, other === undefined ? schema : both(other, schema)] as const;
  });
  return { ...a, ...Object.fromEntries(shared) };
}

function mergeNeeds(a: Record<string, string[]>, b: Record<string, string[]>): Record<string, string[]> {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(
    [...names].map((name) => [name, [...new Set([a, b].flatMap((needs) => needsOf(needs, name)))]]),
  );
}

function needsOf(needs: Record<string, string[]>, name: string): string[] {
  return Object.hasOwn(needs, name) ? (needs[name] ?? []) : [];
}

/** What is additional to one may be a property of the other: only closing both closes the whole. */
function mergeAdditional(a: Schema, b: Schema): Schema {
  if (a === false || b === false) return false;
  return isAny(a) ? b : a;
}

function mergeTypes(a: string | string[], b: string | string[]): unknown {
  const [these, those] = [[a].flat(), [b].flat()];
  const shared = [
    ...these.filter((type) => covers(those, type)),
    ...those.filter((type) => covers(these, type)),
  ];
  const types = [...new Set(shared)];
  return types.length === 0 ? a : types.length === 1 ? types[0] : types;
}

function covers(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function mergeEnums(a: unknown[], b: unknown[]): unknown[] {
  const texts = new Set(b.map((value) => JSON.stringify(value)));
  const shared = a.filter((value) => texts.has(JSON.stringify(value)));
  return shared.length > 0 ? shared : a;
}
