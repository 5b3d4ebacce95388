import { describe, expect, test } from 'vitest';
import { compareServers } from '../../../generator/compare/compareServers.js';
import { takeSnapshot } from '../../../generator/compare/takeSnapshot.js';
import { type ServerChange, changeKinds } from '../../../generator/model/comparison.js';
import type { NameLock } from '../../../generator/model/names.js';
import { shapeDocument } from '../../support/shapeDocument.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ 200: { description: 'Fine', ...json(schema) } });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const scopes = { read: 'Read', write: 'Write', admin: 'Administer' };

/** A house that lends boats: three operations return a Boat, two of them a list. */
const base = {
  openapi: '3.1.0',
  info: { title: 'Boats', version: '1' },
  servers: [{ url: 'https://api.boats.example' }],
  security: [{ login: ['read'] }],
  paths: {
    '/boats': {
      get: {
        operationId: 'listBoats',
        tags: ['boats'],
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
          { name: 'kind', in: 'query', schema: { type: 'string', enum: ['sail', 'row', 'motor'] } },
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        ],
        responses: ok({ type: 'array', items: ref('Boat') }),
      },
      post: {
        operationId: 'addBoat',
        tags: ['boats'],
        requestBody: { required: true, ...json(ref('NewBoat')) },
        responses: { 201: { description: 'Added', ...json(ref('Boat')) } },
        security: [{ login: ['write'] }],
      },
    },
    '/boats/{id}': {
      get: { operationId: 'getBoat', tags: ['boats'], parameters: [id], responses: ok(ref('Boat')) },
      delete: {
        operationId: 'scrapBoat',
        tags: ['boats'],
        parameters: [id],
        responses: { 204: { description: 'Gone' } },
      },
    },
    '/harbour': {
      get: {
        operationId: 'getHarbour',
        tags: ['harbour'],
        security: [{ key: [] }],
        responses: ok({
          type: 'object',
          required: ['name', 'depth'],
          properties: {
            name: { type: 'string' },
            depth: { type: 'number' },
            open: { type: 'boolean' },
            weather: { type: 'string', enum: ['calm', 'rough'] },
            berths: { type: 'object', additionalProperties: { type: 'integer' } },
          },
        }),
      },
    },
  },
  components: {
    securitySchemes: {
      login: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://id.boats.example/token', scopes } },
      },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
    schemas: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, made: { type: 'string', format: 'date' } },
      },
      Boat: {
        allOf: [
          ref('Thing'),
          {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, length: { type: 'number' }, owner: ref('Owner') },
          },
        ],
      },
      Owner: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          phone: { type: ['string', 'null'] },
          age: { type: 'integer' },
        },
      },
      NewBoat: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', maxLength: 40 },
          length: { type: 'number' },
          notes: { type: 'string' },
        },
      },
    },
  },
};

/* oxlint-disable typescript/no-explicit-any -- what is edited has the form of any document */
type Edit = (document: any) => unknown;
const get = (document: any, path = '/boats') => document.paths[path].get;
const answer = (operation: any) => operation.responses[200].content['application/json'].schema;
const schemas = (document: any) => document.components.schemas;
const boat = (document: any) => schemas(document).Boat.allOf[1].properties;
/* oxlint-enable typescript/no-explicit-any */

