import type { Schema } from '../../generator/model/api.js';
import { compile } from './shapeDocument.js';

type Keywords = Exclude<Schema, boolean>;

const known = new WeakMap<object, (value: unknown) => boolean>();

function accepts(schema: Keywords, value: unknown): boolean {
  const validate = known.get(schema) ?? compile(schema);
  known.set(schema, validate);
  return validate(value);
}

/** The value as a model tells it that keeps to the schema: null for what is absent, JSON in a string for some objects. */
export function tellAsProfile(value: unknown, schema: Schema): unknown {
  if (typeof schema === 'boolean') return value;
  const {
    anyOf,
    description = '',
    properties,
    required,
    items,
  } = schema as Keywords & {
    anyOf?: Schema[];
    properties?: Record<string, Schema>;
    required?: string[];
    items?: Schema;
  };
  if (anyOf !== undefined) {
    const told = anyOf.map((branch) => tellAsProfile(value, branch));
    return told.find((one) => accepts(schema, one)) ?? value;
  }
  if (Array.isArray(value))
    return items === undefined ? value : value.map((item) => tellAsProfile(item, items));
  if (typeof value !== 'object' || value === null) return value;
  if (String(description).startsWith('A JSON object as text')) return JSON.stringify(value);
  const given = Object.entries(value).map(([key, member]) => [
    key,
    tellAsProfile(member, properties?.[key] ?? true),
  ]);
  const absent = (required ?? []).filter((key) => !Object.hasOwn(value, key)).map((key) => [key, null]);
  return Object.fromEntries([...given, ...absent]);
}
