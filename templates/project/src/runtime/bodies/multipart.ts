import { randomUUID } from 'node:crypto';
import { UnsendableError } from '../errors.js';
import { isObject, parseJson } from '../json.js';
import { isFormData, isOctets, isRelated } from '../mediaTypes.js';
import { type BodyWriter, type Payload, isPayload, sizeOf } from '../request/outgoing.js';
import { checkRanges, isFileArgument, readFileArgument } from '../request/readFileArgument.js';
import { bracketed, isStyled, serialize, writeScalar } from '../request/serialize.js';
import type { Body, Encoding } from '../tool.js';
import { checkMembers } from './checkMembers.js';
import { writeJson } from './json.js';
import { flattenPaths } from './flattenPaths.js';

/** What is written into one part. */
interface Entry {
  value: unknown;
  encoding: Encoding | undefined;
  /** Who is named where the value cannot be written. */
  argument: string;
  /** The name of the part; in a list, parts have none. */
  name?: string;
}

/** A part but for what divides it from the others. */
interface Part {
  headers: readonly string[];
  mediaType: string | undefined;
  content: Uint8Array<ArrayBuffer> | Payload;
}

/** What the headers of a part say. */
interface Head extends Pick<Part, 'mediaType'>, Pick<Encoding, 'headers'> {
  name: string | undefined;
  filename?: string | undefined;
}

/**
 * RFC 7578, and RFC 2046, 5.1, for lists. Written here and not by `FormData`, which gives every part that has a media
 * type a file name, so that servers take JSON parts for files.
 */