/** Each change of the document, and the lines that tell of it: these and no others. */
const edits: [name: string, edit: Edit, told: string[], prepare?: Edit][] = [
  ['nothing', () => {}, []],
  [
    'an operation is new',
    (d) => (d.paths['/crew'] = { get: { operationId: 'listCrew', tags: ['harbour'], responses: {} } }),
    ['compatible list_crew: added: GET /crew'],
  ],
  [
    'an operation is gone',
    (d) => delete d.paths['/harbour'].get,
    [
      'breaking get_harbour: removed: GET /harbour',
      'possibly-breaking toolset harbour: removed',
      'compatible credential key: removed',
    ],
  ],
  [
    'a field of a shared object is new',
    (d) => (boat(d).colour = { type: 'string' }),
    ['compatible output Boat.colour: added (3)'],
  ],
  [
    'a field of a shared object is gone',
    (d) => delete boat(d).length,
    ['possibly-breaking output Boat.length: removed (3)'],
  ],
  [
    'a field of a shared object has another type',
    (d) => (boat(d).length = { type: 'string' }),
    ['possibly-breaking output Boat.length: number → string (3)'],
  ],
  [
    'a field of a part of a shared object is gone',
    (d) => delete schemas(d).Owner.properties.age,
    ['possibly-breaking output Owner.age: removed (3)'],
  ],
  [
    'a field of what a shared object is made of is new',
    (d) => (schemas(d).Thing.properties.seen = { type: 'string' }),
    ['compatible output Thing.seen: added (3)'],
  ],
  [
    'a field of what a shared object is made of is gone',
    (d) => delete schemas(d).Thing.properties.made,
    ['possibly-breaking output Thing.made: removed (3)'],
  ],
  [
    'a field moves into what an object is made of',
    (d) => {
      schemas(d).Thing.properties.name = boat(d).name;
      schemas(d).Thing.required.push('name');
      delete boat(d).name;
      schemas(d).Boat.allOf[1].required = [];
    },
    ['compatible output Thing.name: added (3)'],
  ],
  [
    'a field may be missing',
    (d) => (answer(get(d, '/harbour')).required = ['name']),
    ['possibly-breaking get_harbour output depth: may be missing now'],
  ],
  [
    'a field is always there',
    (d) => answer(get(d, '/harbour')).required.push('open'),
    ['compatible get_harbour output open: always there now'],
  ],
  [
    'a field may be null',
    (d) => (answer(get(d, '/harbour')).properties.open = { type: ['boolean', 'null'] }),
    ['possibly-breaking get_harbour output open: may be null now'],
  ],
  [
    'a field is never null',
    (d) => (schemas(d).Owner.properties.phone = { type: 'string' }),
    ['compatible output Owner.phone: never null any more (3)'],
  ],
  [
    'a field has more values',
    (d) => answer(get(d, '/harbour')).properties.weather.enum.push('foggy'),
    ['compatible get_harbour output weather: also "foggy"'],
  ],
  [
    'a field has fewer values',
    (d) => answer(get(d, '/harbour')).properties.weather.enum.pop(),
    ['compatible get_harbour output weather: no longer "rough"'],
  ],
  [
    'a field has any value',
    (d) => delete answer(get(d, '/harbour')).properties.weather.enum,
    ['compatible get_harbour output weather: any value now'],
  ],
  [
    'the values of a map have another type',
    (d) => (answer(get(d, '/harbour')).properties.berths.additionalProperties = { type: 'string' }),
    ['possibly-breaking get_harbour output berths.(any name): integer → string'],
  ],
  [
    'a field is one of several types',
    (d) => (answer(get(d, '/harbour')).properties.depth = { type: ['number', 'string'] }),
    ['possibly-breaking get_harbour output depth: number → number or string'],
  ],
  [
    'a result is wrapped',
    (d) => (get(d, '/boats/{id}').responses = ok({ type: 'object', properties: { data: ref('Boat') } })),
    ['possibly-breaking get_boat: the result is in data now'],
  ],
  [
    'a list is wrapped',
    (d) =>
      (get(d).responses = ok({
        type: 'object',
        properties: { items: { type: 'array', items: ref('Boat') } },
      })),
    ['possibly-breaking list_boats: the result is in items now'],
  ],
  [
    'a result is not described any more',
    (d) => delete get(d, '/harbour').responses[200].content,
    ['possibly-breaking get_harbour: no result is described any more'],
  ],
  [
    'a result is described',
    (d) =>
      (d.paths['/boats/{id}'].delete.responses = ok({
        type: 'object',
        properties: { id: { type: 'string' } },
      })),
    ['compatible scrap_boat: the result is described now'],
  ],
  [
    'a component has another name',
    (d) => {
      schemas(d).Person = schemas(d).Owner;
      boat(d).owner = ref('Person');
    },
    [],
  ],
  ['a component is written out', (d) => (boat(d).owner = structuredClone(schemas(d).Owner)), []],
  ['words of an answer', (d) => (boat(d).length.description = 'In metres'), []],
  [
    'an example of an answer',
    (d) => (get(d, '/harbour').responses[200].content['application/json'].example = { name: 'n', depth: 2 }),
    [],
  ],
  [
    'an argument is new',
    (d) => get(d).parameters.push({ name: 'sort', in: 'query', schema: { type: 'string' } }),
    ['compatible list_boats argument sort: added'],
  ],
  [
    'an argument is new and required',
    (d) => get(d).parameters.push({ name: 'port', in: 'query', required: true, schema: { type: 'string' } }),
    ['breaking list_boats argument port: added, required'],
  ],
  [
    'an argument of several operations is new',
    (d) => {
      for (const one of [get(d), get(d, '/harbour')])
        (one.parameters ??= []).push({ name: 'lang', in: 'query', schema: { type: 'string' } });
    },
    ['compatible argument lang: added (2)'],
  ],
  ['an argument is gone', (d) => get(d).parameters.pop(), ['breaking list_boats argument tags: removed']],
  [
    'an argument is required',
    (d) => (get(d).parameters[1].required = true),
    ['breaking list_boats argument kind: required now'],
  ],
  [
    'an argument takes less',
    (d) => (get(d).parameters[0].schema.maximum = 50),
    ['breaking list_boats argument limit: maximum 100 → 50'],
  ],
  [
    'an argument takes more',
    (d) => (get(d).parameters[0].schema.maximum = 500),
    ['compatible list_boats argument limit: maximum 100 → 500'],
  ],
  [
    'an argument has one value less',
    (d) => get(d).parameters[1].schema.enum.pop(),
    ['breaking list_boats argument kind: no longer "motor"'],
  ],
  [
    'a default is another',
    (d) => (get(d).parameters[0].schema.default = 50),
    ['possibly-breaking list_boats argument limit: default 20 → 50'],
  ],
  [
    'a list is written in another style',
    (d) => (get(d).parameters[2].explode = false),
    ['possibly-breaking list_boats: query tags is sent'],
  ],
  [
    'a member of a body is required',
    (d) => schemas(d).NewBoat.required.push('length'),
    ['breaking add_boat argument length: required now'],
  ],
  [
    'a member of a body is gone',
    (d) => delete schemas(d).NewBoat.properties.notes,
    ['breaking add_boat argument notes: removed'],
  ],
  [
    'a path is another',
    (d) => {
      d.paths['/port'] = d.paths['/harbour'];
      delete d.paths['/harbour'];
    },
    ['compatible get_harbour: operation GET /harbour → GET /port'],
  ],
  [
    'a method is another',
    (d) => {
      d.paths['/boats/{id}'].post = d.paths['/boats/{id}'].delete;
      delete d.paths['/boats/{id}'].delete;
    },
    [
      'breaking post_boats_by_id: renamed from scrap_boat',
      'possibly-breaking post_boats_by_id: operation DELETE /boats/{id} → POST /boats/{id}',
      'possibly-breaking post_boats_by_id: idempotentHint',
    ],
  ],
  [
    'an operation has a server of its own',
    (d) => (get(d, '/harbour').servers = [{ url: 'https://old.boats.example' }]),
    ['possibly-breaking get_harbour: sent to the server of the API → https://old.boats.example'],
  ],
  [
    'the API moves',
    (d) => (d.servers[0].url = 'https://boats.example/api'),
    ['possibly-breaking base URL https://api.boats.example → https://boats.example/api'],
  ],
  ['an operation is deprecated', (d) => (get(d).deprecated = true), ['compatible list_boats: deprecated']],
  [
    'another way to prove who calls',
    (d) => (d.security = [{ login: ['read'] }, { key: [] }]),
    ['compatible credentials: also key (3)'],
  ],
  [
    'another way for one operation',
    (d) => d.paths['/boats'].post.security.push({ key: [] }),
    ['compatible add_boat: credentials: also key'],
  ],
  [
    'another credential in place of one',
    (d) => (d.paths['/boats'].post.security = [{ key: [] }]),
    ['compatible add_boat: credentials: also key', 'breaking add_boat: credentials: no longer login (write)'],
  ],
  [
    'one more credential with another',
    (d) => (d.paths['/boats'].post.security = [{ login: ['write'], key: [] }]),
    ['breaking add_boat: credentials: key needed with login (write)'],
  ],
  [
    'one credential with another, and a scope more',
    (d) => (d.paths['/boats'].post.security = [{ login: ['write', 'admin'], key: [] }]),
    [
      'compatible add_boat: credentials: also key and login (admin write)',
      'breaking add_boat: credentials: no longer login (write)',
    ],
  ],
  [
    'no credentials any more',
    (d) => (get(d).security = []),
    ['compatible list_boats: credentials login (read) → none'],
  ],
  [
    'a scope more',
    (d) => (d.paths['/boats'].post.security = [{ login: ['write', 'admin'] }]),
    ['possibly-breaking add_boat: scopes of login: also admin'],
  ],
  [
    'a scope less',
    (d) => (d.paths['/boats'].post.security = [{ login: [] }]),
    ['compatible add_boat: scopes of login: no longer write'],
  ],
  [
    'tokens come from elsewhere',
    (d) =>
      (d.components.securitySchemes.login.flows.clientCredentials.tokenUrl =
        'https://login.boats.example/token'),
    [
      'possibly-breaking credential login: tokenUrl "https://id.boats.example/token" → "https://login.boats.example/token"',
    ],
  ],
  [
    'a key goes into another header',
    (d) => (d.components.securitySchemes.key.name = 'X-Boat-Key'),
    ['possibly-breaking credential key: name "X-Key" → "X-Boat-Key"'],
  ],
  [
    'a key is a token',
    (d) => (d.components.securitySchemes.key = { type: 'http', scheme: 'bearer' }),
    ['breaking credential key: api-key → bearer'],
  ],
  [
    'a way to prove who calls is gone, everywhere',
    (d) => {
      d.security = [{ key: [] }];
      d.paths['/boats'].post.security = [{ key: [] }];
    },
    [
      'compatible credential login: removed',
      'compatible credentials: also key (4)',
      'breaking credentials: no longer login (read) (3)',
      'breaking add_boat: credentials: no longer login (write)',
    ],
  ],
  [
    'a scope more of one of two ways with the same scheme',
    (d) => (get(d).security = [{ login: ['read'] }, { login: ['write'] }]),
    ['compatible list_boats: credentials: also login (write)'],
  ],
  [
    'a header that is sent unasked',
    (d) =>
      get(d).parameters.push({ name: 'X-Version', in: 'header', required: true, schema: { const: '2' } }),
    ['possibly-breaking list_boats: header x-version is sent now, as "2"'],
  ],
  [
    'a keyword whose words say nothing by themselves',
    (d) => (get(d).parameters[2].schema.not = { maxItems: 0 }),
    ['possibly-breaking list_boats argument tags: its keyword "not" changed'],
  ],
  [
    'a parameter goes into a header',
    (d) => (get(d).parameters.find((one: { name: string }) => one.name === 'limit').in = 'header'),
    ['possibly-breaking list_boats: limit is sent as header limit, not as query limit'],
  ],
  [
    'a parameter of the path has another name',
    (d) => {
      const item = d.paths['/boats/{id}'];
      delete d.paths['/boats/{id}'];
      d.paths['/boats/{boat}'] = item;
      for (const one of item.get.parameters ?? item.parameters) if (one.name === 'id') one.name = 'boat';
    },
    ['breaking argument boat: renamed from id (2)'],
  ],
  [
    'a body is a form',
    (d) => {
      const { content } = d.paths['/boats'].post.requestBody;
      content['application/x-www-form-urlencoded'] = content['application/json'];
      delete content['application/json'];
    },
    [
      'possibly-breaking add_boat: body is sent otherwise: media type application/json → application/x-www-form-urlencoded',
    ],
  ],
  [
    'a body is wrapped',
    (d) => {
      const content = d.paths['/boats'].post.requestBody.content['application/json'];
      content.schema = { type: 'object', required: ['boat'], properties: { boat: content.schema } };
    },
    ['breaking add_boat argument boat: holds name, length, notes now'],
  ],
  [
    'one more server',
    (d) => d.servers.push({ url: 'https://eu.boats.example' }),
    ['compatible base URL also https://eu.boats.example'],
  ],
  [
    'a tag has another name',
    (d) => (d.paths['/harbour'].get.tags = ['port']),
    ['possibly-breaking get_harbour toolset port: renamed from harbour'],
  ],
  [
    'an operation is to end',
    (d) =>
      Object.assign(get(d), { deprecated: true, 'x-sunset': '2027-01-01', 'x-replaced-by': 'listFleet' }),
    ['compatible list_boats: deprecated: sunset 2027-01-01, replaced by listFleet'],
  ],
];

