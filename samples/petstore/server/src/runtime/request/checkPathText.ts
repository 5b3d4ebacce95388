/**
 * Says what keeps a text out of a path, if anything does. Escaping cannot make it safe: URL parsers take `%2e%2e`
 * for `..` as well, and servers unescape once more than they should. So every reading of the text is checked.
 * This check decides, since every text of a path comes by here: the pattern in the enforced schema only says the same
 * earlier, beside what else is wrong, and the count of segments in `buildRequest` is the net below both.
 */
export function checkPathText(text: string, mayHoldSlashes: boolean): string | undefined {
  return readings(text)
    .flatMap((reading) => (mayHoldSlashes ? reading.split('/') : [reading]))
    .map(checkSegment)
    .find((problem) => problem !== undefined);
}

function checkSegment(segment: string): string | undefined {
  if (segment === '') return 'must not be empty, since it is a part of the path';
  if (segment === '.' || segment === '..') return 'must not be "." or "..", since it is a part of the path';
  if (!/[/\\?#\p{Cc}]/u.test(segment)) return undefined;
  return String.raw`must not hold / \ ? # or control characters, since it is a part of the path`;
}

/** The text as it is, and percent-decoded for as long as that changes it. */
function readings(text: string): string[] {
  const found = [text];
  for (let last = text; last.includes('%') && found.length < 4; found.push(last)) {
    try {
      last = decodeURIComponent(last);
    } catch {
      break;
    }
  }
  return found;
}
