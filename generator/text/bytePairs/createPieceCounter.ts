import { type TokenTable, findSlot } from './slots.js';

/** Pieces of which is remembered how many tokens they have: a few MB. */
const mostRemembered = 50_000;
/** Characters of a piece that is remembered: longer ones are rare, and would keep the whole text. */
const longestRemembered = 12;

/**
 * A counter of the tokens of byte pair encoding.
 *
 * @param table - the tokens
 * @param pattern - how a text is split into pieces; the work for a piece grows with the square of its length
 */
export function createPieceCounter(table: TokenTable, pattern: string): (text: string) => number {
  const split = new RegExp(pattern, 'gu');
  const remembered = new Map<string, number>();
  return (text) => {
    let tokens = 0;
    for (const [piece] of text.matchAll(split)) {
      let count = remembered.get(piece);
      if (count === undefined) {
        count = countPiece(table, Buffer.from(piece));
        if (remembered.size === mostRemembered) remembered.clear();
        if (piece.length <= longestRemembered) remembered.set(piece, count);
      }
      tokens += count;
    }
    return tokens;
  };
}

/** The rank of two parts that make no token. */
const none = 2 ** 31 - 1;

/** Joins the two neighbours that make the token of the lowest rank, the first of them, until no two make one. */
function countPiece(table: TokenTable, piece: Uint8Array): number {
  const rankOf = (start: number, end: number | undefined): number =>
    (end !== undefined && table.getUint32(findSlot(table, piece, start, end), true)) || none;
  if (rankOf(0, piece.length) !== none) return 1;
  /** Where parts start, and the end. */
  const starts = Array.from({ length: piece.length + 1 }, (_, at) => at);
  /** The rank of each part together with the next. */
  const ranks = starts.slice(2).map((end) => rankOf(end - 2, end));
  for (;;) {
    const lowest = indexOfLowest(ranks);
    if (lowest === undefined) return starts.length - 1;
    starts.splice(lowest + 1, 1);
    ranks.splice(lowest, 1);
    if (lowest < ranks.length) ranks[lowest] = rankOf(starts[lowest]!, starts[lowest + 2]);
    if (lowest > 0) ranks[lowest - 1] = rankOf(starts[lowest - 1]!, starts[lowest + 1]);
  }
}

function indexOfLowest(ranks: readonly number[]): number | undefined {
  let lowest: number | undefined;
  let rank = none;
  for (let at = 0; at < ranks.length; at += 1) {
    if (ranks[at]! >= rank) continue;
    rank = ranks[at]!;
    lowest = at;
  }
  return lowest;
}
