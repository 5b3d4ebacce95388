import { namesPath } from '../model/names.js';

/** Folders that hold no file of ours to list, whatever a manifest says. */
const foreign = new Set(['.git', '.mcpwright', 'node_modules']);

/** Whether a path names a file that we could have emitted, inside of the project on every system. */
export function isSafePath(path: string): boolean {
  if (path === namesPath) return true;
  // A backslash separates folders on Windows, and a colon follows a drive letter there.
  if (/[\\:\p{Cc}]/u.test(path)) return false;
  return path
    .split('/')
    .every((name) => name !== '' && name !== '.' && name !== '..' && !foreign.has(name.toLowerCase()));
}
