import type { Readable, Writable } from 'node:stream';

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

export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';

/** 0: done. 1: done or stopped, with findings that need a decision. 2: wrong use, or no document to read. */
export type ExitCode = 0 | 1 | 2;
