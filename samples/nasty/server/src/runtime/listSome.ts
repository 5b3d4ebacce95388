/** Names, at most so many of them, and how many there are besides. */
export function listSome(names: readonly string[], most = 60): string {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
}
