import type { Case } from './case.js';

/** What no document should hold, each in a document with one healthy operation. */
export type Bad = Pick<Case, 'name' | 'document' | 'files' | 'tools' | 'reports' | 'calls' | 'refused'>;

const responses = { 200: { description: 'OK' } };
const post = (schema: unknown) => ({
  '/bad': {
    post: {
      operationId: 'createBad',
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses,
    },
  },
});
const get = (operation: object) => ({ '/bad': { get: { operationId: 'getBad', responses, ...operation } } });
const field = (schema: unknown) => post({ type: 'object', properties: { bad: schema } });
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const count = (length: number) => Array.from({ length }, (_, index) => index);
const ten = <T>(make: (index: number) => T): T[] => count(10).map(make);
const url = 'https://api.example.com';

/** Schemas A0, A1 and so on, each made from a reference to the next. */
function chain(length: number, link: (next: object, index: number) => object, end: object): object {
  const schemas = count(length).map((index) => [
    `A${index}`,
    index === length - 1 ? end : link(refer(`A${index + 1}`), index),
  ]);
  return { schemas: Object.fromEntries(schemas) };
}

function nest(levels: number): object {
  let schema: object = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = { type: 'object', properties: { a: schema } };
  return schema;
}

/** What names, texts and patterns may be. */
function long(): Bad[] {
  const pattern = `^(${count(7_000)
    .map((index) => `a${index}`)
    .join('|')})$`;
  return [
    {
      name: 'a description of 5 MB',
      document: { paths: get({ description: 'long words '.repeat(500_000) }) },
      tools: ['get_bad'],
      reports: [['odd-document', 'A description has 5,500,000 characters; the first 50,000 are read.']],
    },
    {
      name: 'a description of 5 MB in a schema',
      document: { paths: field({ type: 'string', description: 'long words '.repeat(500_000) }) },
      tools: ['create_bad'],
      reports: [['schema-relaxed', 'A description has 5,500,000 characters; the first 50,000 are read.']],
    },
    ...['`', '[', '[](', '<a', '*_', '|'].map((text): Bad => ({
      name: `a description of 100,000 times ${text}`,
      document: { paths: get({ description: text.repeat(100_000) }) },
      tools: ['get_bad'],
      reports: [['odd-document', 'A description has']],
    })),
    {
      name: 'a pattern of 50,000 characters',
      document: { paths: field({ type: 'string', pattern }) },
      tools: ['create_bad'],
      reports: [['pattern-dropped', 'characters long']],
      calls: [{ tool: 'create_bad', arguments: { bad: 'b' }, sends: `POST ${url}/bad`, body: { bad: 'b' } }],
    },
    {
      name: 'a pattern that takes for ever',
      document: { paths: field({ type: 'string', pattern: '^(a+)+$' }) },
      tools: ['create_bad'],
      reports: [['pattern-dropped', '(a+)+']],
      calls: [
        {
          tool: 'create_bad',
          arguments: { bad: `${'a'.repeat(50)}!` },
          sends: `POST ${url}/bad`,
        },
      ],
    },
    {
      name: 'an operationId of 1 MB',
      document: { paths: get({ operationId: 'GetOne'.repeat(170_000) }) },
      tools: ['get_one_get_one_get_one_get_one_get_one_get_aa67cd'],
      reports: [['name-changed', '"GetOneGetOne']],
    },
    {
      name: 'a title of 1 MB',
      document: { info: { title: 'Wild and '.repeat(110_000), version: '1' } },
      tools: [],
    },
    {
      name: 'a path of 1 MB',
      document: { paths: pathOf('ab/') },
      tools: ['get_bad'],
    },
    ...['a}/', '{{a}'].map((part): Bad => ({
      name: `a path of 1 MB of ${part}`,
      document: { paths: pathOf(part) },
      tools: [],
      reports: [['operation-skipped', 'do not match']],
    })),
    {
      name: 'a path of 1 MB of {a/',
      document: { paths: pathOf('{a/') },
      tools: ['get_bad'],
      reports: [['odd-document', 'do not match']],
    },
  ];
}

/** A path of 1 MB that says the same again and again. */
function pathOf(part: string): object {
  return { [`/${part.repeat(1_000_000 / part.length)}`]: { get: { operationId: 'getBad', responses } } };
}

