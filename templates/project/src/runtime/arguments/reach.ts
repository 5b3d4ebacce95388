import type { Components } from './createExpander.js';

/** Adds a schema, and all that it holds or refers to, to `reached`. */
export function reach(schema: unknown, components: Components, reached: Set<unknown>): void {
  if (typeof schema !== 'object' || schema === null || reached.has(schema)) return;
  reached.add(schema);
  for (const [keyword, part] of Object.entries(schema)) {
    const isName = keyword === '$ref' && typeof part === 'string' && Object.hasOwn(components, part);
    reach(isName ? components[part] : part, components, reached);
  }
}
