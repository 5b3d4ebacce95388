import { cpuUsage } from 'node:process';

/** How many times a piece of the input goes into the whole. */
const parts = 50;
const rounds = 9;
/**
 * Microseconds below which what runs take is what strings, the collection of garbage and clocks take: a whole that is
 * quadratic takes a hundred times as long.
 */
const leastSpent = 2_000;

/** Between what a linear function comes to, 1, and a quadratic one, {@link parts}: no noise of a machine bridges it. */
export const mostGrowth = 10;

/**
 * How much dearer a run over an input is than runs over pieces that together are as long: about 1 where the work grows
 * with the length, 50 where it grows with its square. It is CPU time of this process and the least of a few rounds that
 * take turns, so that a busy machine does not change it. A round that is far from quadratic already, also where the code
 * is not warm yet, is the last.
 *
 * @param run does the work on an input of a given length.
 */
export async function growthOf(run: (length: number) => unknown, length: number): Promise<number> {
  const pieces = Array.from({ length: parts }, () => Math.ceil(length / parts));
  let [whole, apart] = [Infinity, Infinity];
  for (let round = 0; round <= rounds; round += 1) {
    const [once, inPieces] = [await spend(run, [length]), await spend(run, pieces)];
    const growth = once / Math.max(inPieces, leastSpent);
    if (growth < mostGrowth / 2) return growth;
    // The first round warms the code up.
    if (round > 0) [whole, apart] = [Math.min(whole, once), Math.min(apart, inPieces)];
  }
  return whole / Math.max(apart, leastSpent);
}

/** The least CPU time of a few rounds of a function, in microseconds. */
export async function leastCpu(run: () => unknown): Promise<number> {
  let least = Infinity;
  for (let round = 0; round <= rounds; round += 1) least = Math.min(least, await spend(run, [0]));
  return least;
}

/** The CPU time that a function takes over some inputs, in microseconds. */
async function spend(run: (length: number) => unknown, lengths: readonly number[]): Promise<number> {
  const before = cpuUsage();
  for (const length of lengths) await run(length);
  const { user, system } = cpuUsage(before);
  return user + system;
}
