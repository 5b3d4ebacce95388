import { dirname, resolve } from 'node:path';
import { type Generation, generate as generateFiles } from '../generate.js';
import { readGiven } from '../load/project/readGiven.js';
import { loadPackage } from '../load/ownFiles.js';
import { type Config, configName, defaults } from '../model/config.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { Change, File } from '../model/file.js';
import type { NameLock } from '../model/names.js';
import { nameServer } from '../shape/names/nameServer.js';
import { addToChangelog, changelogName } from '../write/addToChangelog.js';
import type { Disk } from '../write/disk.js';
import { findBefore, isEdited } from '../write/readProject.js';
import { keepFolder } from '../write/keepFolder.js';
import { recover } from '../write/recover.js';
import { settleFile, writeLocked } from '../write/write.js';
import { recordRun } from '../write/localRecord.js';
import {
  type Inputs,
  type Reading,
  createReading,
  describeRun,
  describeIdle,
  findLastRun,
} from './again/lastRun.js';
import { type Chosen, documentOf } from './chooseConfig.js';
import {
  type Context,
  type ExitCode,
  describeUnkept,
  formatCount,
  nameFolder,
  quoteForShell,
  tellWait,
  sourceOf,
} from './context.js';
import { ownTitle, summarizeComparison } from './describe/describeComparison.js';
import { describeChanges, describeConflicts, describeStop, isDecided } from './describe/describeChanges.js';
import { type Before, type SinceLastRun, compareWithLastRun, lookBefore } from './diff/compareWithLastRun.js';
import { toMarkdown } from './diff/toMarkdown.js';
import { moveChoices } from './moveChoices.js';
import {
  describeDiagnostics,
  describeEvidence,
  describeSelection,
  splitByReach,
} from './describe/outcome.js';
import { describeFaults } from './describe/describeVerdict.js';
import { type KnownNames, type Runner, type TypeFault, checkTypes, listRenamed } from './types/checkTypes.js';

export interface Arguments {
  /** The document that is named; the choices may name it as well. */
  document: string | undefined;
  /** The folder to write to; where empty, the choices say it, or it has the server's name. */
  out: string;
  /** Overlays that the command line names: the title of the document, which they may change, names the folder. */
  overlays?: readonly string[] | undefined;
  /** Finds the choices, told that folder as far as it is known. */
  choose: (folder?: string) => Promise<Chosen>;
  /** Edits that are replaced: all that would stop the run, or those of certain files. */
  overwrite: boolean | readonly string[];
  force: boolean;
  json: boolean;
  /** What changed for callers is added to the project's changelog. */
  changelog?: boolean;
  /** The file of the program that runs, for the project to find it. */
  program?: string | undefined;
  /** The command as the user gave it, for one to copy. */
  command?: string;
  /** Runs a module of Node; without it, what the user wrote is not compiled. */
  run?: Runner;
  /** How the disk is changed. */
  disk?: Disk;
  /** Is told the path of each file before it is read. */
  onFile?: (path: string) => void;
  /** Changes the names that were given, and files of the owner; what it throws stops the run before anything is written. */
  edit?: (given: NameLock, out: string, file: string | undefined) => Promise<Edit>;
  /** What is done with the files, in place of writing them. */
  conclude?: (run: Run) => Promise<ExitCode>;
  /** Says more of a run that wrote, at its end. */
  finish?: (run: Pick<Run, 'generation' | 'out'>) => Promise<Finish>;
}

/** What a command says of what it wrote, and what a report has of it. */
export interface Finish {
  text: string;
  report: object;
}

/** What a command has changed in a project besides. */
export interface Edit {
  names: NameLock;
  /** Files of the owner, as they are to be. */
  files: readonly File[];
  /** Whether that came of it which was meant; it throws where it did not. */
  check: (generation: Generation) => void;
  /** What is said of it before all else, and what a report has of it. */
  describe: (written: boolean) => string;
  report: object;
}

/** What a document becomes, and where. */
export interface Run {
  generation: Generation;
  files: File[];
  out: string;
  /** The project as it was before; undefined where there was none. */
  before: Before | undefined;
  /** What a command has changed besides. */
  edit?: Edit | undefined;
}

/** `mcpwright generate`: writes the project, or says why not a byte of it was written. */
export async function generate(args: Arguments, context: Context): Promise<ExitCode> {
  let unlock: (() => Promise<void>) | undefined;
  const recoverIn = async (folder: string) => {
    if (args.conclude !== undefined) return;
    await unlock?.();
    unlock = undefined;
    unlock = await keepFolder(folder, tellWait(folder, context));
    await recover(folder, args.disk);
  };
  try {
    return await generateInto(args, recoverIn, context);
  } finally {
    await unlock?.();
  }
}

