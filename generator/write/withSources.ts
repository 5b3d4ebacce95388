import { cp, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Change } from '../model/file.js';
import { ignoreMissing } from './readProject.js';

/**
 * Lays the sources of a project out elsewhere, as they would be after a run, for as long as they are used.
 *
 * @param root - the project, whose installed packages are used
 * @param needed - a file without which they are of no use
 * @returns undefined where it is missing
 */
export async function withSources<T>(
  root: string,
  changes: readonly Change[],
  needed: string,
  use: (folder: string) => Promise<T>,
): Promise<T | undefined> {
  const copied = ['src', 'tsconfig.json', 'package.json'];
  for (const path of [needed, ...copied])
    if ((await stat(join(root, path)).catch(ignoreMissing)) === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'mcpwright-check-'));
  try {
    for (const name of copied) await cp(join(root, name), join(folder, name), { recursive: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    for (const change of changes) {
      if (!change.path.startsWith('src/') || change.kind === 'ejected' || change.kind === 'stays') continue;
      const target = join(folder, change.path);
      if ('content' in change && change.content !== undefined) {
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, change.content);
      } else if (change.kind === 'delete') await rm(target, { force: true });
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
