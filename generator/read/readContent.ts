import type { Content } from '../model/api.js';
import type { Json, JsonObject } from '../model/document.js';
import { joinPointer } from '../model/pointer.js';
import { asObject } from './asObject.js';
import { attempt } from './attempt.js';
import type { Context } from './context.js';
import { followMember } from './follow.js';
import { readEncodings } from './readEncodings.js';
import { readExamples } from './readExamples.js';
import { readItemEncodings } from './readItemEncodings.js';
import type { Found } from './resolve.js';

/** What a header can hold (RFC 9110, 5.5): media types are sent as `Content-Type` and `Accept`. */
const headerText = /^[\t\x20-\x7e\x80-\xff]+$/;

/** The media types of a body or response, in the order of the document (OpenAPI 3.2, Media Type Object). */
export function readContent(owner: Found, context: Context): Content[] {
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
  return readMedia(key.trim(), media ?? { value: {}, pointer }, context);
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
    encoding: readEncodings(media, mediaType, context),
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
