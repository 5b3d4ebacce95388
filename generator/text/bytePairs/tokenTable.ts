import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { type TokenTable, findSlot, packSlot, tokensAt } from './slots.js';

// To load the ranks and to make the table takes longer than to count the tokens of most documents: test/tools/precompute.js
// writes what comes out in place of this module.

/** How a text is split into pieces, each of which has tokens of its own. */
export const splitPattern: string = O200K_TOKEN_SPLIT_REGEX.source;

/** The tokens of o200k. */
export const tokenTable: TokenTable = makeTable(ranks.map((token) => Buffer.from(token as string)));

/** Makes the table of tokens that are given in the order of their ranks. */
function makeTable(tokens: readonly Buffer[]): TokenTable {
  const bytes = Buffer.concat([Buffer.alloc(tokensAt), ...tokens]);
  const table = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let place = 0;
  for (const token of tokens) {
    table.setUint32(findSlot(table, token, 0, token.length), packSlot(place, token.length), true);
    place += token.length;
  }
  return table;
}
