import { describe, expect, test } from 'vitest';
import { toCatalog } from '../../../../generator/toCatalog.js';
import { cutWords } from '../../../../templates/project/src/runtime/dynamic/cutWords.js';
import { writeSignature } from '../../../../templates/project/src/runtime/dynamic/writeSignature.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { readSignature } from '../../../support/readSignature.js';
import { connectView } from '../../../support/runtime/connectView.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

const node = { $ref: '#/$defs/a.Node' };

describe('a schema is written as a type', () => {
  test.each<[string, unknown, string]>([
    ['anything', true, 'unknown'],
    ['nothing', false, 'never'],
    ['a scalar', { type: 'integer', minimum: 1, maximum: 9 }, 'integer // @minimum 1 @maximum 9'],
    ['values', { type: 'string', enum: ['a', 'b"'] }, '"a" | "b\\""'],
    ['one value', { const: 5, default: 5 }, '5 // @default 5'],
    ['a value that is an object', { const: { a: 1 } }, 'unknown // @const {"a":1}'],
    ['null', { type: ['string', 'null'], format: 'date' }, 'string | null // @format date'],
    ['a pattern', { type: 'string', pattern: '^//[a-z]+$' }, 'string // @pattern ^//[a-z]+$'],
    ['a pattern with a blank', { type: 'string', pattern: '^a b$' }, 'string // @pattern "^a b$"'],
    ['a list', { type: 'array', items: { type: 'string' }, minItems: 1 }, 'string[] // @minItems 1'],
    ['a list of values', { type: 'array', items: { enum: [1, 2] } }, 'Array<1 | 2>'],
    [
      'items with bounds',
      { type: 'array', items: { type: 'string', pattern: '*/' } },
      'Array</* @pattern *\\/ */ string>',
    ],
    ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }, {}], items: false }, '[string, unknown]'],
    [
      'an open tuple',
      { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      '[string, ...number[]]',
    ],
    ['a map', { type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    ['an empty object', { type: 'object', additionalProperties: false }, '{}'],
    ['any object', { type: 'object' }, 'object'],
    [
      'a short object',
      { properties: { a: true, 'b-c': { type: 'null' } }, required: ['a'] },
      '{ a: unknown, "b-c"?: null }',
    ],
    ['members by pattern', { patternProperties: { '^x-': { type: 'string' } } }, '{ ["^x-"]: string }'],
    [
      'other members',
      { properties: { a: {} }, additionalProperties: { type: 'string' } },
      '{ a?: unknown, [string]: string }',
    ],
    [
      'what is only required',
      { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      '{ a: unknown } | { b: unknown }',
    ],
    [
      'all of several',
      {
        allOf: [
          { type: 'object', properties: { a: {} } },
          { oneOf: [{ required: ['b'] }, { required: ['c'] }] },
        ],
      },
      '{ a?: unknown } & ({ b: unknown } | { c: unknown })',
    ],
    [
      'words',
      { properties: { a: { type: 'string', description: 'One\n two.' } } },
      '{\n a?: string // One two.\n}',
    ],
    ['words like a tag', { type: 'string', description: '@all of it' }, 'string // - @all of it'],
    ['what no type says', { type: 'string', not: { enum: ['a b'] } }, 'string // @not {"enum":["a b"]}'],
    ['what is left out', { type: 'object', $comment: 'left out: part "a.b"' }, 'object // @part "a.b"'],
    ['where a value may be sent', { type: 'string', $comment: 'must not hold /' }, 'string'],
    [
      'what is used once',
      { ...node, $defs: { 'a.Node': { type: 'string', description: 'A.' } } },
      'string // A.',
    ],
    [
      'what refers to itself',
      { ...node, $defs: { 'a.Node': { properties: { next: node } } } },
      'Node\ntype Node = { next?: Node }',
    ],
    [
      'what a tag refers to',
      { not: node, $defs: { 'a.Node': { type: 'string' } } },
      'unknown // @not {"$ref":"Node"}\ntype Node = string',
    ],
  ])('%s', (_, schema, expected) => {
    const written = writeSignature(schema);
    expect(written).toBe(expected);
    expect(() => readSignature(written)).not.toThrow();
  });

  test('a length that many strings have is said once', () => {
    const text = { type: 'string', maxLength: 5000 };
    const properties = {
      a: text,
      e: { type: 'array', items: text },
      b: { ...text, description: 'Words.' },
      c: text,
      d: { ...text, maxLength: 9 },
    };
    expect(writeSignature({ properties })).toBe(
      '{\n a?: Text5000\n e?: Text5000[]\n b?: Text5000 // Words.\n c?: Text5000\n d?: string // @maxLength 9\n}\ntype Text5000 = string // @maxLength 5000',
    );
  });
});

