import { createDice, type Dice } from './createDice.js';

type Node = Record<string, unknown>;

/** Names of members that schemas share, so that they meet where schemas include one another. */
const fields = ['next', 'kind', 'items', 'a', 'b'];
/** Levels of schemas inside one another. */
const deepest = 3;

/** Schemas of a chain, each of which leads to the next one. */
const mostLinks = 400;

/**
 * A document whose schemas include, list and refer to one another at random: by `allOf`, `anyOf`, `oneOf`, `not`,
 * `if`, members, items, maps, and discriminators; some in long chains, which may close. The same for the same seed.
 */
export function makeGraph(seed: number): Node {
  const dice = createDice(seed);
  const version = dice.pick(['3.0.3', '3.1.0', '3.1.0', '2.0']);
  const isChain = dice.oneIn(8);
  const names = Array.from(
    { length: isChain ? dice.below(mostLinks) + 2 : 2 + dice.below(7) },
    (_, index) => `S${index}`,
  );
  const home = version === '2.0' ? '#/definitions' : '#/components/schemas';
  const link = isChain ? makeLink(dice, home) : undefined;
  const schemas = Object.fromEntries(
    names.map((name, index) => [
      name,
      link === undefined || dice.oneIn(40)
        ? makeSchema(dice, home, names, 0)
        : link(names[(index + 1) % names.length] ?? name),
    ]),
  );
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

/** How each schema of a chain leads to the next: in the same way, by a step into the value. */
function makeLink(dice: Dice, home: string): (to: string) => Node {
  const beside = dice.pick<Node>([
    { type: 'object', properties: { a: { type: 'string' } } },
    { description: 'Words.' },
    { not: { required: ['b'] } },
    { minProperties: 1 },
    { nullable: true },
    { readOnly: true },
  ]);
  const more = dice.pick<Node>([
    {},
    { required: ['next'] },
    { discriminator: { propertyName: 'kind' } },
    { minProperties: 1 },
  ]);
  const step = dice.pick<(held: Node) => Node>([
    (held) => ({ type: 'object', properties: { next: held } }),
    (held) => ({ type: 'object', properties: { next: held, kind: held } }),
    (held) => ({ type: 'array', items: held }),
    (held) => ({ type: 'object', additionalProperties: held }),
    (held) => ({ type: 'object', patternProperties: { '^x': held } }),
    (held) => ({ type: 'object', properties: { next: { type: 'array', items: held } } }),
    (held) => ({
      type: 'object',
      propertyNames: { maxLength: 9 },
      dependentSchemas: { a: { properties: { next: held } } },
    }),
    (held) => ({ contains: held, prefixItems: [held] }),
  ]);
  const hold = dice.pick<(ref: Node) => Node>([
    (ref) => ({ allOf: [ref, beside] }),
    (ref) => ({ allOf: [ref], ...beside }),
    (ref) => ({ anyOf: [ref, { type: 'string' }], ...beside }),
    (ref) => ({ oneOf: [ref, { allOf: [ref, beside] }] }),
    (ref) => ({ ...ref, ...beside }),
    (ref) => ({ allOf: [{ allOf: [ref, beside] }, { properties: { next: ref } }] }),
  ]);
  return (to) => ({ ...step(hold({ $ref: `${home}/${to}` })), ...more });
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
    () => ({ dependentRequired: { a: ['b', 'next'] } }),
    () => ({
      type: 'object',
      properties: { next: { allOf: list() }, items: { type: 'array', items: { allOf: list() } } },
    }),
    () => ({ type: 'object', additionalProperties: { allOf: list() }, unevaluatedProperties: inner() }),
    () => ({ type: 'array', items: { anyOf: list() }, contains: inner(), unevaluatedItems: inner() }),
    () => ({ propertyNames: inner() }),
    () => ({ allOf: [{ not: inner() }, { if: inner(), else: refer() }] }),
    () => ({
      ...refer(),
      ...dice.pick<Node>([{ description: 'Words.' }, { minProperties: 1 }, { properties: map() }]),
    }),
    () => ({ oneOf: list(), discriminator: { propertyName: 'kind', defaultMapping: dice.pick(names) } }),
    () => ({ type: ['object', 'null'], properties: map() }),
    () => ({ example: { next: { next: {} }, kind: 'x' } }),
    () => ({ default: { kind: 'y' } }),
    refer,
  ];
  const count = dice.pick([1, 1, 1, 2, 3]);
  return Object.assign({}, ...Array.from({ length: count }, () => dice.pick(parts)())) as Node;
}
