import {
  type ApiLink,
  type ApiResponse,
  type Content,
  type Operation,
  type Schema,
  bodiless,
} from '../model/api.js';
import { type Json, type JsonObject, joinPointer } from '../model/document.js';
import {
  bareType,
  canHold,
  isForText,
  isFormData,
  isJsonPatch,
  isMergePatch,
  isMultipart,
  kindOf,
  meantForm,
  rankMediaType,
} from '../schema/mediaTypes.js';
import { hasFileMember } from '../schema/files.js';
import { gatherParts } from '../schema/parts.js';
import { alternativesOf, typesWithin } from '../schema/types.js';
import type { Context } from './context.js';
import { readEncodings, readItemEncodings } from './encodings.js';
import { ReadError, attempt } from './fault.js';
import { type Found, followMember, resolve } from './resolve.js';
import { isObject } from '../model/document.js';
import { asObject, asText, isFlag, isTrue, own } from './values.js';

/** What a header can hold (RFC 9110, 5.5): media types are sent as `Content-Type` and `Accept`. */
const headerText = /^[\t\x20-\x7e\x80-\xff]+$/;

/** The media types of a body or response, in the order of the document (OpenAPI 3.2, Media Type Object). */
function readContent(owner: Found, context: Context): Content[] {
  const { root } = context.document;
  const content = attempt(
    () => followMember(root, owner, 'content'),
    (reason) => {
      const what = `The media types cannot be read: ${reason}`;
      context.report('schema-relaxed', `${owner.pointer}/content`, { what, done: 'any are taken' });
    },
  );
  return Object.keys(asObject(content?.value)).flatMap((mediaType) => {
    if (!headerText.test(mediaType.trim())) {
      const what = `The media type ${JSON.stringify(mediaType)} cannot be sent in a header`;
      context.report('odd-document', content?.pointer ?? owner.pointer, { what, done: 'it is ignored' });
      return [];
    }
    return content === undefined ? [] : [readMember(content, mediaType, context)];
  });
}

/** A media type; one whose reference leads nowhere may be anything. */
function readMember(content: Found, key: string, context: Context): Content {
  const pointer = joinPointer(content.pointer, key);
  const media = attempt(
    () => followMember(context.document.root, content, key),
    (reason) => {
      const what = `The media type ${key} cannot be read: ${reason}`;
      context.report('schema-relaxed', pointer, { what, done: 'any value is accepted' });
    },
  );
  const form = meantForm(key);
  if (form !== undefined) {
    const what = `The media type ${key} is none that servers know`;
    context.report('odd-document', pointer, { what, done: `it is read as ${form}` });
  }
  return readMedia(form ?? key.trim(), media ?? { value: {}, pointer }, context);
}

function readMedia(mediaType: string, media: Found, context: Context): Content {
  const {
    document: { root },
    schemas,
  } = context;
  const node = asObject(media.value);
  const { schema, itemSchema } = node;
  const { pointer } = media;
  if (isSchema(node)) {
    const what = `The media type ${mediaType} has no schema, but is written like one`;
    context.report('odd-document', pointer, { what, done: 'it is read as its own schema' });
    const itself = homes.test(pointer) ? { $ref: pointer } : node;
    return { mediaType, schema: schemas.read(itself, pointer), encoding: {}, examples: [], pointer };
  }
  const read =
    itemSchema === undefined
      ? schemas.read(schema ?? {}, `${pointer}/schema`)
      : schemas.read(toList(schema, itemSchema), pointer);
  return {
    mediaType,
    schema: read,
    ...readEncodings(media, mediaType, context),
    ...readItemEncodings(media, mediaType, context),
    examples: readExamples(node, root),
    pointer,
  };
}

/** Where a reference to a schema leads that stands in place of a media type. */
const homes = /^#\/(?:components\/schemas|definitions)\//;

/** Whether an object is written as a schema is, where a media type belongs. */
function isSchema(node: JsonObject): boolean {
  const has = (word: string) => Object.hasOwn(node, word);
  return (
    !has('schema') &&
    !has('itemSchema') &&
    (typeof node['type'] === 'string' || ['properties', 'items', 'allOf', 'oneOf', 'anyOf'].some(has))
  );
}

