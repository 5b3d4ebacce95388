import type { Oddity } from './parseText.js';

/** The finding for a key that its object has more than once; `path` ends in the key. */
export function describeDuplicate(path: string[]): Oddity {
  return { path, what: `The key "${path.at(-1)}" is given more than once`, done: 'the last one counts' };
}
