import type { Schema } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';

/**
 * Breaks the circles in which a schema applies itself to the same value, which no validator survives.
 *
 * Most come from inheritance: a base lists its subtypes in `oneOf`, and each subtype includes the base by
 * `allOf`. There the base without its union is meant, which becomes a component of its own. What else closes
 * a circle accepts any value.
 */
export function untangle(components: Map<string, Component>, report: Report): void {
  const edges = new Map<string, ComponentEdge[]>();
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

  function redirect(edge: ComponentEdge): void {
    edge.to = baseOf(edge.to);
    edge.node['$ref'] = edge.to;
    components.get(edge.from)?.refs.add(edge.to);
  }

  function loosen(edge: ComponentEdge): void {
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

/** Components that apply to the same value, one through the other. Real documents stay below 10 in a row. */
const longestChain = 50;

/** The same, counted once for each way that leads to them: each is a check of the same value. */
const mostChecks = 20_000;

/** How much of other components applies to the value that a component applies to. */
interface Reach {
  depth: number;
  checks: number;
}

/**
 * The components that no validator could check in bounded time, with the reason: those that apply too many others to
 * the same value, be it in a row or in all. No component may apply itself.
 */
export function findEntangled(components: ReadonlyMap<string, Component>): Map<string, string> {
  const reaches = measureReach(components);
  const reasons = new Map<string, string>();
  for (const [name, { depth, checks }] of reaches) {
    if (depth > longestChain) {
      reasons.set(name, `schemas include one another over ${longestChain} times in a row`);
    } else if (checks > mostChecks) {
      reasons.set(name, `schemas include one another over ${mostChecks.toLocaleString('en')} times in all`);
    }
  }
  return reasons;
}

/** From those that refer to nothing upwards, so that each is measured once. */
function measureReach(components: ReadonlyMap<string, Component>): Map<string, Reach> {
  const reaches = new Map<string, Reach>();
  const targetsOf = new Map<string, string[]>();
  const open = new Map<string, number>();
  const referrers = new Map<string, string[]>();
  for (const name of components.keys()) {
    const targets = listEdges(name, components).map(({ to }) => to);
    const distinct = new Set(targets);
    targetsOf.set(name, targets);
    open.set(name, distinct.size);
    for (const to of distinct) {
      const known = referrers.get(to);
      if (known === undefined) referrers.set(to, [name]);
      else known.push(name);
    }
  }
  const ready = [...open].filter(([, count]) => count === 0).map(([name]) => name);
  for (let name = ready.pop(); name !== undefined; name = ready.pop()) {
    reaches.set(name, addUp(targetsOf.get(name) ?? [], reaches));
    for (const referrer of referrers.get(name) ?? []) {
      const left = (open.get(referrer) ?? 0) - 1;
      open.set(referrer, left);
      if (left === 0) ready.push(referrer);
    }
  }
  return reaches;
}

function addUp(targets: readonly string[], reaches: ReadonlyMap<string, Reach>): Reach {
  let depth = 0;
  let checks = 1;
  for (const target of targets) {
    const reach = reaches.get(target) ?? { depth: 0, checks: 1 };
    depth = Math.max(depth, reach.depth + 1);
    checks += reach.checks;
  }
  return { depth, checks };
}

/** The edges of one circle of a directed graph in their order, if there is any. Needs no stack of its own depth. */
export function findCircle<Edge extends { to: string }>(
  edges: ReadonlyMap<string, readonly Edge[]>,
): Edge[] | undefined {
  const done = new Set<string>();
  for (const start of edges.keys()) {
    const path: { name: string; next: number }[] = [{ name: start, next: 0 }];
    const onPath = new Set([start]);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const edge = done.has(top.name) ? undefined : edges.get(top.name)?.[top.next++];
      if (edge === undefined) {
        done.add(top.name);
        onPath.delete(top.name);
        path.pop();
      } else if (onPath.has(edge.to)) {
        const first = path.findIndex(({ name }) => name === edge.to);
        return path.slice(first).flatMap(({ name, next }) => edges.get(name)?.[next - 1] ?? []);
      } else {
        path.push({ name: edge.to, next: 0 });
        onPath.add(edge.to);
      }
    }
  }
  return undefined;
}

type Keywords = { [keyword: string]: unknown };

/** A reference that applies a component to the very value at hand, rather than to a part of it. */
interface ComponentEdge {
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
export function listEdges(from: string, components: ReadonlyMap<string, Component>): ComponentEdge[] {
  const found: ComponentEdge[] = [];
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

/** A schema that others refer to. */
export interface Component {
  pointer: string;
  schema: Schema;
  /** Names of the components that it refers to by itself. */
  refs: Set<string>;
  /** Names of the components that a discriminator in it may choose, though it does not refer to them. */
  subtypes: Set<string>;
}
