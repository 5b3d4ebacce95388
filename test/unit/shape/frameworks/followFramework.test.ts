import { describe, expect, test } from 'vitest';
import { upgradeSwagger2 } from '../../../../generator/load/upgrade/swagger2.js';
import type { Config } from '../../../../generator/model/config.js';
import { compileEnforced, shapeDocument } from '../../../support/shapeDocument.js';

const parameters = [
  { name: 'range', in: 'query', schema: { type: 'object', properties: { from: { type: 'integer' } } } },
  { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
  {
    name: 'ids',
    in: 'query',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'integer' } },
  },
  {
    name: 'open',
    in: 'query',
    description: 'Whether it is open.',
    schema: { type: 'boolean', default: false },
  },
  { name: 'deep', in: 'query', style: 'form', explode: true, schema: { type: 'object' } },
];
const form = {
  content: {
    'application/x-www-form-urlencoded': {
      schema: {
        type: 'object',
        properties: { name: { type: 'string' }, range: { $ref: '#/components/schemas/Range' } },
      },
    },
  },
};
const validation = {
  type: 'object',
  properties: {
    errors: {
      type: 'object',
      description: 'A detailed description of each field that failed validation.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
};

/** An API with operations whose ids and responses are those of a framework. */
function makeDocument({ id = (name: string) => name, title = 'Boats', answer = 'Fine', schema = {} }) {
  const responses = {
    200: { description: answer },
    422: { description: answer, content: { 'application/json': { schema } } },
  };
  return {
    openapi: '3.0.3',
    info: { title, version: '1' },
    components: {
      schemas: { Range: { type: 'object', properties: { from: { type: 'integer' } } } },
    },
    paths: {
      '/boats': {
        get: { operationId: id('list'), parameters, responses },
        post: { operationId: id('add'), requestBody: form, responses },
      },
      '/boats/{id}': {
        put: {
          operationId: id('replace'),
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses,
        },
      },
    },
  };
}

const host = { url: 'https://{defaultHost}', variables: { defaultHost: { default: 'www.example.com' } } };

const documents = {
  NestJS: makeDocument({ id: (name) => `BoatsController_${name}` }),
  Fastify: makeDocument({ answer: 'Default Response' }),
  Laravel: makeDocument({ schema: validation }),
  Rails: { ...makeDocument({ title: 'API V1' }), servers: [host] },
  'API V1': makeDocument({ title: 'API V1' }),
  routes: makeDocument({
    id: (name) => `boats.${name === 'list' ? 'show' : 'update'}`,
    title: 'For Laravel',
  }),
  none: makeDocument({}),
};

/** How things go over the wire, by what is said of them. */
function lookAt(name: keyof typeof documents, config: Partial<Config> = {}) {
  const { tool, diagnostics } = shapeDocument(structuredClone(documents[name]), config);
  const { request, inputSchema } = tool('GET /boats').tool;
  const recipe = Object.fromEntries(
    request.parameters.map(({ argument, name: sent, in: _in, ...rest }) => [argument, { sent, ...rest }]),
  );
  return {
    recipe,
    open: inputSchema.properties['open'],
    form: tool('POST /boats').tool.request.body?.encoding,
    free: tool('PUT /boats/{id}').tool.request.body !== undefined,
    told: diagnostics.filter(({ code }) => code === 'framework-followed').map(({ message }) => message),
  };
}

const asDeclared = {
  range: { sent: 'range' },
  tags: { sent: 'tags' },
  ids: { sent: 'ids', explode: false },
  open: { sent: 'open' },
  deep: { sent: 'deep' },
};
const inBrackets = { sent: 'range', style: 'deepObject' };

describe('requests where a document does not say how they are written', () => {
  test('are as declared where no framework is recognized', () => {
    expect(lookAt('none')).toEqual({
      recipe: asDeclared,
      open: { type: 'boolean', default: false, description: 'Whether it is open.' },
      form: undefined,
      free: false,
      told: [],
    });
  });

  test('of NestJS: objects in brackets, and a body for what replaces an item', () => {
    const { recipe, form: encoding, free, told } = lookAt('NestJS');
    expect(recipe).toEqual({ ...asDeclared, range: inBrackets });
    expect([encoding, free]).toEqual([{ range: { style: 'deepObject', explode: true } }, true]);
    expect(told).toEqual([
      'The document looks like one of NestJS: objects are sent as name[member]=value in queries and forms (2 operations); PUT and PATCH without a body take any JSON object (1 operation). To have it otherwise, see framework: and requests: in mcpwright.yaml.',
    ]);
  });

  test('of Fastify: names of lists are repeated, and in Swagger 2.0 as well, unless it says how', () => {
    const { recipe, free } = lookAt('Fastify');
    expect([recipe, free]).toEqual([asDeclared, false]);
    const list = { in: 'query', type: 'array', items: { type: 'string' } };
    const document = upgradeSwagger2({
      swagger: '2.0',
      host: 'api.example.com',
      info: { title: 'Boats', version: '1' },
      paths: {
        '/boats': {
          get: {
            operationId: 'list',
            parameters: [
              { name: 'ids', ...list },
              { name: 'tags', ...list, collectionFormat: 'csv' },
            ],
            responses: { 200: { description: 'Default Response' } },
          },
        },
      },
    });
    const { tool } = shapeDocument(document);
    expect(tool('GET /boats').tool.request.parameters).toEqual([
      { argument: 'ids', name: 'ids', in: 'query' },
      { argument: 'tags', name: 'tags', in: 'query', explode: false },
    ]);
  });

  test('of Laravel: 1 and 0, and brackets', () => {
    const { recipe, open } = lookAt('Laravel');
    expect(recipe).toEqual({
      ...asDeclared,
      range: inBrackets,
      tags: { sent: 'tags[]' },
    });
    expect(open).toEqual({
      type: 'integer',
      enum: [1, 0],
      default: 0,
      description: 'Whether it is open. 1 is true, 0 is false.',
    });
  });

  test('of Rails: objects in brackets alone', () => {
    expect(lookAt('Rails').recipe).toEqual({ ...asDeclared, range: inBrackets });
  });

  test.each(['API V1', 'routes'] as const)('are as declared where one sign alone is there: %s', (name) => {
    expect(lookAt(name)).toEqual(lookAt('none'));
  });

  test('take null, and no more values than are listed, where they are 1 and 0', () => {
    const flags = {
      maybe: { type: ['boolean', 'null'] },
      only: { type: 'boolean', enum: [true] },
      always: { const: true, type: 'boolean' },
      usual: { $ref: '#/components/schemas/Flag' },
    };
    const { tool } = shapeDocument(
      {
        openapi: '3.1.0',
        info: { title: 'Flags', version: '1' },
        components: { schemas: { Flag: { type: 'boolean', default: true } } },
        paths: {
          '/flags': {
            get: {
              operationId: 'list',
              parameters: Object.entries(flags).map(([name, schema]) => ({ name, in: 'query', schema })),
              responses: {},
            },
          },
        },
      },
      { requests: { booleans: 'digits' } },
    );
    const { properties } = tool('GET /flags').enforced;
    expect(properties).toMatchObject({
      maybe: { type: ['integer', 'null'], enum: [1, 0, null] },
      only: { type: 'integer', enum: [1] },
      always: { type: 'integer', enum: [1] },
      usual: { type: 'integer', enum: [1, 0], default: 1 },
    });
  });

  test('are as the owner says, who can have none followed, or another', () => {
    expect(lookAt('NestJS', { framework: 'none' })).toEqual(lookAt('none'));
    const { recipe, told } = lookAt('none', { framework: 'laravel' });
    expect([recipe['tags'], told.length]).toEqual([{ sent: 'tags[]' }, 1]);
    expect(told[0]).toContain('lists are sent as name[]=value in queries and forms (1 operation)');
    const said = lookAt('NestJS', {
      requests: { objects: 'declared', bodies: 'declared', arrays: 'brackets' },
    });
    expect([said.recipe['range'], said.recipe['tags'], said.free, said.told]).toEqual([
      { sent: 'range' },
      { sent: 'tags[]' },
      false,
      [],
    ]);
  });
});

/** A POST with a bare object in its body, and a cookie; `more` is a schema of an answer. */
function make(title: string, tag: string, more: Record<string, object> = {}, mediaType = 'application/json') {
  return {
    openapi: '3.0.3',
    info: { title, version: '1' },
    components: { schemas: more },
    paths: {
      '/boats': {
        post: {
          operationId: 'add',
          tags: [tag],
          parameters: [{ name: 'seen', in: 'cookie', schema: { type: 'string' } }],
          requestBody: {
            content: {
              'application/json': { schema: { type: 'object', properties: { notes: { type: 'object' } } } },
            },
          },
          responses: {
            200: {
              description: 'Fine',
              content: {
                [mediaType]: {
                  schema: {
                    anyOf: Object.keys(more).map((name) => ({ $ref: `#/components/schemas/${name}` })),
                  },
                },
              },
            },
          },
        },
      },
    },
  };
}

/** What of that POST depends on the framework. */
function look(document: object, config: Partial<Config> = {}) {
  const { server, tool, diagnostics } = shapeDocument(structuredClone(document), config);
  const entry = tool('POST /boats');
  return {
    takesText: compileEnforced(server, entry)({ notes: 'text' }),
    listed: entry.tool.inputSchema.properties['notes'],
    isPlain: entry.tool.request.parameters[0]?.allowReserved === true,
    told: diagnostics.filter(({ code }) => code === 'framework-followed').length,
  };
}

describe('what is recognized by a sign, and what the owner says of it', () => {
  const plain = make('Boats', 'boats');
  const springdoc = make('OpenAPI definition', 'boats');
  const object = { type: 'object', properties: { a: { type: 'string' } } };
  const unchanged = { takesText: false, listed: { type: 'object' }, isPlain: false, told: 0 };
  const anyObject = { ...unchanged, takesText: true, told: 1 };

  test.each([
    ['springdoc by its title', springdoc],
    ['springdoc by its tags', make('Boats', 'boat-controller', {}, '*/*')],
    ['drf-spectacular by its choices', make('Boats', 'boats', { BlankEnum: { enum: [''] } })],
    [
      'drf-spectacular by its lists',
      make('Boats', 'boats', { PaginatedBoatList: object, PatchedBoat: object }),
    ],
  ])('bare objects take any value with %s, and are listed as they are', (_, document) => {
    expect(look(document)).toEqual(anyObject);
  });

  test('a cookie of FastAPI is sent as it is', () => {
    const document = make('Boats', 'boats', { HTTPValidationError: object });
    expect(look(document)).toEqual({ ...unchanged, isPlain: true, told: 1 });
    expect(look(document, { requests: { cookies: 'declared' } })).toEqual(unchanged);
  });

  test('the owner comes before the sign, and needs none', () => {
    expect(look(plain)).toEqual(unchanged);
    expect(look(plain, { requests: { bareObjects: 'any', cookies: 'plain' } })).toEqual({
      ...anyObject,
      isPlain: true,
      told: 0,
    });
    expect(look(springdoc, { requests: { bareObjects: 'declared' } })).toEqual(unchanged);
  });
});

/** What of an operation its look-alikes vary. */
interface Like {
  id?: string;
  tag?: string;
  response?: object;
  status?: string;
  queries?: object[];
  body?: object;
}

/** A document written by hand, with two operations of which each is as one says. */
function writeByHand(title: string, likes: Like[], schemas: Record<string, object> = {}) {
  const methods = ['get', 'post', 'put'];
  const operations = likes.map(({ id, tag, response, status = '200', queries = [], body }, index) => [
    methods[index],
    {
      operationId: id ?? `do${index}`,
      tags: tag === undefined ? [] : [tag],
      parameters: [
        { name: 'filter', in: 'query', schema: { type: 'object', properties: { a: { type: 'string' } } } },
        ...queries,
      ],
      ...(body !== undefined && { requestBody: body }),
      responses: { [status]: { description: 'Fine', ...response } },
    },
  ]);
  return {
    openapi: '3.0.3',
    info: { title, version: '1' },
    paths: { '/files': Object.fromEntries(operations) as object },
    components: { schemas },
  };
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const manyTypes = {
  content: Object.fromEntries(
    ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'].map((type) => [
      type,
      { schema: { type: 'object' } },
    ]),
  ) as object,
};

describe('a document written by hand is none of a framework', () => {
  test.each<[string, object]>([
    [
      'NestJS: a class before the function',
      writeByHand('Files', [{ id: 'Files_list' }, { id: 'Files_add' }]),
    ],
    ['NestJS: one controller of many', writeByHand('Files', [{ id: 'FileController_list' }, {}, {}])],
    [
      'Fastify: one such response',
      writeByHand('Files', [{ response: { description: 'Default Response' } }, {}, {}]),
    ],
    ['Laravel: its name in the title', writeByHand('Laravel Forge API', [{}, {}])],
    ['Laravel: 422', writeByHand('Files', [{ status: '422', response: { description: 'Invalid' } }, {}])],
    ['Rails: the title', writeByHand('API V1', [{}, {}])],
    [
      'API Platform: a component called so',
      writeByHand('Files', [{ response: json({ $ref: '#/components/schemas/jsonldContext' }) }], {
        jsonldContext: { type: 'object' },
      }),
    ],
    ['Strapi: dots in ids', writeByHand('Files', [{ id: 'files.list' }, { id: 'files.update' }])],
    ['Strapi: slashes in ids', writeByHand('Files', [{ id: 'get/file-list' }, { id: 'post/new-file' }])],
    [
      'springdoc: tags of things',
      writeByHand('Files', [{ tag: 'disk-controller' }, { tag: 'disk-controller' }]),
    ],
    ['springdoc: its title and more', writeByHand('OpenAPI definition of files', [{}, {}])],
    [
      'drf-spectacular: a list in pages',
      writeByHand('Files', [{ response: json({ $ref: '#/components/schemas/PaginatedFileList' }) }], {
        PaginatedFileList: { type: 'object' },
      }),
    ],
    [
      'tsoa: words that everybody writes',
      writeByHand('Files', [
        { id: 'GetFiles', response: { description: 'OK' } },
        { id: 'AddFile', status: '201', response: { description: 'Created' } },
      ]),
    ],
    [
      'FastAPI: a fault of validation of another name',
      writeByHand('Files', [{ response: json({ $ref: '#/components/schemas/ValidationError' }) }], {
        ValidationError: { type: 'object' },
      }),
    ],
    ['Elysia: a body in several media types', writeByHand('Files', [{}, { id: 'addFile', body: manyTypes }])],
    [
      'oRPC: one query with reserved characters',
      writeByHand('Files', [
        { queries: [{ name: 'path', in: 'query', allowReserved: true, schema: { type: 'string' } }] },
        {},
      ]),
    ],
  ])('%s', (_name, document) => {
    const { diagnostics } = shapeDocument(structuredClone(document));
    expect(diagnostics.filter(({ code }) => code === 'framework-followed')).toEqual([]);
  });

  test('while that of the framework is', () => {
    const strapi = writeByHand('Files', [{ id: 'get/files' }, { id: 'post/files' }]);
    const { diagnostics } = shapeDocument(strapi);
    expect(diagnostics.filter(({ code }) => code === 'framework-followed')).toHaveLength(1);
  });
});