async function generateInto(
  args: Arguments,
  recoverIn: (folder: string) => Promise<void>,
  context: Context,
): Promise<ExitCode> {
  let { out } = args;
  let chosen: Chosen | undefined;
  const choose = async (titled?: string): Promise<Config> => {
    const folder = out || titled;
    if (folder !== undefined) await recoverIn(folder);
    chosen = await args.choose(folder);
    const { file, home } = chosen;
    const { name } = chosen.config;
    if (file !== undefined) args.onFile?.(file);
    out ||=
      home ??
      (name === '' || isInFolder(titled, file) ? (titled ?? '.') : nameServer({ title: '' }, { name }));
    if (out !== folder) await recoverIn(out);
    return chosen.config;
  };
  // Without either, where the choices are is not known before the document has said its title.
  const config = args.document === undefined || out !== '' ? await choose() : choose;
  const takesNames = typeof args.overwrite !== 'boolean';
  const document = args.document ?? documentOf(chosen ?? (await args.choose()), takesNames);
  const { config: { sources } = defaults } = chosen ?? {};
  const documents = sources.length > 0 ? sources.map((source) => source.document) : [document];
  for (const one of documents) args.onFile?.(one);
  const { force, onFile } = args;
  // Choices that are kept elsewhere are not kept twice.
  const isKept = () => chosen?.file === undefined || isInFolder(out, chosen.file);
  const listInputs = (): Inputs | undefined =>
    chosen && isRemembered(args)
      ? { chosen, out, document, documents, said: [force, isKept()], onFile }
      : undefined;
  const mayEnd =
    args.edit === undefined &&
    args.finish === undefined &&
    !args.json &&
    args.overwrite === false &&
    chosen?.config.strict !== true;
  const known = mayEnd && config !== choose ? listInputs() : undefined;
  const last = known && (await findLastRun(known));
  if (last !== undefined) {
    context.note(describeIdle(last, out, context));
    return 0;
  }
  const reading = createReading();
  const before = lookBefore(() => out);
  let edit: Edit | undefined;
  const readNames = async () => {
    const given = await readGiven(out, (path, text) => isEdited(out, path, text));
    edit = await args.edit?.(given, out, chosen?.file);
    return edit?.names ?? given;
  };
  const generation = await generateFiles(document, config, {
    ...sourceOf(context),
    ...(args.onFile && { onFile: args.onFile }),
    ...(args.overlays && { overlays: args.overlays }),
    onText: reading.onText,
    placeOf: (pointer) => chosen?.placeOf?.(pointer) ?? { pointer },
    homeOf: () => (chosen?.file === undefined ? out || '.' : dirname(chosen.file)),
    onProgress: context.progress,
    readNames,
    findProject: () => findBefore(out),
    readLast: async () => (await before())?.snapshot.catch(() => undefined),
    toKeep: (made) => moveChoices({ ...made, document, out: '' }, out),
    settlePackage: (text) => settleFile({ path: 'package.json', content: text, owner: 'shared' }, out),
  });
  edit?.check(generation);
  const files = generation.files
    .filter(({ path }) => path !== configName || isKept())
    .map((file) => edit?.files.find(({ path }) => path === file.path) ?? file);
  const run: Run = { generation, files, out, before: await before(), edit };
  if (args.conclude !== undefined) return args.conclude(run);
  const work = { ...run, file: chosen?.file, inputs: listInputs(), reading };
  return carryOut(args, work, context);
}

/** What is to be written, and where the choices and all else come from. */
interface Work extends Run {
  file: string | undefined;
  /** What it read, where that is remembered. */
  inputs: Inputs | undefined;
  reading: Reading;
}

