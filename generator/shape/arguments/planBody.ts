import type { Xml } from '../../../templates/project/src/runtime/tool.js';
import type { Content, Operation, Schema } from '../../model/api.js';
import type { BodyForm } from '../../model/names.js';
import { fileSchema, isBare, isOpenPart, openPart } from '../../schema/files.js';
import {
  type Kind,
  bareType,
  concreteType,
  isFormData,
  isMergePatch,
  isOctets,
  isUnformatted,
  kindOf,
} from '../../schema/mediaTypes.js';
import { type Keywords, mapValues } from '../../schema/subschemas.js';
import { allowsNull } from '../../schema/types.js';
import { listNames } from '../../text/notes.js';
import { inferBodyKind, consistsOf, hasType, memberNamesOf } from '../enforced/inferBodyKind.js';
import type { Enforcer } from '../enforced/enforce.js';
import { withoutUntold } from '../enforced/relax.js';
import { type Fields, collectFields } from './fields.js';
import { askForItems, markFiles, placeFiles, type PartEncodings } from './files.js';
import { planXml } from './xml.js';

/** How a body is given: by fields of its own, or as a whole. */
export interface BodyPlan extends PartEncodings {
  mediaType: string;
  required: boolean;
  description: string;
  /** The whole body. */
  schema: Schema;
  /** Set where each field becomes an argument. */
  fields?: Fields;
  /** The media type of a body without files, where the document has the same body as JSON, too. */
  withoutFiles?: string;
  /** Set where its media type does not say how it is written. */
  as?: 'json' | 'text';
  /** Set where it is written as XML, and not given as text. */
  xml?: Xml;
  /** What of its structure is lost, and what is done instead. */
  loss?: { what: string; done: string };
}

/** A body to which a caller has nothing to add. */
const nothing = {
  schema: { type: 'object', properties: {}, additionalProperties: false },
  fields: { properties: {}, required: new Set<string>(), description: '' },
};

/** Characters of the names of members that are told in words. */
const longestMembers = 400;

/** Fields beyond which a body stays whole. */
const mostFields = 20;

/**
 * The body of an operation as it is given, in the first of its media types.
 *
 * @param form - how it was given before: it stays so where calls reach the API
 */
export function planBody(
  operation: Operation,
  table: Record<string, Schema>,
  enforcer: Enforcer,
  form?: BodyForm,
): BodyPlan | undefined {
  const [content] = operation.bodies;
  if (content === undefined) return undefined;
  const enforced = enforcer.place(content);
  const { kind, as, lost } = inferBodyKind(content, enforced, enforcer);
  const plan = {
    mediaType: concreteType(content.mediaType, as === undefined ? kind : undefined),
    ...(as === undefined ? {} : { as }),
    encoding: content.encoding,
    items: {
      ...(content.prefixEncoding && { prefixEncoding: content.prefixEncoding }),
      ...(content.itemEncoding && { itemEncoding: content.itemEncoding }),
    },
    required: operation.bodyRequired === true,
    description: operation.bodyDescription,
    ...(content.mended && { loss: content.mended }),
  };
  if (content.supplied) return { ...plan, required: true, ...nothing };
  const isData = kind === 'xml' && consistsOf(['object', 'array'], enforced, enforcer);
  const xml = isData ? planXml(content.schema, table) : undefined;
  if (lost || (isData && xml === undefined)) return { ...plan, ...tellLoss(content, enforced, enforcer) };
  if (kind === 'file') return { ...plan, schema: fileOf('', content.mediaType) };
  if (kind === 'lines') return { ...plan, schema: asLines(content, enforcer) ?? asText(content, enforcer) };
  if (kind === 'text' || (kind === 'xml' && xml === undefined))
    return { ...plan, schema: asText(content, enforcer) };
  const isMultipart = kind === 'multipart';
  const encoding = isMultipart ? declareTypes(enforced, content, enforcer) : content.encoding;
  const hasNoFields = formLacksFields(kind, content, enforced, enforcer);
  const told = isUnsaid(enforced) || hasNoFields ? (formOf(kind) ?? enforced) : enforced;
  const placed = isMultipart ? placeFiles(told, { ...content, encoding }, enforcer) : told;
  // Whom the owner has told chooses nothing.
  const plain = isMultipart && operation.choice.mediaType === undefined ? content.plain : undefined;
  const isWhole = operation.method === 'PATCH' && plain === undefined;
  const schema =
    kind === 'form' || isMultipart ? askForItems(placed, { encoding, isWhole }, enforcer) : placed;
  const fields = hasSubtypes(content.schema, table)
    ? undefined
    : collectFields(withoutUntold(schema), (name) => withoutUntold(enforcer.body(name)), form === 'flat');
  const octets = isMultipart ? declareOctets(enforced, enforcer) : {};
  const sent = mapValues({ ...octets, ...encoding }, (one, name) => ({ ...octets[name], ...one }));
  const marked = isMultipart ? markFiles(schema, { ...plan, encoding: sent }) : {};
  const whole = {
    ...plan,
    ...marked,
    ...(plain !== undefined && { withoutFiles: plain }),
    schema,
    ...(xml === undefined ? {} : { xml }),
    ...(hasNoFields && { loss: noFields(content) }),
  };
  if (fields === undefined || form === 'nested') return whole;
  // How many members an optional body has is asked of it as a whole.
  const isCounted = !plan.required && fields.demands?.some(({ least = 0 }) => least > 1) === true;
  if (form !== 'flat' && (isCounted || !canSpread(fields, kind, enforcer))) return whole;
  const isPatch = isMergePatch(content.mediaType);
  return { ...whole, fields: isPatch ? makeRemovable(fields) : fields };
}

