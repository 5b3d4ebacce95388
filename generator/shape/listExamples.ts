import type { Api, Schema } from '../model/api.js';

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
