import type { Schema } from '../model/api.js';
import type { Report } from '../model/diagnostic.js';
import { findCircle } from './findCircle.js';
import { type Edge, listEdges } from './listEdges.js';
import type { Component } from './readSchemas.js';

/**
 * Breaks the circles in which a schema applies itself to the same value, which no validator survives.
 *
 * Most come from inheritance: a base lists its subtypes in `oneOf`, and each subtype includes the base by
 * `allOf`. There the base without its union is meant, which becomes a component of its own. What else closes
 * a circle accepts any value.
 */
export function untangle(components: Map<string, Component>, report: Report): void {
  const edges = new Map<string, Edge[]>();
  for (const name of [...components.keys()].toSorted()) edges.set(name, listEdges(name, components));
  const bases = new Map<string, string>();

  function baseOf(name: string): string {
    let base = bases.get(name);
    const whole = components.get(name);
    if (base !== undefined || whole === undefined || typeof whole.schema === 'boolean') return base ?? name;
    base = `${name}.base`;
    while (components.has(base)) base += '_';
    const { oneOf: _, anyOf: __, discriminator: ___, ...schema } = whole.schema;
    components.set(base, { ...whole, schema });
    bases.set(name, base);
    edges.set(base, listEdges(base, components));
    return base;
  }

  function redirect(edge: Edge): void {
    edge.to = baseOf(edge.to);
    edge.node['$ref'] = edge.to;
    components.get(edge.from)?.refs.add(edge.to);
  }

  function loosen(edge: Edge): void {
    edges.set(
      edge.from,
      (edges.get(edge.from) ?? []).filter((other) => other !== edge),
    );
    delete edge.node['$ref'];
    report('schema-relaxed', components.get(edge.from)?.pointer ?? '#', {
      what: `The schemas "${edge.from}" and "${edge.to}" consist of each other`,
      done: 'any value is accepted where the circle closes',
    });
  }

  for (let circle = findCircle(edges); circle !== undefined; circle = findCircle(edges)) {
    const [last] = circle.slice(-1);
    const included = circle.find((edge, index) => {
      const next = circle[(index + 1) % circle.length];
      return !edge.branch && next?.branch === true && hasUnion(components.get(edge.to)?.schema);
    });
    if (included !== undefined) redirect(included);
    else if (last !== undefined) loosen(last);
  }
}

function hasUnion(schema: Schema | undefined): boolean {
  return typeof schema === 'object' && (schema['oneOf'] !== undefined || schema['anyOf'] !== undefined);
}
