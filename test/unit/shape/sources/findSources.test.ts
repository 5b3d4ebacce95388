import { expect, test } from 'vitest';
import { findSources } from '../../../../generator/shape/sources/findSources.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

/** An operation in short: what it answers with, what its body needs, what its query needs. */
interface Short {
  id?: string;
  gives?: object;
  body?: Record<string, object>;
  query?: Record<string, object>;
  path?: Record<string, object>;
  links?: object;
}

const json = (schema: object) => ({ 'application/json': { schema } });
const list = (name: string) => ({ type: 'array', items: refer(name) });
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const object = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
});

const declare = (place: string, parameters: Record<string, object>) =>
  Object.entries(parameters).map(([name, schema]) => ({ name, in: place, required: true, schema }));

/** The sources and reasons of every argument of a document of such operations, by operation. */
function sourcesOf(operations: Record<string, Short>, schemas: Record<string, object> = {}) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [key, { id, gives, body, query = {}, path: placed = {}, links }] of Object.entries(operations)) {
    const [method = '', path = ''] = key.split(' ');
    const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
    (paths[path] ??= {})[method.toLowerCase()] = {
      ...(id !== undefined && { operationId: id }),
      parameters: [
        ...declare('path', Object.fromEntries(names.map((name) => [name, placed[name] ?? text]))),
        ...declare('query', query),
      ],
      ...(body && {
        requestBody: {
          required: true,
          content: json({ type: 'object', properties: body, required: Object.keys(body) }),
        },
      }),
      responses: {
        200: { description: 'Fine', ...(gives && { content: json(gives) }), ...(links && { links }) },
      },
    };
  }
  const { api, tools } = shapeDocument({ paths, components: { schemas } });
  const { given, ungiven } = findSources(api, tools);
  const callOf = new Map(
    tools.map(({ tool: { name, request } }) => [name, `${request.method} ${request.path}`]),
  );
  return Object.fromEntries(
    tools.map(({ tool: { name }, search }) => {
      expect(search.sources).toEqual(given.get(name));
      const told = Object.entries(given.get(name) ?? {}).map(([argument, names]) => [
        argument,
        names.map((one) => callOf.get(one)),
      ]);
      return [callOf.get(name), { ...Object.fromEntries(told), ...ungiven.get(name) }];
    }),
  );
}

const pet = { Pet: object('id', 'name'), Repo: object('id', 'name', 'owner') };

test('a placeholder takes what the path above it lists, then what searches, then what makes', () => {
  const found = sourcesOf(
    {
      'GET /pets': { gives: list('Pet') },
      'POST /pets': { id: 'createPet', gives: refer('Pet'), body: { name: text } },
      'GET /pets/search': { gives: list('Pet'), query: { q: text } },
      'GET /pets/{petId}': { gives: refer('Pet') },
      'POST /pets/{petId}/photos': {},
    },
    pet,
  );
  const petId = ['GET /pets', 'GET /pets/search', 'POST /pets'];
  expect(found['GET /pets/{petId}']).toEqual({ petId });
  expect(found['POST /pets/{petId}/photos']).toEqual({ petId });
  expect(found['POST /pets']).toEqual({});
});

test.each<[string, Record<string, Short>, string, Record<string, unknown>]>([
  [
    'a list under another name answers with the same component',
    { 'GET /pet/findByStatus': { gives: list('Pet') }, 'GET /pet/{petId}': { gives: refer('Pet') } },
    'GET /pet/{petId}',
    { petId: ['GET /pet/findByStatus'] },
  ],
  [
    'a list behind its own segment',
    { 'GET /pets/json': { gives: list('Pet') }, 'DELETE /pets/{id}': {} },
    'DELETE /pets/{id}',
    { id: ['GET /pets/json'] },
  ],
  [
    'a list within a wrapper',
    {
      'GET /shop': { gives: { type: 'object', properties: { data: object('pets'), pets: list('Pet') } } },
      'GET /pets/{petId}': { gives: refer('Pet') },
    },
    'GET /pets/{petId}',
    { petId: ['GET /shop'] },
  ],
  [
    'ids in bodies and queries',
    {
      'GET /pets': { gives: list('Pet') },
      'POST /visits': { body: { pet_id: text, note: text } },
      'GET /visits': { query: { petId: text, status: text } },
    },
    'POST /visits',
    { pet_id: ['GET /pets'] },
  ],
  [
    'a thing by its mere name',
    { 'GET /pets': { gives: list('Pet') }, 'POST /visits': { body: { pet: text, amount: text } } },
    'POST /visits',
    { pet: ['GET /pets'] },
  ],
  [
    'a member of the same name',
    {
      'GET /visits': { gives: { type: 'array', items: object('id', 'chip_id') } },
      'GET /chips/{chipId}': { gives: object('state') },
    },
    'GET /chips/{chipId}',
    { chipId: ['GET /visits'] },
  ],
  [
    'who is asked for without a name',
    { 'GET /users/@me': { gives: object('id') }, 'GET /users/{user_id}': { gives: object('id') } },
    'GET /users/{user_id}',
    { user_id: ['GET /users/@me'] },
  ],
  [
    'reading by POST',
    {
      'POST /pets/search': { gives: list('Pet'), body: { text } },
      'DELETE /pets/{pet}': {},
    },
    'DELETE /pets/{pet}',
    { pet: ['POST /pets/search'] },
  ],
  [
    'a search through everything, and no list that has to be given ids',
    {
      'GET /search': {
        id: 'search',
        query: { q: text },
        gives: {
          type: 'object',
          properties: {
            pets: { type: 'object', properties: { items: list('Pet') } },
            repos: { type: 'object', properties: { items: list('Repo') } },
          },
        },
      },
      'GET /pets': { query: { ids: { type: 'array', items: text } }, gives: list('Pet') },
      'GET /pets/{id}': { gives: refer('Pet') },
    },
    'GET /pets/{id}',
    { id: ['GET /search'] },
  ],
  [
    'a name that begins with what it is',
    { 'GET /pets': { gives: list('Pet') }, 'POST /visits': { query: { idPet: text } } },
    'POST /visits',
    { idPet: ['GET /pets'] },
  ],
  [
    'users through those who are members of something',
    {
      'GET /teams/{team}/members/search': {
        id: 'searchMembers',
        query: { query: text },
        gives: { type: 'array', items: { type: 'object', properties: { user: refer('Pet'), since: text } } },
      },
      'GET /users/{user_id}': { gives: refer('Pet') },
    },
    'GET /users/{user_id}',
    { user_id: ['GET /teams/{team}/members/search'] },
  ],
  [
    'of several values for one thing each from what lists such things',
    {
      'GET /notes': { gives: { type: 'array', items: object('id', 'owner') } },
      'GET /repos': { gives: list('Repo') },
      'GET /repos/{owner}/{repo}': { gives: refer('Repo') },
    },
    'GET /repos/{owner}/{repo}',
    { owner: ['GET /repos'], repo: ['GET /repos'] },
  ],
  [
    'what is made and never listed',
    {
      'POST /shops/{shop}/orders': { id: 'placeOrder', gives: object('Id') },
      'GET /orders/{id}': {},
      'GET /shops': { gives: { type: 'array', items: text } },
    },
    'GET /orders/{id}',
    { id: ['POST /shops/{shop}/orders'] },
  ],
])('%s', (_name, operations, call, expected) => {
  expect(sourcesOf(operations, pet)[call]).toEqual(expected);
});

