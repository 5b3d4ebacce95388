/** The text without diacritics: `Müller` is `Muller`. Other scripts stay as they are. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}
