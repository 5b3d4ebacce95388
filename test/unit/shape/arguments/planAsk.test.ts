import { describe, expect, test } from 'vitest';
import { type Config, defaults } from '../../../../generator/model/config.js';
import { collector } from '../../../../generator/model/diagnostic.js';
import { features } from '../../../../generator/emit/features.js';
import { parseRule } from '../../../../generator/load/config/parseRule.js';
import { read } from '../../../../generator/read/read.js';
import { check } from '../../../../generator/shape/check/check.js';
import { select } from '../../../../generator/shape/select/select.js';
import { shape } from '../../../../generator/shape/shape.js';
import { countTokens } from '../../../support/countTokens.js';
import { documentOf } from '../../../support/documentOf.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

const responses = { 204: { description: 'Done' } };

/** A document with one operation that takes these fields. */
function documentWith(choice: object, properties: Record<string, object>, required: string[] = []) {
  const schema = { type: 'object', properties, required };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { post: { operationId: 'closePet', requestBody, responses, 'x-mcp': choice } } },
    components: { schemas: { Kind: { type: 'string', enum: ['a', 'b'] } } },
  };
}

const shapePet = (choice: object, properties: Record<string, object>, required: string[] = []) =>
  shapeDocument(documentWith(choice, properties, required));
const toolOf = (...given: Parameters<typeof shapePet>) => shapePet(...given).tool('POST /pets');

/** Shapes a document as a whole, from what is selected to what clients take. */
function shapeByConfig(document: object, config: Config) {
  const servers = [{ url: 'https://api.example.com' }];
  const api = read(documentOf({ ...document, servers }), collector().report);
  return shape(api, config, { countTokens });
}

const byConfig = (ask: string[], properties: Record<string, object>) =>
  shapeByConfig(documentWith({}, properties), { ...defaults, tools: { closePet: { ask } } });

const of = (operationId: string, choice?: object) => ({
  operationId,
  responses,
  ...(choice && { 'x-mcp': choice }),
});

