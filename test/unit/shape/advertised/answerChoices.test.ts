import { describe, expect, test } from 'vitest';
import { inspect } from '../../../../generator/inspect.js';
import { type Config, defaults, profileNames } from '../../../../generator/model/config.js';
import { compileEnforced } from '../../../support/shapeDocument.js';

/** What a document says of one operation, and what its tool does with its answers. */
interface Operation {
  method?: string;
  responses?: object;
  parameters?: object[];
  requestBody?: object;
  [extension: `x-${string}`]: unknown;
}

const json = { description: 'Ok', content: { 'application/json': { schema: { type: 'object' } } } };

/** What becomes of a document with one operation. */
async function shapeOne(
  { method = 'post', ...operation }: Operation,
  config: Partial<Config> = {},
  root: object = {},
) {
  const responses = operation.responses ?? { '200': json };
  const paths = { '/work': { [method]: { operationId: 'doWork', ...operation, responses } } };
  const servers = [{ url: 'https://api.example.com' }];
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    servers,
    paths,
    ...root,
  });
  const given = { readStdin: () => Promise.resolve(text) };
  const { server, diagnostics } = await inspect('-', { ...defaults, ...config }, given);
  const [entry] = server.toolsets.flatMap(({ tools }) => tools);
  if (entry === undefined) throw new Error('there is no tool');
  return { server, diagnostics, entry, tool: entry.tool };
}
const accepted = (...headers: string[]) => ({
  responses: {
    '202': {
      description: 'Accepted',
      headers: Object.fromEntries(headers.map((name) => [name, { schema: { type: 'string' } }])),
    },
  },
});
const choose = (choice: object): Partial<Config> => ({ tools: { doWork: choice } });

describe('what is accepted is followed up', () => {
  test.each<[string, true | undefined, Operation, Partial<Config>?, object?]>([
    ['where a 202 has a Location', true, accepted('Location')],
    ['in any case', true, accepted('retry-after', 'location')],
    ['where it has an Operation-Location', true, accepted('Operation-Location')],
    ['where it has an Azure-AsyncOperation', true, accepted('Azure-AsyncOperation')],
    ['not where it has other headers', undefined, accepted('Retry-After')],
    ['not where it has none', undefined, accepted()],
    [
      'not where a 201 has a Location',
      undefined,
      { responses: { '201': accepted('Location').responses['202'] } },
    ],
    ['where the operation is long-running', true, { 'x-ms-long-running-operation': true }],
    ['not where it is said that it is not', undefined, { 'x-ms-long-running-operation': false }],
    ['where the document chooses it', true, { 'x-mcp': { poll: true } }],
    ['not where it chooses otherwise', undefined, { ...accepted('Location'), 'x-mcp': { poll: false } }],
    ['where the root chooses it', true, {}, {}, { 'x-mcp': { poll: true } }],
    ['where the user chooses it', true, {}, choose({ poll: true })],
    ['not where the user chooses otherwise', undefined, accepted('Location'), choose({ poll: false })],
    ['by the user before the document', true, { 'x-mcp': { poll: false } }, choose({ poll: true })],
  ])('%s', async (_name, expected, operation, config, root) => {
    const { tool } = await shapeOne(operation, config, root);
    expect(tool.request.poll).toBe(expected);
  });

  test('also where the answer is a reference', async () => {
    const components = { responses: { Accepted: accepted('Location').responses['202'] } };
    const responses = { '202': { $ref: '#/components/responses/Accepted' } };
    const { tool } = await shapeOne({ responses }, {}, { components });
    expect(tool.request.poll).toBe(true);
  });
});

describe('parts of answers can be picked out', () => {
  const select = { select: true };

  test.each<[string, true | undefined, Operation, Partial<Config>?, object?]>([
    ['nowhere unless it is chosen', undefined, {}],
    ['where it is chosen', true, {}, select],
    ['not of a tool for which it is not', undefined, {}, { ...select, ...choose({ select: false }) }],
    ['of a tool for which it is', true, {}, choose({ select: true })],
    ['of one for which the document chooses it', true, { 'x-mcp': { select: true } }],
    ['not of one for which it chooses otherwise', undefined, { 'x-mcp': { select: false } }, select],
    ['of none whose answers are no JSON', undefined, { responses: { '204': { description: '' } } }, select],
    [
      'of one that answers in several forms',
      true,
      { responses: { '200': { description: '', content: { 'text/csv': {}, 'application/hal+json': {} } } } },
      select,
    ],
    ['of one of which only the default is described', true, { responses: { default: json } }, select],
    ['not for the sake of its failures', undefined, { responses: { '404': json } }, select],
  ])('%s', async (_name, expected, operation, config, root) => {
    const { tool } = await shapeOne(operation, config, root);
    expect(tool.select).toBe(expected);
    expect(Object.hasOwn(tool.inputSchema.properties, '_select')).toBe(expected === true);
  });

  test('by an argument that says how, comes last, and is bounded', async () => {
    const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer' } }];
    const { entry, tool, server } = await shapeOne({ method: 'get', parameters }, select);
    expect(tool.inputSchema.properties).toEqual({
      limit: { type: 'integer' },
      _select: {
        type: 'string',
        description: 'JMESPath: selects parts of the response, such as items[].{id: id, name: name}',
      },
    });
    expect(Object.keys(tool.inputSchema.properties)).toEqual(['limit', '_select']);
    const check = compileEnforced(server, entry);
    expect(check({ _select: 'a' })).toBe(true);
    expect(check({ _select: 'a'.repeat(1001) })).toBe(false);
    expect(check({ _select: 1 })).toBe(false);
    expect(tool.request.parameters.map(({ name }) => name)).toEqual(['limit']);
    expect(entry.search.terms).not.toContain('select');
    expect(entry.search.arguments).toBe('limit?, _select?');
  });

  test('also where the body is spread, of which it is no part', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const requestBody = { required: true, content: { 'application/json': { schema } } };
    const { request, inputSchema } = (await shapeOne({ requestBody }, select)).tool;
    expect(request.body?.fields).toEqual({ name: 'name' });
    expect(Object.keys(inputSchema.properties)).toEqual(['name', '_select']);
    expect(inputSchema['required']).toEqual(['name']);
  });

  test.each(profileNames)('for clients of the profile %s', async (profile) => {
    const { tool, entry } = await shapeOne({}, { ...select, profile });
    const { entry: plain } = await shapeOne({}, { profile });
    const { _select: advertised } = tool.inputSchema.properties;
    expect(JSON.stringify(advertised)).toContain('JMESPath');
    expect(entry.enforced['required']).toBeUndefined();
    expect(entry.cost.tokens).toBeLessThan(plain.cost.tokens + 60);
  });

  test('within the budget, at the expense of its words', async () => {
    const { tool } = await shapeOne({}, { ...select, budget: 50 });
    expect(tool.inputSchema.properties).toEqual({ _select: { type: 'string' } });
  });

  test.each([
    ['parameter', { parameters: [{ name: '_select', in: 'query', schema: { type: 'string' } }] }],
    [
      'field of the body',
      {
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object', properties: { _select: { type: 'string' } } } },
          },
        },
      },
    ],
  ])('not where a %s has that name, which is told', async (_name, operation) => {
    const { tool, diagnostics } = await shapeOne(operation, select);
    expect(tool.select).toBeUndefined();
    expect(diagnostics.map(({ message, pointer }) => `${pointer} ${message}`)).toContain(
      '#/paths/~1work/post The operation has a parameter or field "_select"; its tool has no argument that selects parts of the response.',
    );
  });
});
