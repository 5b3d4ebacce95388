import { isUtf8 } from 'node:buffer';
import { join, sep } from 'node:path';
import { keepProject, readOwnCode } from '../../load/project/openSource.js';
import { readSnapshot } from '../../load/project/readSnapshot.js';
import { configName } from '../../model/config.js';
import { InputError } from '../../model/diagnostic.js';
import type { File } from '../../model/file.js';
import { readTextIfAny } from '../../model/files.js';
import type { NameLock } from '../../model/names.js';
import { type Mention, findWord, listMentions } from '../../text/words.js';
import { lookUp, readProject, requireProject } from '../../write/readProject.js';
import { plan } from '../../write/write.js';
import type { Chosen } from '../chooseConfig.js';
import { type Context, type ExitCode, nameFolder, nameProgram, quoteForShell } from '../context.js';
import { describeStop } from '../describe/describeChanges.js';
import { summarizeComparison } from '../describe/describeComparison.js';
import { compareWithLastRun } from '../diff/compareWithLastRun.js';
import { type Arguments, type Edit, type Run, generate } from '../generate.js';
import { type Place, type Places, describePlaces, describeRename } from './describeRename.js';
import { type RenamePlan, type Wish, planRename } from './planRename.js';

/** The one file that is changed for the owner. */
const customPath = 'src/custom.ts';

interface RenameArguments extends Wish, Pick<Arguments, 'choose' | 'json' | 'program' | 'run' | 'disk'> {
  /** The folder of the project; where empty, the choices say it, or it is the current one. */
  project: string;
  /** Says what would be done, and does nothing. */
  dryRun: boolean;
}

/**
 * `mcpwright rename`: gives a tool or an argument another name, by which the project is generated again, or lets go of a
 * former one. All of it is written, or nothing.
 *
 * @throws InputError where there is no project, nothing of that name, or the new one cannot be given
 */
export async function rename(
  { old, now, project, dryRun, ...args }: RenameArguments,
  context: Context,
): Promise<ExitCode> {
  const chosen = await args.choose(project === '' ? undefined : project);
  const out = project || chosen.home || '.';
  await requireProject(out, nameFolder(out));
  requireDocument(chosen);
  const program = nameProgram(context.env);
  const command = `${program} generate${out === '.' ? '' : ` --out ${quoteForShell(out)}`}`;
  const again = `${program} rename${project === '' ? '' : ` --project ${quoteForShell(project)}`}`;
  return generate(
    {
      ...args,
      document: undefined,
      out,
      choose: async () => chosen,
      overwrite: false,
      force: false,
      command,
      edit: (given, folder, file) => planEdit({ old, now }, given, { folder, file, again }, context),
      ...(dryRun && { conclude: (run: Run) => tellPlan(run, args.json, command, context) }),
    },
    context,
  );
}

/** The project is generated again, which takes its document. */
function requireDocument({ config, file }: Chosen): void {
  if (config.document !== '' || config.sources.length > 0) return;
  throw new InputError(
    `${file ?? configName} does not name the document, from which the project is generated again.`,
    'Write it there, for example: document: openapi.yaml',
  );
}

/** What of a project is changed for a wish, before any of it is. */
async function planEdit(
  wish: Wish,
  given: NameLock,
  { folder, file, again }: { folder: string; file: string | undefined; again: string },
  context: Context,
): Promise<Edit> {
  const files = await keepProject(folder);
  if (files === undefined)
    throw new InputError(
      `${nameFolder(folder)} has no generated files, by which its tools are known.`,
      'Generate it again first.',
    );
  const planned = planRename(wish, given, await readSnapshot(files, () => 0));
  const custom = wish.now === undefined ? undefined : await readCustom(folder);
  const { tool, argument, now } = planned;
  const edited =
    custom === undefined
      ? undefined
      : (await import('../../emit/build/renameInCode.js')).renameInCode(
          custom,
          { tool, argument, now },
          shownFrom(folder, customPath),
        );
  const inCustom = toPlaceIn(shownFrom(folder, customPath));
  const isChanged = edited !== undefined && edited.changed.length > 0;
  const places: Places = {
    changed: (edited?.changed ?? []).map(inCustom),
    left: [
      ...(edited?.left ?? []).map(inCustom),
      ...(await findElsewhere(folder, planned, edited === undefined ? [] : [customPath])),
    ],
    config: await findInConfig(file, planned),
  };
  const change: File[] =
    isChanged && custom !== undefined
      ? [{ path: customPath, content: edited.text, owner: 'yours', replaces: custom, isCommanded: true }]
      : [];
  return {
    names: planned.names,
    files: change,
    check: ({ server }) => checkOutcome(wish, planned, places, gatherOffered(server.toolsets)),
    describe: (isWritten) =>
      isWritten
        ? describeRename(planned, places, { ...wish, again }, context)
        : describePlaces(places, context),
    report: { rename: listRename(wish, planned, places) },
  };
}

/** Says of lines which file they are in. */
function toPlaceIn(file: string): (one: Mention) => Place {
  return ({ line, text }) => ({ file, line, text });
}