/** How much there may be of it. */
function many(): Bad[] {
  const values = count(100_000).map((index) => `value ${index}`);
  const names = count(10_000).map((index) => `p${index}`);
  return [
    {
      name: '100,000 values of an enum',
      document: { paths: field({ type: 'string', enum: values }) },
      tools: ['create_bad'],
      reports: [['schema-relaxed', 'The enum lists 100,000 values; all of them are accepted and no other']],
      calls: [
        {
          tool: 'create_bad',
          arguments: { bad: 'value 99999' },
          sends: `POST ${url}/bad`,
          body: { bad: 'value 99999' },
        },
      ],
      refused: [{ tool: 'create_bad', arguments: { bad: 'value 100000' }, says: 'bad' }],
    },
    {
      name: '100,000 values of the enum of a parameter',
      document: {
        paths: get({ parameters: [{ name: 'bad', in: 'query', schema: { type: 'string', enum: values } }] }),
      },
      tools: ['get_bad'],
      reports: [['schema-relaxed', 'The enum lists 100,000 values; all of them are accepted and no other']],
      calls: [{ tool: 'get_bad', arguments: { bad: 'value 7' }, sends: `GET ${url}/bad?bad=value%207` }],
      refused: [{ tool: 'get_bad', arguments: { bad: 'x' }, says: 'bad' }],
    },
    {
      name: '10,000 parameters of one operation',
      document: {
        paths: get({ parameters: names.map((name) => ({ name, in: 'query', schema: { type: 'string' } })) }),
      },
      reports: [['tool-over-budget', 'everything but its arguments is left out already']],
      tools: ['get_bad'],
      calls: [{ tool: 'get_bad', arguments: { p9999: 'x' }, sends: `GET ${url}/bad?p9999=x` }],
    },
    {
      name: '10,000 fields of a body',
      document: {
        paths: post({
          type: 'object',
          properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
        }),
      },
      reports: [['tool-over-budget', 'everything but its arguments is left out already']],
      tools: ['create_bad'],
    },
    {
      name: '5,000 operations',
      document: {
        paths: Object.fromEntries(
          count(5_000).map((index) => [`/x${index}`, { get: { operationId: `getX${index}`, responses } }]),
        ),
      },
      tools: count(5_000).map((index) => `get_x${index}`),
    },
    {
      name: 'a discriminator with 2,000 subtypes',
      document: {
        paths: post(refer('Base')),
        components: {
          schemas: {
            Base: {
              type: 'object',
              required: ['kind'],
              discriminator: { propertyName: 'kind' },
              properties: { kind: { type: 'string' } },
            },
            ...Object.fromEntries(
              count(2_000).map((index) => [
                `Sub${index}`,
                { allOf: [refer('Base'), { properties: { [`p${index}`]: { type: 'integer' } } }] },
              ]),
            ),
          },
        },
      },
      reports: [['tool-over-budget', 'everything but its arguments is left out already']],
      tools: ['create_bad'],
      calls: [
        {
          tool: 'create_bad',
          arguments: { body: { kind: 'Sub1999', p1999: 1 } },
          sends: `POST ${url}/bad`,
          body: { kind: 'Sub1999', p1999: 1 },
        },
      ],
      refused: [{ tool: 'create_bad', arguments: { body: { kind: 'Sub1999', p1999: 'x' } }, says: 'p1999' }],
    },
    {
      name: '3,000 anchors and as many references to them',
      document: {
        paths: post({
          type: 'object',
          properties: Object.fromEntries(count(3_000).map((index) => [`p${index}`, { $ref: `#a${index}` }])),
        }),
        components: {
          schemas: Object.fromEntries(
            count(3_000).map((index) => [`A${index}`, { $anchor: `a${index}`, type: 'string' }]),
          ),
        },
      },
      reports: [['tool-over-budget', 'everything but its arguments is left out already']],
      tools: ['create_bad'],
    },
  ];
}

