import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseConfig } from '../../generator/commands/chooseConfig.js';
import { inspect } from '../../generator/inspect.js';
import { type Config, defaults } from '../../generator/model/config.js';
import { collector, InputError } from '../../generator/model/diagnostic.js';
import { read } from '../../generator/read/read.js';
import { select } from '../../generator/shape/select.js';
import { documentOf as documentFrom } from '../read/documentOf.js';

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
      required: false,
      argument: 'body',
      fields: { id: 'id' },
      xml: { root: { ref: 'Pet', name: 'Pet' }, nodes: { Pet: { properties: { id: {} } } } },
    });
    expect((await plan(documentOf(several))).body).not.toHaveProperty('xml');
    const asText = await plan(documentOf(several), { addPet: { mediaType: 'text/plain' } });
    expect(asText.tool.inputSchema.properties).toMatchObject({ body: { type: 'string' } });
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
      'The body of GET /pets cannot be sent as "application/json".',
      'It has no body.',
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
