import type { Schema } from '../../model/api.js';
import type { Json, JsonObject } from '../../model/document.js';
import { translatePattern } from '../../regex/translate.js';
import { isObject } from '../../model/document.js';
import { valueNames } from '../../schema/annotations.js';
import { asObject, asText, isTrue, listNames, own, readDescription } from '../values.js';
import type { Place } from './place.js';
import { readXml } from './xml.js';

/** The value of a keyword in JSON Schema 2020-12; undefined drops the keyword. */
type Read = (value: Json, place: Place) => unknown;

/** Every keyword that is kept, and how its value is read. What is not listed here is dropped. */
export const keywords: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['type', readType],
  ['enum', readEnum],
  ['const', keep],
  [valueNames, keep],
  ['title', readNonEmptyText],
  ['description', readWords],
  ['default', keep],
  ['examples', readExamples],
  ['deprecated', readFlag],
  ['readOnly', readFlag],
  ['writeOnly', readFlag],
  ['xml', readXml],
  ['format', readNonEmptyText],
  ['contentEncoding', readNonEmptyText],
  ['contentMediaType', readNonEmptyText],
  ['multipleOf', (value, place) => readNumber(value, place, (number) => number > 0)],
  ['minimum', readNumber],
  ['maximum', readNumber],
  ['exclusiveMinimum', readNumber],
  ['exclusiveMaximum', readNumber],
  ['minLength', readCount],
  ['maxLength', readCount],
  ['pattern', readNonEmptyText],
  ['minItems', readCount],
  ['maxItems', readCount],
  ['uniqueItems', readFlag],
  ['minContains', readCount],
  ['maxContains', readCount],
  ['minProperties', readCount],
  ['maxProperties', readCount],
  ['required', readNames],
  ['dependentRequired', readNameLists],
  ['properties', readMap],
  ['patternProperties', readPatternMap],
  ['dependentSchemas', readMap],
  ['additionalProperties', readSchema],
  ['unevaluatedProperties', readSchema],
  ['propertyNames', readSchema],
  ['items', readSchema],
  ['unevaluatedItems', readSchema],
  ['contains', readSchema],
  ['prefixItems', readSubschemas],
  ['allOf', readSubschemas],
  ['anyOf', readUnion],
  ['oneOf', readUnion],
  ['not', readCondition],
  ['if', readCondition],
  ['then', readSchema],
  ['else', readSchema],
]);

/** Values of an enum beyond which the user is told that a model sees next to nothing of them. */
const manyValues = 1000;

const types = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

function keep(value: Json): unknown {
  return value;
}

function readNonEmptyText(value: Json): unknown {
  return asText(value) || undefined;
}

function readWords(value: Json, place: Place): unknown {
  return readDescription(value, (what, done) => place.relax(what, done)) || undefined;
}

function readFlag(value: Json): unknown {
  return isTrue(value) ? true : undefined;
}

function readNumber(
  value: Json,
  place: Place,
  allowed: (number: number) => boolean = Number.isFinite,
): unknown {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && allowed(number)) return number;
  place.relax(`${JSON.stringify(value)} is no number that may stand here`, 'it is not checked');
  return undefined;
}

function readCount(value: Json, place: Place): unknown {
  return readNumber(value, place, (number) => Number.isInteger(number) && number >= 0);
}

function readType(value: Json, place: Place): unknown {
  const named = Array.isArray(value) ? value : [value];
  const known = [...new Set(named.filter((type) => typeof type === 'string' && types.has(type)))];
  const unknown = named.filter((type) => !known.includes(type));
  if (unknown.length > 0) {
    place.relax(
      `${JSON.stringify(unknown[0])} is no type of JSON Schema`,
      'any value is accepted in its place',
    );
    return undefined;
  }
  return known.length > 1 ? known : known[0];
}

