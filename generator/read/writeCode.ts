/** A character by its code, escaped where it is of the syntax or cannot be read. */
export function writeCode(code: number, syntax: RegExp): string {
  const character = String.fromCodePoint(code);
  if (syntax.test(character)) return `\\${character}`;
  return /[\p{C}\p{Z}]/u.test(character) && character !== ' ' ? `\\u{${code.toString(16)}}` : character;
}
