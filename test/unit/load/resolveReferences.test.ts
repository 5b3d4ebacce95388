import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchText } from '../../../generator/load/fetchText.js';
import { type ReadFiles, resolveReferences } from '../../../generator/load/references/resolveReferences.js';
import { collector } from '../../../generator/model/diagnostic.js';
import type { JsonObject } from '../../../generator/model/document.js';
import { listen } from './listen.js';
import { loadFrom, loadText } from '../../support/loadText.js';
import { rejectionOf } from '../../support/thrownBy.js';

/** Any part of a document: the tests say what they expect of it. */
type Any = any;

const fixture = (path: string) => fileURLToPath(new URL(`fixtures/${path}`, import.meta.url));
const splitSource = fixture('split/openapi.yaml');

/** Writes files to a folder for the length of a test, and loads the first of them. */
async function loadFiles(files: Record<string, unknown>, options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'mcpwright-load-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return loadFrom(join(folder, Object.keys(files)[0] ?? ''), options);
}

/** A document with one schema. */
const withSchema = (schema: unknown, more = {}) => ({
  openapi: '3.1.0',
  info: {},
  paths: {},
  components: { schemas: { Pet: schema }, ...more },
});

function textOf(diagnostics: { code: string; message: string }[]): string[] {
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

describe('a document in several files', () => {
  test('each file becomes a member of x-files, by its path', async () => {
    const { root } = await loadFrom(splitSource);
    expect(Object.keys(root['x-files'] as JsonObject)).toEqual([
      'parameters/limit.json',
      'paths/all.yaml',
      'paths/pets.yaml',
      'responses/index.yaml',
      'schemas/example.yaml',
      'schemas/owner.yaml',
      'schemas/pet.yaml',
    ]);
  });

  test('references become local ones', async () => {
    const { root } = (await loadFrom(splitSource)) as Any;
    const files = root['x-files'];
    const ok = (operation: Any) => operation.responses['200'].content['application/json'];
    expect(root.paths['/pets']).toEqual({ $ref: '#/x-files/paths~1pets.yaml' });
    expect(root.paths['/pets/{petId}']).toEqual({ $ref: '#/x-files/paths~1all.yaml/~1pets~1{petId}' });
    expect(root.paths['/owners'].get.parameters).toEqual([{ $ref: '#/x-files/parameters~1limit.json' }]);
    expect(root.paths['/owners'].get.responses.default).toEqual({
      $ref: '#/x-files/responses~1index.yaml/Error',
    });
    expect(ok(root.paths['/owners'].get).schema).toEqual({ $ref: '#/x-files/schemas~1owner.yaml' });
    expect(files['paths/pets.yaml'].get.parameters).toEqual([{ $ref: '#/x-files/parameters~1limit.json' }]);
    expect(files['schemas/owner.yaml'].properties.pets.items).toEqual({
      $ref: '#/x-files/schemas~1pet.yaml',
    });
  });

  test('a local reference is to its own file', async () => {
    const { root } = (await loadFrom(splitSource)) as Any;
    const files = root['x-files'];
    expect(files['schemas/pet.yaml'].properties.parent).toEqual({ $ref: '#/x-files/schemas~1pet.yaml' });
    expect(files['schemas/pet.yaml'].properties.tag).toEqual({
      $ref: '#/x-files/schemas~1pet.yaml/$defs/tag',
      description: 'A sibling',
    });
    expect(files['paths/all.yaml']['/pets/{petId}'].get.parameters).toEqual([
      { $ref: '#/x-files/paths~1all.yaml/parameters/petId' },
    ]);
  });

  test('a reference back to the document is local to it', async () => {
    const { root } = (await loadFrom(splitSource)) as Any;
    const body = root['x-files']['paths/pets.yaml'].post.requestBody.content['application/json'];
    expect(body.schema).toEqual({ $ref: '#/components/schemas/Local' });
  });

  test('a mapping of a discriminator is made of references and of names', async () => {
    const { root } = (await loadFrom(splitSource)) as Any;
    expect(root.components.schemas.Animal.discriminator.mapping).toEqual({
      pet: '#/x-files/schemas~1pet.yaml',
      local: 'Local',
    });
  });

  test('files are parsed as the document is: dates are text', async () => {
    const { root } = (await loadFrom(splitSource)) as Any;
    expect(root['x-files']['schemas/pet.yaml'].properties.born.default).toBe('2020-01-01');
  });

  test('what cannot be read stays, and is reported once, where it is first used', async () => {
    const { root, diagnostics } = (await loadFrom(splitSource)) as Any;
    const responses = root.paths['/lost'].get.responses;
    expect(responses['200'].content['application/json'].schema).toEqual({ $ref: 'schemas/gone.yaml' });
    expect(responses['404'].content['application/json'].schema).toEqual({ $ref: 'schemas/gone.yaml#/Other' });
    expect(diagnostics).toMatchObject([
      {
        code: 'unreadable-reference',
        message: 'The reference "schemas/gone.yaml" cannot be read: there is no such file.',
        pointer: '#/paths/~1lost/get/responses/200/content/application~1json/schema',
      },
      {
        code: 'unreadable-reference',
        message:
          'The reference "schemas/pet.yaml#/properties/nope" cannot be read: nothing is at that place of the file.',
        pointer: '#/paths/~1lost/get/responses/500/content/application~1json/schema',
      },
    ]);
  });

  test('examples and extensions hold data: their references are neither followed nor reported', async () => {
    const { root } = (await loadFrom(splitSource)) as Any;
    const owners = root.paths['/owners'].get.responses['200'].content['application/json'];
    expect(owners.example).toEqual({ $ref: 'not/published.yaml' });
    expect(root['x-internal']).toEqual({ $ref: 'not/published.yaml' });
    const { examples } = root['x-files']['paths/pets.yaml'].get.responses['200'].content['application/json'];
    expect(examples.published).toEqual({ $ref: '#/x-files/schemas~1example.yaml' });
    expect(examples.unpublished).toEqual({ $ref: '../schemas/no-example.yaml' });
    expect(root['x-files']['schemas/example.yaml'].value[0].$ref).toBe('data.yaml');
  });

  test('every file can be located', async () => {
    const { locate } = await loadFrom(splitSource);
    expect(locate('#/x-files/schemas~1pet.yaml/properties/born/default')).toEqual({
      file: fixture('split/schemas/pet.yaml'),
      line: 7,
      column: 5,
    });
    expect(locate('#/paths/~1pets')).toEqual({ file: splitSource, line: 6, column: 3 });
    expect(locate('#/paths/~1pets/post/requestBody')).toEqual({
      file: fixture('split/paths/pets.yaml'),
      line: 23,
      column: 3,
    });
    expect(locate('#/x-files/no-such-file/a')?.file).toBe(splitSource);
    expect(locate('no pointer')).toBeUndefined();
  });

  test('the names of files do not depend on how the document was named', async () => {
    const { root, locate } = await loadFrom('test/unit/load/fixtures/split/../split/openapi.yaml');
    expect(root).toEqual((await loadFrom(splitSource)).root);
    expect(locate('#/x-files/paths~1pets.yaml/get')?.file).toBe(
      join('test/unit/load/fixtures/split/paths/pets.yaml'),
    );
  });
});

const keyIn = (name: string) => ({ type: 'apiKey', in: 'header', name });

describe('schemes that are required by their URI', () => {
  const own = { key: keyIn('X-Own') };
  const secured = (security: unknown, more = {}) => ({
    openapi: '3.2.0',
    info: {},
    security,
    paths: { '/a': { get: { security } } },
    components: { securitySchemes: own, ...more },
  });
  const auth = { 'auth.yaml': { components: { securitySchemes: { key: keyIn('X-Other') } } } };

  test('get a name of their own', async () => {
    const uri = 'auth.yaml#/components/securitySchemes/key';
    const { root, diagnostics } = (await loadFiles({
      'openapi.json': secured([{ [uri]: ['read'], key: [] }]),
      ...auth,
    })) as Any;
    expect(diagnostics).toEqual([]);
    expect(root.security).toEqual([{ key2: ['read'], key: [] }]);
    expect(root.paths['/a'].get.security).toEqual([{ key2: ['read'], key: [] }]);
    expect(root.components.securitySchemes).toEqual({ ...own, key2: keyIn('X-Other') });
  });

  test('are those of the document where it names them itself', async () => {
    const names = ['a/b', '#/components/securitySchemes/key'];
    const security = names.map((name) => ({ [name]: [] }));
    const more = { securitySchemes: { ...own, 'a/b': keyIn('X-B') } };
    const { root, diagnostics } = (await loadFiles({ 'openapi.json': secured(security, more) })) as Any;
    expect(diagnostics).toEqual([]);
    expect(root.security).toEqual(security);
  });

  test('are reported where they cannot be read', async () => {
    const uris = ['gone.yaml#/a', 'auth.yaml#/none', 'https://elsewhere.example/a.yaml#/a', '../up.yaml#/a'];
    const { diagnostics } = await loadFiles({
      'openapi.json': secured(uris.map((uri) => ({ [uri]: [] }))),
      ...auth,
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(uris.map(() => 'unreadable-reference'));
    for (const uri of uris) expect(textOf(diagnostics).join()).toContain(uri);
  });
});

describe('references in unusual places', () => {
  const source = fixture('unusual/openapi.yaml');

  test('what they lead to takes their place', async () => {
    const { root } = (await loadFrom(source)) as Any;
    expect(root.info).toEqual({ title: 'Unusual', version: '1' });
    expect(root.servers).toEqual([{ url: 'https://api.example.com' }]);
    expect(root.paths['/pets'].get.operationId).toBe('listPets');
    expect(Object.keys(root.components.schemas).toSorted()).toEqual(['Own', 'Pet', 'Tag']);
    expect(JSON.parse(JSON.stringify(root))).toEqual(root);
  });

  test('references through them find their way', async () => {
    const { root } = (await loadFrom(source)) as Any;
    expect(root.paths['/pets'].get.responses['200'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Pet',
    });
    expect(root.components.schemas.Pet.properties.tag).toEqual({ $ref: '#/components/schemas/Tag' });
  });

  test('one that leads nowhere is reported and stays', async () => {
    const { root, diagnostics, locate } = (await loadFrom(source)) as Any;
    expect(root.paths['/pets'].post).toEqual({ $ref: 'operations.yaml#/gone' });
    expect(textOf(diagnostics)).toEqual([
      'unreadable-reference: The reference "operations.yaml#/gone" cannot be read: nothing is at that place of the file.',
    ]);
    expect(locate(diagnostics[0].pointer)).toEqual({
      file: fixture('unusual/paths.yaml'),
      line: 4,
      column: 3,
    });
  });

  test('they are located where they are written', async () => {
    const { locate } = await loadFrom(source);
    expect(locate('#/paths/~1pets/get/operationId')).toEqual({
      file: fixture('unusual/operations.yaml'),
      line: 2,
      column: 3,
    });
    expect(locate('#/components/schemas/Own')).toMatchObject({ file: source });
    expect(locate('#/components/schemas/Pet')).toEqual({
      file: fixture('unusual/schemas.yaml'),
      line: 1,
      column: 1,
    });
  });

  test('an operation in the document itself', async () => {
    const { root } = (await loadText(
      'openapi: 3.1.0\ninfo: {}\nx-ops: {a: {operationId: a}}\npaths: {/a: {get: {$ref: "#/x-ops/a"}}}',
    )) as Any;
    expect(root.paths['/a'].get).toEqual({ operationId: 'a' });
  });

  const circles = [
    'openapi: 3.1.0\ninfo: {}\npaths: {/a: {get: {$ref: "#/paths/~1a/get"}}}',
    'openapi: 3.1.0\ninfo: {}\npaths: {/a: {get: {$ref: "#/paths/~1a/put"}, put: {$ref: "#/paths/~1a/get"}}}',
  ];
  test.each(circles)('a circle stays: %s', async (text) => {
    const { root } = (await loadText(text)) as Any;
    expect(root.paths['/a'].get.$ref).toMatch(/^#/);
  });

  test('a part that would hold itself stays a reference', async () => {
    const { root, diagnostics } = (await loadText(
      'openapi: 3.1.0\ninfo: {}\npaths: {/a: {get: {requestBody: {content: {a: {$ref: "#/paths/~1a/get/requestBody"}}}}}}',
    )) as Any;
    expect(root.paths['/a'].get.requestBody.content.a).toEqual({ $ref: '#/paths/~1a/get/requestBody' });
    expect(diagnostics).toEqual([]);
  });

  test('parts that double what they hold end in a clear error', async () => {
    const levels = Array.from({ length: 40 }, (_, index) => {
      const next = { $ref: `#/x-media/${index + 1}` };
      return { encoding: { a: { headers: { b: { content: { one: next, two: next } } } } } };
    });
    const document = {
      openapi: '3.1.0',
      info: {},
      paths: { '/a': { post: { requestBody: { content: { a: { $ref: '#/x-media/0' } } } } } },
      'x-media': [...levels, {}],
    };
    const error = await rejectionOf(loadText(JSON.stringify(document)));
    expect(error.message).toMatch(/^standard input holds more than 5,000,000 values\.$/);
  });
});

describe('components that are nothing but a reference', () => {
  const files = {
    'schemas/pet.json': { properties: { parent: { $ref: '#' }, owner: { $ref: 'owner.json' } } },
    'schemas/owner.json': { properties: { pets: { items: { $ref: 'pet.json' } } } },
    'limit.json': { name: 'limit', in: 'query' },
  };
  const pet = {
    properties: {
      parent: { $ref: '#/components/schemas/Pet' },
      owner: { $ref: '#/components/schemas/Owner' },
    },
  };
  const owner = { properties: { pets: { items: { $ref: '#/components/schemas/Pet' } } } };

  test('become components, so that they have one place and one name', async () => {
    const { root, locate } = (await loadFiles({
      'api.json': {
        openapi: '3.1.0',
        info: {},
        paths: { '/a': { get: { parameters: [{ $ref: 'limit.json' }] } } },
        components: {
          schemas: { Pet: { $ref: 'schemas/pet.json' }, Owner: { $ref: 'schemas/owner.json' } },
          parameters: { Limit: { $ref: 'limit.json' } },
        },
      },
      ...files,
    })) as Any;
    expect(root.components).toEqual({
      schemas: { Pet: pet, Owner: owner },
      parameters: { Limit: files['limit.json'] },
    });
    expect(root.paths['/a'].get.parameters).toEqual([{ $ref: '#/components/parameters/Limit' }]);
    expect(locate('#/components/schemas/Owner/properties/pets').file).toMatch(/schemas\/owner\.json$/);
  });

  test('also where all of them are listed in another file', async () => {
    const { root, locate } = (await loadFiles({
      'api.json': {
        openapi: '3.1.0',
        info: {},
        paths: {},
        components: { schemas: { $ref: 'schemas/index.json' } },
      },
      'schemas/index.json': { Pet: { $ref: 'pet.json' }, Owner: { $ref: 'owner.json' } },
      ...files,
    })) as Any;
    expect(root.components.schemas).toEqual({ Pet: pet, Owner: owner });
    expect(locate('#/components/schemas/Owner/properties/pets').file).toMatch(/schemas\/owner\.json$/);
  });

  test('two for one place: the other refers to the first', async () => {
    const { root } = (await loadFiles({
      'api.json': withSchema(
        { $ref: 'a.json' },
        { schemas: { B: { $ref: 'a.json' }, A: { $ref: 'a.json' } } },
      ),
      'a.json': { type: 'string' },
    })) as Any;
    expect(root.components.schemas).toEqual({ A: { type: 'string' }, B: { $ref: '#/components/schemas/A' } });
  });

  test('what stands beside the reference keeps it', async () => {
    const schema = { $ref: 'a.json', description: 'Here' };
    const { root } = (await loadFiles({ 'api.json': withSchema(schema), 'a.json': {} })) as Any;
    expect(root.components.schemas.Pet).toEqual({ $ref: '#/x-files/a.json', description: 'Here' });
  });

  test('a circle stays one', async () => {
    const { root } = (await loadFiles({
      'api.json': withSchema({ $ref: 'a.json' }),
      'a.json': { $ref: '#' },
    })) as Any;
    expect(root.components.schemas.Pet).toEqual({ $ref: '#/components/schemas/Pet' });
  });

  test('definitions of Swagger 2.0', async () => {
    const { root } = (await loadFiles({
      'api.json': {
        swagger: '2.0',
        info: {},
        paths: {},
        definitions: { Pet: { $ref: 'a.json' }, B: { $ref: 'b.json' } },
      },
      'a.json': { properties: { b: { $ref: 'b.json' } } },
      'b.json': {},
    })) as Any;
    expect(root.definitions).toEqual({ Pet: { properties: { b: { $ref: '#/definitions/B' } } }, B: {} });
  });
});

describe('odd references', () => {
  test.each([
    ['a `#` at the end', 'schemas/pet.json#', '#/x-files/schemas~1pet.json'],
    ['another', 'schemas/pet.json#/$defs/a#', '#/x-files/schemas~1pet.json/$defs/a'],
    ['a backslash', String.raw`.\schemas\pet.json`, '#/x-files/schemas~1pet.json'],
    ['a path that goes up and down again', 'schemas/../schemas/pet.json', '#/x-files/schemas~1pet.json'],
    ['percent-encoding', 'schemas/p%65t.json#/%24defs/%61', '#/x-files/schemas~1pet.json/$defs/a'],
    ['percent-encoding gone wrong', 'schemas/pet.json#/$defs/%zz', '#/x-files/schemas~1pet.json/$defs/%25zz'],
    ['an escaped slash', 'schemas/pet.json#/$defs/b~1c~0', '#/x-files/schemas~1pet.json/$defs/b~1c~0'],
    ['an item of a list', 'schemas/pet.json#/allOf/0', '#/x-files/schemas~1pet.json/allOf/0'],
    ['an anchor', 'schemas/pet.json#here', '#/x-files/schemas~1pet.json/$defs/d'],
    ['an odd file name', 'a b%23.json', '#/x-files/a b%23.json'],
    ['a file name with a percent sign', '100%25.json', '#/x-files/100%25.json'],
  ])('%s', async (_name, written, expected) => {
    const { root, diagnostics } = (await loadFiles({
      'api.json': withSchema({ not: { $ref: written } }),
      'schemas/pet.json': {
        allOf: [{ type: 'object' }],
        $defs: { a: {}, 'b/c~': {}, d: { $anchor: 'here' }, '%zz': {} },
      },
      'a b#.json': {},
      '100%.json': {},
    })) as Any;
    expect(diagnostics).toEqual([]);
    expect(root.components.schemas.Pet.not.$ref).toBe(expected);
  });

  test.each([
    '#/components/schemas/Own',
    '#/components/schemas/Own#',
    '#',
    '#/nowhere',
    '#anchor',
    '#/a/%zz',
  ])('a local one stays as it is, and is for those to judge who use it: %s', async ($ref) => {
    const { root, diagnostics } = (await loadFiles({ 'api.json': withSchema({ $ref }) })) as Any;
    expect(root.components.schemas.Pet.$ref).toBe($ref);
    expect(diagnostics).toEqual([]);
    expect(root['x-files']).toBeUndefined();
  });

  test('a schema that names itself by a URL is meant by that URL', async () => {
    const { root, diagnostics } = (await loadFiles({
      'api.json': withSchema(
        { $ref: 'https://example.com/owner' },
        { parameters: { a: { schema: { $id: 'https://example.com/owner' } } } },
      ),
    })) as Any;
    expect(root.components.schemas.Pet.$ref).toBe('https://example.com/owner');
    expect(diagnostics).toEqual([]);
  });

  test('properties called $ref, example and default are properties', async () => {
    const { root } = (await loadFiles({
      'api.json': withSchema({
        properties: { $ref: { type: 'string' }, example: { $ref: 'a.json' }, default: { $ref: 'a.json' } },
        default: { $ref: 'data.json' },
        enum: [{ $ref: 'data.json' }],
        const: { $ref: 'data.json' },
        examples: [{ $ref: 'data.json' }],
        example: { $ref: 'data.json' },
      }),
      'a.json': {},
    })) as Any;
    const { properties, ...data } = root.components.schemas.Pet;
    expect(properties).toEqual({
      $ref: { type: 'string' },
      example: { $ref: '#/x-files/a.json' },
      default: { $ref: '#/x-files/a.json' },
    });
    expect(JSON.stringify(data).match(/"data\.json"/g)).toHaveLength(5);
  });

  test('every place of a schema is looked at', async () => {
    const one = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
    const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
    const maps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
    const $ref = 'a.json';
    const schemas = [
      ...one.map((key) => ({ [key]: { $ref } })),
      ...lists.map((key) => ({ [key]: [{ $ref }] })),
      ...maps.map((key) => ({ [key]: { 'x-a': { $ref } } })),
    ];
    const { root } = (await loadFiles({ 'api.json': withSchema({ allOf: schemas }), 'a.json': {} })) as Any;
    const text = JSON.stringify(root.components);
    expect(text.split('"#/x-files/a.json"')).toHaveLength(schemas.length + 1);
    expect(text).not.toContain('"a.json"');
  });

  test('every place of an operation is looked at', async () => {
    const $ref = 'a.json';
    const content = {
      'a/b': { schema: { $ref }, itemSchema: { $ref }, encoding: { a: { headers: { b: { $ref } } } } },
    };
    const operation = {
      parameters: [{ $ref }, { schema: { $ref } }, { content }],
      requestBody: { content },
      responses: {
        200: { $ref },
        default: { headers: { a: { schema: { $ref } } }, content },
        'x-a': { $ref },
      },
      callbacks: { a: { '{$url}': { post: { requestBody: { $ref } } } } },
    };
    const document = {
      openapi: '3.2.0',
      info: {},
      paths: {
        '/a': { $ref },
        '/b': {
          query: operation,
          additionalOperations: { COPY: { requestBody: { $ref } } },
          parameters: [{ $ref }],
        },
        'x-a': { $ref },
      },
      webhooks: { a: { $ref } },
      components: { mediaTypes: { a: { schema: { $ref } } }, callbacks: { a: { '{$url}': { $ref } } } },
    };
    const { root } = (await loadFiles({ 'api.json': document, 'a.json': {} })) as Any;
    delete root['x-files'];
    const text = JSON.stringify(root);
    expect(text.split('"a.json"')).toHaveLength(2 + 1);
    expect(root.paths['x-a']).toEqual({ $ref });
    expect(root.paths['/b'].query.responses['x-a']).toEqual({ $ref });
    expect(text.split('"#/x-files/a.json"').length - 1).toBe(
      JSON.stringify(document).split('"a.json"').length - 1 - 2,
    );
  });

  test('one object in two places, by a YAML alias', async () => {
    const { root } = (await loadFiles({
      'api.yaml':
        'openapi: 3.1.0\ninfo: {}\npaths:\n  /a: {get: &op {$ref: op.yaml}, put: *op}\n' +
        'components: {schemas: {A: {oneOf: [&s {$ref: s.yaml}, *s]}}}\n',
      'op.yaml': 'operationId: a',
      's.yaml': 'type: string',
    })) as Any;
    expect(root.paths['/a']).toEqual({ get: { operationId: 'a' }, put: { operationId: 'a' } });
    expect(root.components.schemas).toEqual({
      A: { oneOf: [{ $ref: '#/x-files/s.yaml' }, { $ref: '#/x-files/s.yaml' }] },
    });
  });
});

describe('what a reference may not reach', () => {
  test.each([
    ['a file above the folder of the document', '../outside.json', /not below the document's folder/],
    ['a file above it, whether it is there or not', '../missing.json', /not below the document's folder/],
    ['a file of the system', '/etc/passwd', /not below the document's folder/],
    ['the same by a URL', 'file:///etc/passwd', /not below the document's folder/],
    ['a path that climbs in disguise', 'a/%2e%2e/%2e%2e/outside.json', /not below the document's folder/],
    ['a slash in disguise', 'a%2fb.json', /not a valid reference/],
    ['a symbolic link that leads out', 'link.json', /not below the document's folder/],
    ['a folder', 'schemas', /it is a folder/],
    ['a host', 'https://example.com/a.json', /only to hosts that are allowed/],
    ['a private host', 'http://169.254.169.254/latest', /over https only/],
    ['another protocol', 'ftp://example.com/a.json', /over https only/],
    ['nothing at all', 'http://[', /not a valid reference/],
    ['what is too large', 'large.json', /larger than 2000 bytes/],
    [
      'what cannot be parsed',
      'broken.yaml',
      /neither valid JSON nor valid YAML: .* \(.*api\/broken\.yaml:1:4\)/,
    ],
    ['what is nested too deeply', 'deep.json', /nested more than 600 levels deep/],
  ])('%s', async (_name, $ref, reason) => {
    const folder = mkdtempSync(join(tmpdir(), 'mcpwright-load-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'api/schemas'), { recursive: true });
    writeFileSync(join(folder, 'outside.json'), '{"secret": true}');
    symlinkSync('../outside.json', join(folder, 'api/link.json'));
    writeFileSync(join(folder, 'api/large.json'), `{"a": "${'x'.repeat(2_000)}"}`);
    writeFileSync(join(folder, 'api/broken.yaml'), 'a: b: c: d');
    writeFileSync(join(folder, 'api/deep.json'), '['.repeat(700) + ']'.repeat(700));
    writeFileSync(join(folder, 'api/api.json'), JSON.stringify(withSchema({ not: { $ref } })));
    const { root, diagnostics } = (await loadFrom(join(folder, 'api/api.json'), { maxBytes: 2_000 })) as Any;
    expect(root.components.schemas.Pet).toEqual({ not: { $ref } });
    expect(root['x-files']).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: 'unreadable-reference', pointer: '#/components/schemas/Pet/not' },
    ]);
    expect(diagnostics[0].message).toMatch(reason);
  });

  test('files that are too large together', async () => {
    const { root, diagnostics } = (await loadFiles(
      {
        'api.json': withSchema({ allOf: [{ $ref: 'a.json' }, { $ref: 'b.json' }, { $ref: 'c.json' }] }),
        'a.json': { a: 'x'.repeat(400) },
        'b.json': { b: 'x'.repeat(400) },
        'c.json': { c: 'x'.repeat(400) },
      },
      { maxBytes: 1_000 },
    )) as Any;
    expect(Object.keys(root['x-files'])).toEqual(['a.json', 'b.json']);
    expect(textOf(diagnostics)).toEqual([
      'unreadable-reference: The reference "c.json" cannot be read: the files of the document are too large together.',
    ]);
  });

  test('files beside what came from standard input', async () => {
    const { diagnostics } = await loadText(JSON.stringify(withSchema({ $ref: 'package.json' })));
    expect(textOf(diagnostics)).toEqual([
      'unreadable-reference: The reference "package.json" cannot be read: ' +
        'the document came from standard input, so there is no folder to find it in.',
    ]);
  });

  test.each(['127.0.0.1', 'localhost'])('a private host, although it is allowed: %s', async (host) => {
    let asked = false;
    const url = await listen((_, response) => {
      asked = true;
      response.end('{}');
    });
    const $ref = `https://${host}:${new URL(url).port}/pet.json`;
    const { diagnostics } = await loadText(JSON.stringify(withSchema({ $ref })), {
      refs: { folders: [], hosts: [host] },
    });
    expect(textOf(diagnostics)).toEqual([
      `unreadable-reference: The reference "${$ref}" cannot be read: ` +
        `${host === 'localhost' ? host : new URL($ref).host} is an address of a private network, from which nothing is fetched.`,
    ]);
    expect(asked).toBe(false);
  });

  test('from a document that was fetched: neither files nor its own host, if that is not allowed', async () => {
    const refs = ['file:///etc/hostname', 'pet.json', 'https://a.example/pet.json'].map(($ref) => ({ $ref }));
    const url = await listen((_, response) => response.end(JSON.stringify(withSchema({ allOf: refs }))));
    const { diagnostics } = await loadFrom(`${url}/api.json`);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringMatching(/a document that is no file may not refer to files/),
      expect.stringMatching(/over https only/),
      expect.stringMatching(/only to hosts that are allowed/),
    ]);
  });

  test('is told with the line that would allow it, from where the configuration is', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcpwright-load-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'api'));
    mkdirSync(join(folder, 'common/deep'), { recursive: true });
    writeFileSync(join(folder, 'common/deep/pet.json'), '{"type": "object"}');
    const refs = ['../common/deep/pet.json', 'https://a.example:8443/pet.json'].map(($ref) => ({ $ref }));
    writeFileSync(join(folder, 'api/api.json'), JSON.stringify(withSchema({ allOf: refs })));
    const home = join(folder, 'server');
    const hosts = ['b.example'];
    const { diagnostics } = await loadFrom(join(folder, 'api/api.json'), {
      home,
      refs: { folders: [], hosts },
    });
    expect(diagnostics.map(({ message }) => /write (".*?")/.exec(message)?.[1])).toEqual([
      '"refs: { folders: [../common/deep] }"',
      '"refs: { hosts: [b.example, "',
    ]);
    expect(diagnostics[1]?.message).toContain('or pass --ref-host a.example:8443');
    const folders = [join(folder, 'common')];
    const allowed = await loadFrom(join(folder, 'api/api.json'), { home, refs: { folders, hosts: [] } });
    expect(allowed.diagnostics).toHaveLength(1);
    expect(Object.keys(allowed.root['x-files'] ?? {})).toEqual(['../common/deep/pet.json']);
  });

  test('a link that leads out of every folder that is allowed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcpwright-load-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const name of ['api', 'common']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'outside.json'), '{}');
    symlinkSync('../outside.json', join(folder, 'common/link.json'));
    writeFileSync(join(folder, 'api/api.json'), JSON.stringify(withSchema({ $ref: '../common/link.json' })));
    const refs = { folders: [join(folder, 'common')], hosts: [] };
    const { diagnostics } = await loadFrom(join(folder, 'api/api.json'), { refs });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining("it is not below the document's folder"),
    ]);
  });
});

/** Any address is private here, so the reading is done without the guard that `load` sets. */
const readFiles: ReadFiles = async (urls) => {
  const limits = { timeoutMs: 5_000, maxBytes: 10_000 };
  const read = urls.map(async (address) => {
    const { text } = await fetchText(new URL(address), limits);
    return [address, { url: address, value: JSON.parse(text) }] as const;
  });
  return new Map(await Promise.all(read));
};

test('a document over the network', async () => {
  const files: Record<string, unknown> = {
    '/v1/schemas/pet.json': {
      properties: { owner: { $ref: 'owner.json#/$defs/Owner' }, other: { $ref: '/else.json' } },
    },
    '/v1/schemas/owner.json': { $defs: { Owner: { $ref: '../api.json#/components/schemas/Name' } } },
    '/else.json': { type: 'string' },
  };
  const url = await listen((request, response) => response.end(JSON.stringify(files[request.url ?? ''])));
  const root: Any = withSchema({ not: { $ref: 'schemas/pet.json' } });
  root.components.schemas.Name = { type: 'string' };
  const { diagnostics, report } = collector();
  await resolveReferences({ url: `${url}/v1/api.json`, value: root }, () => true, readFiles, report);
  const elsewhere = `${url}/else.json`;
  expect(diagnostics).toEqual([]);
  expect(root.components.schemas.Pet.not.$ref).toBe('#/x-files/schemas~1pet.json');
  expect(root['x-files']).toEqual({
    [elsewhere]: { type: 'string' },
    'schemas/owner.json': { $defs: { Owner: { $ref: '#/components/schemas/Name' } } },
    'schemas/pet.json': {
      properties: {
        owner: { $ref: '#/x-files/schemas~1owner.json/$defs/Owner' },
        other: { $ref: `#/x-files/${elsewhere.replaceAll('/', '~1')}` },
      },
    },
  });
});

test('a document of 1,500 files', async () => {
  const names = Array.from({ length: 1_500 }, (_, index) => `schemas/${index}.json`);
  const files = names.map(
    (name, index) => [name, { not: { $ref: `${(index * 7 + 1) % 1_500}.json` } }] as const,
  );
  const { root, diagnostics } = await loadFiles({
    'api.json': withSchema({ allOf: names.map(($ref) => ({ $ref })) }),
    ...Object.fromEntries(files),
  });
  expect(diagnostics).toEqual([]);
  expect(Object.keys(root['x-files'] as JsonObject)).toEqual(names.toSorted());
});

const asBody = ($ref: string) => ({
  requestBody: { content: { 'application/json': { schema: { $ref } } } },
});

describe('a reference that is close to one of a component', () => {
  const schemas = { Pet: { type: 'string' }, 'My Pet': { type: 'integer' } };
  const parameters = { Page: { name: 'page', in: 'query', schema: {} } };
  const load = (operation: object, more: object = {}) => {
    const components = { schemas, parameters, ...more };
    return loadText(
      JSON.stringify({ openapi: '3.0.3', info: {}, paths: { '/x': { get: operation } }, components }),
    );
  };
  test.each([
    ['Pet', '#/components/schemas/Pet'],
    ['pet', '#/components/schemas/Pet'],
    ['#Pet', '#/components/schemas/Pet'],
    ['#/schemas/Pet', '#/components/schemas/Pet'],
    ['#/definitions/Pet', '#/components/schemas/Pet'],
    ['#/components/schema/Pet', '#/components/schemas/Pet'],
    ['#components/schemas/Pet', '#/components/schemas/Pet'],
    ['components/schemas/Pet', '#/components/schemas/Pet'],
    ['/components/schemas/Pet/', '#/components/schemas/Pet'],
    ['#/definitions/My%20Pet', '#/components/schemas/My Pet'],
  ])('%s is read as %s, and that is told', async (said, meant) => {
    const { root, diagnostics } = await load(asBody(said));
    const found = (root as Any).paths['/x'].get.requestBody.content['application/json'].schema.$ref;
    expect(found).toBe(meant);
    expect(textOf(diagnostics)).toEqual([
      `odd-document: The reference "${said}" leads nowhere; it is read as "${meant}".`,
    ]);
  });

  test.each([
    '#/components/schemas/Dog',
    'Dog',
    'Pet.json',
    './missing/Pet.yaml',
    '#/components/schemas/Pet',
  ])('%s stays as it is', async (said) => {
    const { diagnostics } = await load(asBody(said));
    expect(diagnostics.map(({ code }) => code)).not.toContain('odd-document');
  });

  test('one from the root of its own schema stays as it is', async () => {
    const Own = { $defs: { Pet: { type: 'boolean' } }, properties: { a: { $ref: '#/$defs/Pet' } } };
    const { root, diagnostics } = await load({}, { schemas: { ...schemas, Own } });
    expect((root as Any).components.schemas.Own.properties.a.$ref).toBe('#/$defs/Pet');
    expect(diagnostics).toEqual([]);
  });

  test('only components of its kind are meant', async () => {
    const { root, diagnostics } = await load({ parameters: [{ $ref: 'Page' }, { $ref: '#/Pet' }] });
    const [page, pet] = (root as Any).paths['/x'].get.parameters;
    expect(page.$ref).toBe('#/components/parameters/Page');
    expect(pet.$ref).toBe('#/Pet');
    expect(diagnostics).toHaveLength(1);
  });

  test('one that leads back to itself is no endless work', async () => {
    const { diagnostics } = await load(
      { parameters: [{ $ref: 'Loop' }] },
      { parameters: { Loop: { $ref: 'Loop' } } },
    );
    expect(diagnostics.filter(({ code }) => code === 'odd-document')).toHaveLength(2);
  });
});

describe('parameters that are no list', () => {
  test.each(['3.0.3', '2.0'])('are read by their names in %s', async (version) => {
    const schema = version === '2.0' ? { type: 'integer' } : { schema: { type: 'integer' } };
    const parameters = {
      id: { in: 'path', required: true, ...schema },
      q: { name: 'Q', in: 'query', ...schema },
    };
    const one = { name: 'r', in: 'query', ...schema };
    const paths = { '/x/{id}': { parameters: one, get: { parameters, responses: {} } } };
    const head = version === '2.0' ? { swagger: version } : { openapi: version };
    const { root, diagnostics } = await loadText(JSON.stringify({ ...head, info: {}, paths }));
    const item = (root as Any).paths['/x/{id}'];
    expect(item.get.parameters.map((each: Any) => each.name)).toEqual(['id', 'Q']);
    expect(item.parameters.map((each: Any) => each.name)).toEqual(['r']);
    expect(textOf(diagnostics)).toEqual([
      'odd-document: "parameters" is not a list; it is read as one parameter.',
      'odd-document: "parameters" is not a list; each is read by its name.',
    ]);
  });
});