/** The body of the operation that adds a boat. */
const body = (schema: object, required = true): Edit => {
  return (d) => (d.paths['/boats'].post.requestBody = { required, ...json(schema) });
};
const text = { type: 'string' };
const texts = { type: 'object', properties: { code: text, port: text, flag: text } };
const oneOf = (ways: string[][]) => ways.map((required) => ({ required }));
const crew =
  (path: string): Edit =>
  (d) =>
    (d.paths[path] = {
      get: {
        operationId: 'getCrew',
        tags: ['boats'],
        parameters: ['boat', 'member'].map((name) => Object.assign({}, id, { name })),
        responses: {},
      },
    });
/** Two members of an object. */
const twice = (a: object, b: object) => ({
  type: 'object',
  properties: { pair: { type: 'object', properties: { a, b } } },
});
const order = (count: number | undefined) => ({
  type: 'object',
  properties: {
    lines: {
      type: 'array',
      items: { type: 'object', properties: { count: { type: 'integer', default: count } } },
    },
  },
});

/** The same, from documents that were edited before. */
edits.push(
  [
    'parameters of the path change places',
    (d) => {
      delete d.paths['/boats/{boat}/crew/{member}'];
      crew('/boats/{member}/crew/{boat}')(d);
    },
    [
      'possibly-breaking get_crew: boat, member: in another place of the path, /boats/{boat}/crew/{member} → /boats/{member}/crew/{boat}',
    ],
    crew('/boats/{boat}/crew/{member}'),
  ],
  [
    'parameters of the path move with what is before them',
    (d) => {
      delete d.paths['/boats/{boat}/crew/{member}'];
      crew('/crew/{member}/boats/{boat}')(d);
    },
    ['compatible get_crew: operation GET /boats/{boat}/crew/{member} → GET /crew/{member}/boats/{boat}'],
    crew('/boats/{boat}/crew/{member}'),
  ],
  [
    'one of some members has to be given',
    body({ ...texts, anyOf: oneOf([['code'], ['port']]) }),
    ['breaking add_boat: code or port must be given now'],
    body(texts),
  ],
  [
    'of a body that may be left out, one of some members has to be given',
    body({ ...texts, anyOf: oneOf([['code'], ['port']]) }, false),
    ['possibly-breaking add_boat: code or port must be given now'],
    body(texts, false),
  ],
  [
    'one more way of giving members',
    body({ ...texts, anyOf: oneOf([['code'], ['port'], ['flag']]) }),
    ['compatible add_boat argument body: calls without code or port may go through now'],
    body({ ...texts, anyOf: oneOf([['code'], ['port']]) }),
  ],
  [
    'a member is renamed beside a demand',
    body({ type: 'object', properties: { code: text, home_port: text }, minProperties: 1 }),
    ['breaking add_boat argument home_port: renamed from homePort'],
    body({ type: 'object', properties: { code: text, homePort: text }, minProperties: 1 }),
  ],
  [
    'some members are wrapped beside a demand',
    body({
      type: 'object',
      properties: { home: { type: 'object', properties: { port: text, flag: text } }, code: text },
      minProperties: 1,
    }),
    ['breaking add_boat argument home: holds port, flag now'],
    body({ ...texts, minProperties: 1 }),
  ],
  [
    'a default inside of a list',
    body(order(2)),
    ['possibly-breaking add_boat argument lines: [].count: default 1 → 2'],
    body(order(1)),
  ],
  [
    'a default inside of a list is gone',
    body(order(undefined)),
    ['possibly-breaking add_boat argument lines: [].count: default 1 → none'],
    body(order(1)),
  ],
  [
    'a default of one of two members that were the same component',
    (d) => {
      delete schemas(d).Count;
      body(twice({ type: 'integer', default: 1 }, { type: 'integer', default: 2 }))(d);
    },
    ['possibly-breaking add_boat argument pair: b: default 1 → 2'],
    (d) => {
      schemas(d).Count = { type: 'integer', default: 1 };
      body(twice(ref('Count'), ref('Count')))(d);
    },
  ],
  [
    'a default beside a component, and one that is included',
    (d) => {
      schemas(d).Count = { type: 'integer', default: 1 };
      body(twice({ allOf: [ref('Count')] }, { allOf: [ref('Count')], default: 3 }))(d);
    },
    ['possibly-breaking add_boat argument pair: b: default 2 → 3'],
    body(twice({ type: 'integer', default: 1 }, { type: 'integer', default: 2 })),
  ],
  [
    'a list in place of an object',
    body({ type: 'object', properties: { place: { type: 'array', items: text } } }),
    ['breaking add_boat argument place: type object → array'],
    body({ type: 'object', properties: { place: { type: 'object', properties: { port: text } } } }),
  ],
  [
    'there is always a body',
    body(texts),
    ['possibly-breaking add_boat: an empty body is sent where no member of it is given, and not none'],
    body(texts, false),
  ],
  [
    'one alternative of a body asks for a new member',
    body({
      oneOf: [
        { type: 'object', required: ['code', 'flag'], properties: { code: text, flag: text } },
        { type: 'object', required: ['port'], properties: { port: text } },
      ],
    }),
    ['possibly-breaking add_boat argument body: flag: added, required'],
    body({
      oneOf: [
        { type: 'object', required: ['code'], properties: { code: text } },
        { type: 'object', required: ['port'], properties: { port: text } },
      ],
    }),
  ],
  [
    'a list in place of one of some values',
    (d) => (get(d).parameters[1].schema = { type: 'array', items: get(d).parameters[1].schema }),
    ['possibly-breaking list_boats argument kind: type string → array'],
  ],
  [
    'a text in place of an integer',
    (d) => (get(d).parameters[0].schema = { type: 'string', default: '20' }),
    [
      'possibly-breaking list_boats argument limit: type integer → string',
      'possibly-breaking list_boats argument limit: default 20 → "20"',
    ],
  ],
  [
    'a scheme has another name',
    (d) => {
      d.components.securitySchemes.door = d.components.securitySchemes.key;
      delete d.components.securitySchemes.key;
      d.paths['/harbour'].get.security = [{ door: [] }];
    },
    [
      'possibly-breaking credential door: called key before: set BOATS_DOOR_API_KEY, in place of BOATS_API_KEY',
    ],
  ],
  [
    'ways to prove who calls in another order',
    (d) => (get(d).security = [{ key: [] }, { login: ['write', 'read'] }]),
    [],
    (d) => (get(d).security = [{ login: ['read', 'write'] }, { key: [] }]),
  ],
  [
    'no way is the way that needs nothing',
    (d) => (get(d).security = [{}]),
    [],
    (d) => (get(d).security = []),
  ],
  [
    'a way that asked for more than another is gone',
    (d) => (get(d).security = [{ key: [] }]),
    ['compatible list_boats: credentials: no longer key and login (read): key is enough'],
    (d) => (get(d).security = [{ key: [] }, { key: [], login: ['read'] }]),
  ],
  [
    'the header of a constant in another case',
    (d) => (get(d).parameters[0].name = 'x-version'),
    [],
    (d) =>
      get(d).parameters.unshift({
        name: 'X-Version',
        in: 'header',
        required: true,
        schema: { type: 'string', enum: ['1'] },
      }),
  ],
);

