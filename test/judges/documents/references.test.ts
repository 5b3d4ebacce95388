import { existsSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Config, defaults, profileNames } from '../../../generator/model/config.js';
import { collector } from '../../../generator/model/diagnostic.js';
import type { Server } from '../../../generator/model/server.js';
import { shapeTools } from '../../../generator/shape/shapeTools.js';
import { toCatalog } from '../../../generator/toCatalog.js';
import { describeTool } from '../../../templates/project/src/runtime/dynamic/describeTool.js';
import { createExpander } from '../../../templates/project/src/runtime/validate/createExpander.js';
import { createApp } from '../../../templates/project/src/server.js';
import { countTokens } from '../../support/countTokens.js';
import {
  isThorough,
  moreRuns,
  readOnce,
  realDocuments,
  samples,
  specs,
} from '../../support/realDocuments.js';
import { listLost, listReferences, schemasIn } from '../../support/references.js';
import { connectView } from '../../support/runtime/connectView.js';
import { shapeDocument } from '../../support/shapeDocument.js';

if (!existsSync(specs)) console.log(`Only references of the samples are followed: ${specs} does not exist.`);

interface Found {
  lost: unknown[];
  schemas: number;
  references: number;
  cut: number;
}

/** The paths of what an answer leaves out. */
const leftOut = /"left out: part \\"(.*?)\\""/g;

/** Asks describe_tools for every tool: alone, twenty at once, and for its arguments and what was left out by their paths. */
async function describeAll(server: Server, mostParts: number): Promise<Found> {
  const client = await connectView(
    createApp({ catalog: toCatalog(server), env: { MCP_MODE: 'dynamic' } }).view(),
  );
  const found: Found = { lost: [], schemas: 0, references: 0, cut: 0 };
  const ask = async (names: readonly string[], part?: string): Promise<string> => {
    const { text } = await client.call('describe_tools', {
      names,
      format: 'json',
      ...(part !== undefined && { part }),
    });
    const schemas = schemasIn(text);
    found.schemas += schemas.length;
    for (const schema of schemas) {
      found.references += listReferences(schema).length;
      found.lost.push(...listLost(schema).map((ref) => `${names.join()} ${part ?? ''}: ${String(ref)}`));
    }
    found.cut += Number(text.includes('left out: part'));
    return text;
  };
  const entries = server.toolsets.flatMap(({ tools }) => tools);
  const names = entries.map(({ tool }) => tool.name);
  for (let from = 0; from < names.length; from += 20) await ask(names.slice(from, from + 20));
  for (const { tool, enforced } of entries) {
    const text = await ask([tool.name]);
    const parts = new Set([
      ...Object.keys(enforced.properties),
      ...[...text.matchAll(leftOut)].map(([, path = '']) => path),
    ]);
    for (const part of [...parts].slice(0, mostParts)) await ask([tool.name], part);
  }
  await client.close();
  return found;
}

/** The references of listed schemas that lead nowhere. */
async function listAll(server: Server): Promise<unknown[]> {
  const client = await connectView(
    createApp({ catalog: toCatalog(server), env: { MCP_MODE: 'list' } }).view(),
  );
  const tools = await client.list();
  await client.close();
  return tools.flatMap(({ inputSchema, outputSchema }) => [inputSchema, outputSchema].flatMap(listLost));
}

describe('every reference of what is said of a tool leads to a schema of the same answer', () => {
  test.each([...samples, ...(existsSync(specs) ? realDocuments : [])])(
    '%s',
    { timeout: 120_000 },
    async (file) => {
      const { api } = await readOnce(file);
      const shape = (config: Partial<Config>) =>
        shapeTools(api, { ...defaults, ...config }, collector().report, countTokens);
      const { lost, schemas } = await describeAll(shape({}), isThorough ? 100 : 4);
      expect(lost).toEqual([]);
      expect(schemas).toBeGreaterThan(1);
      for (const profile of isThorough ? profileNames : (['rich'] as const))
        expect(await listAll(shape({ profile, output: 'schema' }))).toEqual([]);
    },
  );
});

