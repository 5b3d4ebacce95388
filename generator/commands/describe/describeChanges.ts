import { join } from 'node:path';
import { findSubject } from '../../emit/features.js';
import { type Change, type Conflict, type EditReason, manifestPath } from '../../model/file.js';
import { keptPath, namesPath } from '../../model/names.js';
import { escapeHidden } from '../../text/hidden.js';
import { type Context, formatCount, nameFolder, nameProgram, quoteForShell } from '../context.js';

/** The changes of a kind. */
function ofKind<Kind extends Change['kind']>(changes: readonly Change[], kind: Kind) {
  return changes.filter((change): change is Extract<Change, { kind: Kind }> => change.kind === kind);
}

/** What was done by a change: to replace a file by nothing is to delete it. */
function doneBy(change: Change): Change['kind'] {
  return change.kind === 'replaced' && change.content === undefined ? 'delete' : change.kind;
}

/** What a run did to the files of a project, in lines. */
export function describeChanges(changes: readonly Change[], out: string, { paint }: Context): string[] {
  const counted = [
    ['create', 'created'],
    ['update', 'updated'],
    ['merged', 'merged with your changes'],
    ['replaced', 'replaced'],
    ['delete', 'deleted'],
  ] as const;
  const touched = counted
    .map(([kind, done]) => ({ done, files: changes.filter((change) => doneBy(change) === kind).length }))
    .filter(({ files }) => files > 0)
    .map(({ done, files }) => `${formatCount(files, 'file')} ${done}`);
  const dim = (text: string) => paint('dim', text);
  return [
    `${nameFolder(out)}: ${touched.length > 0 ? touched.join(', ') : describeStill(changes)}.`,
    ...ofKind(changes, 'merged').map(({ path }) => `  merged    ${path}`),
    ...ofKind(changes, 'replaced').map(
      ({ path, content }) =>
        `  ${content === undefined ? 'deleted ' : 'replaced'}  ${path}: your changes to it are gone`,
    ),
    ...ofKind(changes, 'stays').map(({ path }) => dim(`${path} keeps what you changed by hand.`)),
    ...ofKind(changes, 'absent').map(({ path }) => dim(`${path} stays away, since you deleted it.`)),
    ...ofKind(changes, 'ejected').map(({ path }) => dim(`${path} is yours, since you ejected it.`)),
    ...ofKind(changes, 'foreign').map(({ path }) =>
      dim(`${path} stays as it is: it was there before mcpwright's. --overwrite ${path} replaces it.`),
    ),
    ...ofKind(changes, 'left').map(
      ({ path }) =>
        `${escapeHidden(path)} stays: ${manifestPath} named it as a file of mcpwright, which writes none there.`,
    ),
    ...ofKind(changes, 'orphaned')
      .filter(({ lost }) => lost.length === 0)
      .map(({ path }) => dim(`${path} is yours, since you ejected it. This API needs it no longer.`)),
  ];
}

/** What is said of a project that nothing was written to. */
function describeStill(changes: readonly Change[]): string {
  return isDecided(changes) ? 'already up to date' : 'nothing to write';
}

/** Whether nothing waits for the user: no conflict, of this run or of an earlier one, and no file that lacks its imports. */
export function isDecided(changes: readonly Change[]): boolean {
  return changes.every((change) => {
    if (change.kind === 'merged') return change.conflicts.length === 0;
    if (change.kind === 'orphaned') return change.lost.length === 0;
    return !('unresolved' in change);
  });
}

