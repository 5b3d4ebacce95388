import { type Members } from '../model/document.js';
import { toMap } from './projectFiles.js';

/** A step of a job (GitHub Actions, workflow syntax). */
export interface Step {
  /** Where it is: a JSON pointer. */
  at: string;
  /** The lines that it runs, without comments; lines that go on are joined. */
  run: string;
  uses: string;
  inputs: Members;
  env: Members;
  /** Whether the job fails where the step does. */
  isSure: boolean;
  /** Whether it runs in the folder of the project. */
  isAtRoot: boolean;
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
      isSure: readExpression(value['continue-on-error']) !== 'true',
      value,
    };
  });
}

/** Lines are written by hand: what stands further behind is not looked at. */
const longestLine = 2_000;

function readStep(value: unknown, at: string, shared: Members): Step {
  const { run, uses, env, with: inputs, ...more } = toMap(value);
  const lines = String(run ?? '')
    .replaceAll(/\\\r?\n/g, ' ')
    .replaceAll(/(\|\||&&)[^\S\n]*\n/g, '$1 ')
    .split(/\r?\n/)
    .map((line) => line.slice(0, longestLine).replace(/(?:^|\s)#.*/, ''));
  return {
    at,
    run: lines.join('\n'),
    uses: String(uses ?? ''),
    inputs: toMap(inputs),
    env: { ...shared, ...toMap(env) },
    isSure: readExpression(more['continue-on-error']) !== 'true' && !isNever(more['if']),
    isAtRoot: more['working-directory'] === undefined,
  };
}

/** What an expression says, without the signs around it. */
function readExpression(value: unknown): string {
  const text = String(value ?? '').trim();
  return text.startsWith('${{') && text.endsWith('}}') ? text.slice(3, -2).trim() : text;
}

/** Whether a condition holds never, as far as it is made of fixed values. */
function isNever(condition: unknown): boolean {
  const text = readExpression(condition);
  const [, first, second] = /^(\d+|'[^']*') *== *(\d+|'[^']*')$/.exec(text) ?? [];
  return text === 'false' || first !== second;
}

/** Commands and actions by which something is published; a trial is none. */
const publishes = {
  run: /\b(?:npm|pnpm|yarn) (?:npm )?publish\b(?![^;&|\n]*--dry-run)|\bgh release (?:create|upload)\b|\bdocker (?:image )?push\b|\bdocker (?:buildx )?build\b.* --push\b|\bmcp-publisher publish\b/,
  uses: /^(?:docker\/(?:build-push|bake)-action|softprops\/action-gh-release|ncipollo\/release-action|svenstaro\/upload-release-action|actions\/(?:create-release|upload-release-asset)|js-devtools\/npm-publish|changesets\/action|pypa\/gh-action-pypi-publish|cycjimmy\/semantic-release-action|goreleaser\/goreleaser-action|redhat-actions\/push-to-registry)@/i,
};
/** What takes the identity of a run besides (OpenID Connect): signatures, pages, and logins at other services. */
const identifies = {
  run: /\bmcp-publisher login\b|\bcosign\b|\bgh attestation\b/,
  uses: /attest|sigstore|cosign|configure-aws-credentials|google-github-actions\/auth|azure\/login|vault-action|codecov\/|deploy-pages/i,
};

function does({ steps }: Job, { run, uses }: typeof publishes): boolean {
  return steps.some((step) => run.test(step.run) || uses.test(step.uses));
}

/** Whether a job publishes something, as far as that is known. */
export function isPublishing(job: Job): boolean {
  return does(job, publishes);
}

/** Whether a job takes the identity of the run for something else than publishing. */
export function isIdentified(job: Job): boolean {
  return does(job, identifies);
}

/** Whether a job has a step of which it is not known here what it does: an action of somebody, or a program of the owner. */
export function isUnknown({ steps }: Job): boolean {
  return steps.some(
    (step) =>
      (step.uses !== '' && !step.uses.startsWith('actions/')) || listCommands(step).some(isOwnCommand),
  );
}

/** What goes before the program of a command. */
const prefix = /^(?:\w+=\S*|if|then|do|else|!|time|env|exec|\(|\{)$/;
/** Behind `||`: the step goes on as if nothing had failed. */
const isForgiven =
  /\|\|\s*(?:[({]\s*)?(?:true|:|echo|printf|exit 0)(?![\w-])(?!.*(?:\bexit (?:[1-9]|"?\$)|\bfalse\b))/;
/** A command that goes on beside the step, which does not wait for it. */
const isBeside = /(?<![>&])&(?![>&\d])/;

/** The words of the commands whose failure is one of the step: GitHub has the shell stop at the first (`bash -e`). */
function listCommands({ run }: Step): string[][] {
  const open = run.lastIndexOf('set +e');
  const isOpen = open !== -1 && !/\b(?:set -e|exit)/.test(run.slice(open));
  return (isOpen ? run.slice(0, open) : run)
    .split('\n')
    .filter((line) => !isForgiven.test(line))
    .flatMap((line) => line.split(/&&|\|\|?|;/))
    .filter((command) => !isBeside.test(command))
    .map((command) => {
      const words = command.trim().split(/\s+/);
      return words.slice(words.findIndex((word) => !prefix.test(word)));
    });
}

/** Programs that run what a project calls its tests. */
const runners = new Set('npm pnpm yarn bun npx pnpx bunx node deno vitest jest mocha ava tap'.split(' '));
/** Commands of these that run nothing of the project. */
const others = new Set('ci i install add view pkg pack publish version config'.split(' '));
const testWord =
  /^(?:--)?(?:t|tst|it|cit|install-(?:ci-)?test|(?:\S*[:/.-])?test(?:[:/.-]\S*)?|vitest|jest|mocha|ava|tap)$/;
/** Scripts whose names say that they are for something else. */
const otherScript = /^(?:build|pack|lint|format|prettier|type|tsc|clean|docs?\b|licen|start|dev\b|generate)/;

/** Whether a command is a program of the owner, of which it is not known what it does. */
function isOwnCommand([program = '', ...rest]: readonly string[]): boolean {
  if (program.endsWith('mcp-publisher')) return false;
  if (program.includes('/') || /^(?:make|just|task|nx|turbo)$/.test(program)) return true;
  const [first = '', second = ''] = rest.filter((word) => !word.startsWith('-'));
  if (/^(?:bash|sh|python3?|tsx)$/.test(program)) return first !== '';
  if (program === 'node') return rest[0] === first && first !== '';
  return /^(?:npm|pnpm|yarn|bun)$/.test(program) && first.startsWith('run') && !otherScript.test(second);
}

/** Whether a step tests the project, or may: what an action or a program of the owner does is believed. */
export function isTest(step: Step): boolean {
  return (
    step.uses.startsWith('./') ||
    listCommands(step).some((words) => {
      const [program = '', ...rest] = words;
      if (rest.some((word) => /^(?:--help|-h|--version)$/.test(word))) return false;
      const first = rest.find((word) => !word.startsWith('-')) ?? '';
      const isTested =
        runners.has(program) && !others.has(first) && words.some((word) => testWord.test(word));
      return isTested || isOwnCommand(words);
    })
  );
}

/** Whether a step fails where the tag is not the version of package.json, or makes it that version; or may. */
export function isComparison(step: Step): boolean {
  const { run, uses, env } = step;
  const isOwn = listCommands(step).some(
    (words) => isOwnCommand(words) && !words.some((word) => testWord.test(word)),
  );
  if (isOwn || uses.startsWith('./')) return true;
  const text = [run, ...Object.values(env)].join('\n');
  if (!/GITHUB_REF(?:_NAME)?\b|github\.ref(?:_name)?\b/.test(text)) return false;
  if (/\bnpm version\b/.test(run)) return true;
  const fails = /\b(?:exit|throw|false)\b|\bassert/.test(run);
  return (
    /npm pkg get version|package\.json|npm_package_version/.test(text) &&
    (fails || (/(?:^|[\s;&|(])(?:test|\[\[?) .* =[=~]? /m.test(run) && !run.includes('!='))) &&
    !run.split('\n').some((line) => isForgiven.test(line))
  );
}

/** Programs that run code of packages, unless their scripts are left out. */
const ofPackages =
  /\b(?:npm|pnpm|yarn) (?:-\S+ )*(?:ci|cit|t|test|run|run-script|exec|i|install)\b(?![^;&|\n]* (?:--ignore-scripts|-g|--global)\b)|\bnpx\b/;

/** The step of a job that runs code of packages. */
export function findForeign({ steps }: Job): Step | undefined {
  return steps.find(({ run }) => ofPackages.test(run));
}

/** The scripts of package.json that a job runs in the folder of the project, and that it cannot do without. */
export function listScripts({ steps }: Job): string[] {
  return steps
    .filter(({ run, isAtRoot }) => isAtRoot && !/\bcd |--prefix|--workspace|--if-present| -[wC] /.test(run))
    .flatMap(({ run }) =>
      [...run.matchAll(/\bnpm run(?:-script)? (?:-\S+ )*([\w:][\w:.-]*)/g)].map(([, name = '']) => name),
    );
}
