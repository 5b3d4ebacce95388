import type { Encoding } from '../model/api.js';
import type { Schema } from '../model/server.js';
import type { Enforcer } from './enforce.js';
import { fileSchema } from './fileSchema.js';
import { kindOf } from './kindOf.js';
import { type Keywords, mapValues } from './subschemas.js';

/**
 * The schema of a multipart body, with the parts that are files given as such, in all branches of a union
 * too (OpenAPI 3.2, Encoding Object, contentType). References at its root are written out where that matters.
 */
export function placeFiles(schema: Schema, encoding: Record<string, Encoding>, enforcer: Enforcer): Schema {
  if (typeof schema === 'boolean') return schema;
  const { $ref: ref, ...own } = schema;
  if (typeof ref === 'string') {
    const target = enforcer.body(ref);
    const placed = placeFiles(target, encoding, enforcer);
    return JSON.stringify(placed) === JSON.stringify(target) ? schema : { ...(placed as Keywords), ...own };
  }
  const changed: Keywords = { ...schema };
  for (const keyword of ['allOf', 'anyOf']) {
    const parts = schema[keyword] as Schema[] | undefined;
    if (parts !== undefined) changed[keyword] = parts.map((part) => placeFiles(part, encoding, enforcer));
  }
  if (schema['properties'] !== undefined) {
    changed['properties'] = mapValues(schema['properties'] as Record<string, Schema>, (property, name) =>
      toFile(property, Object.hasOwn(encoding, name) ? encoding[name]?.contentType : undefined, enforcer),
    );
  }
  return changed;
}

function toFile(schema: Schema, contentType: string | undefined, enforcer: Enforcer): Schema {
  if (typeof schema === 'boolean') return schema;
  const { $ref: ref, type, items, description } = schema;
  if (typeof ref === 'string') {
    const target = enforcer.component(ref);
    const isFile = typeof target === 'object' && isBinary(target, contentType);
    return isFile ? toFile({ ...target, ...schema, $ref: undefined }, contentType, enforcer) : schema;
  }
  if (type === 'array' && items !== undefined) {
    return { ...schema, items: toFile(items as Schema, contentType, enforcer) };
  }
  return isBinary(schema, contentType) ? fileSchema(String(description ?? ''), contentType) : schema;
}

/** `format: binary` of 3.0; in 3.1, a media type and no encoding that would make it text. */
function isBinary({ type, format, contentMediaType, contentEncoding }: Keywords, contentType = ''): boolean {
  const media = String(contentMediaType ?? contentType);
  const types = [type ?? 'string'].flat();
  if (!types.includes('string') || contentEncoding !== undefined) return false;
  return format === 'binary' || (media !== '' && kindOf(media) === 'file');
}
