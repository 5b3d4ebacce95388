import { createPieceCounter } from './bytePairs/createPieceCounter.js';

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/** Characters of a run that the tokenizer takes in one piece; it is quadratic on those, and would take seconds. */
const longestRun = 256;
const longRuns = new RegExp(
  [String.raw`\s`, String.raw`[\p{L}\p{M}]`, String.raw`[^\s\p{L}\p{N}]`]
    .map((kind) => `${kind}{${longestRun}}`)
    .join('|'),
  'gu',
);

/** Part of a run: half of a long one lies on one side of each place that it covers. */
const partOfRun = new RegExp(String.raw`^(?:\s+|[\p{L}\p{M}]+|[^\s\p{L}\p{N}]+)$`, 'u');

/** A counter of tokens (o200k, as OpenAI's models count; Claude counts 1.2 to 1.55 times as many). */
export function loadTokenCounter(): Promise<CountTokens> {
  counter ??= loadCounter();
  return counter;
}

let counter: Promise<CountTokens> | undefined;

async function loadCounter(): Promise<CountTokens> {
  const { splitPattern, tokenTable } = await import('./bytePairs/tokenTable.js');
  const countPieces = createPieceCounter(tokenTable, splitPattern);
  return (text) => countPieces(breakRuns(text));
}

/** Cuts long runs into pieces, which changes the count by a token a piece at most. */
function breakRuns(text: string): string {
  if (!mayHoldRun(text)) return text;
  return text.replaceAll(longRuns, (run) => (run.trim() === '' ? `${run}.` : `${run} `));
}

/** Looks at places so far apart that a long run covers one of them. */
function mayHoldRun(text: string): boolean {
  const half = longestRun / 2;
  for (let at = longestRun - 1; at < text.length; at += longestRun) {
    const sides = [text.slice(at - half + 1, at + 1), text.slice(at, at + half)];
    if (sides.some((side) => partOfRun.test(side))) return true;
  }
  return false;
}