test.each<[string, Record<string, Short>, string, Record<string, unknown>]>([
  [
    'a list of values, a moment and a path are said by the user',
    {
      'GET /pets/{kind}/{day}/{path}': {
        path: { kind: { enum: ['cat', 'dog'] }, day: { type: 'string', format: 'date' } },
        gives: object('kind', 'day', 'path'),
      },
      'GET /kinds': { gives: { type: 'array', items: object('kind', 'day', 'path') } },
    },
    'GET /pets/{kind}/{day}/{path}',
    { kind: 'said-by-user', day: 'said-by-user', path: 'said-by-user' },
  ],
  [
    'the name of what is created is the caller’s',
    {
      'GET /pets': { gives: list('Pet') },
      'PUT /pets/{petName}': { id: 'createPet' },
      'POST /pets': { body: { id: text, pet_id: text } },
    },
    'PUT /pets/{petName}',
    { petName: 'named-by-caller' },
  ],
  [
    'only tools that need the value answer with it',
    { 'GET /pets/{petId}': { gives: refer('Pet') }, 'GET /pets/{petId}/friends': { gives: list('Pet') } },
    'GET /pets/{petId}',
    { petId: 'only-itself' },
  ],
  [
    'nothing answers with it',
    { 'GET /rooms/{roomId}': { gives: object('size') }, 'GET /pets': { gives: list('Pet') } },
    'GET /rooms/{roomId}',
    { roomId: 'no-collection' },
  ],
  [
    'what a collection is added is not among what it lists',
    {
      'GET /teams': { gives: list('Team') },
      'GET /teams/{team}/members': { gives: list('User') },
      'GET /users': { gives: list('User') },
      'GET /users/{user_id}': { gives: refer('User') },
      'PUT /teams/{team}/members/{user_id}': { id: 'addMember' },
    },
    'PUT /teams/{team}/members/{user_id}',
    { team: ['GET /teams'], user_id: ['GET /users'] },
  ],
  [
    'things of the same name that belong elsewhere are others',
    {
      'GET /shop/sessions': { gives: list('Cart') },
      'GET /shop/sessions/{session}': { gives: refer('Cart') },
      'POST /login/sessions': { gives: refer('Login') },
      'GET /login/sessions/{session}': { gives: refer('Login') },
    },
    'GET /login/sessions/{session}',
    { session: ['POST /login/sessions'] },
  ],
])('%s', (_name, operations, call, expected) => {
  const schemas = {
    ...pet,
    Team: object('id'),
    User: object('id', 'name'),
    Cart: object('id', 'items'),
    Login: object('id', 'at'),
  };
  expect(sourcesOf(operations, schemas)[call]).toEqual(expected);
});

test('a link says what gives an argument', () => {
  const links = {
    next: { operationId: 'getNote', parameters: { key: '$response.body#/ticket' } },
    other: { operationId: 'getOther', parameters: { key: '$request.path.id' } },
  };
  const found = sourcesOf({
    'GET /tickets': { gives: object('ticket'), links },
    'GET /notes/{key}': { id: 'getNote' },
    'GET /others/{key}': { id: 'getOther' },
  });
  expect(found['GET /notes/{key}']).toEqual({ key: ['GET /tickets'] });
  expect(found['GET /others/{key}']).toEqual({ key: 'no-collection' });
});

test('an argument may have any name, and a schema may hold itself', () => {
  const Node = { type: 'object', properties: { id: text, parent: refer('Node'), children: list('Node') } };
  const found = sourcesOf(
    { 'GET /nodes': { gives: list('Node') }, 'GET /nodes/{__proto__}': { gives: refer('Node') } },
    { Node },
  );
  expect(Object.entries(found['GET /nodes/{__proto__}'] ?? {})).toHaveLength(1);
});
