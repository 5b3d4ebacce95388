import { type Members, isMap } from '../model/document.js';
import { type PublishFacts, type PublishFinding, isPublicRegistry } from '../model/publish/facts.js';
import { type findingsFor, toMap } from './projectFiles.js';
import {
  type Job,
  type Step,
  findForeign,
  isComparison,
  isIdentified,
  isPublishing,
  isTest,
  isUnknown,
} from './workflowSteps.js';

type Tell = ReturnType<typeof findingsFor>;

/** Jobs that wait for others have to name them, and what publishes has to wait for what tests. */
export function checkOrder(jobs: readonly Job[], tell: Tell): PublishFinding[] {
  const named = new Map(jobs.map((job) => [job.name, job]));
  const missing = jobs.flatMap(({ at, needs }) =>
    needs
      .filter((need) => !named.has(need))
      .map((need) =>
        tell(
          'error',
          `There is no job ${need}: GitHub does not start the workflow.`,
          `Write the name of one that is there: ${[...named.keys()].join(', ')}`,
          `${at}/needs`,
        ),
      ),
  );
  const publishing = jobs.filter(isPublishing);
  const rules: [isDone: (step: Step) => boolean, what: string, fix: string][] = [
    [isTest, 'is not tested', 'npm test'],
    [
      isComparison,
      'is not held against the tag, which may be of another version than package.json',
      `test "v$(npm pkg get version | tr -d '"')" = "$GITHUB_REF_NAME"`,
    ],
  ];
  const undone = rules.flatMap(([isDone, what, fix]) => {
    const bare = publishing.filter((job) => !isAfter(job, named, isDone)).map(({ name }) => name);
    if (bare.length === 0) return [];
    return tell(
      'error',
      `What ${bare.length === 1 ? 'the job' : 'the jobs'} ${bare.join(', ')} ${bare.length === 1 ? 'publishes' : 'publish'} ${what}.`,
      `Write in a job that all of them need: - run: ${fix}`,
      '/jobs',
    );
  });
  const always = publishing
    .filter(({ condition }) => runsAnyway(condition))
    .map(({ name, at }) =>
      tell(
        'error',
        `The job ${name} publishes where jobs before it have failed, too.`,
        'Delete its if, or ask for success().',
        `${at}/if`,
      ),
    );
  return [...missing, ...undone, ...always, ...checkCircle(jobs, named, tell), ...checkLast(named, tell)];
}

