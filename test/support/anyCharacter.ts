import * as fc from 'fast-check';

const firstSurrogate = 0xd8_00;
const surrogates = 0x8_00;

/**
 * Any character of Unicode, each as likely as another: what `fc.string({ unit: 'binary' })` is made of, which would keep
 * a table of all of them first.
 */
export const anyCharacter = fc
  .nat({ max: 0x10_ff_ff - surrogates })
  .map((index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates), indexOf);

function indexOf(character: unknown): number {
  const code = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1;
  if (code === -1 || String.fromCodePoint(code) !== character) throw new Error('not one character');
  return code < firstSurrogate ? code : code - surrogates;
}