describe('asking the user', () => {
  test('for consent is said of the tool, with what is done for clients that cannot ask', () => {
    const name = { name: { type: 'string' } };
    expect(toolOf({ confirm: true }, name).tool.consent).toEqual({ confirm: true, otherwise: 'refuse' });
    expect(toolOf({ confirm: { otherwise: 'allow' } }, name).tool.consent).toEqual({
      confirm: true,
      otherwise: 'allow',
    });
    expect(toolOf({ confirm: false }, name).tool.consent).toBeUndefined();
    expect(toolOf({}, name).tool.consent).toBeUndefined();
  });

  test('for arguments leaves them out of what tools are found by, unless calls are let through', () => {
    const fields = { name: { type: 'string' }, reason: { type: 'string' } };
    const hidden = toolOf({ ask: ['reason'] }, fields, ['reason']).search;
    expect(hidden).toMatchObject({ arguments: 'name?' });
    expect(hidden.terms).not.toContain('reason');
    const choice = { ask: ['reason'], confirm: { enabled: false, otherwise: 'allow' } };
    const shown = toolOf(choice, fields, ['reason']).search;
    expect(shown.arguments).toContain('reason');
    expect(shown.terms).toContain('reason');
  });

  test('for arguments makes a form of their schemas, of which models see nothing', () => {
    const { tool, enforced } = toolOf(
      { ask: ['reason', 'kind', 'days', 'price', 'loud', 'tags', 'mail'] },
      {
        name: { type: 'string' },
        reason: { type: 'string', description: 'Why it is closed', minLength: 3, pattern: '^[a-z]+$' },
        kind: { $ref: '#/components/schemas/Kind' },
        days: { type: 'integer', minimum: 1, maximum: 9, multipleOf: 2 },
        price: { type: ['number', 'null'] },
        loud: { type: 'boolean' },
        tags: { type: 'array', items: { enum: ['x', 'y'] }, maxItems: 2 },
        mail: { type: 'string', format: 'email' },
      },
      ['name', 'reason'],
    );
    expect(tool.consent).toEqual({
      ask: {
        reason: { type: 'string', title: 'reason', description: 'Why it is closed', minLength: 3 },
        kind: { type: 'string', title: 'kind', enum: ['a', 'b'] },
        days: { type: 'integer', title: 'days', minimum: 1, maximum: 9 },
        price: { type: 'number', title: 'price' },
        loud: { type: 'boolean', title: 'loud' },
        tags: { type: 'array', title: 'tags', items: { type: 'string', enum: ['x', 'y'] }, maxItems: 2 },
        mail: { type: 'string', title: 'mail', format: 'email' },
      },
      required: ['reason'],
      otherwise: 'refuse',
    });
    expect(Object.keys(tool.inputSchema.properties)).toEqual(['name']);
    expect(tool.inputSchema['required']).toEqual(['name']);
    expect(enforced['required']).toEqual(['name', 'reason']);
    expect(enforced.properties).toHaveProperty('reason');
  });

  test.each([
    ['a part of a body', ['reason']],
    ['all of a body', ['name', 'reason']],
  ])('for arguments leaves the tool in the list: %s', async (_what, ask) => {
    const text = { type: 'string' };
    const { server, report, diagnostics } = {
      ...shapePet({ ask }, { name: text, reason: text }, ['reason']),
      ...collector(),
    };
    const checked = await check(server, defaults, report);
    expect(checked.toolsets.flatMap(({ tools }) => tools.map(({ tool }) => tool.name))).toEqual([
      'close_pet',
    ]);
    expect(diagnostics).toEqual([]);
  });

  test('leaves arguments to models as well where calls are let through', () => {
    const choice = { ask: ['reason'], confirm: { enabled: false, otherwise: 'allow' } };
    const { tool } = toolOf(choice, { reason: { type: 'string' } }, ['reason']);
    expect(tool.consent).toMatchObject({ required: ['reason'], otherwise: 'allow' });
    expect(tool.consent?.confirm).toBeUndefined();
    expect(tool.inputSchema['required'] ?? []).toEqual([]);
    expect(JSON.stringify(tool.inputSchema)).toContain('The user is asked for it: leave it out.');
  });

  test.each<[string, object]>([
    ['pin', { type: 'string' }],
    ['adminPassword', { type: 'string' }],
    ['secret_answer', { type: 'string' }],
    ['accessToken', { type: 'string' }],
    ['api_key', { type: 'string' }],
    ['word', { type: 'string', format: 'password' }],
  ])('for a secret is refused: %s', async (name, schema) => {
    await expect(byConfig([name], { [name]: schema })).rejects.toThrow(
      `The user cannot be asked for the argument "${name}" of POST /pets: it is a secret.`,
    );
  });

  test.each<[string, object]>([
    ['an object', { type: 'object' }],
    ['a list of texts', { type: 'array', items: { type: 'string' } }],
    ['a choice of types', { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    ['anything', {}],
  ])('for what no form can hold is refused: %s', async (_what, schema) => {
    await expect(byConfig(['data'], { data: schema })).rejects.toThrow('a form cannot hold it');
  });

  test('for an argument that there is not is refused with the one that may be meant', async () => {
    await expect(byConfig(['reasn'], { reason: { type: 'string' } })).rejects.toThrow(
      'there is none; did you mean "reason"?',
    );
  });

  test.each<[string, string, object, string]>([
    ['an object', 'data', { type: 'object' }, 'a form cannot hold it'],
    ['a secret', 'pin', { type: 'string' }, 'it is a secret'],
    ['one that there is not', 'reason', { type: 'string' }, 'there is none; did you mean "reason"?'],
  ])('as the document has it costs that tool alone: %s', async (_what, name, schema, why) => {
    const asked = name === 'reason' ? 'reasn' : name;
    const document = documentWith({ ask: [asked] }, { [name]: schema });
    const others = { ...document.paths, '/cats': { get: of('listCats') } };
    const { server, diagnostics } = await shapeByConfig({ ...document, paths: others }, defaults);
    expect(server.toolsets.flatMap(({ tools }) => tools.map(({ tool }) => tool.name))).toEqual(['list_cats']);
    expect(diagnostics).toMatchObject([
      {
        code: 'tool-quarantined',
        pointer: '#/paths/~1pets/post',
        message: `The tool "close_pet" failed its check and is left out: as "x-mcp" has it, the user cannot be asked for the argument "${asked}" of POST /pets: ${why}. The other tools are not affected.`,
      },
    ]);
  });

  test.each([{ confirm: 'yes' }, { confirm: { otherwise: 'maybe' } }, { ask: [5] }])(
    'in a form that is not known is reported, and ignored: %j',
    (choice) => {
      const { diagnostics, tools } = shapePet(choice, { name: { type: 'string' } });
      expect(diagnostics.map(({ message }) => message).join()).toContain('it is ignored');
      expect(tools[0]?.tool.consent).toBeUndefined();
    },
  );

  test('by rules is for all operations that they match, but for what is said of one alone', () => {
    const { diagnostics, report } = collector();
    const paths = {
      '/pets': { get: of('listPets'), post: of('createPet') },
      '/pets/all': {
        delete: of('clear', { confirm: false }),
        put: of('replace', { confirm: { otherwise: 'refuse' } }),
      },
      '/pets/some': { delete: of('remove') },
    };
    const api = read(documentOf({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths }), report);
    const confirm = { for: [parseRule('destructive')], otherwise: 'allow' as const };
    const chosen = select(api, { ...defaults, confirm }, report).api.operations;
    expect(
      Object.fromEntries(chosen.map(({ operationId, choice }) => [operationId, choice.confirm])),
    ).toEqual({
      listPets: undefined,
      createPet: undefined,
      clear: { enabled: false, otherwise: 'allow' },
      replace: { enabled: true, otherwise: 'refuse' },
      remove: { enabled: true, otherwise: 'allow' },
    });
    expect(diagnostics).toEqual([]);
  });

  test('is a part of the runtime that is emitted where a tool needs it', () => {
    const feature = features.find(({ name: [member] }) => member === 'consent');
    const name = { name: { type: 'string' } };
    expect(feature?.isNeeded(shapePet({ confirm: true }, name).server)).toBe(true);
    expect(feature?.isNeeded(shapePet({}, name).server)).toBe(false);
  });
});

test('a mistake under ask is told with its place in the configuration', async () => {
  const text = { type: 'string' };
  const fields = { name: text, password: text, list: { type: 'object' } };
  for (const [ask, pointer] of [
    [['nam'], 'config#/tools/closePet/ask/0'],
    [['name', 'password'], 'config#/tools/closePet/ask/1'],
    [['list'], 'config#/tools/closePet/ask/0'],
  ] as const) {
    const error: unknown = await byConfig([...ask], fields).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'InputError', pointer });
  }
});
