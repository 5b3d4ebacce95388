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
  /** Characters of a pattern that is listed; a longer one is told by a text that matches it. */
  patterns: number;
  /** Objects within one another, arguments being the first level; the fields of those further in are only named. */
  levels: number;
  /** The same of what may be left out. */
  optionalLevels: number;
  /**
   * Objects within one another of which the fields that must be given are listed, with their types alone, where the
   * others are only named.
   */
  needs: number;
  /** The same within what may be left out. */
  optionalNeeds: number;
}

const all = Number.POSITIVE_INFINITY;
const whole: Allowance = { tokens: all, sentences: all, more: 0, notes: true };
const tool: Allowance = { tokens: 60, sentences: all, more: 40, notes: true };
const brief: Allowance = { tokens: 25, sentences: 1, more: 20, notes: true };
const short: Allowance = { tokens: 12, sentences: 1, more: 0, notes: true };
const ours: Allowance = { tokens: 0, sentences: 0, more: 0, notes: true };
const none: Allowance = { tokens: 0, sentences: 0, more: 0, notes: false };

/** Nothing is cut. */
const uncut: Rung = {
  toolWords: whole,
  words: whole,
  optionalWords: whole,
  values: all,
  patterns: all,
  levels: all,
  optionalLevels: all,
  needs: all,
  optionalNeeds: all,
};
const first: Rung = { ...uncut, toolWords: tool, words: brief, optionalWords: brief };
const listed: Rung = { ...first, values: 20, patterns: 120 };
const terse: Rung = { ...listed, words: short, optionalWords: short, optionalLevels: 2 };
const bare: Rung = { ...terse, words: none, optionalWords: none, levels: 1, optionalLevels: 1 };

/**
 * The ladder: a tool stands on the first rung on which it fits its budget, else on the last. Words of what may be
 * left out go first; that a field must be given, and what it is, goes last.
 */
export const rungs: readonly Rung[] = [
  uncut,
  first,
  listed,
  { ...listed, optionalLevels: 3 },
  { ...listed, optionalLevels: 2 },
  terse,
  { ...terse, levels: 2 },
  { ...terse, optionalWords: ours, levels: 2 },
  { ...terse, optionalWords: ours, levels: 1, optionalLevels: 1 },
  bare,
  { ...bare, optionalNeeds: 1 },
  { ...bare, optionalNeeds: 0 },
  { ...bare, needs: 1, optionalNeeds: 0 },
  { ...bare, needs: 0, optionalNeeds: 0 },
];
