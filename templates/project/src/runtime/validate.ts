import type { Components, SchemaObject } from './arguments/createExpander.js';
import type { Work } from './createWork.js';

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

/**
 * Makes the validator of one server. Where code must not be made from strings, as on some edge platforms, schemas
 * are interpreted, and AJV is not loaded.
 */
export const createValidator: (components: Components, work?: Work) => Validate = mayMakeCode()
  ? (await import('./validators/compile.js')).createCompilingValidator
  : (await import('./validators/interpret.js')).createInterpretingValidator;

function mayMakeCode(): boolean {
  try {
    return new Function('return true')() as boolean;
  } catch {
    return false;
  }
}
