import { mapFiles, without } from './mapFiles.js';
import type { ObjectSchema } from '../tool.js';

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
