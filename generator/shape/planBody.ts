import type { Xml } from '../../templates/project/src/runtime/tool.js';
import type { Content, Operation, Schema } from '../model/api.js';
import { collectFields, type Fields } from './collectFields.js';
import { declareTypes } from './declareTypes.js';
import type { Enforcer } from './enforce.js';
import { fileSchema } from './fileSchema.js';
import { kindOf, type Kind } from './kindOf.js';
import { markFiles, type PartEncodings } from './markFiles.js';
import { placeFiles } from './placeFiles.js';
import { planXml } from './planXml.js';
import { mapValues } from './subschemas.js';

/** How a body is given: by fields of its own, or as a whole. */
export interface BodyPlan extends PartEncodings {
  mediaType: string;
  required: boolean;
  description: string;
  /** The whole body. */
  schema: Schema;
  /** Set where each field becomes an argument. */
  fields?: Fields;
  /** Set where it is written as XML, and not given as text. */
  xml?: Xml;
}

/** What is sent for a range of media types, such as `text/*`. */
const concrete: Record<Kind, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  xml: 'application/xml',
  lines: 'application/x-ndjson',
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
    items: {
      ...(content.prefixEncoding && { prefixEncoding: content.prefixEncoding }),
      ...(content.itemEncoding && { itemEncoding: content.itemEncoding }),
    },
    required: operation.bodyRequired === true,
    description: operation.bodyDescription,
  };
  if (kind === 'file') return { ...plan, schema: fileSchema('', content.mediaType) };
  if (kind === 'lines') return { ...plan, schema: asLines(content, enforcer) ?? asText(content, enforcer) };
  const enforced = enforcer.place(content);
  const isData = kind === 'xml' && consistsOf(['object', 'array'], enforced, enforcer);
  const xml = isData ? planXml(content.schema, table) : undefined;
  if (kind === 'text' || (kind === 'xml' && xml === undefined))
    return { ...plan, schema: asText(content, enforcer) };
  const isMultipart = kind === 'multipart';
  const encoding = isMultipart ? declareTypes(enforced, content, enforcer) : content.encoding;
  const schema = isMultipart ? placeFiles(enforced, { ...content, encoding }, enforcer) : enforced;
  const fields = hasSubtypes(content.schema, table) ? undefined : collectFields(schema, enforcer.body);
  const marked = isMultipart ? markFiles(schema, { ...plan, encoding }) : {};
  const whole = { ...plan, ...marked, schema, ...(xml === undefined ? {} : { xml }) };
  if (fields === undefined || !canSpread(fields, kind, enforcer)) return whole;
  const isPatch = /^application\/merge-patch\+json\b/i.test(content.mediaType);
  return { ...whole, fields: isPatch ? makeRemovable(fields) : fields };
}

/** RFC 7396: null removes a member, whatever the schema says of its values. */
function makeRemovable({ properties, ...others }: Fields): Fields {
  const { required } = others;
  const changed = mapValues(properties, (field, name) => (required.has(name) ? field : orNull(field)));
  return { ...others, properties: changed };
}

function orNull(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const { description, ...rest } = schema;
  return { ...(description === undefined ? {} : { description }), anyOf: [rest, { type: 'null' }] };
}

/**
 * A list with the value of each line; documents say what the whole list is, or one line. Undefined where a text, or
 * nothing, is said.
 */
function asLines({ schema }: Content, enforcer: Enforcer): Schema | undefined {
  const enforced = enforcer.schema(schema);
  if (consistsOf(['array'], enforced, enforcer)) return enforced;
  if (!consistsOf(['object', 'array', 'number', 'integer', 'boolean'], enforced, enforcer)) return undefined;
  return enforcer.schema({ type: 'array', items: schema });
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
  return names.length <= mostFields && !((kind === 'json' || kind === 'xml') && isEnvelope);
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

/** Whether a schema says that its values, but for null, are of some types: of unions, all branches. */
function consistsOf(wanted: readonly string[], schema: Schema, enforcer: Enforcer): boolean {
  if (typeof schema === 'boolean') return false;
  const {
    $ref: ref,
    type,
    allOf = [],
    oneOf,
    anyOf = oneOf,
  } = schema as {
    $ref?: string;
    type?: string | string[];
    allOf?: Schema[];
    anyOf?: Schema[];
    oneOf?: Schema[];
  };
  if (type !== undefined) {
    const types = [type].flat().filter((one) => one !== 'null');
    return types.length > 0 && types.every((one) => wanted.includes(one));
  }
  const parts = [...allOf, ...(ref === undefined ? [] : [enforcer.component(ref)])];
  const branches = (anyOf ?? []).filter((branch) => typeof branch === 'boolean' || branch['type'] !== 'null');
  return (
    parts.some((part) => consistsOf(wanted, part, enforcer)) ||
    (branches.length > 0 && branches.every((branch) => consistsOf(wanted, branch, enforcer)))
  );
}
