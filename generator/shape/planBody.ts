import type { Content, Operation, Schema } from '../model/api.js';
import { collectFields, type Fields } from './collectFields.js';
import type { Enforcer } from './enforce.js';
import { fileSchema } from './fileSchema.js';
import { type Keywords, mapValues } from './subschemas.js';

/** How a body is given: by fields of its own, or as a whole. */
export interface BodyPlan {
  mediaType: string;
  encoding: Content['encoding'];
  required: boolean;
  description: string;
  /** The whole body. */
  schema: Schema;
  /** Set where each field becomes an argument. */
  fields?: Fields;
}

/** What a media type's value is to a caller. */
type Kind = 'json' | 'form' | 'multipart' | 'text' | 'file';

const kinds: [pattern: RegExp, kind: Kind][] = [
  [/^application\/json$|\+json$|^(?:\*|application)\/\*$/, 'json'],
  [/^application\/x-www-form-urlencoded$/, 'form'],
  [/^multipart\//, 'multipart'],
  [
    /^text\/|[/+](?:xml|yaml)$|^application\/(?:x-yaml|x-ndjson|jsonl|json-seq|graphql|javascript|sql)$/,
    'text',
  ],
  [/^/, 'file'],
];

/** What is sent for a range of media types, such as `text/*`. */
const concrete: Record<Kind, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  text: 'text/plain',
  file: 'application/octet-stream',
};

/** Fields beyond which a body stays whole. */
const mostFields = 20;

/** The body of an operation as it is given, in the first of its media types. */
export function planBody(
  operation: Operation,
  table: Record<string, Schema>,
  enforcer: Enforcer,
): BodyPlan | undefined {
  const [content] = operation.bodies;
  if (content === undefined) return undefined;
  const kind = kindOf(content.mediaType);
  const plan = {
    mediaType: content.mediaType.includes('*') ? concrete[kind] : content.mediaType,
    encoding: content.encoding,
    required: operation.bodyRequired,
    description: operation.bodyDescription,
  };
  if (kind === 'text') return { ...plan, schema: asText(content, enforcer) };
  if (kind === 'file') return { ...plan, schema: fileSchema('') };
  const schema = enforcer.schema(content.schema);
  const fields = collectFields(schema, enforcer.body);
  if (fields === undefined || hasSubtypes(content.schema, table)) return { ...plan, schema };
  const given = kind === 'multipart' ? withFiles(fields, content, enforcer) : fields;
  const whole = given === fields ? schema : asObject(given);
  return canSpread(given, enforcer) ? { ...plan, schema: whole, fields: given } : { ...plan, schema: whole };
}

function kindOf(mediaType: string): Kind {
  const [bare = ''] = mediaType.toLowerCase().split(';');
  return kinds.find(([pattern]) => pattern.test(bare.trim()))?.[1] ?? 'file';
}

/** XML, YAML and the like are written by the caller. */
function asText({ mediaType, schema }: Content, enforcer: Enforcer): Schema {
  const enforced = enforcer.schema(schema);
  if (typeof enforced === 'object' && enforced['type'] === 'string') return enforced;
  const [bare] = mediaType.split(';');
  return { type: 'string', description: `The whole body as ${bare} text.` };
}

/** Whether the document says that there are subtypes with fields of their own (Discriminator Object). */
function hasSubtypes(schema: Schema, table: Record<string, Schema>): boolean {
  if (typeof schema === 'boolean') return false;
  if (schema['discriminator'] !== undefined) return true;
  const ref = schema['$ref'];
  return typeof ref === 'string' && Object.hasOwn(table, ref) && hasSubtypes(table[ref] ?? true, table);
}

/** Not for many fields, nor for one that holds all the others. */
function canSpread({ properties, required }: Fields, enforcer: Enforcer): boolean {
  const names = Object.keys(properties);
  const [only = ''] = names;
  if (names.length === 1 && required.has(only)) return !isObject(properties[only] ?? true, enforcer);
  return names.length <= mostFields;
}

function isObject(schema: Schema, enforcer: Enforcer): boolean {
  if (typeof schema === 'boolean') return false;
  const { type, $ref: ref, allOf = [] } = schema as { type?: unknown; $ref?: string; allOf?: Schema[] };
  if (type !== undefined) return type === 'object';
  return [...allOf, ...(ref === undefined ? [] : [enforcer.component(ref)])].some((part) =>
    isObject(part, enforcer),
  );
}

/** Parts of a multipart body that are files are given as such (OpenAPI 3.2, Encoding Object, contentType). */
function withFiles(fields: Fields, { encoding }: Content, enforcer: Enforcer): Fields {
  const properties = mapValues(fields.properties, (schema, name) => {
    const type = Object.hasOwn(encoding, name) ? encoding[name]?.contentType : undefined;
    return toFile(schema, type, enforcer);
  });
  return { ...fields, properties };
}

function toFile(schema: Schema, contentType: string | undefined, enforcer: Enforcer): Schema {
  if (typeof schema === 'boolean') return schema;
  const { $ref: ref, type, items, description } = schema;
  if (typeof ref === 'string') {
    const target = enforcer.component(ref);
    return typeof target === 'object' && isBinary(target, contentType)
      ? toFile(target, contentType, enforcer)
      : schema;
  }
  if (type === 'array' && items !== undefined) {
    return { ...schema, items: toFile(items as Schema, contentType, enforcer) };
  }
  return isBinary(schema, contentType) ? fileSchema(String(description ?? '')) : schema;
}

/** `format: binary` of 3.0; in 3.1, a media type and no encoding that would make it text. */
function isBinary({ type, format, contentMediaType, contentEncoding }: Keywords, contentType = ''): boolean {
  const media = String(contentMediaType ?? contentType);
  if ((type !== 'string' && type !== undefined) || contentEncoding !== undefined) return false;
  return format === 'binary' || (media !== '' && kindOf(media) === 'file');
}

function asObject({ properties, required, description }: Fields): Keywords {
  return {
    type: 'object',
    ...(description === '' ? {} : { description }),
    properties,
    ...(required.size === 0 ? {} : { required: [...required] }),
  };
}
