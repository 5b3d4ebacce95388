import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../generator/model/api.js';
import { type Profile, profileNames } from '../../../generator/model/config.js';
import type { Tool } from '../../../generator/model/server.js';
import { advertise } from '../../../generator/shape/advertised/advertise.js';
import { checkProfile } from '../../../generator/shape/check/checkProfile.js';
import { profiles } from '../../../generator/shape/profiles.js';
import { clipWords } from '../../../generator/text/clip.js';
import { createChecker } from '../../../templates/project/src/runtime/arguments/createChecker.js';
import { countTokens } from '../../support/countTokens.js';
import { compile, compileEnforced, shapeDocument } from '../../support/shapeDocument.js';
import { tellAsProfile } from '../../support/tellAsProfile.js';
import { clientRules } from './clientRules.js';
import cases from './clientRules.json' with { type: 'json' };

interface Case {
  name: string;
  in: object;
  components?: object;
  /** What each profile makes of it. */
  out: Record<Profile, object>;
  /** Values that the document allows; told as they are, or `as` a profile asks, `except` where it cannot be told. */
  told: { value: unknown; as?: Partial<Record<Profile, unknown>>; except?: Profile[] }[];
}

/** A document with one operation, whose body has a member of the schema. */
function shapeMember(given: object, components: object, profile: Profile) {
  const schema = { type: 'object', properties: { q: given, other: { type: 'string' } }, required: ['q'] };
  const post = { requestBody: { required: true, content: { 'application/json': { schema } } } };
  const { server, tool } = shapeDocument(
    { paths: { '/x': { post } }, components: { schemas: components } },
    { profile },
  );
  return { server, entry: tool('POST /x') };
}

/** The schema of the member as the profile writes it. */
function memberOf({ inputSchema }: Tool): Schema {
  const { properties, $defs } = inputSchema;
  return { ...(properties['q'] as object), ...($defs === undefined ? {} : { $defs }) };
}

/** Without the members that were told to be absent. */
function withoutNull(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const given = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(given.map(([key, member]) => [key, withoutNull(member)]));
}

describe.each(cases as unknown as Case[])('$name', ({ in: given, components = {}, out, told }) => {
  test.each(profileNames)('as %s writes it', (profile) => {
    const { entry } = shapeMember(given, components, profile);
    expect(memberOf(entry.tool)).toEqual(out[profile]);
    expect(clientRules[profile](entry.tool.inputSchema)).toEqual([]);
  });

  test.each(profileNames)('what is enforced can be told as %s asks', (profile) => {
    const { server, entry } = shapeMember(given, components, profile);
    const enforced = compileEnforced(server, entry);
    const advertised = compile(memberOf(entry.tool));
    const receive = createChecker(server.components);
    for (const { value, as = {}, except = [] } of told) {
      expect(enforced({ q: value }), JSON.stringify(value)).toBe(true);
      const said = profile in as ? as[profile] : value;
      expect(advertised(said), JSON.stringify(said)).toBe(!except.includes(profile));
      if (profile in as) {
        expect(receive('post_x', entry.enforced, { q: withoutNull(said) })).toEqual({ q: value });
      }
    }
  });
});

/** Few keys and values, so that schemas and values meet. Every schema names its type: others cannot all be told. */
const anyKey = fc.constantFrom('a', 'b', '$c');
const anyValue = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>('a', 'xy', '', 0, 1, 2.5, true),
    fc.array(tie('any'), { maxLength: 2 }),
    fc.dictionary(anyKey, tie('any'), { maxKeys: 2, noNullPrototype: true }),
  ),
})).any;
const anySchema = fc.letrec<{ node: object }>((tie) => {
  const node = tie('node');
  const fields = fc.dictionary(anyKey, node, { minKeys: 1, maxKeys: 2, noNullPrototype: true });
  const object = fc.tuple(fields, fc.subarray(['a', 'b', '$c'])).map(([properties, names]) => ({
    type: 'object',
    properties,
    required: names.filter((name) => Object.hasOwn(properties, name)),
  }));
  return {
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom<object>(
        { type: 'string' },
        { type: 'string', pattern: '^(?!x)' },
        { type: 'integer', enum: [0, 1, 2] },
        { type: 'number', exclusiveMinimum: 0 },
        { type: ['boolean', 'integer'] },
        { type: 'string', enum: ['', 'a', 'xy'] },
        { type: 'object', nullable: true },
      ),
      object,
      fc.record({ type: fc.constant('object'), additionalProperties: node }),
      fc.record({ type: fc.constant('array'), items: node, uniqueItems: fc.boolean() }),
      fc.record({ anyOf: fc.array(object, { minLength: 2, maxLength: 2 }) }),
      fc.record({
        type: fc.constant('object'),
        properties: fields,
        anyOf: fc.array(object, { minLength: 2, maxLength: 2 }),
      }),
      fc.record({ allOf: fc.array(object, { minLength: 2, maxLength: 2 }) }),
      fc.constant({ $ref: '#/components/schemas/A' }),
    ),
  };
}).node;

