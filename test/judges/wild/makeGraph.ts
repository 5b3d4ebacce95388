import { createDice, type Dice } from './createDice.js';

type Node = Record<string, unknown>;

/** Names of members that schemas share, so that they meet where schemas include one another. */
const fields = ['next', 'kind', 'items', 'a', 'b'];
/** Levels of schemas inside one another. */
const deepest = 3;

/**
 * A document whose schemas include, list and refer to one another at random: by `allOf`, `anyOf`, `oneOf`, `not`,
 * `if`, members, items, and discriminators. The same for the same seed.
 */
export function makeGraph(seed: number): Node {
  const dice = createDice(seed);
  const version = dice.pick(['3.0.3', '3.1.0', '3.1.0', '2.0']);
  const names = Array.from({ length: 2 + dice.below(7) }, (_, index) => `S${index}`);
  const home = version === '2.0' ? '#/definitions' : '#/components/schemas';
  const schemas = Object.fromEntries(names.map((name) => [name, makeSchema(dice, home, names, 0)]));
  const operations = Array.from({ length: 1 + dice.below(3) }, (_, index) => [
    `/graph${index}`,
    { post: makeOperation(version, index, () => makeSchema(dice, home, names, deepest - 1)) },
  ]);
  const info = { title: 'Graph', version: '1' };
  const health = { get: { operationId: 'getHealth', responses: { 200: { description: 'OK' } } } };
  const paths = { ...Object.fromEntries(operations), '/health': health };
  return version === '2.0'
    ? { swagger: version, info, host: 'api.example.com', schemes: ['https'], paths, definitions: schemas }
    : {
        openapi: version,
        info,
        servers: [{ url: 'https://api.example.com' }],
        paths,
        components: { schemas },
      };
}

function makeOperation(version: string, index: number, schema: () => Node): Node {
  const operationId = `postGraph${index}`;
  if (version === '2.0') {
    return {
      operationId,
      parameters: [{ name: 'body', in: 'body', schema: schema() }],
      responses: { 200: { description: 'OK', schema: schema() } },
    };
  }
  return {
    operationId,
    requestBody: { content: { 'application/json': { schema: schema() } } },
    responses: { 200: { description: 'OK', content: { 'application/json': { schema: schema() } } } },
  };
}

function makeSchema(dice: Dice, home: string, names: readonly string[], level: number): Node {
  const refer = (): Node => ({ $ref: `${home}/${dice.pick(names)}` });
  const inner = (): Node => (!dice.oneIn(3) ? refer() : makeSchema(dice, home, names, level + 1));
  const list = (): Node[] => Array.from({ length: 1 + dice.below(3) }, inner);
  const map = (): Node =>
    Object.fromEntries(fields.filter(() => dice.oneIn(2)).map((name) => [name, inner()]));
  if (level >= deepest || dice.oneIn(6)) {
    return dice.pick<() => Node>([
      refer,
      () => ({ type: 'string' }),
      () => ({}),
      () => ({ enum: ['x', 1] }),
    ])();
  }
  const parts: (() => Node)[] = [
    () => ({ type: 'object', properties: map() }),
    () => ({ type: 'object', properties: map(), required: [dice.pick(fields)] }),
    () => ({ allOf: list() }),
    () => ({ allOf: [refer(), { type: 'object', properties: map() }] }),
    () => ({ anyOf: list() }),
    () => ({ oneOf: list() }),
    () => ({ oneOf: [refer(), refer()], discriminator: { propertyName: dice.pick(fields) } }),
    () => ({
      type: 'object',
      properties: { kind: { type: 'string' }, ...map() },
      discriminator: { propertyName: 'kind', mapping: { x: refer()['$ref'], y: dice.pick(names) } },
    }),
    () => ({ type: 'array', items: inner() }),
    () => ({ type: 'object', additionalProperties: inner() }),
    () => ({ additionalProperties: false }),
    () => ({ not: inner() }),
    () => Object.fromEntries(['if', 'then', 'else'].map((keyword) => [keyword, inner()])),
    () => ({ nullable: true }),
    () => ({ readOnly: true }),
    () => ({ patternProperties: { '^x': inner() } }),
    () => ({ prefixItems: list(), unevaluatedProperties: false }),
    () => ({ dependentSchemas: { a: inner() } }),
    () => ({ example: { next: { next: {} }, kind: 'x' } }),
    () => ({ default: { kind: 'y' } }),
    refer,
  ];
  const count = dice.pick([1, 1, 1, 2, 3]);
  return Object.assign({}, ...Array.from({ length: count }, () => dice.pick(parts)())) as Node;
}
