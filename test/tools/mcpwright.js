// The CLI from a checkout: builds first when a source is newer than the build.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = join(root, 'dist/generator/cli.js');
const sources = ['generator', 'templates/project/src', 'tsconfig.json'];

if (!existsSync(cli) || sources.some((path) => newest(join(root, path)) > statSync(cli).mtimeMs)) {
  run('node_modules/typescript/bin/tsc', '-p', 'generator');
  run('test/tools/precompute.js');
  run('test/tools/bundleLibraries.js');
}
await import(cli);

/** Runs a step of the build; without it there is nothing to run. */
function run(program, ...args) {
  const { status } = spawnSync(process.execPath, [join(root, program), ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(2);
}

/** The time of the last change at or below a path. */
function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
