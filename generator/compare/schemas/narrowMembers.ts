import type { Schema } from '../../model/api.js';
import type { Keywords } from '../../schema/subschemas.js';
import { type Narrowing, anyItem, anyMember } from './narrowing.js';
import { most } from './narrowValues.js';
import type { View } from './view.js';

/** Compares the schemas of a member: those that it had, and one that it is held to now. */
type CompareMember = (path: string, old: readonly Schema[], now: readonly Schema[]) => Narrowing[];

/** What of the members of objects is refused where it was taken. */
export function narrowMembers(before: View, after: View, compare: CompareMember): Narrowing[] {
  const old = before.parts;
  const found: Narrowing[] = narrowRequired(old, after.parts);
  const names = new Set(old.flatMap((part) => Object.keys(mapOf(part, 'properties'))));
  for (const part of after.parts) {
    const own = mapOf(part, 'properties');
    for (const [name, schema] of Object.entries(own))
      found.push(...compare(name, schemasOfMember(old, name), [schema]));
    found.push(...narrowPatterns(old, part, compare));
    const rest = part['additionalProperties'] as Schema | undefined;
    if (rest !== undefined && rest !== true) {
      for (const name of names)
        if (!Object.hasOwn(own, name)) found.push(...compare(name, schemasOfMember(old, name), [rest]));
      const closed = old.flatMap((one) => namesLeftBy(one) ?? []);
      for (const name of closed)
        if (!Object.hasOwn(own, name) && !names.has(name)) found.push(...compare(name, [], [rest]));
      const others = old.map((one) =>
        namesLeftBy(one) === undefined ? (one['additionalProperties'] as Schema | undefined) : false,
      );
      found.push(
        ...compare(
          anyMember,
          others.filter((one) => one !== undefined),
          [rest],
        ),
      );
      for (const [pattern, schema] of old.flatMap((one) => Object.entries(mapOf(one, 'patternProperties'))))
        if (!Object.hasOwn(mapOf(part, 'patternProperties'), pattern))
          found.push(...compare(anyMember, [schema], [rest]));
    }
    const named = part['propertyNames'] as Schema | undefined;
    if (named !== undefined) {
      const held = old.flatMap((one) =>
        one['propertyNames'] === undefined ? [] : [one['propertyNames'] as Schema],
      );
      if (compare(anyMember, [{ type: 'string' }, ...held], [named]).length > 0)
        found.push({ path: [], keyword: 'propertyNames', certain: false });
    }
  }
  return found;
}

function mapOf(part: Keywords, keyword: string): Record<string, Schema> {
  return (part[keyword] ?? {}) as Record<string, Schema>;
}

/** All that a member of an object is held to; that of patterns, which it may match or not, is left out. */
function schemasOfMember(parts: readonly Keywords[], name: string): Schema[] {
  return parts.flatMap((part) => {
    const own = mapOf(part, 'properties');
    return Object.hasOwn(own, name) ? [own[name] ?? true] : restOf(part);
  });
}

/** What a part holds members to that it does not name. */
function restOf(part: Keywords): Schema[] {
  const rest = part['additionalProperties'] as Schema | undefined;
  // Members that match a pattern are held to that instead.
  return rest === undefined || part['patternProperties'] !== undefined ? [] : [rest];
}

/** Keywords whose schemas apply to the same object; what they name is not left over. */
const applied = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not', 'dependentSchemas'];

/**
 * The most names that an object may have where a schema refuses all that nothing speaks of (JSON Schema Core, 11.3);
 * undefined where it does not, or where they cannot be listed.
 */
function namesLeftBy(part: Keywords): string[] | undefined {
  return part['unevaluatedProperties'] === false ? namesIn(part) : undefined;
}

function namesIn(part: Schema): string[] | undefined {
  if (typeof part !== 'object') return [];
  const { additionalProperties = false, patternProperties, $ref, $dynamicRef } = part;
  if ([patternProperties, $ref, $dynamicRef].some((one) => one !== undefined)) return undefined;
  if (additionalProperties !== false) return undefined;
  const lists = applied
    .flatMap((keyword) => listSchemas(keyword, part[keyword]))
    .map((schema) => namesIn(schema));
  if (lists.includes(undefined)) return undefined;
  return [...new Set([...Object.keys(mapOf(part, 'properties')), ...lists.flatMap((list) => list ?? [])])];
}

