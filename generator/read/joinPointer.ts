/** The JSON pointer of a member: `joinPointer('#/paths', '/pets')` is `#/paths/~1pets` (RFC 6901). */
export function joinPointer(pointer: string, ...segments: (string | number)[]): string {
  return segments.reduce<string>(
    (parent, segment) => `${parent}/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    pointer,
  );
}

/** The segments of a local reference such as `#/paths/~1pets`, `#` or `#/a#`; undefined where it is none. */
export function splitPointer(ref: string): string[] | undefined {
  const fragment = /^#(|\/[^#]*)#?$/.exec(ref)?.[1];
  if (fragment === undefined) return undefined;
  return fragment
    .split('/')
    .slice(1)
    .map((segment) => decode(segment).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
