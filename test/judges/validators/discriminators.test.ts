import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { coerce } from '../../../templates/project/src/runtime/arguments/coerce.js';
import { createExpander } from '../../../templates/project/src/runtime/validate/createExpander.js';
import { layOut } from '../../support/layOut.js';
import { compile, compileEnforced, shapeDocument } from '../../support/shapeDocument.js';

type Schema = Record<string, unknown>;
type Value = Record<string, unknown>;

/** What a branch says of the property, and values of it that it takes. */
const properties: { schema: Schema | undefined; takes: unknown[] }[] = [
  { schema: undefined, takes: ['A', 'B', 'x', 'any'] },
  { schema: { type: 'string' }, takes: ['A', 'B', 'C', 'x', 'any'] },
  { schema: { type: 'string', enum: ['x'] }, takes: ['x'] },
  { schema: { type: 'string', enum: ['y', 'z'] }, takes: ['y', 'z'] },
  { schema: { type: 'string', enum: ['a', 'b', 'c'] }, takes: ['a', 'b', 'c'] },
  { schema: { const: 'w' }, takes: ['w'] },
  { schema: { type: 'integer' }, takes: [1, 2, 7] },
  { schema: { type: 'integer', enum: [1, 2] }, takes: [1, 2] },
  { schema: { type: 'boolean' }, takes: [true, false] },
  { schema: { type: 'string', pattern: '^[a-z]{3}-\\d$' }, takes: ['abc-1', 'dog-2'] },
  { schema: { type: 'string', maxLength: 1 }, takes: ['A', 'B', 'x'] },
  { schema: { anyOf: [{ type: 'string', minLength: 3 }, { type: 'integer' }] }, takes: ['any', 5] },
  { schema: { $ref: '#/components/schemas/Kind' }, takes: ['a', 'b'] },
];

const names = ['A', 'B', 'C'];
const keys = ['a', 'b', 'c', 'x', 'y', '1', '2', 'true', 'false', 'abc-1', 'A', 'B', 'any'];

const anyBranch = fc.record({
  property: fc.constantFrom(...properties),
  required: fc.boolean(),
  closed: fc.boolean(),
  /** How the union lists it. */
  form: fc.constantFrom('plain', 'wrapped', 'nullable', 'inline'),
});

const union = fc.record({
  branches: fc.array(anyBranch, { minLength: 1, maxLength: 3 }),
  keyword: fc.constantFrom('oneOf', 'anyOf'),
  /** Where it stands. */
  place: fc.constantFrom('property', 'items', 'map', 'component'),
  mapping: fc.array(
    fc.tuple(
      fc.constantFrom(...keys),
      fc.constantFrom(...names.map((name) => `#/components/schemas/${name}`), ...names, 'Missing'),
    ),
    { maxLength: 4 },
  ),
  fallback: fc.option(fc.constantFrom(...names, 'Missing'), { nil: undefined }),
  /** Whether the branches include a base that has the discriminator, instead of being listed. */
  inherits: fc.boolean(),
  orNull: fc.boolean(),
});
type Union = typeof union extends fc.Arbitrary<infer T> ? T : never;

test('what fits its schema and has a right value is accepted, and sent as it is', () => {
  let judged = 0;
  fc.assert(
    fc.property(union, (one) => {
      const document = documentOf(one);
      const shaped = shapeDocument(document);
      const entry = shaped.tool('POST /x');
      const enforced = compileEnforced(shaped.server, entry);
      const advertised = compile(entry.tool.inputSchema);
      const expand = createExpander(shaped.server.components);
      for (const value of valuesOf(one)) {
        const args = layOut(entry, { body: bodyOf(one, value) });
        const sent = coerce(args, entry.enforced, expand);
        expect(sent).toEqual(args);
        expect(enforced(sent), JSON.stringify({ args, errors: enforced.errors })).toBe(true);
        if (value !== null) expect(advertised(args), JSON.stringify(args)).toBe(true);
        judged++;
      }
    }),
    { numRuns: 150, seed: 7 },
  );
  expect(judged).toBeGreaterThan(300);
});

/** The member that tells whose value it is. */
const member = (index: number) => `of${names[index]}`;

