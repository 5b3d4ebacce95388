/** The kinds of object that an OpenAPI document is made of. */
type One =
  | 'document'
  | 'components'
  | 'plain'
  | 'paths'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'requestBody'
  | 'responses'
  | 'response'
  | 'mediaType'
  | 'encoding'
  | 'header'
  | 'example'
  | 'link'
  | 'callback'
  | 'securityScheme'
  | 'schema'
  | 'discriminator';

/** One object, a list of them, or a map from names to them. */
export type Kind = One | `${One} map`;

/** Where an object holds other objects. */
interface Shape {
  /** The kind of the members that have one. */
  members: ReadonlyMap<string, Kind>;
  /** The kind of all other members. */
  others?: Kind;
  /** Members that start with `x-` are extensions all the same. */
  extensible?: true;
  /** A Reference Object may stand here (OpenAPI 3.2, Reference Object). */
  referable?: true;
}

/** The members of each kind that an object has. */
type Members = Partial<Record<Kind, string[]>>;

/**
 * The places of a document in which a `$ref` is a reference. Anywhere else, as in examples, defaults and
 * extensions, it is data. One table for versions 2.0 to 3.2, since none gives another meaning to a word of another.
 */
const rows: Record<One, Shape> = {
  document: row({
    plain: ['info', 'servers', 'tags'],
    paths: ['paths'],
    'pathItem map': ['webhooks'],
    components: ['components'],
    // Swagger 2.0
    'schema map': ['definitions'],
    'parameter map': ['parameters'],
    'response map': ['responses'],
    'securityScheme map': ['securityDefinitions'],
  }),
  components: row({
    'schema map': ['schemas'],
    'response map': ['responses'],
    'parameter map': ['parameters'],
    'example map': ['examples'],
    'requestBody map': ['requestBodies'],
    'header map': ['headers'],
    'securityScheme map': ['securitySchemes'],
    'link map': ['links'],
    'callback map': ['callbacks'],
    'pathItem map': ['pathItems'],
    'mediaType map': ['mediaTypes'],
  }),
  plain: row({}),
  paths: { ...row({}), others: 'pathItem', extensible: true },
  pathItem: referable({
    plain: ['servers'],
    parameter: ['parameters'],
    operation: ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'],
    'operation map': ['additionalOperations'],
  }),
  operation: row({
    plain: ['servers'],
    parameter: ['parameters'],
    requestBody: ['requestBody'],
    responses: ['responses'],
    'callback map': ['callbacks'],
  }),
  parameter: referable({
    schema: ['schema', 'items'],
    'mediaType map': ['content'],
    'example map': ['examples'],
  }),
  requestBody: referable({ 'mediaType map': ['content'] }),
  responses: { ...row({}), others: 'response', extensible: true },
  response: referable({
    schema: ['schema'],
    'header map': ['headers'],
    'mediaType map': ['content'],
    'link map': ['links'],
  }),
  mediaType: row({
    schema: ['schema', 'itemSchema'],
    'example map': ['examples'],
    'encoding map': ['encoding'],
    encoding: ['prefixEncoding', 'itemEncoding'],
  }),
  encoding: row({ 'header map': ['headers'] }),
  header: referable({
    schema: ['schema', 'items'],
    'mediaType map': ['content'],
    'example map': ['examples'],
  }),
  example: referable({}),
  link: referable({}),
  callback: { ...referable({}), others: 'pathItem', extensible: true },
  securityScheme: referable({}),
  schema: referable({
    'schema map': words('properties patternProperties dependentSchemas dependencies definitions $defs'),
    schema: words(
      'additionalProperties unevaluatedProperties propertyNames ' +
        'items prefixItems additionalItems unevaluatedItems contains ' +
        'allOf anyOf oneOf not if then else contentSchema',
    ),
    discriminator: ['discriminator'],
  }),
  discriminator: row({}),
};

/** Where each kind of object holds others. */
export const specObjects = new Map<Kind, Shape>(
  (Object.entries(rows) as [One, Shape][]).flatMap(([kind, shape]): [Kind, Shape][] => [
    [kind, shape],
    [`${kind} map`, { ...row({}), others: kind }],
  ]),
);

function row(members: Members): Shape {
  const entries = Object.entries(members) as [Kind, string[]][];
  return { members: new Map(entries.flatMap(([kind, names]) => names.map((name) => [name, kind]))) };
}

function referable(members: Members): Shape {
  return { ...row(members), referable: true };
}

function words(text: string): string[] {
  return text.split(' ');
}
