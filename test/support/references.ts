/** Keywords whose values are data: what is called `$ref` there refers to nothing. */
const data = new Set(['const', 'default', 'enum', 'examples', 'required', 'dependentRequired']);
const byName = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);

/** The references of a schema, wherever it holds one. */
export function listReferences(schema: unknown): unknown[] {
  if (Array.isArray(schema)) return schema.flatMap(listReferences);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === '$ref' || keyword === '$dynamicRef') return [value];
    if (data.has(keyword)) return [];
    return listReferences(byName.has(keyword) ? Object.values(value as object) : value);
  });
}

/** Whether a reference leads to a schema of the same answer (RFC 6901, section 6). */
function leadsSomewhere(root: unknown, ref: unknown): boolean {
  if (typeof ref !== 'string' || !/^#(?:\/|$)/.test(ref)) return false;
  const steps = decodeURIComponent(ref.slice(1)).split('/').slice(1);
  const found = steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, step) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, step)
          ? (at as Record<string, unknown>)[step]
          : undefined,
      root,
    );
  return typeof found === 'boolean' || (typeof found === 'object' && found !== null && !Array.isArray(found));
}

/** The references of a schema that lead to nothing in it. */
export const listLost = (schema: unknown): unknown[] =>
  listReferences(schema).filter((ref) => !leadsSomewhere(schema, ref));

/** The schemas in what describe_tools says: one for each tool. */
export function schemasIn(text: string): unknown[] {
  const lines = [...text.matchAll(/^(?:Arguments|\w+ \[\w+\], part ".*?"): (true|false|\{.*\})$/gm)];
  return lines.map(([, json = '']) => JSON.parse(json) as unknown);
}
