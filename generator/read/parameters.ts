import { type ApiParameter, type Place, type Schema, type Style, unsaidStyle } from '../model/api.js';
import { type Document, type JsonObject, joinPointer } from '../model/document.js';
import { readExamples } from './content.js';
import type { Context } from './context.js';
import { defaultStyle, readEncodings, readStyle } from './encodings.js';
import { attempt } from './fault.js';
import { type Found, dereference, followMember, splitPointer } from './resolve.js';
import { asArray, asObject, asText, isTrue, readDescription } from './values.js';

/** Reads the `parameters` of a path item or an operation; equal ones are read once. */
export type ParameterReader = (owner: Found) => ApiParameter[];

/**
 * OpenAPI 3.2, Parameter Object: definitions of header parameters with these names are ignored. So is `Authorization`,
 * later on: where no security scheme is asked for, it is how a document says that one is missing. Swagger 2.0 has no such
 * rule; there, an `Accept` counts, and what a body is sent as is said by `consumes`.
 */
const ignored = new Set(['accept', 'content-type']);

/** Header fields that frame the message or belong to one connection (RFC 9110, 7.6.1; RFC 9112). */
const framing =
  /^(?:content-length|host|connection|transfer-encoding|upgrade|keep-alive|te|trailer|proxy-.*)$/i;

/** Reads parameters as the document lists them, each once (OpenAPI 3.2, Path Item and Operation Object). */
export function readParameters(context: Context): ParameterReader {
  const { root } = context.document;
  const known = new Map<string, ApiParameter | undefined>();

  function readOnce(found: Found): ApiParameter | undefined {
    const text = JSON.stringify(found.value);
    if (!known.has(text)) known.set(text, withoutFraming(readParameter(found, context), context));
    return known.get(text);
  }

  return (owner) => {
    const list = attempt(
      () => followMember(root, owner, 'parameters'),
      (reason) => {
        const what = `"parameters" cannot be read: ${reason}`;
        const done = 'those that the path needs are offered as texts';
        context.report('odd-document', `${owner.pointer}/parameters`, { what, done });
      },
    );
    const byKey = new Map<string, ApiParameter>();
    if (list !== undefined && list.value !== null && !Array.isArray(list.value)) {
      const what = '"parameters" is not a list';
      context.report('odd-document', list.pointer, { what, done: 'what it says is ignored' });
    }
    for (const [index, value] of asArray(list?.value).entries()) {
      const place = { value, pointer: joinPointer(list?.pointer ?? '#', index) };
      const found = attempt(
        () => dereference(root, place),
        (reason) => {
          const name = splitPointer(asText(asObject(value)['$ref']).replace(/^[^#]*/s, ''))?.at(-1) ?? '';
          context.report('parameter-ignored', place.pointer, { name, reason });
        },
      );
      const parameter = found && readOnce(found);
      if (parameter === undefined || isIgnored(parameter, context.document)) continue;
      if (!byKey.has(keyOf(parameter))) byKey.set(keyOf(parameter), parameter);
      else {
        context.report('parameter-ignored', found?.pointer ?? place.pointer, {
          name: parameter.name,
          reason: `the ${parameter.in} has one of this name already`,
        });
      }
    }
    return [...byKey.values()];
  };
}

/** The parameters of an operation: its own take the place of those of its path with the same name and place. */
export function override(ofPath: readonly ApiParameter[], own: readonly ApiParameter[]): ApiParameter[] {
  return [...new Map([...ofPath, ...own].map((parameter) => [keyOf(parameter), parameter])).values()];
}

/** What frames the message is not the caller's to give. */
function withoutFraming(parameter: ApiParameter | undefined, { report }: Context): ApiParameter | undefined {
  if (parameter?.in !== 'header' || !framing.test(parameter.name)) return parameter;
  const { name, pointer } = parameter;
  report('parameter-ignored', pointer, { name, reason: 'this header frames the message' });
  return undefined;
}

function isIgnored(parameter: ApiParameter, { version }: Document): boolean {
  const name = parameter.name.toLowerCase();
  if (name === 'accept' && version.startsWith('2')) return false;
  return parameter.in === 'header' && ignored.has(name);
}

/** Header names are the same in any case (RFC 9110, 5.1). */
function keyOf(parameter: ApiParameter): string {
  return `${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`;
}

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
function readParameter(found: Found, context: Context): ApiParameter | undefined {
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
    ...(saysStyle(node) && { written: true as const }),
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

function saysStyle(node: JsonObject): boolean {
  if (node[unsaidStyle] === true) return false;
  return node['style'] !== undefined || node['explode'] !== undefined;
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
  const { encoding } = readEncodings(media, mediaType, context);
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
