import { basename, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { readDocumentCertificates } from '../load/documentCertificates.js';
import { readDocumentHeaders } from '../load/documentHeaders.js';
import type { LoadOptions } from '../load/load.js';
import { escapeHidden, hidden } from '../text/hidden.js';

/** What a command gets from the terminal it runs in. */
export interface Context {
  /** Writes to standard output: the result that the user asked for. */
  print: (text: string) => void;
  /** Writes to standard error: everything said on the way. Silent with `--quiet`. */
  note: (text: string) => void;
  /** Writes to standard error what the user must see: why the run stopped. Not even `--quiet` silences it. */
  alert: (text: string) => void;
  /** Says what goes on, once the run has taken a second. Silent with `--quiet` and `--json`. */
  progress: (text: string) => void;
  /** Colours a text for standard error or output, where the user wants colours. */
  paint: (style: Style, text: string) => string;
  /** Reads standard input to its end. */
  readStdin: (maxBytes: number) => Promise<string>;
  /** Standard input and output, for a server that talks over them. */
  input: Readable;
  output: Writable;
  /** Settled when the user, or the system, asks the run to stop. */
  stopped: Promise<void>;
  /** Environment variables. */
  env: Record<string, string | undefined>;
}

/** What a document is read with. */
export function sourceOf({
  readStdin,
  env,
}: Context): Pick<LoadOptions, 'readStdin' | 'headers' | 'certificates'> {
  return {
    readStdin,
    headers: readDocumentHeaders(env),
    certificates: readDocumentCertificates(env),
  };
}

export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';

/** 0: done. 1: done or stopped, with findings that need a decision. 2: wrong use, or no document to read. */
export type ExitCode = 0 | 1 | 2;

/** A number of things in words: `count(1, 'tool')` is `1 tool`, `count(1123, 'tool')` is `1,123 tools`. */
export function formatCount(number: number, thing: string): string {
  return `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;
}

/** Rows as aligned text: the first row is the head; columns named in `right` are aligned to the right. */
export function formatTable(cells: readonly string[][], right: readonly number[] = []): string {
  const rows = cells.map((row) => row.map((cell) => escapeHidden(cell)));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const formatRow = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return rows.map((row) => `${formatRow(row)}\n`).join('');
}

/**
 * How the user runs mcpwright, for commands to copy: what npm runs says so in the environment. None of them downloads
 * anything, since a package of that name may be anybody's.
 */
export function nameProgram(env: Context['env']): string {
  if (env['npm_lifecycle_event'] === 'mcpwright') return 'npm run -s mcpwright --';
  return env['npm_command'] === 'exec' ? 'npm exec --no -- mcpwright' : 'mcpwright';
}

/** Says that a run waits for another one on the same folder. */
export function tellWait(folder: string, { alert }: Context): (pid: number, file: string) => void {
  return (pid, file) =>
    alert(
      `${escapeHidden(`Another run of mcpwright (PID ${pid}) writes to ${folder}: waiting for it to end. If there is none, delete ${file}`)}\n`,
    );
}

/** Says that the next run could not have finished this one; empty where it could. */
export function describeUnkept(unkept: string | undefined): string {
  if (unkept === undefined) return '';
  return `No journal of this run was kept: ${unkept}. If it had been stopped half-way, the next one would not have finished it. To keep one, set XDG_STATE_HOME to a folder outside of the project that only you may write to.\n`;
}

/** The name of a folder in a sentence: the current one and those around it have no name as they are given. */
export function nameFolder(path: string): string {
  return escapeHidden(/^[./\\]*$/.test(path) ? basename(resolve(path)) || path : path);
}

/** A path as a POSIX shell takes it, on one line and with nothing hidden: what is hidden is written as ANSI C does. */
export function quoteForShell(path: string): string {
  const shown = path.replaceAll(/['\\]/g, String.raw`\$&`).replaceAll(hidden, escapeForShell);
  if (path.search(hidden) !== -1) return `$'${shown}'`;
  return /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

function escapeForShell(character: string): string {
  if (character === '\n') return String.raw`\n`;
  // In bytes, since not every shell knows numbers of characters.
  return [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
