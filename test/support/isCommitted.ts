import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Config, defaults, readConfig } from '../../generator/index.js';
import { everything } from './everything.js';

/** Files of a sample that its owner writes: the generator makes them once. */
const owned: ReadonlySet<string> = new Set(['src/custom.ts', 'mcpwright.yaml']);

/**
 * Whether a file of a sample's server is committed as the generator makes it. The runtime is the same in every project: that
 * of petstore is there to be read. What the owner of papers has written stays.
 */
export function isCommitted(sample: string, path: string): boolean {
  if (sample === 'papers' && owned.has(path)) return false;
  return sample === 'petstore' || !path.startsWith('src/runtime/');
}

/** Whether a file of a sample's server is its owner's. */
export function isOwned(sample: string, path: string): boolean {
  return sample === 'papers' && owned.has(path);
}

/** How the server of a sample is made: by its own configuration, where its owner has written one. */
export async function configOf(folder: string): Promise<Config> {
  const file = join(folder, 'server', 'mcpwright.yaml');
  // What breaks generators is seen with all parts.
  // It has no skills of its own, without which a server that serves them does not start.
  if (basename(folder) === 'nasty')
    return { ...defaults, features: { ...everything, skills: false, mode: 'auto' } };
  if (!isOwned(basename(folder), 'mcpwright.yaml') || !existsSync(file)) return defaults;
  return { ...defaults, ...(await readConfig(file)) };
}
