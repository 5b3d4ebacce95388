import type { CheckContext } from './projectFiles.js';
import { type Place, listHandedOn, places } from '../model/publish/choices.js';
import { type PublishFinding } from '../model/publish/facts.js';
import { checkBundle } from './clients/checkBundle.js';
import { checkCard } from './checkCard.js';
import { checkDocker } from './containers/checkDocker.js';
import { checkDockerCatalog } from './containers/checkDockerCatalog.js';
import { checkKubernetes } from './containers/checkKubernetes.js';
import { checkLicenses } from './checkLicenses.js';
import { checkNpm } from './checkNpm.js';
import { checkDirectories } from './directories/checkDirectories.js';
import { checkRegistry } from './registry/checkRegistry.js';
import { checkRelease } from './checkRelease.js';
import { checkExamples } from './checkExamples.js';
import { findSecrets, hideChosen } from './findSecrets.js';
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
  const found = [...checkDirectories(context), ...checkExamples(context)];
  for (const place of places.filter((one) => context.facts.places.includes(one)))
    for (const check of checks[place]) found.push(...(await check(context)));
  for (const place of listHandedOn(context.facts.places))
    found.push(...(await checkLicenses(place, context)));
  found.push(...(await findSecrets(context, found)));
  return hideChosen(uniteFindings(found), context.facts);
}

const gravity: Record<PublishFinding['severity'], number> = { error: 0, warning: 1, release: 2 };

/** What is graver comes first; of the same gravity, what a place says of itself. */
function orderOf({ severity, place }: PublishFinding): number {
  return gravity[severity] * 2 + Number(place === 'directories');
}

/**
 * What several places ask for, each in its words, is said once: as the one says it that takes it most seriously. What one
 * place says of two things stays apart, though they are mended alike.
 */
function uniteFindings(found: readonly PublishFinding[]): PublishFinding[] {
  const groups = new Map<string, PublishFinding[][]>();
  for (const one of found) {
    const key = JSON.stringify([one.file, one.at, one.at === undefined ? one.message : one.fix]);
    const alike = groups.get(key) ?? [];
    groups.set(key, alike);
    const isOf = ({ place }: PublishFinding) => place === one.place;
    if (alike.flat().some((other) => isOf(other) && other.message === one.message)) continue;
    const group = alike.find((others) => !others.some(isOf));
    if (group === undefined) alike.push([one]);
    else group.push(one);
  }
  return [...groups.values()].flat().flatMap((group) => {
    const [first] = group.toSorted((a, b) => orderOf(a) - orderOf(b));
    if (first === undefined) return [];
    const others = group.map(({ place }) => place).filter((place) => place !== first.place);
    return [{ ...first, ...(others.length > 0 && { also: others }) }];
  });
}
