/** What a piece of work took, and what it left in memory. */
export interface Spent {
  /** CPU milliseconds. */
  cpu: number;
  /** MiB of heap that its result keeps. */
  kept: number;
}

/** Does a piece of work, and says what it took; Node has to run with `--expose-gc`. */
export async function spend<T>(work: () => T | Promise<T>): Promise<{ result: T; spent: Spent }> {
  const before = heap();
  const start = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(start);
  const kept = heap() - before;
  return { result, spent: { cpu: (user + system) / 1000, kept } };
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
