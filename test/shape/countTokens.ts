import { loadTokenCounter } from '../../generator/shape/loadTokenCounter.js';

/** The counter of tokens that tools are fitted with. */
export const countTokens = await loadTokenCounter();
