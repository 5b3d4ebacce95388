import type { Schema } from '../model/api.js';
import { annotations } from './annotations.js';
import { kindOf } from './mediaTypes.js';
import { type LookUp, gatherParts } from './parts.js';
import type { Keywords } from './subschemas.js';
import { alternativesOf } from './types.js';

/** Names without control characters; what else would end a quoted string is escaped. */
const nameText = '^[^\\u0000-\\u001f\\u007f]*$';

/** Characters that would end a header or a quoted string in it. */
export const headerText = '^[^\\u0000-\\u001f\\u007f"]*$';

/**
 * What an argument that is a file looks like. Where the document takes a range of media types, such as `image/*`,
 * only the caller knows which of them it is; where it lists some, the first is meant unless the caller says another. Where it `isFixed`, no
 * other is taken, since none would be sent.
 */
export function fileSchema(description: string, mediaType = '', isFixed = false): Keywords {
  const [range] = /^[^*/]+\/\*/.exec(mediaType.trim()) ?? [];
  const listed = mediaType.split(',').map((type) => type.trim());
  const isChoice = (listed.length > 1 || isFixed) && !mediaType.includes('*');
  const what = `Media type of the file${range === undefined ? '' : `, one of ${range}`}.`;
  return {
    type: 'object',
    ...(description === '' ? {} : { description }),
    properties: {
      base64: { type: 'string', format: 'byte', description: 'The content of the file, in base64.' },
      filename: { type: 'string', pattern: nameText },
      contentType: {
        type: 'string',
        ...(isChoice ? { enum: listed } : { pattern: headerText }),
        description: what,
      },
    },
    required: range === undefined ? ['base64'] : ['base64', 'contentType'],
    additionalProperties: false,
  };
}

/** Whether a schema is that of a file, as it is enforced or as it is advertised. */
export function isFileSchema({ properties }: Keywords): boolean {
  const names = Object.keys((properties ?? {}) as object).toSorted();
  return names.join() === 'base64,contentType,filename';
}

/** What a part of a form may be of which nothing is said: what is put together in a list as well. */
export function openPart(): Keywords[] {
  const single = [fileSchema('A file.'), { type: 'string' }, { type: 'number' }, { type: 'boolean' }];
  return [...single, { type: 'array', items: { anyOf: single } }, { type: 'object' }];
}

/** Whether a content is written as it is, without a coding that would make text of bytes (RFC 2045, 6.2). */
export function isBare(contentEncoding: unknown): boolean {
  return contentEncoding === undefined || /^(?:binary|[78]bit)$/i.test(String(contentEncoding));
}

/** Whether nothing is said of the values of a part. */
export function isOpenPart(schema: Keywords | boolean): boolean {
  return schema === true || Object.keys(schema).every((keyword) => annotations.has(keyword));
}

/**
 * Whether the values of a schema are bytes as they are: `format: binary` of 3.0; in 3.1, a media type of bytes, or of
 * anything, and no encoding that would make them text. `contentType` is what is said of them elsewhere.
 */
export function isBinary(
  { type, format, contentMediaType, contentEncoding }: Keywords,
  contentType = '',
): boolean {
  const types = [type ?? 'string'].flat();
  if (!types.includes('string') || !isBare(contentEncoding)) return false;
  if (format === 'binary' || contentMediaType === '*/*') return true;
  const media = String(contentMediaType ?? contentType);
  return media === '' ? contentEncoding === 'binary' : kindOf(media) === 'file';
}

/** Whether an object has a member that is a file, or a list of files, which only a form in parts can carry. */
export function hasFileMember(schema: Schema, lookUp: LookUp): boolean {
  return formsOf(schema, lookUp).some(({ properties = {} }) =>
    Object.values(properties as Record<string, Schema>).some((member) => mayBeFile(member, lookUp)),
  );
}

/** What only answers have is not sent. */
function mayBeFile(member: Schema, lookUp: LookUp): boolean {
  const forms = formsOf(member, lookUp);
  if (forms.some(({ readOnly }) => readOnly === true)) return false;
  const items = forms.flatMap(({ items: one }) => (one === undefined ? [] : formsOf(one as Schema, lookUp)));
  return [...forms, ...items].some((form) => isBinary(form));
}

/** The schemas that may apply to a value, those of the branches of unions among them; each component once. */
function formsOf(schema: Schema, lookUp: LookUp, seen = new Set<string>()): Keywords[] {
  const parts = gatherParts(schema, lookUp, seen) ?? [];
  const branches = parts.flatMap((part) => alternativesOf(part));
  return [...parts, ...branches.flatMap((branch) => formsOf(branch, lookUp, seen))];
}
