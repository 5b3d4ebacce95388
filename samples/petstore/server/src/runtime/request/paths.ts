/** The readings of a text that are looked at; one that is encoded more often is refused for that. */
const mostReadings = 8;

/** A slash, however it is spelled. */
const slash = /\/|%(?:25)*2f/i;

/**
 * Says what keeps a text out of a path, if anything does. Escaping cannot make it safe: URL parsers take `%2e%2e`
 * for `..` as well, and servers unescape once more than they should. So every reading of the text is checked, cut at
 * slashes in any spelling.
 * This check decides, since every text of a path comes by here: the pattern in the enforced schema only says the same
 * earlier, beside what else is wrong, and the count of segments in `buildRequest` is the net below both.
 *
 * @param text - one segment of the path
 * @param slashes - whether it may hold `/`, which is sent as `%2F`; and `%2F`, which is sent as `%252F`
 */
export function checkPathText(text: string, slashes: boolean): string | undefined {
  if (text === '') return 'must not be empty, since it is a part of the path';
  const found = readings(text, slashes);
  if (found.length === mostReadings) return 'must not be percent-encoded over and over in a part of the path';
  for (const reading of found) {
    const parts = slashes ? reading.split(slash) : [reading];
    for (const part of parts) {
      const problem = checkPart(part, parts.length > 1);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;

  function checkPart(part: string, isBesideSlash: boolean): string | undefined {
    if (part === '.' || part === '..') {
      const where = isBesideSlash ? ', nor hold one beside a slash' : '';
      return `must not be "." or ".."${where}, since it is a part of the path`;
    }
    // Some servers take what follows a `;` off before they look at the rest.
    if (/^\.{0,2};/.test(part)) return 'must not begin with ; or with dots and ; in a part of the path';
    if (!(slashes ? /[\\\p{Cc}]/u : /[/\\\p{Cc}]/u).test(part)) return undefined;
    return String.raw`must not hold ${slashes ? '' : '/ '}\ or control characters, since it is a part of the path`;
  }
}

/**
 * Says what keeps a segment, as it is sent, out of a path: values may be fine by themselves and not side by side, as
 * `.%2` and `e` are, or `/` behind a dot. A `;` that it begins with is never a value's.
 *
 * @param slashes - whether it may hold `%2F`
 */
export function checkJoined(segment: string, slashes: boolean): string | undefined {
  const text = segment
    .replace(/^;/, '')
    .replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return checkPathText(text, slashes);
}

/** The text as it is, and percent-decoded for as long as that changes it; what is not ASCII does no harm. */
function readings(text: string, slashes: boolean): string[] {
  const found = [text];
  for (let last = text; found.length < mostReadings; found.push(last)) {
    const next = last.replaceAll(/%(?:25)*([0-7][0-9a-f])/gi, (written, code: string) =>
      slashes && /2f/i.test(code) ? written : String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (next === last) break;
    last = next;
  }
  return found;
}
