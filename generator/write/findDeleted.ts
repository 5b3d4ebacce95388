import { lookUp } from './lookUp.js';
import { readProject } from './readProject.js';

/**
 * The files that the last run left in a folder and that are gone since.
 *
 * @throws InputError where the folder or its manifest cannot be used
 */
export async function findDeleted(folder: string): Promise<Set<string>> {
  const { root, manifest } = await readProject(folder);
  const deleted = new Set<string>();
  for (const path of manifest?.files.keys() ?? [])
    if ((await lookUp(root, path)) === 'missing') deleted.add(path);
  return deleted;
}
