import { isObject } from '../json.js';
import type { ObjectSchema } from '../tool.js';
import { mapSchemas } from '../validate/createExpander.js';
import { nameRoots } from './files.js';

/** The schema of an argument that is a file. */
interface FileSchema {
  properties: Record<'base64' | 'filename' | 'contentType', Record<string, unknown>>;
  required: string[];
  [keyword: string]: unknown;
}

/** Changes the schemas of all files among the arguments; the generator writes them in one form. */
function mapFiles(schema: ObjectSchema, change: (file: FileSchema) => Record<string, unknown>): ObjectSchema {
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

/** A schema of a tool as it is shown where files may be sent from folders of this server, too. */
export function offerPaths(schema: ObjectSchema, roots: readonly string[]): ObjectSchema {
  return mapFiles(schema, ({ properties, required, ...rest }) => {
    const { base64, ...others } = properties;
    const description = `The file, by its path below ${nameRoots(roots)}, instead of base64.`;
    // Where all arguments are required, null says that one is not given.
    const isStrict = Object.keys(properties).every((name) => required.includes(name));
    const type = isStrict ? ['string', 'null'] : 'string';
    return {
      ...rest,
      properties: { path: { type, description }, base64: { ...base64, type }, ...others },
      ...(isStrict ? { required: ['path', ...required] } : without(required, 'base64')),
    };
  });
}

/** No text matches it. */
const excluded = { pattern: '(?!)', $comment: 'stands beside path; give one of them' };

/**
 * The enforced schema of a tool with files that are given by their path as well, or instead. Whether that is allowed is
 * said when the file is looked for.
 */
export function acceptPaths(schema: ObjectSchema): ObjectSchema {
  return mapFiles(schema, ({ properties, required, ...rest }) => ({
    ...rest,
    properties: { ...properties, path: { type: 'string' } },
    ...without(required, 'base64'),
    if: { required: ['path'] },
    else: { required: ['base64'] },
    dependentSchemas: { path: { properties: { base64: excluded } } },
  }));
}
