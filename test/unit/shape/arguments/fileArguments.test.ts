import { describe, expect, test } from 'vitest';
import { buildArguments } from '../../../../generator/emit/build/buildArguments.js';
import { profileNames } from '../../../../generator/model/config.js';
import { profiles } from '../../../../generator/shape/profiles.js';
import { offerPaths } from '../../../../templates/project/src/runtime/request/files.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

/** A document of one operation with a body. */
function documentOf(openapi: string, mediaType: string, media: object, schemas: object = {}): object {
  const post = { requestBody: { required: true, content: { [mediaType]: media } }, responses: {} };
  return { openapi, paths: { '/x': { post } }, components: { schemas } };
}

const binary = { type: 'string', format: 'binary' };
const form = (properties: object, encoding: object = {}) => ({
  schema: { type: 'object', properties },
  encoding,
});

/** Whether the schema is that of a file, or of a list of files. */
function kindOf(schema: unknown): string {
  const {
    properties = {},
    items,
    anyOf,
  } = schema as {
    properties?: object;
    items?: unknown;
    anyOf?: unknown[];
  };
  if (items !== undefined) return `list of ${kindOf(items)}`;
  if (anyOf !== undefined) return anyOf.map(kindOf).join(' or ');
  return 'base64' in properties ? 'file' : 'other';
}

function three(properties: object, encoding?: object, schemas?: object): object {
  return documentOf('3.0.3', 'multipart/form-data', form(properties, encoding), schemas);
}

function later(properties: object, encoding?: object): object {
  return documentOf('3.1.0', 'multipart/form-data', form(properties, encoding));
}

function withHeaders(headers: object, components: object = {}): object {
  return { ...later({ file: binary }, { file: { headers } }), components };
}

describe('a body whose schema is a text', () => {
  const text = { type: 'string' };
  test.each<[string, object, string]>([
    ['application/x-zpl', text, 'text'],
    ['application/zpl', { type: 'string', maxLength: 9 }, 'text'],
    ['application/vnd.shop.label', text, 'text'],
    ['application/vnd.shop.label', { allOf: [{ type: 'string' }] }, 'text'],
    ['application/vnd.shop.label+text', text, 'text'],
    ['application/x-www-form-urlencoded', text, 'text'],
    ['application/javascript', text, 'text'],
    ['application/graphql', text, 'text'],
    ['application/sql', text, 'text'],
    ['application/yaml', text, 'text'],
    ['application/toml', text, 'text'],
    ['application/x-pem-file', text, 'text'],
    ['image/svg+xml', text, 'text'],
    ['application/vnd.shop.label', { type: 'string', format: 'byte' }, 'text'],
    ['application/vnd.shop.label', binary, 'binary'],
    ['application/vnd.shop.label', { type: 'string', format: 'file' }, 'binary'],
    ['application/vnd.shop.label', {}, 'binary'],
    ['application/octet-stream', text, 'binary'],
    ['application/pdf', text, 'binary'],
    ['application/x-tar', text, 'binary'],
    ['application/msword', text, 'binary'],
    ['image/png', text, 'binary'],
  ])('in %s: %j is sent as %s', (mediaType, schema, codec) => {
    const { tool } = shapeDocument(documentOf('3.0.3', mediaType, { schema })).tool('POST /x');
    expect(tool.request.body).toMatchObject({ codec, mediaType });
    expect(kindOf(tool.inputSchema.properties['body'])).toBe(codec === 'text' ? 'other' : 'file');
  });

  test.each(['application/x-ndjson', 'application/jsonl'])('in %s is sent as it is', (mediaType) => {
    const { tool } = shapeDocument(documentOf('3.0.3', mediaType, { schema: text })).tool('POST /x');
    expect(tool.request.body?.codec).toBe('lines');
    expect(tool.inputSchema.properties['body']).toMatchObject({ type: 'string' });
  });
});

