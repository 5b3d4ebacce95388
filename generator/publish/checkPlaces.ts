import type { CheckContext } from './projectFiles.js';
import { type Place, places } from '../model/publish/choices.js';
import { type PublishFinding } from '../model/publish/facts.js';
import { checkBundle } from './clients/checkBundle.js';
import { checkCard } from './checkCard.js';
import { checkDocker } from './containers/checkDocker.js';
import { checkDockerCatalog } from './containers/checkDockerCatalog.js';
import { checkKubernetes } from './containers/checkKubernetes.js';
import { checkNpm } from './checkNpm.js';
import { checkDirectories } from './directories/checkDirectories.js';
import { checkRegistry } from './checkRegistry.js';
import { checkRelease } from './checkRelease.js';
import { checkLinks } from './clients/checkLinks.js';
import { checkOpenAi } from './clients/checkOpenAi.js';
import { checkPlugin } from './clients/checkPlugin.js';
import { checkSkills } from './checkSkills.js';

type Check = (context: CheckContext) => PublishFinding[] | Promise<PublishFinding[]>;

/** What holds the files of each place against its rules. */
const checks: Record<Place, readonly Check[]> = {
  npm: [checkNpm],
  registry: [checkRegistry],
  mcpb: [checkBundle],
  plugin: [checkPlugin],
  skills: [checkSkills],
  openai: [checkOpenAi],
  docker: [checkDocker],
  'docker-catalog': [checkDockerCatalog],
  kubernetes: [checkKubernetes],
  links: [checkLinks],
  release: [checkRelease],
  card: [checkCard],
};

/**
 * Holds all that was written for the chosen places against their official schemas, and against the rules that these do not
 * say: what would be refused, and what is worse off than it could be. What directories ask of tools comes first.
 */
export async function checkPlaces(context: CheckContext): Promise<PublishFinding[]> {
  const found = checkDirectories(context);
  for (const place of places.filter((one) => context.facts.places.includes(one)))
    for (const check of checks[place]) found.push(...(await check(context)));
  const told = new Set<string>();
  return found.filter((one) => {
    const key = JSON.stringify([one.file, one.at, one.message]);
    return !told.has(key) && told.add(key);
  });
}
