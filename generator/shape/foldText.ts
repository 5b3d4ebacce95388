/** Latin letters that are more than one with a mark, and what stands for each in ASCII. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'ng',
  ı: 'i',
  ĸ: 'k',
  ə: 'e',
};

const known = new RegExp(`([${Object.keys(letters).join('')}])(?=(.?))`, 'giu');

/**
 * The text with letters of ASCII for all of Latin scripts: `Müller` is `Muller`, `Størrelse` is `Storrelse`, and
 * `Ægir` is `Aegir`. Other scripts stay as they are.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(known, (letter: string, _same: string, next: string) => {
      const written = letters[letter.toLowerCase()] ?? letter;
      if (letter === letter.toLowerCase()) return written;
      return /\p{Lu}/u.test(next)
        ? written.toUpperCase()
        : written.charAt(0).toUpperCase() + written.slice(1);
    });
}