describe('a part is given as a file', () => {
  const files = { File: binary, Files: { type: 'array', items: { $ref: '#/components/schemas/File' } } };
  test.each<[string, object, string]>([
    ['format: binary', three({ file: binary }), 'file'],
    ['a list of format: binary', three({ file: { type: 'array', items: binary } }), 'list of file'],
    ['a reference', three({ file: { $ref: '#/components/schemas/File' } }, {}, files), 'file'],
    [
      'a reference with words',
      three({ file: { allOf: [{ $ref: '#/components/schemas/File' }], description: 'd' } }, {}, files),
      'file',
    ],
    [
      'a reference to a list',
      three({ file: { $ref: '#/components/schemas/Files' } }, {}, files),
      'list of file',
    ],
    [
      'one file or several',
      three({ file: { anyOf: [binary, { type: 'array', items: binary }] } }),
      'file or list of file',
    ],
    ['a media type that is not text', later({ file: { contentMediaType: 'image/png' } }), 'file'],
    ['an encoding that is not text', later({ file: {} }, { file: { contentType: 'image/png' } }), 'file'],
    ['base64 within', later({ file: { type: 'string', contentEncoding: 'base64' } }), 'other'],
    ['bytes as they are', later({ file: { type: 'string', contentEncoding: 'binary' } }), 'file'],
    ...['binary', '8bit', '7bit'].map((contentEncoding): [string, object, string] => [
      `a media type that is not text, in ${contentEncoding}`,
      later({ file: { type: 'string', contentEncoding, contentMediaType: 'image/png' } }),
      'file',
    ]),
    ['a text in 7bit', later({ file: { type: 'string', contentEncoding: '7bit' } }), 'other'],
    [
      'nothing that is said of it',
      later({ file: {} }),
      'file or other or other or other or list of file or other or other or other or other',
    ],
    ['a text', later({ file: { type: 'string', contentMediaType: 'text/html' } }), 'other'],
  ])('%s', (_, document, kind) => {
    const { tool, enforced } = shapeDocument(document).tool('POST /x');
    expect(kindOf(enforced.properties['file'])).toBe(kind);
    expect(kindOf(tool.inputSchema.properties['file'])).toBe(kind);
  });

  test.each<[string, object]>([
    ['image/png', { enum: ['image/png'] }],
    ['image/*', { type: 'string', pattern: expect.any(String) }],
    ['application/octet-stream', { type: 'string', pattern: expect.any(String) }],
  ])('a body of the type %s says which types it takes', (mediaType, expected) => {
    const content = { [mediaType]: { schema: { type: 'string', format: 'binary' } } };
    const { enforced } = shapeDocument({ paths: { '/x': { post: { requestBody: { content } } } } }).tool(
      'POST /x',
    );
    expect(enforced.properties['body']).toMatchObject({ properties: { contentType: expected } });
  });

  test.each<[string, object, object | undefined]>([
    [
      'its schema',
      later({ file: { contentMediaType: 'image/png' } }),
      { contentType: 'image/png', file: true },
    ],
    [
      'the schema of its items',
      later({ file: { type: 'array', items: { contentMediaType: 'image/png' } } }),
      { contentType: 'image/png', file: true },
    ],
    [
      'its encoding, before its schema',
      later({ file: { contentMediaType: 'image/png' } }, { file: { contentType: 'image/gif' } }),
      { contentType: 'image/gif', file: true },
    ],
    [
      'the schema of a text',
      later({ file: { contentMediaType: 'text/html' } }),
      { contentType: 'text/html' },
    ],
    ['nobody', later({ file: { type: 'string' } }), undefined],
    ['nobody, without a type', later({ file: {} }), { contentType: 'application/octet-stream', file: true }],
    [
      'nobody, of a text that is encoded',
      later({ file: { type: 'string', contentEncoding: 'base64' } }),
      { contentType: 'application/octet-stream' },
    ],
    [
      'its schema, without a coding',
      later({ file: { contentEncoding: '8bit', contentMediaType: 'image/png' } }),
      { contentType: 'image/png', file: true },
    ],
  ])('of the media type that is said by %s', (_, document, encoding) => {
    const { tool } = shapeDocument(document).tool('POST /x');
    expect(tool.request.body?.encoding?.['file']).toEqual(encoding);
  });

  test('of one of several media types, where the document lists them', () => {
    const document = later({ file: {} }, { file: { contentType: 'image/png, image/tiff' } });
    const { tool, enforced } = shapeDocument(document).tool('POST /x');
    for (const schema of [tool.inputSchema, enforced]) {
      expect(schema.properties['file']).toMatchObject({
        properties: { contentType: { enum: ['image/png', 'image/tiff'] } },
        required: ['base64'],
      });
    }
  });

  test('of any name that has no control characters', () => {
    const { enforced } = shapeDocument(later({ file: binary })).tool('POST /x');
    const { properties } = enforced.properties['file'] as { properties: { filename: { pattern: string } } };
    expect('a "q" \u00fc.tif').toMatch(new RegExp(properties.filename.pattern, 'u'));
    expect('a\nb').not.toMatch(new RegExp(properties.filename.pattern, 'u'));
  });

  test('of a component that holds itself, in the end', () => {
    const Self = { type: 'array', items: { $ref: '#/components/schemas/Self' } };
    const document = three({ file: { $ref: '#/components/schemas/Self' } }, {}, { Self });
    expect(shapeDocument(document).tool('POST /x').enforced.properties['file']).toMatchObject({
      $ref: 'Self',
    });
  });
});