test.each(profileNames)('whatever is enforced can be told as %s asks', (profile) => {
  let told = 0;
  const property = fc.property(
    anySchema,
    anySchema,
    fc.array(anyValue, { minLength: 15, maxLength: 15 }),
    (given, component, values) => {
      const { server, entry } = shapeMember(
        given,
        { A: { type: 'object', properties: { a: component } } },
        profile,
      );
      const enforced = compileEnforced(server, entry);
      const advertised = memberOf(entry.tool);
      expect(clientRules[profile](entry.tool.inputSchema)).toEqual([]);
      const accepts = compile(advertised);
      for (const value of values.filter((one) => enforced({ q: one }))) {
        told += 1;
        const said = profiles[profile].maps === 'text' ? tellAsProfile(value, advertised) : value;
        expect(accepts(said), `${JSON.stringify(said)} by ${JSON.stringify(advertised)}`).toBe(true);
      }
    },
  );
  fc.assert(property, { seed: 3, numRuns: 100 });
  expect(told).toBeGreaterThan(100);
});

describe('openai-strict', () => {
  const document = {
    paths: {
      '/x': {
        patch: {
          parameters: [{ name: 'page[size]', in: 'query', schema: { type: 'integer' } }],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { a: { type: ['string', 'null'] }, b: { type: 'string' } },
                  required: ['b'],
                },
              },
            },
          },
        },
      },
    },
  };

  test('every argument is required, and null says that one is not given', () => {
    const { server, tool } = shapeDocument(document, { profile: 'openai-strict' });
    expect(server.api).toMatchObject({ nullMeansAbsent: true, mapsAsText: true });
    expect(tool('PATCH /x').tool.inputSchema).toEqual({
      type: 'object',
      properties: {
        page_size: { type: ['integer', 'null'], description: 'Sent as `page[size]`.' },
        // Null cannot clear what it leaves out.
        a: { type: ['string', 'null'] },
        b: { type: 'string' },
      },
      required: ['page_size', 'a', 'b'],
      additionalProperties: false,
    });
  });

  test('elsewhere null clears a field', () => {
    const { server, tool } = shapeDocument(document, { profile: 'portable' });
    expect(server.api.nullMeansAbsent).toBeUndefined();
    expect(server.api.mapsAsText).toBeUndefined();
    expect(tool('PATCH /x').tool.inputSchema.properties['a']).toEqual({
      type: 'string',
      description: 'null clears it.',
    });
  });

  test('objects beyond the fifth level are text', () => {
    const nest = (levels: number): object =>
      levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: nest(levels - 1) } };
    const { entry } = shapeMember(nest(6), {}, 'openai-strict');
    const path = ['a', 'a', 'a', 'a'];
    let schema = memberOf(entry.tool) as Record<string, unknown>;
    for (const step of path) {
      schema = (schema['properties'] as Record<string, Record<string, unknown>>)[step] ?? {};
    }
    expect(schema).toEqual({
      type: ['string', 'null'],
      description: 'A JSON object as text. Fields: a.',
    });
    expect(clientRules['openai-strict'](entry.tool.inputSchema)).toEqual([]);
  });
});

