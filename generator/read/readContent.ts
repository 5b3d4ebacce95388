import type { Content } from '../model/api.js';
import type { Json, JsonObject } from '../model/document.js';
import { asObject } from './asObject.js';
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
  const content = followMember(root, owner, 'content');
  return Object.keys(asObject(content?.value)).flatMap((mediaType) => {
    if (!headerText.test(mediaType.trim())) {
      const what = `The media type ${JSON.stringify(mediaType)} cannot be sent in a header`;
      context.report('odd-document', content?.pointer ?? owner.pointer, { what, done: 'it is ignored' });
      return [];
    }
    const media = content && followMember(root, content, mediaType);
    return media === undefined ? [] : [readMedia(mediaType.trim(), media, context)];
  });
}

function readMedia(mediaType: string, media: Found, context: Context): Content {
  const {
    document: { root },
    schemas,
  } = context;
  const node = asObject(media.value);
  const { schema, itemSchema } = node;
  const { pointer } = media;
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

/** The schema of all items at once: `schema` is that of the whole (OpenAPI 3.2, Media Type Object, itemSchema). */
function toList(schema: Json | undefined, items: Json): JsonObject {
  return { type: 'array', items, ...(schema === undefined ? {} : { allOf: [schema] }) };
}
