import type { Content, Operation, Schema } from '../model/api.js';
import { collectFields, type Fields } from './collectFields.js';
import type { Enforcer } from './enforce.js';
import { fileSchema } from './fileSchema.js';
import { kindOf, type Kind } from './kindOf.js';
import { placeFiles } from './placeFiles.js';

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
  if (kind === 'file') return { ...plan, schema: fileSchema('', content.mediaType) };
  const enforced = enforcer.schema(content.schema);
  const schema = kind === 'multipart' ? placeFiles(enforced, content.encoding, enforcer) : enforced;
  const fields = hasSubtypes(content.schema, table) ? undefined : collectFields(schema, enforcer.body);
  const spread = fields !== undefined && canSpread(fields, kind, enforcer);
  return spread ? { ...plan, schema, fields } : { ...plan, schema };
}

/** XML, YAML and the like are written by the caller. */
function asText({ mediaType, schema }: Content, enforcer: Enforcer): Schema {
  const enforced = enforcer.schema(schema);
  if (hasType('string', enforced, enforcer)) return enforced;
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

/** Not for many fields, nor for one object that holds all the others, as JSON:API has it. */
function canSpread({ properties, required }: Fields, kind: Kind, enforcer: Enforcer): boolean {
  const names = Object.keys(properties);
  const [only = ''] = names;
  const isEnvelope =
    names.length === 1 && required.has(only) && hasType('object', properties[only] ?? true, enforcer);
  return names.length <= mostFields && !(kind === 'json' && isEnvelope);
}

/** Whether a schema, or what it refers to or puts together, says that its values are of a type. */
function hasType(wanted: string, schema: Schema, enforcer: Enforcer): boolean {
  if (typeof schema === 'boolean') return false;
  const { type, $ref: ref, allOf = [] } = schema as { type?: unknown; $ref?: string; allOf?: Schema[] };
  if (type !== undefined) return type === wanted;
  return [...allOf, ...(ref === undefined ? [] : [enforcer.component(ref)])].some((part) =>
    hasType(wanted, part, enforcer),
  );
}