export const writeMultipart: BodyWriter = async (value, body, roots, tool) => {
  if (body.withoutFiles !== undefined && !givesFile(value, body))
    return writeJson(value, { ...body, mediaType: body.withoutFiles }, roots);
  checkMembers(value, body, tool);
  // A boundary that the document gives could be in a content.
  const mediaType = body.mediaType.replace(/\s*;\s*boundary\s*=\s*("[^"]*"|[^;]*)/i, '');
  const entries = entriesOf(value, body);
  const parts = await Promise.all(entries.map((entry) => writePart(entry, roots)));
  // Of 122 random bits, it is in no content, as nobody can know it before.
  const boundary = `----${randomUUID()}`;
  const pieces = parts.flatMap(({ headers, content }) => [
    toBytes(`--${boundary}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`),
    content,
    toBytes('\r\n'),
  ]);
  const [root] = parts;
  const needsType = isRelated(mediaType) && !/;\s*type\s*=/i.test(mediaType);
  // RFC 2387, 3.1: it has to say of which type its first part is.
  const type = needsType ? `; type="${root?.mediaType ?? 'text/plain'}"` : '';
  return {
    content: joinContents([...pieces, toBytes(`--${boundary}--\r\n`)]),
    contentType: `${mediaType}${type}; boundary=${boundary}`,
  };
};

function givesFile(value: unknown, { encoding = {}, itemEncoding }: Body): boolean {
  const given = Object.entries(isObject(value) ? value : {}).filter(
    ([, item]) => (item ?? undefined) !== undefined,
  );
  return given.some(
    ([name]) => (Object.hasOwn(encoding, name) ? encoding[name] : itemEncoding)?.file === true,
  );
}

/** The parts of an object are named, those of a list are known by their order (OpenAPI 3.2, Encoding Object). */
function entriesOf(value: unknown, { mediaType, argument, ...body }: Body): Entry[] {
  const { encoding = {}, prefixEncoding = [], itemEncoding } = body;
  const isForm = isFormData(mediaType);
  if (Array.isArray(value) && !isForm) {
    return value.map((item: unknown, index) => ({
      value: item,
      encoding: prefixEncoding[index] ?? itemEncoding,
      argument: `${argument}.${index}`,
    }));
  }
  if (!isObject(value)) {
    const wanted = isForm
      ? 'an object, since it is sent as a form'
      : 'an object or a list, since it is sent in parts';
    throw new UnsendableError(argument, `must be ${wanted}`);
  }
  const other: Encoding | undefined = itemEncoding?.file === true ? { file: true } : undefined;
  return Object.entries(flattenPaths(value, encoding)).flatMap(([name, item]: [string, unknown]) => {
    const how = Object.hasOwn(encoding, name) ? encoding[name] : other;
    // Documents that are made by programs give files a style, too, which means nothing.
    const isNested =
      isObject(item) ||
      (Array.isArray(item) &&
        item.some((one) => isObject(one) && !isFileArgument(one)) &&
        how?.style === 'deepObject');
    if (isForm && how !== undefined && isStyled(how) && isNested && !mayBeFile(item, how))
      return styledEntries(name, item, how);
    const singles = itemsOf(name, item, how);
    return singles.map((single) => ({ value: single, encoding: how, argument: name, name }));
  });
}

/** An object with a style, which makes parts of it as it would make pairs of a query; its media type is ignored then. */
function styledEntries(
  name: string,
  value: Record<string, unknown> | readonly unknown[],
  { style = 'form', explode = style === 'form', headers }: Encoding,
): Entry[] {
  const format = { style, explode, argument: name, place: 'part', encode: (text: string) => text } as const;
  const pairs: [string, unknown][] =
    style === 'deepObject'
      ? bracketed(name, value)
      : explode
        ? Object.entries(value).filter(([, item]) => item !== undefined && item !== null)
        : serialize(name, value, format).map((text) => [name, text]);
  const encoding = headers === undefined ? undefined : { headers };
  return pairs.map(([part, item]) => ({ value: item, encoding, argument: name, name: part }));
}

/** What each part holds: an item of a list, or the list as one text where it is said how to join it. */
function itemsOf(
  name: string,
  value: unknown,
  { style = 'form', explode = style === 'form', whole }: Encoding = {},
): unknown[] {
  if (whole) return [value];
  const isJoined = !explode && style !== 'deepObject' && Array.isArray(value) && !value.some(isObject);
  if (!isJoined) return [value].flat().filter((single) => single !== undefined);
  return serialize(name, value, { style, explode, argument: name, place: 'part', encode: (text) => text });
}

/** An object with a path may be just that: the document has to say that it is a file. */
function mayBeFile(value: unknown, { file }: Encoding): boolean {
  return isFileArgument(value) && (file === true || 'base64' in value);
}

async function writePart(
  { value, encoding = {}, argument, name }: Entry,
  roots: readonly string[],
): Promise<Part> {
  const types = (encoding.contentType ?? '').split(',').map((type) => type.trim());
  const [first = ''] = types;
  const declared = first === '' || first.includes('*') ? undefined : first;
  const file = mayBeFile(value, encoding) ? await readFileArgument(value, argument, roots) : undefined;
  if (file === undefined) {
    const isStructure = typeof value === 'object' && value !== null;
    const mediaType = declared ?? (isStructure ? 'application/json' : undefined);
    const isQuoted = encoding.quoted === true && typeof value === 'string' && !isDocument(value);
    const isJson = isQuoted || (encoding.whole === true && value === null);
    const text = isJson ? JSON.stringify(value) : value === null ? '' : writeScalar(value, argument);
    return { headers: writeHead({ ...encoding, mediaType, name }), mediaType, content: toBytes(text) };
  }
  const { content, contentType, guess } = file;
  const isAny = declared === undefined || isOctets(declared);
  const fitting = isAny || (guess !== undefined && types.includes(guess)) ? guess : undefined;
  const said = contentType ?? fitting;
  const isOpen = said === undefined || !types.some((type) => type.includes('*'));
  const mediaType = isOpen
    ? (said ?? declared ?? 'application/octet-stream')
    : checkRanges(said, types, argument);
  const filename = file.filename ?? name;
  return { headers: writeHead({ ...encoding, mediaType, name, filename }), mediaType, content };
}

/** Whether a text is an object or a list in JSON, as some have it in a text. */
function isDocument(text: string): boolean {
  return typeof (parseJson(text) ?? '') === 'object';
}

function writeHead({ mediaType, name, filename, headers = {} }: Head): string[] {
  const kind = name === undefined ? 'attachment' : `form-data; name="${escape(name)}"`;
  const isNamed = name !== undefined || filename !== undefined;
  const file = filename === undefined ? '' : `; filename="${escape(filename)}"`;
  return [
    ...(isNamed ? [`Content-Disposition: ${kind}${file}`] : []),
    ...(mediaType === undefined ? [] : [`Content-Type: ${mediaType}`]),
    ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
  ];
}

/** HTML, Multipart form data: what would end the quoted text, or the line, is escaped. */
function escape(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text));
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Puts contents one behind the other; those that are read while they are sent stay so. */
function joinContents(parts: readonly (Bytes | Payload)[]): Bytes | Payload {
  const bytes = parts.filter((part): part is Bytes => !isPayload(part));
  if (bytes.length === parts.length) return new Uint8Array(Buffer.concat(bytes));
  return {
    size: parts.reduce((size, part) => size + sizeOf(part), 0),
    async *read() {
      for (const part of parts) {
        if (isPayload(part)) yield* part.read();
        else yield part;
      }
    },
  };
}
