import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { inspect } from '../../../../generator/inspect.js';
import type { Schema } from '../../../../generator/model/api.js';
import { type Config, defaults } from '../../../../generator/model/config.js';
import { loadTokenCounter } from '../../../../generator/text/tokens.js';
import written from './output.json' with { type: 'json' };
import { compile, shapeDocument } from '../../../support/shapeDocument.js';

/** The answers of one operation, and the output schema of its tool; null where it has none. */
interface Case {
  name: string;
  out: object | null;
  /** Of JSON answers, by status; null where an answer is empty. */
  responses?: Record<string, Schema | null>;
  description?: string;
  /** Of a `200`, instead of `responses`. */
  schema?: Schema;
  mediaTypes?: string[];
  /** What else a `200` may be. */
  others?: Record<string, Schema>;
  components?: Record<string, Schema>;
  profile?: Config['profile'];
}

const cases = written as unknown as Case[];

function outputOf(one: Case): object | undefined {
  const { schema, others = {}, mediaTypes = ['application/json'], description = 'Ok' } = one;
  const { responses = { '200': schema ?? null } } = one;
  const described = Object.entries(responses).map(([status, answer]) => {
    const types = answer === null ? [] : mediaTypes.map((type) => [type, { schema: answer }] as const);
    const more = Object.entries(others).map(([type, other]) => [type, { schema: other }] as const);
    return [status, { description, content: Object.fromEntries([...types, ...more]) }] as const;
  });
  const document = {
    paths: { '/r': { get: { operationId: 'op', responses: Object.fromEntries(described) } } },
    components: { schemas: one.components ?? {} },
  };
  return shapeDocument(document, one.profile === undefined ? {} : { profile: one.profile }).tool('GET /r')
    .tool.outputSchema;
}

describe('an output schema', () => {
  test.each(cases)('$name', (one) => {
    expect(outputOf(one) ?? null).toEqual(one.out);
  });

  test('accepts every object, whatever the document says', () => {
    const schemas = cases.map(outputOf).filter((schema) => schema !== undefined);
    const names = [...JSON.stringify(schemas).matchAll(/"([^"]+)":/g)].map(([, name = '']) => name);
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 4 }),
      ),
    }));
    const object = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 });
    for (const schema of schemas) {
      const validate = compile(schema as Schema);
      fc.assert(
        fc.property(object, (answer) => validate(answer)),
        { numRuns: 50 },
      );
    }
  });
});

const words = 'Some words that say more than the name of the member does, and take a lot of room.';
const text = { type: 'string', description: words };

function objectOf(count: number, member: Schema): Schema {
  const names = Array.from({ length: count }, (_, index) => `member_${index}`);
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, member])) };
}

describe('a large answer', () => {
  test.each<[what: string, schema: Schema, part: string]>([
    ['nothing', objectOf(2, objectOf(2, text)), `{"description":"string: ${words.slice(0, 40)}`],
    ['depth', objectOf(4, objectOf(6, text)), 'object with member_0, member_1'],
    ['words', objectOf(12, text), '"member_11":{"description":"string"}'],
    ['types', objectOf(25, text), '"member_24":{}'],
    ['everything', objectOf(60, text), 'null'],
  ])('loses %s', (_what, schema, part) => {
    expect(JSON.stringify(outputOf({ name: '', schema, out: null }) ?? null)).toContain(part);
  });
});

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const documents = ['samples/petstore/openapi.yaml', 'samples/nasty/openapi.yaml'].map((file) =>
  join(root, file),
);

describe('the output schemas of a document', () => {
  let countTokens: (text: string) => number;
  beforeAll(async () => {
    countTokens = await loadTokenCounter();
  });

  test.each(documents)('take 200 tokens each at most: %s', async (file) => {
    const { server } = await inspect(file, defaults, { readStdin: () => Promise.resolve('') });
    const tools = server.toolsets.flatMap((toolset) => toolset.tools.map(({ tool }) => tool));
    const schemas = tools.flatMap(({ outputSchema }) => (outputSchema === undefined ? [] : [outputSchema]));
    expect(schemas.length).toBeGreaterThan(tools.length / 3);
    for (const schema of schemas) expect(countTokens(JSON.stringify(schema))).toBeLessThanOrEqual(200);
  });
});
