import type { Api, Schema } from '../model/api.js';
import { type LookUp, gatherParts } from '../schema/parts.js';

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

/** A list that has to be given has an item: of an empty one nothing would be sent. */
export function askForItem(schema: Schema, lookUp: LookUp): Schema {
  if (typeof schema === 'boolean') return schema;
  const parts = gatherParts(schema, lookUp) ?? [];
  const isList = parts.some(({ type }) => type === 'array');
  const isCounted = parts.some(
    ({ minItems = 0, maxItems = 1 }) => Number(minItems) > 0 || Number(maxItems) < 1,
  );
  return isList && !isCounted ? { ...schema, minItems: 1 } : schema;
}

/** An object that is a part of the path has a member: of an empty one nothing would be left between the slashes. */
export function askForMember(schema: Schema, lookUp: LookUp): Schema {
  if (typeof schema === 'boolean') return schema;
  const parts = gatherParts(schema, lookUp) ?? [];
  const isObject = parts.some(({ type }) => type === 'object');
  const isFilled = parts.some(
    ({ minProperties = 0, required = [] }) => Number(minProperties) > 0 || (required as string[]).length > 0,
  );
  return isObject && !isFilled ? { ...schema, minProperties: 1 } : schema;
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
