import type { ApiParameter, Place, Schema, Style } from '../model/api.js';
import type { JsonObject } from '../model/document.js';
import { joinPointer } from '../model/pointer.js';
import { asObject, asText } from './asObject.js';
import { attempt } from './attempt.js';
import type { Context } from './context.js';
import { followMember } from './follow.js';
import { isTrue } from './isTrue.js';
import { readDescription } from './readDescription.js';
import { readEncodings } from './readEncodings.js';
import { readExamples } from './readExamples.js';
import { defaultStyle, readStyle } from './readStyle.js';
import type { Found } from './resolve.js';

const places: readonly Place[] = ['path', 'query', 'header', 'cookie', 'querystring'];
/** Words of a schema that no parameter has. */
const ofSchemas: ReadonlySet<string> = new Set(
  (
    'type format items properties additionalProperties enum const default allOf anyOf oneOf pattern nullable ' +
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems'
  ).split(' '),
);
const exploded: ReadonlySet<Style> = new Set(['form', 'cookie']);

/** One Parameter Object (OpenAPI 3.2, Parameter Object); undefined where it is none, which is reported. */
export function readParameter(found: Found, context: Context): ApiParameter | undefined {
  const node = asObject(found.value);
  const name = asText(node['name']);
  const said = asText(node['in']);
  const place = places.find((known) => known === said.trim().toLowerCase());
  if (name === '' || place === undefined) {
    context.report('parameter-ignored', found.pointer, {
      name,
      reason: name === '' ? 'it has no name' : `it is "in" ${JSON.stringify(node['in'])}, which is no place`,
    });
    return undefined;
  }
  if (place !== said) {
    const what = `The parameter "${name}" is "in" "${said}"`;
    context.report('odd-document', found.pointer, { what, done: `it is read as "${place}"` });
  }
  const value = readValue(found, context);
  const style = pickStyle(node, name, place, found.pointer, context);
  const { explode } = node;
  return {
    name,
    in: place,
    style,
    explode: typeof explode === 'boolean' ? explode : exploded.has(style),
    // Azure's documents say it so, since Swagger 2.0 has no word for it.
    allowReserved: node['allowReserved'] === true || node['x-ms-skip-url-encoding'] === true,
    ...(node['style'] === undefined ? {} : { styled: true as const }),
    ...value,
    required: place === 'path' || isTrue(node['required']),
    deprecated: isTrue(node['deprecated']),
    description: readDescription(node['description'], (what, done) =>
      context.report('odd-document', found.pointer, { what, done }),
    ),
    examples: readExamples(node, context.document.root),
    pointer: found.pointer,
  };
}

function readValue(found: Found, context: Context): Pick<ApiParameter, 'schema' | 'mediaType' | 'encoding'> {
  const { document, schemas } = context;
  const { root } = document;
  const node = asObject(found.value);
  if (node['schema'] !== undefined)
    return { schema: schemas.read(node['schema'], `${found.pointer}/schema`) };
  const content = followMember(root, found, 'content');
  const [mediaType] = Object.keys(asObject(content?.value));
  if (content === undefined || mediaType === undefined) return { schema: readOwnWords(found, context) };
  const place = joinPointer(content.pointer, mediaType);
  const read = attempt(
    () => followMember(root, content, mediaType),
    (reason) => {
      const what = `The media type ${mediaType} cannot be read: ${reason}`;
      context.report('schema-relaxed', place, { what, done: 'any value is accepted' });
    },
  );
  const media = read ?? { value: {}, pointer: place };
  const { schema = {} } = asObject(media.value);
  const encoding = readEncodings(media, mediaType, context);
  return {
    schema: schemas.read(schema, `${media.pointer}/schema`),
    mediaType,
    ...(Object.keys(encoding).length === 0 ? {} : { encoding }),
  };
}

/** Swagger 2.0 had no schema here: those who forget that it has to be one mean what stands beside the name. */
function readOwnWords(found: Found, context: Context): Schema {
  const words = Object.entries(asObject(found.value)).filter(([word]) => ofSchemas.has(word));
  if (words.length === 0) return { type: 'string' };
  context.report('odd-document', found.pointer, {
    what: `The parameter "${asText(asObject(found.value)['name'])}" has no schema, but ${words.map(([word]) => `"${word}"`).join(', ')}`,
    done: 'that is read as its schema',
  });
  return context.schemas.read(Object.fromEntries(words), found.pointer);
}

function pickStyle(node: JsonObject, name: string, place: Place, pointer: string, context: Context): Style {
  const usual = defaultStyle(place);
  const asked = asText(node['style']);
  const style = asked === '' ? usual : readStyle(place, asked);
  if (style !== undefined) return style;
  context.report('odd-document', pointer, {
    what: `The parameter "${name}" has the style "${asked}", which a ${place} parameter cannot have`,
    done: `it is sent in the style "${usual}"`,
  });
  return usual;
}
