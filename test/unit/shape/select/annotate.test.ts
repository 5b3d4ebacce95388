import { expect, test } from 'vitest';
import type { Operation, Schema } from '../../../../generator/model/api.js';
import { annotate } from '../../../../generator/shape/select/annotate.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

test.each([
  ['GET', '', '', 'reads idempotent'],
  ['HEAD', '', '', 'reads idempotent'],
  ['OPTIONS', '', '', 'reads'],
  ['QUERY', '', '', 'reads'],
  ['PUT', 'createPet', '', 'destroys idempotent'],
  ['DELETE', '', 'Get rid of it', 'destroys idempotent'],
  ['PATCH', 'addTag', '', 'destroys'],
  ['TRACE', '', '', 'destroys'],
  ['PURGE', '', '', 'destroys'],
  ['LINK', 'addLink', 'Get it', 'destroys'],
  ['POST', 'createPet', '', ''],
  ['POST', '', 'Creates a pet', ''],
  ['POST', '', 'Queries pets', ''],
  ['POST', '', 'Searches pets', ''],
  ['POST', '', '**Add** a pet', ''],
  ['POST', 'pets_validate', '', 'destroys'],
  ['POST', '', 'Create or replace a pet', 'destroys'],
  ['POST', 'cancelOrder', 'Cancel an order', 'destroys'],
  ['POST', '', '', 'destroys'],
] as const)('%s %s %s', (method, operationId, summary, hints) => {
  expect(annotate({ method, path: '/x', operationId, summary, choice: {} } as unknown as Operation)).toEqual({
    readOnlyHint: hints.includes('reads'),
    destructiveHint: hints.includes('destroys'),
    idempotentHint: hints.includes('idempotent'),
    openWorldHint: true,
  });
});

test.each([
  ['/api/pets/', 'api_pets_create', false],
  ['/pets', 'pets_create', false],
  ['/pets/{id}/cancel/', 'pets_cancel_create', true],
  ['/pets/bulk_delete/', 'pets_bulk_delete_create', true],
  ['/owners/{id}/pets/', 'owners_pets_create', true],
  ['/pets/', 'pets_replace_or_create', true],
  ['/pets/', 'pets_recreate', true],
])('POST %s as %s may destroy: %s', (path, operationId, destroys) => {
  const operation = { method: 'POST', path, operationId, summary: '', choice: {} } as unknown as Operation;
  expect(annotate(operation).destructiveHint).toBe(destroys);
});

const overrides = [
  'X-HTTP-Method-Override',
  'x-http-method-override',
  'X-Method-Override',
  'X-HTTP-Method',
  'x_http_method_override',
  'X-HTTP-Verb-Override',
  'HTTP-Method-Override',
  '_method',
  '_METHOD',
  '$method',
  'X-Method',
  'X-REST-Method',
  'X-Request-Method',
  'X-Override-Method',
  'X-HTTP-Override',
  'HTTP_X_HTTP_METHOD_OVERRIDE',
  'overrideMethod',
  '.method',
  ' _method',
  '_method[]',
];
const method: Schema = { type: 'string' };
const destroys = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

function hintsOf(operation: object, rest: object = {}, verb = 'get', path = '/x'): object {
  const { tools } = shapeDocument({ paths: { [path]: { [verb]: operation } }, ...rest });
  return tools[0]?.tool.annotations ?? {};
}

test.each(overrides)('%s makes an operation that may do anything, wherever it stands', (name) => {
  for (const place of ['header', 'query', 'cookie']) {
    expect(hintsOf({ operationId: 'listPets', parameters: [{ name, in: place, schema: method }] })).toEqual(
      destroys,
    );
  }
  const form = { 'application/x-www-form-urlencoded': { schema: { properties: { [name]: method } } } };
  expect(hintsOf({ operationId: 'createPet', requestBody: { content: form } }, {}, 'post')).toEqual(destroys);
  expect(hintsOf({ operationId: 'listPets', requestBody: { content: form } })).toEqual(destroys);
});