function schemaOf({ property, required, closed }: Union['branches'][number], index: number): Schema {
  return {
    type: 'object',
    properties: {
      ...(property.schema === undefined ? {} : { kind: property.schema }),
      [member(index)]: { type: 'integer' },
    },
    required: [member(index), ...(required && property.schema !== undefined ? ['kind'] : [])],
    ...(closed ? { additionalProperties: false } : {}),
  };
}

function listed(one: Union): Schema[] {
  return one.branches.map((branch, index): Schema => {
    const ref = { $ref: `#/components/schemas/${names[index]}` };
    switch (branch.form) {
      case 'wrapped':
        return { allOf: [ref] };
      case 'nullable':
        return { anyOf: [ref, { type: 'null' }] };
      case 'inline':
        return schemaOf(branch, index);
      default:
        return ref;
    }
  });
}

function discriminatorOf({ mapping, fallback }: Union): Schema {
  return {
    propertyName: 'kind',
    mapping: Object.fromEntries(mapping),
    ...(fallback === undefined ? {} : { defaultMapping: fallback }),
  };
}

function schemasOf(one: Union): Record<string, Schema> {
  const own = one.branches.map((branch, index) => {
    const schema = schemaOf({ ...branch, closed: branch.closed && !one.inherits }, index);
    const ref = { $ref: '#/components/schemas/Base' };
    return [names[index] ?? '', one.inherits ? { allOf: [ref, schema] } : schema] as const;
  });
  const base = {
    type: 'object',
    properties: { id: { type: 'integer' } },
    discriminator: discriminatorOf(one),
  };
  const all = [...listed(one), ...(one.orNull ? [{ type: 'null' }] : [])];
  const whole = { [one.keyword]: all, discriminator: discriminatorOf(one) };
  return {
    Kind: { type: 'string', enum: ['a', 'b'] },
    ...Object.fromEntries(own),
    ...(one.inherits ? { Base: base } : { Whole: whole }),
  };
}

function documentOf(one: Union): object {
  const schemas = schemasOf(one);
  const isNamed = one.inherits || one.place === 'component';
  const whole = isNamed
    ? { $ref: `#/components/schemas/${one.inherits ? 'Base' : 'Whole'}` }
    : (schemas['Whole'] as Schema);
  const around: Record<Union['place'], Schema> = {
    property: whole,
    component: whole,
    items: { type: 'array', items: whole },
    map: { type: 'object', additionalProperties: whole },
  };
  const schema = { type: 'object', properties: { f: around[one.place] }, required: ['f'] };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  return { paths: { '/x': { post: { requestBody, responses: {} } } }, components: { schemas } };
}

function bodyOf({ place }: Union, value: unknown): unknown {
  if (place === 'items') return { f: [value] };
  return { f: place === 'map' ? { key: value } : value };
}

/** Values that fit the schema whatever its discriminator says, each with a value of the property that is right. */
function valuesOf(one: Union): (Value | null)[] {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, meta: false });
  ajv.addSchema({ $id: 'test:', components: { schemas: schemasOf(one) } });
  const fits = one.branches.map((_, index) =>
    ajv.compile({
      [one.keyword]: (one.inherits
        ? names.slice(0, one.branches.length).map((name) => ({ $ref: `test:#/components/schemas/${name}` }))
        : listed(one).map(
            (schema) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"test:#/')) as Schema,
          )
      ).filter((__, at) => at === index),
    }),
  );
  const values = one.branches.flatMap((_, index) =>
    rightFor(one, index).flatMap((kind): Value[] => {
      const value = { [member(index)]: 1, ...(kind === undefined ? {} : { kind }) };
      const others = fits.filter((validate) => validate(value));
      return fits[index]?.(value) === true && (one.keyword === 'anyOf' || one.inherits || others.length === 1)
        ? [value]
        : [];
    }),
  );
  return [...values, ...(one.orNull && !one.inherits ? [null] : [])];
}

const ajv = new Ajv2020({ strict: false });
ajv.addSchema({ $id: 'kinds:', components: { schemas: { Kind: { type: 'string', enum: ['a', 'b'] } } } });
const takenBy = properties.map(({ schema = {} }) =>
  ajv.compile(JSON.parse(JSON.stringify(schema).replace('"#/', '"kinds:#/')) as Schema),
);

