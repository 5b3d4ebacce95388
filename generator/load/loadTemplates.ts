import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { findPackageRoot } from './findPackageRoot.js';

/** Loads the templates of the emitted project: path in the project, with forward slashes, to text. */
export async function loadTemplates(): Promise<ReadonlyMap<string, string>> {
  const { folder } = await findPackageRoot();
  const templates = join(folder, 'templates', 'project');
  const entries = await readdir(templates, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(templates, join(entry.parentPath, entry.name)))
    .toSorted();
  const texts = await Promise.all(paths.map((path) => readFile(join(templates, path), 'utf8')));
  return new Map(paths.map((path, index) => [path.split(sep).join('/'), texts[index] ?? '']));
}
