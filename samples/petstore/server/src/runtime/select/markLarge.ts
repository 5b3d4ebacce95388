import { isRounded, longInteger } from '../answer/compactJson.js';
import { endOfString } from '../answer/endOfString.js';

/** Writes integers that no number holds exactly as texts that begin with a mark, in valid JSON. */
export function markLarge(json: string, mark: string): string {
  const parts: string[] = [];
  for (let from = 0; from < json.length;) {
    const quote = json.indexOf('"', from);
    const start = quote === -1 ? json.length : quote;
    const between = json.slice(from, start);
    parts.push(
      between.replaceAll(longInteger, (digits) => (isRounded(digits) ? `"${mark}${digits}"` : digits)),
    );
    from = endOfString(json, start);
    parts.push(json.slice(start, from));
  }
  return parts.join('');
}

/** Takes the marks out again: a text that is one integer becomes that integer. */
export function unmarkLarge(json: string, mark: string): string {
  return json.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1').replaceAll(mark, '');
}
