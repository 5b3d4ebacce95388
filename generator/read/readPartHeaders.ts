import type { Json, JsonObject } from '../model/document.js';
import { joinPointer } from '../model/pointer.js';
import { asArray, asObject, asText } from './asObject.js';
import type { Context } from './context.js';
import { resolve, type Found } from './resolve.js';

/** Headers of a part that have another source: its media type, its name, its length. */
const written = new Set(['content-type', 'content-disposition', 'content-length']);

/**
 * The headers of a part with their values, as far as the document says them: the one value of `enum`, or `const`
 * (OpenAPI 3.2, Encoding Object, headers). A caller cannot give others.
 */
export function readPartHeaders(
  encoding: Found,
  { document: { root }, report }: Context,
): Record<string, string> {
  const entries = Object.entries(asObject(asObject(encoding.value)['headers']));
  const found = entries.flatMap(([name, value]): [string, string][] => {
    if (written.has(name.toLowerCase())) return [];
    const { required, schema } = asObject(target(root, value));
    const { const: constant, enum: values } = asObject(target(root, schema));
    const only = constant ?? (asArray(values).length === 1 ? asArray(values)[0] : undefined);
    if (asText(only) !== '') return [[name, asText(only)]];
    if (required === true) {
      const what = `A part of the body needs the header ${JSON.stringify(name)}, whose value the document does not say`;
      const pointer = joinPointer(`${encoding.pointer}/headers`, name);
      report('odd-document', pointer, { what, done: 'it is sent without it' });
    }
    return [];
  });
  return Object.fromEntries(found);
}

/** What a value refers to, or itself. */
function target(root: JsonObject, value: Json | undefined): Json | undefined {
  const { $ref: ref } = asObject(value);
  return typeof ref === 'string' ? resolve(root, ref)?.value : value;
}