/** Whether a job runs where one before it has failed: its condition asks for the state of none. */
function runsAnyway(condition: string): boolean {
  const asked = condition.replaceAll(/!\s*(?:failure|cancelled)\s*\(/g, '!(');
  if (/\.result\b/.test(condition) || /!\s*failure\s*\(/.test(condition)) return false;
  return (
    /\b(?:always|failure|cancelled)\s*\(/.test(asked) ||
    (asked !== condition && !/\bsuccess\s*\(/.test(asked))
  );
}

/** The jobs that a job waits for, and those that these wait for. */
function listBefore(job: Job, named: ReadonlyMap<string, Job>): Set<Job> {
  const reached = new Set<Job>();
  const pending = [job];
  for (const one of pending)
    for (const need of one.needs) {
      const before = named.get(need);
      if (before === undefined || reached.has(before)) continue;
      reached.add(before);
      pending.push(before);
    }
  return reached;
}

/** Whether a step of a job, or of one before it, does something; of other workflows it is not known, and believed. */
function isAfter(job: Job, named: ReadonlyMap<string, Job>, isDone: (step: Step) => boolean): boolean {
  const sure = new Map([...named].filter(([, one]) => one.isSure));
  return [job, ...listBefore(job, sure)].some(
    ({ isCall, steps }) => isCall || steps.some((step) => step.isSure && isDone(step)),
  );
}

function checkCircle(jobs: readonly Job[], named: ReadonlyMap<string, Job>, tell: Tell): PublishFinding[] {
  const circle = jobs.filter((job) => listBefore(job, named).has(job));
  const [first] = circle;
  if (first === undefined) return [];
  const all = circle.map(({ name }) => name).join(', ');
  const fix = 'Take one of them out of the needs of the other.';
  return [
    tell(
      'error',
      `Each of the jobs ${all} waits for itself: GitHub does not start the workflow.`,
      fix,
      `${first.at}/needs`,
    ),
  ];
}

/** The MCP registry looks for what its entry names. */
function checkLast(named: ReadonlyMap<string, Job>, tell: Tell): PublishFinding[] {
  const registry = named.get('registry');
  if (registry === undefined || registry.isCall || !isPublishing(registry)) return [];
  const before = listBefore(registry, named);
  const late = ['npm', 'bundle', 'image'].flatMap((name) => {
    const job = named.get(name);
    return job === undefined || before.has(job) ? [] : name;
  });
  if (late.length === 0) return [];
  return [
    tell(
      'error',
      `The entry of the MCP registry may be published before what it names: registry does not wait for ${late.join(', ')}.`,
      `Write: needs: [${[...registry.needs, ...late].join(', ')}]`,
      `${registry.at}/needs`,
    ),
  ];
}

/** What others may write of an expression: names of branches and tags, titles, inputs (GitHub, script injections). */
const ofOthers =
  /\bgithub\s*(?:\.\s*(?:event|head_ref|base_ref|ref|ref_name|\*)(?!\w)|\[|(?![\s.[\w]))|\binputs\b/i;
/** What may be made of it, and what nobody should read. */
const ofSteps = /\b(?:env|steps|needs|vars|secrets)\s*[.[]/i;

/** Text that GitHub puts into a script is a part of the script: it may be a command. */
export function checkScripts(jobs: readonly Job[], tell: Tell): PublishFinding[] {
  return jobs.flatMap(({ steps }) =>
    steps.flatMap(({ at, run, inputs }) => {
      const scripts = [
        ['run', run],
        ['with/script', String(inputs['script'] ?? '')],
      ] as const;
      return scripts.flatMap(([member, text]) =>
        listExpressions(text).flatMap((inner) => {
          const all = `\${{${inner}}}`;
          const expression = inner.replaceAll(/'[^']*'/g, '');
          const isOthers = ofOthers.test(expression);
          if (!isOthers && !ofSteps.test(expression)) return [];
          return tell(
            isOthers ? 'error' : 'warning',
            `${all} becomes a part of the script, and may be a command${isOthers ? ' that somebody else wrote' : ''}.`,
            `Hand it over as a variable: env: { VALUE: ${all} }, and write "$VALUE" there.`,
            `${at}/${member}`,
          );
        }),
      );
    }),
  );
}

/** What stands between `${{` and `}}`. */
function listExpressions(text: string): string[] {
  return text
    .split('${{')
    .slice(1)
    .flatMap((part) => {
      const end = part.indexOf('}}');
      return end === -1 ? [] : part.slice(0, end);
    });
}

/** A job that is not ours has no need of the identity of the run, unless it publishes or signs something. */
export function checkIdentity(jobs: readonly Job[], tell: Tell): PublishFinding[] {
  return jobs
    .filter(({ value }) => toMap(value['permissions'])['id-token'] === 'write')
    .filter((job) => !job.isCall && !isPublishing(job) && !isIdentified(job))
    .map((job) =>
      tell(
        isUnknown(job) ? 'warning' : 'error',
        `The job ${job.name} publishes nothing that is known here, and may publish as this repository: what it runs could.`,
        'Delete id-token: write.',
        `${job.at}/permissions/id-token`,
      ),
    );
}

/** What may publish as this repository runs no code of packages. */
export function checkForeign(jobs: readonly Job[], tell: Tell): PublishFinding[] {
  return jobs.flatMap((job) => {
    const foreign = toMap(job.value['permissions'])['id-token'] === 'write' ? findForeign(job) : undefined;
    if (foreign === undefined) return [];
    return tell(
      'error',
      `The job ${job.name} may publish as this repository, and runs code of packages, which could, too.`,
      'Run it in the job pack, and hand over what it makes.',
      `${foreign.at}/run`,
    );
  });
}

/** A script that somebody else may change is not run where the repository may be. */
export function checkFetched(jobs: readonly Job[], tell: Tell): PublishFinding[] {
  return jobs.flatMap(({ name, steps, value }) => {
    const written = Object.entries(toMap(value['permissions'])).flatMap(([right, may]) =>
      may === 'write' ? right : [],
    );
    const fetched = steps.find(({ run }) => /\b(?:curl|wget)\b[^|\n]*\|\s*(?:sudo )?(?:ba|z)?sh\b/.test(run));
    if (fetched === undefined || written.length === 0) return [];
    return tell(
      'warning',
      `The job ${name} runs what it fetches, and may write ${written.join(', ')}.`,
      'Fetch one version, and compare its checksum before it is run.',
      `${fetched.at}/run`,
    );
  });
}

/** What a token of the run may do for some commands to work; a secret of the owner may do it as well. */
const needed: [command: RegExp, right: string][] = [
  [/\bnpm publish\b/, 'id-token'],
  [/\bmcp-publisher login github-oidc\b/, 'id-token'],
  [/\bgh release (?:create|upload)\b/, 'contents'],
  [/\bdocker (?:image )?push\b/, 'packages'],
];
const otherToken = /\bsecrets\b(?!\.GITHUB_TOKEN\b)|_authToken|\.npmrc|"environment"/;

/** Jobs whose token may do too little fail when the rest is released. */
export function checkNeeded(
  jobs: readonly Job[],
  shared: unknown,
  { choices, package: own }: PublishFacts,
  tell: Tell,
): PublishFinding[] {
  const isKnown: Record<string, boolean> = {
    'id-token': own.publishRegistry === undefined || isPublicRegistry(own.publishRegistry),
    packages: choices.image?.startsWith('ghcr.io/') === true,
  };
  return jobs.flatMap((job) => {
    const given = job.value['permissions'] ?? shared;
    if (!isMap(given) || !isPublishing(job) || otherToken.test(JSON.stringify(job.value))) return [];
    const missing = needed.flatMap(([command, right]) =>
      isKnown[right] !== false && given[right] !== 'write' && job.steps.some(({ run }) => command.test(run))
        ? right
        : [],
    );
    return [...new Set(missing)].map((right) =>
      tell(
        'error',
        `The job ${job.name} publishes nothing: its token may not write ${right}.`,
        `Write under permissions: ${right}: write`,
        `${job.at}/permissions`,
      ),
    );
  });
}

/** The image that is pushed is the one that all others name. */
export function checkImages(
  jobs: readonly Job[],
  { choices, package: own, version }: PublishFacts,
  tell: Tell,
): PublishFinding[] {
  const { image } = choices;
  const { owner = '', name: repository = '' } = own.repository ?? {};
  const known = { GITHUB_REPOSITORY: `${owner}/${repository}`, GITHUB_REPOSITORY_OWNER: owner };
  const pushed = jobs.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      listPushed(step).map((one) => {
        const { image: name, tag } = fillIn(one, { ...known, ...step.env });
        return { at: step.at, image: name, tag };
      }),
    ),
  );
  const [first] = pushed;
  const newest = pushed.filter((one) => one.image === image);
  if (first !== undefined && newest.length > 0 && pushed.every(({ tag }) => tag === 'latest'))
    return [
      tell(
        'error',
        `The image is pushed as latest alone, and what is published names ${version}.`,
        'Push it as "$IMAGE:${GITHUB_REF_NAME#v}", too.',
        first.at,
      ),
    ];
  // A name that is not known here may be the right one.
  if (first === undefined || pushed.some((one) => one.image === image || one.image.includes('$'))) return [];
  return [
    tell(
      'error',
      `The image that is pushed is ${first.image}, and publish.image of mcpwright.yaml is ${image ?? 'not said'}.`,
      `Write there: ${image ?? 'the same name as under publish.image'}`,
      first.at,
    ),
  ];
}

function listPushed({ run, uses, inputs }: Step): string[] {
  const pushed = [...run.matchAll(/\bdocker (?:image )?push (-\S+ )*(\S+)/g)].map(([, option, one = '']) =>
    option === undefined ? one : `${one}:$all`,
  );
  const built = run.split('\n').filter((line) => /\bdocker (?:buildx )?build\b.* --push\b/.test(line));
  const tagged = built.flatMap((line) =>
    [...line.matchAll(/ (?:-t|--tag)[ =](\S+)/g)].map(([, one = '']) => one),
  );
  const tags = uses.includes('build-push-action') ? String(inputs['tags'] ?? '').split(/[\s,]+/) : [];
  return [...pushed, ...tagged, ...tags].filter((one) => one !== '');
}

/** The name and the tag of an image; variables that are not known stay. */
function fillIn(reference: string, env: Members): { image: string; tag: string } {
  const read = (all: string, name: string) => {
    const value = env[name];
    return typeof value === 'string' && !value.includes('$') ? value : all;
  };
  const text = reference
    .replaceAll(/["']/g, '')
    .replaceAll(/\$\{\{\s*env\.(\w+)\s*\}\}/g, read)
    .replaceAll(/\$\{\{\s*github\.(\w+)\s*\}\}/g, (all, name: string) =>
      read(all, `GITHUB_${name.toUpperCase()}`),
    )
    .replaceAll(/\$\{(\w+)\}|\$(\w+)/g, (all, braced: string | undefined, bare: string | undefined) =>
      read(all, braced ?? bare ?? ''),
    );
  const name = text.replace(/@.*$/, '');
  const image = name.replace(/:[^/]*$/, '');
  return { image, tag: name.slice(image.length + 1) || 'latest' };
}

/** Events by which a release is started: by a tag, a release or by hand, or by the workflow that calls this one. */
const ofOwners = new Set(['push', 'create', 'release', 'workflow_dispatch', 'workflow_call']);
/** Events that anybody starts. */
const ofAnybody = /^(?:pull_request|issues?\b|issue_|discussion|fork$|watch$|gollum$|commit_comment)/;

/** A release is started by a tag, and by its owners alone. */
export function checkStarts(on: unknown, tell: Tell): PublishFinding[] {
  const events = isMap(on) ? Object.keys(on) : [on].flat().map(String);
  const fix = 'Leave push: { tags } alone under on, and have another workflow for the rest.';
  const found = events
    .filter((event) => !ofOwners.has(event))
    .map((event) =>
      ofAnybody.test(event)
        ? tell('error', `Anybody may start the release: it runs on ${event}.`, fix, `/on/${event}`)
        : tell('warning', `The release runs on ${event} as well, and not for a tag.`, fix, `/on/${event}`),
    );
  const push = toMap(toMap(on)['push']);
  const { tags, branches = push['branches-ignore'] } = push;
  if (branches !== undefined && tags !== undefined)
    found.push(tell('warning', 'The release runs for branches as well, and not for a tag.', fix, '/on/push'));
  const isStarted = events.some((event) => event === 'release' || event === 'create');
  // All that is pushed, tags too, starts what names none of them.
  const isAll = events.includes('push') && branches === undefined && tags === undefined;
  const isNamed = [tags].flat().some((tag) => typeof tag === 'string' && /^[v*?[+]/.test(tag));
  if (isStarted || isAll || isNamed || push['tags-ignore'] !== undefined) return found;
  return [
    ...found,
    tell('error', 'No tag starts the workflow.', "Write under on: push: { tags: ['v*'] }", '/on/push/tags'),
  ];
}

/** A version for those who try it out is not given to all others. */
export function checkEarly(jobs: readonly Job[], tell: Tell): PublishFinding[] {
  const rules: [command: RegExp, option: string, what: string][] = [
    [/\bnpm publish\b.*/, '--tag', 'what everybody installs'],
    [/\bgh release create\b.*/, '--prerelease', 'the latest release'],
  ];
  return jobs.flatMap(({ steps }) =>
    steps.flatMap(({ at, run }) =>
      rules.flatMap(([command, option, what]) => {
        const [found] = command.exec(run) ?? [];
        if (found === undefined || found.includes(option)) return [];
        return tell(
          'warning',
          `A version such as 1.0.0-beta.1 becomes ${what}.`,
          `Write ${option} where the version has a "-", as mcpwright publish does.`,
          `${at}/run`,
        );
      }),
    ),
  );
}
