import type { Content, Encoding, Schema } from '../../model/api.js';
import type { ObjectSchema } from '../../model/server.js';
import { fileSchema, isBinary, isFileSchema, isOpenPart, openPart } from '../../schema/files.js';
import { type Keywords, combinedSchemas, mapSubschemas, mapValues } from '../../schema/subschemas.js';
import { kindOf } from '../../schema/mediaTypes.js';
import { allowsNull } from '../../schema/types.js';
import { askForItem } from '../argument.js';
import type { Enforcer } from '../enforced/enforce.js';

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
    changed['properties'] = mapValues(schema['properties'] as Record<string, Schema>, (property, name) => {
      const type = Object.hasOwn(encoding, name) ? encoding[name]?.contentType : undefined;
      return toPart(property, type, enforcer);
    });
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

/** How a form is written, and whether all of what is given is meant, as in a PATCH. */
interface Form extends Pick<Content, 'encoding'> {
  isWhole: boolean;
}

/**
 * The schema of a form whose lists have an item where one has to be sent: of an empty list a form has no pair and no part.
 * References at its root are written out where that matters; what is written as JSON may be empty.
 */
export function askForItems(schema: Schema, form: Form, enforcer: Enforcer): Schema {
  if (typeof schema === 'boolean') return schema;
  const { $ref: ref, ...own } = schema;
  if (typeof ref === 'string') {
    const target = enforcer.body(ref);
    const asked = askForItems(target, form, enforcer);
    return asked === target ? schema : { ...(asked as Keywords), ...own };
  }
  const changed: Keywords = {};
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const parts = schema[keyword] as Schema[] | undefined;
    const asked = parts?.map((part) => askForItems(part, form, enforcer));
    if (asked?.some((part, index) => part !== parts?.[index])) changed[keyword] = asked;
  }
  const { properties, required = [] } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  if (properties !== undefined) {
    const asked = mapValues(properties, (property, name) =>
      (form.isWhole || required.includes(name)) && !isJsonPart(name, form)
        ? askForItem(property, enforcer.component)
        : property,
    );
    if (Object.keys(properties).some((name) => asked[name] !== properties[name]))
      changed['properties'] = asked;
  }
  return Object.keys(changed).length === 0 ? schema : { ...schema, ...changed };
}

/** Whether a member is written as JSON, in which a list may be empty. */
function isJsonPart(name: string, { encoding }: Form): boolean {
  const { contentType = '' } = (Object.hasOwn(encoding, name) ? encoding[name] : undefined) ?? {};
  return kindOf(contentType) === 'json';
}

/** A part that has a name: of one of which nothing is said, that it may be a file is said first. */
function toPart(schema: Schema, contentType: string | undefined, enforcer: Enforcer): Schema {
  const isSaid = contentType !== undefined && contentType.trim() !== '*/*';
  if (isSaid || !isOpenPart(schema)) return toFile(schema, contentType, enforcer);
  return { ...(schema === true ? {} : (schema as Keywords)), anyOf: openPart() };
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
  if (!isBinary(schema, contentType)) return schema;
  const words = String(description ?? '');
  if (!allowsNull(schema, enforcer.component)) return fileSchema(words, contentType);
  return {
    ...(words !== '' && { description: words }),
    anyOf: [fileSchema('', contentType), { type: 'null' }],
  };
}

/** How the parts of a body are written: by their names, and by their places in a list. */
export interface PartEncodings {
  encoding: Content['encoding'];
  items: Pick<Content, 'prefixEncoding' | 'itemEncoding'>;
}

/** The encodings of a multipart body whose `schema` has its files in place, with the parts marked that may be files. */
export function markFiles(schema: Schema, { encoding, items }: PartEncodings): PartEncodings {
  const forms = formsOf(schema);
  const named = forms.flatMap(({ properties = {} }) =>
    Object.entries(properties as Record<string, Schema>).filter(([, property]) => holdsFile(property)),
  );
  const { prefixEncoding = [], itemEncoding } = items;
  const first = forms.flatMap((form) => (form['prefixItems'] ?? []) as Schema[]);
  const isOther = forms.some(
    (form) =>
      holdsFile(form['items'] as Schema | undefined) ||
      holdsFile(form['additionalProperties'] as Schema | undefined),
  );
  const count = Math.max(first.length, prefixEncoding.length);
  const isMarked = isOther || first.some(holdsFile);
  const prefix = Array.from({ length: count }, (_, index) =>
    markEncoding(prefixEncoding[index] ?? itemEncoding, index in first ? holdsFile(first[index]) : isOther),
  );
  return {
    encoding: {
      ...encoding,
      ...Object.fromEntries(
        named.map(([name]) => [
          name,
          markEncoding(Object.hasOwn(encoding, name) ? encoding[name] : undefined, true),
        ]),
      ),
    },
    items: isMarked
      ? {
          ...(count > 0 && { prefixEncoding: prefix }),
          ...(isOther && { itemEncoding: markEncoding(itemEncoding, true) }),
        }
      : items,
  };
}

function markEncoding(encoding: Encoding = {}, isFile: boolean): Encoding {
  return isFile ? { ...encoding, file: true } : encoding;
}

/** The schemas that a value may be meant for; those that only refer to others hold no files. */
function formsOf(schema: Schema): Exclude<Schema, boolean>[] {
  if (typeof schema === 'boolean') return [];
  return [schema, ...combinedSchemas(schema).flatMap(formsOf)];
}

function holdsFile(schema: Schema | undefined): boolean {
  if (schema === undefined || typeof schema === 'boolean') return false;
  return (
    isFileSchema(schema) ||
    holdsFile(schema['items'] as Schema | undefined) ||
    combinedSchemas(schema).some(holdsFile)
  );
}

/** A schema in which files are given by their content or by their path, as calls may give them. */
export function typeFiles(schema: ObjectSchema): ObjectSchema {
  return takeByPath(schema) as ObjectSchema;
}

function takeByPath(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const changed = mapSubschemas(schema, takeByPath);
  const { properties, required, description, ...rest } = changed as Keywords & {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  if (properties === undefined || !isFileSchema(changed)) return changed;
  const { base64 = true, ...others } = properties;
  const path = {
    type: 'string',
    description: 'The path of the file, below a folder that MCP_FILE_ROOTS names.',
  };
  const needed = (required ?? []).filter((name) => name !== 'base64');
  const form = (name: string, content: Schema): Keywords => ({
    ...rest,
    properties: { [name]: content, ...others },
    required: [name, ...needed],
  });
  return {
    ...(description === undefined ? {} : { description }),
    anyOf: [form('base64', base64), form('path', path)],
  };
}
