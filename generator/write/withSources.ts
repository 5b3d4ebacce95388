import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Change } from '../model/file.js';
import { copyAll, findReal, makeFolders, makeLink, realDisk, withFolder } from './disk.js';

/**
 * Lays the sources of a project out elsewhere, as they would be after a run, for as long as they are used.
 *
 * @param root - the project; the packages that are used are installed there, or in a folder above
 * @param needed - a file of a package
 * @param use - given the folder, and the path of that file
 * @returns undefined where it is not installed
 */
export async function withSources<T>(
  root: string,
  changes: readonly Change[],
  needed: string,
  use: (folder: string, needed: string) => Promise<T>,
): Promise<T | undefined> {
  const copied = ['src', 'tsconfig.json', 'package.json'];
  for (const path of copied) if (!(await exists(join(root, path)))) return undefined;
  const packages = await findPackages(root, needed);
  if (packages === undefined) return undefined;
  return withFolder('mcpwright-check', async (outer) => {
    const folder = join(outer, 'project');
    await makeFolders(folder, realDisk);
    for (const name of copied) await copyAll(join(findReal(root), name), join(folder, name));
    await makeLink(packages, join(outer, 'node_modules'));
    // In a workspace, some packages are installed above the project, and some in it.
    const own = join(root, 'node_modules');
    if (own !== packages && (await exists(own))) await makeLink(own, join(folder, 'node_modules'));
    for (const change of changes) {
      if (!/^(?:src\/|package\.json$)/.test(change.path)) continue;
      if (change.kind === 'ejected' || change.kind === 'stays') continue;
      const content = 'content' in change ? change.content : undefined;
      if (content === undefined && change.kind !== 'delete' && change.kind !== 'replaced') continue;
      const target = join(folder, change.path);
      await realDisk.remove(target);
      if (content === undefined) continue;
      await makeFolders(dirname(target), realDisk);
      await realDisk.write(target, content);
    }
    return use(folder, join(packages, needed));
  });
}

/**
 * Writes files to a folder of their own while they are used, and takes it away again: what reads documents starts from
 * files.
 *
 * @param files - path in the folder, with forward slashes, to text
 */
export async function withFiles<T>(
  files: ReadonlyMap<string, string>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  return withFolder('mcpwright', async (folder) => {
    for (const [path, text] of files) {
      const full = join(folder, ...path.split('/').filter((name) => name !== '..'));
      await makeFolders(dirname(full), realDisk);
      await realDisk.remove(full);
      await realDisk.write(full, text);
    }
    return use(folder);
  });
}

/** The next folder of packages in which a file is. */
export async function findPackages(root: string, needed: string): Promise<string | undefined> {
  for (let folder = root; ; folder = dirname(folder)) {
    const packages = join(folder, 'node_modules');
    if (await exists(join(packages, needed))) return packages;
    if (folder === dirname(folder)) return undefined;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
