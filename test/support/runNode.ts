import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Outcome } from './runCommand.js';

/** Runs a program in a process of its own, until it has ended and all that it said has come. */
export async function runNode(
  args: readonly string[],
  { input = '', ...options }: { cwd: string; env?: Record<string, string | undefined>; input?: string },
): Promise<Outcome> {
  const child = spawn(process.execPath, args, { ...options, stdio: 'pipe' });
  child.stdin.end(input);
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { code, stdout, stderr };
}
