import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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
  const folder = await mkdtemp(join(tmpdir(), 'mcpwright-'));
  try {
    for (const [path, text] of files) {
      const full = join(folder, ...path.split('/').filter((name) => name !== '..'));
      await mkdir(dirname(full), { recursive: true });
      await writeFile(full, text);
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
