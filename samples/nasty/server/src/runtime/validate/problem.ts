import type { SchemaObject } from './expandSchema.js';

/** What stands for all that is wrong with a value. */
export function misfit(schema: SchemaObject, data: unknown): Problem {
  const place = { instancePath: '', params: {}, data, isPart: false };
  return { ...place, keyword: 'false schema', schema: false, parentSchema: schema };
}

/** What is wrong with a value, in the terms of JSON Schema; names and `params` are those of AJV. */
export interface Problem {
  /** The keyword that is not met; `false schema` where a schema is just `false`. */
  keyword: string;
  /** JSON pointer to the value. */
  instancePath: string;
  params: Record<string, unknown>;
  /** The value itself. */
  data: unknown;
  /** The value of the keyword. */
  schema: unknown;
  /** The very schema that holds the keyword; where a schema is just `false`, one that means the same. */
  parentSchema: SchemaObject;
  /** Whether it only says why another problem is one: that of a union around it, no branch of which fits. */
  isPart: boolean;
  /** Of a union, the problems that the value has with one of its branches. */
  ofBranch?: (index: number) => readonly Problem[];
}

/**
 * Says what is wrong with a value. Throws a `CallError` where a schema is broken. `isBrief`: it is enough to know that
 * something is wrong, and one problem may stand for all.
 */
export type Validate = (schema: SchemaObject, value: unknown, isBrief?: boolean) => readonly Problem[];