/** What a text may stand for: the keys of a mapping are always texts. */
const asValues = (key: string): unknown[] => [
  key,
  ...(key === String(Number(key)) ? [Number(key)] : []),
  ...(key === 'true' || key === 'false' ? [key === 'true'] : []),
];
const pool = [...names, ...keys, ...properties.flatMap(({ takes }) => takes.map(String))].flatMap(asValues);

/**
 * What a value of a branch may have: what is mapped to it, else its name; what is mapped to nothing. Where it takes none
 * of those, or lists values that are nobody else's, any value that it takes.
 */
function rightFor(one: Union, index: number): unknown[] {
  const { mapping, fallback, inherits, branches } = one;
  const name = names[index] ?? '';
  const { form, closed, property } = branches[index]!;
  const isInline = form === 'inline' && !inherits;
  if (property.schema === undefined && closed && !inherits) return [undefined];
  // Where nothing is said of the property, it is a text.
  const values = pool.filter((value) =>
    property.schema === undefined
      ? typeof value === 'string'
      : takenBy[properties.indexOf(property)]?.(value),
  );
  const targetOf = new Map(mapping.map(([key, target]) => [key, target.split('/').at(-1) ?? '']));
  const known = names.slice(0, branches.length);
  const missing = [...targetOf.values()].filter((target) => !known.includes(target));
  const mappedTo = (wanted: string) =>
    [...targetOf].filter(([, target]) => target === wanted).map(([key]) => key);
  const claims = (wanted: string) => {
    const mapped = mappedTo(wanted);
    const isOther = targetOf.has(wanted) && !missing.includes(targetOf.get(wanted) ?? '');
    return (mapped.length > 0 ? mapped : isOther ? [] : [wanted]).flatMap(asValues);
  };
  const taken = (some: readonly unknown[]) => values.filter((value) => some.includes(value));
  const own = isInline ? [] : taken(claims(name));
  const lost = taken(missing.flatMap(mappedTo).flatMap(asValues));
  const others = new Set(known.filter((other) => other !== name).flatMap(claims));
  const free =
    own.length > 0 && !('enum' in (property.schema ?? {}))
      ? []
      : values.filter((value) => !others.has(value));
  const isFallback = fallback === name && !isInline;
  return [...new Set([...own, ...lost, ...free, ...(isFallback ? [undefined] : [])])];
}

const pets = {
  Cat: { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] },
  Dog: { type: 'object', properties: { kind: { type: 'string' }, bark: { type: 'string' } } },
};

function shapePets(discriminator: Schema, schemas: Record<string, Schema> = pets) {
  const oneOf = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const schema = { oneOf, discriminator };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const document = { paths: { '/x': { post: { requestBody, responses: {} } } }, components: { schemas } };
  return shapeDocument(document);
}

function sendAs(discriminator: Schema, kind: string): unknown {
  const { server, tool } = shapePets(discriminator);
  return coerce({ body: { kind } }, tool('POST /x').enforced, createExpander(server.components));
}

test('a value is corrected to one that the document says, and never to the name of a schema', () => {
  expect(sendAs({ propertyName: 'kind', mapping: { dog: 'Dog', cat: 'Cat' } }, 'DOG')).toEqual({
    body: { kind: 'dog' },
  });
  expect(sendAs({ propertyName: 'kind' }, 'dog')).toEqual({ body: { kind: 'dog' } });
});

test.each([
  [
    { propertyName: 'kind', mapping: { bird: '#/components/schemas/Bird' } },
    'The discriminator "kind" cannot be made out in full: "bird" is mapped to a schema that is not there; there the schemas alone decide what is accepted.',
  ],
  [
    { propertyName: 'meta.kind' },
    'The discriminator "meta.kind" cannot be made out in full: no schema that it chooses from has the property; there the schemas alone decide what is accepted.',
  ],
  [{ propertyName: 'kind' }, undefined],
])('what cannot be made out of %j is reported', (discriminator, message) => {
  const found = shapePets(discriminator).diagnostics.filter(({ code }) => code === 'discriminator-open');
  expect(found.map((one) => [one.message, one.pointer])).toEqual(
    message === undefined ? [] : [[message, '#/paths/~1x/post/requestBody/content/application~1json/schema']],
  );
});

