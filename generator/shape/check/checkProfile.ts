import type { Schema } from '../../model/api.js';
import type { Tool } from '../../model/server.js';
import { type Keywords, listSubschemas } from '../../schema/subschemas.js';
import { typeOf } from '../../schema/types.js';
import { takes } from '../advertised/keywords.js';
import type { Limits } from '../profiles.js';

/** What is wrong with one schema by itself, in words, or nothing. */
type Fault = (schema: Keywords, limits: Limits) => string | undefined;

/** Everything that one schema may break, whatever stands around it. */
const faults: readonly Fault[] = [
  findForeignKeyword,
  findTypes,
  findUntyped,
  findArray,
  findValues,
  findUnion,
  findKey,
  findObject,
];

/** The first limit of the profile that the tool breaks, in words; undefined where it keeps to all of them. */
export function checkProfile(tool: Tool, limits: Limits, longestName: number): string | undefined {
  const { name, description, inputSchema, outputSchema } = tool;
  if (!limits.name.test(name)) return `its name is not of the form ${limits.name.source}`;
  if (name.length > longestName) return `its name has ${name.length} characters, more than ${longestName}`;
  if (description.length > limits.description) {
    return `its description has ${description.length} characters, more than ${limits.description}`;
  }
  const odd = Object.keys(inputSchema.properties).find((key) => !limits.argument.test(key));
  if (odd !== undefined) return `its argument ${JSON.stringify(odd)} has a name that clients refuse`;
  if (inputSchema['anyOf'] !== undefined) return 'the root of its input schema is a union';
  const properties = countProperties(inputSchema);
  if (properties > limits.properties) return `its input schema has ${properties} properties`;
  return (
    checkRoot(inputSchema, limits) ??
    checkInside(inputSchema, limits, 'its input schema', 1) ??
    checkOutput(outputSchema, limits)
  );
}

function checkOutput(schema: Tool['outputSchema'], limits: Limits): string | undefined {
  if (schema === undefined) return undefined;
  if (!limits.outputs) return 'it has an output schema, which these clients do not pass on';
  return checkSchema(schema, limits, 'its output schema', 0);
}

/** The root has properties, if none: a tool without arguments is one that every client knows. */
function checkRoot(root: Keywords, limits: Limits): string | undefined {
  const isEmpty = Object.keys(root['properties'] as object).length === 0;
  const found = isEmpty
    ? undefined
    : faults.map((find) => find(root, limits)).find((fault) => fault !== undefined);
  return found === undefined ? undefined : `its input schema ${found}`;
}

function checkSchema(schema: Schema, limits: Limits, where: string, depth: number): string | undefined {
  if (typeof schema === 'boolean') return limits.booleans ? undefined : `${where} is a boolean schema`;
  for (const find of faults) {
    const fault = find(schema, limits);
    if (fault !== undefined) return `${where} ${fault}`;
  }
  const level = schema['properties'] === undefined ? depth : depth + 1;
  if (level > limits.levels) return `${where} is nested more than ${limits.levels} levels deep`;
  return checkInside(schema, limits, where, level);
}

function checkInside(schema: Keywords, limits: Limits, where: string, depth: number): string | undefined {
  for (const [child, at] of children(schema, where)) {
    const broken = checkSchema(child, limits, at, depth);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

function* children(schema: Keywords, where: string): Generator<[Schema, string]> {
  const { properties = {}, $defs = {}, additionalProperties, ...others } = schema;
  for (const [key, child] of Object.entries({ ...(properties as object), ...($defs as object) })) {
    yield [child as Schema, extend(where, `at ${JSON.stringify(key)}`)];
  }
  // `additionalProperties: false` is the one boolean that every client knows.
  if (typeof additionalProperties === 'object') {
    yield [additionalProperties as Schema, extend(where, 'in additionalProperties')];
  }
  for (const keyword of Object.keys(others)) {
    for (const child of listSubschemas({ [keyword]: others[keyword] }))
      yield [child, extend(where, `in ${keyword}`)];
  }
}

function extend(where: string, step: string): string {
  return `${where.replace(/,$/, '')}, ${step},`;
}

function countProperties(schema: Schema): number {
  if (typeof schema === 'boolean') return 0;
  const own = Object.keys((schema['properties'] ?? {}) as object).length;
  return listSubschemas(schema).reduce((sum, child) => sum + countProperties(child), own);
}

function findForeignKeyword(schema: Keywords, limits: Limits): string | undefined {
  const [type] = [schema['type']].flat().filter((one) => one !== 'null') as (string | undefined)[];
  for (const [keyword, value] of Object.entries(schema)) {
    if (!limits.keywords.has(keyword)) return `has the keyword ${keyword}`;
    if (!takes(limits, keyword, value, type)) return `has the ${keyword} ${String(value)}`;
  }
  return undefined;
}

function findTypes({ type }: Keywords, { typeLists }: Limits): string | undefined {
  if (!Array.isArray(type) || typeLists === 'all') return undefined;
  const isOptional = type.length === 2 && type.includes('null');
  return typeLists === 'one and null' && isOptional ? undefined : 'has several types';
}

function findUntyped(schema: Keywords, { typed }: Limits): string | undefined {
  return typed && schema['type'] === undefined && schema['anyOf'] === undefined ? 'has no type' : undefined;
}

function findArray(schema: Keywords, { items }: Limits): string | undefined {
  const isBare = [schema['type']].flat().includes('array') && schema['items'] === undefined;
  return items && isBare ? 'is an array without items' : undefined;
}

function findValues(
  { enum: listed = [] }: Keywords,
  { enums, emptyValues, values: most }: Limits,
): string | undefined {
  const { length } = listed as unknown[];
  if (length > most) return `lists ${length} values, more than ${most}`;
  for (const value of listed as unknown[]) {
    if (value !== null && !enums.has(typeOf(value))) return `lists the value ${JSON.stringify(value)}`;
    if (value === '' && !emptyValues) return 'lists an empty string';
  }
  return undefined;
}

function findUnion(
  { anyOf, description: _, ...beside }: Keywords,
  { besideUnion }: Limits,
): string | undefined {
  if (anyOf === undefined || besideUnion === 'anything') return undefined;
  const [other] = Object.keys(beside);
  if (other !== undefined) return `has ${other} beside a union`;
  return _ !== undefined && besideUnion === 'nothing' ? 'has a description beside a union' : undefined;
}

function findKey({ properties = {} }: Keywords, { key }: Limits): string | undefined {
  const odd = Object.keys(properties as object).find((name) => !key.test(name));
  return odd === undefined ? undefined : `has the key ${JSON.stringify(odd)}, which clients refuse`;
}

function findObject(schema: Keywords, { maps, allRequired, closed }: Limits): string | undefined {
  if (![schema['type']].flat().includes('object')) return undefined;
  const { properties, required = [], additionalProperties } = schema;
  if (maps === 'text' && properties === undefined) return 'is an object without properties';
  if (closed && additionalProperties !== false) return 'is an object that is open';
  const optional = Object.keys((properties ?? {}) as object).find(
    (name) => !(required as string[]).includes(name),
  );
  return allRequired && optional !== undefined ? `does not require ${JSON.stringify(optional)}` : undefined;
}
