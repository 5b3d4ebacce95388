import type { Schema } from '../model/server.js';

/** Whether a schema says that the value may be null; one that says nothing of types does not. */
export function allowsNull(schema: Schema, lookUp: (name: string) => Schema): boolean {
  return judge(schema, lookUp, 0) === true;
}

/** What a schema says of null: true, false, or nothing. */
type Verdict = boolean | undefined;

/** References that are followed; a circle says nothing. */
const mostHops = 20;

function judge(schema: Schema, lookUp: (name: string) => Schema, hops: number): Verdict {
  if (typeof schema === 'boolean') return schema ? undefined : false;
  if (hops > mostHops) return undefined;
  const { type, enum: values, const: constant, not, $ref: ref } = schema;
  const inside = (keyword: string): Verdict[] =>
    ((schema[keyword] ?? []) as Schema[]).map((part) => judge(part, lookUp, hops + 1));
  const verdicts = new Set<Verdict>([
    type === undefined ? undefined : [type].flat().includes('null'),
    Array.isArray(values) ? values.includes(null) : undefined,
    constant === undefined ? undefined : constant === null,
    typeof ref === 'string' ? judge(lookUp(ref), lookUp, hops + 1) : undefined,
    not !== undefined && judge(not as Schema, lookUp, hops + 1) === true ? false : undefined,
    ...inside('allOf'),
    anyOf(inside('anyOf')),
  ]);
  if (verdicts.has(false)) return false;
  return verdicts.has(true) ? true : undefined;
}

function anyOf(branches: readonly Verdict[]): Verdict {
  if (branches.length === 0) return undefined;
  if (branches.includes(true)) return true;
  return branches.includes(undefined) ? undefined : false;
}
