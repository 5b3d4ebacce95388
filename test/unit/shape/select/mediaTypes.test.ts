import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseConfig } from '../../../../generator/commands/chooseConfig.js';
import { inspect } from '../../../../generator/inspect.js';
import { type Config, defaults } from '../../../../generator/model/config.js';
import { InputError, collector } from '../../../../generator/model/diagnostic.js';
import { read } from '../../../../generator/read/read.js';
import { select } from '../../../../generator/shape/select/select.js';
import { features } from '../../../../templates/project/src/generated/features.js';
import { writeBody } from '../../../../templates/project/src/runtime/request/buildRequest.js';
import { documentOf as documentFrom } from '../../../support/documentOf.js';
import { layOut } from '../../../support/layOut.js';
import { compileEnforced, shapeDocument } from '../../../support/shapeDocument.js';

const pet = { $ref: '#/components/schemas/Pet' };

/** A document of one operation, whose body has the media types. */
function documentOf(mediaTypes: readonly string[], operation: object = {}): string {
  const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: pet }]));
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/pets': {
        get: { operationId: 'listPets', responses: {} },
        post: { operationId: 'addPet', requestBody: { content }, responses: {}, ...operation },
      },
    },
    components: { schemas: { Pet: { type: 'object', properties: { id: { type: 'integer' } } } } },
  });
}

/** The media type that is sent. */
function choose(text: string, tools: Config['tools'] = {}) {
  const { diagnostics, report } = collector();
  const { api } = select(
    read(documentFrom(JSON.parse(text) as object), report),
    { ...defaults, tools },
    report,
  );
  const { bodies } = api.operations.find(({ operationId }) => operationId === 'addPet')!;
  return { sent: bodies[0]?.mediaType, diagnostics };
}

async function plan(text: string, tools: Config['tools'] = {}) {
  const found = await inspect('-', { ...defaults, tools }, { readStdin: () => Promise.resolve(text) });
  const { tool } = found.server.toolsets.flatMap((toolset) => toolset.tools).at(-1)!;
  return { ...found, body: tool.request.body, tool };
}

const several = ['text/plain', 'application/xml', 'application/json', 'application/x-www-form-urlencoded'];

