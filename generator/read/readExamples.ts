import type { JsonObject } from '../model/document.js';
import { asObject, isObject, own } from './asObject.js';
import { resolve } from './resolve.js';

/** The values of `example` and `examples` of a parameter or media type (OpenAPI 3.2, Example Object). */
export function readExamples(node: JsonObject, root: JsonObject): unknown[] {
  const { example, examples } = node;
  const values = Object.values(asObject(examples)).flatMap((entry) => {
    const ref = isObject(entry) ? own(entry, '$ref') : undefined;
    const found = typeof ref === 'string' ? resolve(root, ref)?.value : entry;
    if (!isObject(found)) return [];
    const value = own(found, 'dataValue') ?? own(found, 'value');
    return value === undefined ? [] : [value];
  });
  return example === undefined ? values : [example, ...values];
}
