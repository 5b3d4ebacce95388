/** Takes secrets out of a text. Very short ones are left: they would be found in everything. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= 6 && text.includes(secret))
    .toSorted((a, b) => b.length - a.length)
    .reduce((result, secret) => result.replaceAll(secret, '[redacted]'), text);
}
