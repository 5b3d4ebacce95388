import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../generator/model/api.js';
import type { Server, ToolEntry } from '../../../generator/model/server.js';
import { createValidator } from '../../../templates/project/src/runtime/validate/validate.js';
import { compile, shapeDocument } from '../../support/shapeDocument.js';
import { moreRuns } from '../../support/realDocuments.js';

/** A constraint on a scalar, with a value that fits it, one that does not, and another of the same kind. */
interface Rule {
  schema: Record<string, unknown>;
  fit: unknown;
  misfit: unknown;
}

const rules: readonly Rule[] = [
  { schema: { type: 'string', maxLength: 2 }, fit: 'ab', misfit: 'abc' },
  { schema: { type: 'string', pattern: '^[a-z]+$' }, fit: 'ab', misfit: 'A1' },
  { schema: { type: 'string', enum: ['on', 'off'] }, fit: 'on', misfit: 'idle' },
  { schema: { type: 'string', format: 'date' }, fit: '2024-01-01', misfit: 'soon' },
  { schema: { type: 'integer', minimum: 3 }, fit: 3, misfit: 2 },
  { schema: { type: 'boolean' }, fit: true, misfit: 'maybe' },
  { schema: { const: 'only' }, fit: 'only', misfit: 'other' },
];

/** Where an example may stand, and which of the places of the document it may loosen. */
const spots = ['example', 'examples', 'schema.example', 'schema.default', 'body', 'member'] as const;
type Spot = (typeof spots)[number];

/** How a schema stands at its place. */
const forms = ['inline', 'component', 'wrapped'] as const;

const arbitrary = fc.record({
  rule: fc.constantFrom(...rules),
  spot: fc.constantFrom(...spots),
  form: fc.constantFrom(...forms),
  /** Which of the equal parameters has the example. */
  at: fc.nat(2),
});
type Case = typeof arbitrary extends fc.Arbitrary<infer T> ? T : never;

/** Three parameters and three members of a body, all with the same schema; one place has an example that does not fit. */
function write({ rule, spot, form, at }: Case): object {
  const named = { $ref: '#/components/schemas/S' };
  const schemaAt = (own: object): Schema => {
    if (form === 'inline') return { ...rule.schema, ...own };
    return form === 'component' && Object.keys(own).length === 0 ? named : { allOf: [named], ...own };
  };
  const given: Record<Spot, object> = {
    example: { example: rule.misfit },
    examples: { examples: { one: { value: rule.misfit } } },
    'schema.example': {},
    'schema.default': {},
    body: {},
    member: {},
  };
  const ofSchema: Partial<Record<Spot, object>> = {
    'schema.example': { example: rule.misfit },
    'schema.default': { default: rule.misfit },
  };
  const names = ['p0', 'p1', 'p2'];
  const parameters = names.map((name, index) => {
    const isOdd = index === at;
    const schema = schemaAt(isOdd ? (ofSchema[spot] ?? {}) : {});
    return Object.assign({ name, in: 'query', schema }, isOdd ? given[spot] : {});
  });
  const members = ['m0', 'm1', 'm2'];
  const properties = Object.fromEntries(
    members.map((name, index) => [
      name,
      schemaAt(spot === 'member' && index === at ? { example: rule.misfit } : {}),
    ]),
  );
  const media = {
    schema: { type: 'object', properties },
    ...(spot === 'body' ? { example: { [`m${at}`]: rule.misfit } } : {}),
  };
  const requestBody = { required: true, content: { 'application/json': media } };
  return {
    components: { schemas: { S: rule.schema } },
    paths: {
      '/x': { post: { parameters, requestBody } },
      '/y': { post: { parameters: [{ name: 'p9', in: 'query', schema: schemaAt({}) }] } },
    },
  };
}

/** Judges arguments as they stand by the emitted server's own check. */
function judgeOf({ components }: Server, { enforced }: ToolEntry): (args: object) => boolean {
  const validate = createValidator(components);
  return (args) => validate(enforced, args).length === 0;
}

describe('an example that does not fit', () => {
  test('loosens no place but its own, and that only in the check', () => {
    const property = fc.property(arbitrary, (one) => {
      const shaped = shapeDocument(write(one));
      const entry = shaped.tool('POST /x');
      const [check, shown] = [judgeOf(shaped.server, entry), compile(entry.tool.inputSchema)];
      const other = shaped.tool('POST /y');
      const own = one.spot === 'body' || one.spot === 'member' ? `m${one.at}` : `p${one.at}`;
      for (const key of ['p0', 'p1', 'p2', 'm0', 'm1', 'm2']) {
        expect(check({ [key]: one.rule.fit }), `${key} takes what fits`).toBe(true);
        expect(check({ [key]: one.rule.misfit }), `${key} takes what does not`).toBe(key === own);
        expect(JSON.stringify(entry.tool.inputSchema.properties[key])).not.toContain(
          JSON.stringify(one.rule.misfit),
        );
      }
      expect(judgeOf(shaped.server, other)({ p9: one.rule.misfit })).toBe(false);
      if (one.rule.schema['format'] === undefined) expect(shown({ [own]: one.rule.misfit })).toBe(false);
      expect(shaped.diagnostics.filter(({ code }) => code === 'constraint-relaxed')).toHaveLength(
        one.spot === 'schema.default' ? 0 : 1,
      );
    });
    fc.assert(property, { seed: 1, numRuns: moreRuns * 50 || 150 });
  });
});

