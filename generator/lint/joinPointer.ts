/** The JSON pointer of a place inside another: `joinPointer('#/paths', '/pets')` is `#/paths/~1pets` (RFC 6901). */
export function joinPointer(pointer: string, ...segments: (string | number)[]): string {
  const escaped = segments.map((segment) => String(segment).replaceAll('~', '~0').replaceAll('/', '~1'));
  return [pointer, ...escaped].join('/');
}
