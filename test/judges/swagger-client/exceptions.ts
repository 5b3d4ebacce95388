import type { Case, Described } from './case.js';
import reasons from './exceptions.json' with { type: 'json' };

/** What is known to differ between swagger-client and us; `exceptions.json` says why, and who is right. */
export type Exception = keyof typeof reasons;

/** The exceptions that a case falls under. */
export function exceptionsOf(one: Case): Exception[] {
  return names.filter((name) => predicates[name](one));
}

export const names = Object.keys(reasons) as Exception[];

type Predicate = (one: Case) => boolean;

const form = 'application/x-www-form-urlencoded';

const predicates: Record<Exception, Predicate> = {
  'refused-in-path': some(
    ({ in: place, value, mediaType }) =>
      place === 'path' &&
      ((isCompound(value) && membersOf(value).every((item) => item === null)) ||
        textsOf(value, mediaType).some((text) =>
          /^\.{0,2}(?:;|$)|[/\\?#\p{Cc}]|%(?:25)*(?:2[ef]|5c)/iu.test(text),
        )),
  ),
  'refused-in-header': some(
    ({ in: place, value, mediaType }) =>
      place === 'header' &&
      mediaType === undefined &&
      textsOf(value).some((text) => /[^\t\x20-\x7e\x80-\xff]/.test(text)),
  ),
  'label-delimiter': some(
    ({ style, explode, value }) =>
      style === 'label' && explode !== true && (keysOf(value).length > 0 || membersOf(value).length > 1),
  ),
  'raw-names-in-path': some(
    ({ in: place, style, value, name, mediaType }) =>
      place === 'path' &&
      mediaType === undefined &&
      (keysOf(value).some(isEscaped) || (style === 'matrix' && isEscaped(name))),
  ),
  'null-member': some(
    ({ value, mediaType }) => mediaType === undefined && membersOf(value).some((item) => item === null),
  ),
  'empty-text': some(({ in: place, value }) => isOfPairs(place) && value === ''),
  'empty-value': some(
    ({ in: place, value, mediaType }) =>
      mediaType === undefined &&
      place !== 'path' &&
      isCompound(value) &&
      membersOf(value).every((item) => item === null),
  ),
  'delimited-object': some(
    ({ style = '', value, explode }) => isDelimited(style) && explode !== true && keysOf(value).length > 0,
  ),
  'raw-pipe': some(
    ({ in: place, style, value, explode, collectionFormat }) =>
      (isOfPairs(place) ? style === 'pipeDelimited' || collectionFormat === 'pipes' : false) &&
      explode !== true &&
      Array.isArray(value) &&
      value.length > 1,
  ),
  'nested-deep-object': some(
    ({ style, value }) =>
      style === 'deepObject' && keysOf(value).length > 0 && membersOf(value).some(isCompound),
  ),
  'deep-list': some(({ style, value }) => style === 'deepObject' && Array.isArray(value)),
  'allow-reserved': some(
    ({ in: place, allowReserved, value }) =>
      place === 'query' &&
      allowReserved === true &&
      leavesOf(value).some((text) => /[[\]#&=+]|%[\da-f]{2}/i.test(text)),
  ),
  'allow-reserved-elsewhere': some(
    ({ in: place, allowReserved, mediaType, value }) =>
      mediaType === undefined &&
      (place === 'path' || place === 'cookie') &&
      allowReserved === true &&
      leavesOf(value).some(isReserved),
  ),
  'allow-reserved-names': some(
    ({ in: place, allowReserved, name, value, style }) =>
      place === 'query' &&
      allowReserved === true &&
      (style === 'deepObject' || [name, ...keysOf(value)].some((text) => isReserved(text))),
  ),
  'refused-name-of-another': ({ parameters, body }) => {
    const pairs = [...parameters.filter(({ in: place }) => place === 'query'), ...asParameters(body)];
    const all = [...parameters.map(({ name }) => name), ...keysOf(body?.value)];
    return pairs.some(
      ({ style = 'form', explode = style === 'form', name, value }) =>
        explode && keysOf(value).some((key) => all.some((other) => other === key && other !== name)),
    );
  },
  'cookie-escapes': some(
    ({ in: place, style, value, mediaType, allowReserved }) =>
      isStyledCookie(place, style, mediaType) &&
      textsOf(value).some((text) =>
        (allowReserved === true ? /[^\w.~:/?#[\]@!$&'()*+,;=-]/ : /[^\w.~-]/).test(text),
      ),
  ),
  'cookie-explodes': some(
    ({ in: place, style, explode, value, mediaType }) =>
      isStyledCookie(place, style, mediaType) && explode !== false && membersOf(value).length > 0,
  ),
  'cookie-commas': some(
    ({ in: place, style, explode, value, mediaType }) =>
      isStyledCookie(place, style, mediaType) && explode === false && membersOf(value).length > 0,
  ),
  'cookie-style': some(({ style }) => style === 'cookie'),
  'cookie-text': some(({ in: place, mediaType }) => place === 'cookie' && mediaType === 'text/plain'),
  'several-cookies': ({ parameters }) => parameters.filter(({ in: place }) => place === 'cookie').length > 1,
  querystring: some(({ in: place }) => place === 'querystring'),
  'json-text': (one) =>
    one.parameters.some(
      ({ mediaType, value }) => mediaType === 'application/json' && typeof value === 'string',
    ) ||
    someProperty((value, encoding) => typeof value === 'string' && encoding?.contentType !== undefined)(one),
  'json-in-list': some(
    ({ mediaType, value }) =>
      mediaType !== undefined &&
      Array.isArray(value) &&
      value.some((item) => typeof item === 'string' && isJson(item)),
  ),
  'json-in-cookie': some(
    ({ in: place, mediaType }) => place === 'cookie' && mediaType === 'application/json',
  ),
  'json-in-header': some(
    ({ in: place, mediaType, value }) =>
      place === 'header' && mediaType !== undefined && /[^\x20-\x7e]/.test(JSON.stringify(value)),
  ),
  'raw-marks': (one) =>
    someProperty((value, encoding) => hasMarks(value) && !isStyled(encoding))(one) ||
    one.parameters.some(
      ({ in: place, value, mediaType }) =>
        ((one.version === '2.0' || (mediaType !== undefined && place === 'query')) && hasMarks(value)) ||
        (one.version === '2.0' && place === 'path' && leavesOf(value).some((text) => /[[\]]/.test(text))),
    ),
  'form-json': someProperty(
    (value) => (typeof value === 'string' || Array.isArray(value)) && isJson(String(value)),
  ),
  'form-list': someProperty(
    (value, encoding) => Array.isArray(value) && encoding?.contentType === undefined && !isStyled(encoding),
  ),
  'list-in-object': (one) =>
    some(({ mediaType, explode, style, value }) => {
      const isSpread = mediaType === undefined && style !== 'deepObject' && explode !== false;
      return isSpread && keysOf(value).length > 0 && membersOf(value).some(Array.isArray);
    })(one) ||
    someProperty(
      (value, encoding) =>
        isStyled(encoding) && keysOf(value).length > 0 && membersOf(value).some(Array.isArray),
    )(one),
  'form-null': someProperty((value) => value === null),
  'old-format': ({ version, parameters }) =>
    version === '2.0' &&
    parameters.some(
      ({ in: place, value, collectionFormat }) =>
        (place === 'path' || place === 'header') &&
        Array.isArray(value) &&
        value.length > 1 &&
        collectionFormat !== 'csv',
    ),
  'old-escapes': ({ version, parameters }) =>
    version === '2.0' &&
    parameters.some(
      ({ in: place, value }) => place === 'path' && leavesOf(value).some((text) => /%[\da-f]{2}/i.test(text)),
    ),
  'old-path': ({ version, parameters }) =>
    version === '2.0' &&
    parameters.some(({ in: place, value }) => place === 'path' && membersOf(value).length > 1),
};

function some(predicate: (one: Described) => boolean): Predicate {
  return ({ parameters, body }) => [...parameters, ...asParameters(body)].some(predicate);
}

type Encoding = { contentType?: string } | undefined;

function someProperty(predicate: (value: unknown, encoding: Encoding) => boolean): Predicate {
  return ({ body }) =>
    body?.mediaType === form &&
    Object.entries(body.value as object).some(([name, value]) => predicate(value, body.encoding?.[name]));
}

function isStyled(encoding: object = {}): boolean {
  return ['style', 'explode', 'allowReserved'].some((field) => field in encoding);
}

function hasMarks(value: unknown): boolean {
  return textsOf(value).some((text) => /[!'()*]/.test(text));
}

/** The properties of a form that have a style are parameters too (OpenAPI 3.2, Encoding Object). */
function asParameters(body: Case['body']): Described[] {
  if (body?.mediaType !== form) return [];
  return Object.entries(body.value as object).flatMap(([name, value]) => {
    const encoding = body.encoding?.[name] ?? {};
    return isStyled(encoding) ? [{ name, in: 'query' as const, value, style: 'form', ...encoding }] : [];
  });
}

function isStyledCookie(place: string, style = 'form', mediaType?: string): boolean {
  return place === 'cookie' && style === 'form' && mediaType === undefined;
}

function isOfPairs(place: Described['in']): boolean {
  return place === 'query' || place === 'formData';
}

function isDelimited(style: string): boolean {
  return style.endsWith('Delimited');
}

function membersOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}

/** The texts that are written, those in lists and objects as JSON. */
function leavesOf(value: unknown): string[] {
  if (!isCompound(value)) return [String(value)];
  return membersOf(value).map((item) => (isCompound(item) ? JSON.stringify(item) : String(item)));
}

/** The texts that are written, names too. */
function textsOf(value: unknown, mediaType?: string): string[] {
  return mediaType === undefined ? [...keysOf(value), ...leavesOf(value)] : [JSON.stringify(value)];
}

function isCompound(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Whether a text holds anything that `allowReserved` lets pass. */
function isReserved(text: string): boolean {
  return /[:/?#[\]@!$&'()*+,;=]|%[\da-f]{2}/i.test(text);
}

/** Whether anything in a text is percent-encoded. */
function isEscaped(text: string): boolean {
  return /[^\w.~-]/.test(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
