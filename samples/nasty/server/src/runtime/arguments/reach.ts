import type { Components } from './createExpander.js';

/** Adds a schema, and all that it holds or refers to, to `reached`. */
export function reach(schema: unknown, components: Components, reached: Set<unknown>): void {
  const waiting = [schema];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null || reached.has(next)) continue;
    reached.add(next);
    for (const [keyword, part] of Object.entries(next)) {
      const isName = keyword === '$ref' && typeof part === 'string' && Object.hasOwn(components, part);
      waiting.push(isName ? components[part] : part);
    }
  }
}