const names = ['Leaf', 'Wrapped', 'Node', 'Set', 'All'];
const homes = '#/components/schemas/';
const reference = fc.constantFrom(...names).map(($ref) => ({ $ref: homes + $ref }));

/** Schemas of a document: references alone, in unions of one, in parts of others, in circles. */
const schema = fc.letrec<{ any: object; flat: object }>((tie) => ({
  flat: fc.oneof(
    { weight: 3, arbitrary: reference },
    { weight: 1, arbitrary: fc.constant({ type: 'string', enum: ['name', 'url'] }) },
    { weight: 1, arbitrary: fc.constant({ type: 'integer', description: 'How many of them. '.repeat(5) }) },
  ),
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('flat'),
    fc.record({ type: fc.constant('object'), properties: fields(tie('any')) }),
    fc.record({ type: fc.constant('array'), items: tie('any') }),
    fc.record({ type: fc.constant('object'), additionalProperties: tie('any') }),
    fc.record({ allOf: fc.array(tie('flat'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ anyOf: fc.array(tie('any'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.tuple(tie('flat')), description: fc.constant('One form.') }),
    fc.record({ anyOf: fc.tuple(fc.record({ anyOf: fc.tuple(reference) })) }),
    fc.record({ oneOf: fc.tuple(reference, fc.constant({ type: 'null' })) }),
  ),
}));

function fields(any: fc.Arbitrary<object>): fc.Arbitrary<Record<string, object>> {
  return fc.dictionary(fc.constantFrom('a', 'b', 'next', 'x/y', '%41'), any, { maxKeys: 3 });
}

/** Documents whose parameters and bodies use them, with defaults and examples that do not fit: these make unions. */
const documents = fc
  .record({
    components: fc.record(Object.fromEntries(names.map((name) => [name, schema.any]))),
    parameters: fc.array(fc.tuple(schema.any, fc.constantFrom(undefined, 'all', 7)), { maxLength: 3 }),
    body: fields(schema.any),
    example: fc.constantFrom(undefined, {}, { a: 'all' }, { b: { a: 'all' } }, { a: null, next: 7 }),
  })
  .map(({ components, parameters, body, example }) => ({
    openapi: '3.1.0',
    info: { title: 'Anything', version: '1' },
    paths: {
      '/things': {
        post: {
          operationId: 'add_thing',
          parameters: parameters.map(([part, usual], index) => ({
            name: `p${index}`,
            in: 'query',
            schema: { ...part, ...(usual !== undefined && { default: usual }) },
          })),
          requestBody: {
            content: {
              'application/json': {
                schema: { type: 'object', properties: body },
                ...(example !== undefined && { example }),
              },
            },
          },
          responses: {},
        },
      },
    },
    components: { schemas: components },
  }));

test('so it is with whatever schemas lead to one another', { timeout: 120_000 }, async () => {
  let references = 0;
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      const { server } = shapeDocument(document, { profile: 'rich' }, undefined, (text) => text.length);
      const found = await describeAll(server, 10);
      expect(found.lost).toEqual([]);
      expect(await listAll(server)).toEqual([]);
      references += found.references;
    }),
    { numRuns: Math.max(150, moreRuns) },
  );
  expect(references).toBeGreaterThan(100);
});

test('so it is where there is room for less and less', () => {
  let cut = 0;
  fc.assert(
    fc.property(documents, (document) => {
      const { server, tools } = shapeDocument(document, {}, undefined, (text) => text.length);
      const { components } = server;
      const expand = createExpander(components);
      for (const { tool, enforced } of tools) {
        const listed = { ...tool, annotations: { ...tool.annotations, title: tool.title } };
        for (const most of [1e9, 800, 300, 100, 1]) {
          for (const part of ['', ...Object.keys(enforced.properties)]) {
            const text = describeTool({ listed, enforced }, { components, expand }, most, {
              part,
              format: 'json',
            });
            expect(schemasIn(text).flatMap(listLost)).toEqual([]);
            cut += Number(text.includes('left out: part'));
          }
        }
      }
    }),
    { numRuns: Math.max(200, moreRuns) },
  );
  expect(cut).toBeGreaterThan(50);
});
