/** A pattern of a case; a leading `(?i)` leaves case out of account. */
export function toPattern(text: string): RegExp {
  return text.startsWith('(?i)') ? new RegExp(text.slice(4), 'iu') : new RegExp(text, 'u');
}