/** What a document becomes in a project, which keeps what it was given. */
const shape = (document: object, given?: NameLock) =>
  shapeDocument(document, {}, undefined, undefined, given).server;

describe('of a change of a document is told, and of nothing else:', () => {
  const old = shape(structuredClone(base));
  const before = takeSnapshot(old);

  test.each(edits)('%s', (_name, edit, told, prepare) => {
    const document = structuredClone(base);
    prepare?.(document);
    const start = prepare === undefined ? old : shape(structuredClone(document));
    const first = prepare === undefined ? before : takeSnapshot(start);
    edit(document);
    const { changes } = compareServers(first, takeSnapshot(shape(document, start.names)));
    const lines = changes.filter(({ impact }) => impact !== 'words').map(write);
    expect(lines.length, lines.join('\n')).toBe(told.length);
    for (const line of told)
      expect(
        lines.filter((one) => one.startsWith(line)),
        lines.join('\n'),
      ).toHaveLength(1);
    for (const { kind, impact } of changes) expect(changeKinds[kind].impacts).toContain(impact);
  });
});

test('a credential that another one no longer needs beside it is told as that', () => {
  const before = structuredClone(base);
  before.paths['/boats'].post.security = [{ login: ['write'], key: [] }] as never;
  const { changes } = compareServers(takeSnapshot(shape(before)), takeSnapshot(shape(structuredClone(base))));
  expect(changes.map(write)).toContain(
    'compatible add_boat: credentials: key no longer needed with login (write)',
  );
});

