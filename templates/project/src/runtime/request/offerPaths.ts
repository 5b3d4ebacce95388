import { mapFiles, without } from './mapFiles.js';
import { nameRoots } from './nameRoots.js';
import type { ObjectSchema } from '../tool.js';

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
