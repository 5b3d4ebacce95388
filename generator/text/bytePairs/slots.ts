/**
 * A hash table of the tokens that a tokenizer knows, in one block of bytes: it takes no time to load.
 *
 * First come the slots, 32 bits each, little-endian: 0, or in the lower 8 bits how long a token is, and above them its
 * place among the bytes of all tokens, which follow. Tokens stand in the order of their ranks, so that slots compare as ranks do.
 */
export type TokenTable = DataView;

/** More than there are tokens, and a power of two. */
const slots = 2 ** 18;
/** Bytes of a slot. */
const slotSize = 4;
/** Where the bytes of the tokens begin. */
export const tokensAt = slots * slotSize;

/** Bits of a slot that hold the length of a token. */
const lengthBits = 8;

/** What a slot holds of a token. */
export function packSlot(place: number, length: number): number {
  return (place << lengthBits) | length;
}

/** The offset of the slot in which a range of bytes stands as a token, or else of the empty one that would take it. */
export function findSlot(table: TokenTable, bytes: Uint8Array, start: number, end: number): number {
  let slot = hashBytes(bytes, start, end) & (slots - 1);
  for (;;) {
    const found = table.getUint32(slot * slotSize, true);
    if (found === 0 || isToken(table, found, bytes, start, end)) return slot * slotSize;
    slot = (slot + 1) & (slots - 1);
  }
}

function isToken(table: TokenTable, found: number, bytes: Uint8Array, start: number, end: number): boolean {
  const length = found & (2 ** lengthBits - 1);
  if (length !== end - start) return false;
  const first = tokensAt + (found >>> lengthBits);
  for (let at = 0; at < length; at += 1) {
    if (table.getUint8(first + at) !== bytes[start + at]) return false;
  }
  return true;
}

/** FNV-1a, of 32 bits, with its upper half folded into the lower one. */
function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash ^ (hash >>> 15);
}
