import type { Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/document.js';
import type { Place } from './place.js';

/** What languages and databases call the types of JSON Schema, in small letters; undefined for any value. */
const known: ReadonlyMap<string, { type: string; format?: string } | undefined> = new Map([
  ...mapNames('string', 'str text char varchar'),
  ...mapNames('string', 'datetime date-time timestamp', 'date-time'),
  ...mapNames('string', 'date', 'date'),
  ...mapNames('string', 'uuid guid', 'uuid'),
  ...mapNames('string', 'uri url', 'uri'),
  ...mapNames('string', 'email', 'email'),
  ...mapNames('string', 'byte base64', 'byte'),
  ...mapNames('string', 'file binary', 'binary'),
  ...mapNames('integer', 'int short bigint'),
  ...mapNames('integer', 'int32', 'int32'),
  ...mapNames('integer', 'int64 long', 'int64'),
  ...mapNames('number', 'decimal numeric real'),
  ...mapNames('number', 'float', 'float'),
  ...mapNames('number', 'double', 'double'),
  ...mapNames('boolean', 'bool'),
  ...mapNames('object', 'dict dictionary map hash struct json'),
  ...mapNames('array', 'list set tuple'),
  ...mapNames('null', 'nil none'),
  ...['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'].flatMap((type) =>
    mapNames(type, type),
  ),
  ...['any', 'mixed', '*'].map((name) => [name, undefined] as const),
]);

function mapNames(type: string, names: string, format?: string) {
  const meant = format === undefined ? { type } : { type, format };
  return names.split(' ').map((name) => [name, meant] as const);
}

/** A schema whose type is called what JSON Schema calls it, where another name is clear: `int`, `str`, `String`. */
export function nameTypes(schema: JsonObject, place: Place): JsonObject {
  const { type, ...rest } = schema;
  if (typeof type === 'string') {
    const meant = schemaOf(type);
    if (meant === undefined || meant['type'] === type) return schema;
    relax(type, meant, place.at('type'));
    return { ...meant, ...rest };
  }
  if (!Array.isArray(type)) return schema;
  const meant = type.map((one) => (typeof one === 'string' ? (schemaOf(one)?.['type'] ?? one) : one));
  const index = meant.findIndex((one, at) => one !== type[at]);
  if (index !== -1) relax(type[index] ?? null, { type: meant[index] ?? null }, place.at('type'));
  return { ...schema, type: meant };
}

/** The schema that a text means which stands where a schema belongs: `items: string`, `additionalProperties: "true"`. */
export function readWord(word: Json, place: Place): JsonObject | boolean {
  const text = typeof word === 'string' ? word.trim() : '';
  const isFlag = /^(?:true|false)$/i.test(text);
  const meant = isFlag ? text.toLowerCase() === 'true' : (schemaOf(text) ?? {});
  const shown = JSON.stringify(word).slice(0, 60);
  const isAny = isObject(meant) && Object.keys(meant).length === 0;
  if (isAny) place.open(`${shown} is not a schema`);
  else place.relax(`${shown} is not a schema`, `it is read as ${JSON.stringify(meant)}`);
  return meant;
}

function relax(said: Json, meant: JsonObject, place: Place): void {
  const isAny = meant['type'] === undefined;
  place.relax(
    `${JSON.stringify(said)} is no type of JSON Schema`,
    isAny ? 'any value is accepted in its place' : `it is read as ${JSON.stringify(meant['type'])}`,
  );
}

function schemaOf(name: string): JsonObject | undefined {
  const lower = name.toLowerCase();
  return known.has(lower) ? { ...known.get(lower) } : undefined;
}