function write({ impact, tool, tools, kind, subject, summary }: ServerChange): string {
  const [what = ''] = kind.split('-');
  const about = subject === undefined ? '' : `${what} ${subject}`;
  const where = [tool, about].filter(Boolean).join(' ');
  return `${impact} ${where === '' ? '' : `${where}: `}${summary}${tools === undefined ? '' : ` (${tools.length})`}`;
}

function object(properties: object, required: string[] = []) {
  return { type: 'object', properties, required };
}

describe('between two documents is told, and nothing else:', () => {
  const flows = { clientCredentials: { tokenUrl: 'https://id.boats.example/token', scopes } };
  const components = {
    securitySchemes: {
      own: { type: 'oauth2', flows },
      other: { type: 'openIdConnect', openIdConnectUrl: 'https://id.boats.example' },
    },
    schemas: { A: object({ a: text }), B: object({ b: text }) },
  };
  const make = (path: string, operation: object, more: object = components) => ({
    openapi: '3.1.0',
    info: { title: 'Boats', version: '1' },
    servers: base.servers,
    components: more,
    paths: { [path]: { post: { operationId: 'sendBoat', tags: ['boats'], responses: {}, ...operation } } },
  });
  const secured = (own: string[], other: string[]) => make('/a', { security: [{ own, other }] });
  const taking = (schema: object) => make('/a', { requestBody: json(schema) });
  const giving = (schema: object, more?: object) => make('/a', { responses: ok(schema) }, more);
  const retyped = { schemas: { ...components.schemas, A: object({ a: { type: 'integer' } }) } };
  const moved = (path: string) => make(path, { parameters: [id] });
  const both = object({ a: text, b: text });

  test.each<[string, object, object, string[]]>([
    [
      'a scope of another login of the same way',
      secured(['read'], []),
      secured(['read'], ['read']),
      ['possibly-breaking send_boat: scopes of other: also read'],
    ],
    [
      'scopes that logins of a way exchange',
      secured(['read'], ['write']),
      secured(['write'], ['read']),
      [
        'possibly-breaking send_boat: scopes of own: also write, no longer read',
        'possibly-breaking send_boat: scopes of other: also read, no longer write',
      ],
    ],
    [
      'an argument behind another segment that both paths have',
      moved('/x/{id}/y/self'),
      moved('/x/self/y/{id}'),
      [
        'possibly-breaking send_boat: id: in another place of the path',
        'compatible send_boat: operation POST /x/{id}/y/self → POST /x/self/y/{id}',
      ],
    ],
    [
      'a path of another version',
      moved('/v1/x/{id}'),
      moved('/v2/x/{id}'),
      ['compatible send_boat: operation POST /v1/x/{id} → POST /v2/x/{id}'],
    ],
    [
      'a list in place of an object',
      taking(object({ name: text, age: text })),
      taking({ type: 'array', items: both }),
      [
        'breaking send_boat argument body: the body is one argument now, in place of name, age',
        'breaking send_boat argument body: type object → array',
      ],
    ],
    [
      'members that are in one of which the old side could not ask',
      taking(object({ a: text, b: text }, ['a'])),
      taking(object({ p: object({ a: text, b: text }, ['a', 'b']) })),
      ['breaking send_boat argument p: holds a, b now', 'breaking send_boat argument p: b: required now'],
    ],
    [
      'one of two results that is left',
      giving({ oneOf: [ref('A'), ref('B')] }),
      giving(ref('A')),
      ['possibly-breaking send_boat output b: removed', 'compatible send_boat: no longer B'],
    ],
    [
      'a result beside the one that there was',
      giving(ref('A')),
      giving({ oneOf: [ref('A'), ref('B')] }),
      ['possibly-breaking send_boat: also B'],
    ],
    [
      'a field of what is left of two results',
      giving(object({ x: { anyOf: [ref('A'), text] } })),
      giving(object({ x: ref('A') }), retyped),
      [
        'possibly-breaking send_boat output x.a: string → integer',
        'compatible send_boat output x: no longer string',
      ],
    ],
    [
      'what is lost with a result that has no name',
      giving({ oneOf: [object({ a: text }), object({ b: text })] }),
      giving(object({ a: text })),
      ['possibly-breaking send_boat output b: removed', 'compatible send_boat: no longer an object with b'],
    ],
  ])('%s', (_name, before, after, told) => {
    const old = shape(before);
    const { changes } = compareServers(takeSnapshot(old), takeSnapshot(shape(after, old.names)));
    const lines = changes
      .filter(({ impact, kind }) => impact !== 'words' && !kind.startsWith('credential'))
      .map(write);
    expect(lines.length, lines.join('\n')).toBe(told.length);
    for (const line of told)
      expect(
        lines.filter((one) => one.startsWith(line)),
        lines.join('\n'),
      ).toHaveLength(1);
  });
});