/** What the user has to decide, and how; empty where nothing. */
export function describeConflicts(changes: readonly Change[], context: Context): string {
  const conflicts = ofKind(changes, 'merged').flatMap(({ path, conflicts: found }) =>
    found.map((conflict) => `  ${path}${describeConflict(conflict)}`),
  );
  const left = changes.flatMap((change) =>
    'unresolved' in change ? [`  ${change.path}:${change.unresolved}: ${reasons.markers.advice('')}`] : [],
  );
  const orphaned = ofKind(changes, 'orphaned')
    .filter(({ lost }) => lost.length > 0)
    .map((change) => `  ${describeOrphan(change)}`);
  const told = (title: string, lines: readonly string[]) =>
    lines.length === 0
      ? []
      : [`${context.paint('yellow', 'Decide:')} ${title}`, ...lines.map((line) => escapeHidden(line))];
  return [
    ...told('you and mcpwright changed the same, since the last run:', conflicts),
    ...told('conflicts of an earlier run are left, between <<<<<<< and >>>>>>>:', left),
    ...told('files that you ejected, which this API needs no longer, lack what they import:', orphaned),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** What an ejected file lacks that is written no longer, and the two ways out. */
export function describeOrphan({ path, lost }: Extract<Change, { kind: 'orphaned' }>): string {
  return `${path} imports ${lost.join(' and ')}. Delete the file, or --overwrite ${path} does; or change what it imports, and keep it.`;
}

function describeConflict(conflict: Conflict): string {
  if ('line' in conflict) return `:${conflict.line}: both are there, between <<<<<<< and >>>>>>>`;
  const { key, yours = 'deleted', ours = 'deleted' } = conflict;
  return `: ${key}: yours stays (${yours}), mcpwright's would be ${ours}`;
}

/** Why nothing was written: the files that were edited, and where each change belongs. */
export function describeStop(
  out: string,
  changes: readonly Change[],
  command: string,
  { paint, env }: Context,
): string {
  const edited = ofKind(changes, 'edited');
  const title = edited.every(({ reason }) => reason === 'json')
    ? 'This cannot be merged with what mcpwright would write:'
    : `These files in ${nameFolder(out)} were changed by hand since the last run, and would be replaced or deleted:`;
  return [
    `${paint('red', 'Nothing was written.')} ${title}`,
    ...edited.flatMap((change) => [
      `  ${change.path}${describeReason(change)}`,
      paint('dim', `    ${adviseOn(change, out, env)}`),
    ]),
    `Or give your changes of a file up: ${command} --overwrite ${quoteForShell(edited[0]?.path ?? '')}`,
    ...(edited.length > 1 ? ['Without names behind it, --overwrite gives up all of these.'] : []),
    '',
  ].join('\n');
}

function describeReason({ reason, place }: Extract<Change, { kind: 'edited' }>): string {
  const at = place === undefined ? '' : `:${place.line}:${place.column}`;
  return reason === undefined ? '' : `${at}: ${reasons[reason].what}`;
}

/** Why a file was not merged, and what to do about it. */
const reasons: Record<EditReason, { what: string; advice: (path: string) => string }> = {
  foreign: {
    what: 'mcpwright did not write it',
    advice: () => 'Move it away, or name another folder with --out.',
  },
  link: {
    what: 'it is a link, a pipe or the like, or too large',
    advice: () => 'Put a plain file in its place.',
  },
  binary: { what: 'it is not UTF-8 text', advice: () => 'Save it as UTF-8.' },
  base: {
    what: 'it is not known what mcpwright wrote last',
    advice: (path) => `Restore .mcpwright/base/${path} from version control: changes are merged with it.`,
  },
  markers: {
    what: 'it still has conflict markers',
    advice: () => 'Keep the lines that you want, and delete the markers.',
  },
  json: {
    what: 'from here on it is not JSON',
    advice: () => 'Correct it there, and run this again.',
  },
  keys: {
    what: 'you and mcpwright changed the same lines of it, and it cannot be merged key by key',
    advice: () => 'Give each key once, and write characters without \\u and \\/: then run this again.',
  },
};

/** Where a change to a file belongs. */
function adviseOn(
  { path, owner, reason, content }: Extract<Change, { kind: 'edited' }>,
  out: string,
  env: Context['env'],
): string {
  if (reason !== undefined) return reasons[reason].advice(path);
  if (path === namesPath || path === keptPath) return 'It was changed while this run read it: run it again.';
  if (content === undefined && (owner === 'vendored' || owner === 'shared')) return adviseOnGone(path);
  if (owner === 'vendored')
    return `To make the file yours: ${nameProgram(env)} eject ${quoteForShell(join(out, path))}. src/custom.ts wraps calls without that.`;
  if (path.startsWith('src/generated/tools/'))
    return 'Descriptions, hidden tools, wrapped calls: src/custom.ts. Names, selection, toolsets: mcpwright.yaml.';
  if (path.startsWith('src/generated/'))
    return 'Names, selection, base URL: mcpwright.yaml. What tools do: src/custom.ts. The rest: the document.';
  return 'Variables of your own: the README, or a file of your own.';
}

/** Where a change belongs to a file of the runtime that would be deleted. */
function adviseOnGone(path: string): string {
  if (!path.startsWith('src/runtime/'))
    return 'It would be deleted, since mcpwright.yaml does not choose it: delete it, or add its transport under "features:".';
  const { file, line } = findSubject(path);
  if (file !== undefined)
    return `It would be deleted: what it was for is in ${file} now. Make your change there.`;
  if (line !== undefined)
    return `It would be deleted, since this project does without it. To keep it, write "features: { ${line} }" into mcpwright.yaml.`;
  return 'It would be deleted: nothing in the document needs it any more.';
}
