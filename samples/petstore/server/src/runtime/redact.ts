/** What takes secrets out of texts and files, however they are encoded there. */
export interface Redactor {
  redact: (text: string, secrets: readonly string[]) => string;
  redactBytes: (bytes: Uint8Array, secrets: readonly string[]) => Uint8Array;
}

/** Shorter secrets are left: they would be found in everything. */
export const shortestSecret = 6;

/** What stands in the place of a secret. */
export const sign = '[redacted]';

let redactor: Redactor | undefined;

/** Has secrets found in their encodings, too. */
export function redactWith(part: Redactor): void {
  redactor = part;
}

/** Takes secrets out of a text, but for very short ones. */
export function redact(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text;
  if (redactor !== undefined) return redactor.redact(text, secrets);
  return secrets.reduce(
    (clean, secret) => (secret.length < shortestSecret ? clean : clean.replaceAll(secret, sign)),
    text,
  );
}

/** The same of a file. */
export function redactBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  if (secrets.length === 0 || redactor === undefined) return bytes;
  return redactor.redactBytes(bytes, secrets);
}
