import type { Operation } from '../../model/api.js';
import type { GivenName, NameLock } from '../../model/names.js';
import { findPatterned, operationKey } from './legal.js';

/** What earlier runs leave of the names. */
interface Recalled {
  /** What was given to operations that have a name already. */
  known: Map<Operation, GivenName>;
  /** The entries of operations that are gone: nobody else gets their names. */
  gone: Record<string, GivenName>;
}

/** A way to find an operation again: what it and its entry have in common; nothing where there is none. */
interface Way {
  ofOperation: (operation: Operation) => string;
  ofEntry: (key: string, entry: GivenName) => string;
}

/**
 * Best way first. An operation that is found by its id has the same method still: who was allowed to call a
 * tool that reads must not find that it writes.
 */
const ways: readonly Way[] = [
  { ofOperation: operationKey, ofEntry: (key) => key },
  {
    ofOperation: (operation) => withoutNames(operationKey(operation)),
    ofEntry: (key) => withoutNames(key),
  },
  // What was alone with its path, and is told from others by its pattern now, or the other way round.
  {
    ofOperation: (operation) => {
      const written = findPatterned(operation);
      return written === undefined ? '' : `${operation.method} ${written}`;
    },
    ofEntry: (key, { written }) =>
      written === undefined ? key : `${key.slice(0, key.indexOf(' '))} ${written}`,
  },
  {
    ofOperation: ({ method, operationId }) => (operationId === '' ? '' : `${method} ${operationId}`),
    ofEntry: (key, { operationId }) =>
      operationId === undefined ? '' : `${key.slice(0, key.indexOf(' '))} ${operationId}`,
  },
];

/** Finds the operations that were given a name on an earlier run. */
export function recallNames(operations: readonly Operation[], lock: NameLock): Recalled {
  const known = new Map<Operation, GivenName>();
  const left = new Map(Object.entries(lock.given));
  for (const { ofOperation, ofEntry } of ways) {
    const unnamed = listOnce(operations).filter((operation) => !known.has(operation));
    const wanting = indexUnique(unnamed, ofOperation);
    const offering = indexUnique([...left], ([key, entry]) => ofEntry(key, entry));
    for (const [mark, [key, entry]] of offering) {
      const operation = wanting.get(mark);
      if (operation === undefined) continue;
      known.set(operation, entry);
      left.delete(key);
    }
  }
  return { known, gone: Object.fromEntries(left) };
}

/** The first of those that the document lists twice, as by `/a` and `a`: they share one entry. */
function listOnce(operations: readonly Operation[]): Operation[] {
  const first = operations.toReversed().map((operation) => [operationKey(operation), operation] as const);
  return [...new Map(first).values()];
}

/** `/pets/{id}` and `/pets/{petId}` are the same path (OpenAPI 3.2, Paths Object). */
function withoutNames(key: string): string {
  return key.replaceAll(/\{[^{}]*\}/g, '{}');
}

/** Each one by its mark, where no other one has the same. */
function indexUnique<T>(items: readonly T[], markOf: (item: T) => string): Map<string, T> {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const mark = markOf(item);
    const others = found.get(mark);
    if (others !== undefined) others.push(item);
    else if (mark !== '') found.set(mark, [item]);
  }
  return new Map([...found].flatMap(([mark, [item, other]]) => (item && !other ? [[mark, item]] : [])));
}
