import { unescapeSegment } from '../model/pointer.js';

/** The segments of a local reference such as `#/paths/~1pets`, `#` or `#/a#`; undefined where it is none. */
export function splitPointer(ref: string): string[] | undefined {
  const fragment = /^#(|\/[^#]*)#?$/.exec(ref)?.[1];
  if (fragment === undefined) return undefined;
  return fragment
    .split('/')
    .slice(1)
    .map((segment) => unescapeSegment(decode(segment)));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
