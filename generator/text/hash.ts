import { createHash } from 'node:crypto';

/** A short name for a text that depends on nothing else: hexadecimal, `length` characters. */
export function hashText(text: string, length = 6): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
