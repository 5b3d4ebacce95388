/** Bytes of the first block, and those beyond which there is but one more block. */
const firstBlock = 64 * 1024;
const smallEnough = 1024 * 1024;
/**
 * Bytes of that one: more than an answer may have, since memory is taken only as it is written to; and so many that it is
 * given back to the system at once (of blocks below 32 MB, the C library keeps some).
 */
const largestBlock = 33 * 1024 * 1024;

/** Puts pieces of bytes together, of any size: very many small ones would each take far more memory than their bytes. */
export interface Gathered {
  add: (piece: Uint8Array) => void;
  /** All that was added; what is added later may be written into it. */
  join: () => Uint8Array;
}

export function gatherBytes(): Gathered {
  /** As long as there is but one, it stays as it is. */
  let only: Uint8Array | undefined;
  let block: Uint8Array = new Uint8Array(0);
  let used = 0;

  function copy(piece: Uint8Array): void {
    const needed = used + piece.length;
    if (needed > block.length) {
      const doubled = Math.max(firstBlock, 2 * block.length, needed);
      const larger = Buffer.allocUnsafeSlow(
        doubled <= smallEnough ? doubled : Math.max(largestBlock, doubled),
      );
      larger.set(block.subarray(0, used));
      block = larger;
    }
    block.set(piece, used);
    used = needed;
  }

  return {
    add: (piece) => {
      if (only === undefined && block.length === 0) {
        only = piece;
        return;
      }
      if (only !== undefined) copy(only);
      only = undefined;
      copy(piece);
    },
    join: () => only ?? block.subarray(0, used),
  };
}
