import type { ApiParameter, Place, Style } from '../model/api.js';
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
const exploded: ReadonlySet<Style> = new Set(['form', 'cookie']);

/** One Parameter Object (OpenAPI 3.2, Parameter Object); undefined where it is none, which is reported. */
export function readParameter(found: Found, context: Context): ApiParameter | undefined {
  const node = asObject(found.value);
  const name = asText(node['name']);
  const place = places.find((known) => known === node['in']);
  if (name === '' || place === undefined) {
    context.report('parameter-ignored', found.pointer, {
      name,
      reason: name === '' ? 'it has no name' : `it is "in" ${JSON.stringify(node['in'])}, which is no place`,
    });
    return undefined;
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
  if (content === undefined || mediaType === undefined) return { schema: { type: 'string' } };
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
