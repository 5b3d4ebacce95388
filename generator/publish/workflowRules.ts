import { type Members, isMap } from '../model/document.js';
import type { PublishFacts, PublishFinding } from '../model/publish/facts.js';
import { type findingsFor, toMap } from './projectFiles.js';

/** A step of a job (GitHub Actions, workflow syntax). */
interface Step {
  /** Where it is: a JSON pointer. */
  at: string;
  /** The lines that it runs, without comments; lines that go on are joined. */
  run: string;
  uses: string;
  inputs: Members;
  env: Members;
  /** Whether the job fails where the step does. */
  isSure: boolean;
}

/** A job of a workflow. */
export interface Job {
  name: string;
  at: string;
  needs: string[];
  condition: string;
  steps: Step[];
  /** Whether it is another workflow, whose steps are not known here. */
  isCall: boolean;
  /** Whether the workflow fails where the job does. */
  isSure: boolean;
  value: Members;
}

type Tell = ReturnType<typeof findingsFor>;

/** The jobs of a workflow, with what their steps have from it. */
export function readJobs(workflow: Members): Job[] {
  return Object.entries(toMap(workflow['jobs'])).map(([name, one]) => {
    const value = toMap(one);
    const { needs, steps, env } = value;
    const shared = { ...toMap(workflow['env']), ...toMap(env) };
    const at = `/jobs/${name}`;
    return {
      name,
      at,
      needs: (Array.isArray(needs) ? needs : [needs]).filter((need) => need !== undefined).map(String),
      condition: String(value['if'] ?? ''),
      steps: (Array.isArray(steps) ? steps : []).map((step, index) =>
        readStep(step, `${at}/steps/${index}`, shared),
      ),
      isCall: value['uses'] !== undefined,
      isSure: value['continue-on-error'] !== true,
      value,
    };
  });
}

