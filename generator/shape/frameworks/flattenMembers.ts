import type { ApiParameter, Schema } from '../../model/api.js';
import { mergeAll } from '../../schema/merge.js';
import { type LookUp, gatherParts } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';

/** Levels of objects, and parameters that one may become: beyond them, nested objects stay as they are. */
const mostLevels = 4;
const mostParameters = 40;

/**
 * The parameters that an object in a query stands for where its server binds `total.min=1` to a member of a member, as
 * Spring does: itself with the members that are no objects, and a parameter for each value inside of those that are.
 *
 * @param taken - names that the operation has already
 * @returns undefined where no member is an object that has members
 */
export function flattenMembers(
  parameter: ApiParameter,
  taken: ReadonlySet<string>,
  lookUp: LookUp,
): ApiParameter[] | undefined {
  const merged = mergeAll(gatherParts(parameter.schema, lookUp) ?? []);
  const { flat, nested, maps } = splitMembers(merged, lookUp);
  if (nested.length + maps.length === 0) return undefined;
  const walk = { room: mostParameters, lookUp };
  const inner = nested.flatMap(([name, schema]) => {
    const required = parameter.required && isRequired(merged, name);
    return listLeaves({ name, schema, required }, mostLevels, walk);
  });
  const names = [...inner.map(({ name }) => name), ...maps.map(([name]) => name)];
  if (names.length > mostParameters || names.some((name) => taken.has(name))) return undefined;
  const rest = flat.length === 0 ? [] : [{ ...parameter, schema: keepMembers(merged, flat) }];
  const common = { ...parameter, description: '', examples: [] };
  // A map is bound from its keys in brackets.
  const ofMap = { ...common, style: 'deepObject', explode: false } as const;
  const ofMaps = maps.map(([name, schema]): Value => {
    return { name, schema, required: parameter.required && isRequired(merged, name) };
  });
  return [
    ...rest,
    ...inner.map((value): ApiParameter => Object.assign({}, common, value)),
    ...ofMaps.map((value): ApiParameter => Object.assign({}, ofMap, value)),
  ];
}

interface Value {
  name: string;
  schema: Schema;
  required: boolean;
}

/** The values inside of a value; no more are listed than may become parameters, and one. */
function listLeaves(value: Value, levels: number, walk: { room: number; lookUp: LookUp }): Value[] {
  if (walk.room < 0) return [];
  const merged = mergeAll(gatherParts(value.schema, walk.lookUp) ?? []);
  const members = Object.entries((merged['properties'] ?? {}) as Record<string, Schema>);
  if (members.length === 0 || levels === 0) {
    walk.room -= 1;
    return [value];
  }
  return members.flatMap(([member, schema]) => {
    const required = value.required && isRequired(merged, member);
    return listLeaves({ name: `${value.name}.${member}`, schema, required }, levels - 1, walk);
  });
}

function splitMembers(
  { properties = {} }: Keywords,
  lookUp: LookUp,
): Record<'flat' | 'nested' | 'maps', [string, Schema][]> {
  const split: Record<'flat' | 'nested' | 'maps', [string, Schema][]> = { flat: [], nested: [], maps: [] };
  for (const member of Object.entries(properties as Record<string, Schema>)) {
    const { properties: inner, additionalProperties: more } = mergeAll(gatherParts(member[1], lookUp) ?? []);
    const kind = inner !== undefined ? 'nested' : typeof more === 'object' ? 'maps' : 'flat';
    split[kind].push(member);
  }
  return split;
}

function keepMembers(merged: Keywords, kept: readonly [string, Schema][]): Keywords {
  const left = new Set(kept.map(([name]) => name));
  const { required, ...rest } = merged;
  const needed = Array.isArray(required) ? (required as string[]).filter((name) => left.has(name)) : [];
  return { ...rest, properties: Object.fromEntries(kept), ...(needed.length > 0 && { required: needed }) };
}

function isRequired({ required }: Keywords, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
}
