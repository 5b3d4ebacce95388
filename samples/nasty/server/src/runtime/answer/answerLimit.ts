/** Tokens of an answer that are shown, unless the operator says otherwise. */
export const usualTokens = 20_000;

const charactersPerToken = 4.4;

/** About how many characters of JSON so many tokens are. */
export function toCharacters(tokens: number): number {
  return Math.floor(tokens * charactersPerToken);
}
