/** Whether a server may take one name for the other: many do not look at case, and take `name[]` or ` name` for `name`. */
export function isSameName(given: string, name: string): boolean {
  return [given, given.replace(/\[[^\]]*\]$/, '')].some((one) => fold(one) === fold(name));
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}