describe('the media type of a body', () => {
  const ranked = [
    'application/json',
    'application/vnd.shop+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/mixed',
    'application/x-ndjson',
    'application/xml',
    'text/plain',
    'text/csv',
    'application/octet-stream',
    'application/pdf',
  ];
  test.each(ranked.map((best, index) => [best, ranked.slice(index + 1)] as const))(
    'is %s before %j, whatever their order',
    (best, others) => {
      expect(choose(documentOf([best, ...others])).sent).toBe(best);
      expect(choose(documentOf([...others.toReversed(), best])).sent).toBe(best);
    },
  );

  test.each([
    ['application/xml', several, 'application/xml'],
    [' Application/XML ; charset=utf-8', several, 'application/xml'],
    ['text/plain', several, 'text/plain'],
    ['application/json; v=2', ['application/json;v=1', 'application/json;V=2'], 'application/json;V=2'],
    ['application/json', ['application/json;v=1', 'application/json;v=2'], 'application/json;v=1'],
    ['application/json;v=3', ['application/xml', 'application/json;v=1'], 'application/json;v=1'],
  ])('is %j where the user chooses it', (mediaType, declared, sent) => {
    for (const key of ['addPet', 'post /pets']) {
      expect(choose(documentOf(declared), { [key]: { mediaType } })).toEqual({ sent, diagnostics: [] });
    }
    const text = documentOf(declared, { 'x-mcp': { mediaType } });
    expect(choose(text)).toEqual({ sent, diagnostics: [] });
  });

  test('leads to how the body is given', async () => {
    const asXml = await plan(documentOf(several), { addPet: { mediaType: 'application/xml' } });
    expect(asXml.body).toEqual({
      mediaType: 'application/xml',
      codec: 'xml',
      required: false,
      argument: 'body',
      fields: { id: 'id' },
      xml: { root: { ref: 'Pet', name: 'Pet' }, nodes: { Pet: { properties: { id: {} } } } },
    });
    expect((await plan(documentOf(several))).body).not.toHaveProperty('xml');
    const asText = await plan(documentOf(several), { addPet: { mediaType: 'text/plain' } });
    expect(asText.body).toMatchObject({ mediaType: 'text/plain', codec: 'json', fields: { id: 'id' } });
  });

  test('is what the user chooses, whatever the document does', () => {
    const text = documentOf(several, { 'x-mcp': { mediaType: 'application/xml' } });
    expect(choose(text).sent).toBe('application/xml');
    expect(choose(text, { addPet: { mediaType: 'text/plain' } }).sent).toBe('text/plain');
  });

  test('is reported where the document chooses one that it does not declare', () => {
    const { sent, diagnostics } = choose(documentOf(several, { 'x-mcp': { mediaType: 'text/json' } }));
    expect(sent).toBe('application/json');
    expect(diagnostics).toMatchObject([
      {
        code: 'odd-document',
        message: 'The body of POST /pets is not declared as "text/json"; the choice is ignored.',
        pointer: '#/paths/~1pets/post/x-mcp/mediaType',
      },
    ]);
  });

  test.each([
    [
      'addPet',
      'application/jsom',
      'The body of POST /pets cannot be sent as "application/jsom"; did you mean "application/json"?',
      'The document declares application/json, application/x-www-form-urlencoded, application/xml, text/plain.',
    ],
    [
      'GET /pets',
      'application/json',
      'No response of GET /pets is declared as "application/json".',
      'It has no body, and the document declares no media type of its responses.',
    ],
  ])(
    'ends the run where %s does not declare %s, and the place is told',
    async (key, mediaType, message, hint) => {
      const folder = await mkdtemp(join(tmpdir(), 'media-'));
      try {
        const file = join(folder, 'mcpwright.yaml');
        await writeFile(file, `budget: 300\ntools:\n  ${key}:\n    mediaType: ${mediaType}\n`);
        const { config, placeOf } = await chooseConfig({ choices: {}, file, document: '-' });
        const options = { readStdin: () => Promise.resolve(documentOf(several)), placeOf: placeOf! };
        const error: unknown = await inspect('-', config, options).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(InputError);
        expect(error).toMatchObject({ message, hint, location: { file, line: 4 } });
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );
});

/** A structure, as documents describe one. */
const order = {
  type: 'object',
  properties: { id: { type: 'integer' }, note: { type: 'string' } },
  required: ['id'],
};

/** What an operation becomes whose body has one media type. */
function planOne(mediaType: string, schema: object | undefined, more: object = {}) {
  const content = { [mediaType]: schema === undefined ? {} : { schema } };
  const post = { requestBody: { required: true, content }, responses: {}, ...more };
  const shaped = shapeDocument({ paths: { '/orders': { post } } });
  const entry = shaped.tool('POST /orders');
  const judge = compileEnforced(shaped.server, entry);
  return {
    ...shaped,
    entry,
    send: async (body: unknown) => {
      const args = layOut(entry, { body });
      expect(judge(args), JSON.stringify(judge.errors)).toBe(true);
      const { content: sent, contentType } = await writeBody(body, entry.tool.request.body!, features.bodies);
      return { contentType, text: String(sent) };
    },
  };
}

describe('a structure is sent as JSON', () => {
  test.each([
    ['application/json', 'application/json'],
    ['Application/JSON; charset=UTF-8', 'Application/JSON; charset=UTF-8'],
    ['application/json;odata=verbose', 'application/json;odata=verbose'],
    ['application / json', 'application/json'],
    ['text/json', 'text/json'],
    ['text/x-json', 'text/x-json'],
    ['application/x-json', 'application/x-json'],
    ['application/vnd.shop.v3+json', 'application/vnd.shop.v3+json'],
    ['application/vnd.shop.v3.json', 'application/vnd.shop.v3.json'],
    ['application/geojson', 'application/geojson'],
    ['application/json-rpc', 'application/json-rpc'],
    ['applicationjson', 'application/json'],
    ['json', 'application/json'],
    ['application/json, text/plain', 'application/json'],
    ['*/*', 'application/json'],
    ['*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/*+json', 'application/json'],
    ['application/vnd.shop.v3', 'application/vnd.shop.v3'],
    ['application/x.shop.order', 'application/x.shop.order'],
    ['application/octet-stream', 'application/octet-stream'],
    ['text/plain', 'text/plain'],
    ['application/yaml', 'application/yaml'],
    ['text/x-yaml', 'text/x-yaml'],
  ])('under %s', async (mediaType, contentType) => {
    const { entry, send, diagnostics } = planOne(mediaType, order);
    expect(entry.tool.inputSchema.properties).toMatchObject({
      id: { type: 'integer' },
      note: { type: 'string' },
    });
    expect(await send({ id: 1, note: 'n' })).toEqual({ contentType, text: '{"id":1,"note":"n"}' });
    expect(diagnostics).toEqual([]);
  });
});

describe('a structure that its media type cannot hold is named in words, and reported', () => {
  test.each([
    ['text/csv', 'string', 'one text'],
    ['text/html', 'string', 'one text'],
    ['application/graphql', 'string', 'one text'],
    ['application/xml', 'string', 'one text'],
    ['text/xml', 'string', 'one text'],
    ['application/pdf', 'object', 'a file'],
    ['image/png', 'object', 'a file'],
    ['application/x-protobuf', 'object', 'a file'],
  ])('under %s', (mediaType, type, given) => {
    const { entry, diagnostics } = planOne(mediaType, order);
    expect(entry.tool.inputSchema.properties).toMatchObject({ body: { type } });
    expect(JSON.stringify(entry.tool.inputSchema)).toContain('describes it by its members: id, note?');
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      [
        'schema-relaxed',
        `The body is described as a structure, but its media type ${mediaType} says nothing of how to write one; it is given as ${given}, and its members are named in words.`,
      ],
    ]);
  });

  test('and one that holds files is a file under application/octet-stream', () => {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } };
    const { entry, diagnostics } = planOne('application/octet-stream', schema);
    expect(JSON.stringify(entry.tool.inputSchema)).toContain('base64');
    expect(diagnostics).toHaveLength(1);
  });
});

