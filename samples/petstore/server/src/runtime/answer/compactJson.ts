/** JSON as the API wrote it, less the white space between its parts. */
export interface CompactJson {
  text: string;
  /** Whether an integer is too large for JavaScript, so that the parsed value would be another one. */
  isLossy: boolean;
}

/** Removes white space from valid JSON without touching its numbers: identifiers beyond 2^53 stay what they are. */
export function compactJson(json: string): CompactJson {
  const parts: string[] = [];
  let isLossy = false;
  for (let from = 0; from < json.length;) {
    const quote = json.indexOf('"', from);
    const start = quote === -1 ? json.length : quote;
    const between = json.slice(from, start).replaceAll(/\s+/g, '');
    isLossy ||= holdsLargeInteger(between);
    const end = endOfString(json, start);
    parts.push(between, json.slice(start, end));
    from = end;
  }
  return { text: parts.join(''), isLossy };
}

/** The place behind the string that starts at a quote: behind the next quote that is not escaped. */
function endOfString(json: string, start: number): number {
  let quote = start;
  let before: number;
  do {
    quote = json.indexOf('"', quote + 1);
    if (quote === -1) return json.length;
    before = quote - 1;
    while (json[before] === '\\') before -= 1;
  } while ((quote - before) % 2 === 0);
  return quote + 1;
}

function holdsLargeInteger(json: string): boolean {
  const integers = json.match(/(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g) ?? [];
  return integers.some((integer) => !Number.isSafeInteger(Number(integer)));
}
