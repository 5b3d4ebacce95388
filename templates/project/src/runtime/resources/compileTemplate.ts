/** The values of the variables of a URI that fits a template, percent-decoded; nothing where it does not fit. */
export type MatchUri = (uri: string) => Record<string, string> | undefined;

/** Characters of a URI that is looked at. */
const longest = 4_000;

/** What stands of one segment around its variable, where it has one. */
interface Segment {
  before: string;
  variable?: string;
  after: string;
}

/** Whether a URI has variables. */
export function isTemplate(uri: string): boolean {
  return uri.includes('{');
}

/**
 * Makes the match of a URI against a template of RFC 6570, Level 1, that has at most one variable in a segment. Segments
 * are told apart before they are decoded, and each is decoded once: `a%2Fb` is one value with a slash in it.
 */
export function compileTemplate(template: string): MatchUri {
  const segments = splitUri(template).map(readSegment);
  return (uri) => {
    if (uri.length > longest || /[?#]/.test(uri)) return undefined;
    const parts = splitUri(uri);
    if (parts.length !== segments.length) return undefined;
    const values: [variable: string, value: string][] = [];
    for (const [index, { before, variable, after }] of segments.entries()) {
      const part = decodePart(parts[index] ?? '');
      if (part === undefined) return undefined;
      if (variable === undefined) {
        if (part !== before) return undefined;
        continue;
      }
      const isLong = part.length > before.length + after.length;
      if (!isLong || !part.startsWith(before) || !part.endsWith(after)) return undefined;
      values.push([variable, part.slice(before.length, part.length - after.length)]);
    }
    return Object.fromEntries(values);
  };
}

/** A scheme is the same in any case (RFC 3986, 3.1). */
function splitUri(uri: string): string[] {
  return uri.replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) => scheme.toLowerCase()).split('/');
}

function readSegment(text: string): Segment {
  const [, before = text, variable, after = ''] = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(text) ?? [];
  const decoded = { before: decodePart(before) ?? before, after: decodePart(after) ?? after };
  return variable === undefined ? decoded : { ...decoded, variable };
}

function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
