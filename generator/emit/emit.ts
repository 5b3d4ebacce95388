import { type Config, defaults } from '../model/config.js';
import type { File } from '../model/file.js';
import type { Mocks, Server } from '../model/server.js';
import type { Pins } from './composePackage.js';
import type { Identity } from './identifyInputs.js';
import { plan } from './plan.js';

/**
 * Turns a server into the files of its project.
 *
 * @param templates - the files of `templates/project`, by path
 * @param pins - the dependencies of our own package: what we test is what we emit
 * @param config - the choices that it was made with, for the next run to find
 * @param mocks - what its tools answer where nothing is sent
 * @param deleted - files that the user deleted from the project: others do not point at them
 * @param identity - identifies what all of it is made of
 */
export async function emit(
  server: Server,
  templates: ReadonlyMap<string, string>,
  pins: Pins,
  config: Config = defaults,
  mocks: Mocks = {},
  deleted: ReadonlySet<string> = new Set(),
  identity?: Identity,
): Promise<File[]> {
  const files: File[] = [];
  for (const { content, isOrdered, ...row } of plan({ server, mocks, templates, pins, config, deleted })) {
    const identified = isOrdered ? identity : {};
    files.push({ ...row, ...identified, content: await content() });
  }
  return files;
}
