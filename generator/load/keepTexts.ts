import { isMap, isScalar, isSeq, type Document, type Pair, type Scalar, type YAMLMap } from 'yaml';
import type { Oddity } from './parseText.js';

/** Members of a schema, and of a parameter of Swagger 2.0, that hold values of its type, or lists of them. */
const holders = new Set(['enum', 'const', 'default', 'example', 'examples']);

/**
 * Makes text of the numbers that stand where a schema says `type: string`, as they are written: `1.0` and `007`
 * would be `1` and `7` otherwise. The document is changed in place.
 */
export function keepTexts({ contents }: Document.Parsed): Oddity[] {
  const oddities: Oddity[] = [];

  function look(node: unknown, path: readonly string[]): void {
    if (isSeq(node)) node.items.forEach((item, index) => look(item, [...path, String(index)]));
    if (!isMap(node)) return;
    const ofText = isOfText(node);
    for (const pair of node.items) {
      const place = [...path, nameOf(pair)];
      if (ofText && holders.has(nameOf(pair))) keepValues(pair.value, place);
      else look(pair.value, place);
    }
  }

  function keepValues(node: unknown, path: readonly string[]): void {
    if (isSeq(node)) node.items.forEach((item, index) => keepValues(item, [...path, String(index)]));
    if (!isRewritten(node)) return;
    const { source } = node;
    node.value = source;
    const what = `The number ${source} stands where the type says that there is text`;
    oddities.push({ path: [...path], what, done: `it is read as "${source}"` });
  }

  look(contents, []);
  return oddities;
}

function isOfText(schema: YAMLMap): boolean {
  const type = schema.get('type');
  const types = isSeq(type) ? type.items.map((item) => (isScalar(item) ? item.value : item)) : [type];
  return types.includes('string') && !types.includes('number') && !types.includes('integer');
}

/** Whether a scalar is a number that would be written in another way. */
function isRewritten(node: unknown): node is Scalar & { source: string } {
  if (!isScalar(node) || typeof node.value !== 'number') return false;
  return node.source !== undefined && node.source !== String(node.value);
}

function nameOf({ key }: Pair): string {
  return String(isScalar(key) ? key.value : key);
}
