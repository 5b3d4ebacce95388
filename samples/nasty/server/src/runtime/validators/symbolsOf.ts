/**
 * A set of characters: a bit for each of ASCII, and one for all others together. Sets that have no bit in common
 * have no character in common.
 */
export type Symbols = bigint;

export const noSymbols = 0n;
export const allSymbols = (1n << 129n) - 1n;

const others = 1n << 128n;
const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** What may hold more than ASCII: written out, by an escape, or because something is left out. */
const beyondAscii = /[^\0-\x7f]|\\[uxpPDSWs]|^\[\^|^\.$/;

/** The characters that a piece of a pattern stands for: one character, an escape, or a class. */
export function symbolsOf(piece: string): Symbols {
  const expression = new RegExp(`^${piece}$`, 'u');
  let symbols = beyondAscii.test(piece) ? others : noSymbols;
  for (const [code, character] of ascii.entries()) {
    if (expression.test(character)) symbols |= 1n << BigInt(code);
  }
  return symbols;
}
