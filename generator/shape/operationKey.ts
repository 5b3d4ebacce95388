import type { Skipped } from '../model/api.js';
import { unescapeSegment } from '../model/pointer.js';

/** What an operation is known by from one run to the next: method and path, as in `GET /pets/{petId}`. */
export function operationKey({
  method,
  path,
  pointer,
}: Pick<Skipped, 'method' | 'path' | 'pointer'>): string {
  return `${method === '' ? '' : `${method} `}${path}${fragmentOf(pointer)}`;
}

/** Some documents tell operations on the same path apart by a `#fragment`, which is no part of the path. */
function fragmentOf(pointer: string): string {
  const [, , path = ''] = pointer.split('/');
  const start = path.indexOf('#');
  return start === -1 ? '' : unescapeSegment(path.slice(start));
}
