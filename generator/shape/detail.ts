import type { Allowance } from '../text/clip.js';

/** What a tool is cut to on one rung of the ladder. */
export interface Rung {
  /** The words of the tool. */
  toolWords: Allowance;
  /** The words of arguments, and of what is inside them. */
  words: Allowance;
  /** The same of what may be left out. */
  optionalWords: Allowance;
  /** Values of an enum that are listed; of longer ones, some are named. */
  values: number;
  /** Objects within one another, arguments being the first level; the fields of those further in are only named. */
  levels: number;
  /** The same of what may be left out. */
  optionalLevels: number;
}

const all = Number.POSITIVE_INFINITY;
const whole: Allowance = { tokens: all, sentences: all, more: 0, notes: true };
const tool: Allowance = { tokens: 60, sentences: all, more: 40, notes: true };
const brief: Allowance = { tokens: 25, sentences: 1, more: 20, notes: true };
const short: Allowance = { tokens: 12, sentences: 1, more: 0, notes: true };
const ours: Allowance = { tokens: 0, sentences: 0, more: 0, notes: true };
const none: Allowance = { tokens: 0, sentences: 0, more: 0, notes: false };

/** The ladder: a tool stands on the first rung on which it fits its budget, else on the last. */
export const rungs: readonly Rung[] = [
  { toolWords: whole, words: whole, optionalWords: whole, values: all, levels: all, optionalLevels: all },
  { toolWords: tool, words: brief, optionalWords: brief, values: all, levels: all, optionalLevels: all },
  { toolWords: tool, words: brief, optionalWords: brief, values: 20, levels: all, optionalLevels: all },
  { toolWords: tool, words: brief, optionalWords: brief, values: 20, levels: all, optionalLevels: 3 },
  { toolWords: tool, words: brief, optionalWords: brief, values: 20, levels: all, optionalLevels: 2 },
  { toolWords: tool, words: short, optionalWords: short, values: 20, levels: all, optionalLevels: 2 },
  { toolWords: tool, words: short, optionalWords: short, values: 20, levels: 2, optionalLevels: 2 },
  { toolWords: tool, words: short, optionalWords: ours, values: 20, levels: 2, optionalLevels: 2 },
  { toolWords: tool, words: short, optionalWords: ours, values: 20, levels: 1, optionalLevels: 1 },
  { toolWords: tool, words: none, optionalWords: none, values: 20, levels: 1, optionalLevels: 1 },
];
