import { echo } from './echo.js';

const longest = 60;
const secretName =
  /pass(word|wd|phrase)?$|secret|token|credential|authorization|api[-_]?key|private[-_]?key/i;

/** Writes a value into a message: short, and without what a field of that name would keep secret. */
export function showValue(value: unknown, name = '', most = longest): string {
  const text = JSON.stringify(value, (key, member: unknown) => {
    if (isSecret(key || name, member)) return '[redacted]';
    // It was given as a string of its digits.
    if (typeof member === 'bigint') return String(member);
    return typeof member === 'string' ? member.slice(0, most) : member;
  });
  return echo(text, most);
}

/** Whether what is called so is to be kept secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** A number of tokens is none. */
function isSecret(name: string, value: unknown): boolean {
  if (!isSecretName(name) || typeof value === 'boolean' || value === null) return false;
  return typeof value !== 'number' || !/tokens$/i.test(name);
}