describe('gemini', () => {
  test('arguments have names that it takes, and say what they are on the wire', () => {
    const parameters = ['x-request-id', '2nd', 'a.b'].map((name) => ({
      name,
      in: 'query',
      schema: { type: 'string' },
    }));
    const { tool } = shapeDocument({ paths: { '/x': { get: { parameters } } } }, { profile: 'gemini' });
    const { inputSchema, request } = tool('GET /x').tool;
    expect(Object.keys(inputSchema.properties)).toEqual(['x_request_id', 'value_2nd', 'a_b']);
    expect(request.parameters.map(({ name }) => name)).toEqual(['x-request-id', '2nd', 'a.b']);
  });
});

const unionOf = (count: number) => ({
  anyOf: Array.from({ length: count }, (_, index) => ({
    type: 'object',
    properties: { name: { type: 'string' }, kind: { type: 'string', enum: [`k${index}`] } },
    required: ['kind'],
  })),
});

function writeUnion(count: number, tokens: number, profile: Profile = 'portable'): Schema {
  const words = { tokens, sentences: 1, more: 0, notes: tokens > 0 };
  const extent = {
    levels: 0,
    optionalLevels: 0,
    words,
    optionalWords: words,
    values: 20,
    patterns: 120,
    needs: 0,
    optionalNeeds: 0,
    size: 9999,
  };
  const means = { lookUp: () => true, profile: profiles[profile], clip: clipWords(countTokens) };
  return (
    advertise(unionOf(count), { name: '', optional: false, outer: false }, extent, means).schema ?? false
  );
}

describe('unions whose branches are not shown', () => {
  test('each says its tag', () => {
    expect(writeUnion(2, 99)).toEqual({
      anyOf: [
        { type: 'object', description: 'Fields: kind, name. kind: k0.' },
        { type: 'object', description: 'Fields: kind, name. kind: k1.' },
      ],
    });
  });

  test('without words there is no more than their type', () => {
    expect(writeUnion(2, 0)).toEqual({ type: 'object' });
  });

  test('where they are many, the union says all tags', () => {
    const tags = Array.from({ length: 12 }, (_, index) => `k${index}`).join(', ');
    expect(writeUnion(12, 99)).toEqual({ description: `kind is one of ${tags}.` });
    expect(writeUnion(12, 99, 'gemini')).toEqual({
      type: 'string',
      description: `A JSON object as text. kind is one of ${tags}.`,
    });
  });
});

const plainTool: Tool = {
  name: 'get_x',
  title: 'Get x',
  description: 'Gets x.',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: { method: 'GET', path: '/x', parameters: [], accept: [], security: [] },
};

const objectOf = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest });

