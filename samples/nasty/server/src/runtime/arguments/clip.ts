/** Cuts a text to a number of characters, never in the middle of one. */
export function clip(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
