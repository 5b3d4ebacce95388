import { randomUUID } from 'node:crypto';
import { isObject } from '../../isObject.js';
import { readFileArgument } from '../readFileArgument.js';
import type { Encoding } from '../../tool.js';
import { Unsendable } from '../unsendable.js';
import type { BodyWriter } from '../writeBody.js';
import { serialize } from '../serialize.js';
import { writeScalar } from '../writeScalar.js';

/**
 * RFC 7578. Written here and not by `FormData`, which gives every part that has a media type a file name,
 * so that servers take JSON parts for files.
 */
export const writeMultipart: BodyWriter = (value, { mediaType, encoding = {}, argument }) => {
  if (!isObject(value)) throw new Unsendable(argument, 'must be an object, since it is sent as a form');
  const boundary = `----${randomUUID()}`;
  const parts = Object.entries(value).flatMap(([name, item]) => {
    const how = Object.hasOwn(encoding, name) ? encoding[name] : undefined;
    return itemsOf(name, item, how).map((single) => writePart(name, single, how));
  });
  const content = Buffer.concat(
    [...parts, Buffer.from('--\r\n')].flatMap((rest) => [Buffer.from(`--${boundary}`), rest]),
  );
  return { content: new Uint8Array(content), contentType: `${mediaType}; boundary=${boundary}` };
};

/** What each part holds: an item of a list, or the list as one text where it is said how to join it. */
function itemsOf(
  name: string,
  value: unknown,
  { style = 'form', explode = style === 'form' }: Encoding = {},
): unknown[] {
  const isJoined = !explode && style !== 'deepObject' && Array.isArray(value) && !value.some(isObject);
  if (!isJoined) return [value].flat().filter((single) => single !== undefined);
  return serialize(name, value, { style, explode, argument: name, place: 'part', encode: (text) => text });
}

function writePart(name: string, value: unknown, encoding: Encoding = {}): Buffer {
  const declared = encoding.contentType?.split(',')[0]?.trim();
  const mediaType = declared?.includes('*') ? undefined : declared;
  const file = readFileArgument(value, name);
  if (file !== undefined) {
    const type = file.contentType ?? mediaType ?? 'application/octet-stream';
    return part(file.bytes, name, type, file.filename ?? name);
  }
  const type = mediaType ?? (typeof value === 'object' && value !== null ? 'application/json' : undefined);
  return part(Buffer.from(value === null ? '' : writeScalar(value, name)), name, type);
}

/** What follows a boundary: the rest of its line, the part's head and its content. */
function part(content: Uint8Array, name: string, mediaType?: string, filename?: string): Buffer {
  const file = filename === undefined ? '' : `; filename="${escape(filename)}"`;
  const type = mediaType === undefined ? '' : `Content-Type: ${mediaType}\r\n`;
  const head = `\r\nContent-Disposition: form-data; name="${escape(name)}"${file}\r\n${type}\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
}

/** HTML, Multipart form data: what would end the quoted text, or the line, is escaped. */
function escape(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
