import { specTypeSchemas } from '@modelcontextprotocol/server';
import { ToolSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { findWireFault } from '../../../../generator/shape/check/findWireFault.js';

const good = {
  name: 'get_thing',
  title: 'Get a thing',
  description: 'Gets a thing.',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  outputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  annotations: { title: 'Get a thing', readOnlyHint: true, destructiveHint: false, idempotentHint: true },
};

/** Whether the official SDK takes a listed tool, in its first generation and in its second. */
function isTaken(tool: object): boolean {
  const second = specTypeSchemas.Tool['~standard'].validate(tool) as { issues?: unknown };
  return ToolSchema.safeParse(tool).success && second.issues === undefined;
}

/** What may stand anywhere, right or wrong. */
const values = [
  undefined,
  null,
  true,
  0,
  Infinity,
  NaN,
  '',
  'object',
  [],
  ['id'],
  [1],
  [undefined],
  {},
  { type: 'object' },
  { type: 'array' },
  { type: ['object', 'null'] },
  { a: true },
  { a: [] },
  { a: { default: Infinity } },
  { a: { enum: [1, [NaN]] } },
  { a: { const: undefined } },
  { a: null },
];

/** Every place of a listed tool that the definition of the protocol names, and some beside it. */
const places = [
  ['name'],
  ['title'],
  ['description'],
  ['annotations'],
  ['annotations', 'title'],
  ['annotations', 'readOnlyHint'],
  ['annotations', 'destructiveHint'],
  ['annotations', 'idempotentHint'],
  ['annotations', 'openWorldHint'],
  ['annotations', 'other'],
  ...placesOfSchema('inputSchema'),
  ...placesOfSchema('outputSchema'),
];

function placesOfSchema(schema: string): string[][] {
  return [
    [schema],
    [schema, 'type'],
    [schema, 'properties'],
    [schema, 'properties', 'id'],
    [schema, 'properties', 'id', 'type'],
    [schema, 'required'],
    [schema, 'required', '0'],
    [schema, '$schema'],
    [schema, 'additionalProperties'],
    [schema, 'default'],
    [schema, 'x-other'],
  ];
}

/** A copy of a value with another one at a place in it. */
function put(value: unknown, [first, ...rest]: readonly string[], inner: unknown): unknown {
  if (first === undefined) return inner;
  const copy = structuredClone(value) as Record<string, unknown>;
  return Object.assign(copy, { [first]: put(copy[first], rest, inner) });
}

describe('a listed tool is judged as by both generations of the official SDK', () => {
  test('where nothing is wrong', () => {
    expect([isTaken(good), findWireFault(good)]).toEqual([true, undefined]);
  });

  test.each(places.map((path) => [path.join('.'), path] as const))('with anything as %s', (_name, path) => {
    const tools = values.map((value) => put(good, path, value) as object);
    expect(tools.map((tool) => findWireFault(tool) === undefined)).toEqual(tools.map(isTaken));
    const faults = tools.map(findWireFault).filter((fault) => fault !== undefined);
    expect(new Set(faults)).toEqual(new Set(faults.length === 0 ? [] : [path[0]]));
  });

  test.each(Object.keys(good))('without %s', (name) => {
    const tool = Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));
    expect(findWireFault(tool) === undefined).toBe(isTaken(tool));
  });
});
