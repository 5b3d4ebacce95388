import { lstat } from 'node:fs/promises';
import { homedir, platform, userInfo } from 'node:os';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import process from 'node:process';
import { findReal } from '../disk.js';

/** Why nothing is kept in the state folder: the message is what follows its name, as in `is a link`. */
export class StateError extends Error {
  override name = 'StateError';
}

/**
 * The folder in which mcpwright keeps what it has to know of projects between runs: in that of the user's programs
 * (XDG Base Directory Specification, `XDG_STATE_HOME`, of which a relative path is to be ignored), without links.
 *
 * @returns undefined where nothing says which it is: there is no home folder, or it is relative
 */
export function findStateFolder(): string | undefined {
  const { env } = process;
  const home = env['HOME'] || env['USERPROFILE'] || (ifKnown(homedir) ?? '');
  const folders: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(home, 'Library', 'Application Support'),
    win32: env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'),
  };
  const chosen = env['XDG_STATE_HOME'] ?? '';
  const folder = isAbsolute(chosen) ? chosen : (folders[platform()] ?? join(home, '.local', 'state'));
  return isAbsolute(folder) ? join(findReal(folder), 'mcpwright') : undefined;
}

/** What the system says of the user; undefined where it knows nobody by this number. */
function ifKnown(ask: () => string): string | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

/**
 * Whether a file of the state folder, or the folder itself, is there; it is this user's alone to read and write.
 *
 * @param root - a project: what may have come with it is not this user's
 * @throws StateError where it is something else, or others may have written it
 */
export async function isOwn(path: string, kind: 'folder' | 'file', root: string): Promise<boolean> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new StateError(`cannot be looked at (${error.code})`);
  });
  if (isInside(path, root)) throw new StateError('lies in the project itself');
  const around = (await listCheckouts(root)).find((folder) => isInside(path, folder));
  if (around !== undefined) throw new StateError(`lies in ${around}, and may have come with what is there`);
  if (found === undefined) return false;
  if (found.isSymbolicLink()) throw new StateError('is a link');
  if (!(kind === 'folder' ? found.isDirectory() : found.isFile())) throw new StateError(`is not a ${kind}`);
  if (platform() === 'win32') return true;
  if (found.uid !== process.geteuid?.()) throw new StateError('belongs to another user');
  // No checkout gives that: git keeps no more of a mode than whether a file is a program.
  if ((found.mode & 0o077) !== 0)
    throw new StateError(
      `is open to other users, who may have written it: its mode is not ${kind === 'folder' ? '0700' : '0600'}`,
    );
  return true;
}

/**
 * The folders of which all that lies in them may be the work of others, as a project is: the current one, and the git
 * repositories around the project. What holds the home folder that the system knows is the user's own.
 */
async function listCheckouts(root: string): Promise<string[]> {
  const home = ifKnown(() => findReal(userInfo().homedir));
  const around: string[] = [];
  for (let folder = root, below = ''; folder !== below; below = folder, folder = dirname(folder))
    if (await lstat(join(folder, '.git')).catch(() => undefined)) around.push(folder);
  return [findReal('.'), ...around].filter((folder) => home === undefined || !isInside(home, folder));
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