/** Writes the files, and says what came of it. */
async function carryOut(
  args: Arguments,
  { generation, files, out, before, edit, file, inputs, reading }: Work,
  context: Context,
): Promise<ExitCode> {
  const { version } = await loadPackage();
  const { overwrite, force, program } = args;
  const { changes, written, differs, unkept } =
    files.length === 0
      ? { changes: [], written: false, differs: false, unkept: undefined }
      : await writeLocked(files, out, {
          overwrite,
          force,
          version,
          ...(args.disk && { disk: args.disk }),
          sources: generation.parts.map((part) => part.source),
        });
  const since = written ? await compareWithLastRun(before, generation, changes) : undefined;
  const isCompiled = written && before !== undefined && differs;
  const faults = isCompiled ? await compile(out, knownNames(generation, since), args.run) : [];
  const { command = 'mcpwright generate' } = args;
  const finish = written ? await args.finish?.({ generation, out }) : undefined;
  const isNoted = args.changelog === true && (await noteChanges(out, since));
  const lost = generation.diagnostics.some(({ severity }) => severity === 'error');
  const isFine = written && isDecided(changes) && faults.length === 0;
  const code = isFine && !(generation.config.strict && lost) ? 0 : 1;
  if (written && program !== undefined) {
    const last = code === 0 ? inputs && (await describeRun(generation, files, inputs, reading)) : undefined;
    await recordRun(out, { program, ...(last && { last }) });
  }
  // Whoever reads that it is done finds all of it on disk.
  const deed = { out, file, changes, written, since, faults, command, edit, finish };
  tellOutcome(generation, deed, args.json, context);
  if (isNoted) context.note(`${changelogName} says what changed.\n`);
  context.note(describeUnkept(unkept));
  return code;
}

/** Whether it is kept on this machine what a run read and left. */
function isRemembered({ conclude, program }: Arguments): boolean {
  return conclude === undefined && program !== undefined;
}

/** What does not compile of what the user wrote: as long as it does not, every run says so. */
async function compile(out: string, names: KnownNames, run?: Runner): Promise<TypeFault[]> {
  if (run === undefined) return [];
  return (await checkTypes(resolve(out), [], names, run)) ?? [];
}

/** The names that code of the owner may use, and those that it used before. */
export function knownNames(
  { server }: Pick<Generation, 'server'>,
  since: SinceLastRun | undefined,
): KnownNames {
  return {
    tools: new Map(
      server.toolsets.flatMap(({ tools }) =>
        tools.map(({ tool }) => [tool.name, Object.keys(tool.inputSchema.properties)] as const),
      ),
    ),
    renamed: listRenamed(since?.comparison?.changes ?? []),
  };
}

/** Says what came of a run. */
function tellOutcome(generation: Generation, deed: Deed, json: boolean, context: Context): void {
  const { out, changes, written, since, edit } = deed;
  if (!json && edit !== undefined) context.note(edit.describe(written));
  if (json) context.print(`${JSON.stringify(toReport(generation, deed), undefined, 2)}\n`);
  else {
    const [grave, others] = splitByReach(generation.diagnostics);
    const describe = (found: readonly Diagnostic[]) => describeDiagnostics(found, context.paint);
    if (generation.files.length === 0)
      context.alert(
        `${describe(generation.diagnostics)}Nothing was written: ${nameFolder(out)} is as it was.\n`,
      );
    else context.note(describe(written ? others : generation.diagnostics));
    if (written) {
      context.note(describeDone(generation, out, changes, context));
      context.note(describeSince(since, context));
      // What is about every call comes last, where it is seen.
      context.note(describe(grave));
      context.alert(describeConflicts(changes, context));
      context.alert(describeFaults(deed.faults, context));
      context.note(deed.finish?.text ?? '');
    } else if (generation.files.length > 0) context.alert(describeStop(out, changes, deed.command, context));
  }
}

/** What was done on the disk. */
interface Deed {
  out: string;
  /** Where the choices come from. */
  file: string | undefined;
  changes: Change[];
  written: boolean;
  /** What it changed for models and callers, where there was a project before. */
  since: SinceLastRun | undefined;
  /** What does not compile. */
  faults: readonly TypeFault[];
  /** The command that the user gave. */
  command: string;
  edit: Edit | undefined;
  finish: Finish | undefined;
}

function toReport(generation: Generation, deed: Deed) {
  const { out, file, changes, written, since, faults, edit, finish } = deed;
  const { source, openapi, operations, selection, server, diagnostics } = generation;
  const tools = server.toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  return {
    source,
    openapi,
    operations,
    ...(file === undefined ? {} : { config: file }),
    selection,
    server: { name: server.api.name, title: server.api.title, version: server.api.version },
    tools,
    toolsets: server.toolsets.map((toolset) => ({ name: toolset.name, tools: toolset.tools.length })),
    out,
    written,
    mode: server.mode,
    leftOut: generation.leftOut,
    files: changes.map(listChange),
    ...edit?.report,
    ...finish?.report,
    ...(faults.length === 0 ? {} : { types: { checked: true, errors: faults } }),
    ...(since?.comparison === undefined ? {} : { comparison: since.comparison }),
    evidence: server.evidence,
    diagnostics,
  };
}