function readEnum(value: Json, place: Place): unknown {
  if (['string', 'number', 'boolean'].includes(typeof value)) {
    const parts = typeof value === 'string' ? value.split(/\s*[,|]\s*/) : [];
    if (parts.length > 1 && parts.every((part) => /^[\w.-]+$/.test(part))) {
      place.relax(
        'The enum is a text, not a list',
        `it is read as ${parts.map((part) => `"${part}"`).join(', ')}`,
      );
      return [...new Set(parts)];
    }
    place.relax('The enum is a single value, not a list', 'that value is accepted and no other');
    return [value];
  }
  if (!Array.isArray(value) || value.length === 0) {
    place.relax('The enum lists no value', 'any value is accepted');
    return undefined;
  }
  const distinct = new Map(value.map((item) => [JSON.stringify(item), item]));
  if (distinct.size > manyValues) {
    const what = `The enum lists ${distinct.size.toLocaleString('en')} values`;
    place.relax(what, 'all of them are accepted and no other, but a model is shown only a few');
  }
  return [...distinct.values()];
}

/** Values of `examples`: a list in JSON Schema, though some write the map of OpenAPI's Example Objects. */
function readExamples(value: Json): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  const values = isObject(value)
    ? Object.values(value).filter((item) => isObject(item) && 'value' in item)
    : [];
  return values.length > 0 ? values.map((item) => isObject(item) && item['value']) : undefined;
}

function readNames(value: Json): unknown {
  const names = [...new Set(listNames(value).map(asText))].filter((name) => name !== '');
  return names.length > 0 ? names : undefined;
}

function readNameLists(value: Json): unknown {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, names]) => [name, readNames(names) ?? []]));
}

function readSchema(value: Json, place: Place): unknown {
  return place.read(value);
}

/** What is true of too many values is no condition: `not` would refuse them, `if` apply to them. */
function readCondition(value: Json, place: Place): unknown {
  const schema = place.read(value);
  return place.isLoose ? undefined : schema;
}

function readSubschemas(value: Json, place: Place): unknown {
  if (!Array.isArray(value)) return [place.read(value)];
  return value.length > 0 ? value.map((item, index) => place.read(item, index)) : undefined;
}

/** OpenAPI 3.0 has no type `null`: some generators write that branch of a union as `nullable: true`, and no more. */
function readUnion(value: Json, place: Place): unknown {
  return readSubschemas(
    Array.isArray(value) ? value.map((branch) => (isNullOnly(branch) ? { type: 'null' } : branch)) : value,
    place,
  );
}

function isNullOnly(branch: Json): boolean {
  return isObject(branch) && branch['nullable'] === true && Object.keys(branch).length === 1;
}

function readMap(value: Json, place: Place): unknown {
  const named = Array.isArray(value) ? byName(value) : undefined;
  if (named !== undefined) {
    place.relax('The properties are a list', 'each is read by its name');
    return readMap(named, place);
  }
  if (!isObject(value)) {
    place.relax('The list of properties is not an object', 'it is passed over');
    return undefined;
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, place.read(item, name)]));
}

/** A list of properties that each say their name, as a map; undefined for any other list. */
function byName(list: readonly Json[]): JsonObject | undefined {
  const entries = list.map((item) => [isObject(item) ? asText(own(item, 'name')) : '', item] as const);
  if (entries.length === 0 || entries.some(([name]) => name === '')) return undefined;
  return Object.fromEntries(entries);
}

/** The pattern of every name: what takes the place of one that is dropped keeps its names allowed. */
const anyName = '^';

function readPatternMap(value: Json, place: Place): unknown {
  const map = new Map<string, Schema>();
  for (const [name, item] of Object.entries(asObject(value))) {
    const pattern = readPattern(name, place.at(name));
    const schema =
      pattern === undefined ? { description: `Pattern of the name: ${name}` } : place.read(item, name);
    const key = pattern ?? anyName;
    const same = map.get(key);
    map.set(key, same === undefined ? schema : { allOf: [same, schema] });
  }
  return Object.fromEntries(map);
}

/** A pattern as ECMAScript has it; undefined where it has none. Either way the user is told. */
export function readPattern(source: string, place: Place): string | undefined {
  const { pattern, reason } = translatePattern(source);
  if (pattern === undefined) place.dropPattern(source, reason);
  else if (pattern !== source) place.changePattern(source, pattern);
  return pattern;
}