function readStep(value: unknown, at: string, shared: Members): Step {
  const { run, uses, env, with: inputs, if: condition = '', 'continue-on-error': mayFail } = toMap(value);
  const lines = String(run ?? '')
    .replaceAll(/\\\r?\n/g, ' ')
    .split(/\r?\n/);
  return {
    at,
    run: lines.map((line) => line.replace(/(?:^|\s)#.*/, '')).join('\n'),
    uses: String(uses ?? ''),
    inputs: toMap(inputs),
    env: { ...shared, ...toMap(env) },
    isSure: mayFail !== true && !/\bfalse\b/.test(String(condition)),
  };
}

/** Commands and actions by which something is published. */
const publishes = {
  run: /\b(?:npm|pnpm|yarn) (?:npm )?publish\b|\bgh release (?:create|upload)\b|\bdocker (?:image )?push\b|\bdocker (?:buildx )?build\b.* --push\b|\bmcp-publisher publish\b/,
  uses: /build-push-action|(?:gh-)?release|publish|changesets\/action|deploy-pages/i,
};
/** What takes the identity of a run besides (OpenID Connect): signatures, and logins at clouds. */
const identifies = {
  run: /\bmcp-publisher login\b|\bcosign\b/,
  uses: /attest|sigstore|cosign|configure-aws-credentials|google-github-actions\/auth|azure\/login|vault-action/i,
};

function does({ steps }: Job, { run, uses }: typeof publishes): boolean {
  return steps.some((step) => run.test(step.run) || uses.test(step.uses));
}

/** Whether a job publishes something. */
export function isPublishing(job: Job): boolean {
  return does(job, publishes);
}

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
    .filter(({ condition }) => /\b(?:always|failure|cancelled)\s*\(/.test(condition))
    .map(({ name, at }) =>
      tell(
        'error',
        `The job ${name} publishes where jobs before it have failed, too.`,
        'Delete its if, or ask for success().',
        `${at}/if`,
      ),
    );
  return [...missing, ...undone, ...always];
}

/** Whether a step of a job, or of one before it, does something; of other workflows it is not known, and believed. */
function isAfter(job: Job, named: ReadonlyMap<string, Job>, isDone: (step: Step) => boolean): boolean {
  const reached = new Set<Job>([job]);
  for (const one of reached)
    for (const need of one.needs) {
      const before = named.get(need);
      if (before?.isSure === true) reached.add(before);
    }
  return [...reached].some(
    ({ isCall, steps }) => isCall || steps.some((step) => step.isSure && isDone(step)),
  );
}

/** A line whose failure is no failure of the step. */
const isForgiven = /\|\|(?!\s*exit [1-9])/;

function isTest({ run }: Step): boolean {
  return run
    .split('\n')
    .filter((line) => !isForgiven.test(line))
    .flatMap((line) => line.split(/&&|;/))
    .some((command) => /^\s*(?:npm|pnpm|yarn) (?:run )?(?:test|t)\b/.test(command));
}

function isComparison({ run, env }: Step): boolean {
  const text = [run, ...Object.values(env)].join('\n');
  return (
    /GITHUB_REF(?:_NAME)?\b|github\.ref(?:_name)?\b/.test(text) &&
    /npm pkg get version|package\.json|npm_package_version/.test(text) &&
    /(?:^|[\s;&|(])(?:test|\[\[?|exit)\s|\bthrow\b|\bassert/m.test(run) &&
    !isForgiven.test(run)
  );
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
        [...text.matchAll(/\$\{\{([\s\S]*?)\}\}/g)].flatMap(([all, inner = '']) => {
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

/** A job that is not ours has no need of the identity of the run, unless it publishes or signs something. */
export function checkIdentity(jobs: readonly Job[], tell: Tell): PublishFinding[] {
  return jobs
    .filter(({ value }) => toMap(value['permissions'])['id-token'] === 'write')
    .filter((job) => !job.isCall && !isPublishing(job) && !does(job, identifies))
    .map(({ name, at }) =>
      tell(
        'error',
        `The job ${name} publishes nothing, and may publish as this repository: what it runs could.`,
        'Delete id-token: write.',
        `${at}/permissions/id-token`,
      ),
    );
}

/** The image that is pushed is the one that all others name. */
export function checkImages(
  jobs: readonly Job[],
  { choices, package: own }: PublishFacts,
  tell: Tell,
): PublishFinding[] {
  const { image } = choices;
  const { owner = '', name = '' } = own.repository ?? {};
  const known = { GITHUB_REPOSITORY: `${owner}/${name}`, GITHUB_REPOSITORY_OWNER: owner };
  const pushed = jobs.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      listPushed(step).map((one) => ({ at: step.at, image: fillIn(one, { ...known, ...step.env }) })),
    ),
  );
  const [first] = pushed;
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
  const pushed = [...run.matchAll(/\bdocker (?:image )?push (?:-\S+ )*(\S+)/g)].map(([, one = '']) => one);
  const built = run.split('\n').filter((line) => /\bdocker (?:buildx )?build\b.* --push\b/.test(line));
  const tagged = built.flatMap((line) =>
    [...line.matchAll(/ (?:-t|--tag)[ =](\S+)/g)].map(([, one = '']) => one),
  );
  const tags = uses.includes('build-push-action') ? String(inputs['tags'] ?? '').split(/[\s,]+/) : [];
  return [...pushed, ...tagged, ...tags].filter((one) => one !== '');
}

/** The name of an image without its tag; variables that are not known stay. */
function fillIn(reference: string, env: Members): string {
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
  return text.replace(/@.*$/, '').replace(/:[^/]*$/, '');
}

/** Events by which others than the owners of a repository start a workflow. */
const events = new Set(
  'pull_request pull_request_target issues issue_comment discussion fork watch'.split(' '),
);

/** A release is started by its owners alone. */
export function checkStarts(on: unknown, tell: Tell): PublishFinding[] {
  const all = isMap(on) ? Object.keys(on) : [on].flat().map(String);
  return all
    .filter((event) => events.has(event))
    .map((event) =>
      tell(
        'error',
        `Anybody may start the release: it runs on ${event}.`,
        'Leave push: { tags } alone under on, and have another workflow for the rest.',
        `/on/${event}`,
      ),
    );
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