/** The schema of all items at once: `schema` is that of the whole (OpenAPI 3.2, Media Type Object, itemSchema). */
function toList(schema: Json | undefined, items: Json): JsonObject {
  return { type: 'array', items, ...(schema === undefined ? {} : { allOf: [schema] }) };
}

/** The request body of an operation (OpenAPI 3.2, Request Body Object). */
export function readBody(
  operation: Found,
  method: string,
  context: Context,
): Pick<Operation, 'bodies' | 'bodyRequired' | 'bodyDescription'> {
  const body = attempt(
    () => followMember(context.document.root, operation, 'requestBody'),
    (reason) => {
      const what = `The request body cannot be read: ${reason}`;
      const done = bodiless.has(method) ? 'none is sent' : 'any JSON is accepted in its place';
      context.report('schema-relaxed', `${operation.pointer}/requestBody`, { what, done });
    },
  );
  const isLost = body === undefined && asObject(operation.value)['requestBody'] !== undefined;
  if (isLost && !bodiless.has(method)) {
    const anything = anyJson(`${operation.pointer}/requestBody`);
    return { bodies: [anything], bodyRequired: false, bodyDescription: '' };
  }
  if (body === undefined || body.value === null)
    return { bodies: [], bodyRequired: false, bodyDescription: '' };
  if (!isObject(body.value) || isNoList(body.value['content'])) {
    const what = isObject(body.value)
      ? '"content" of the request body is not an object'
      : 'The request body is not an object';
    context.report('schema-relaxed', body.pointer, { what, done: 'any JSON is accepted in its place' });
    return { bodies: [anyJson(body.pointer)], bodyRequired: false, bodyDescription: '' };
  }
  const { required, description, content } = body.value;
  const isOpen = asText(asObject(content)['$ref']) !== '';
  const found = readContent(withContent(body, context), context);
  const bodies = found.length === 0 && isOpen ? [anyJson(body.pointer)] : found;
  if (bodies.length === 0 && Object.keys(asObject(content)).length === 0) {
    const what = 'The request body names no media type';
    const isNeeded = isFlag(required) && isTrue(required);
    const done = isNeeded ? 'any JSON is accepted in its place' : 'no body is sent';
    context.report('odd-document', body.pointer, { what, done });
    if (isNeeded) bodies.push(anyJson(body.pointer));
  }
  if (bodies.length === 0 && Object.keys(asObject(content)).length > 0) {
    throw new ReadError('its request body has no media type that can be sent', body.pointer);
  }
  return {
    bodies,
    ...(isFlag(required) && { bodyRequired: isTrue(required) }),
    bodyDescription: asText(description),
  };
}

function isNoList(content: Json | undefined): boolean {
  return content !== undefined && content !== null && !isObject(content);
}

/** Swagger 2.0 had the schema beside the body: without a media type it is that of JSON. */
function withContent(body: Found, { report }: Context): Found {
  const node = asObject(body.value);
  const { schema, content = null } = node;
  if (schema === undefined || content !== null) return body;
  const what = 'The request body has a schema, but no media type';
  report('odd-document', body.pointer, { what, done: 'it is sent as JSON' });
  return { ...body, value: { ...node, content: { 'application/json': { schema } } } };
}

/** What is sent where a document does not say what. */
function anyJson(pointer: string): Content {
  return { mediaType: 'application/json', schema: {}, encoding: {}, examples: [], pointer };
}

/** Behind all others. */
const last = 100;

/** Finds a component by its name. */
type LookUp = (name: string) => Schema;

/**
 * An operation with its bodies in the order in which they serve a caller, best first, when the components can be looked
 * up. A media type whose syntax cannot hold what its schema describes comes last. Of an object, a merge patch says most
 * plainly what is changed (RFC 7396); a JSON Patch is a list of changes whatever is described (RFC 6902).
 */