/** What leads on and on, or back to where it began. */
function endless(): Bad[] {
  return [
    {
      name: 'a schema of 200 levels',
      document: { paths: post(nest(200)) },
      tools: [],
      reports: [['operation-skipped', 'POST /bad is left out: a schema is over 100 levels deep.']],
    },
    {
      name: 'schemas that include each other',
      document: {
        paths: post(refer('A')),
        components: { schemas: { A: { allOf: [refer('B')] }, B: { allOf: [refer('A')] } } },
      },
      tools: ['create_bad'],
      reports: [['schema-relaxed', 'consist of each other; any value is accepted where the circle closes.']],
    },
    {
      name: 'a schema that includes itself',
      document: {
        paths: post(refer('A')),
        components: {
          schemas: { A: { allOf: [refer('A'), { type: 'object', properties: { n: { type: 'integer' } } }] } },
        },
      },
      tools: ['create_bad'],
      reports: [['schema-relaxed', 'consist of each other; any value is accepted where the circle closes.']],
    },
    {
      name: 'a reference to itself',
      document: { paths: post(refer('A')), components: { schemas: { A: refer('A') } } },
      tools: ['create_bad'],
      reports: [
        [
          'schema-relaxed',
          'The reference "#/components/schemas/A" leads back to itself; any value is accepted',
        ],
      ],
    },
    {
      name: 'a reference to a file that is missing',
      document: { paths: post({ $ref: 'gone.yaml#/Pet' }) },
      tools: [],
      reports: [
        ['unreadable-reference', 'The reference "gone.yaml#/Pet" cannot be read: there is no such file.'],
        ['operation-skipped', 'POST /bad is left out: the reference "gone.yaml#/Pet" could not be read.'],
      ],
    },
    {
      name: 'a schema that includes one whose member it makes its own',
      document: {
        paths: post(refer('A')),
        components: {
          schemas: {
            Base: {
              type: 'object',
              properties: { name: { type: 'string' }, next: refer('Base') },
              required: ['name'],
            },
            A: { allOf: [refer('Base'), { type: 'object', properties: { next: refer('A') } }] },
          },
        },
      },
      tools: ['create_bad'],
      calls: [
        {
          tool: 'create_bad',
          arguments: { name: 'a', next: { name: 'b', next: { name: 'c' } } },
          sends: `POST ${url}/bad`,
          body: { name: 'a', next: { name: 'b', next: { name: 'c' } } },
        },
      ],
      refused: [
        {
          tool: 'create_bad',
          arguments: { name: 'a', next: { name: 'b', next: {} } },
          says: 'next.next.name',
        },
        { tool: 'create_bad', arguments: { name: 'a', next: { name: 'b', nam: 'c' } }, says: 'next.nam' },
      ],
    },
    {
      name: 'schemas that each include all the others in a member that all have',
      document: {
        paths: post(refer('A0')),
        components: {
          schemas: Object.fromEntries(
            count(14).map((index) => [
              `A${index}`,
              {
                type: 'object',
                properties: {
                  // Which members meet depends on the way, and there are thousands of ways.
                  x: { allOf: [refer(`A${(index + 1) % 14}`), ...(index === 0 ? [refer('A0')] : [])] },
                  y: { allOf: [refer(`A${(index + 1) % 14}`), ...(index === 0 ? [refer('A1')] : [])] },
                },
              },
            ]),
          ),
        },
      },
      tools: ['create_bad'],
    },
    {
      name: 'subtypes that choose each other',
      document: {
        paths: post(refer('Cat')),
        components: {
          schemas: Object.fromEntries(
            ['Cat', 'Dog'].map((name) => [
              name,
              {
                type: 'object',
                properties: { kind: { type: 'string' }, [name]: { type: 'string' } },
                discriminator: {
                  propertyName: 'kind',
                  mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
                },
              },
            ]),
          ),
        },
      },
      tools: ['create_bad'],
      reports: [
        ['schema-relaxed', 'chooses "Dog", which leads back to that choice'],
        ['schema-relaxed', 'chooses "Cat", which leads back to that choice'],
      ],
      calls: [
        {
          tool: 'create_bad',
          arguments: { kind: 'cat', Cat: 'a' },
          sends: `POST ${url}/bad`,
          body: { kind: 'cat', Cat: 'a' },
        },
      ],
    },
    {
      name: 'a subtype that adds nothing but its name',
      document: {
        paths: post(refer('Pet')),
        components: {
          schemas: {
            Pet: {
              type: 'object',
              properties: { kind: { type: 'string' }, next: refer('Pet') },
              discriminator: { propertyName: 'kind' },
            },
            Cat: { allOf: [refer('Pet')] },
          },
        },
      },
      tools: ['create_bad'],
      calls: [
        {
          tool: 'create_bad',
          arguments: { body: { kind: 'Cat', next: { kind: 'Cat' } } },
          sends: `POST ${url}/bad`,
          body: { kind: 'Cat', next: { kind: 'Cat' } },
        },
      ],
    },
    {
      name: 'a list of lists of lists, without end',
      document: {
        paths: post({ type: 'object', properties: { bad: refer('A') } }),
        components: { schemas: { A: { type: 'array', items: refer('A') } } },
      },
      tools: ['create_bad'],
      refused: [{ tool: 'create_bad', arguments: { bad: 'x' }, says: 'bad' }],
    },
    {
      name: '3,000 lists, each of the next',
      document: {
        paths: field(refer('A0')),
        components: chain(3_000, (next) => ({ type: 'array', items: next }), { type: 'string' }),
      },
      tools: ['create_bad'],
      calls: [
        { tool: 'create_bad', arguments: { bad: [[]] }, sends: `POST ${url}/bad`, body: { bad: [[]] } },
      ],
    },
    {
      name: '10,000 references one after the other',
      document: { paths: post(refer('A0')), components: chain(10_000, (next) => next, { type: 'string' }) },
      tools: ['create_bad'],
      reports: [['schema-relaxed', 'leads through over 50 others; any value is accepted']],
    },
    {
      name: '5,000 schemas, each including the next',
      document: {
        paths: post(refer('A0')),
        components: chain(5_000, (next) => ({ allOf: [next] }), { type: 'object' }),
      },
      tools: [],
      reports: [['operation-skipped', 'schemas include one another over 50 times in a row']],
    },
    ...['allOf', 'anyOf', 'oneOf'].map((keyword): Bad => ({
      name: `schemas that include the next ten times, by ${keyword}`,
      document: {
        paths: post(refer('A0')),
        components: chain(30, (next) => ({ [keyword]: ten(() => next) }), { type: 'object' }),
      },
      tools: [],
      reports: [['operation-skipped', 'schemas include one another over 20,000 times in all']],
    })),
    {
      name: 'schemas that hold the next ten times',
      document: {
        paths: post(refer('A0')),
        components: chain(
          30,
          (next) => ({ type: 'object', properties: Object.fromEntries(ten((index) => [`p${index}`, next])) }),
          { type: 'string' },
        ),
      },
      tools: ['create_bad'],
      calls: [
        {
          tool: 'create_bad',
          arguments: { p1: { p2: {} } },
          sends: `POST ${url}/bad`,
          body: { p1: { p2: {} } },
        },
      ],
      refused: [{ tool: 'create_bad', arguments: { p1: { p2: 'x' } }, says: 'p1.p2' }],
    },
    {
      name: 'unions of ten lists of the next union',
      document: {
        paths: field(refer('A0')),
        components: chain(30, (next) => ({ anyOf: ten(() => ({ type: 'array', items: next })) }), {
          type: 'string',
        }),
      },
      tools: ['create_bad'],
    },
    {
      name: '3,000 schemas, each a field of the one before',
      document: {
        paths: post(refer('A0')),
        components: chain(
          3_000,
          (next) => ({ type: 'object', properties: { n: { type: 'integer' }, next } }),
          refer('A0'),
        ),
      },
      tools: ['create_bad'],
      calls: [
        {
          tool: 'create_bad',
          arguments: { n: 1, next: { n: 2 } },
          sends: `POST ${url}/bad`,
          body: { n: 1, next: { n: 2 } },
        },
      ],
      refused: [{ tool: 'create_bad', arguments: { next: { next: { n: 'x' } } }, says: 'next.next.n' }],
    },
    {
      name: 'a property called __proto__',
      files: {
        'openapi.json': [
          '{"openapi": "3.1.0", "info": {"title": "Wild", "version": "1"}, "servers": [{"url": "https://api.example.com"}],',
          '"paths": {"/health": {"get": {"operationId": "getHealth"}}, "/bad": {"post": {"operationId": "createBad",',
          '"requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties":',
          '{"__proto__": {"type": "object", "properties": {"admin": {"type": "boolean"}}}, "n": {"type": "integer"}}}}}}}}}}',
        ],
      },
      tools: ['create_bad'],
      calls: [{ tool: 'create_bad', arguments: { n: 1 }, sends: `POST ${url}/bad`, body: { n: 1 } }],
      refused: [
        {
          tool: 'create_bad',
          arguments: JSON.parse('{"__proto__": {"admin": true}}') as object,
          says: '__proto__',
        },
      ],
    },
  ];
}

/** Every bad document. */
export function badDocuments(): Bad[] {
  return [...long(), ...many(), ...endless()];
}
