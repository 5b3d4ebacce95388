import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { moreRuns } from '../../support/realDocuments.js';
import { judgeHistory } from './judgeHistory.js';

type Schema = Record<string, unknown>;

const names = ['a', 'b', 'c', 'item'];
const components = ['Leaf', 'Node'];

const plain: fc.Arbitrary<Schema> = fc.oneof(
  fc.constantFrom<Schema>(
    { type: 'string' },
    { type: 'integer' },
    { type: 'boolean' },
    { type: ['string', 'null'] },
    { type: 'string', enum: ['cat', 'dog'] },
    { type: 'string', enum: ['cat', 'dog', 'fish'] },
  ),
  fc.record({ $ref: fc.constantFrom(...components.map((name) => `#/components/schemas/${name}`)) }),
);

/** An object with some of few fields, of which some are always there. */
const objectOf = (field: fc.Arbitrary<Schema>, ofNames = names): fc.Arbitrary<Schema> =>
  fc
    .dictionary(fc.constantFrom(...ofNames), field, { minKeys: 1, maxKeys: 4, noNullPrototype: true })
    .chain((properties) =>
      fc
        .subarray(Object.keys(properties))
        .map((required): Schema => ({ type: 'object', properties, required })),
    );

const nested = fc.oneof(
  plain,
  objectOf(plain),
  fc.oneof(plain, objectOf(plain)).map((items) => ({ type: 'array', items })),
);
const answer = fc.oneof(
  { weight: 3, arbitrary: objectOf(nested) },
  objectOf(nested).map((items) => ({ type: 'array', items })),
  // Both parts about the same field could be about nothing that there is.
  fc.tuple(objectOf(nested), objectOf(plain, ['d', 'e'])).map((allOf) => ({ allOf })),
);

/** What an API answers to two requests, and the objects that it shares. */
interface Answers {
  list: Schema;
  get: Schema;
  Leaf: Schema;
  Node: Schema;
}
const answers: fc.Arbitrary<Answers> = fc.record({
  list: answer,
  get: answer,
  Leaf: objectOf(plain.filter((one) => one['$ref'] === undefined)),
  // No object holds itself: how deep a walk goes into one is a matter of taste.
  Node: objectOf(nested).map(
    (node) => JSON.parse(JSON.stringify(node).replaceAll('schemas/Node', 'schemas/Leaf')) as Schema,
  ),
});

/** Two versions, of which the other has one or two parts that are not as they were. */
const versions = fc
  .tuple(answers, answers, fc.subarray(['list', 'get', 'Leaf', 'Node'] as const))
  .map(
    ([old, other, changed]) =>
      [old, Object.assign({}, old, ...changed.map((key) => ({ [key]: other[key] })))] as [Answers, Answers],
  );

function toOperation(operationId: string, schema: Schema): object {
  const content = { 'application/json': { schema } };
  return { get: { operationId, responses: { 200: { description: 'Fine', content } } } };
}

function toDocument({ list, get, Leaf, Node }: Answers): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Any', version: '1' },
    paths: { '/things': toOperation('listThings', list), '/thing': toOperation('getThing', get) },
    components: { schemas: { Leaf, Node } },
  };
}

/** Judges values of an answer by JSON Schema itself. */
function judgeBy({ Leaf, Node, ...rest }: Answers, of: 'list' | 'get'): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validate = ajv.compile({ ...rest[of], components: { schemas: { Leaf, Node } } });
  return (value) => validate(value);
}

const scalar = fc.constantFrom<unknown>('cat', 'dog', 'fish', '', 1, 2.5, true, null);
const value = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: 'small' }, scalar, tie('object'), fc.array(tie('any'), { maxLength: 2 })),
  object: fc.dictionary(fc.constantFrom(...names), tie('any'), { maxKeys: 4, noNullPrototype: true }),
}));

test('a field that answers promise no more is named, and nothing that they promise as before', () => {
  let told = 0;
  fc.assert(
    fc.property(versions, ([old, now]) => {
      const { lines, isFalse, isMissing } = judgeHistory(toDocument(old), toDocument(now));
      told += lines.length;
      expect(isFalse).toEqual([]);
      expect(isMissing).toEqual([]);
    }),
    { numRuns: moreRuns || 150, seed: 7 },
  );
  expect(told, 'lines put to the test').toBeGreaterThan(150);
});

test('an answer that was none before, and is one now, never goes unreported', () => {
  let odd = 0;
  fc.assert(
    fc.property(versions, fc.array(value['any'], { minLength: 40, maxLength: 40 }), ([old, now], values) => {
      const differ = (['list', 'get'] as const).filter((of) => {
        const [before, after] = [judgeBy(old, of), judgeBy(now, of)];
        return values.some((one) => after(one) && !before(one));
      });
      if (differ.length === 0) return;
      odd += 1;
      const { lines } = judgeHistory(toDocument(old), toDocument(now));
      expect(lines.filter((line) => !line.startsWith('words'))).not.toEqual([]);
    }),
    { numRuns: moreRuns || 150, seed: 7 },
  );
  expect(odd, 'pairs put to the test').toBeGreaterThan(20);
});
