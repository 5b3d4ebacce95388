/**
 * What no reader sees, or what acts on a terminal or on the text around it: control characters, white space of other
 * kinds than a blank, marks that turn the direction, tags, selectors, fillers, private characters, halves of characters,
 * what is no character (U+FFFE and the like), and letters and notes that are drawn as nothing.
 */
export const hidden =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{16FE4}\u{1D159}]/gu;

/** A text in which all of that is written as JSON escapes it: `\u200b`. What is `kept` stays. */
export function escapeHidden(text: string, kept = ''): string {
  return text.replaceAll(hidden, (character) =>
    kept.includes(character) ? character : escapeUnits(character),
  );
}

function escapeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => String.raw`\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