export function arrangeBodies(operation: Operation, lookUp: LookUp): Operation {
  const { bodies } = operation;
  if (bodies.length < 2 && !bodies.some(({ mediaType }) => isJsonPatch(mediaType))) return operation;
  const isAllOfChanges = bodies.every(
    ({ mediaType, schema }) => kindOf(mediaType) !== 'json' || listsChanges(schema, lookUp),
  );
  const isDescribed = bodies.some(({ schema }) => hasMembers(schema, lookUp));
  const takesParts = bodies.some(({ mediaType }) => isFormData(mediaType));
  const rank = (content: Content): number => {
    const { mediaType, schema } = content;
    const types = typesWithin(schema, lookUp);
    if (!canHold(mediaType, types)) return last + rankContent(content);
    // Where a form in parts is taken, any other type would keep the files of the body from being sent.
    if (takesParts && !isMultipart(mediaType) && hasFileMember(schema, lookUp))
      return last + rankContent(content);
    if (isJsonPatch(mediaType))
      return types !== undefined && isAllOfChanges ? -1 : last / 2 + rankContent(content);
    // Elsewhere than in a PATCH the whole is sent, and not what is changed.
    const isMerge = isMergePatch(mediaType) && types !== undefined && operation.method === 'PATCH';
    // One of which nothing is said is no help where another is described.
    if (!isMerge || (isDescribed && !hasMembers(schema, lookUp))) return rankContent(content);
    return bareType(mediaType).includes('strategic') ? -2 : -3;
  };
  const ranked = new Map(bodies.map((content) => [content, rank(content)]));
  const arranged = bodies.toSorted((a, b) => (ranked.get(a) ?? 0) - (ranked.get(b) ?? 0));
  const settled = arranged.map((content) => settlePatch(content, lookUp));
  return { ...operation, bodies: settled.map((content) => notePlain(content, settled)) };
}

/**
 * A form with the media type of JSON that the document has beside it with the same members. Servers that take both read
 * nested objects and lists from it as they are, which each takes from a form in its own way.
 */
function notePlain(form: Content, all: readonly Content[]): Content {
  if (!isFormData(form.mediaType)) return form;
  const schema = JSON.stringify(form.schema);
  const plain = all.find(
    ({ mediaType, schema: other }) =>
      kindOf(mediaType) === 'json' && !isJsonPatch(mediaType) && JSON.stringify(other) === schema,
  );
  return plain === undefined ? form : { ...form, plain: plain.mediaType };
}

/** Neither JSON nor text can hold bytes as they are. */
function rankContent({ mediaType, schema }: Content): number {
  const isBytes = typeof schema === 'object' && schema['format'] === 'binary';
  return isBytes && isForText(mediaType) ? last : rankMediaType(mediaType);
}

function hasMembers(schema: Schema, lookUp: LookUp): boolean {
  const parts = gatherParts(schema, lookUp) ?? [];
  return parts.some((part) => part['properties'] !== undefined || alternativesOf(part).length > 0);
}

/** The list that a JSON Patch is (RFC 6902, 3 and 4). */
const changes: Schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      op: { type: 'string', enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
      path: { type: 'string', description: 'A JSON Pointer, such as /items/0/name.' },
      from: { type: 'string', description: 'For move and copy: a JSON Pointer.' },
      value: { description: 'For add, replace and test.' },
    },
    required: ['op', 'path'],
  },
};

/** Whether a schema is that of a JSON Patch. */
function listsChanges(schema: Schema, lookUp: LookUp): boolean {
  const items = (gatherParts(schema, lookUp) ?? []).map((part) => part['items']);
  return items.some((item) => {
    const parts = gatherParts((item ?? true) as Schema, lookUp) ?? [];
    const inUnions = parts
      .flatMap((part) => alternativesOf(part))
      .flatMap((one) => gatherParts(one, lookUp) ?? []);
    const properties = [...parts, ...inUnions].map((part) => (part['properties'] ?? {}) as object);
    return ['op', 'path'].every((name) => properties.some((one) => Object.hasOwn(one, name)));
  });
}

