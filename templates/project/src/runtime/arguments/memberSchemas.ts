import type { SchemaObject } from './createExpander.js';
import { isObject } from '../isObject.js';
import { compilePattern } from '../validators/compilePattern.js';

/** The schemas that one schema has for the property of a name, or for the item at an index. */
export function memberSchemas(schema: SchemaObject, key: string | number): unknown[] {
  return typeof key === 'number' ? itemSchemas(schema, key) : propertySchemas(schema, key);
}

function itemSchemas({ prefixItems, items }: SchemaObject, index: number): unknown[] {
  const isListed = Array.isArray(prefixItems) && index < prefixItems.length;
  return [isListed ? (prefixItems as unknown[])[index] : items];
}

function propertySchemas(schema: SchemaObject, key: string): unknown[] {
  const { properties, patternProperties, additionalProperties } = schema;
  const own = isObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [];
  const fitting = Object.entries(isObject(patternProperties) ? patternProperties : {})
    .filter(([pattern]) => compilePattern(pattern).test(key))
    .map(([, part]) => part);
  const found = [...own, ...fitting];
  return found.length > 0 ? found : [additionalProperties];
}
