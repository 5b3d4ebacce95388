import { type Place, type PublishContext, type PublishFinding, places } from '../model/publish.js';
import { checkDirectories } from './checkDirectories.js';
import { checkRegistry } from './checkRegistry.js';

/** What checks are given: what is told of the server, and the files of its project as they are. */
export interface CheckContext extends PublishContext {
  /** The bytes of a file of the project; undefined where it is missing, or no plain file. */
  read: (path: string) => Promise<Uint8Array | undefined>;
  /** The official schemas of `templates/schemas`, by the names of their files. */
  schemas: ReadonlyMap<string, string>;
}

export type Check = (context: CheckContext) => PublishFinding[] | Promise<PublishFinding[]>;

/** What holds the files of each place against its rules. */
const checks: Record<Place, readonly Check[]> = {
  npm: [],
  registry: [checkRegistry],
  mcpb: [],
  plugin: [],
  skills: [],
  openai: [],
  docker: [],
  'docker-catalog': [],
  kubernetes: [],
  links: [],
  release: [],
  card: [],
};

/**
 * Holds all that was written for the chosen places against their official schemas, and against the rules that these do not
 * say: what would be refused, and what is worse off than it could be. What directories ask of tools comes first.
 */
export async function checkPlaces(context: CheckContext): Promise<PublishFinding[]> {
  const found = checkDirectories(context);
  for (const place of places.filter((one) => context.facts.places.includes(one)))
    for (const check of checks[place]) found.push(...(await check(context)));
  const isNew = new Set<string>();
  return found.filter((one) => {
    const key = JSON.stringify([one.file, one.at, one.message]);
    return !isNew.has(key) && isNew.add(key);
  });
}

/** The text of a file of the project; undefined where it is missing. */
export async function readText(
  { read }: Pick<CheckContext, 'read'>,
  path: string,
): Promise<string | undefined> {
  const bytes = await read(path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}
