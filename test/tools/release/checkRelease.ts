import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownPackage, runtimePackage } from '../../../generator/model/config.js';
import { type Holding, type Place, askRegistry, askWhoIs } from './askRegistry.js';

/** One thing that was looked at, in a sentence. */
export interface Finding {
  isFine: boolean;
  says: string;
}

/** Where the names of the packages stand, besides the documentation. */
export const namePlaces = [
  '`name` in package.json',
  '`ownPackage` and `runtimePackage` in generator/model/config.ts',
  '`findInstalled` in templates/project/generate.js',
];

/**
 * Looks whether a checkout can be released: its version, what has changed, what package.json says of where it comes from,
 * that all is committed, and what the registry holds by both names.
 *
 * @param place - the checkout, and the environment of npm
 * @param tag - of the release, which then has to be that of the version; who holds the names is not asked, as npm refuses
 *   to publish by a name of somebody else
 */
export async function checkRelease(place: Place, tag?: string): Promise<Finding[]> {
  const read = (name: string) => readFileSync(join(place.folder, name), 'utf8');
  const manifest = JSON.parse(read('package.json')) as Record<string, unknown> & { version: string };
  const { version } = manifest;
  const names = [ownPackage, runtimePackage];
  const held = await Promise.all(
    names.map(async (name) => ({ name, holding: await askRegistry(name, place) })),
  );
  const isTaken = held.some(({ holding }) => holding.state === 'taken');
  const me = tag === undefined && isTaken ? await askWhoIs(place) : undefined;
  return [
    ...(tag === undefined
      ? held.map(({ name, holding }) => checkName(name, holding, me))
      : [checkTag(tag, version)]),
    ...held.map(({ name, holding }) => checkVersion(`${name}@${version}`, holding, version)),
    checkChanges(read('CHANGELOG.md'), version),
    checkOrigin(manifest),
    checkTree(place.folder),
  ];
}

function checkTag(tag: string, version: string): Finding {
  return tag === `v${version}`
    ? fine(`The tag ${tag} is that of the version.`)
    : wrong(`The tag is ${tag}, and package.json says ${version}: its tag would be v${version}.`);
}

/** The page of changes has a section of the version, with something in it. */
function checkChanges(text: string, version: string): Finding {
  const sections = text.split(/^## /m).map((section) => section.split('\n'));
  const section = sections.find(([heading = '']) => heading.split(' ')[0] === version);
  if (section === undefined) {
    return wrong(
      `CHANGELOG.md has no section "## ${version}": give what stands under Unreleased that heading.`,
    );
  }
  const [, ...lines] = section;
  return lines.some((line) => line.trim() !== '')
    ? fine(`CHANGELOG.md has a section of ${version}.`)
    : wrong(`CHANGELOG.md says nothing under "## ${version}".`);
}

/** npm takes a release with its provenance only from the repository that package.json names. */
function checkOrigin(manifest: Record<string, unknown>): Finding {
  const missing = ['repository', 'homepage', 'bugs'].filter((key) => manifest[key] === undefined);
  if (missing.length === 0) return fine('package.json says where its sources are.');
  const address = 'https://github.com/OWNER/REPOSITORY';
  const lines: Record<string, unknown> = {
    repository: { type: 'git', url: `git+${address}.git` },
    homepage: `${address}#readme`,
    bugs: `${address}/issues`,
  };
  const wanted = missing.map((key) => `"${key}": ${JSON.stringify(lines[key])}`);
  return wrong(`package.json has no ${missing.join(', no ')}: add ${wanted.join(', ')}.`);
}

function checkTree(folder: string): Finding {
  const status = execFileSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' });
  const changes = status.split('\n').filter((line) => line !== '');
  return changes.length === 0
    ? fine('All is committed.')
    : wrong(`Not committed: ${changes.map((line) => line.slice(3)).join(', ')}.`);
}

function checkName(name: string, holding: Holding, me: string | undefined): Finding {
  switch (holding.state) {
    case 'free': {
      const [scope = ''] = name.split('/');
      const needs = name === scope ? '' : ` It can be had by who has the scope ${scope}.`;
      return fine(
        `${name}: npm shows no package of that name.${needs} The first version is published by hand: docs/releasing.md.`,
      );
    }
    case 'withdrawn':
      return wrong(`${name}: was published once and taken back. npm may not give it out again: ${elsewhere}`);
    case 'unknown':
      return wrong(`${name}: the registry could not be asked (${holding.reason}). Ask again.`);
    case 'taken': {
      const owners = holding.maintainers.join(', ');
      if (me === undefined) {
        return wrong(
          `${name}: taken, by ${owners}. If that is you, log in by npm login and ask again; else: ${elsewhere}`,
        );
      }
      return holding.maintainers.includes(me)
        ? fine(`${name}: yours, as ${me}.`)
        : wrong(
            `${name}: taken, by ${owners}, and you are ${me}. Ask to be made an owner, or choose another name: ${elsewhere}`,
          );
    }
  }
}

const elsewhere = `it stands in ${namePlaces.join(', in ')}, and in the documentation.`;

function checkVersion(wanted: string, holding: Holding, version: string): Finding {
  if (holding.state === 'unknown')
    return wrong(`${wanted}: the registry could not be asked (${holding.reason}).`);
  return holding.state === 'taken' && holding.versions.includes(version)
    ? wrong(`${wanted} was published already, and no version is taken twice: raise it by npm version.`)
    : fine(`${wanted} is not published yet.`);
}

function fine(says: string): Finding {
  return { isFine: true, says };
}

function wrong(says: string): Finding {
  return { isFine: false, says };
}