/** One schema of an inheritance: what it lists, asks for and marks, and which of those before it it includes. */
const part = fc.record({
  lists: fc.subarray(['a', 'b', 'c', 'd'], { minLength: 1 }),
  marks: fc.subarray(['a', 'b', 'c', 'd']),
  asks: fc.subarray(['a', 'b', 'c', 'd']),
  closed: fc.boolean(),
  /** Keeps parts from being merged into one. */
  depends: fc.boolean(),
  includes: fc.array(fc.nat(3), { maxLength: 2 }),
});
type Part = typeof part extends fc.Arbitrary<infer T> ? T : never;

function writePart({ lists, marks, asks, closed, depends, includes }: Part, index: number): object {
  const bases = [...new Set(includes)].filter((base) => base < index);
  return {
    type: 'object',
    properties: Object.fromEntries(
      lists.map((name) => [name, { type: 'integer', ...(marks.includes(name) ? { readOnly: true } : {}) }]),
    ),
    ...(asks.length === 0 ? {} : { required: asks }),
    ...(closed ? { additionalProperties: false } : {}),
    ...(depends ? { dependentRequired: { a: ['b'] } } : {}),
    ...(bases.length === 0
      ? {}
      : { allOf: bases.map((base) => ({ $ref: `#/components/schemas/S${base}` })) }),
  };
}

/** The parts that apply to a value of one of them, each once, those that are included first. */
function listParts(parts: readonly Part[], index: number, seen = new Set<number>()): Part[] {
  const own = parts[index];
  if (own === undefined || seen.has(index)) return [];
  seen.add(index);
  const bases = [...new Set(own.includes)].filter((base) => base < index);
  return [...bases.flatMap((base) => listParts(parts, base, seen)), own];
}

/** The same as one plain schema: what only answers have is taken away, and the whole is closed. */
function compose(all: readonly Part[]): Schema {
  const isGone = (name: string) =>
    all.some(({ lists, marks, asks }, index) => {
      const isMarked = lists.includes(name) && marks.includes(name);
      // Of a schema that asks for it and does not declare it, that is about answers (OpenAPI 3.0, Schema Object, readOnly).
      const isAsked =
        !asks.includes(name) &&
        all.some(
          (other, at) =>
            at !== index &&
            other.asks.includes(name) &&
            other.lists.includes(name) &&
            !other.marks.includes(name),
        );
      return isMarked && !isAsked;
    });
  const keep = (names: readonly string[]) => names.filter((name) => !isGone(name));
  const dependsOn = isGone('a') ? [] : keep(['b']);
  return {
    unevaluatedProperties: false,
    allOf: all.map(({ lists, asks, depends }) => ({
      type: 'object',
      // What a field depends on is declared by that, and so is the field.
      properties: Object.fromEntries([
        ...(depends && dependsOn.length > 0 ? ['a', ...dependsOn] : []).map((name) => [name, {}]),
        ...keep(asks).map((name) => [name, {}]),
        ...keep(lists).map((name) => [name, { type: 'integer' }]),
      ]),
      required: keep(asks),
      ...(depends && dependsOn.length > 0 ? { dependentRequired: { a: dependsOn } } : {}),
    })),
  };
}

describe('schemas that include others', () => {
  test('accept what one plain schema of their parts accepts', () => {
    const parts = fc.array(part, { minLength: 4, maxLength: 4 });
    const value = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom(1, 'x'), {
      maxKeys: 4,
    });
    let accepted = 0;
    const property = fc.property(parts, fc.array(value, { minLength: 8, maxLength: 8 }), (all, values) => {
      const schemas = Object.fromEntries(all.map((one, index) => [`S${index}`, writePart(one, index)]));
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/S3' } } };
      const shaped = shapeDocument({
        components: { schemas },
        paths: { '/x': { post: { requestBody: { required: true, content } } } },
      });
      const entry = shaped.tool('POST /x');
      const check = judgeOf(shaped.server, entry);
      const plain = compile(compose(listParts(all, 3)));
      const { body } = entry.tool.request;
      for (const given of values) {
        const args = body?.fields === undefined ? { [body?.argument ?? 'body']: given } : given;
        expect(check(args), JSON.stringify(given)).toBe(plain(given));
        if (plain(given)) accepted += 1;
      }
    });
    fc.assert(property, { seed: 1, numRuns: moreRuns * 50 || 150 });
    expect(accepted).toBeGreaterThan(50);
  });
});
