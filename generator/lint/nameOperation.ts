import type { Operation } from '../model/api.js';

/** An operation as people write it: `GET /pets`. */
export function nameOperation({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