test('the items of a body that is a list are given as files by their place', () => {
  const media = {
    schema: { type: 'array', prefixItems: [{ type: 'object' }], items: {} },
    prefixEncoding: [{ contentType: 'application/json' }],
    itemEncoding: { contentType: 'image/*' },
  };
  const { tool, enforced } = shapeDocument(documentOf('3.2.0', 'multipart/mixed', media)).tool('POST /x');
  expect(enforced.properties['body']).toMatchObject({
    prefixItems: [{ type: 'object' }],
    items: { required: ['base64', 'contentType'] },
  });
  expect(tool.request.body).toEqual({
    mediaType: 'multipart/mixed',
    codec: 'multipart',
    required: true,
    argument: 'body',
    prefixEncoding: [{ contentType: 'application/json' }],
    itemEncoding: { contentType: 'image/*', file: true },
  });
});

test('only parts that are files are marked as such', () => {
  const properties = { note: { type: 'string' }, meta: { type: 'object' }, file: binary };
  const more = { anyOf: [binary, { type: 'array', items: binary }] };
  const document = three({ ...properties, more }, { note: { contentType: 'text/plain' } });
  expect(shapeDocument(document).tool('POST /x').tool.request.body?.encoding).toEqual({
    note: { contentType: 'text/plain' },
    file: { file: true },
    more: { file: true },
  });
});

test('the first items of a list may be files, and no others', () => {
  const media = {
    schema: { type: 'array', prefixItems: [{}, { type: 'string' }], items: { type: 'string' } },
    prefixEncoding: [{ contentType: 'image/png' }],
  };
  const { tool } = shapeDocument(documentOf('3.2.0', 'multipart/mixed', media)).tool('POST /x');
  expect(tool.request.body).toMatchObject({
    prefixEncoding: [{ contentType: 'image/png', file: true }, {}],
  });
  expect(tool.request.body).not.toHaveProperty('itemEncoding');
});

describe('headers of parts', () => {
  test('are sent where the document says their value', () => {
    const headers = {
      'X-One': { schema: { const: 1 } },
      'X-Two': { schema: { enum: ['two'] } },
      'X-Three': { $ref: '#/components/headers/Three' },
      'X-Any': { schema: { type: 'string' } },
      'X-Some': { schema: { enum: ['a', 'b'] } },
      'Content-Type': { schema: { const: 'image/png' } },
    };
    const components = { headers: { Three: { required: true, schema: { enum: ['three'] } } } };
    const shaped = shapeDocument(withHeaders(headers, components));
    expect(shaped.tool('POST /x').tool.request.body?.encoding).toEqual({
      file: { headers: { 'X-One': '1', 'X-Two': 'two', 'X-Three': 'three' }, file: true },
    });
    expect(shaped.diagnostics).toEqual([]);
  });

  test('are told of where they are needed, and their value is not said', () => {
    const { diagnostics } = shapeDocument(withHeaders({ 'X-Any': { required: true, schema: {} } }));
    expect(diagnostics).toMatchObject([
      {
        code: 'odd-document',
        message:
          'A part of the body needs the header "X-Any", whose value the document does not say; it is sent without it.',
        pointer: '#/paths/~1x/post/requestBody/content/multipart~1form-data/encoding/file/headers/X-Any',
      },
    ]);
  });
});

test('the types of arguments show both forms of a file', () => {
  const document = documentOf(
    '3.0.3',
    'multipart/form-data',
    form({ file: binary, more: { type: 'array', items: binary } }),
  );
  for (const profile of profileNames) {
    const { tools } = shapeDocument(document, { profile });
    const code = buildArguments([{ name: 'x', title: '', description: '', tools }]);
    expect(code.match(/base64: string;/g)).toHaveLength(2);
    expect(code.match(/path: string;/g)).toHaveLength(2);
  }
  const json = shapeDocument(documentOf('3.0.3', 'application/json', form({ file: { type: 'string' } })));
  expect(buildArguments([{ name: 'x', title: '', description: '', tools: json.tools }])).not.toContain(
    'path',
  );
});

test.each(profileNames)('paths can be offered in what the profile %s lists', (profile) => {
  const document = documentOf(
    '3.0.3',
    'multipart/form-data',
    form({ file: binary, note: { type: 'string' } }),
  );
  const { inputSchema } = shapeDocument(document, { profile }).tool('POST /x').tool;
  const { allRequired, closed } = profiles[profile];
  const shown = offerPaths(inputSchema, ['/srv']).properties['file'];
  const names = ['path', 'base64', 'filename', 'contentType'];
  expect(Object.keys((shown as { properties: object }).properties)).toEqual(names);
  expect((shown as { required?: string[] }).required).toEqual(allRequired ? names : undefined);
  if (closed) expect(shown).toMatchObject({ additionalProperties: false });
  const type = allRequired ? ['string', 'null'] : 'string';
  expect(shown).toMatchObject({ properties: { path: { type }, base64: { type } } });
});
