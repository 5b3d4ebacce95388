import { type Api, type Operation, type Schema } from '../../model/api.js';
import { isJsonPatch, kindOf } from '../../schema/mediaTypes.js';
import { mergeAll } from '../../schema/merge.js';
import { gatherParts, lookIn } from '../../schema/parts.js';
import { isBareObject } from '../../schema/types.js';
import { listFields } from '../advertised/objects.js';
import { findWhole } from './fields.js';

/**
 * Makes what says of the body of a PATCH that is an object of whose members the document says nothing, which tool's body
 * has them; other operations stay the same.
 */
export function tellWholes(
  api: Api,
  names: ReadonlyMap<Operation, string>,
): (operation: Operation) => Operation {
  const operations = new Map(api.operations.map((one) => [`${one.method} ${one.path}`, one]));
  const lookUp = lookIn(api.components);
  const mergedOf = (schema: Schema) => mergeAll(gatherParts(schema, lookUp) ?? []);
  return (operation) => {
    const [content] = operation.bodies;
    if (operation.method !== 'PATCH' || content === undefined || isJsonPatch(content.mediaType))
      return operation;
    const merged = mergedOf(content.schema);
    if (kindOf(content.mediaType) !== 'json' || !isBareObject(merged)) return operation;
    const whole = findWhole(operation, operations, lookUp);
    const name = whole?.method === 'PUT' ? names.get(whole) : undefined;
    if (name === undefined || listFields(whole?.bodies[0]?.schema ?? true, lookUp).length === 0)
      return operation;
    const said = operation.bodyDescription || String(merged['description'] ?? '');
    const more = `Its members are those of the body of ${name}; only what changes has to be given.`;
    return { ...operation, bodyDescription: [said, more].filter(Boolean).join(' ') };
  };
}
