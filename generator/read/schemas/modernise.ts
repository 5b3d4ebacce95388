import type { Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/document.js';
import { valueNames } from '../../schema/annotations.js';
import { asArray, isFlag, isTrue, listNames, own } from '../values.js';
import type { Place } from './place.js';

/** Rewrites the members of a schema that mean the same as newer ones. */
type Rewrite = (schema: JsonObject) => JsonObject;

/**
 * Writes a schema with the keywords of JSON Schema 2020-12, whatever the dialect it was written in:
 * drafts 3 to 7, and the Schema Objects of OpenAPI 2.0 and 3.0. `nullable` is left to the caller.
 */
export function modernise(schema: JsonObject): JsonObject {
  let modern = schema;
  for (const [keyword, rewrite] of rewrites) {
    if (Object.hasOwn(modern, keyword)) modern = rewrite(modern);
  }
  return modern;
}

const rewrites: [keyword: string, rewrite: Rewrite][] = [
  [
    'example',
    ({ example, ...rest }) => ({ ...(example === undefined ? {} : { examples: [example] }), ...rest }),
  ],
  ['exclusiveMinimum', (schema) => rewriteExclusive(schema, 'minimum', 'exclusiveMinimum')],
  ['exclusiveMaximum', (schema) => rewriteExclusive(schema, 'maximum', 'exclusiveMaximum')],
  ['additionalItems', rewriteTuple],
  ['items', rewriteTuple],
  ['dependencies', rewriteDependencies],
  ['type', rewriteFile],
  ['properties', rewriteRequired],
];

/** OpenAPI 3.0 and draft 4: `exclusiveMinimum: true` makes `minimum` exclusive. */
function rewriteExclusive(schema: JsonObject, bound: string, exclusive: string): JsonObject {
  const { [bound]: limit, [exclusive]: flag, ...rest } = schema;
  if (!isFlag(flag)) return schema;
  if (limit === undefined) return rest;
  return { ...rest, [isTrue(flag) ? exclusive : bound]: limit };
}

/** Drafts 3 to 2019-09: a list in `items` is a tuple, and `additionalItems` what follows it. */
function rewriteTuple(schema: JsonObject): JsonObject {
  const { items, additionalItems, ...rest } = schema;
  if (!Array.isArray(items)) return items === undefined ? rest : { ...rest, items };
  return {
    ...rest,
    ...(items.length > 0 ? { prefixItems: items } : {}),
    ...(additionalItems === undefined ? {} : { items: additionalItems }),
  };
}

/** Drafts 3 to 7: `dependencies` held lists of names and schemas. */
function rewriteDependencies({ dependencies, ...rest }: JsonObject): JsonObject {
  if (!isObject(dependencies)) return rest;
  const entries = Object.entries(dependencies);
  const pick = (keyword: string, wanted: (value: Json) => boolean): JsonObject => {
    const found = entries.filter(([, value]) => wanted(value));
    return found.length === 0 ? {} : { [keyword]: Object.fromEntries(found) };
  };
  return { ...pick('dependentRequired', Array.isArray), ...pick('dependentSchemas', isObject), ...rest };
}

/** OpenAPI 2.0: `type: file`. */
function rewriteFile(schema: JsonObject): JsonObject {
  return schema['type'] === 'file' ? { ...schema, type: 'string', format: 'binary' } : schema;
}

/** Draft 3: `required: true` inside a property. */
function rewriteRequired(schema: JsonObject): JsonObject {
  const { properties } = schema;
  if (!isObject(properties)) return schema;
  const marked = Object.entries(properties)
    .filter(([, property]) => isObject(property) && isTrue(own(property, 'required')))
    .map(([name]) => name);
  return marked.length === 0
    ? schema
    : { ...schema, required: [...listNames(schema['required']), ...marked] };
}

/**
 * A schema whose listed values are only those that are known: others of the type are taken, too. Azure says so with
 * `x-ms-enum: { modelAsString: true }`, the guidelines of Zalando with `x-extensible-enum` in place of `enum`.
 */
export function openEnum(schema: JsonObject, place: Place): JsonObject {
  const {
    enum: listed,
    'x-ms-enum': azure,
    'x-extensible-enum': extensible,
    [valueNames]: _,
    ...rest
  } = schema;
  const isOpen = isObject(azure) && azure['modelAsString'] === true;
  const values = listed === undefined ? extensible : isOpen ? listed : undefined;
  if (!Array.isArray(values) || values.length === 0) return schema;
  if (listed !== undefined) place.openEnum(values.length);
  const type: Json = rest['type'] ?? 'string';
  // What the values are called goes with them.
  const named = isObject(azure) && azure['values'] !== undefined ? { values: azure['values'] } : undefined;
  const known = { type, enum: values, ...(named && { 'x-ms-enum': named }) };
  const union = [known, { type }];
  if (rest['anyOf'] === undefined) return { ...rest, anyOf: union };
  return { ...rest, allOf: [...asArray(rest['allOf']), { anyOf: union }] };
}
