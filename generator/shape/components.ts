import type { Schema } from '../model/server.js';
import { subschemas } from './subschemas.js';

/** The components that any of the schemas reaches through references, sorted by name. */
export function components(
  schemas: Iterable<Schema>,
  lookUp: (name: string) => Schema | undefined,
): Record<string, Schema> {
  const reached = new Map<string, Schema>();
  const waiting = [...schemas];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    const ref = typeof schema === 'object' ? schema['$ref'] : undefined;
    const target = typeof ref === 'string' && !reached.has(ref) ? lookUp(ref) : undefined;
    if (typeof ref === 'string' && target !== undefined) {
      reached.set(ref, target);
      waiting.push(target);
    }
    waiting.push(...subschemas(schema));
  }
  return Object.fromEntries([...reached].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The components that a schema reaches. */
export function closure(schema: Schema, table: Record<string, Schema>): Record<string, Schema> {
  return components([schema], (name) => (Object.hasOwn(table, name) ? table[name] : undefined));
}
