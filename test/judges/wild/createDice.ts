/** Numbers that look random and are the same for the same seed. */
export interface Dice {
  /** A whole number below `sides`. */
  below: (sides: number) => number;
  /** Whether one of so many throws says so. */
  oneIn: (sides: number) => boolean;
  pick: <T>(values: readonly T[]) => T;
}

/** Dice that fall the same way for the same seed (mulberry32). */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (sides: number): number => Math.floor(next() * sides);
  return {
    below,
    oneIn: (sides) => below(sides) === 0,
    pick: (values) => {
      const index = below(values.length);
      return values[index] as (typeof values)[number];
    },
  };
}
