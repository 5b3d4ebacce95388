import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Our own package: where it is, and its package.json. */
export interface PackageRoot {
  folder: string;
  manifest: Record<string, unknown>;
}

/** Finds the folder of our own package, from the sources as well as from what they are compiled to. */
export async function findPackageRoot(): Promise<PackageRoot> {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = await readManifest(join(folder, 'package.json'));
    if (manifest?.['name'] === 'mcpwright') return { folder, manifest };
  }
  throw new Error(`No package.json of mcpwright above ${start}.`);
}

async function readManifest(path: string): Promise<PackageRoot['manifest'] | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as PackageRoot['manifest'];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