/** A file of the project, from where the user is. */
function shownFrom(folder: string, path: string): string {
  return join(folder, path).split(sep).join('/');
}

/** The code of the owner; undefined where they have none. */
async function readCustom(folder: string): Promise<string | undefined> {
  const { root } = await readProject(folder);
  const found = await lookUp(root, customPath);
  if (found === 'missing') return undefined;
  if (typeof found !== 'object' || !isUtf8(found.bytes))
    throw new InputError(
      `${customPath} is not a file that can be changed: it is a folder, a link, a pipe, too large or not in UTF-8.`,
      'Put a plain file in its place.',
    );
  return found.bytes.toString('utf8');
}

/** Where else code of the owner may mean it: nothing there is changed. */
async function findElsewhere(
  folder: string,
  { tool, argument, old }: RenamePlan,
  but: readonly string[],
): Promise<Place[]> {
  const all = [...(await readOwnCode(folder))].filter(([path]) => !but.includes(path));
  return all
    .filter(([, text]) => argument === undefined || findWord(text, tool).length > 0)
    .flatMap(([path, text]) =>
      listMentions(text, findWord(text, old)).map(toPlaceIn(shownFrom(folder, path))),
    );
}

/** The lines of the choices that may mean it, without what is only a comment. */
async function findInConfig(file: string | undefined, { old }: RenamePlan): Promise<Place[]> {
  const text = file === undefined ? undefined : await readTextIfAny(file);
  if (file === undefined || text === undefined) return [];
  return listMentions(text, findWord(text, old))
    .filter((one) => !one.text.startsWith('#'))
    .map(toPlaceIn(file));
}

/** The tools of a server, by name, with the names of their arguments. */
type OfferedNames = ReadonlyMap<string, readonly string[]>;

function gatherOffered(
  toolsets: readonly { tools: readonly { tool: { name: string }; enforced: { properties: object } }[] }[],
): OfferedNames {
  const all = toolsets.flatMap(({ tools }) => tools);
  return new Map(all.map(({ tool, enforced }) => [tool.name, Object.keys(enforced.properties)]));
}

/** Refuses what would leave a name as it was: the choices, or the document, may name the tool themselves. */
function checkOutcome(
  { now }: Wish,
  { kind, tool, old, now: name }: RenamePlan,
  { config }: Places,
  offered: OfferedNames,
): void {
  if (now === undefined) return;
  const isThere = kind === 'tool' ? offered.has(name) : offered.get(tool)?.includes(name) === true;
  if (isThere) return;
  if (kind === 'argument' || !offered.has(old))
    throw new InputError(
      `${kind === 'tool' ? 'The tool' : `The argument ${old} of`} ${tool} is not among what the document offers now.`,
      'Generate again first, and see what has changed.',
    );
  const line = config.find(({ text }) => /\bname\s*:/.test(text));
  throw new InputError(
    line === undefined
      ? `${old} has its name from the choices, or from "x-mcp" in the document, which counts more than .mcpwright/names.json.`
      : `${old} has its name from this line, which counts more than .mcpwright/names.json, and is yours.`,
    `Write ${name} there, and run the command again: it changes the rest.`,
    line && { file: line.file, line: line.line, column: 1 },
  );
}

/** What was done to names, for programs. */
function listRename(
  { now }: Wish,
  { kind, tool, old, now: name }: RenamePlan,
  { changed, left, config }: Places,
): object {
  return {
    kind,
    ...(kind === 'argument' && { tool }),
    ...(now === undefined ? { dropped: old, name } : { from: old, to: name }),
    changed,
    left,
    config,
  };
}

/** Says what a run would do, in place of doing it. */
async function tellPlan(
  { generation, files, out, before, edit }: Run,
  json: boolean,
  command: string,
  context: Context,
): Promise<ExitCode> {
  const { changes } = await plan(files, out, { overwrite: false, force: false });
  const since = await compareWithLastRun(before, generation, changes);
  const isStopped = changes.some(({ kind }) => kind === 'edited');
  const touched = changes.filter(({ kind }) => ['create', 'update', 'delete', 'merged'].includes(kind));
  if (json) {
    const listed = touched.map(({ kind, path }) => ({ kind, path }));
    const comparison = since?.comparison && { comparison: since.comparison };
    const report = { dryRun: true, written: false, out, ...edit?.report, files: listed, ...comparison };
    context.print(`${JSON.stringify(report, undefined, 2)}\n`);
  } else if (isStopped) context.alert(describeStop(out, changes, command, context));
  else {
    const lines = [
      `${context.paint('bold', 'Would write')} these files in ${nameFolder(out)}:`,
      ...touched.map(({ kind, path }) => `  ${kind.padEnd(6)}  ${path}`),
      ...(since?.comparison === undefined ? [] : summarizeComparison(since.comparison, context.paint)),
      'Nothing was written, since this is a dry run.',
    ];
    context.note(`${edit?.describe(false) ?? ''}${lines.join('\n')}\n`);
  }
  return isStopped ? 1 : 0;
}
