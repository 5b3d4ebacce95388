import type { Case, Described, Wire } from './case.js';
import { toWire } from './toWire.js';

/**
 * The request that the specifications ask for, written from their text and apart from the runtime: RFC 6570, section
 * 3.2, as OpenAPI 3.2, Appendix C, applies it, and what docs/requests.md says where they leave room.
 */
export function expand({ version, path = '/c', parameters, body }: Case): Wire {
  const given = parameters
    .filter((one) => isDefined(one.value) && !isIgnored(one))
    .map((one) => translate(one, version));
  const of = (place: Described['in']) => given.filter((one) => one.in === place).flatMap(expandParameter);
  const [before = '', fixed = ''] = path.split('?');
  const url = `https://api.example.com/v1${[before, ...of('path')].join('/')}`;
  const pairs = [...of('query'), ...of('querystring')];
  const isSaid = (pair: string) => pairs.some((one) => one.split('=')[0] === pair.split('=')[0]);
  const query = [...fixed.split('&').filter((pair) => pair !== '' && !isSaid(pair)), ...pairs].join('&');
  const headers = new Headers();
  for (const one of given.filter(({ in: place }) => place === 'header')) {
    const [text] = expandParameter(one);
    if (text !== undefined) headers.set(one.name, text);
  }
  const cookies = of('cookie').join('; ');
  if (cookies !== '') headers.set('cookie', cookies);
  const form = given.filter(({ in: place }) => place === 'formData');
  const content = body === undefined ? of('formData').join('&') : expandBody(body);
  if (body === undefined && form.length === 0) return toWire(join(url, query), headers, undefined);
  headers.set('content-type', body?.mediaType ?? formType);
  return toWire(join(url, query), headers, content);
}

const formType = 'application/x-www-form-urlencoded';

/** OpenAPI 3.2, Parameter Object, name. */
function isIgnored({ in: place, name }: Described): boolean {
  return place === 'header' && ['accept', 'content-type', 'authorization'].includes(name.toLowerCase());
}

function join(url: string, query: string): string {
  return query === '' ? url : `${url}?${query}`;
}

/** OpenAPI 2.0, Parameter Object, collectionFormat. */
function translate(one: Described, version: string): Described {
  if (version !== '2.0' || !Array.isArray(one.value)) return one;
  const styles = { ssv: 'spaceDelimited', tsv: 'tabDelimited', pipes: 'pipeDelimited' };
  const { collectionFormat = 'csv' } = one;
  const style = styles[collectionFormat as keyof typeof styles];
  return { ...one, explode: collectionFormat === 'multi', ...(style && { style }) };
}

/** RFC 6570, Appendix A: what an operator puts before the first and between values, and whether values are named. */
const operators = {
  simple: { first: '', between: ',', named: false },
  label: { first: '.', between: '.', named: false },
  matrix: { first: ';', between: ';', named: true },
  form: { first: '', between: '&', named: true },
};

/** What stands between the members of a value that is not exploded. */
const delimiters: Record<string, string> = {
  spaceDelimited: ' ',
  tabDelimited: '\t',
  pipeDelimited: '|',
};

const usual: Record<string, string> = { path: 'simple', header: 'simple' };

/** The one text of a path or header parameter, or the pairs of another, as far as it is defined. */
function expandParameter(one: Described): string[] {
  const { in: place, style = usual[place] ?? 'form', explode = isForm(style), mediaType } = one;
  const isBare = place === 'path' || place === 'header';
  const write = writerOf(one, style);
  if (place === 'querystring') return [expandString(one)];
  if (mediaType !== undefined) {
    const text = contentOf(one.value, mediaType, place === 'header');
    return isBare ? [write.value(text)] : [`${write.name(one.name)}=${write.value(text)}`];
  }
  const key = style in operators ? (style as keyof typeof operators) : isBare ? 'simple' : 'form';
  const operator = operators[key];
  const raw = delimiters[style] ?? ',';
  const delimiter = place === 'header' || raw === ',' ? raw : encode(raw);
  const pieces =
    style === 'deepObject'
      ? expandDeep(one.name, one.value).map(([name, value]) => `${write.name(name)}=${write.value(value)}`)
      : expandVariable(one.name, one.value, { ...operator, explode, delimiter }, write);
  if (!isBare || pieces.length === 0) return pieces;
  return [operator.first + pieces.join(operator.between)];
}

function isForm(style: string): boolean {
  return style === 'form' || style === 'cookie';
}

interface Writer {
  name: (text: string) => string;
  value: (text: string) => string;
}

