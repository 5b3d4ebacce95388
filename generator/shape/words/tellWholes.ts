import type { Api, Operation } from '../../model/api.js';
import { isJsonPatch, kindOf } from '../../schema/mediaTypes.js';
import { lookIn } from '../../schema/parts.js';
import { listFields } from '../advertised/objects.js';
import { findWhole } from './fields.js';

/**
 * Makes what says of the body of a PATCH, of whose members the document says nothing, which tool's body has them; other
 * operations stay the same.
 */
export function tellWholes(
  api: Api,
  names: ReadonlyMap<Operation, string>,
): (operation: Operation) => Operation {
  const operations = new Map(api.operations.map((one) => [`${one.method} ${one.path}`, one]));
  const lookUp = lookIn(api.components);
  return (operation) => {
    const whole = findWhole(operation, operations, lookUp);
    const [content] = operation.bodies;
    const name = whole && names.get(whole);
    const hasMembers = whole !== undefined && listFields(whole.bodies[0]?.schema ?? true, lookUp).length > 0;
    if (!hasMembers || name === undefined || content === undefined || kindOf(content.mediaType) !== 'json')
      return operation;
    if (isJsonPatch(content.mediaType)) return operation;
    const said = `Its members are those of the body of ${name}; only what changes has to be given.`;
    return { ...operation, bodyDescription: [operation.bodyDescription, said].filter(Boolean).join(' ') };
  };
}
