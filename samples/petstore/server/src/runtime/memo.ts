/** Computes a value when it is first asked for, and keeps it; where that fails, it is tried anew when asked again. */
export function once<T>(compute: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () =>
    (value ??= compute().catch((error: unknown) => {
      value = undefined;
      throw error;
    }));
}

/** Computes something once for each object, and keeps it as long as the object is there. */
export function memoize<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

const loaded = memoize((load: () => Promise<unknown>) => once(load));

/** Loads an optional part of the runtime that a call needs; the generator names those that there are. */
export async function loadPart<Part>(load: (() => Promise<Part>) | undefined, name: string): Promise<Part> {
  if (load === undefined) throw new Error(`src/generated/features.ts does not name "${name}"`);
  return loaded(load)() as Promise<Part>;
}
