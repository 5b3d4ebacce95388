import type { Schema } from '../model/api.js';
import { annotations } from './annotations.js';
import type { Keywords } from './subschemas.js';

/** The types that a schema accepts, by its `type` and the values that it lists, `null` apart; undefined for any. */
export function typesOf(schema: Keywords): string[] | undefined {
  const { type, enum: values, const: constant } = schema;
  const listed = constant === undefined ? (values as unknown[] | undefined) : [constant];
  if (type === undefined && listed === undefined) return undefined;
  const ofValues = listed && new Set(listed.map(typeOf));
  const named = type === undefined ? [...(ofValues ?? [])] : ([type].flat() as string[]);
  const types = new Set(
    named.filter((one) => one !== 'null' && (ofValues === undefined || has(ofValues, one))),
  );
  if (types.has('number')) types.delete('integer');
  return [...types];
}

function has(types: ReadonlySet<string>, type: string): boolean {
  return types.has(type) || (type === 'number' && types.has('integer'));
}

/** The type of a value (JSON Schema 2020-12, 4.2.1). */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** The alternatives of a union, without null; where two unions stand beside one another, those of both. */
export function alternativesOf(schema: Keywords): Schema[] {
  const alternatives = [schema['anyOf'] ?? [], schema['oneOf'] ?? []].flat() as Schema[];
  return alternatives.filter((alternative) => !isNull(alternative));
}

function isNull(schema: Schema): boolean {
  return typeof schema === 'object' && schema['$ref'] === undefined && typesOf(schema)?.length === 0;
}

/** Whether a schema says that the value may be null; one that says nothing of types does not. */
export function allowsNull(schema: Schema, lookUp: (name: string) => Schema): boolean {
  return judgeNull(schema, lookUp, new Map()) === true;
}

/** What a schema says of null: true, false, or nothing. */
type Verdict = boolean | undefined;

/** `known`: what components say, each looked at once; one that leads back to itself says nothing. */
function judgeNull(schema: Schema, lookUp: (name: string) => Schema, known: Map<string, Verdict>): Verdict {
  if (typeof schema === 'boolean') return schema ? undefined : false;
  const { type, enum: values, const: constant, not, $ref: ref } = schema;
  const inside = (keyword: string): Verdict[] =>
    ((schema[keyword] ?? []) as Schema[]).map((part) => judgeNull(part, lookUp, known));
  const follow = (name: string): Verdict => {
    if (!known.has(name)) {
      known.set(name, undefined);
      known.set(name, judgeNull(lookUp(name), lookUp, known));
    }
    return known.get(name);
  };
  const verdicts = new Set<Verdict>([
    type === undefined ? undefined : [type].flat().includes('null'),
    Array.isArray(values) ? values.includes(null) : undefined,
    constant === undefined ? undefined : constant === null,
    typeof ref === 'string' ? follow(ref) : undefined,
    not !== undefined && judgeNull(not as Schema, lookUp, known) === true ? false : undefined,
    ...inside('allOf'),
    anyOf(inside('anyOf')),
    oneOf(inside('oneOf')),
  ]);
  if (verdicts.has(false)) return false;
  return verdicts.has(true) ? true : undefined;
}

function anyOf(branches: readonly Verdict[]): Verdict {
  if (branches.length === 0) return undefined;
  if (branches.includes(true)) return true;
  return branches.includes(undefined) ? undefined : false;
}

function oneOf(branches: readonly Verdict[]): Verdict {
  const fitting = branches.filter((branch) => branch === true).length;
  if (branches.length === 0 || branches.includes(undefined)) return undefined;
  return fitting === 1;
}

/** Keywords that say something about one type only. */
const tells: readonly [type: string, keywords: readonly string[]][] = [
  [
    'object',
    [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
    ],
  ],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength', 'contentEncoding', 'contentMediaType']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** The type that a schema is about, where it does not name one. */
export function guessType(schema: Keywords): string | undefined {
  if (schema['anyOf'] !== undefined || schema['enum'] !== undefined) return undefined;
  return tells.find(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined))?.[0];
}

function uniteTypes(all: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> {
  const united = new Set<string>();
  for (const types of all) for (const type of types ?? []) united.add(type);
  return united;
}

type Types = ReadonlySet<string>;

/** Stands for the types of a component that is being looked at: there, in a circle, it says nothing more. */
const pending: Types = new Set();

/**
 * The types of the values that a schema describes, through references, `allOf` and unions, `null` apart; undefined
 * where it says nothing of them. Each component is looked at once, however often it is referred to.
 */
export function typesWithin(schema: Schema, lookUp: (name: string) => Schema): Types | undefined {
  const known = new Map<string, Types | undefined>();

  function ofComponent(name: string): Types | undefined {
    if (known.has(name)) return known.get(name);
    known.set(name, pending);
    const types = find(lookUp(name));
    known.set(name, types);
    return types;
  }

  function find(part: Schema): Types | undefined {
    if (typeof part === 'boolean') return undefined;
    const { $ref: ref, allOf = [] } = part as { $ref?: string; allOf?: Schema[] };
    const guessed = guessType(part);
    const own = typesOf(part) ?? (guessed === undefined ? undefined : [guessed]);
    const branches = alternativesOf(part)
      .map(find)
      .filter((types) => types !== pending);
    const isKnown = branches.length > 0 && branches.every((types) => types !== undefined);
    const said = [
      own && new Set(own),
      ...allOf.map(find),
      ref === undefined ? undefined : ofComponent(ref),
      isKnown ? uniteTypes(branches) : undefined,
    ].filter((types) => types !== undefined && types !== pending);
    const [first, ...others] = said as Types[];
    return first && new Set([...first].filter((type) => others.every((types) => has(types, type))));
  }

  return find(schema);
}

/** Whether a value is of a type, or of one of several. */
export function isOfType(value: unknown, types: unknown): boolean {
  const own = typeOf(value);
  const all = new Set([types].flat());
  return all.has(own) || (own === 'integer' && all.has('number'));
}

/** Whether a schema says no more than that a value is an object, or that it is one without members. */
export function isBareObject(schema: Schema): boolean {
  if (typeof schema === 'boolean' || ![schema.type].flat().includes('object')) return false;
  return Object.entries(schema).every(([keyword, value]) => {
    if (keyword === 'type') return [value].flat().every((one) => one === 'object' || one === 'null');
    if (keyword === 'properties') return Object.keys(value as object).length === 0;
    if (keyword === 'additionalProperties')
      return typeof value === 'boolean' || Object.keys(value as object).length === 0;
    return annotations.has(keyword);
  });
}