/** RFC 6570, 3.2.1, for one variable: the pieces between which the operator's mark belongs. */
function expandVariable(
  name: string,
  value: unknown,
  how: { named: boolean; explode: boolean; delimiter: string },
  write: Writer,
): string[] {
  const before = how.named ? `${write.name(name)}=` : '';
  if (Array.isArray(value)) {
    const items = value.filter(isDefined).map((item) => write.value(textOf(item)));
    if (how.explode) return items.map((item) => before + item);
    return items.length === 0 ? [] : [before + items.join(how.delimiter)];
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, item]) => isDefined(item));
    // RFC 6570 knows no list in an object; where the object is taken apart, its key is repeated.
    const single = how.explode
      ? members.flatMap(([key, item]) =>
          [item]
            .flat()
            .filter(isDefined)
            .map((one): [string, unknown] => [key, one]),
        )
      : members;
    const pairs = single.map(([key, item]) => [write.name(key), write.value(textOf(item))]);
    if (how.explode) return pairs.map((pair) => pair.join('='));
    return pairs.length === 0 ? [] : [before + pairs.flat().join(how.delimiter)];
  }
  return [before + write.value(textOf(value))];
}

/** The brackets that most servers read. */
function expandDeep(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      expandDeep(typeof item === 'object' && item !== null ? `${name}[${index}]` : `${name}[]`, item),
    );
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, item]) => expandDeep(`${name}[${key}]`, item));
  }
  return isDefined(value) ? [[name, textOf(value)]] : [];
}

/** OpenAPI 3.2, Parameter Object, `in: querystring`. */
function expandString({ value, mediaType = '', encoding = {} }: Described): string {
  if (mediaType === formType && typeof value === 'object') {
    return expandForm(value as Record<string, unknown>, encoding).join('&');
  }
  if (mediaType === 'text/plain') return encode(String(value), ":/?@!$'()*,;&=+");
  return encode(contentOf(value, mediaType, false));
}

function expandBody({ value, mediaType, encoding = {} }: NonNullable<Case['body']>): string {
  if (mediaType !== formType) return JSON.stringify(value);
  return expandForm(value as Record<string, unknown>, encoding).join('&');
}

/** OpenAPI 3.2, Encoding Object: with a field for a style, a query parameter; otherwise by media type. */
function expandForm(value: Record<string, unknown>, encodings: Record<string, object>): string[] {
  return Object.entries(value).flatMap(([name, item]) => {
    const { contentType, ...style } = (encodings[name] ?? {}) as { contentType?: string };
    if (item === null) return [`${encode(name)}=`];
    if (Object.keys(style).length > 0) return expandParameter({ name, in: 'query', value: item, ...style });
    if (contentType?.includes('json')) return [`${encode(name)}=${encode(JSON.stringify(item))}`];
    const items = [item].flat().filter(isDefined);
    return items.map((single) => `${encode(name)}=${encode(textOf(single))}`);
  });
}

/**
 * Reserved characters that `allowReserved` leaves: those which mean nothing, and are allowed, where they stand. In a
 * path it is how documents say that a value has segments of its own.
 */
const kept: Record<string, string> = {
  path: ":@!$&'()*+,;=/",
  query: ":/?@!$'()*,;",
  cookie: ":/?#[]@!$&'()*+=",
};

function writerOf({ in: place, allowReserved = false, mediaType }: Described, style: string): Writer {
  const isRaw = style === 'cookie' || (place === 'cookie' && mediaType === 'text/plain');
  if (place === 'header' || isRaw) return { name: (text) => text, value: (text) => text };
  const left = allowReserved ? kept[place] : undefined;
  return { name: (text) => encode(text), value: (text) => encode(text, left) };
}

/** RFC 6570, 3.2.1: unreserved characters stay, with `left` also those and what is encoded already. */
function encode(text: string, left?: string): string {
  const parts = left === undefined ? [text] : text.split(/(%[0-9a-fA-F]{2})/);
  return parts.map((part, index) => (index % 2 === 1 ? part : encodeAll(part, left ?? ''))).join('');
}

function encodeAll(text: string, left: string): string {
  const write = (character: string): string =>
    /^[A-Za-z0-9._~-]$/.test(character) || left.includes(character)
      ? character
      : [...new TextEncoder().encode(character)]
          .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
          .join('');
  return Array.from(text, write).join('');
}

/** A value in a media type. */
function contentOf(value: unknown, mediaType: string, asAscii: boolean): string {
  const isJson = mediaType.includes('json') && !mediaType.includes('jsonpath');
  if (!isJson && typeof value !== 'object') return String(value);
  const json = JSON.stringify(value);
  if (!asAscii) return json;
  return json
    .split('')
    .map((unit) => (unit > '~' ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit))
    .join('');
}

/** Where RFC 6570 knows no deeper value, it is JSON. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** RFC 6570, 2.3: null and what is not there are undefined; an empty string is not. */
function isDefined(value: unknown): boolean {
  return value !== undefined && value !== null;
}
