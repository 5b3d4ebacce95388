/** The JSON pointer of a place inside another: `joinPointer('#/paths', '/pets')` is `#/paths/~1pets` (RFC 6901). */
export function joinPointer(pointer: string, ...segments: (string | number)[]): string {
  return [pointer, ...segments.map((segment) => escapeSegment(String(segment)))].join('/');
}

/** A name as a segment of a JSON pointer (RFC 6901, section 3): `/pets` is `~1pets`. */
export function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The name that a segment of a JSON pointer stands for: `~1pets` is `/pets`. */
export function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
