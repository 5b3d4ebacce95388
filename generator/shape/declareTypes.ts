import type { Content } from '../model/api.js';
import type { Schema } from '../model/server.js';
import type { Enforcer } from './enforce.js';

/**
 * The encodings of a multipart body, with the media types that only the schemas of its parts say (OpenAPI 3.1, Encoding
 * Object, contentType: by default that of `contentMediaType`).
 */
export function declareTypes(schema: Schema, content: Content, enforcer: Enforcer): Content['encoding'] {
  const { encoding } = content;
  const said = Object.entries(propertiesOf(schema, enforcer)).flatMap(([name, property]) => {
    const contentType = mediaTypeOf(property, enforcer);
    return contentType === undefined ? [] : [[name, { contentType }] as const];
  });
  const declared = Object.fromEntries(said);
  const merged = Object.entries(encoding).map(
    ([name, one]) => [name, { ...(Object.hasOwn(declared, name) ? declared[name] : {}), ...one }] as const,
  );
  return { ...declared, ...Object.fromEntries(merged) };
}

function propertiesOf(schema: Schema, enforcer: Enforcer): Record<string, Schema> {
  const { properties = {} } = follow(schema, enforcer, (ref) => enforcer.body(ref));
  return properties as Record<string, Schema>;
}

/** That of the part, or of the items of a list of parts. */
function mediaTypeOf(part: Schema, enforcer: Enforcer): string | undefined {
  const { contentMediaType, contentEncoding, items } = follow(part, enforcer);
  if (items !== undefined) {
    const item = follow(items as Schema, enforcer);
    return item['items'] === undefined ? mediaTypeOf(item, enforcer) : undefined;
  }
  return typeof contentMediaType === 'string' && contentEncoding === undefined ? contentMediaType : undefined;
}

function follow(
  schema: Schema,
  enforcer: Enforcer,
  find = (ref: string): Schema => enforcer.component(ref),
): Exclude<Schema, boolean> {
  if (typeof schema === 'boolean') return {};
  const { $ref: ref, ...own } = schema;
  if (typeof ref !== 'string') return schema;
  const target = find(ref);
  return typeof target === 'boolean' ? own : { ...target, ...own };
}
