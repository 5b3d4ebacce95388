import { InputError } from './model/diagnostic.js';

/** Why something could not be dealt with. */
interface Failure<T> {
  item: T;
  error: unknown;
}

/**
 * Runs a step over many items, and where that throws, finds the items that it is due to and runs it over the others.
 * What the step throws at one item alone counts against that; else it is the item whose addition makes the step throw.
 * An {@link InputError} is the user's to mend, and ends the run as ever.
 *
 * @param run - the step, which has no effect but its result
 */
export function spareOthers<T, R>(
  items: readonly T[],
  run: (items: readonly T[]) => R,
): { result: R; failures: Failure<T>[] } {
  const failures: Failure<T>[] = [];
  let left = items;
  for (;;) {
    const outcome = tryItems(left, run);
    if (!('error' in outcome)) return { result: outcome.result, failures };
    if (left.length === 0) throw outcome.error;
    const alone = findAlone(left, run);
    const found = alone.length > 0 ? alone : [findLast(left, run, outcome.error)];
    failures.push(...found);
    const lost = new Set(found.map(({ item }) => item));
    left = left.filter((item) => !lost.has(item));
  }
}

/** The items at each of which the step throws. */
function findAlone<T>(items: readonly T[], run: (items: readonly T[]) => unknown): Failure<T>[] {
  const outcome = tryItems(items, run);
  const [item, ...others] = items;
  if (!('error' in outcome) || item === undefined) return [];
  if (others.length === 0) return [{ item, error: outcome.error }];
  const half = Math.ceil(items.length / 2);
  return [...findAlone(items.slice(0, half), run), ...findAlone(items.slice(half), run)];
}

/** The item that makes the step throw when it is added to those before it. */
function findLast<T>(items: readonly T[], run: (items: readonly T[]) => unknown, error: unknown): Failure<T> {
  let [fine, bad] = [0, items.length];
  let thrown = error;
  while (bad - fine > 1) {
    const middle = Math.floor((fine + bad) / 2);
    const outcome = tryItems(items.slice(0, middle), run);
    if ('error' in outcome) [bad, thrown] = [middle, outcome.error];
    else fine = middle;
  }
  return { item: items[bad - 1] as T, error: thrown };
}

function tryItems<T, R>(
  items: readonly T[],
  run: (items: readonly T[]) => R,
): { result: R } | { error: unknown } {
  try {
    return { result: run(items) };
  } catch (error) {
    if (error instanceof InputError) throw error;
    return { error };
  }
}
