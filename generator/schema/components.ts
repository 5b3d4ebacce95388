import type { Schema } from '../model/api.js';
import { listSubschemas } from './subschemas.js';

/** The components that any of the schemas reaches through references, sorted by name. */
export function reachComponents(
  schemas: Iterable<Schema>,
  lookUp: (name: string) => Schema | undefined,
): Record<string, Schema> {
  const reached = new Map<string, Schema>();
  followAll(schemas, lookUp, {
    has: (name) => reached.has(name),
    add: (name, schema) => void reached.set(name, schema),
  });
  return Object.fromEntries([...reached].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Adds the components that a schema reaches to a table that holds, of each that it has, all that it reaches; `changed`
 * are those that it has as they were.
 */
export function addReached(
  table: Record<string, Schema>,
  schema: Schema,
  lookUp: (name: string) => Schema | undefined,
  changed: ReadonlySet<string>,
): void {
  const stale = new Set(changed);
  followAll([schema], lookUp, {
    has: (name) => Object.hasOwn(table, name) && !stale.has(name),
    add: (name, value) => {
      stale.delete(name);
      Object.defineProperty(table, name, { value, enumerable: true, configurable: true });
    },
  });
}

/** What is known of components while references are followed. */
interface Reached {
  has: (name: string) => boolean;
  add: (name: string, schema: Schema) => void;
}

function followAll(
  schemas: Iterable<Schema>,
  lookUp: (name: string) => Schema | undefined,
  reached: Reached,
): void {
  const waiting = [...schemas];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    const ref = typeof schema === 'object' ? schema['$ref'] : undefined;
    const target = typeof ref === 'string' && !reached.has(ref) ? lookUp(ref) : undefined;
    if (typeof ref === 'string' && target !== undefined) {
      reached.add(ref, target);
      waiting.push(target);
    }
    waiting.push(...listSubschemas(schema));
  }
}

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
  const only = [allOf, anyOf, oneOf]
    .map((parts) => nonNullParts(parts))
    .find((parts) => parts.length === 1)?.[0];
  return componentOf(only);
}

function nonNullParts(parts: unknown): unknown[] {
  return Array.isArray(parts) ? parts.filter((part: { type?: unknown } | null) => part?.type !== 'null') : [];
}
