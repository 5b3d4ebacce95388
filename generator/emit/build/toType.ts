import type { Schema } from '../../model/api.js';
import { printLiteral } from './printLiteral.js';

/** As much of TypeScript's types as schemas need. */
export type Type = Word | { kind: 'union'; members: Type[] } | { kind: 'array'; items: Type } | ObjectType;

interface Word {
  kind: 'word';
  text: string;
}

export interface Union {
  kind: 'union';
  members: Type[];
}

export interface ObjectType {
  kind: 'object';
  properties: Property[];
  /** The type of properties that are not named, where there may be such. */
  others?: Type;
}

export interface Property {
  name: string;
  optional: boolean;
  /** What the document says of it; may be empty. */
  description: string;
  type: Type;
}

type Keywords = Exclude<Schema, boolean>;

const unknown: Word = { kind: 'word', text: 'unknown' };
const never: Word = { kind: 'word', text: 'never' };
const empty: Word = { kind: 'word', text: 'Record<string, never>' };

/** What a caller may pass where an advertised schema stands, as far as a type can say it. */
export function toType(schema: Schema): Type {
  if (typeof schema === 'boolean') return schema ? unknown : never;
  const { enum: values, anyOf, type, properties } = schema;
  if (Array.isArray(values)) return toUnion(values.map(toLiteral));
  if (Array.isArray(anyOf) && properties === undefined) {
    return toUnion(anyOf.map((member: Schema) => toType(narrow(member, type))));
  }
  return Array.isArray(type) ? toUnion(type.map((one) => ofType(one, schema))) : ofType(type, schema);
}

function toObjectType(schema: Keywords): Type {
  const { properties, required, additionalProperties } = schema;
  const needed = new Set(Array.isArray(required) ? required : []);
  const named = Object.entries((properties ?? {}) as Record<string, Schema>).map(([name, property]) => ({
    name,
    optional: !needed.has(name),
    description: descriptionOf(property),
    type: toType(property),
  }));
  // What is not said to be open is closed once it names something: a misspelt name is then an error.
  const others = (additionalProperties ?? named.length === 0) as Schema;
  if (others === false) return named.length === 0 ? empty : { kind: 'object', properties: named };
  // A narrower type would have to hold for the named properties too.
  return { kind: 'object', properties: named, others: named.length === 0 ? toType(others) : unknown };
}

function ofType(type: unknown, schema: Keywords): Type {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'number':
      return { kind: 'word', text: type };
    case 'integer':
      return { kind: 'word', text: 'number' };
    case 'array':
      return { kind: 'array', items: toType((schema['items'] ?? true) as Schema) };
    case 'object':
      return toObjectType(schema);
    default:
      return unknown;
  }
}

function toLiteral(value: unknown): Type {
  if (typeof value === 'object' && value !== null) return unknown;
  return { kind: 'word', text: printLiteral(value) };
}

/** Branches may leave the type to the schema around them. */
function narrow(member: Schema, type: unknown): Schema {
  return typeof member === 'boolean' || type === undefined ? member : { type, ...member };
}

function toUnion(members: Type[]): Type {
  const flat = members.flatMap((member) => (member.kind === 'union' ? member.members : [member]));
  const distinct = [...new Map(flat.map((member) => [JSON.stringify(member), member])).values()];
  if (distinct.some((member) => member.kind === 'word' && member.text === unknown.text)) return unknown;
  const [only = never, ...others] = distinct;
  return others.length === 0 ? only : { kind: 'union', members: distinct };
}

function descriptionOf(schema: Schema): string {
  const description = typeof schema === 'boolean' ? undefined : schema['description'];
  return typeof description === 'string' ? description : '';
}
