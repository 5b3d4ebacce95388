import { type Config, defaults } from '../model/config.js';
import type { File } from '../model/file.js';
import type { PublishFacts } from '../model/publish/facts.js';
import type { Mocks, Server } from '../model/server.js';
import type { Pins } from './composePackage.js';
import type { Identity } from './identifyInputs.js';
import { plan } from './plan.js';
import { planPublished } from './publish/planPublished.js';

/** What a project is made of besides. */
interface More {
  /** What its tools answer where nothing is sent. */
  mocks?: Mocks;
  /** Files that the user deleted from the project: others do not point at them. */
  deleted?: ReadonlySet<string>;
  /** Identifies what all of it is made of. */
  identity?: Identity | undefined;
  /** What places are told of it; undefined where it is not published. */
  facts?: PublishFacts | undefined;
}

/**
 * Turns a server into the files of its project.
 *
 * @param templates - the files of `templates/project`, by path
 * @param pins - the dependencies of our own package: what we test is what we emit
 * @param config - the choices that it was made with, for the next run to find
 */
export async function emit(
  server: Server,
  templates: ReadonlyMap<string, string>,
  pins: Pins,
  config: Config = defaults,
  { mocks = {}, deleted = new Set(), identity, facts }: More = {},
): Promise<File[]> {
  const files: File[] = [];
  for (const { content, isOrdered, ...row } of plan({ server, mocks, templates, pins, config, deleted })) {
    const identified = isOrdered ? identity : {};
    files.push({ ...row, ...identified, content: await content() });
  }
  for (const file of await planPublished(facts, server, templates))
    files.push({ ...file, ...identity, owner: 'shared' });
  return files;
}
