import type { ObjectShape, Promises, Shape } from '../../model/server.js';

/** References that lead to one another are followed so often. */
const longestChain = 50;

export function isReference(shape: Shape): shape is string {
  return typeof shape === 'string' && shape.startsWith('#');
}

export function isUnion(shape: Shape): shape is { any: readonly Shape[] } {
  return typeof shape === 'object' && 'any' in shape;
}

export function isObjectShape(shape: Shape): shape is ObjectShape {
  return typeof shape === 'object' && 'fields' in shape;
}

export function isListShape(shape: Shape): shape is { items: Shape } {
  return typeof shape === 'object' && 'items' in shape;
}

/** What a reference stands for, or the shape itself; `any` where it stands for nothing. */
export function resolveShape(shape: Shape, { shared }: Promises): Shape {
  let found = shape;
  for (let step = 0; isReference(found) && step < longestChain; step += 1) {
    const name = found.slice(1);
    found = Object.hasOwn(shared, name) ? (shared[name] ?? 'any') : 'any';
  }
  return isReference(found) ? 'any' : found;
}

/** An object with all the fields that it has from others, but for some of these. */
export function expandShape(
  shape: ObjectShape,
  promises: Promises,
  except: readonly string[],
  depth = 0,
): ObjectShape {
  const { from = [], ...own } = shape;
  const parents = from
    .filter((name) => depth < longestChain && !except.includes(name))
    .map((name) => resolveShape(name, promises))
    .filter(isObjectShape)
    .map((parent) => expandShape(parent, promises, except, depth + 1));
  if (parents.length === 0) return own;
  return {
    ...own,
    fields: Object.assign({}, ...parents.map(({ fields }) => fields), own.fields) as ObjectShape['fields'],
    always: [...new Set([...parents, own].flatMap(({ always = [] }) => always))],
  };
}

export function listAlternatives(shape: Shape): readonly Shape[] {
  return isUnion(shape) ? shape.any : [shape];
}

export function withoutNull(shape: Shape): Shape {
  const others = listAlternatives(shape).filter((one) => one !== 'null');
  return others.length === 1 ? others[0]! : { any: others };
}

/** A shape in a few words. */
export function nameShape(shape: Shape): string {
  if (typeof shape === 'string') return shape.replace(/^#/, '');
  if (isListShape(shape)) return `a list of ${nameShape(shape.items)}`;
  return isUnion(shape) ? shape.any.map(nameShape).join(' or ') : 'an object';
}