test.each<[discriminator: Schema, type: string, reason: string]>([
  [{ defaultMapping: 'Zed' }, 'string', 'its defaultMapping leads to a schema that is not there'],
  [{}, 'integer', 'no value of it is said to mean A; no value of it is said to mean B'],
  [{}, 'boolean', 'no value of it is said to mean A; no value of it is said to mean B'],
])('what leads to no schema is reported: %j, %s', (discriminator, type, reason) => {
  const schemas = { A: open('a', { k: { type } }), B: open('b', { k: { type } }) };
  const { diagnostics } = shapeUnion({ propertyName: 'k', ...discriminator }, schemas);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    `The discriminator "k" cannot be made out in full: ${reason}; there the schemas alone decide what is accepted.`,
  ]);
});

test('a value that its schema refuses is reported', () => {
  const Cat = { type: 'object', properties: { kind: { type: 'integer' } } };
  const { diagnostics } = shapePets({ propertyName: 'kind', mapping: { c: 'Cat' } }, { ...pets, Cat });
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'The discriminator "kind" cannot be made out in full: "c" is mapped to Cat, which refuses it; there the schemas alone decide what is accepted.',
  ]);
});

/** Discriminators that cannot be followed: what is accepted, what is refused, and what models are told of instead. */
test.each<{
  of: string;
  discriminator: Schema;
  schemas: Schema;
  accepts: Value[];
  rejects: Value[];
  hides?: string;
}>([
  {
    of: 'a property that no branch has',
    discriminator: { propertyName: 'nope' },
    schemas: { A: open('a'), B: open('b') },
    accepts: [{ nope: 'A', a: 'x' }, { nope: 'zz', a: 'x' }, { nope: 5, b: 'x' }, { b: 'x' }],
    rejects: [{ other: 'A', a: 'x' }, { nopes: 'A' }],
    hides: 'nope',
  },
  {
    of: 'a defaultMapping to what is not there',
    discriminator: { propertyName: 'k', mapping: { aa: 'A' }, defaultMapping: 'Zed' },
    schemas: { A: open('a', { k: { type: 'string' } }), B: open('b', { k: { type: 'string' } }) },
    accepts: [{ k: 'aa', a: 'x' }, { k: 'B', b: 'x' }, { k: 'zz', q: 1 }, { q: 1 }],
    rejects: [],
  },
  ...[{}, { mapping: { a: '#/components/schemas/A', n: '#/components/schemas/B' } }].map((mapping) => ({
    of: `a branch that is not there, ${JSON.stringify(mapping)}`,
    discriminator: { propertyName: 'k', ...mapping },
    schemas: { A: { ...open('a', { k: { type: 'string' } }), required: ['k'] } },
    accepts: [{ k: 'a', a: 'x' }, { k: 'n', q: 1 }, { k: 'B', q: 1 }, { q: 1 }, { k: 'A', a: 1 }],
    rejects: [],
  })),
])('schemas alone decide: $of', ({ discriminator, schemas, accepts, rejects, hides = '?' }) => {
  const { server, tool } = shapeUnion(discriminator, schemas as Record<string, Schema>);
  const entry = tool('POST /x');
  const validate = compileEnforced(server, entry);
  const taken = (value: Value) =>
    validate(coerce({ body: value }, entry.enforced, createExpander(server.components)));
  expect(accepts.filter((value) => !taken(value))).toEqual([]);
  expect(accepts.filter((body) => !compile(entry.tool.inputSchema)({ body }))).toEqual([]);
  expect(rejects.filter(taken)).toEqual([]);
  expect(JSON.stringify(entry.tool.inputSchema)).not.toContain(hides);
});

function open(name: string, more: Schema = {}): Schema {
  return { type: 'object', properties: { ...more, [name]: { type: 'string' } } };
}

/** A union of A and B, whichever of them there are. */
function shapeUnion(discriminator: Schema, schemas: Record<string, Schema>) {
  const oneOf = ['A', 'B'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const requestBody = {
    required: true,
    content: { 'application/json': { schema: { oneOf, discriminator } } },
  };
  return shapeDocument({
    paths: { '/x': { post: { requestBody, responses: {} } } },
    components: { schemas },
  });
}
