import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { main } from '../../generator/main.js';
import type { System } from '../../generator/terminal.js';

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

const stopped = () => new Promise<void>(() => {});

/**
 * Runs a command as `cli.ts` does, in the current folder, but without a process of its own. Only with `more`, the project
 * remembers the run, and its compiler runs.
 */
export async function runCommand(
  args: string[],
  input = '',
  env: Record<string, string> = {},
  more: Pick<System, 'program' | 'run'> = {},
): Promise<Outcome> {
  const stdin = new PassThrough().end(input);
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const code = await main(args, { stdin, stdout, stderr, env, stopped, ...more }).finally(() => {
    stdout.end();
    stderr.end();
  });
  const [out, err] = await written;
  return { code, stdout: out, stderr: err };
}
