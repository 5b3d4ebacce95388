import type { File } from '../model/file.js';
import type { Server } from '../model/server.js';
import type { Pins } from './composePackage.js';
import { plan } from './plan.js';

/**
 * Turns a server into the files of its project.
 *
 * @param templates - the files of `templates/project`, by path
 * @param pins - the dependencies of our own package: what we test is what we emit
 */
export async function emit(
  server: Server,
  templates: ReadonlyMap<string, string>,
  pins: Pins,
): Promise<File[]> {
  const files: File[] = [];
  for (const { content, ...row } of plan({ server, templates, pins })) {
    files.push({ ...row, content: await content() });
  }
  return files;
}
