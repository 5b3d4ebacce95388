/** The readings of a text that are looked at; one that is encoded more often is refused for that. */
const mostReadings = 8;

/**
 * Says what keeps a text out of a path, if anything does. Escaping cannot make it safe: URL parsers take `%2e%2e`
 * for `..` as well, and servers unescape once more than they should. So every reading of the text is checked.
 * This check decides, since every text of a path comes by here: the pattern in the enforced schema only says the same
 * earlier, beside what else is wrong, and the count of segments in `buildRequest` is the net below both.
 *
 * @param text - one segment of the path
 */
export function checkPathText(text: string): string | undefined {
  const found = readings(text);
  if (found.length === mostReadings) return 'must not be percent-encoded over and over in a part of the path';
  return found.map(checkSegment).find((problem) => problem !== undefined);
}

function checkSegment(segment: string): string | undefined {
  if (segment === '') return 'must not be empty, since it is a part of the path';
  if (segment === '.' || segment === '..') return 'must not be "." or "..", since it is a part of the path';
  // Some servers take what follows a `;` off before they look at the rest.
  if (/^\.{0,2};/.test(segment)) return 'must not begin with ; or with dots and ; in a part of the path';
  if (!/[/\\?#\p{Cc}]/u.test(segment)) return undefined;
  return String.raw`must not hold / \ ? # or control characters, since it is a part of the path`;
}

/** The text as it is, and percent-decoded for as long as that changes it; what is not ASCII does no harm. */
function readings(text: string): string[] {
  const found = [text];
  for (let last = text; found.length < mostReadings; found.push(last)) {
    const next = last.replaceAll(/%(?:25)*([0-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (next === last) break;
    last = next;
  }
  return found;
}
