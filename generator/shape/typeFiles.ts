import type { ObjectSchema, Schema } from '../model/server.js';
import { isFileSchema } from './fileSchema.js';
import { type Keywords, mapSubschemas } from './subschemas.js';

/** A schema in which files are given by their content or by their path, as calls may give them. */
export function typeFiles(schema: ObjectSchema): ObjectSchema {
  return change(schema) as ObjectSchema;
}

function change(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const changed = mapSubschemas(schema, change);
  const { properties, required, description, ...rest } = changed as Keywords & {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  if (properties === undefined || !isFileSchema(changed)) return changed;
  const { base64 = true, ...others } = properties;
  const path = {
    type: 'string',
    description: 'The path of the file, below a folder that MCP_FILE_ROOTS names.',
  };
  const needed = (required ?? []).filter((name) => name !== 'base64');
  const form = (name: string, content: Schema): Keywords => ({
    ...rest,
    properties: { [name]: content, ...others },
    required: [name, ...needed],
  });
  return {
    ...(description === undefined ? {} : { description }),
    anyOf: [form('base64', base64), form('path', path)],
  };
}
