import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { App } from '../app.js';
import type { Environment } from '../environment.js';
import { SetupError } from '../setupError.js';

/** What a program needs of `process`. */
export type Process = Pick<NodeJS.Process, 'argv' | 'env' | 'stdin' | 'stdout' | 'stderr' | 'once' | 'exit'>;

/** The values of the command line's flags. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

export interface Program {
  /** The flags besides `--help`. */
  options: NonNullable<ParseArgsConfig['options']>;
  /** One line for each flag. */
  help: readonly string[];
  run: (app: App, flags: Flags, log: (line: string) => void) => Promise<void>;
}

/** Runs a program to its end and ends the process: with 0, or with 1 where it cannot start as it was called. */
export async function runProgram(
  process: Process,
  createApp: (env: Environment) => App,
  { options, help, run }: Program,
): Promise<void> {
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  try {
    const flags = readFlags(process.argv.slice(2), options);
    const app = createApp(process.env);
    if (flags['help'] === true) {
      const { describeUsage } = await import('./describeUsage.js');
      process.stdout.write(describeUsage(app.api, process.argv[1] ?? '', help));
    } else {
      await run(app, flags, log);
    }
    // What is written last goes out before the end.
    process.stdout.write('', () => process.exit(0));
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    log(error.message);
    process.exit(1);
  }
}

function readFlags(args: string[], options: Program['options']): Flags {
  try {
    const { values } = parseArgs({ args, options: { ...options, help: { type: 'boolean', short: 'h' } } });
    return values as Flags;
  } catch (error) {
    throw new SetupError(`${(error as Error).message}\nSee --help.`);
  }
}
