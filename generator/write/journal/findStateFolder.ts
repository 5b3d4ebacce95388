import { lstat } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import { isAbsolute, join, relative, sep } from 'node:path';
import process from 'node:process';
import { findReal } from '../disk.js';

/** Why nothing is kept in the state folder: the message is what follows its name, as in `is a link`. */
export class StateError extends Error {
  override name = 'StateError';
}

/**
 * The folder in which mcpwright keeps what it has to know of projects between runs: in that of the user's programs
 * (XDG Base Directory Specification, `XDG_STATE_HOME`, of which a relative path is to be ignored), without links.
 */
export function findStateFolder(): string {
  const { env } = process;
  const home = env['HOME'] || env['USERPROFILE'] || homedir();
  const folders: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(home, 'Library', 'Application Support'),
    win32: env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'),
  };
  const chosen = env['XDG_STATE_HOME'] ?? '';
  const folder = isAbsolute(chosen) ? chosen : (folders[platform()] ?? join(home, '.local', 'state'));
  return join(findReal(folder), 'mcpwright');
}

/**
 * Whether a file of the state folder, or the folder itself, is there; it is this user's alone to write.
 *
 * @param root - a project: what lies in it came with it, and is not this user's
 * @throws StateError where it is something else, or others may have written it
 */
export async function isOwn(path: string, kind: 'folder' | 'file', root: string): Promise<boolean> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new StateError(`cannot be looked at (${error.code})`);
  });
  if (!relative(root, path).startsWith(`..${sep}`) && !isAbsolute(relative(root, path)))
    throw new StateError('lies in the project itself');
  if (found === undefined) return false;
  if (found.isSymbolicLink()) throw new StateError('is a link');
  if (!(kind === 'folder' ? found.isDirectory() : found.isFile())) throw new StateError(`is not a ${kind}`);
  if (platform() !== 'win32' && (found.uid !== process.geteuid?.() || (found.mode & 0o022) !== 0))
    throw new StateError('may have been written by other users');
  return true;
}
