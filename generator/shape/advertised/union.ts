import type { Schema } from '../../model/api.js';
import type { Keywords } from '../../schema/subschemas.js';

/** The property that tells the branches of a union apart, and its value in each of them. */
export interface Tag {
  name: string;
  values: unknown[];
}

/** Finds the property that has one value of its own in each branch, as a discriminator has. */
export function findTag(branches: readonly Keywords[]): Tag | undefined {
  const [first = {}] = branches;
  for (const name of Object.keys((first['properties'] ?? {}) as object)) {
    const values = branches.map((branch) => onlyValue(propertyOf(branch, name)));
    const isTag = values.length > 1 && !values.includes(undefined) && new Set(values).size === values.length;
    if (isTag) return { name, values };
  }
  return undefined;
}

/** The one value that a schema allows, null beside it or not; undefined where there are several. */
export function onlyValue(schema: Schema): unknown {
  if (typeof schema === 'boolean') return undefined;
  const { const: constant, enum: values = [], allOf = [] } = schema;
  const all = constant === undefined ? (values as unknown[]) : [constant];
  const listed = all.length > 1 ? all.filter((value) => value !== null) : all;
  if (listed.length === 1) return listed[0];
  return (allOf as Schema[]).map(onlyValue).find((value) => value !== undefined);
}

function propertyOf({ properties = {}, required = [] }: Keywords, name: string): Schema {
  const isNeeded = (required as string[]).includes(name);
  return isNeeded && Object.hasOwn(properties as object, name)
    ? ((properties as Record<string, Schema>)[name] ?? true)
    : true;
}
