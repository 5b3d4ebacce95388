import { type Content, type Encoding, type Place, type Style, unsaidStyle } from '../model/api.js';
import { type Json, type JsonObject, joinPointer } from '../model/document.js';
import { isMultipart } from '../schema/mediaTypes.js';
import type { Context } from './context.js';
import { type Found, resolve } from './resolve.js';
import { isObject } from '../model/document.js';
import { asArray, asObject, asText } from './values.js';

/** How the properties of a form are written, by their names (OpenAPI 3.2, Media Type Object, encoding). */
export function readEncodings(
  media: Found,
  mediaType: string,
  context: Context,
): Pick<Content, 'encoding' | 'unsaidLists'> {
  const pointer = joinPointer(media.pointer, 'encoding');
  const entries = Object.entries(asObject(asObject(media.value)['encoding'])).filter(([, value]) =>
    isObject(value),
  );
  const unsaid = entries.filter(([, value]) => asObject(value)[unsaidStyle] === true).map(([name]) => name);
  const encoding = Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      readEncoding({ value, pointer: joinPointer(pointer, name) }, mediaType, context),
    ]),
  );
  return { encoding, ...(unsaid.length > 0 && { unsaidLists: unsaid }) };
}

/**
 * The styles of each place, its default first (OpenAPI 3.2, Style Values). `tabDelimited`, and delimited lists in
 * paths and headers, are of OpenAPI 2.0.
 */
const styles: Record<Place, readonly [Style, ...Style[]]> = {
  path: ['simple', 'label', 'matrix', 'spaceDelimited', 'pipeDelimited', 'tabDelimited'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'tabDelimited', 'deepObject'],
  header: ['simple', 'spaceDelimited', 'pipeDelimited', 'tabDelimited'],
  cookie: ['form', 'cookie'],
  querystring: ['form'],
};

/** The style of that name, where the place has it. */
export function readStyle(place: Place, name: string): Style | undefined {
  return styles[place].find((style) => style === name);
}

/** The style of a parameter that names none. */
export function defaultStyle(place: Place): Style {
  return styles[place][0];
}

/**
 * How a property or an item is written (OpenAPI 3.2, Encoding Object); only parts of `multipart` have headers. In 3.0
 * the style "SHALL be ignored if the request body media type is not application/x-www-form-urlencoded"; 2.0, which
 * has no such object, is brought to this form with its `collectionFormat`.
 */
function readEncoding(encoding: Found, mediaType: string, context: Context): Encoding {
  const { contentType, ...said } = asObject(encoding.value);
  // .NET writes `style: form` on every part of a multipart body. Who writes another one there means it.
  const isUsual = said['style'] === undefined || said['style'] === 'form';
  const isIgnored = isUsual && context.document.version.startsWith('3.0') && isMultipart(mediaType);
  const { style, explode, allowReserved } = isIgnored ? {} : said;
  // What is said counts even where it says the default: it is then not the media type that decides.
  const known = typeof style === 'string' ? readStyle('query', style) : undefined;
  const headers = isMultipart(mediaType) ? readPartHeaders(encoding, context) : {};
  return {
    ...(contentType === undefined ? {} : { contentType: asText(contentType) }),
    ...(known === undefined ? {} : { style: known }),
    ...(typeof explode === 'boolean' ? { explode } : {}),
    ...(typeof allowReserved === 'boolean' ? { allowReserved } : {}),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  };
}

/** How the items of a multipart body that is a list are written (OpenAPI 3.2, Encoding By Position). */
export function readItemEncodings(
  media: Found,
  mediaType: string,
  context: Context,
): Pick<Content, 'prefixEncoding' | 'itemEncoding'> {
  if (!isMultipart(mediaType)) return {};
  const { prefixEncoding, itemEncoding } = asObject(media.value);
  const first = asArray(prefixEncoding).map((value, index) =>
    readEncoding(
      { value, pointer: joinPointer(`${media.pointer}/prefixEncoding`, index) },
      mediaType,
      context,
    ),
  );
  const pointer = `${media.pointer}/itemEncoding`;
  return {
    ...(first.length === 0 ? {} : { prefixEncoding: first }),
    ...(itemEncoding === undefined
      ? {}
      : { itemEncoding: readEncoding({ value: itemEncoding, pointer }, mediaType, context) }),
  };
}

/** Headers of a part that have another source: its media type, its name, its length. */
const written = new Set(['content-type', 'content-disposition', 'content-length']);

/**
 * The headers of a part with their values, as far as the document says them: the one value of `enum`, or `const`
 * (OpenAPI 3.2, Encoding Object, headers). A caller cannot give others.
 */
function readPartHeaders(encoding: Found, { document: { root }, report }: Context): Record<string, string> {
  const entries = Object.entries(asObject(asObject(encoding.value)['headers']));
  const found = entries.flatMap(([name, value]): [string, string][] => {
    if (written.has(name.toLowerCase())) return [];
    const { required, schema } = asObject(target(root, value));
    const { const: constant, enum: values } = asObject(target(root, schema));
    const only = constant ?? (asArray(values).length === 1 ? asArray(values)[0] : undefined);
    if (asText(only) !== '') return [[name, asText(only)]];
    if (required === true) {
      const what = `A part of the body needs the header ${JSON.stringify(name)}, whose value the document does not say`;
      const pointer = joinPointer(`${encoding.pointer}/headers`, name);
      report('odd-document', pointer, { what, done: 'it is sent without it' });
    }
    return [];
  });
  return Object.fromEntries(found);
}

/** What a value refers to, or itself. */
function target(root: JsonObject, value: Json | undefined): Json | undefined {
  const { $ref: ref } = asObject(value);
  return typeof ref === 'string' ? resolve(root, ref)?.value : value;
}