test('a structure that holds itself is named once', () => {
  const Tree = {
    type: 'array',
    items: { anyOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'object', properties: { leaf: {} } }] },
  };
  const content = { 'text/csv': { schema: { $ref: '#/components/schemas/Tree' } } };
  const paths = { '/trees': { post: { requestBody: { content }, responses: {} } } };
  const { tools } = shapeDocument({ paths, components: { schemas: { Tree } } });
  expect(JSON.stringify(tools[0]?.tool.inputSchema)).toContain('by its members: leaf?.');
});

describe('base64 that the schema asks for is sent as such', () => {
  test.each([
    ['application/octet-stream', { type: 'string', format: 'byte' }],
    ['application/pdf', { type: 'string', format: 'base64' }],
    ['image/png', { type: 'string', contentEncoding: 'base64' }],
    ['application/x-custom', { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' }],
  ])('under %s', async (mediaType, schema) => {
    const { entry, send } = planOne(mediaType, schema);
    expect(entry.tool.inputSchema.properties).toMatchObject({ body: { type: 'string' } });
    expect(await send('aGVsbG8=')).toEqual({ contentType: mediaType, text: 'aGVsbG8=' });
  });

  test('and bytes are not', () => {
    const { entry } = planOne('application/octet-stream', { type: 'string', format: 'binary' });
    expect(entry.tool.inputSchema.properties).toMatchObject({ body: { type: 'object' } });
  });
});

test('a form that is one text is sent as it is given', async () => {
  const { send } = planOne('application/x-www-form-urlencoded', { type: 'string' });
  expect(await send('a=1&b=2')).toEqual({
    contentType: 'application/x-www-form-urlencoded',
    text: 'a=1&b=2',
  });
});

test('a form of which nothing is said takes fields of any name', async () => {
  const { send, entry } = planOne('application/x-www-form-urlencoded', undefined);
  expect(entry.tool.inputSchema.properties).toMatchObject({ body: { type: 'object' } });
  expect((await send({ a: 1, b: ['x', 'y'] })).text).toBe('a=1&b=x&b=y');
});

test.each(['*/*', 'application/*', 'image/*'])('bytes under %s are a file', async (mediaType) => {
  const { entry } = planOne(mediaType, { type: 'string', format: 'binary' });
  expect(entry.tool.inputSchema.properties).toMatchObject({ body: { properties: { base64: {} } } });
  const file = { base64: 'aGk=', contentType: 'image/gif' };
  const { content, contentType } = await writeBody(file, entry.tool.request.body!, features.bodies);
  expect([Buffer.from(content as Uint8Array).toString(), contentType]).toEqual(['hi', 'image/gif']);
});

test.each([
  ['application/octet-stream', { type: 'object' }],
  ['application/octet-stream', { type: 'array', items: { type: 'integer' } }],
  ['application/vnd.shop.image', { type: 'object', format: 'file' }],
])('under %s, %j stands for bytes', (mediaType, schema) => {
  const { entry, diagnostics } = planOne(mediaType, schema);
  expect(entry.tool.inputSchema.properties).toMatchObject({ body: { properties: { base64: {} } } });
  expect(diagnostics).toEqual([]);
});

test('lists of files cannot be sent as one body, which is reported', () => {
  const schema = { type: 'array', items: { type: 'string', format: 'binary' } };
  const { entry, diagnostics } = planOne('application/octet-stream', schema);
  expect(entry.tool.inputSchema.properties).toMatchObject({ body: { properties: { base64: {} } } });
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'The body is described as a structure, but its media type application/octet-stream says nothing of how to write one; it is given as a file.',
  ]);
});

