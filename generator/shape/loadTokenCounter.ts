/** Characters of a run without a break beyond which the tokenizer, quadratic on such runs, would take seconds. */
const longestRun = 512;
const longRuns = new RegExp(`\\s{${longestRun}}|\\S{${longestRun}}`, 'g');

/** A counter of tokens (o200k, as OpenAI's models count; Claude counts 1.2 to 1.55 times as many). */
export async function loadTokenCounter(): Promise<(text: string) => number> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => countTokens(breakRuns(text), options);
}

/** Cuts long runs into pieces, which changes the count by a token a piece at most. */
function breakRuns(text: string): string {
  return text.replaceAll(longRuns, (run) => (run.trim() === '' ? `${run}.` : `${run} `));
}
