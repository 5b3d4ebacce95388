import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPackageRoot } from './findPackageRoot.js';

/** Loads the files that the page of the report is made of, by name. */
export async function loadReport(): Promise<ReadonlyMap<string, string>> {
  const { folder } = await findPackageRoot();
  const templates = join(folder, 'templates', 'report');
  const names = (await readdir(templates)).filter((name) => /\.(?:html|css|js)$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(templates, name), 'utf8')));
  return new Map(names.map((name, index) => [name, texts[index] ?? '']));
}