test('it counts in a component, beside any number of fields, and in the path itself', () => {
  const fields = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, method]));
  const schemas = {
    Form: { allOf: [{ $ref: '#/components/schemas/Base' }] },
    Base: { type: 'object', properties: { ...fields, _method: method } },
  };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Form' } } };
  expect(
    hintsOf({ operationId: 'findPets', requestBody: { content } }, { components: { schemas } }, 'query'),
  ).toEqual(destroys);
  expect(hintsOf({ operationId: 'listPets' }, {}, 'get', '/x?_method=DELETE')).toEqual(destroys);
});

test.each([
  { name: 'filter', in: 'query', schema: { type: 'object', properties: { _method: method } } },
  { name: '_method', in: 'query', schema: { type: 'string', enum: [] } },
  { name: 'method', in: 'query', required: true, schema: { const: 'DELETE' } },
  { name: 'http_method', in: 'query', schema: { type: 'string', default: 'put' } },
  { name: 'method', in: 'query', schema: { enum: ['PUT', 'DELETE'] } },
])('a GET with %j may change anything', (parameter) => {
  expect(hintsOf({ parameters: [parameter] })).toEqual(destroys);
});

test('a plain name in the path says a method that writes', () => {
  expect(hintsOf({}, {}, 'get', '/x?method=delete')).toEqual(destroys);
  expect(hintsOf({}, {}, 'get', '/x?method=get')).toMatchObject({ readOnlyHint: true });
});

test.each([
  { name: 'X-HTTP-Method-Override', in: 'header', required: true, schema: { enum: ['GET'] } },
  { name: 'method', in: 'query', schema: { enum: ['GET', 'DELETE'] } },
  { name: 'request_method', in: 'query', schema: method },
  { name: '_method', in: 'query', schema: { const: 'get' } },
  { name: 'method', in: 'query', schema: method },
  { name: 'payment_method', in: 'query', schema: method },
  { name: 'http_method', in: 'query', schema: method },
  { name: 'shipping-method', in: 'query', schema: method },
])('a GET with %j reads', (parameter) => {
  expect(hintsOf({ parameters: [parameter] })).toMatchObject({ readOnlyHint: true, destructiveHint: false });
});

test('a GET that opens a way to something behind the API, or runs a command there, is no read', () => {
  const paths = {
    '/pods/{name}/exec': { get: { operationId: 'runInPod' } },
    '/nodes/{name}/proxy/{path}': { get: { operationId: 'reachNode' } },
    '/streams/{id}': { get: { operationId: 'connect_stream' } },
    '/proxy': { get: { operationId: 'getProxy' } },
    '/pods/{name}/log': { get: { operationId: 'readLog' } },
  };
  const { tools } = shapeDocument({ paths });
  const reads = tools.filter(({ tool }) => tool.annotations.readOnlyHint).map(({ tool }) => tool.name);
  expect(reads.toSorted()).toEqual(['get_proxy', 'read_log']);
  expect(tools.find(({ tool }) => tool.name === 'run_in_pod')?.search).toMatchObject({ act: 'do' });
});

test('what can be carried out by another method is not offered where only reading is', () => {
  const parameters = [{ name: 'X-HTTP-Method-Override', in: 'header', schema: method }];
  const paths = { '/a': { get: {} }, '/b': { get: { parameters } } };
  const { tools } = shapeDocument({ paths });
  expect(tools.map(({ search }) => search.readOnly)).toEqual([true, false]);
});

test.each([
  ['protocol', [false, false, true, false]],
  ['directory', [false, true, true, false]],
] as const)('hints: %s decides whether what only adds may destroy', (hints, expected) => {
  const paths = {
    '/pets': { get: { operationId: 'listPets' }, post: { operationId: 'addPet' } },
    '/pets/{id}': { delete: { operationId: 'deletePet' } },
    '/owners': { post: { operationId: 'addOwner', 'x-mcp': { annotations: { destructiveHint: false } } } },
  };
  const { tools } = shapeDocument({ paths }, { hints });
  const told = ['list_pets', 'add_pet', 'delete_pet', 'add_owner'].map(
    (name) => tools.find(({ tool }) => tool.name === name)?.tool.annotations.destructiveHint,
  );
  expect(told).toEqual(expected);
});
