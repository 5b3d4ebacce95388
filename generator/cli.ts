#!/usr/bin/env node
import { execFile } from 'node:child_process';
import { requireDescriptors } from '../templates/project/src/runtime/memo.js';
import { describeSystemError, enableCompileCache } from '../templates/project/src/runtime/transport/start.js';

enableCompileCache();
const { stdin, stdout, stderr, env } = process;
// Whoever reads the output may stop reading, as `head` does.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
const stopped = () =>
  new Promise<void>((resolve) => {
    process.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
/** Whatever it ends with counts as run: a compiler ends with 1 where it finds errors. */
const run = (program: string, args: readonly string[], folder: string) =>
  new Promise<string>((resolve) => {
    const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [program, ...args], options, (_error, said) => resolve(said));
  });
/** Files that Node opens at once to load what the commands are made of; without them, it says that there are none. */
const openAtOnce = 160;
try {
  requireDescriptors(openAtOnce);
} catch {
  stderr.write(
    `mcpwright cannot start: it opens up to ${openAtOnce} files at once, and this process may not: raise the limit (ulimit -n 1024).\n`,
  );
  process.exit(2);
}
try {
  // Imported only now: the system may refuse to open one file more.
  const { main } = await import('./main.js');
  const system = { stdin, stdout, stderr, env, stopped, run, program: process.argv[1] };
  process.exitCode = await main(process.argv.slice(2), system);
} catch (error) {
  const reason = describeSystemError(error);
  if (reason === undefined) throw error;
  stderr.write(`mcpwright cannot start: ${reason}.\n`);
  process.exitCode = 2;
}
