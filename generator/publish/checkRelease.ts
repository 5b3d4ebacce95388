import { askOwner } from './askOwner.js';
import { type Members } from '../model/document.js';
import { type PublishFacts, type PublishFinding, isPublishedTo } from '../model/publish/facts.js';
import {
  type CheckContext,
  checkLock,
  findingsFor,
  readFileText,
  readJsonFile,
  readYamlFile,
  tellMissing,
  toMap,
} from './projectFiles.js';
import {
  checkEarly,
  checkFetched,
  checkForeign,
  checkIdentity,
  checkImages,
  checkNeeded,
  checkOrder,
  checkScripts,
  checkStarts,
} from './workflowRules.js';
import { type Job, isIdentified, isPublishing, isUnknown, listScripts, readJobs } from './workflowSteps.js';

const file = '.github/workflows/release.yml';
const tell = findingsFor('release', file);
const own = findingsFor('release', 'package.json');

/** What a job may at most write, by its name in what is written; what it reads harms nobody. */
const rights: Record<string, readonly string[]> = {
  pack: [],
  npm: ['id-token'],
  bundle: ['contents'],
  image: ['packages'],
  registry: ['id-token'],
};
/** What signs something writes besides (actions/attest-build-provenance). */
const ofSignatures = ['id-token', 'attestations', 'artifact-metadata'];

/** Holds the workflow that releases versions against what it needs of the project, and against what its jobs may do. */
export async function checkRelease(context: CheckContext): Promise<PublishFinding[]> {
  const text = await readFileText(context, file);
  const { values, findings } =
    text === undefined ? { values: [], findings: [] } : await readYamlFile('release', file, context);
  const [workflow] = values;
  const found = await checkPackage(context, readJobs(toMap(workflow)));
  if (text === undefined) return [...found, tellMissing('release', file)];
  if (findings.length > 0) return [...found, ...findings];
  return [...found, ...checkWorkflow(toMap(workflow), context)];
}

/** What package.json and the folder have to have. */
async function checkPackage(context: CheckContext, jobs: readonly Job[]): Promise<PublishFinding[]> {
  const { facts } = context;
  const { repository } = facts.package;
  const found: PublishFinding[] = [];
  if (repository === undefined)
    found.push(
      askOwner(
        'release',
        'error',
        'repository',
        facts,
        'npm and the MCP registry compare the repository with the one that releases, and none is named.',
      ),
    );
  else if (repository.host !== 'github')
    found.push(
      own(
        'error',
        `The workflow runs on GitHub, and the repository is ${repository.url}.`,
        'Take release out of publish.to in mcpwright.yaml, and release there with what that host has.',
        '/repository',
      ),
    );
  found.push(...(await checkLock('release', context)));
  const { value } = await readJsonFile('release', 'package.json', context);
  const scripts = toMap(toMap(value)['scripts']);
  for (const script of new Set(jobs.flatMap(listScripts)))
    if (typeof scripts[script] !== 'string')
      found.push(
        own(
          'error',
          `The workflow runs the script ${script}, which package.json has not.`,
          'Run mcpwright publish, or take the step out of the workflow.',
          `/scripts/${script}`,
        ),
      );
  return found;
}

function checkWorkflow(workflow: Members, { facts }: CheckContext): PublishFinding[] {
  const found: PublishFinding[] = [];
  const { on, permissions } = workflow;
  const jobs = readJobs(workflow);
  found.push(
    ...checkStarts(on, tell),
    ...checkWanted(jobs, facts),
    ...checkRights('', permissions, []),
    ...jobs.flatMap((job) => checkRights(job.at, job.value['permissions'], listRights(job))),
    ...checkNeeded(jobs, permissions, facts, tell),
    ...checkForeign(
      jobs.filter(({ name }) => rights[name] !== undefined),
      tell,
    ),
    ...checkIdentity(
      jobs.filter(({ name }) => rights[name] === undefined),
      tell,
    ),
    ...checkOrder(jobs, tell),
    ...checkFetched(jobs, tell),
    ...checkScripts(jobs, tell),
    ...checkEarly(jobs, tell),
  );
  if (isPublishedTo(facts, 'docker')) found.push(...checkImages(jobs, facts, tell));
  return found;
}

/** A job for each place, which publishes something. */
function checkWanted(jobs: readonly Job[], facts: PublishFacts): PublishFinding[] {
  const wanted = {
    npm: isPublishedTo(facts, 'npm'),
    bundle: isPublishedTo(facts, 'mcpb'),
    image: isPublishedTo(facts, 'docker'),
    registry: isPublishedTo(facts, 'registry'),
  };
  return Object.entries(wanted).flatMap(([name, isWanted]) => {
    const job = jobs.find((one) => one.name === name);
    if (!isWanted || job?.isCall === true) return [];
    if (job !== undefined && (isPublishing(job) || isUnknown(job))) return [];
    if (job === undefined && name === 'image') return tellImage(facts.choices.image);
    const what = job === undefined ? 'is missing' : 'publishes nothing';
    return tell(
      'error',
      `The job ${name} ${what}.`,
      'Run mcpwright publish, or restore it.',
      `/jobs/${name}`,
    );
  });
}

function tellImage(image: string | undefined): PublishFinding {
  return image?.startsWith('ghcr.io/')
    ? tell('error', 'The job image is missing.', 'Run mcpwright publish, or restore it.', '/jobs/image')
    : tell(
        'warning',
        `The workflow does not build the image: its token opens ghcr.io alone, and the image is ${image ?? 'not named'}.`,
        'Write publish.image in mcpwright.yaml as ghcr.io/owner/name, or push the image yourself.',
        '/jobs',
      );
}

/** Jobs of other names are of the owner: undefined. */
function listRights(job: Job): readonly string[] | undefined {
  const known = rights[job.name];
  const isSigning = known !== undefined && job.name !== 'pack' && isIdentified(job);
  return isSigning ? [...known, ...ofSignatures] : known;
}

/** What jobs of the owner may do is theirs to say, but not everything. */
function checkRights(at: string, value: unknown, allowed: readonly string[] | undefined): PublishFinding[] {
  const isAll = value === 'write-all' || (at === '' && value === undefined);
  const given = Object.entries(toMap(value)).flatMap(([name, right]) => (right === 'write' ? name : []));
  const more = allowed === undefined ? [] : given.filter((one) => !allowed.includes(one));
  if (!isAll && more.length === 0) return [];
  const what = isAll
    ? 'everything that the repository allows'
    : more.map((one) => `${one}: write`).join(', ');
  const isGrave = isAll || at === '' || allowed?.length === 0 || more.includes('id-token');
  return [
    tell(
      isGrave ? 'error' : 'warning',
      `${at === '' ? 'Every job' : `The job ${at.replace('/jobs/', '')}`} may do more than it needs: ${what}.`,
      at === ''
        ? 'Write permissions: {} at the top.'
        : `Take out of its permissions: ${more.join(', ') || 'write-all'}`,
      `${at}/permissions`,
    ),
  ];
}
