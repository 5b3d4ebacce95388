import type { Content } from '../model/api.js';
import type { Schema } from '../model/server.js';
import type { Enforcer } from './enforce.js';
import { fileSchema } from './fileSchema.js';
import { kindOf } from '../model/kindOf.js';
import { type Keywords, mapValues } from './subschemas.js';

/** How the parts of a body are written. */
type Encodings = Pick<Content, 'encoding' | 'prefixEncoding' | 'itemEncoding'>;

/**
 * The schema of a multipart body, with the parts that are files given as such, in all branches of a union
 * too (OpenAPI 3.2, Encoding Object, contentType). References at its root are written out where that matters.
 */
export function placeFiles(schema: Schema, encodings: Encodings, enforcer: Enforcer): Schema {
  const { encoding, prefixEncoding = [], itemEncoding } = encodings;
  if (typeof schema === 'boolean') return schema;
  const { $ref: ref, ...own } = schema;
  if (typeof ref === 'string') {
    const target = enforcer.body(ref);
    const placed = placeFiles(target, encodings, enforcer);
    return JSON.stringify(placed) === JSON.stringify(target) ? schema : { ...(placed as Keywords), ...own };
  }
  const changed: Keywords = { ...schema };
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const parts = schema[keyword] as Schema[] | undefined;
    if (parts !== undefined) changed[keyword] = parts.map((part) => placeFiles(part, encodings, enforcer));
  }
  if (schema['properties'] !== undefined) {
    changed['properties'] = mapValues(schema['properties'] as Record<string, Schema>, (property, name) =>
      toFile(property, Object.hasOwn(encoding, name) ? encoding[name]?.contentType : undefined, enforcer),
    );
  }
  const { additionalProperties: more } = schema;
  if (typeof more === 'object') changed['additionalProperties'] = toFile(more as Schema, undefined, enforcer);
  if (schema['items'] !== undefined)
    changed['items'] = toFile(schema['items'] as Schema, itemEncoding?.contentType, enforcer);
  if (schema['prefixItems'] !== undefined) {
    changed['prefixItems'] = (schema['prefixItems'] as Schema[]).map((item, index) =>
      toFile(item, (prefixEncoding[index] ?? itemEncoding)?.contentType, enforcer),
    );
  }
  return changed;
}

/** A part, or the items of a list of parts; `open` are the components around it. */
function toFile(
  schema: Schema,
  contentType: string | undefined,
  enforcer: Enforcer,
  open: ReadonlySet<string> = new Set(),
): Schema {
  if (typeof schema === 'boolean') return schema;
  const { $ref: ref, type, items, anyOf, description, ...others } = schema;
  const change = (part: Schema) => toFile(part, contentType, enforcer, open);
  if (typeof ref === 'string') {
    if (open.has(ref)) return schema;
    const { $ref: _, ...own } = schema;
    const target = enforcer.component(ref);
    const placed = toFile(target, contentType, enforcer, new Set([...open, ref]));
    if (JSON.stringify(placed) === JSON.stringify(target)) return schema;
    return { ...(placed as Keywords), ...own };
  }
  if (type === 'array' && items !== undefined) return { ...schema, items: change(items as Schema) };
  if (Array.isArray(anyOf) && type === undefined) return { ...schema, anyOf: anyOf.map(change) };
  const [only, ...more] = (others['allOf'] ?? []) as Schema[];
  if (only !== undefined && more.length === 0 && type === undefined)
    return { ...schema, allOf: [change(only)] };
  return isBinary(schema, contentType) ? fileSchema(String(description ?? ''), contentType) : schema;
}

/** `format: binary` of 3.0; in 3.1, a media type and no encoding that would make it text. */
function isBinary({ type, format, contentMediaType, contentEncoding }: Keywords, contentType = ''): boolean {
  const media = String(contentMediaType ?? contentType);
  const types = [type ?? 'string'].flat();
  if (!types.includes('string') || contentEncoding !== undefined) return false;
  return format === 'binary' || (media !== '' && kindOf(media) === 'file');
}
