import type { Schema } from '../../model/api.js';
import { mergeAll } from '../../schema/merge.js';
import { gatherParts } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';

/** The properties of an object, each of which can be given by itself. */
export interface Fields {
  properties: Record<string, Schema>;
  required: ReadonlySet<string>;
  description: string;
  /** Which of them there have to be, besides those that every object has. */
  demands?: readonly Demand[];
}

/** Fields that go together, of which there has to be one such way, or exactly one. */
export interface Demand {
  keyword: 'anyOf' | 'oneOf';
  ways: readonly (readonly string[])[];
  /** How many fields there have to be, where any of them will do. */
  least?: number;
}

/** Keywords that do not stand in the way of taking an object apart. */
const harmless = new Set([
  'type',
  'properties',
  'required',
  'description',
  'default',
  'additionalProperties',
  'declared',
  'minProperties',
]);

/** Choices of fields that a schema can list of which one has to be given. */
const mostChoices = 100;

/**
 * The fields of a schema that is a closed object of listed properties; undefined for unions, maps, other types,
 * and objects with rules over several properties. References at its root are looked up with `lookUp`.
 *
 * @param wasFlat - takes apart as well what has other members besides those that are listed, or asks for some of them by a
 *   union, as it may be where the object was taken apart before
 */
export function collectFields(
  schema: Schema,
  lookUp: (name: string) => Schema,
  wasFlat = false,
): Fields | undefined {
  const found = gatherParts(schema, lookUp);
  const asked = wasFlat ? (found ?? []).flatMap(listDemands) : [];
  const parts = asked.length > 0 ? found?.map(withoutDemands) : found;
  if (parts === undefined || !parts.every((part) => isPlainObject(part, wasFlat))) return undefined;
  const withProperties = parts.filter(({ properties }) => properties !== undefined);
  const closed = parts.some((part) => part['additionalProperties'] === false);
  if (withProperties.length !== 1 || !(closed || wasFlat)) return undefined;
  const merged = mergeAll(parts);
  const declared = Object.entries(merged['properties'] as Record<string, Schema>);
  const properties = Object.fromEntries(declared.filter(([, field]) => field !== false));
  const names = Object.keys(properties);
  if (names.length === 0) return undefined;
  const required = new Set((merged['required'] ?? []) as string[]);
  const least = Math.max(0, ...parts.map((part) => Number(part['minProperties'] ?? 0)));
  const counted = least > required.size ? listChoices(names, least) : [];
  if (counted === undefined) return undefined;
  const demands: Demand[] = counted.length === 0 ? [] : [{ keyword: 'anyOf', ways: counted, least }];
  for (const { keyword, ways } of asked) {
    const possible = ways.filter((way) => way.every((name) => names.includes(name)));
    const [only] = possible;
    if (only === undefined) return undefined;
    if (possible.length > 1) demands.push({ keyword, ways: possible });
    else for (const name of only) required.add(name);
  }
  return {
    properties,
    required,
    ...(demands.length > 0 && { demands }),
    description: String(merged['description'] ?? ''),
  };
}

const unions = ['anyOf', 'oneOf'] as const;

/** The unions of a schema that do no more than ask for members: each way by their names. */
function listDemands(part: Keywords): Demand[] {
  return unions.flatMap((keyword) => {
    const ways = waysOf(part[keyword]);
    return ways === undefined ? [] : [{ keyword, ways }];
  });
}

function withoutDemands(part: Keywords): Keywords {
  const asking = unions.filter((keyword) => waysOf(part[keyword]) !== undefined);
  // What a union closes beside it is closed by itself once the union is gone.
  const { unevaluatedProperties: closed, ...rest } = part;
  const others = Object.fromEntries(
    Object.entries(rest).filter(([keyword]) => !(asking as string[]).includes(keyword)),
  );
  return closed === undefined ? others : { ...others, additionalProperties: closed };
}

function waysOf(union: unknown): string[][] | undefined {
  if (!Array.isArray(union) || union.length === 0 || union.length > mostChoices) return undefined;
  const ways = union.map((branch: unknown) => {
    const { required, type = 'object', ...rest } = Object(branch) as Keywords;
    const isAsking = Array.isArray(required) && type === 'object' && Object.keys(rest).length === 0;
    return isAsking ? (required as string[]) : undefined;
  });
  return ways.every((way) => way !== undefined) ? ways : undefined;
}

/** The ways of taking as many of some names as there have to be; undefined where there are none, or too many. */
function listChoices(names: readonly string[], least: number): string[][] | undefined {
  let ways: string[][] = [[]];
  for (let taken = 0; taken < least; taken += 1) {
    ways = ways.flatMap((way) => {
      const start = way.length === 0 ? 0 : names.indexOf(way.at(-1) ?? '') + 1;
      return names.slice(start).map((name) => way.concat(name));
    });
    if (ways.length > mostChoices) return undefined;
  }
  return ways.length === 0 ? undefined : ways;
}

function isPlainObject(part: Keywords, mayBeOpen: boolean): boolean {
  const { type, additionalProperties } = part;
  return (
    Object.keys(part).every((keyword) => harmless.has(keyword)) &&
    (type === undefined || type === 'object') &&
    (additionalProperties === undefined || additionalProperties === false || mayBeOpen)
  );
}
