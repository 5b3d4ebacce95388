/** The place behind the JSON string that starts at a quote: behind the next quote that is not escaped. */
export function endOfString(json: string, start: number): number {
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
