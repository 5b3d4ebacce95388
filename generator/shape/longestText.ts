import { countWays, endless } from './countWays.js';

/** Characters that a pattern is tried on, at most: where it takes a power of three or more of time, and else. */
const [fewer, most] = [1024, 4096];

/**
 * How long the texts may be that a pattern is tried on, for a check to end within about a second, and whether it
 * takes more than time in proportion to them. Each loop that leaves a choice multiplies the time by the length.
 */
export function longestText(pattern: string): { length: number; needed: boolean } {
  const ways = countWays(pattern);
  return { length: ways > endless ? fewer : most, needed: ways > 1 };
}
