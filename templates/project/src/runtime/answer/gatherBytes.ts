/** Bytes of the first block, and of the largest. */
const firstBlock = 64 * 1024;
const largestBlock = 1024 * 1024;

/** Puts pieces of bytes together, of any size: very many small ones would each take far more memory than their bytes. */
export interface Gathered {
  add: (piece: Uint8Array) => void;
  /** All that was added. */
  join: () => Uint8Array;
}

export function gatherBytes(): Gathered {
  /** As long as there is but one, it stays as it is. */
  let only: Uint8Array | undefined;
  const full: Uint8Array[] = [];
  let block = new Uint8Array(0);
  let used = 0;

  function copy(piece: Uint8Array): void {
    for (let taken = 0; taken < piece.length;) {
      if (used === block.length) {
        if (used > 0) full.push(block);
        block = new Uint8Array(Math.max(firstBlock, Math.min(2 * block.length, largestBlock)));
        used = 0;
      }
      const some = piece.subarray(taken, taken + block.length - used);
      block.set(some, used);
      used += some.length;
      taken += some.length;
    }
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
    join: () => only ?? Buffer.concat([...full, block.subarray(0, used)]),
  };
}
