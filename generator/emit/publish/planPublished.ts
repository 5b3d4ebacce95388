import { copyTemplate } from '../render.js';
import type { PublishedFile, WriteContext } from './published.js';
import type { Place } from '../../model/publish/choices.js';
import type { PublishFacts } from '../../model/publish/facts.js';
import { listHandedOn, places } from '../../model/publish/choices.js';
import type { Server } from '../../model/server.js';

type Writer = (context: WriteContext) => readonly PublishedFile[] | Promise<readonly PublishedFile[]>;

/** What is written for each place; npm takes what package.json says. Those that get what is built have the licences of its packages, too. */
const writers: Record<Place, Writer> = {
  npm: () => [],
  registry: async (context) => (await import('./writeServerJson.js')).writeServerJson(context),
  mcpb: async (context) => (await import('./clients/writeBundle.js')).writeBundle(context),
  plugin: async (context) => (await import('./clients/writePlugin.js')).writePlugin(context),
  skills: async (context) => (await import('./skills/writeSkill.js')).writeSkill(context),
  openai: async (context) => (await import('./clients/writeOpenAi.js')).writeOpenAi(context),
  docker: async (context) => (await import('./containers/writeDocker.js')).writeDocker(context),
  'docker-catalog': async (context) =>
    (await import('./containers/writeDockerCatalog.js')).writeDockerCatalog(context),
  kubernetes: async (context) => (await import('./containers/writeKubernetes.js')).writeKubernetes(context),
  links: async (context) => (await import('./clients/writeLinks.js')).writeLinks(context),
  release: async (context) => (await import('./writeRelease.js')).writeRelease(context),
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
): Promise<(PublishedFile & { place: Place })[]> {
  if (facts === undefined) return [];
  const files = new Map<string, PublishedFile & { place: Place }>();
  for (const place of places.filter((one) => facts.places.includes(one)))
    for (const file of await writers[place]({ facts, server, templates }))
      if (!files.has(file.path)) files.set(file.path, { ...file, place });
  const [place] = listHandedOn(facts.places);
  if (place !== undefined)
    files.set('licenses.js', {
      path: 'licenses.js',
      content: copyTemplate(templates, 'licenses.js'),
      place,
    });
  return [...files.values()];
}
