import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Schema } from '../../../generator/model/api.js';
import type { Server, ToolEntry } from '../../../generator/model/server.js';
import { read } from '../../../generator/read/read.js';
import { advertise } from '../../../generator/shape/advertised/advertise.js';
import { profiles } from '../../../generator/shape/profiles.js';
import { clipWords } from '../../../generator/text/clip.js';
import { climb } from '../../support/climb.js';
import { countTokens } from '../../support/countTokens.js';
import { documentOf } from '../../support/documentOf.js';
import { compile, compileEnforced, shapeDocument } from '../../support/shapeDocument.js';

/** Few keys and values, so that schemas and values meet. */
const key = fc.constantFrom('a', 'b', 'c', '$d');
const scalar = fc.constantFrom<unknown>('a', 'b', 'x1', '', 0, 1, 2, 2.5, true, false);
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(key, tie('any'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).any;

type Node = boolean | { [keyword: string]: unknown };

const schema = fc.letrec<{ node: Node }>((tie) => {
  const node = tie('node');
  const nodes = fc.array(node, { minLength: 1, maxLength: 2 });
  const fields = fc.dictionary(key, node, { maxKeys: 3, noNullPrototype: true });
  const names = fc.array(key, { maxLength: 2 });
  return {
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom<Node>(
        true,
        {},
        { type: 'boolean' },
        { type: ['string', 'integer', 'null'], maxLength: 1 },
      ),
      fc.record(
        { type: fc.constant('string'), pattern: fc.constantFrom('^[a-z]', '^x'), minLength: fc.nat(2) },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        { type: fc.constantFrom('number', 'integer'), minimum: fc.nat(2), exclusiveMaximum: fc.nat(3) },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        { enum: fc.array(scalar, { minLength: 1, maxLength: 3 }), nullable: fc.boolean() },
        { requiredKeys: ['enum'] },
      ),
      fc.record({ const: scalar }),
      fc.record(
        { type: fc.constant('array'), items: node, minItems: fc.nat(2), uniqueItems: fc.boolean() },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        { type: fc.constant('array'), prefixItems: nodes, items: node },
        { requiredKeys: ['type', 'prefixItems'] },
      ),
      fc.record(
        {
          type: fc.constantFrom('object', ['object', 'string']),
          properties: fields,
          required: names,
          additionalProperties: node,
          patternProperties: fc.dictionary(fc.constant('^[ab]$'), node, {
            maxKeys: 1,
            noNullPrototype: true,
          }),
          minProperties: fc.nat(1),
          nullable: fc.boolean(),
          dependentRequired: fc.dictionary(key, names, { maxKeys: 1, noNullPrototype: true }),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record({ properties: fields, allOf: nodes }, { requiredKeys: ['allOf'] }),
      fc.record({ properties: fields, anyOf: nodes, required: names }, { requiredKeys: ['anyOf'] }),
      fc.record({ oneOf: nodes, type: fc.constantFrom('object', 'string') }, { requiredKeys: ['oneOf'] }),
      fc.record({ not: node, type: fc.constantFrom('object', 'string') }, { requiredKeys: ['not'] }),
      fc
        .tuple(fc.constantFrom('then', 'else'), node, node)
        .map(([branch, condition, result]) => ({ if: condition, [branch]: result })),
      fc.record(
        {
          $ref: fc.constantFrom('#/components/schemas/A', '#/components/schemas/B'),
          maxLength: fc.constant(1),
        },
        { requiredKeys: ['$ref'] },
      ),
    ),
  };
}).node;

function documentWith(body: Node, a: Node, b: Node, required: boolean): object {
  return {
    paths: {
      '/x': { post: { requestBody: { required, content: { 'application/json': { schema: body } } } } },
    },
    components: { schemas: { A: a, B: b } },
  };
}

/** What every client takes, beside the keywords that are looked at one by one. */
const known = new Set(
  (
    'description required enum default format pattern minimum exclusiveMaximum ' +
    'minLength maxLength minItems uniqueItems minProperties'
  ).split(' '),
);

/** What clients refuse in an advertised schema. */
function findForeign(node: unknown, path = ''): string[] {
  if (typeof node === 'boolean') return [`${path} is boolean`];
  const {
    type,
    items,
    properties = {},
    anyOf = [],
    additionalProperties,
    ...rest
  } = node as Record<string, unknown>;
  return [
    ...(Array.isArray(type) ? [`${path} has several types`] : []),
    ...(type === 'array' && items === undefined ? [`${path} has no items`] : []),
    ...Object.keys(rest)
      .filter((keyword) => !known.has(keyword))
      .map((keyword) => `${path} has ${keyword}`),
    ...Object.keys(properties as object)
      .filter((name) => !/^[\w.-]{1,64}$/.test(name))
      .map((name) => `${path} has the key ${name}`),
    ...Object.entries(properties as object).flatMap(([name, child]) => findForeign(child, `${path}/${name}`)),
    ...(anyOf as unknown[]).flatMap((child, index) => findForeign(child, `${path}/anyOf/${index}`)),
    ...(items === undefined ? [] : findForeign(items, `${path}/items`)),
    ...(additionalProperties === undefined ? [] : findForeign(additionalProperties, `${path}/*`)),
  ];
}

test('advertised schemas accept whatever the enforced ones accept, and keep to what every client takes', () => {
  const counts = { accepted: 0, refused: 0 };
  const property = fc.property(
    schema,
    schema,
    schema,
    fc.boolean(),
    fc.array(value, { minLength: 20, maxLength: 20 }),
    (body, a, b, required, values) => {
      const shaped = shapeDocument(documentWith(body, a, b, required));
      const [entry] = shaped.tools;
      // A component that is nothing but a reference to itself costs the operation.
      if (entry === undefined) return;
      const { inputSchema, request } = entry.tool;
      expect(inputSchema['anyOf']).toBeUndefined();
      const forms = [
        inputSchema,
        ...[0, 1, 2].map((levels) => writeShort(shaped.server, entry, levels)),
        ...climbAll(documentWith(body, a, b, required)),
      ];
      expect(forms.flatMap((form) => findForeign(form))).toEqual([]);
      const enforced = compileEnforced(shaped.server, entry);
      const advertised = forms.map(compile);
      const refused: unknown[] = [];
      for (const one of [undefined, ...values]) {
        const given = layOut(one, request.body);
        if (!enforced(given)) {
          counts.refused += 1;
          continue;
        }
        counts.accepted += 1;
        if (!advertised.every((accepts) => accepts(given))) refused.push(given);
      }
      expect(refused).toEqual([]);
    },
  );
  fc.assert(property, { seed: 7, numRuns: 250 });
  expect(counts.accepted).toBeGreaterThan(500);
  expect(counts.refused).toBeGreaterThan(500);
});

/** The arguments of the one tool as each rung has them. */
function climbAll(document: object): Schema[] {
  const api = read(documentOf({ servers: [{ url: 'https://api.example.com' }], ...document }), () => {});
  const [{ steps } = { steps: [] }] = climb(api, 'portable').climbs;
  const texts = new Map(steps.flatMap((step) => step?.schema ?? []).map((one) => [JSON.stringify(one), one]));
  return [...texts.values()];
}

function writeShort(server: Server, { enforced }: ToolEntry, levels: number): Schema {
  const lookUp = (name: string): Schema => server.components[name] ?? true;
  const words = { tokens: 12 * levels, sentences: 1, more: 0, notes: levels > 0 };
  const size = Number.POSITIVE_INFINITY;
  const extent = {
    levels,
    optionalLevels: levels,
    words,
    optionalWords: words,
    values: 2,
    patterns: 120,
    needs: levels,
    optionalNeeds: levels,
    size,
  };
  const subject = { name: '', optional: false, outer: false };
  const means = { lookUp, profile: profiles.portable, clip: clipWords(countTokens) };
  return advertise(enforced, subject, extent, means).schema ?? false;
}

function layOut(given: unknown, body: ToolEntry['tool']['request']['body']): unknown {
  if (given === undefined) return {};
  return body?.fields === undefined ? { [body?.argument ?? '']: given } : given;
}
