import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { load } from '../../../generator/load/load.js';
import type { Api, Schema } from '../../../generator/model/api.js';
import { collector } from '../../../generator/model/diagnostic.js';
import type { MockResponse, Mocks } from '../../../generator/model/server.js';
import { read } from '../../../generator/read/read.js';
import { kindOf } from '../../../generator/schema/mediaTypes.js';
import { type Keywords, mapSubschemas } from '../../../generator/schema/subschemas.js';
import { loadSampler } from '../../../generator/shape/mocks/loadSampler.js';
import { mostCharacters } from '../../../generator/shape/mocks/sampleResponse.js';
import { planMocks } from '../../../generator/shape/mocks/planMocks.js';
import { listSuccesses } from '../../../generator/shape/responses.js';
import { features } from '../../../templates/project/src/generated/features.js';
import { createMock } from '../../../templates/project/src/runtime/mock/createMock.js';
import { makeTool } from '../../support/runtime/fixtures.js';
import { isThorough, samples, specs } from '../../support/realDocuments.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const isThere = existsSync(specs);
if (!isThere) console.log(`The mocks of real documents are not looked at: ${specs} does not exist.`);

const files = [
  ...samples,
  ...(isThere
    ? [
        'scalar-galaxy.yaml',
        'redocly-cafe-3-2-split/cafe.yaml',
        'docker-engine.yaml',
        ...(isThorough
          ? [
              'petstore3.yaml',
              'conjur-multi/openapi.yml',
              'figma.yaml',
              'qdrant.json',
              'discord.json',
              'stripe.json',
              'kubernetes.json',
            ]
          : []),
      ].map((name) => join(specs, name))
    : []),
];

/** Answers that do not fit their schemas, since the example of a member contradicts the schema of the member. */
const exceptions: Record<string, string[]> = {
  'docker-engine.yaml': [
    '#/paths/~1plugins/get',
    '#/paths/~1plugins~1{name}/delete',
    '#/paths/~1volumes/get',
    '#/paths/~1volumes~1create/post',
    '#/paths/~1volumes~1{name}/get',
  ],
};

describe.each(files)('the mocks of %s', (file) => {
  test('fit their schemas, and are fine results', async () => {
    const { api, tools, mocks } = await plan(file);
    const judge = createJudge(api);
    const misfits: string[] = [];
    const mock = createMock(mocks, { features });
    expect(Object.keys(mocks)).toEqual(tools.map(({ tool }) => tool.name));
    for (const { tool, pointer } of tools) {
      const answer = mocks[tool.name];
      if (typeof answer === 'string') {
        expect(mocks[answer]).toBeTypeOf('object');
        continue;
      }
      const { body, source, mediaType = '' } = answer as MockResponse;
      expect(JSON.stringify(body ?? '').length).toBeLessThanOrEqual(mostCharacters + 2);
      const result = await mock.answer(tool, {}, { finish: (one) => one, answerTokens: undefined });
      expect(result.isError ?? false, tool.name).toBe(false);
      expect(result.content.length, tool.name).toBeGreaterThan(1);
      if (source === undefined || kindOf(mediaType) !== 'json') continue;
      const value =
        typeof body === 'object' && !Array.isArray(body) && body !== null ? body : { result: body };
      expect(result.structuredContent, tool.name).toEqual(value);
      if (source === 'schema' && !judge(pointer, body)) misfits.push(pointer);
    }
    expect(misfits.toSorted()).toEqual(exceptions[file.replace(/^.*\//, '')] ?? []);
  });
});

test('the same document gives the same mocks', async () => {
  const file = join(root, 'samples/petstore/openapi.yaml');
  expect(JSON.stringify((await plan(file)).mocks)).toBe(JSON.stringify((await plan(file)).mocks));
});

async function plan(file: string) {
  const { report } = collector();
  const api = read(await load(file, { readStdin: () => Promise.resolve('') }, report), report);
  const tools = api.operations.map(({ method, pointer }, index) => ({
    tool: makeTool({ name: `tool_${index}`, method, path: '/' }),
    pointer,
  }));
  const mocks: Mocks = planMocks(api, tools, await loadSampler());
  return { api, tools, mocks };
}

/** Judges an answer by the schema of the response that a tool answers with. */
function createJudge({ components, operations }: Api): (pointer: string, body: unknown) => boolean {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    meta: false,
    logger: false,
    ownProperties: true,
    unicodeRegExp: true,
    multipleOfPrecision: 9,
  });
  addFormats.default(ajv);
  // Schemas of documents may have names that every object has.
  const table = Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [`c-${name}`, prepare(schema)]),
  );
  for (const [name, schema] of Object.entries(table)) ajv.addSchema(schema, name);
  const byPointer = new Map(operations.map((operation) => [operation.pointer, operation]));
  const compiled = new Map<Schema, ValidateFunction>();
  return (pointer, body) => {
    const operation = byPointer.get(pointer);
    const [response] = operation === undefined ? [] : listSuccesses(operation);
    const content = response?.contents.find(({ mediaType }) => kindOf(mediaType) === 'json');
    const schema = content?.schema ?? false;
    const validate = compiled.get(schema) ?? ajv.compile(prepare(schema));
    compiled.set(schema, validate);
    return validate(body);
  };
}

/** The schema as a validator reads it: what is `writeOnly` is no part of an answer, required or not. */
function prepare(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const { discriminator: _, xml: __, $ref: ref, ...rest } = mapSubschemas(schema as Keywords, prepare);
  const { properties = {}, required } = rest as {
    properties?: Record<string, { writeOnly?: boolean }>;
    required?: string[];
  };
  const isAnswered = (name: string) => !Object.hasOwn(properties, name) || !properties[name]?.writeOnly;
  return {
    ...rest,
    ...(typeof ref === 'string' && { $ref: `c-${ref}` }),
    ...(required !== undefined && { required: required.filter(isAnswered) }),
  };
}
