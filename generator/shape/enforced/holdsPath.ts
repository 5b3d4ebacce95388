import type { Api, ApiParameter, Operation, Schema } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import { memoizeIn } from '../../text/memo.js';
import { type Guard, fitsGuard } from './guard.js';

/** Names that say it. Others that end in `path` need not: `stringPath` may be a string in the path. */
const names =
  /^(?:(?:file|folder|directory|dir|object|blob|full|relative|sub)[_-]?)?path$|^(?:git[_-]?)?ref$/i;

/** Descriptions that begin by saying it. */
const words: readonly RegExp[] = [
  /^(?:the |a )?(?:[\w-]+ )?path (?:of|to|in|inside|within|under|relative)\b/i,
  /^(?:the |a )?(?:full |relative )?(?:file|folder|directory|object) ?path\b(?! (?:id|param|segment|variable))/i,
  /^(?:the |a )?(?:git|branch or tag) ref(?:erence)?\b/i,
  /^(?:the |an )?(?:object|blob) key\b|^(?:the |a )?key (?:name )?of (?:the|an) (?:object|blob)\b/i,
];

/** A path that is written as one segment of another. */
const encoded = /(?<!\bnot (?:be )?)\b(?:url|uri|percent)[- ]?encoded\b/i;

/** Whether the slashes of a path are sent percent-encoded, so that it is one segment. */
export function isEncodedPath({ description, allowReserved, slashes }: ApiParameter): boolean {
  return !allowReserved && slashes !== 'raw' && encoded.test(description);
}

/**
 * Whether the value of a path parameter is a path itself, with `/` between its segments (OpenAPI 3.2, Parameter
 * Object, allowReserved). Few documents declare it: a name, the first words or an example have to say so.
 */
export function holdsPath(parameter: ApiParameter): boolean {
  const { name, in: place, mediaType, allowReserved, description, slashes } = parameter;
  if (place !== 'path' || mediaType !== undefined) return false;
  if (allowReserved || slashes === 'raw') return true;
  if (slashes !== undefined) return false;
  if (!isOpenText(parameter.schema)) return false;
  const isSaid =
    names.test(name) ||
    isEncodedPath(parameter) ||
    words.some((pattern) => pattern.test(description.trimStart()));
  return isSaid || shownValues(parameter).some(isPath);
}

/** A text that the schema says nothing more of. */
function isOpenText(schema: Schema): boolean {
  if (typeof schema === 'boolean') return schema;
  const { type = 'string' } = schema;
  const isClosed = ['enum', 'const', 'format', 'pattern'].some((keyword) => schema[keyword] !== undefined);
  return [type].flat().includes('string') && !isClosed;
}

/** The values that the document shows. */
function shownValues({ schema, examples }: ApiParameter): unknown[] {
  if (typeof schema === 'boolean') return examples;
  return [...examples, ...((schema['examples'] ?? []) as unknown[]), schema['default']];
}

function isPath(value: unknown): boolean {
  if (typeof value !== 'string' || !value.includes('/') || /[?#]/.test(value)) return false;
  return fitsGuard(value.replace(/^\//, ''), 'segments');
}

/**
 * The care that the value of a parameter needs where it is sent. JSON in a header escapes what a header cannot hold, or
 * is refused when it is sent.
 */
export function guardOf(parameter: ApiParameter): Guard | undefined {
  const { in: place, style, mediaType, slashes } = parameter;
  if (place === 'path') {
    if (holdsPath(parameter)) return 'segments';
    return slashes === 'refused' ? 'segment' : 'path';
  }
  const isRaw = place === 'header' || style === 'cookie';
  return isRaw && mediaType === undefined ? 'header' : undefined;
}

type Slashes = NonNullable<ApiParameter['slashes']>;

/**
 * The API with what the user says of `/` in the values of paths, for all tools and for single ones. Parameters that
 * operations share stay shared where the same is said of them.
 */
export function settleSlashes(api: Api, { pathSlashes }: Pick<Config, 'pathSlashes'>): Api {
  const settled = new Map<Slashes, Map<ApiParameter, ApiParameter>>();
  const settle = (parameter: ApiParameter, { choice }: Operation): ApiParameter => {
    const slashes = decide(parameter, choice.segments, pathSlashes === 'refuse');
    if (slashes === undefined) return parameter;
    const known = memoizeIn(settled, slashes, () => new Map<ApiParameter, ApiParameter>());
    return memoizeIn(known, parameter, () => ({ ...parameter, slashes }));
  };
  const isSilent =
    pathSlashes === 'encode' && api.operations.every(({ choice }) => choice.segments === undefined);
  if (isSilent) return api;
  const operations = api.operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.map((parameter) => settle(parameter, operation)),
  }));
  return { ...api, operations };
}

function decide(
  parameter: ApiParameter,
  segments: boolean | undefined,
  refuses: boolean,
): Slashes | undefined {
  if (parameter.in !== 'path') return undefined;
  if (segments === true && takesText(parameter)) return 'raw';
  if (segments !== false && holdsPath(parameter)) return undefined;
  if (refuses) return 'refused';
  return segments === false ? 'encoded' : undefined;
}

/** Whether a value may be a text of which the schema does not say what it may be. */
function takesText({ schema, mediaType }: ApiParameter): boolean {
  if (mediaType !== undefined || schema === false) return false;
  const { type = 'string', format, enum: values, const: only } = schema === true ? {} : schema;
  const isNumber = [type].flat().every((one) => one === 'integer' || one === 'number' || one === 'boolean');
  return !isNumber && format === undefined && values === undefined && only === undefined;
}
