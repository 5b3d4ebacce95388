/**
 * The component that a branch of a union is, or its reference in a document: some are wrapped in an `allOf` of their own,
 * or in a union with null.
 */
export function componentOf(branch: unknown): string | undefined {
  if (typeof branch !== 'object' || branch === null) return undefined;
  const { $ref: ref, allOf, anyOf, oneOf, properties } = branch as Record<string, unknown>;
  if (typeof ref === 'string') return ref;
  // One that adds members of its own is another schema.
  if (properties !== undefined) return undefined;
  const only = [allOf, anyOf, oneOf].map((parts) => partsOf(parts)).find((parts) => parts.length === 1)?.[0];
  return componentOf(only);
}

function partsOf(parts: unknown): unknown[] {
  return Array.isArray(parts) ? parts.filter((part: { type?: unknown } | null) => part?.type !== 'null') : [];
}