/** RFC 7396: null removes a member, whatever the schema says of its values. */
function makeRemovable({ properties, ...others }: Fields): Fields {
  const { required } = others;
  const changed = mapValues(properties, (field, name) => (required.has(name) ? field : uniteWithNull(field)));
  return { ...others, properties: changed };
}

function uniteWithNull(schema: Schema): Schema {
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

/** A body that is a file; only bytes of any kind are sent with the media type that the caller says. */
function fileOf(description: string, mediaType: string): Schema {
  return fileSchema(description, mediaType, !isOctets(mediaType));
}

/** XML, YAML and the like are written by the caller. */
function asText({ mediaType, schema }: Content, enforcer: Enforcer): Schema {
  const enforced = enforcer.schema(schema);
  if (hasType('string', enforced, enforcer)) return enforced;
  // utoipa gives every body that is one value this media type.
  const values = isUnformatted(mediaType) ? ['string', 'number', 'integer', 'boolean'] : ['string'];
  if (consistsOf(values, enforced, enforcer)) {
    // A text cannot be null.
    const types = typeof enforced === 'object' && Array.isArray(enforced['type']) ? enforced['type'] : [];
    const [type, ...others] = types.filter((one) => one !== 'null') as string[];
    if (type !== undefined && types.includes('null'))
      return { ...(enforced as Keywords), type: others.length === 0 ? type : [type, ...others] };
    if (values.length > 1 && !allowsNull(enforced, enforcer.component)) return enforced;
  }
  return { type: 'string', description: `The whole body as ${bareType(mediaType)} text.` };
}

/** A structure that the media type cannot hold: what it is described as is said in words. */
function tellLoss(content: Content, enforced: Schema, enforcer: Enforcer): Pick<BodyPlan, 'schema' | 'loss'> {
  const bare = bareType(content.mediaType);
  const names = listNames(memberNamesOf(enforced, enforcer), longestMembers);
  const members = names === '' ? '' : ` The document describes it by its members: ${names}.`;
  const isFile = kindOf(content.mediaType) === 'file';
  return {
    schema: isFile
      ? fileOf(`The whole body as a file.${members}`, content.mediaType)
      : { type: 'string', description: `The whole body as ${bare} text.${members}` },
    loss: {
      what: `The body is described as a structure, but its media type ${bare} says nothing of how to write one`,
      done: `it is given as ${isFile ? 'a file' : 'one text'}${names === '' ? '' : ', and its members are named in words'}`,
    },
  };
}

function isUnsaid(schema: Schema): boolean {
  if (typeof schema === 'boolean') return schema;
  return Object.entries(schema).every(
    ([keyword, value]) => keyword === 'description' || (keyword === 'type' && value === 'object'),
  );
}

/** Whether a body is sent in fields or parts, but its schema takes nothing that has any. */
function formLacksFields(kind: Kind, { mediaType }: Content, enforced: Schema, enforcer: Enforcer): boolean {
  if (kind !== 'form' && kind !== 'multipart') return false;
  const isList = kind === 'multipart' && !isFormData(mediaType);
  const others = ['string', 'number', 'integer', 'boolean', ...(isList ? [] : ['array'])];
  return consistsOf(others, enforced, enforcer);
}

function noFields({ mediaType }: Content): NonNullable<BodyPlan['loss']> {
  return {
    what: `The body is sent as ${bareType(mediaType)}, but its schema describes no fields`,
    done: 'fields of any name are taken',
  };
}

/** A form of which nothing is said. */
function formOf(kind: Kind): Keywords | undefined {
  if (kind === 'multipart') return anyParts();
  if (kind !== 'form') return undefined;
  return {
    type: 'object',
    description: 'The fields of the form by their names.',
    additionalProperties: true,
  };
}

function anyParts(): Keywords {
  return {
    type: 'object',
    description:
      'The parts of the form by their names: each a text, a file, a list of either, or an object, which is sent as JSON.',
    additionalProperties: { anyOf: openPart() },
  };
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

/**
 * The encodings of a multipart body, with the media types that only the schemas of its parts say (OpenAPI 3.1, Encoding
 * Object, contentType: by default that of `contentMediaType`).
 */
function declareTypes(schema: Schema, content: Content, enforcer: Enforcer): Content['encoding'] {
  const { encoding } = content;
  const said = Object.entries(propertiesOf(schema, enforcer)).flatMap(([name, property]) => {
    const contentType = mediaTypeOf(property, enforcer);
    return contentType === undefined ? [] : [[name, { contentType }] as const];
  });
  const declared = Object.fromEntries(said);
  const properties = propertiesOf(schema, enforcer);
  const merged = Object.entries(encoding).map(([name, one]) => {
    const isOwn = Object.hasOwn(declared, name);
    // What is said to hold JSON is one already.
    const isText = !isOwn && Object.hasOwn(properties, name) && holdsText(properties[name] ?? true, enforcer);
    const isQuoted = isText && kindOf(one.contentType?.split(',')[0] ?? '') === 'json';
    return [
      name,
      { ...(isOwn ? declared[name] : {}), ...one, ...(isQuoted && { quoted: true as const }) },
    ] as const;
  });
  return { ...declared, ...Object.fromEntries(merged) };
}

/** The parts that are bytes unless the document says otherwise: those without a type, and encoded texts (the same). */
function declareOctets(schema: Schema, enforcer: Enforcer): Content['encoding'] {
  const octets = { contentType: 'application/octet-stream' };
  return Object.fromEntries(
    Object.entries(propertiesOf(schema, enforcer)).flatMap(([name, property]) => {
      const { contentEncoding } = openReference(property, enforcer);
      return isOpenPart(property) || !isBare(contentEncoding) ? [[name, octets] as const] : [];
    }),
  );
}

function propertiesOf(schema: Schema, enforcer: Enforcer): Record<string, Schema> {
  const { properties = {} } = openReference(schema, enforcer, (ref) => enforcer.body(ref));
  return properties as Record<string, Schema>;
}

/** That of the part, or of the items of a list of parts. */
function mediaTypeOf(part: Schema, enforcer: Enforcer): string | undefined {
  const { contentMediaType, contentEncoding, items } = openReference(part, enforcer);
  if (items !== undefined) {
    const item = openReference(items as Schema, enforcer);
    return item['items'] === undefined ? mediaTypeOf(item, enforcer) : undefined;
  }
  return typeof contentMediaType === 'string' && isBare(contentEncoding) ? contentMediaType : undefined;
}

/** Whether a part, or each item of a list of parts, is a text and nothing else. */
function holdsText(part: Schema, enforcer: Enforcer): boolean {
  const { items } = openReference(part, enforcer);
  return consistsOf(['string'], items === undefined ? part : (items as Schema), enforcer);
}

function openReference(
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
