import type { Content, Schema } from '../../model/api.js';
import type { MockResponse } from '../../model/server.js';
import { flatten } from '../../schema/flatten.js';
import {
  type Kind,
  holdsOnlyBytes,
  isEventStream,
  isOctets,
  kindOf,
  mockedType,
} from '../../schema/mediaTypes.js';
import type { Keywords } from '../../schema/subschemas.js';
import { allowsNull, typeOf, typesOf } from '../../schema/types.js';
import { tooLarge } from '../advertised/draft.js';
import { listExamples } from '../argument.js';
import type { Sampler } from './loadSampler.js';
import { lookIn } from '../../schema/parts.js';
import { type OutlineExtent, outlineSchema } from './outlineSchema.js';
import { shortenExample } from './shortenExample.js';

/** What a call is answered with, but for its status. */
export type MockBody = Omit<MockResponse, 'status'>;

/** Characters of an answer. */
export const mostCharacters = 4_000;

/** How much of a schema is sampled: the first form that is short enough. */
const forms: readonly Pick<OutlineExtent, 'levels' | 'examples'>[] = [
  ...[4, 3, 2, 1, 0, -1].map((levels) => ({ levels, examples: true })),
  { levels: 0, examples: false },
  { levels: -1, examples: false },
];

/**
 * Makes the body of an answer: from the examples that the document declares, else from its schema. A binary one is
 * left to the runtime, unless the document declares a text as its example.
 */
export function sampleResponse(
  content: Content,
  components: Record<string, Schema>,
  sampler: Sampler,
): MockBody {
  const { schema } = content;
  const lookUp = lookIn(components);
  const keywords: Keywords = flatten(schema, lookUp, new Set())?.keywords ?? {};
  const mediaType = toConcrete(content.mediaType, keywords);
  const kind = isPlainText(mediaType, keywords) ? 'text' : kindOf(mediaType);

  // Where nothing is said of a value.
  const isAny = typeof schema === 'boolean' || Object.keys(schema).length === 0;

  /** The body that an outline describes, where it is short enough. */
  function write(outline: Keywords): Pick<MockBody, 'body'> | undefined {
    const body =
      kind === 'xml'
        ? sampler.xml(outline, rootNameOf(schema, keywords))
        : writeValue(sampler.value(outline), kind, mediaType);
    const text = JSON.stringify(body);
    // As it will be after it was written down and read again.
    return text.length <= mostCharacters ? { body: JSON.parse(text) as unknown } : undefined;
  }

  function writeExample(declared: unknown): Pick<MockBody, 'body'> | undefined {
    if (kind !== 'json' && typeof declared === 'string')
      return declared.length <= mostCharacters ? { body: declared } : undefined;
    const value = kind === 'json' ? parseDeclared(declared, keywords) : declared;
    const fits = value === null ? allowsNull(schema, lookUp) : keepsType(value, keywords);
    if (isBinary(kind) || !fits) return undefined;
    return first(shortenExample(value), (short) => write({ const: short }));
  }

  /** A sample that is too long, in shorter and shorter forms. */
  function* samples(): Generator<unknown> {
    if (kind !== 'json' || isAny) return;
    for (const levels of [0, -1]) {
      const extent = { levels, examples: false, size: 20 * mostCharacters, spell: sampler.spell };
      const outline = outlineWithin(schema, components, extent);
      if (outline !== undefined) yield* shortenExample(sampler.value(outline));
    }
  }

  function writeSome(value: unknown): Pick<MockBody, 'body'> | undefined {
    return isEmpty(value) ? undefined : write({ const: value });
  }

  const fromExample = first(listExamples(content, { components }), writeExample);
  if (fromExample !== undefined) return { mediaType, ...fromExample, source: 'example' };
  if (isBinary(kind)) return { mediaType };
  const likeliest = { type: kind === 'text' ? 'string' : 'object' };
  const fromSchema = first(forms, (form) => {
    const outline = isAny
      ? likeliest
      : outlineWithin(schema, components, { ...form, size: mostCharacters, spell: sampler.spell });
    return outline && write(outline);
  });
  // What must be there may be too much, and nothing may have to be.
  const fuller = isEmpty(fromSchema?.body) ? first(samples(), writeSome) : undefined;
  const plain = keywords['type'] === 'array' ? [] : {};
  return { mediaType, ...(fuller ?? fromSchema ?? write({ const: plain })), source: 'schema' };
}

/** Whether a sample of such a body would be made of bytes. */
function isBinary(kind: Kind): boolean {
  return kind === 'file' || kind === 'multipart' || kind === 'form';
}

/** Whether a media type says nothing of what it holds, and the schema no more than that it is a text. */
function isPlainText(mediaType: string, { type, format, contentEncoding }: Keywords): boolean {
  if (kindOf(mediaType) !== 'file' || isOctets(mediaType) || holdsOnlyBytes(mediaType)) return false;
  const isOfBytes = /^(?:binary|byte|base64|base64url|file|stream)$/.test(String(format));
  return type === 'string' && !isOfBytes && contentEncoding === undefined;
}

function toConcrete(mediaType: string, { type, format, contentEncoding }: Keywords): string {
  const isFile = type === 'string' && (format === 'binary' || contentEncoding !== undefined);
  return mockedType(mediaType, isFile);
}

function outlineWithin(
  schema: Schema,
  components: Record<string, Schema>,
  extent: OutlineExtent,
): Keywords | undefined {
  try {
    return outlineSchema(schema, components, extent);
  } catch (error) {
    if (error === tooLarge) return undefined;
    throw error;
  }
}

/** The name of the root of an XML document (OpenAPI 3.2, XML Object). */
function rootNameOf(schema: Schema, { xml }: Keywords): string {
  const { name } = (xml ?? {}) as { name?: string };
  const ref = typeof schema === 'object' ? schema['$ref'] : undefined;
  return name ?? (typeof ref === 'string' ? ref : 'root');
}

/** A value as its media type writes it; JSON stays a value. */
function writeValue(value: unknown, kind: Kind, mediaType: string): unknown {
  if (kind === 'json') return value;
  if (kind === 'lines') return [value].flat().map(toLine).join('');
  if (typeof value === 'string') return value;
  const text = JSON.stringify(value);
  return isEventStream(mediaType) ? `data: ${text}\n\n` : text;
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** Some documents declare an example as the text of its JSON. */
function parseDeclared(example: unknown, keywords: Keywords): unknown {
  if (typeof example !== 'string' || typesOf(keywords)?.includes('string')) return example;
  try {
    return JSON.parse(example) as unknown;
  } catch {
    return example;
  }
}

function keepsType(value: unknown, keywords: Keywords): boolean {
  const type = typeOf(value);
  const types = typesOf(keywords);
  return types === undefined || types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** Whether there is nothing in an object or a list. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  );
}

/** What the first of the values gives for which there is something. */
function first<T, U>(values: Iterable<T>, give: (value: T) => U | undefined): U | undefined {
  for (const value of values) {
    const given = give(value);
    if (given !== undefined) return given;
  }
  return undefined;
}
