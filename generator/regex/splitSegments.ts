/** What a pattern says of one segment of a path. */
export interface PatternSegment {
  /** The text, where it can only be one. */
  text?: string;
  /** Whether it may hold `/`, and so be several. */
  isWide: boolean;
}

/** A colon before the first `/`, as of a scheme or `arn:`: such values are no paths. */
const hasColon = /(?<!\(\?):/;

/** Characters that a pattern of mostly plain text has; others are not understood. */
const isLiteral = /^(?:[\w~%-]|\\[./~-])+$/;

/** A pattern of nothing but names and `[^/]+`, as gateways of gRPC write it: without anchors, and meant as the whole. */
const isTemplate = /^[\w-]+(?:\/(?:[\w-]+|\[\^\/\]\+))+$/;

/** The pattern with the anchors that are meant, if it is that of a resource's name. */
export function anchorSegments(pattern: string): string {
  return isTemplate.test(pattern) && pattern.includes('[^/]+') ? `^${pattern}$` : pattern;
}

/**
 * The segments that each text of a pattern has, as `^shelves/[^/]+$` says them.
 * @returns undefined where the pattern does not ask for `/`, or asks for an address
 */
export function splitSegments(pattern: string): PatternSegment[] | undefined {
  const anchored = anchorSegments(pattern);
  if (!/^\^.*(?<!\\)\$$/s.test(anchored)) return undefined;
  const parts = splitAtSlashes(anchored.slice(1, -1));
  const [first = ''] = parts ?? [];
  if (parts === undefined || parts.length < 2 || parts.includes('') || hasColon.test(first)) return undefined;
  return parts.map((part) => {
    if (isLiteral.test(part)) return { text: part.replaceAll('\\', ''), isWide: false };
    return { isWide: letsSlashThrough(part) };
  });
}

/** Splits at each `/` that is part of every text: not in a class or group, not optional, and not one of alternatives. */
function splitAtSlashes(source: string): string[] | undefined {
  const parts: string[] = [''];
  let depth = 0;
  let isInClass = false;
  for (const [token] of source.matchAll(/\\.|[^]/gsu)) {
    const isPlain = depth === 0 && !isInClass;
    if (isPlain && token === '|') return undefined;
    if (isPlain && /^[?*+{]$/.test(token) && parts.at(-1) === '') return undefined;
    if (isPlain && (token === '/' || token === String.raw`\/`)) {
      parts.push('');
      continue;
    }
    if (isInClass) isInClass = token !== ']';
    else if (token === '[') isInClass = true;
    else if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    parts[parts.length - 1] += token;
  }
  return parts;
}

function letsSlashThrough(part: string): boolean {
  const classes = part.match(/\[(?:\\.|[^\]\\])*\]/gs) ?? [];
  const outside = part.replaceAll(/\[(?:\\.|[^\]\\])*\]/gs, '');
  const isOpen = classes.some(
    (one) => one.startsWith('[^') !== /\/|[!-.]-[0-~]|\\[SWD]/.test(one.slice(1, -1)),
  );
  return isOpen || /(?<!\\)\.|\/|\\[SWD]/.test(outside);
}
