import type { Keywords } from './subschemas.js';

/** The integers that a format allows (OpenAPI Format Registry), ends included. */
const ranges: Record<string, { minimum?: number; maximum?: number }> = {
  int8: { minimum: -(2 ** 7), maximum: 2 ** 7 - 1 },
  int16: { minimum: -(2 ** 15), maximum: 2 ** 15 - 1 },
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  uint: { minimum: 0 },
  uint8: { minimum: 0, maximum: 2 ** 8 - 1 },
  uint16: { minimum: 0, maximum: 2 ** 16 - 1 },
  uint32: { minimum: 0, maximum: 2 ** 32 - 1 },
  uint64: { minimum: 0 },
};

/** Adds the checks that a format stands for and that validators do not make by themselves. */
export function tighten(schema: Keywords): Keywords {
  return readEncoding(addRange(makeWhole(schema)));
}

/** A format of integers beside the type `number` says that the number is whole (OpenAPI Format Registry). */
function makeWhole(schema: Keywords): Keywords {
  const isWhole = /^u?int(?:8|16|32|64)?$/.test(String(schema['format'] ?? '')) && !isListed(schema);
  if (!isWhole || !has(schema, ['number'])) return schema;
  const types = [schema['type']].flat().map((type) => (type === 'number' ? 'integer' : type));
  const [only, ...others] = new Set(types);
  return { ...schema, type: others.length === 0 ? only : [only, ...others] };
}

/** The bound that a format sets by itself. */
export function boundOfFormat(format: unknown, keyword: 'minimum' | 'maximum'): number | undefined {
  return ranges[String(format ?? '')]?.[keyword];
}

function addRange(schema: Keywords): Keywords {
  const range = isListed(schema) ? undefined : ranges[String(schema['format'] ?? '')];
  if (range === undefined || !has(schema, ['integer', 'number'])) return schema;
  const { minimum = range.minimum, maximum = range.maximum } = schema as typeof range;
  if (Number(minimum) > Number(maximum)) return schema;
  const isOpenBelow = schema['exclusiveMinimum'] === undefined && minimum !== undefined;
  const isOpenAbove = schema['exclusiveMaximum'] === undefined && maximum !== undefined;
  return { ...schema, ...(isOpenBelow ? { minimum } : {}), ...(isOpenAbove ? { maximum } : {}) };
}

/** JSON Schema 2020-12, Validation, 8.3: what OpenAPI 3.0 called the format `byte`. */
function readEncoding(schema: Keywords): Keywords {
  const isBase64 = schema['contentEncoding'] === 'base64' && schema['format'] === undefined;
  return isBase64 && has(schema, ['string']) ? { ...schema, format: 'byte' } : schema;
}

function has({ type }: Keywords, wanted: readonly string[]): boolean {
  return type !== undefined && wanted.some((one) => [type].flat().includes(one));
}

function isListed(schema: Keywords): boolean {
  return schema['enum'] !== undefined || schema['const'] !== undefined;
}
