import { isObject } from '../isObject.js';
import type { ObjectSchema } from '../tool.js';
import { mapSchemas } from '../validators/subschemas.js';

/** The schema of an argument that is a file. */
export interface FileSchema {
  properties: Record<'base64' | 'filename' | 'contentType', Record<string, unknown>>;
  required: string[];
  [keyword: string]: unknown;
}

/** Changes the schemas of all files among the arguments; the generator writes them in one form. */
export function mapFiles(
  schema: ObjectSchema,
  change: (file: FileSchema) => Record<string, unknown>,
): ObjectSchema {
  return mapSchemas(schema, (part) => (isFile(part) ? change(part) : part)) as ObjectSchema;
}

/** What is required besides a name; no empty list, which some clients refuse. */
export function without(required: readonly string[], name: string): { required?: string[] } {
  const others = required.filter((one) => one !== name);
  return others.length === 0 ? {} : { required: others };
}

function isFile(schema: Record<string, unknown>): schema is FileSchema {
  const { properties, required } = schema;
  const names = isObject(properties) ? Object.keys(properties).toSorted().join() : '';
  return names === 'base64,contentType,filename' && Array.isArray(required) && required.includes('base64');
}
