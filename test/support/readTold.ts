import type { Schema } from '../../generator/model/api.js';
import type { ObjectSchema } from '../../generator/model/server.js';
import { mapSubschemas } from '../../generator/schema/subschemas.js';

/**
 * An advertised schema as the server takes what it asks for: an object told as text is an object, and a value of
 * any scalar type, where the profile has no other way to say so, is any value.
 */
export function readTold(schema: ObjectSchema): ObjectSchema {
  return mapSubschemas(schema, readPart) as ObjectSchema;
}

function readPart(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  if (isText(schema)) return { type: 'object' };
  return isAny(schema) ? {} : mapSubschemas(schema, readPart);
}

function isText({ type, description }: { [keyword: string]: unknown }): boolean {
  return (
    type === 'string' && typeof description === 'string' && /^A JSON object as text[.:]/.test(description)
  );
}

/** Whether each scalar type is let through as it is. */
function isAny({ anyOf }: { [keyword: string]: unknown }): boolean {
  const branches = Array.isArray(anyOf) ? (anyOf as Schema[]) : [];
  const free = new Set(branches.map(freeType));
  return ['string', 'number', 'boolean'].every((type) => free.has(type));
}

/** The type that a schema asks for, where it asks for nothing else. */
function freeType(schema: Schema): unknown {
  const { type, description: _, ...rest } = typeof schema === 'boolean' ? {} : schema;
  return Object.keys(rest).length === 0 ? type : undefined;
}
