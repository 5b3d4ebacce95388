import type { Api, Schema } from '../model/api.js';

/** What can be given by an argument, whatever its name. */
export interface Value {
  /** As calls are held to it. */
  enforced: Schema;
  /** The same without what keeps it safe in its place: what a model reads is made from this. */
  schema: Schema;
  /** The document's words, cleaned; where they are empty, those of the schema count. */
  words: string;
  /** Words of ours, which are never cut, only left out. */
  notes: readonly string[];
}

/** One argument of a tool. */
export interface Argument extends Value {
  key: string;
  required: boolean;
  /** Set where it may be left out all the same: an example does. */
  waived?: true;
  /** Set where the argument is a property of the body. */
  field?: { name: string; /** Whether every body has it. */ required: boolean };
  /** Set where the argument is the whole body: its members count as arguments where levels are counted. */
  whole?: true;
}

/** The examples that a document gives of a parameter or body: its own, then those of its schema. */
export function listExamples(
  { examples, schema }: { examples: readonly unknown[]; schema: Schema },
  { components }: Pick<Api, 'components'>,
): unknown[] {
  return [...examples, ...examplesOf(schema)];

  /** The examples of a schema itself or of the component that it is. */
  function examplesOf(part: Schema, hops = 0): unknown[] {
    if (typeof part === 'boolean' || hops > 10) return [];
    const { examples: own, $ref: ref } = part as { examples?: unknown[]; $ref?: string };
    if (own !== undefined || ref === undefined) return own ?? [];
    return Object.hasOwn(components, ref) ? examplesOf(components[ref] ?? true, hops + 1) : [];
  }
}
