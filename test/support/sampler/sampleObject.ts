import * as fc from 'fast-check';
import type { Schema } from '../../../generator/model/api.js';
import { joinSchemas } from './joinSchemas.js';
import type { Form, Part } from './sampleForms.js';

/** What is known of the members of an object. */
export interface Members {
  /** Samples what a member has to be. */
  member: (schema: Schema) => fc.Arbitrary<unknown>;
  /** Samples a name that fits all parts. */
  name: (form: Form) => fc.Arbitrary<unknown>;
  /** Members beyond those that the object must have. */
  more: number;
}

/** Names for members that no schema declares. */
const undeclared = ['extra', 'x-other', 'k1', 'And more'];

/** Samples objects that fit all parts: the members that they need, some others, and some that are not declared. */
export function sampleObject(form: Form, { member, name, more }: Members): fc.Arbitrary<unknown> {
  const needed = withDependents(collect(form, 'required'), form);
  const declared = form.flatMap(({ properties = {} }) => Object.keys(properties as object));
  const others = [...declared, ...(more > 0 ? inventNames(form, name) : [])].filter(
    (key) => key !== '__proto__' && !needed.has(key) && memberSchema(form, key) !== false,
  );
  const record = (keys: Iterable<string>) =>
    fc.record(Object.fromEntries([...keys].map((key) => [key, member(memberSchema(form, key))])));
  const optional = [...new Set(others)].map((key) => record(withDependents([key], form)));
  const least = Math.max(0, ...form.map(({ minProperties = 0 }) => minProperties as number)) - needed.size;
  const most = Math.min(...form.map(({ maxProperties = Infinity }) => maxProperties as number)) - needed.size;
  const minLength = Math.max(0, least);
  const some =
    optional.length === 0
      ? fc.constant([])
      : fc.array(fc.oneof(...optional), { minLength, maxLength: Math.max(minLength, Math.min(more, most)) });
  return fc.tuple(record(needed), some).map(([base, given]): unknown => Object.assign({}, ...given, base));
}

/** What the member of a name has to be. */
function memberSchema(form: Form, name: string): Schema {
  const schemas = form.flatMap((part) => own(part, name));
  if (schemas.length > 0) return joinSchemas(schemas);
  return joinSchemas(form.map(({ unevaluatedProperties = true }) => unevaluatedProperties as Schema));
}

/** What one part says of a member; nothing, where it does not know its name. */
function own(
  { properties = {}, patternProperties = {}, additionalProperties }: Part,
  name: string,
): Schema[] {
  const declared = properties as Record<string, Schema>;
  const matched = Object.entries(patternProperties as Record<string, Schema>).filter(([pattern]) =>
    new RegExp(pattern, 'u').test(name),
  );
  const known = [
    ...(Object.hasOwn(declared, name) ? [declared[name] ?? true] : []),
    ...matched.map(([, schema]) => schema),
  ];
  return known.length > 0 || additionalProperties === undefined ? known : [additionalProperties as Schema];
}

function inventNames(form: Form, name: Members['name']): string[] {
  const patterns = form.flatMap(({ patternProperties = {} }) => Object.keys(patternProperties as object));
  const rules = form.flatMap(({ propertyNames }) =>
    propertyNames === undefined ? [] : [propertyNames as Part],
  );
  const sources = [...patterns.map((pattern) => [{ pattern }]), ...(rules.length === 0 ? [] : [rules])];
  const names = sources.flatMap((source) => fc.sample(name(source), { seed: 1, numRuns: 4 }));
  const found = names.filter((one) => typeof one === 'string');
  return rules.length === 0 ? [...undeclared, ...found] : found;
}

/** The names, and those that are needed beside them. */
function withDependents(names: readonly string[], form: Form): ReadonlySet<string> {
  const all = new Set(names);
  // A set keeps growing while it is walked.
  for (const one of all) {
    for (const { dependentRequired = {} } of form) {
      const needed = new Map(Object.entries(dependentRequired as Record<string, string[]>));
      for (const other of needed.get(one) ?? []) all.add(other);
    }
  }
  return all;
}

function collect(form: Form, keyword: string): string[] {
  return form.flatMap((part) => (part[keyword] ?? []) as string[]);
}
