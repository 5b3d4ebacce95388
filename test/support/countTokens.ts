import { loadTokenCounter } from '../../generator/text/tokens.js';

/** The counter of tokens that tools are fitted with. */
export const countTokens = await loadTokenCounter();
