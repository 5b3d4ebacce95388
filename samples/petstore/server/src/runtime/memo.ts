import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** Computes a value when it is first asked for, and keeps it; where that fails, it is tried anew when asked again. */
export function once<T>(compute: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () =>
    (value ??= compute().catch((error: unknown) => {
      value = undefined;
      throw error;
    }));
}

/** Computes something once for each object, and keeps it as long as the object is there; a promise, unless it fails. */
export function memoize<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const value = compute(key);
    known.set(key, value);
    if (value instanceof Promise) value.catch(() => known.delete(key));
    return value;
  };
}

/** Files that the import of a part may have open at once. */
const openAtOnce = 32;

/**
 * Imports a part of the runtime when it is first asked for. Node never reads a file again that it could not open once,
 * so it begins only where enough files can be opened; otherwise it fails, and begins anew when asked again.
 */
export function importOnce<T>(load: () => Promise<T>): () => Promise<T> {
  return once(async () => {
    requireDescriptors(openAtOnce);
    return load();
  });
}

/** Fails as opening a file would, where not as many as these can be opened. */
export function requireDescriptors(count: number): void {
  const opened: number[] = [];
  try {
    while (opened.length < count) opened.push(openSync(devNull, 'r'));
  } catch (error) {
    // Where there is no such file, or it may not be read, nothing is known.
    if (['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

const loaded = memoize(importOnce<unknown>);

/** Loads an optional part of the runtime that a call needs; `src/generated/features.ts` names those that there are. */
export async function loadPart<Part>(load: (() => Promise<Part>) | undefined, name: string): Promise<Part> {
  if (load === undefined) throw new Error(`src/generated/features.ts does not name "${name}"`);
  return loaded(load)() as Promise<Part>;
}
