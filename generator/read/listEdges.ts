import type { Component } from './readSchemas.js';

type Keywords = { [keyword: string]: unknown };

/** A reference that applies a component to the very value at hand, rather than to a part of it. */
export interface Edge {
  from: string;
  to: string;
  /** The schema that holds the `$ref`. */
  node: Keywords;
  /** Whether it stands in a union. */
  branch: boolean;
}

/** Keywords whose schemas apply to the same value. */
const same = ['allOf', 'not', 'if', 'then', 'else'];
const unions = ['anyOf', 'oneOf'];

/** The components that a component applies to its own value, each time it does. */
export function listEdges(from: string, components: ReadonlyMap<string, Component>): Edge[] {
  const found: Edge[] = [];
  const walk = (schema: unknown, branch: boolean): void => {
    if (Array.isArray(schema)) for (const item of schema) walk(item, branch);
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
    const node = schema as Keywords;
    const to = node['$ref'];
    if (typeof to === 'string' && components.has(to)) found.push({ from, to, node, branch });
    for (const keyword of same) walk(node[keyword], branch);
    for (const keyword of unions) walk(node[keyword], true);
    for (const dependent of Object.values(node['dependentSchemas'] ?? {})) walk(dependent, branch);
  };
  walk(components.get(from)?.schema, false);
  return found;
}