describe('a tool that breaks a limit is found', () => {
  const closed = (properties: object) =>
    objectOf(properties, { required: Object.keys(properties), additionalProperties: false });
  const deep = (levels: number): object =>
    levels === 0 ? { type: 'string' } : closed({ a: deep(levels - 1) });
  const broken: [Profile, object, string][] = [
    [
      'portable',
      objectOf({ 'a b': { type: 'string' } }),
      'its argument "a b" has a name that clients refuse',
    ],
    [
      'portable',
      objectOf({ a: objectOf({ $b: {} }) }),
      'its input schema, at "a", has the key "$b", which clients refuse',
    ],
    ['portable', objectOf({ a: true }), 'its input schema, at "a", is a boolean schema'],
    [
      'portable',
      objectOf({ a: { type: ['string', 'null'] } }),
      'its input schema, at "a", has several types',
    ],
    [
      'portable',
      objectOf({ a: { type: 'string', pattern: '^(?=a)' } }),
      'its input schema, at "a", has the pattern ^(?=a)',
    ],
    ['portable', objectOf({ a: { const: 1 } }), 'its input schema, at "a", has the keyword const'],
    ['rich', objectOf({ a: { $dynamicRef: '#a' } }), 'its input schema, at "a", has the keyword $dynamicRef'],
    [
      'openai-strict',
      objectOf({ a: { type: 'string' } }, { additionalProperties: false }),
      'its input schema does not require "a"',
    ],
    [
      'openai-strict',
      objectOf({ a: { type: 'string' } }, { required: ['a'] }),
      'its input schema is an object that is open',
    ],
    [
      'openai-strict',
      closed({ a: { type: 'object' } }),
      'its input schema, at "a", is an object without properties',
    ],
    ['openai-strict', closed({ a: {} }), 'its input schema, at "a", has no type'],
    [
      'openai-strict',
      closed({ a: { type: ['string', 'integer'] } }),
      'its input schema, at "a", has several types',
    ],
    [
      'openai-strict',
      closed({ a: { type: ['string', 'null'], format: 'uri' } }),
      'its input schema, at "a", has the format uri',
    ],
    [
      'openai-strict',
      closed({ a: { type: 'array', items: { anyOf: [], minimum: 1 } } }),
      'its input schema, at "a", in items, has minimum beside a union',
    ],
    [
      'openai-strict',
      deep(6),
      'its input schema, at "a", at "a", at "a", at "a", at "a", is nested more than 5 levels deep',
    ],
    [
      'openai-strict',
      closed(Object.fromEntries(Array.from({ length: 5001 }, (_, i) => [`a${i}`, { type: 'string' }]))),
      'its input schema has 5001 properties',
    ],
    [
      'gemini',
      objectOf({ a: { type: 'integer', enum: [1] } }),
      'its input schema, at "a", lists the value 1',
    ],
    [
      'gemini',
      objectOf({ a: { type: 'string', enum: [''] } }),
      'its input schema, at "a", lists an empty string',
    ],
    [
      'gemini',
      objectOf({ a: { type: 'string', format: 'uuid' } }),
      'its input schema, at "a", has the format uuid',
    ],
    [
      'gemini',
      objectOf({ a: { anyOf: [], description: 'A' } }),
      'its input schema, at "a", has a description beside a union',
    ],
    ['gemini', objectOf({ a: { type: 'array' } }), 'its input schema, at "a", is an array without items'],
  ];

  test.each(broken)('%s: %j', (profile, schema, fault) => {
    const inputSchema = schema as Tool['inputSchema'];
    expect(checkProfile({ ...plainTool, inputSchema }, profiles[profile], 45)).toBe(fault);
  });

  test('so is a name that is too long with the prefix of a client', () => {
    expect(checkProfile({ ...plainTool, name: 'x'.repeat(46) }, profiles.portable, 45)).toBe(
      'its name has 46 characters, more than 45',
    );
  });

  test('a tool without arguments keeps to all of them', () => {
    for (const profile of profileNames)
      expect(checkProfile(plainTool, profiles[profile], 45)).toBeUndefined();
  });
});

describe('the code of the server', () => {
  test.each(profileNames)('sees arguments as they are sent, whatever %s shows', (profile) => {
    const { entry } = shapeMember({ type: 'object', additionalProperties: { type: 'integer' } }, {}, profile);
    const { plain = entry.tool.inputSchema } = entry;
    expect(plain.properties['q']).toEqual({ type: 'object', additionalProperties: { type: 'integer' } });
    expect(plain['required']).toEqual(['q']);
  });
});

describe('what depends on other fields', () => {
  const properties = { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } };
  const show = (schema: object, profile: Profile, required: boolean) => {
    const content = { 'application/json': { schema: { type: 'object', properties, ...schema } } };
    const document = { paths: { '/x': { post: { requestBody: { required, content } } } } };
    return shapeDocument(document, { profile }).tool('POST /x').tool.inputSchema;
  };

  test('rich keeps as it is', () => {
    const rules = {
      ...(JSON.parse('{"if":{"required":["a"]},"then":{"required":["b"]}}') as object),
      dependentRequired: { b: ['c'] },
      oneOf: [{ required: ['a'] }, { required: ['c'] }],
    };
    expect(show(rules, 'rich', true).properties['body']).toMatchObject(rules);
    expect(show({ required: ['a'] }, 'rich', false)['dependentRequired']).toEqual({ b: ['a'], c: ['a'] });
  });

  test('portable says in words', () => {
    const rules = { dependentRequired: { b: ['c'] }, oneOf: [{ required: ['a'] }, { required: ['c'] }] };
    const text = JSON.stringify(show(rules, 'portable', true));
    expect(text).toContain('b needs c.');
    expect(text).toContain('Needs exactly one: a, or c.');
    expect(text).not.toMatch(/"(?:oneOf|dependentRequired)"/);
    const optional = show({ required: ['a'] }, 'portable', false);
    expect(optional['dependentRequired']).toBeUndefined();
    expect(JSON.stringify(optional)).toContain('Required if any other field of the body is given.');
  });
});
