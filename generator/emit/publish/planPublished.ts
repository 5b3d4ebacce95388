import type { Place, PublishContext, PublishFacts } from '../../model/publish.js';
import { places } from '../../model/publish.js';
import type { Server } from '../../model/server.js';

/** One file that a place wants, by its path in the project. */
export interface PublishedFile {
  path: string;
  content: string;
}

/** What is written for a place is made of. */
export interface WriteContext extends PublishContext {
  /** The files of templates/project, by path. */
  templates: ReadonlyMap<string, string>;
}

type Writer = (context: WriteContext) => readonly PublishedFile[] | Promise<readonly PublishedFile[]>;

/** What is written for each place; npm takes what package.json says. */
const writers: Record<Place, Writer> = {
  npm: () => [],
  registry: async (context) => (await import('./writeServerJson.js')).writeServerJson(context),
  mcpb: () => [],
  plugin: () => [],
  skills: async (context) => (await import('./writeSkill.js')).writeSkill(context),
  openai: () => [],
  docker: () => [],
  'docker-catalog': () => [],
  kubernetes: () => [],
  links: () => [],
  release: () => [],
  card: async (context) => (await import('./writeCard.js')).writeCard(context),
};

/**
 * The files for all chosen places, in the order of the table; of two places that want the same file, the first writes it.
 *
 * @param facts - what is told of the server; nothing is written where it is undefined
 */
export async function planPublished(
  facts: PublishFacts | undefined,
  server: Server,
  templates: WriteContext['templates'],
): Promise<PublishedFile[]> {
  if (facts === undefined) return [];
  const files = new Map<string, PublishedFile>();
  for (const place of places.filter((one) => facts.places.includes(one)))
    for (const file of await writers[place]({ facts, server, templates }))
      if (!files.has(file.path)) files.set(file.path, file);
  return [...files.values()];
}

/** JSON as it is written to a file. */
export function printJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
