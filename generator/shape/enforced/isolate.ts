import type { Schema } from '../../model/api.js';
import { unescapeSegment } from '../../model/document.js';
import type { LookUp } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';
import { hashText } from '../../text/hash.js';
import type { OpenEnforcer } from './enforce.js';

/** A step from a schema to one inside it: the keyword, and the key or index where that holds several. */
type Step = readonly [keyword: string, key?: string];

/** The way from a schema to one that applies to its value or to a part of it, references followed. */
export type Route = readonly Step[];

/** Keywords whose schemas apply to the same value. */
const lists = ['allOf', 'anyOf', 'oneOf'];
const singles = ['then', 'else', 'if', 'not'];

/** Schemas that are looked at for one route. */
const mostVisits = 20_000;

/** The way from a schema to the very object `target`, which applies to the part of its value that `pointer` leads to. */
export function findRoute(root: Schema, target: object, pointer: string, lookUp: LookUp): Route | undefined {
  const path = pointer.split('/').slice(1).map(unescapeSegment);
  const seen = new Map<Schema, Set<number>>();
  let visits = 0;

  function visit(schema: Schema, depth: number): Route | undefined {
    if (schema === target && depth === path.length) return [];
    if (typeof schema === 'boolean' || visits >= mostVisits) return undefined;
    const depths = seen.get(schema) ?? new Set<number>();
    if (depths.has(depth)) return undefined;
    seen.set(schema, depths.add(depth));
    visits += 1;
    const name = path[depth];
    const steps = [...stepsInPlace(schema), ...(name === undefined ? [] : stepsInside(schema, name))];
    for (const [step, child, deeper] of steps) {
      const rest = visit(child, depth + deeper);
      if (rest !== undefined) return [step, ...rest];
    }
    return undefined;
  }

  function stepsInPlace(schema: Keywords): [Step, Schema, number][] {
    const { $ref: ref, dependentSchemas = {} } = schema;
    return [
      ...(typeof ref === 'string' ? [[['$ref'], lookUp(ref), 0] as [Step, Schema, number]] : []),
      ...lists.flatMap((keyword) =>
        ((schema[keyword] ?? []) as Schema[]).map((child, index): [Step, Schema, number] => [
          [keyword, String(index)],
          child,
          0,
        ]),
      ),
      ...singles.flatMap((keyword): [Step, Schema, number][] =>
        schema[keyword] === undefined ? [] : [[[keyword], schema[keyword] as Schema, 0]],
      ),
      ...Object.entries(dependentSchemas as Record<string, Schema>).map(
        ([key, child]): [Step, Schema, number] => [['dependentSchemas', key], child, 0],
      ),
    ];
  }

  return visit(root, 0);
}

/** The schemas that may apply to a member or an item. */
function stepsInside(schema: Keywords, name: string): [Step, Schema, number][] {
  const { properties = {}, patternProperties = {}, prefixItems = [] } = schema;
  const own = Object.hasOwn(properties as object, name) ? [['properties', name] as const] : [];
  const first = (prefixItems as Schema[])[Number(name)] === undefined ? [] : [['prefixItems', name] as const];
  const matched = Object.keys(patternProperties as object).map((key) => ['patternProperties', key] as const);
  const others = own.length > 0 ? [] : (['additionalProperties', 'unevaluatedProperties'] as const);
  const items = ['items', 'contains', 'unevaluatedItems'] as const;
  const steps: Step[] = [
    ...own,
    ...first,
    ...matched,
    ...[...others, ...(first.length > 0 ? [] : items)].map((keyword): Step => [keyword]),
  ];
  return steps.flatMap((step): [Step, Schema, number][] => {
    const child = childAt(schema, step);
    return child === undefined ? [] : [[step, child, 1]];
  });
}

function childAt(schema: Keywords, [keyword, key]: Step): Schema | undefined {
  const held = schema[keyword];
  if (key === undefined || held === undefined) return held as Schema | undefined;
  return Object.hasOwn(held as object, key) ? (held as Record<string, Schema>)[key] : undefined;
}

/** The schema that a route leads to; undefined where it leads nowhere. */
export function followRoute(root: Schema, route: Route, lookUp: LookUp): Keywords | undefined {
  let schema: Schema | undefined = root;
  for (const step of route) {
    if (typeof schema !== 'object') return undefined;
    const child: Schema | undefined = childAt(schema, step);
    schema = step[0] === '$ref' ? lookUp(String(child)) : child;
  }
  return typeof schema === 'object' ? schema : undefined;
}

/** Changes a schema at the end of a route. */
type Isolate = (root: Keywords, route: Route, change: (copy: Keywords) => void) => Keywords;

/**
 * Makes what changes a schema for one place alone: whatever leads there is copied, so that neither equal schemas nor
 * the components that are referred to on the way change for others. A component becomes one of its own, named after
 * the place, `owner`.
 */
export function isolate(
  owner: string,
  { component, define, copied }: Pick<OpenEnforcer, 'component' | 'define' | 'copied'>,
): Isolate {
  const edit = (schema: Keywords, route: Route, change: (copy: Keywords) => void, from: string): Keywords => {
    const copy = copied(schema, { ...schema });
    const [step, ...rest] = route;
    if (step === undefined) {
      change(copy);
      return copy;
    }
    const [keyword, key] = step;
    const path = `${from}/${keyword}${key === undefined ? '' : `/${key}`}`;
    if (keyword === '$ref') {
      const name = String(schema['$ref']);
      copy['$ref'] = define(name, hashText(path), edit(component(name) as Keywords, rest, change, path));
      return copy;
    }
    const child = edit(childAt(schema, step) as Keywords, rest, change, path);
    const held = schema[keyword];
    if (key === undefined) copy[keyword] = child;
    else if (Array.isArray(held))
      copy[keyword] = held.map((one: Schema, index) => (String(index) === key ? child : one));
    else
      copy[keyword] = Object.fromEntries(
        Object.entries(held as object).map(([name, one]) => [name, name === key ? child : (one as Schema)]),
      );
    return copy;
  };
  return (root, route, change) => edit(root, route, change, owner);
}
