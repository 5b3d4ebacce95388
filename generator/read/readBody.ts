import type { Content, Operation } from '../model/api.js';
import type { Json } from '../model/document.js';
import { bareType, rankOf } from '../model/kindOf.js';
import { asObject, asText, isObject } from './asObject.js';
import { attempt } from './attempt.js';
import type { Context } from './context.js';
import { Fault } from './Fault.js';
import { followMember } from './follow.js';
import { isFlag, isTrue } from './isTrue.js';
import { readContent } from './readContent.js';
import type { Found } from './resolve.js';

/** Methods whose requests seldom have a body. */
const bodiless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

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
  if (bodies.length === 0 && Object.keys(asObject(content)).length > 0) {
    throw new Fault('its request body has no media type that can be sent', body.pointer);
  }
  return {
    bodies: bodies.toSorted((a, b) => rank(a) - rank(b)),
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

/** The one that serves a caller best first; neither JSON nor text can hold bytes as they are. */
function rank({ mediaType, schema }: Content): number {
  const isBytes = typeof schema === 'object' && schema['format'] === 'binary';
  const isOther =
    isBytes && (/[/+]json$/.test(bareType(mediaType)) || bareType(mediaType).startsWith('text/'));
  return isOther ? last : rankOf(mediaType);
}
