import { endOfString } from './endOfString.js';

/** JSON as the API wrote it, less the white space between its parts. */
export interface CompactJson {
  text: string;
  /** Whether an integer is too large for JavaScript, so that the parsed value would be written as another one. */
  isLossy: boolean;
}

/** Removes white space from valid JSON without touching its numbers: identifiers beyond 2^53 stay what they are. */
export function compactJson(json: string): CompactJson {
  const parts: string[] = [];
  let isLossy = false;
  // What is compact already, from here to where is looked, is taken as one part: most of it is.
  let taken = 0;
  for (let from = 0; from < json.length;) {
    const quote = json.indexOf('"', from);
    const start = quote === -1 ? json.length : quote;
    let between = json.slice(from, start);
    if (/\s/.test(between)) {
      between = between.replaceAll(/\s+/g, '');
      parts.push(json.slice(taken, from), between);
      taken = start;
    }
    isLossy ||= between.length > 15 && holdsLargeInteger(between);
    from = endOfString(json, start);
  }
  parts.push(json.slice(taken));
  return { text: parts.join(''), isLossy };
}

function holdsLargeInteger(json: string): boolean {
  return (json.match(longInteger) ?? []).some(isRounded);
}

/** Integers that may be too large for a number, outside of texts. */
export const longInteger = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Whether a number would not hold the digits of an integer. */
export function isRounded(digits: string): boolean {
  return String(Number(digits)) !== digits;
}
