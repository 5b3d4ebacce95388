import { listSome } from '../listSome.js';

const mostRoots = 5;

/** Folders in words: `/srv/in or /data`. */
export function nameRoots(roots: readonly string[]): string {
  return listSome(roots, mostRoots).replace(/, (?=[^,]*$)/, ' or ');
}
