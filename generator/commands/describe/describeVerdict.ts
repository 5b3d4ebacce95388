import { join } from 'node:path';
import type { Change } from '../../model/file.js';
import { diffLines } from '../../text/diffLines.js';
import { runtimePackage } from '../../model/config.js';
import { escapeHidden } from '../../text/hidden.js';
import { type Context, formatCount, nameFolder, nameProgram, quoteForShell } from '../context.js';
import type { TypeFault } from '../types/checkTypes.js';
import type { SinceLastRun } from '../diff/compareWithLastRun.js';
import { describeOrphan } from './describeChanges.js';
import { summarizeComparison } from './describeComparison.js';

/** What of a project is not as a run would leave it. */
export interface Verdict {
  out: string;
  /** The document that it is held against. */
  source: string;
  /** A run was stopped half-way. */
  interrupted: boolean;
  /** What a run would change. */
  behind: Change[];
  /** Generated and vendored files that were edited by hand. */
  edited: string[];
  /** Those of them at which a run stops, since it would write something else there. */
  stopping: string[];
  /** Shared files in which conflicts are left. */
  unresolved: string[];
  /** Ejected files that are written no longer, and lack what they import. */
  orphaned: Extract<Change, { kind: 'orphaned' }>[];
  /** Ejected files of which ours changed since. */
  ejected: Extract<Change, { kind: 'ejected' }>[];
  /** What the compiler finds wrong; undefined where it is not installed. */
  errors: TypeFault[] | undefined;
  /** What a run would change for callers, or why that cannot be said. */
  since?: SinceLastRun | undefined;
  /** The package of the runtime that is installed is not the one that the code is generated for. */
  unfit: boolean;
}

/** How many files and lines of each kind are shown before the rest is only counted. */
const shown = 40;
/** The same of files that a run would write: what that means for callers comes after them. */
const shownFiles = 12;

/** What a check found, for people. */
export function describeVerdict(verdict: Verdict, isFine: boolean, { paint, env }: Context): string {
  const { interrupted, behind, edited, stopping, unresolved, orphaned, ejected, errors, unfit, since } =
    verdict;
  const out = nameFolder(verdict.out);
  const program = nameProgram(env);
  const compare = `${program} diff ${[verdict.out, verdict.source].map(quoteForShell).join(' ')}`;
  const listed = (title: string, lines: readonly string[], most = shown) =>
    lines.length === 0
      ? []
      : [paint('yellow', title), ...clipLines(lines, most).map((line) => `  ${escapeHidden(line)}`)];
  const done = {
    create: 'create',
    update: 'update',
    delete: 'delete',
    merged: 'merge',
    left: 'keep, and no longer list as a file of mcpwright,',
  } as Record<string, string>;
  return [
    ...(interrupted ? [paint('yellow', `A run was stopped half-way: ${program} generate finishes it.`)] : []),
    ...(unfit
      ? [
          paint(
            'yellow',
            `${runtimePackage} as it is installed does not fit the generated code: install the one that was packed from this version of mcpwright.`,
          ),
        ]
      : []),
    ...listed(
      stopping.length === 0
        ? `${out} is behind its document: ${program} generate would`
        : `${out} is behind its document, and ${program} generate would stop at what is edited by hand below; else it would`,
      behind.map(
        (change) =>
          `${done[change.kind] ?? change.kind} ${change.path}${change.kind === 'merged' && change.conflicts.length > 0 ? ', which leaves conflicts' : ''}`,
      ),
      shownFiles,
    ),
    ...(since?.comparison === undefined
      ? []
      : summarizeComparison(since.comparison, paint, 'For callers', compare)),
    ...listed(
      'Edited by hand, though mcpwright writes it:',
      edited.map((path) => (stopping.includes(path) ? `${path} (${program} generate stops there)` : path)),
    ),
    ...listed('Conflicts are left, between <<<<<<< and >>>>>>>:', unresolved),
    ...listed(
      'Ejected, needed by this API no longer, and without what they import:',
      orphaned.map(describeOrphan),
    ),
    ...listed('These lines would not compile:', (errors ?? []).map(describeFault)),
    ...ejected.flatMap((change) =>
      describeDrift(change, `${program} eject ${quoteForShell(join(verdict.out, change.path))}`, paint),
    ),
    ...(errors === undefined
      ? [paint('dim', 'src/custom.ts is not compiled, since TypeScript is not installed: npm install')]
      : []),
    ...(isFine ? [`${out}: up to date.`] : []),
    '',
  ].join('\n');
}

/** What does not compile after a run, for people; empty where all does. */
export function describeFaults(faults: readonly TypeFault[], { paint }: Context): string {
  if (faults.length === 0) return '';
  const lines = clipLines(faults.map(describeFault)).map((line) => `  ${escapeHidden(line)}`);
  return [paint('yellow', 'These lines do not compile:'), ...lines, ''].join('\n');
}

function describeFault({ file, line, column, message, nearest, hint }: TypeFault): string {
  const meant = hint === undefined ? nearest && ` Did you mean ${nearest}?` : ` ${hint}.`;
  return `${file}:${line}:${column} ${message}${meant ?? ''}`;
}

/** What changed in our text of an ejected file since it was ejected. */
function describeDrift(
  { path, pristine, content }: Extract<Change, { kind: 'ejected' }>,
  eject: string,
  paint: Context['paint'],
): string[] {
  if (pristine === undefined)
    return [`${path} is yours. What it was made from is not known: ${eject} keeps ours of now.`];
  const lines = listDifferences(pristine.split('\n'), content.split('\n'));
  return [
    `${path} is yours. Since you ejected it, mcpwright's has changed (${eject} marks that as seen):`,
    ...clipLines(lines).map((line) => {
      const style = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim';
      return paint(style, `  ${escapeHidden(line)}`);
    }),
  ];
}

/** The lines that differ, marked with + and -, with the line numbers of where they are. */
function listDifferences(before: readonly string[], after: readonly string[]): string[] {
  const lines: string[] = [];
  let [i, j] = [0, 0];
  for (const [k, l] of [...diffLines(before, after), [before.length, after.length] as const]) {
    if (k > i || l > j)
      lines.push(
        `@@ -${i + 1},${k - i} +${j + 1},${l - j} @@`,
        ...before.slice(i, k).map((line) => `-${line}`),
        ...after.slice(j, l).map((line) => `+${line}`),
      );
    [i, j] = [k + 1, l + 1];
  }
  return lines;
}

function clipLines(lines: readonly string[], most = shown): string[] {
  const rest = lines.length - most;
  return rest <= 0
    ? [...lines]
    : [...lines.slice(0, most), `… and ${formatCount(rest, 'line')} more; --json has all`];
}
