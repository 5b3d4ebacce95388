/** Computes a value when it is first asked for, and keeps it; where that fails, it is tried anew when asked again. */
export function once<T>(compute: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () =>
    (value ??= compute().catch((error: unknown) => {
      value = undefined;
      throw error;
    }));
}
