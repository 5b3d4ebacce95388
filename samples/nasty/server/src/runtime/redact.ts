import { percentEncode } from './request/percentEncode.js';

/** Shorter secrets are left: they would be found in everything. */
const shortestSecret = 6;

/** Takes secrets out of a text, but for very short ones. */
export function redact(text: string, secrets: readonly string[]): string {
  const spelled = secrets.filter(({ length }) => length >= shortestSecret).flatMap(spell);
  return [...new Set(spelled)]
    .filter((secret) => text.includes(secret))
    .toSorted((a, b) => b.length - a.length)
    .reduce((result, secret) => result.replaceAll(secret, '[redacted]'), text);
}

/** A secret as JSON, which may escape its slashes, and URLs spell it. */
function spell(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  return [secret, json, json.replaceAll('/', String.raw`\/`), percentEncode(secret)];
}
