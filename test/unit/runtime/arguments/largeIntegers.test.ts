import { describe, expect, test } from 'vitest';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createChecker } from '../../../../templates/project/src/runtime/arguments/createChecker.js';
import { parseExact, spellLarge } from '../../../../templates/project/src/runtime/arguments/largeIntegers.js';
import { toJson } from '../../../../templates/project/src/runtime/json.js';
import { buildRequest } from '../../../../templates/project/src/runtime/request/buildRequest.js';
import type {
  Body,
  ObjectSchema,
  Parameter,
  Schema,
  Tool,
} from '../../../../templates/project/src/runtime/tool.js';
import { makeBody } from '../../../support/runtime/fixtures.js';
import cases from './largeIntegers.json' with { type: 'json' };

const components: Record<string, Schema> = {
  Node: {
    type: 'object',
    properties: { id: { type: 'integer', format: 'int64' }, next: { $ref: 'Node' } },
    additionalProperties: false,
  },
  Cat: { type: 'object', properties: { kind: { enum: ['cat'] }, id: { type: 'string' } } },
  Dog: { type: 'object', properties: { kind: { enum: ['dog'] }, id: { type: 'integer' } } },
};

const large = '9007199254740993';

function takes(properties: Record<string, Schema>): ObjectSchema {
  return { type: 'object', properties, additionalProperties: false };
}

/** A case: what is given for `p`, and the JSON that it is sent as, or the words that refuse it. */
interface Case {
  name: string;
  schema: Schema;
  given: unknown;
  json?: string;
  refusal?: string;
}

describe('integers beyond 2^53', () => {
  const check = createChecker(components);

  test.each(cases as Case[])('$name: $json $refusal', ({ schema, given: value, json, refusal }) => {
    const given = () => toJson(check('t', takes({ p: schema }), { p: value }));
    if (json !== undefined) expect(given()).toBe(`{"p":${json}}`);
    else expect(refusalOf(given)).toEqual([`- ${refusal}`]);
  });
});

function refusalOf(run: () => unknown): string[] {
  try {
    run();
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
}

const sent: [name: string, parameter: Partial<Parameter>, url: string][] = [
  ['in a path', { in: 'path' }, `/${large}`],
  ['in a query', { in: 'query' }, `/{p}?p=${large}`],
  ['as JSON in a query', { in: 'query', mediaType: 'application/json' }, `/{p}?p=${large}`],
  ['as JSON for a query', { in: 'querystring', mediaType: 'application/json' }, `/{p}?${large}`],
];
const written: [mediaType: string, body: Partial<Body>, given: unknown, content: RegExp][] = [
  ['application/json', {}, { id: large }, /^\{"id":9007199254740993\}$/],
  ['application/merge-patch+json', {}, { id: large }, /^\{"id":9007199254740993\}$/],
  ['application/jsonl', {}, [{ id: large }], /^\{"id":9007199254740993\}\n$/],
  ['application/x-www-form-urlencoded', {}, { id: large }, /^id=9007199254740993$/],
  [
    'application/x-www-form-urlencoded',
    { encoding: { nested: { contentType: 'application/json' } } },
    { nested: { id: large } },
    /^nested=%7B%22id%22%3A9007199254740993%7D$/,
  ],
  ['multipart/form-data', {}, { nested: { id: large } }, /\r\n\r\n\{"id":9007199254740993\}\r\n--/],
  ['multipart/form-data', {}, { id: large }, /\r\n\r\n9007199254740993\r\n--/],
];

test('JSON in a string may be of any size', () => {
  const long = JSON.stringify({ s: 'x'.repeat(9_000_000), id: 1 }).replace(':1}', `:${large}}`);
  expect(parseExact(long)).toMatchObject({ id: BigInt(large) });
  expect(parseExact(`[${'7'.repeat(8_000_000)}]`)).toBeUndefined();
  expect(parseExact('[9007199254740992, "9007199254740993"]')).toEqual([9007199254740992n, large]);
});

describe('integers beyond 2^53 are sent with all of their digits', () => {
  const check = createChecker({});
  const id: Schema = { type: 'integer', format: 'int64' };
  const whole: Schema = {
    type: 'object',
    properties: { id, nested: { type: 'object', properties: { id } } },
  };

  async function send(schema: Schema, given: unknown, request: Partial<Tool['request']>) {
    const recipe = { method: 'POST', path: '/{p}', parameters: [], accept: [], security: [], ...request };
    const inputSchema = takes({ p: schema });
    const args = check('t', inputSchema, { p: given });
    const tool = { request: recipe, annotations: {}, inputSchema } as unknown as Tool;
    return buildRequest(tool, args, new URL('http://x'), features);
  }

  test.each(sent)('%s', async (_, parameter, url) => {
    const parameters = [{ argument: 'p', name: 'p', ...parameter } as Parameter];
    const request = await send(id, large, { parameters });
    expect(decodeURIComponent(request.url.href)).toBe(`http://x${url}`);
  });

  test('in a header', async () => {
    const request = await send(id, large, { parameters: [{ argument: 'p', name: 'p', in: 'header' }] });
    expect(request.headers.get('p')).toBe(large);
  });

  test.each(written)('in %s %j', async (mediaType, how, given, content) => {
    const list: Schema = Array.isArray(given) ? { type: 'array', items: whole } : whole;
    const request = await send(list, given, { body: makeBody({ mediaType, argument: 'p', ...how }) });
    const text = await new Response(request.body as string).text();
    expect(text).toMatch(content);
  });
});

test('code of a project gets digits as a string', () => {
  expect(spellLarge({ a: { b: [9007199254740993n] }, c: 1 })).toEqual({ a: { b: [large] }, c: 1 });
});
