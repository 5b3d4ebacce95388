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
  type Job,
  checkEarly,
  checkIdentity,
  checkImages,
  checkOrder,
  checkScripts,
  checkStarts,
  isPublishing,
  readJobs,
} from './workflowRules.js';

const file = '.github/workflows/release.yml';
const tell = findingsFor('release', file);
const own = findingsFor('release', 'package.json');

/** What a job may at most do with the repository, by its name in what is written. */
const rights: Record<string, readonly string[]> = {
  pack: ['contents: read'],
  npm: ['id-token: write', 'contents: read'],
  bundle: ['contents: write'],
  image: ['contents: read', 'packages: write'],
  registry: ['id-token: write', 'contents: read'],
};

/** Holds the workflow that releases versions against what it needs of the project, and against what its jobs may do. */
export async function checkRelease(context: CheckContext): Promise<PublishFinding[]> {
  const text = await readFileText(context, file);
  const found = await checkPackage(context, text ?? '');
  if (text === undefined) return [...found, tellMissing('release', file)];
  const { values, findings } = await readYamlFile('release', file, context);
  const [workflow] = values;
  if (findings.length > 0) return [...found, ...findings];
  return [...found, ...checkWorkflow(toMap(workflow), context)];
}

/** What package.json and the folder have to have. */
async function checkPackage(context: CheckContext, text: string): Promise<PublishFinding[]> {
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
  const used = new Set([...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name ?? ''));
  for (const script of used)
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
  const { on } = workflow;
  const { tags } = toMap(toMap(on)['push']);
  if (!Array.isArray(tags) || !tags.some((tag) => String(tag).startsWith('v')))
    found.push(
      tell('error', 'No tag starts the workflow.', "Write under on: push: { tags: ['v*'] }", '/on/push/tags'),
    );
  const jobs = readJobs(workflow);
  found.push(
    ...checkStarts(on, tell),
    ...checkWanted(jobs, facts),
    ...checkRights('', workflow['permissions'], ['contents: read']),
    ...jobs.flatMap(({ name, at, value }) => checkRights(at, value['permissions'], rights[name] ?? [])),
    ...checkIdentity(
      jobs.filter(({ name }) => rights[name] === undefined),
      tell,
    ),
    ...checkOrder(jobs, tell),
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
    if (!isWanted || job?.isCall === true || (job !== undefined && isPublishing(job))) return [];
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

/** Jobs of other names are of the owner: what they may do is theirs to say, but not everything. */
function checkRights(at: string, value: unknown, allowed: readonly string[]): PublishFinding[] {
  const isAll = value === 'write-all' || (at === '' && value === undefined);
  const given = Object.entries(toMap(value)).map(([name, right]) => `${name}: ${String(right)}`);
  const isOwn = at !== '' && allowed.length === 0;
  const more = isOwn ? [] : given.filter((one) => !one.endsWith(': none') && !allowed.includes(one));
  if (!isAll && more.length === 0) return [];
  const what = isAll ? 'everything that the repository allows' : more.join(', ');
  return [
    tell(
      'error',
      `${at === '' ? 'Every job' : `The job ${at.replace('/jobs/', '')}`} may do more than it needs: ${what}.`,
      at === ''
        ? 'Write permissions: {} at the top.'
        : `Write under permissions: ${allowed.join(', ') || '{}'}`,
      `${at}/permissions`,
    ),
  ];
}
