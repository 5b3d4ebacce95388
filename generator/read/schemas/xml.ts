import type { Json } from '../../model/document.js';
import { isObject } from '../../model/document.js';
import { asText } from '../values.js';
import type { Place } from './place.js';

const nodeTypes = new Set(['element', 'attribute', 'text', 'cdata', 'none']);

/** As good as a name of XML, colons apart. */
const name = /^[\p{L}_][\p{L}\p{M}\p{N}_.·-]*(?::[\p{L}_][\p{L}\p{M}\p{N}_.·-]*)?$/u;

/**
 * What a schema says of its form in XML (OpenAPI 3.2, XML Object) as `{ nodeType, name, namespace, prefix }`, each where
 * it is said. `attribute`, `wrapped` and Azure's `x-ms-text` are node types.
 */
export function readXml(value: Json, place: Place): unknown {
  if (!isObject(value)) return undefined;
  const read = (key: string, isLegal: (text: string) => boolean): Record<string, string> => {
    const text = asText(value[key]);
    if (text === '') return {};
    if (isLegal(text)) return { [key]: text };
    place.at(key).relax(`${JSON.stringify(text)} cannot be the ${key} of a node in XML`, 'it is ignored');
    return {};
  };
  const said = [
    [value['attribute'], 'attribute'],
    [value['wrapped'], 'element'],
    [value['x-ms-text'], 'text'],
  ].find(([flag]) => flag === true);
  const xml = {
    ...(said === undefined ? {} : { nodeType: said[1] }),
    ...read('nodeType', (text) => nodeTypes.has(text)),
    ...read('name', (text) => name.test(text)),
    ...read('namespace', (text) => !/[\p{Cc}\ufffe\uffff]/u.test(text)),
    ...read('prefix', (text) => name.test(text) && !text.includes(':') && text !== 'xmlns'),
  };
  return Object.keys(xml).length === 0 ? undefined : xml;
}
