import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerChange } from '../../../generator/model/comparison.js';
import type { Kept } from '../../../generator/model/names.js';
import { runCommand } from '../../support/runCommand.js';
import { type Verdict, judgeChanges } from './judgeHistory.js';
import { listGrave } from './listGrave.js';

/** What a step did to a project that somebody owns. */
export interface Step extends Verdict {
  /** The first lines that the owner reads, those on what changed. */
  first: string[];
  /** The most severe real changes that these lines do not name. */
  isUnnamed: string[];
  /** What did not stay as it was, in words; empty where all did. */
  isLost: string[];
}

/** A file that the owner edited, and how it has to be found after every step. */
interface Edit {
  path: string;
  edit: (text: string) => string;
  holds: (text: string, edited: string) => boolean;
}

const isAsLeft = (text: string, edited: string) => text === edited;
const ourScript = '"deploy": "node deploy.js"';

/** What owners do to a project: words, code, scripts, a name of their own. */
const edits: readonly Edit[] = [
  {
    path: 'README.md',
    edit: (text) =>
      `${text.replace('\n## ', '\nOurs: ask Ada before a release.\n\n## ').replace('| are never touched |', '| are never touched, says Ada |')}\n## Who runs it\n\nAda and Grace.\n`,
    holds: (text) =>
      ['ask Ada before', 'says Ada |', 'Ada and Grace.'].every((words) => text.includes(words)),
  },
  {
    path: 'package.json',
    edit: (text) => text.replace('"scripts": {', `"scripts": {\n    ${ourScript},`),
    holds: (text) => text.includes(ourScript),
  },
  { path: '.gitignore', edit: (text) => `${text}secrets/\n`, holds: (text) => text.includes('secrets/') },
  { path: 'src/custom.ts', edit: (text) => `${text}\n// Ours.\n`, holds: isAsLeft },
  { path: 'test/custom.test.ts', edit: (text) => `${text}\n// Ours.\n`, holds: isAsLeft },
  { path: 'mcpwright.yaml', edit: (text) => `${text}\n# Ours.\n`, holds: isAsLeft },
  { path: 'src/runtime/memo.ts', edit: (text) => `${text}\n// Ours.\n`, holds: isAsLeft },
  {
    path: '.mcpwright/names.json',
    edit: (text) => text.replace(/"name": "(\w+)"/, '"name": "ours_$1"'),
    holds: (text) => text.includes('"ours_'),
  },
];

/** A project of an owner with edits, which is generated from one version of a document after the other. */
export async function ownProject(folder: string, first: object) {
  const [document, out] = [join(folder, 'openapi.json'), join(folder, 'server')];
  const pathOf = (path: string) => join(out, path);
  const read = (path: string) => readFileSync(pathOf(path), 'utf8');
  const readJson = <T>(path: string): T => JSON.parse(read(path)) as T;
  const generate = async (content: object) => {
    writeFileSync(document, JSON.stringify(content));
    const { stdout, stderr } = await runCommand(['generate', document, '--out', out, '--json']);
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as { written: boolean; comparison?: { changes: ServerChange[] } };
  };
  const take = () => ({
    names: readJson<Record<string, { name: string }>>('.mcpwright/names.json'),
    kept: readJson<Kept & { arguments: Kept['forms'] }>('.mcpwright/kept.json'),
    readme: read('README.md'),
    base: read('.mcpwright/base/README.md'),
  });

  let last = first;
  await generate(first);
  await runCommand(['eject', pathOf('src/runtime/memo.ts')]);
  const edited = edits.map(({ path, edit }) => {
    const text = edit(read(path));
    if (text === read(path)) throw new Error(`nothing was edited in ${path}`);
    writeFileSync(pathOf(path), text);
    return text;
  });
  await generate(first);

  return async (now: object): Promise<Step> => {
    const before = take();
    const { written, comparison: { changes } = { changes: [] } } = await generate(now);
    const after = take();
    const [was, is] = [before, after].map(
      ({ names }) => new Map(Object.entries(names).map(([operation, { name }]) => [name, operation])),
    );
    const verdict = judgeChanges(changes, { old: last, now, before: was!, after: is! });
    const { summary, unnamed } = listGrave(changes, { old: last, now, names: was! });
    last = now;
    return {
      ...verdict,
      first: summary,
      isUnnamed: unnamed,
      isLost: [
        ...(written ? [] : ['nothing was written']),
        ...edits.flatMap(({ path, holds }, index) =>
          holds(read(path), edited[index] ?? '') ? [] : [`the edit of ${path}`],
        ),
        ...Object.entries(before.names).flatMap(([operation, { name }]) =>
          after.names[operation] !== undefined && after.names[operation]?.name !== name
            ? [`the name ${name}`]
            : [],
        ),
        ...Object.entries(before.kept.variables).flatMap(([scheme, variable]) =>
          after.kept.variables[scheme] === variable ? [] : [`the variable ${variable}`],
        ),
        ...listReformed(before.kept.arguments, after.kept.arguments, changes),
        ...(after.readme === mergeByGit(folder, before, after.base)
          ? []
          : ['the merge of README.md as git has it']),
      ],
    };
  };
}

/** Tools whose arguments have another form now, without a breaking line that says so. */
function listReformed(
  before: Kept['forms'],
  after: Kept['forms'],
  changes: readonly ServerChange[],
): string[] {
  return Object.entries(before).flatMap(([tool, form]) => {
    const isTold = changes.some(
      (change) => change.impact === 'breaking' && (change.tools ?? [change.tool]).includes(tool),
    );
    return after[tool] === undefined || after[tool] === form || isTold ? [] : [`the arguments of ${tool}`];
  });
}

/** What `git merge-file` makes of the README. */
function mergeByGit(
  folder: string,
  { readme, base }: { readme: string; base: string },
  ours: string,
): string {
  const files = Object.entries({ readme, base, ours }).map(([name, text]) => {
    const path = join(folder, `${name}.md`);
    writeFileSync(path, text);
    return path;
  });
  const labels = ['-L', 'yours', '-L', 'base', '-L', 'mcpwright'];
  return execFileSync('git', ['merge-file', '-p', ...labels, ...files]).toString();
}
