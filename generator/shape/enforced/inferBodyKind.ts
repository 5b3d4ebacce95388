import type { Content, Schema } from '../../model/api.js';
import { type Kind, holdsOnlyBytes, isOctets, kindOf, takesJson } from '../../schema/mediaTypes.js';
import { isBinary } from '../../schema/files.js';
import { gatherParts } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';
import { alternativesOf } from '../../schema/types.js';
import type { Enforcer } from './enforce.js';

/** What a body is to a caller, by its media type and by its schema. */
interface BodyKind {
  kind: Kind;
  /** Set where the media type does not say it. */
  as?: 'json' | 'text';
  /** Set where a structure is described that the media type cannot hold, as far as it is known here. */
  lost?: true;
}

/**
 * The kind of a body whose `schema` is that of calls. A structure stays one wherever JSON may be sent: in media types of
 * vendors, in bytes of no further type, in plain text and in YAML. Base64 that the schema asks for is a text.
 */
export function inferBodyKind({ mediaType }: Content, schema: Schema, enforcer: Enforcer): BodyKind {
  const kind = kindOf(mediaType);
  if (kind === 'form' && consistsOf(['string'], schema, enforcer)) return { kind: 'text', as: 'text' };
  if (kind === 'file' && isBase64(schema, enforcer)) return { kind: 'text', as: 'text' };
  if (kind === 'file' && isPlainText(mediaType, schema, enforcer)) return { kind: 'text', as: 'text' };
  // What a range of media types is sent as depends on the schema.
  if (mediaType.includes('*') && gatheredParts(schema, enforcer).some(isOctetString)) return { kind: 'file' };
  if (kind !== 'file' && kind !== 'text') return { kind };
  if (!consistsOf(['object', 'array'], schema, enforcer)) return { kind };
  const isBytes = holdsOnlyBytes(mediaType);
  const hasFiles = holdsBytes(schema, enforcer);
  const isJson = kind === 'text' ? takesJson(mediaType) : !isBytes && !hasFiles;
  const isOpen = isBytes || isOctets(mediaType) || isFile(schema, enforcer);
  // An object or a list of which nothing is said may stand for bytes as well.
  if (kind === 'file' && isOpen && memberNamesOf(schema, enforcer).length === 0)
    return { kind, ...(hasFiles && { lost: true }) };
  return isJson ? { kind: 'json', as: 'json' } : { kind, lost: true };
}

/** Whether a schema says that its values are bytes as they are. */
function isOctetString(part: Keywords): boolean {
  return part['format'] === 'binary' || (part['contentMediaType'] !== undefined && isBinary(part));
}

/** Some documents write `type: object` with the format of a file. */
function isFile(schema: Schema, enforcer: Enforcer): boolean {
  return gatheredParts(schema, enforcer).some(({ format }) => format === 'file' || format === 'stream');
}

/** The names of the members that a structure has, of unions all; those that may be left out have a question mark. */
export function memberNamesOf(schema: Schema, enforcer: Enforcer, seen: Set<Schema> = new Set()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const parts = gatheredParts(schema, enforcer);
  const required = new Set(parts.flatMap((part) => (part['required'] ?? []) as string[]));
  const own = parts.flatMap(({ properties = {} }) => Object.keys(properties as object));
  const inner = parts.flatMap(
    ({ anyOf = [], oneOf = [], items = true }) => [anyOf, oneOf, items].flat() as Schema[],
  );
  const named = own.map((name) => (required.has(name) ? name : `${name}?`));
  return [...new Set([...named, ...inner.flatMap((one) => memberNamesOf(one, enforcer, seen))])];
}

/** OpenAPI 3.0: `format: byte`; 3.1: `contentEncoding`. */
function isBase64(schema: Schema, enforcer: Enforcer): boolean {
  return gatheredParts(schema, enforcer).some(
    ({ format, contentEncoding }) =>
      /^(?:byte|base64|base64url)$/.test(String(format)) || /^base64(?:url)?$/i.test(String(contentEncoding)),
  );
}

/** Whether a schema says no more than that there is a text, and the media type nothing against it. */
function isPlainText(mediaType: string, schema: Schema, enforcer: Enforcer): boolean {
  if (isOctets(mediaType) || holdsOnlyBytes(mediaType) || mediaType.includes('*')) return false;
  const parts = gatheredParts(schema, enforcer);
  const isOfBytes = parts.some(
    ({ format, contentEncoding }) =>
      /^(?:binary|file|stream)$/.test(String(format)) || contentEncoding !== undefined,
  );
  return !isOfBytes && consistsOf(['string'], schema, enforcer);
}

/** Whether a schema is that of bytes, or has members or items that are. */
function holdsBytes(schema: Schema, enforcer: Enforcer): boolean {
  const parts = gatheredParts(schema, enforcer);
  const inner = parts.flatMap(({ properties = {}, items = true }) =>
    [Object.values(properties as object), items].flat(),
  ) as Schema[];
  const all = [...parts, ...inner.flatMap((one) => gatheredParts(one, enforcer))];
  return all.some(({ format }) => format === 'binary');
}

function gatheredParts(schema: Schema, enforcer: Enforcer): Keywords[] {
  return gatherParts(schema, enforcer.component) ?? [];
}

/** Whether a schema, or what it refers to or puts together, says that its values are of a type. */
export function hasType(wanted: string, schema: Schema, enforcer: Enforcer): boolean {
  if (typeof schema === 'boolean') return false;
  const { type, $ref: ref, allOf = [] } = schema as { type?: unknown; $ref?: string; allOf?: Schema[] };
  if (type !== undefined) return type === wanted;
  return [...allOf, ...(ref === undefined ? [] : [enforcer.component(ref)])].some((part) =>
    hasType(wanted, part, enforcer),
  );
}

/** Whether a schema says that its values, but for null, are of some types: of unions, all branches. */
export function consistsOf(wanted: readonly string[], schema: Schema, enforcer: Enforcer): boolean {
  if (typeof schema === 'boolean') return false;
  const {
    $ref: ref,
    type,
    allOf = [],
  } = schema as {
    $ref?: string;
    type?: string | string[];
    allOf?: Schema[];
  };
  if (type !== undefined) {
    const types = [type].flat().filter((one) => one !== 'null');
    return types.length > 0 && types.every((one) => wanted.includes(one));
  }
  const parts = [...allOf, ...(ref === undefined ? [] : [enforcer.component(ref)])];
  const branches = alternativesOf(schema);
  return (
    parts.some((part) => consistsOf(wanted, part, enforcer)) ||
    (branches.length > 0 && branches.every((branch) => consistsOf(wanted, branch, enforcer)))
  );
}
