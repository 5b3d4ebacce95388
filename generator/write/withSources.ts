import { cp, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Change } from '../model/file.js';

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
  const folder = await mkdtemp(join(tmpdir(), 'mcpwright-check-'));
  try {
    for (const name of copied)
      await cp(join(root, name), join(folder, name), { recursive: true, filter: isSource });
    await symlink(packages, join(folder, 'node_modules'), 'junction');
    for (const change of changes) {
      if (!change.path.startsWith('src/') || change.kind === 'ejected' || change.kind === 'stays') continue;
      const target = join(folder, change.path);
      if ('content' in change && change.content !== undefined) {
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, change.content);
      } else if (change.kind === 'delete' || change.kind === 'replaced') await rm(target, { force: true });
    }
    return await use(folder, join(packages, needed));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The next folder of packages in which a file is. */
export async function findPackages(root: string, needed: string): Promise<string | undefined> {
  for (let folder = root; ; folder = dirname(folder)) {
    const packages = join(folder, 'node_modules');
    if (await exists(join(packages, needed))) return packages;
    if (folder === dirname(folder)) return undefined;
  }
}

/** No pipe or socket, which cannot be copied. */
async function isSource(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true || found?.isDirectory() === true;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
