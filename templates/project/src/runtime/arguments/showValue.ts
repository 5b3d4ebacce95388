const longest = 60;
const secretName =
  /pass(word|wd|phrase)?$|secret|token|credential|authorization|api[-_]?key|private[-_]?key/i;

/** Writes a value into a message: short, and without what a field of that name would keep secret. */
export function showValue(value: unknown, name = ''): string {
  const text = JSON.stringify(value, (key, member: unknown) =>
    isSecret(key || name, member) ? '[redacted]' : member,
  );
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function isSecret(name: string, value: unknown): boolean {
  return secretName.test(name) && typeof value !== 'object' && typeof value !== 'boolean';
}
