import type { ApiParameter, Schema } from '../model/api.js';
import { fits } from './guard.js';

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
  return isSaid || valuesOf(parameter).some(isPath);
}

/** A text that the schema says nothing more of. */
function isOpenText(schema: Schema): boolean {
  if (typeof schema === 'boolean') return schema;
  const { type = 'string' } = schema;
  const isClosed = ['enum', 'const', 'format', 'pattern'].some((keyword) => schema[keyword] !== undefined);
  return [type].flat().includes('string') && !isClosed;
}

/** The values that the document shows. */
function valuesOf({ schema, examples }: ApiParameter): unknown[] {
  if (typeof schema === 'boolean') return examples;
  return [...examples, ...((schema['examples'] ?? []) as unknown[]), schema['default']];
}

function isPath(value: unknown): boolean {
  if (typeof value !== 'string' || !value.includes('/') || /[?#]/.test(value)) return false;
  return fits(value.replace(/^\//, ''), 'segments');
}