test.each([undefined, {}, { type: 'object' }])(
  'a multipart body of which %j is said takes parts of any name',
  async (schema) => {
    const { entry } = planOne('multipart/form-data', schema);
    const listed = JSON.stringify(entry.tool.inputSchema.properties);
    expect(listed).toContain('The parts of the form');
    expect(listed).toContain('base64');
    const body = { note: 'n', files: [{ base64: 'aGk=', filename: 'a.txt' }], meta: { a: 1 } };
    const { content } = await writeBody(body, entry.tool.request.body!, features.bodies);
    const text = Buffer.from(content as Uint8Array).toString();
    expect(text).toContain('name="note"\r\n\r\nn\r\n');
    expect(text).toContain('name="files"; filename="a.txt"');
    expect(text).toContain('name="meta"\r\nContent-Type: application/json\r\n\r\n{"a":1}');
    expect(entry.tool.request.body).toMatchObject({ itemEncoding: { file: true } });
  },
);

test('Content-Encoding is an argument of a body that is given as it is sent, and of no other', () => {
  const header = {
    parameters: [{ name: 'content-encoding', in: 'header', schema: { type: 'string', enum: ['gzip'] } }],
  };
  const namesOf = ({ entry }: ReturnType<typeof planOne>) => Object.keys(entry.tool.inputSchema.properties);
  expect(namesOf(planOne('application/json', order, header))).toEqual(['id', 'note']);
  expect(namesOf(planOne('application/gzip', { type: 'string', format: 'binary' }, header))).toEqual([
    'content-encoding',
    'body',
  ]);
  const bytes = { type: 'string', format: 'binary' };
  const usual = { schema: { type: 'string', default: 'gzip' } };
  for (const more of [{ required: true }, { example: 'gzip' }, usual])
    expect(namesOf(planOne('application/octet-stream', bytes, withCoding(more)))).toContain(
      'Content-Encoding',
    );
  expect(namesOf(planOne('application/octet-stream', bytes, withCoding({})))).toEqual(['body']);
  expect(namesOf(planOne('image/png', bytes, withCoding({})))).toEqual(['body']);
});

test('a page beside JSON costs nothing of what is said of answers', () => {
  const schema = { type: 'object', properties: { id: { type: 'integer' } } };
  const content = { 'text/html': { schema: { type: 'string' } }, 'application/json': { schema } };
  const { entry } = planOne('application/json', order, {
    responses: { 200: { description: 'ok', content } },
  });
  expect(entry.tool.outputSchema?.properties).toHaveProperty('id');
  expect(entry.tool.request.accept).toEqual(['application/json', 'text/html']);
});

test.each([
  ['application/www-form-urlencoded', 'application/x-www-form-urlencoded'],
  ['application/x-www-form-urlencode', 'application/x-www-form-urlencoded'],
  ['Application/X-WWW-Form-Url-Encoded; charset=utf-8', 'application/x-www-form-urlencoded'],
  ['x-www-form-urlencoded', 'application/x-www-form-urlencoded'],
  ['application/form-data', 'multipart/form-data'],
  ['multipart/form', 'multipart/form-data'],
  ['multipart-form-data', 'multipart/form-data'],
])('a form that is called %s is sent as %s, and that is told', (said, meant) => {
  const { entry, diagnostics } = planOne(said, order);
  expect(entry.tool.request.body?.mediaType).toBe(meant);
  expect(entry.tool.inputSchema.properties).toHaveProperty('id');
  const told = diagnostics.find(({ code }) => code === 'odd-document');
  expect(told?.message).toContain(`it is read as ${meant}`);
});

test.each([
  'application/x-www-form-urlencoded; charset=utf-8',
  'multipart/form-data',
  'multipart/mixed',
  'multipart/*',
  'application/vnd.acme.form-data+json',
])('%s is none of these', (said) => {
  expect(planOne(said, order).diagnostics.map(({ code }) => code)).not.toContain('odd-document');
});

/** An operation with the header, of which `more` is said. */
function withCoding(more: object): object {
  return {
    parameters: [{ name: 'Content-Encoding', in: 'header', schema: { type: 'string' }, ...more }],
  };
}
