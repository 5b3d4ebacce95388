import { acceptedTypes, type JsonType } from './acceptedTypes.js';
import { combine, type Expanded, type ExpandSchema, type SchemaObject } from './createExpander.js';
import { isObject } from '../isObject.js';
import { parseJson } from '../parseJson.js';
import type { Schema } from '../tool.js';

type Types = ReadonlySet<JsonType>;

/**
 * Puts right what clients get wrong without losing anything: `"5"` for 5, `"true"` for true, JSON in a string
 * for an object or array, a single value for a list of one, 5 for `"5"`, `"OPEN"` for `"open"`. Only a value
 * of a type that the schema does not accept is touched, and nothing else is tried.
 */
export function coerce(value: unknown, schema: Schema, expand: ExpandSchema): unknown {
  return coerceTo(value, expand(schema), expand);
}

function coerceTo(value: unknown, schema: Expanded, expand: ExpandSchema): unknown {
  if (schema.all.length === 0 && schema.unions.length === 0) return value;
  const converted = matchCase(convert(value, acceptedTypes(schema)), schema);
  if (Array.isArray(converted)) {
    return converted.map((item, index) =>
      coerceTo(
        item,
        member(schema, converted, (part) => itemSchema(part, index), expand),
        expand,
      ),
    );
  }
  if (!isObject(converted)) return converted;
  return Object.fromEntries(
    Object.entries(converted).map(([key, item]) => [
      key,
      coerceTo(
        item,
        member(schema, converted, (part) => propertySchema(part, key), expand),
        expand,
      ),
    ]),
  );
}

function convert(value: unknown, types: Types): unknown {
  switch (typeof value) {
    case 'string':
      return types.has('string') ? value : convertString(value, types);
    case 'number':
      if (types.has('number') || (types.has('integer') && Number.isInteger(value))) return value;
      if (types.has('string') && Number.isSafeInteger(value)) return String(value);
      return wrap(value, types);
    case 'boolean':
      return types.has('boolean') ? value : wrap(value, types);
    default:
      return value;
  }
}

function convertString(text: string, types: Types): unknown {
  if (types.has('integer') && /^-?(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text)))
    return Number(text);
  if (types.has('number') && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && text.length <= 16) return Number(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  const parsed = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  if (parsed !== undefined && types.has(Array.isArray(parsed) ? 'array' : 'object')) return parsed;
  // "a,b" may mean one value or two.
  return /[,\n]/.test(text) ? text : wrap(text, types);
}

function wrap(value: unknown, types: Types): unknown {
  return types.has('array') && !types.has('object') ? [value] : value;
}

/** The one allowed string that differs from the value in case only. */
function matchCase(value: unknown, schema: Expanded): unknown {
  if (typeof value !== 'string') return value;
  const allowed = allowedStrings(schema);
  if (allowed.includes(value)) return value;
  const alike = allowed.filter((text) => text.toLowerCase() === value.toLowerCase());
  return alike.length === 1 ? alike[0] : value;
}

function allowedStrings({ all }: Expanded): string[] {
  return all
    .flatMap((part) => (Array.isArray(part['enum']) ? (part['enum'] as unknown[]) : []))
    .filter((item) => typeof item === 'string');
}

/** The schema of one member of a value; of a union, only the branches that the value may be meant for count. */
function member(
  { all, unions }: Expanded,
  value: object,
  schemaOf: (part: SchemaObject) => unknown,
  expand: ExpandSchema,
): Expanded {
  const own = combine(all.map((part) => expand(schemaOf(part))));
  const alternatives = unions
    .map((branches) => branches.filter((branch) => isPlausible(branch, value)))
    .filter((branches) => branches.length > 0)
    .map((branches) => branches.map((branch) => member(branch, value, schemaOf, expand)));
  return alternatives.length === 0 ? own : { all: own.all, unions: [...own.unions, ...alternatives] };
}

/** Whether a value's type and its tags, the properties with one allowed value, fit a branch. */
function isPlausible(branch: Expanded, value: object): boolean {
  if (!acceptedTypes(branch).has(Array.isArray(value) ? 'array' : 'object')) return false;
  return branch.all.every(({ properties }) =>
    Object.entries(isObject(properties) ? properties : {}).every(
      ([key, schema]) =>
        !Object.hasOwn(value, key) || fitsTag((value as Record<string, unknown>)[key], schema),
    ),
  );
}

function fitsTag(value: unknown, schema: unknown): boolean {
  if (!isObject(schema)) return true;
  const allowed = Array.isArray(schema['enum']) ? schema['enum'] : [schema['const']];
  return allowed.length !== 1 || allowed[0] === undefined || allowed[0] === value;
}

function propertySchema(part: SchemaObject, key: string): unknown {
  const { properties, patternProperties, additionalProperties } = part;
  if (isObject(properties) && Object.hasOwn(properties, key)) return properties[key];
  return patternProperties === undefined ? additionalProperties : true;
}

function itemSchema(part: SchemaObject, index: number): unknown {
  const { prefixItems, items } = part;
  return (Array.isArray(prefixItems) ? (prefixItems as unknown[])[index] : undefined) ?? items;
}
