import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { takeSnapshot } from '../../../generator/compare/takeSnapshot.js';
import type { Schema } from '../../../generator/model/api.js';
import type { ToolSnapshot } from '../../../generator/model/comparison.js';
import { defaults } from '../../../generator/model/config.js';
import { collector } from '../../../generator/model/diagnostic.js';
import type { JsonObject } from '../../../generator/model/document.js';
import { read } from '../../../generator/read/read.js';
import { settle } from '../../../generator/shape/settle.js';
import { shapeTools } from '../../../generator/shape/shapeTools.js';
import { sortAsBefore } from '../../../generator/shape/sortAsBefore.js';
import { countTokens } from '../../support/countTokens.js';
import { documentOf } from '../../support/documentOf.js';
import { figma, samples } from '../../support/realDocuments.js';
import { reorder } from '../../support/reorder.js';

const { report } = collector();
const readApi = (root: JsonObject) => read(documentOf(root), report);
const shapeApi = (api: ReturnType<typeof readApi>) =>
  shapeTools(settle(api, defaults, report), defaults, report, countTokens);

// What there is no room for in a result is named in words, and a project keeps no other order of it.
const written = ({ tool: { outputSchema: _words, ...tool }, enforced, toolset }: ToolSnapshot) =>
  JSON.stringify({ tool, enforced, toolset });

describe.each([...samples, figma])('%s', (file) => {
  const root = parse(readFileSync(file, 'utf8')) as JsonObject;
  const api = readApi(root);
  const server = shapeApi(api);
  const before = takeSnapshot(server);

  test('is as it was where its order is that of the last run', () => {
    const again = shapeApi(sortAsBefore(api, before));
    for (const [index, tool] of takeSnapshot(again).tools.entries())
      expect(JSON.stringify(tool)).toBe(JSON.stringify(before.tools[index]));
    expect(JSON.stringify(again.components)).toBe(JSON.stringify(server.components));
  });

  test.each(Object.entries(reorder(root)))('becomes the same server in another order: %s', (_how, other) => {
    const { tools } = takeSnapshot(shapeApi(sortAsBefore(readApi(other), before)));
    const others = tools.filter((tool, index) => written(tool) !== written(before.tools[index]!));
    expect(others.map(({ tool }) => tool.name).filter((name) => !unsorted.has(name))).toEqual([]);
  });
});

/** Of these, models read parts in an order that nothing else in a project has. */
const unsorted = new Set(['recursion_union', 'body_map']);

const withParameters = (...names: string[]) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/a': {
      get: {
        operationId: 'a',
        parameters: names.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
        responses: {},
      },
    },
  },
});

test('what is new comes behind what stands before it in the document', () => {
  const before = takeSnapshot(shapeApi(readApi(withParameters('a', 'b', 'c'))));
  const sorted = sortAsBefore(readApi(withParameters('first', 'c', 'd', 'b', 'e', 'a')), before);
  const names = sorted.operations.flatMap(({ parameters }) => parameters.map(({ name }) => name));
  expect(names).toEqual(['first', 'a', 'b', 'e', 'c', 'd']);
});

const withNode = (Node: JsonObject) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/a': {
      post: {
        operationId: 'a',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } } },
        responses: {},
      },
    },
  },
  components: { schemas: { Node } },
});

test('an object that holds itself, and a last run that had none of it, are no obstacle', () => {
  const node = {
    type: 'object',
    properties: { next: { $ref: '#/components/schemas/Node' }, id: { type: 'string' } },
  };
  const before = takeSnapshot(shapeApi(readApi(withNode(node))));
  const { id = null, next = null } = node.properties;
  const sorted = sortAsBefore(readApi(withNode({ ...node, properties: { id, next } })), before);
  expect(Object.keys(Object(sorted.components['Node']).properties)).toEqual(['next', 'id']);
  expect(sortAsBefore(readApi(withNode({ type: 'string' })), before).components['Node']).toMatchObject({
    type: 'string',
  });
});

const objectOf = (...names: string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});

const withShared = (schema: JsonObject): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/a': {
      parameters: [{ name: 'limit', in: 'query', schema }],
      get: { operationId: 'a', responses: {} },
      post: { operationId: 'b', responses: {} },
    },
  },
});

test('what several operations share they share still, in order or not', () => {
  const before = takeSnapshot(shapeApi(readApi(withShared(objectOf('x', 'y')))));
  for (const schema of [objectOf('x', 'y'), objectOf('y', 'x')]) {
    const [one, other] = sortAsBefore(readApi(withShared(schema)), before).operations;
    expect(one?.parameters[0]).toBe(other?.parameters[0]);
    expect(Object.keys(Object(one?.parameters[0]?.schema).properties)).toEqual(['x', 'y']);
  }
});

test('components that lead to one another by many ways are put in order once', () => {
  const [operation] = readApi(withNode({ type: 'object', properties: {} })).operations;
  const parts = Array.from({ length: 15 }, (_, index): [string, Schema] => [
    `Part${index}`,
    { allOf: Array.from({ length: 6 }, () => ({ $ref: `Part${index + 1}` })) },
  ]);
  const api = {
    ...readApi(withNode({ type: 'object', properties: {} })),
    operations: [{ ...operation!, bodies: [{ ...operation!.bodies[0]!, schema: { $ref: 'Part0' } }] }],
    components: { ...Object.fromEntries(parts), Part15: { type: 'object', properties: { y: {}, x: {} } } },
  };
  const before = takeSnapshot(shapeApi(readApi(withNode({ type: 'object', properties: {} }))));
  const body = { type: 'object', properties: { x: {}, y: {} } };
  const [tool] = before.tools;
  const enforced = { type: 'object' as const, properties: { body } };
  const sorted = sortAsBefore(api, { ...before, tools: [{ ...tool!, enforced }], components: {} });
  expect(Object.keys(Object(sorted.components['Part15']).properties)).toEqual(['x', 'y']);
});
