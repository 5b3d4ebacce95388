import type { ApiParameter, Schema } from '../../model/api.js';
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

/**
 * Whether the value of a path parameter is a path itself: `true` where `/` between its segments is sent as it is, which
 * has to be settled, `encoded` where the document asks for a path that is percent-encoded.
 */
export function holdsPath(parameter: ApiParameter): true | 'encoded' | undefined {
  if (parameter.slashes === 'raw') return true;
  return parameter.slashes === undefined && isOpenPath(parameter) && saysEncoded(parameter)
    ? 'encoded'
    : undefined;
}

/** Whether the description asks for a value that is percent-encoded. */
export function saysEncoded({ description }: ApiParameter): boolean {
  return encoded.test(description);
}

/** Whether a name, the first words or an example make a value look like a path; nothing follows but a hint. */
export function looksLikePath(parameter: ApiParameter): boolean {
  if (!isOpenPath(parameter) || holdsPath(parameter) === 'encoded') return false;
  const { name, description } = parameter;
  const isSaid = names.test(name) || words.some((pattern) => pattern.test(description.trimStart()));
  return isSaid || shownValues(parameter).some(isPath);
}

function isOpenPath({ in: place, mediaType, schema }: ApiParameter): boolean {
  return place === 'path' && mediaType === undefined && isOpenText(schema);
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
    if (holdsPath(parameter) !== undefined) return 'segments';
    return slashes === 'refused' ? 'segment' : 'path';
  }
  const isRaw = place === 'header' || style === 'cookie';
  return isRaw && mediaType === undefined ? 'header' : undefined;
}
