import { InputError } from '../../model/diagnostic.js';
import type { Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/document.js';

interface Kind<T> {
  is: (found: T) => boolean;
  name: string;
  hint: string;
}

const convert = (tool: string) => `Convert it to OpenAPI first, for instance with ${tool}.`;

/** What people pass by mistake, told by its text. */
const texts: Kind<string>[] = [
  {
    is: (text) => text.trim() === '',
    name: 'empty',
    hint: 'Pass an OpenAPI document, in JSON or YAML.',
  },
  {
    is: (text) => text.includes('\0'),
    name: 'not a text file',
    hint: 'Pass an OpenAPI document, in JSON or YAML. If this is an archive, unpack it first.',
  },
  {
    is: (text) => /^\s*<(!doctype\s+html|html|head|body)/i.test(text),
    name: 'an HTML page',
    hint: 'Pass the address of the document itself; a documentation page often links it as openapi.json or swagger.json.',
  },
  {
    is: (text) => /^\s*</.test(text),
    name: 'XML',
    hint: 'Pass an OpenAPI document, in JSON or YAML. WSDL and WADL are not supported.',
  },
  {
    is: (text) => text.startsWith('#%RAML'),
    name: 'a RAML document',
    hint: convert('webapi-parser'),
  },
];

/** The same, told by its members. */
const objects: Kind<JsonObject>[] = [
  {
    is: ({ swaggerVersion }) => swaggerVersion !== undefined,
    name: 'a Swagger 1.x document',
    hint: convert('api-spec-converter'),
  },
  {
    is: ({ asyncapi }) => asyncapi !== undefined,
    name: 'an AsyncAPI document',
    hint: 'Pass an OpenAPI one.',
  },
  {
    is: ({ arazzo }) => arazzo !== undefined,
    name: 'an Arazzo description',
    hint: 'Pass the OpenAPI document that it names under sourceDescriptions.',
  },
  {
    is: ({ overlay }) => overlay !== undefined,
    name: 'an OpenAPI overlay',
    hint: 'Pass the document that it extends.',
  },
  { is: isPostman, name: 'a Postman collection', hint: convert('postman-to-openapi') },
  {
    is: ({ _type, resources }) => _type === 'export' && Array.isArray(resources),
    name: 'an Insomnia export',
    hint: convert('Insomnia itself: export the design document'),
  },
  {
    is: ({ log }) => isObject(log) && Array.isArray(log['entries']),
    name: 'a HAR recording',
    hint: convert('har-to-openapi'),
  },
  {
    is: ({ kind }) => typeof kind === 'string' && kind.startsWith('discovery#'),
    name: 'a Google API discovery document',
    hint: convert('google-discovery-to-swagger'),
  },
  {
    is: ({ __schema, data }) => __schema !== undefined || (isObject(data) && data['__schema'] !== undefined),
    name: 'a GraphQL schema',
    hint: 'mcpwright reads OpenAPI only.',
  },
];

/**
 * Refuses a text that cannot be an OpenAPI document, before it is parsed.
 *
 * @throws InputError that names what it is instead.
 */
export function refuseOther(text: string, source: string): void {
  refuseKinds(texts, text, source);
}

/**
 * Refuses a value that is no OpenAPI document.
 *
 * @throws InputError that names what it is instead.
 */
export function refuseOtherValue(value: Json, source: string): asserts value is JsonObject {
  if (!isObject(value)) {
    throw new InputError(
      `${source} is not an OpenAPI document: it holds ${describeKind(value)} where an object should be.`,
      'Pass an OpenAPI document, in JSON or YAML.',
    );
  }
  refuseKinds(objects, value, source);
  if (['openapi', 'swagger', 'paths'].some((key) => Object.hasOwn(value, key))) return;
  throw new InputError(
    `${source} is not an OpenAPI document: it has neither "openapi" nor "swagger" nor "paths" at its top.`,
    'If it is a part of a document in several files, pass the main file.',
  );
}

function refuseKinds<T>(kinds: readonly Kind<T>[], found: T, source: string): void {
  const kind = kinds.find(({ is }) => is(found));
  if (kind !== undefined) {
    throw new InputError(`${source} is ${kind.name}, not an OpenAPI document.`, kind.hint);
  }
}

function isPostman({ info, item, collection }: JsonObject): boolean {
  const document = isObject(collection) ? collection : { info, item };
  return Array.isArray(document['item']) && isObject(document['info']) && !('paths' in document);
}

function describeKind(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  return value === null ? 'nothing' : `only ${typeof value === 'string' ? 'text' : `a ${typeof value}`}`;
}