/** What becomes of a file, for programs. */
function listChange(change: Change): object {
  return {
    kind: change.kind,
    path: change.path,
    ...(change.kind === 'merged' && change.conflicts.length > 0 ? { conflicts: change.conflicts } : {}),
    ...('unresolved' in change ? { unresolved: change.unresolved } : {}),
    ...(change.kind === 'orphaned' ? { lost: change.lost } : {}),
    ...(change.kind === 'edited' && change.reason !== undefined ? { reason: change.reason } : {}),
    ...(change.kind === 'edited' && change.place !== undefined ? { place: change.place } : {}),
  };
}

function describeDone(generation: Generation, out: string, changes: Change[], context: Context): string {
  const { paint } = context;
  const isNew = changes.some(({ kind, path }) => kind === 'create' && path === 'package.json');
  const { server, operations, selection, diagnostics } = generation;
  const offered = server.toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return [
    `${paint('green', 'Done.')} ${paint('bold', server.api.title)}: ${formatCount(offered, 'tool')} in ${formatCount(server.toolsets.length, 'toolset')}` +
      ` from ${formatCount(operations, 'operation')}${errors > 0 ? `, ${errors} left out (named above)` : ''}.`,
    ...describeSelection(selection),
    ...tellOf(['login-not-offered'], generation, context),
    ...describeEvidence(server.evidence),
    ...describeChanges(changes, out, context),
    ...describeLeftOut(generation, changes, context),
    ...(isNew ? tellOf(ofNewProjects, generation, context) : []),
    ...(isNew ? describeNext(out, changes, context) : []),
    '',
  ].join('\n');
}

/** Which parts the server does without, where that is new. */
function describeLeftOut({ leftOut }: Generation, changes: readonly Change[], { paint }: Context): string[] {
  const isNew = changes.some(({ kind, path }) => path === partsPath && ['create', 'update'].includes(kind));
  if (!isNew || leftOut.length === 0) return [];
  const names = leftOut.map((line) => line.replace(/: true$/, '')).join(', ');
  return [
    paint(
      'dim',
      `Not built in: ${names}. To have one, write it under "features:" in ${configName}: docs/config.md.`,
    ),
  ];
}

/** Why the server is not called as its title has it, and whose ways its requests keep to, where that is so. */
const ofNewProjects = ['server-name-shortened', 'server-name-general', 'framework-followed'];

/** What is told although it is no warning. */
function tellOf(codes: readonly string[], { diagnostics }: Generation, { paint }: Context): string[] {
  const told = diagnostics.filter(({ code }) => codes.includes(code));
  return told.map(({ message }) => paint('dim', message));
}

/** The file that names the parts of the server. */
const partsPath = 'src/generated/features.ts';

function describeSince(since: SinceLastRun | undefined, { paint }: Context): string {
  const lines =
    since?.comparison === undefined
      ? since && [`What changed for callers cannot be said: ${since.reason}`]
      : summarizeComparison(since.comparison, paint);
  return (lines ?? []).map((line) => `${line}\n`).join('');
}

/** Adds what changed to the changelog of the project. Says whether it did. */
async function noteChanges(out: string, since: SinceLastRun | undefined): Promise<boolean> {
  if (since?.comparison === undefined || since.comparison.changes.length === 0) return false;
  const { comparison } = since;
  const title = comparison.program?.isAlone === true ? ownTitle : `API version ${comparison.new.version}`;
  await addToChangelog(out, toMarkdown(comparison, title));
  return true;
}

function describeNext(out: string, changes: readonly Change[], { paint }: Context): string[] {
  const [stdio, http, platform] = ['src/stdio.ts', 'src/http.ts', 'bundle.js'].map((entry) =>
    changes.some(({ path }) => path === entry),
  );
  const startHttp = stdio ? 'npm run start:http   ' : 'npm start            ';
  const enter = resolve(out) === resolve('.') ? '' : `cd ${quoteForShell(out)} && `;
  return [
    '',
    'Next:',
    paint('cyan', `  ${enter}npm install && npm run build && npm test`),
    ...(stdio ? [paint('cyan', '  npm start            # stdio')] : []),
    ...(http ? [paint('cyan', `  ${startHttp}# Streamable HTTP on http://127.0.0.1:3000/mcp`)] : []),
    ...(platform ? ['', 'The README of the project says how to deploy it.'] : []),
  ];
}

function isInFolder(folder: string | undefined, file: string | undefined): boolean {
  return file !== undefined && folder !== undefined && resolve(dirname(file)) === resolve(folder);
}
