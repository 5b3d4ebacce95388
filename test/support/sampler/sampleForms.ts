import type { Schema } from '../../../generator/model/api.js';

/** A schema that refers to nothing: neither `$ref` nor `allOf`, unions and conditions. */
export type Part = { [keyword: string]: unknown };

/** Parts that a value has to fit all. */
export type Form = readonly Part[];

/** Lists the ways to fit a schema: a value has to fit one of them. */
export type ListForms = (schema: Schema) => readonly Form[];

/** Ways to fit a schema beyond which unions are no longer combined with each other. */
const mostForms = 64;

/** References in a row that are followed: a schema may refer to nothing but itself. */
const mostHops = 20;

/** Makes the function that opens schemas. */
export function sampleForms(components: Readonly<Record<string, Schema>>): ListForms {
  const known = new Map<Schema, readonly Form[]>();

  function open(schema: Schema, hops: number): readonly Form[] {
    if (typeof schema === 'boolean') return schema ? [[]] : [];
    if (hops > mostHops) return [];
    const found = known.get(schema);
    if (found !== undefined) return found;
    const {
      $ref: ref,
      allOf,
      anyOf,
      oneOf,
      if: condition,
      then = true,
      else: otherwise = true,
      ...own
    } = schema;
    const each = (list: unknown) => ((list ?? []) as Schema[]).map((part) => open(part, hops + 1));
    const unions = [anyOf, oneOf].filter((list) => list !== undefined) as Schema[][];
    const forms = combine([
      [[own]],
      ...(ref === undefined ? [] : [open(lookUp(ref as string), hops + 1)]),
      ...each(allOf),
      ...unions.map((list) => each(list).flat()),
      ...(condition === undefined ? [] : [each([{ allOf: [condition, then] }, otherwise]).flat()]),
    ]);
    known.set(schema, forms);
    return forms;
  }

  function lookUp(name: string): Schema {
    return Object.hasOwn(components, name) ? (components[name] ?? false) : false;
  }

  return (schema) => open(schema, 0);
}

/** Every choice of one form from each list; where that is too much, each form of each list at least once. */
function combine(lists: readonly (readonly Form[])[]): readonly Form[] {
  if (lists.some(({ length }) => length === 0)) return [];
  const all = lists.reduce((product, { length }) => product * length, 1);
  if (all <= mostForms) {
    return lists.reduce((forms, list) => forms.flatMap((form) => list.map((more) => [...form, ...more])));
  }
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list[index % list.length] ?? []),
  );
}