/** The schemas under a keyword: one, a list, or several by name. */
function listSchemas(keyword: string, value: unknown): Schema[] {
  if (value === undefined) return [];
  return keyword === 'dependentSchemas'
    ? Object.values(value as Record<string, Schema>)
    : [value as Schema].flat();
}

/** Whether an object that a schema closes had no name that it does not speak of in any case. */
export function isClosedAlike(old: readonly Keywords[], part: Keywords): boolean {
  const own = mapOf(part, 'properties');
  return old.some((one) => {
    const isClosed = one['additionalProperties'] === false && one['patternProperties'] === undefined;
    const names = isClosed ? Object.keys(mapOf(one, 'properties')) : namesLeftBy(one);
    return names?.every((name) => Object.hasOwn(own, name)) ?? false;
  });
}

function narrowPatterns(old: readonly Keywords[], part: Keywords, compare: CompareMember): Narrowing[] {
  return Object.entries(mapOf(part, 'patternProperties')).flatMap(([pattern, schema]) => {
    const held = old.flatMap((one) => {
      const patterns = mapOf(one, 'patternProperties');
      return Object.hasOwn(patterns, pattern) ? [patterns[pattern] ?? true] : [];
    });
    return compare(anyMember, held, [schema]).map(inDoubt);
  });
}

/** The same, where it may be that no value is refused. */
export function inDoubt(narrowing: Narrowing): Narrowing {
  return { ...narrowing, certain: false };
}

function narrowRequired(old: readonly Keywords[], now: readonly Keywords[]): Narrowing[] {
  const before = requiredIn(old);
  const after = requiredIn(now);
  const found = [...after]
    .filter((name) => !before.has(name))
    .map((name): Narrowing => ({ path: [name], keyword: 'required', certain: true, to: true }));
  for (const part of now)
    for (const [name, needed] of Object.entries(
      (part['dependentRequired'] ?? {}) as Record<string, string[]>,
    )) {
      const held = new Set(
        old.flatMap((one) => ((one['dependentRequired'] ?? {}) as Record<string, string[]>)[name] ?? []),
      );
      const more = needed.filter((one) => one !== name && !held.has(one) && !before.has(one));
      if (more.length > 0)
        found.push({ path: [name], keyword: 'dependentRequired', certain: true, to: more });
    }
  return found;
}

/** The members that an object needs. */
export function requiredIn(parts: readonly Keywords[]): Set<string> {
  return new Set(parts.flatMap((part) => (part['required'] ?? []) as string[]));
}

/** What of the items of lists is refused where it was taken. */
export function narrowItems(before: View, after: View, compare: CompareMember): Narrowing[] {
  const old = before.parts;
  const longest = most(old, 'maxItems');
  return after.parts.flatMap((part) => {
    const count = Math.max(0, ...[...old, part].map((one) => firstItems(one).length));
    const found: Narrowing[] = [];
    for (let index = 0; index < count && index < longest; index++)
      found.push(...compare(`[${index}]`, itemsAt(old, index), itemsAt([part], index)));
    if (longest > count) found.push(...compare(anyItem, itemsAt(old, count), itemsAt([part], count)));
    return [...found, ...narrowContained(old, part, compare)];
  });
}

/** All that the item at a place is held to. */
function itemsAt(parts: readonly Keywords[], index: number): Schema[] {
  return parts
    .map((part) => firstItems(part)[index] ?? (part['items'] as Schema | undefined))
    .filter((schema) => schema !== undefined);
}

function firstItems(part: Keywords): Schema[] {
  return (part['prefixItems'] ?? []) as Schema[];
}

function narrowContained(old: readonly Keywords[], part: Keywords, compare: CompareMember): Narrowing[] {
  const contained = part['contains'] as Schema | undefined;
  if (contained === undefined) return [];
  const isHeld = old.some((one) => {
    const held = one['contains'] as Schema | undefined;
    if (held === undefined || Number(one['minContains'] ?? 1) < Number(part['minContains'] ?? 1))
      return false;
    if (compare(anyItem, [held], [contained]).length > 0) return false;
    // With a bound above, what is counted has to be the same.
    return part['maxContains'] === undefined;
  });
  return isHeld || (part['minContains'] === 0 && part['maxContains'] === undefined)
    ? []
    : [{ path: [], keyword: 'contains', certain: false }];
}
