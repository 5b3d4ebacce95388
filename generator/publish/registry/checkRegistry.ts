import { createHash } from 'node:crypto';
import { type Members, isMap } from '../../model/document.js';
import {
  type PublishFacts,
  type PublishFinding,
  bundleName,
  isPublishedTo,
  releaseOf,
} from '../../model/publish/facts.js';
import { askOwner } from '../askOwner.js';
import {
  type CheckContext,
  checkAgainst,
  findingsFor,
  parseWritten,
  readJsonFile,
  listObjects,
} from '../projectFiles.js';
import { checkListing } from './checkListing.js';
import { checkPackage } from './checkPackage.js';
import { checkRemotes } from './checkRemotes.js';
import { compareEntry } from './compareEntry.js';

const file = 'server.json';
const tell = findingsFor('registry', file);
const config = findingsFor('registry', 'mcpwright.yaml');

/**
 * Holds server.json against its official schema (2025-12-11), and against what the registry refuses besides: ranges for
 * versions, packages that are not public, names that package.json does not confirm.
 */
export async function checkRegistry(context: CheckContext): Promise<PublishFinding[]> {
  const { facts } = context;
  const { value, findings } = await readJsonFile('registry', file, context);
  const chosen = checkChoices(context);
  if (value === undefined) return [...chosen, ...findings];
  if (!isMap(value)) return [tell('error', 'The file is no JSON object.', 'Restore it.')];
  const written = parseWritten(file, context);
  const bySchema = checkAgainst(value, context.schemas.get('server.schema.json') ?? '{}', tell).filter(
    // The choices say it, with the line to write.
    ({ message }) => !(facts.choices.name === undefined && message.includes('"name"')),
  );
  return [
    ...chosen,
    ...bySchema,
    ...checkListing(value, written['$schema'], facts),
    ...checkConfirmed(facts),
    ...listObjects(value['packages']).flatMap((one, index) =>
      checkPackage(one, `/packages/${index}`, facts.package.publishRegistry),
    ),
    ...checkRemotes(value['remotes'], tell),
    ...compareEntry(value, written, facts),
    ...(await compareBundle(value, context)),
  ];
}

/** Where the bundle of this version lies in the project, its hash is known. */
async function compareBundle(entry: Members, { facts, read }: CheckContext): Promise<PublishFinding[]> {
  const name = bundleName(facts);
  const bytes = await read(name);
  if (bytes === undefined) return [];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return listObjects(entry['packages']).flatMap(({ registryType, fileSha256 }, index) => {
    if (registryType !== 'mcpb' || typeof fileSha256 !== 'string' || fileSha256 === sha256) return [];
    const fix = 'Run npm run build && npm run pack:mcpb, which writes it.';
    return tell(
      'error',
      `The fileSha256 is not that of ${name}, which lies in the project.`,
      fix,
      `/packages/${index}/fileSha256`,
    );
  });
}

function checkChoices({ facts }: CheckContext): PublishFinding[] {
  const { choices } = facts;
  const findings: PublishFinding[] = [];
  const ask = (subject: 'name' | 'repository' | 'image', message: string) =>
    findings.push(askOwner('registry', 'error', subject, facts, message));
  if (choices.name === undefined) ask('name', 'The server has no name in the registry.');
  const isDistributed = facts.places.some((place) => ['npm', 'mcpb', 'docker'].includes(place));
  if (!isDistributed && choices.url === undefined)
    findings.push(
      config(
        'error',
        'The entry names neither a package nor an address, so that nobody can run the server.',
        'Add npm, mcpb or docker to publish.to in mcpwright.yaml, or write publish.url.',
        '/publish/to',
      ),
    );
  if (isPublishedTo(facts, 'mcpb') && releaseOf(facts) === undefined)
    ask(
      'repository',
      'The bundle has no address, since package.json names no repository on GitHub or GitLab, whose releases hold it.',
    );
  if (isPublishedTo(facts, 'docker') && choices.image === undefined)
    ask('image', 'The image of the container has no name.');
  if (choices.url === undefined && !facts.transports.stdio)
    findings.push(
      config(
        'error',
        'Packages of the registry are started over stdio, which this project has not.',
        'Add stdio to features.transports, or write publish.url in mcpwright.yaml.',
        '/publish/url',
      ),
    );
  return findings;
}

/** The registry asks package.json whose package it is (MCP registry, npm packages). */
function checkConfirmed({ package: own, choices }: PublishFacts): PublishFinding[] {
  if (choices.name === undefined || own.mcpName === choices.name) return [];
  return [
    findingsFor('registry', 'package.json')(
      'error',
      own.mcpName === undefined
        ? 'package.json has no mcpName, by which the registry knows whose package it is.'
        : `The mcpName of package.json, ${own.mcpName}, is not the name of the server, ${choices.name}.`,
      `Write in package.json: "mcpName": ${JSON.stringify(choices.name)}`,
      '/mcpName',
    ),
  ];
}
