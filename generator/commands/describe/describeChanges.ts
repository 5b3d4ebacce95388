import type { Change, Conflict, EditReason } from '../../model/file.js';
import { namesPath } from '../../model/names.js';
import { escapeHidden } from '../../text/hidden.js';
import { type Context, formatCount } from '../context.js';

/** The changes of a kind. */
function ofKind<Kind extends Change['kind']>(changes: readonly Change[], kind: Kind) {
  return changes.filter((change): change is Extract<Change, { kind: Kind }> => change.kind === kind);
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
    .map(([kind, done]) => ({ done, files: ofKind(changes, kind).length }))
    .filter(({ files }) => files > 0)
    .map(({ done, files }) => `${formatCount(files, 'file')} ${done}`);
  const dim = (text: string) => paint('dim', text);
  return [
    `${out}: ${touched.length > 0 ? touched.join(', ') : 'already up to date'}.`,
    ...ofKind(changes, 'merged').map(({ path }) => `  merged    ${path}`),
    ...ofKind(changes, 'replaced').map(({ path }) => `  replaced  ${path}: your changes to it are gone`),
    ...ofKind(changes, 'stays').map(({ path }) => dim(`${path} keeps what you changed by hand.`)),
    ...ofKind(changes, 'absent').map(({ path }) => dim(`${path} stays away, since you deleted it.`)),
    ...ofKind(changes, 'ejected').map(({ path }) => dim(`${path} is yours, since you ejected it.`)),
  ];
}

/** Where the user's changes and ours exclude each other, and what to do about it; empty where nowhere. */
export function describeConflicts(changes: readonly Change[], { paint }: Context): string {
  const merged = ofKind(changes, 'merged').filter(({ conflicts }) => conflicts.length > 0);
  if (merged.length === 0) return '';
  const lines = merged.flatMap(({ path, conflicts }) =>
    conflicts.map((conflict) => escapeHidden(`  ${path}${describeConflict(conflict)}`)),
  );
  return [
    `${paint('yellow', 'Decide:')} you and mcpwright changed the same, since the last run:`,
    ...lines,
    '',
  ].join('\n');
}

function describeConflict(conflict: Conflict): string {
  if ('line' in conflict) return `:${conflict.line}: both are there, between <<<<<<< and >>>>>>>`;
  const { key, yours = 'deleted', ours = 'deleted' } = conflict;
  return `: ${key}: yours stays (${yours}), mcpwright's would be ${ours}`;
}

/** Why nothing was written: the files that were edited, and where each change belongs. */
export function describeStop(out: string, changes: readonly Change[], { paint }: Context): string {
  const edited = ofKind(changes, 'edited');
  return [
    `${paint('red', 'Nothing was written.')} These files in ${out} were changed by hand since the last run, and would be replaced:`,
    ...edited.flatMap((change) => [
      `  ${change.path}${change.reason === undefined ? '' : `: ${reasons[change.reason].what}`}`,
      paint('dim', `    ${adviseOn(change)}`),
    ]),
    `Or give a change up: --overwrite ${edited[0]?.path ?? 'FILE'}. A bare --overwrite gives up all of these.`,
    '',
  ].join('\n');
}

/** Why a file was not merged, and what to do about it. */
const reasons: Record<EditReason, { what: string; advice: (path: string) => string }> = {
  foreign: {
    what: 'mcpwright did not write it',
    advice: () => 'Move it away, or name another folder with --out.',
  },
  link: { what: 'it is a link', advice: () => 'Put a file in its place.' },
  binary: { what: 'it is not UTF-8 text', advice: () => 'Save it as UTF-8.' },
  base: {
    what: 'it is not known what mcpwright wrote last',
    advice: (path) => `Restore .mcpwright/base/${path} from version control: changes are merged with it.`,
  },
  markers: {
    what: 'it still has conflict markers',
    advice: () => 'Keep the lines that you want, and delete the markers.',
  },
};

/** Where a change to a file belongs. */
function adviseOn({ path, owner, reason }: Extract<Change, { kind: 'edited' }>): string {
  if (reason !== undefined) return reasons[reason].advice(path);
  if (path === namesPath) return 'It was changed while this run read it: run it again.';
  if (owner === 'vendored')
    return `mcpwright eject ${path} makes the file yours; src/custom.ts wraps calls without that.`;
  if (path.startsWith('src/generated/tools/'))
    return 'Descriptions, hidden tools, wrapped calls: src/custom.ts. Names, selection, toolsets: mcpwright.yaml.';
  if (path.startsWith('src/generated/'))
    return 'Names, selection, base URL: mcpwright.yaml. What tools do: src/custom.ts. The rest: the document.';
  return 'Variables of your own: the README, or a file of your own.';
}