/** A JSON Patch that is described as something else, or not at all, is the list that it is. */
function settlePatch(content: Content, lookUp: LookUp): Content {
  const { mediaType, schema, examples } = content;
  if (!isJsonPatch(mediaType)) return content;
  const types = typesWithin(schema, lookUp);
  const isList = types?.has('array') === true;
  if (isList && (gatherParts(schema, lookUp) ?? []).some(({ items }) => items !== undefined)) return content;
  const bare = bareType(mediaType);
  const what = `The body is described as no list, but ${bare} is a list of changes (RFC 6902)`;
  return {
    ...content,
    schema: changes,
    examples: examples.filter((one) => Array.isArray(one)),
    ...(types !== undefined && !isList && { mended: { what, done: 'it is given as that list' } }),
  };
}

/**
 * The responses of an operation (OpenAPI 3.2, Responses Object). One that cannot be read is passed over:
 * what the API answers decides nothing about the call.
 */
export function readResponses(operation: Found, context: Context): ApiResponse[] {
  const { root } = context.document;
  const responses = asObject(asObject(operation.value)['responses']);
  const parent = { value: responses, pointer: `${operation.pointer}/responses` };
  return Object.keys(responses)
    .filter((status) => !status.startsWith('x-'))
    .flatMap((status) => {
      try {
        const response = followMember(root, parent, status);
        if (response === undefined) return [];
        const node = asObject(response.value);
        const headers = Object.keys(asObject(node['headers']));
        return [
          {
            status,
            description: asText(node['description']),
            contents: readContent(response, context),
            ...(headers.length > 0 && { headers }),
            ...(status.startsWith('3') && readLocation(response, context)),
            ...readLinks(root, node),
          },
        ];
      } catch (error) {
        if (!(error instanceof ReadError)) throw error;
        context.report('schema-relaxed', error.pointer, {
          what: `The response ${status} cannot be read: ${error.message}`,
          done: 'any response is accepted',
        });
        return [];
      }
    });
}

/** What a redirect declares of its `Location` (OpenAPI 3.2, Header Object); nothing where that cannot be read. */
function readLocation(response: Found, context: Context): Pick<ApiResponse, 'location'> {
  const { document, schemas, report } = context;
  const location = attempt(
    () => {
      const headers = followMember(document.root, response, 'headers');
      const name = Object.keys(asObject(headers?.value)).find((one) => one.toLowerCase() === 'location');
      const header = headers && name !== undefined ? followMember(document.root, headers, name) : undefined;
      if (header === undefined) return undefined;
      const { pointer } = header;
      const node = asObject(header.value);
      const schema = schemas.read(node['schema'] ?? {}, `${pointer}/schema`);
      const examples = readExamples(node, document.root);
      return { mediaType: 'text/plain', schema, encoding: {}, examples, pointer };
    },
    (reason) => {
      const what = `The header Location cannot be read: ${reason}`;
      report('schema-relaxed', response.pointer, { what, done: 'it may be any address' });
    },
  );
  return location === undefined ? {} : { location };
}

/** The operations that the links of a response lead to, and what they are given (OpenAPI 3.2, Link Object). */
function readLinks(root: JsonObject, { links }: JsonObject): Pick<ApiResponse, 'links'> {
  const found = Object.entries(asObject(links)).flatMap(([name, entry]): ApiLink[] => {
    const ref = isObject(entry) ? own(entry, '$ref') : undefined;
    const { operationId, operationRef, parameters } = asObject(
      typeof ref === 'string' ? resolve(root, ref)?.value : entry,
    );
    const target = operationId ?? operationRef;
    return typeof target === 'string' ? [{ name, target, parameters: asObject(parameters) }] : [];
  });
  return found.length === 0 ? {} : { links: found };
}

/** The values of `example` and `examples` of a parameter or media type (OpenAPI 3.2, Example Object). */
export function readExamples(node: JsonObject, root: JsonObject): unknown[] {
  const { example, examples } = node;
  const values = Object.values(asObject(examples)).flatMap((entry) => {
    const ref = isObject(entry) ? own(entry, '$ref') : undefined;
    const found = typeof ref === 'string' ? resolve(root, ref)?.value : entry;
    if (!isObject(found)) return [];
    const value = own(found, 'dataValue') ?? own(found, 'value');
    return value === undefined ? [] : [value];
  });
  return example === undefined ? values : [example, ...values];
}
