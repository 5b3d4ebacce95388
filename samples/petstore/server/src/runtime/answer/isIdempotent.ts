import type { Method } from '../tool.js';

const methods: ReadonlySet<Method> = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE', 'PUT', 'DELETE']);

/** Whether repeating a request has no further effect (RFC 9110, section 9.2.2; QUERY by its own specification). */
export function isIdempotent(method: Method): boolean {
  return methods.has(method);
}
