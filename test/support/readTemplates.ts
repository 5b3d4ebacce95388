import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pins } from '../../generator/emit/composePackage.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(repository, 'templates/project');

/** The files of templates/project, by path. */
export function readTemplates(): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')];
    }),
  );
}

/** The dependencies of our own package. */
export const pins = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as Pins;