describe('words are cut', () => {
  test.each([
    ['not at all where they fit', 'One. Two.', 9, 'One. Two.'],
    ['after a sentence', 'One thing. Another thing.', 15, 'One thing. …'],
    [
      'not after an abbreviation',
      'A thing, e.g. One of them is here. More.',
      36,
      'A thing, e.g. One of them is here. …',
    ],
    [
      'before a clause',
      'A customer that has been billed, or one that has not been.',
      40,
      'A customer that has been billed …',
    ],
    ['whole where there is no clause', 'An invalid address of a customer was given.', 12, ''],
    [
      'after what is lost',
      'Sets it. This overwrites all that was there. More of it.',
      50,
      'This overwrites all that was there. Sets it. …',
    ],
  ])('%s', (_, text, most, expected) => expect(cutWords(text, most)).toBe(expected));
});

describe('answers', () => {
  const names = Array.from({ length: 700 }, (_, index) => `value_${index}`);
  const word = 'A page of the list begins at this cursor, which the page before it has given.';
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', description: word }]));
  const list = {
    get: {
      operationId: 'list_things',
      parameters: [{ name: 'cursor', in: 'query', description: word, schema: { type: 'string' } }],
      responses: {},
    },
  };
  const add = {
    operationId: 'add_thing',
    requestBody: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { kind: { type: 'string', enum: names }, of: { type: 'object', properties } },
          },
        },
      },
    },
    responses: {},
  };
  const others = { get: { ...list.get, operationId: 'list_others' } };
  const { server } = shapeDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/things': { ...list, post: add }, '/others': others },
  });
  const view = createApp({ catalog: toCatalog(server), env: { MCP_MODE: 'dynamic' } }).view();
  const ask = async (args: object) =>
    (await (await connectView(view)).call('describe_tools', { ...args })).text;

  test('go on, page by page, where one part alone is too long', async () => {
    for (const format of [undefined, 'json']) {
      let shown = '';
      for (let part: string | undefined = 'of'; part !== undefined;) {
        const answer: string = await ask({ names: ['add_thing'], part, ...(format && { format }) });
        expect(answer.length).toBeLessThanOrEqual(6_000);
        const [, page = '', next] = /: ([^]*?)(?:\nIt goes on: ask for part "(.*)"\.)?$/.exec(answer) ?? [];
        shown += page;
        part = next;
      }
      for (const name of names) expect(shown).toContain(name);
    }
    expect(await ask({ names: ['add_thing'], part: 'of@99' })).toContain('There are only');
  });

  test('name the part to ask for where there are many values', async () => {
    const answer = await ask({ names: ['add_thing'] });
    expect(answer).toContain('@part "kind"');
    expect(answer).toContain('@part "of"');
  });

  test('say words once that several tools have', async () => {
    const answer = await ask({ names: ['list_things', 'list_others'] });
    expect(answer.split(word)).toHaveLength(2);
    expect(answer).toContain('cursor?: string // (as above)');
  });

  test('share the room', async () => {
    const answer = await ask({ names: ['add_thing', 'list_things', 'list_others'] });
    expect(answer.length).toBeLessThanOrEqual(6_000);
    expect(answer.split('\n\n').map((text) => text.split(' ')[0])).toEqual([
      'add_thing',
      'list_things',
      'list_others',
    ]);
  });
});
