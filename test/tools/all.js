// Runs what takes too long for every change: `npm run test:all`, once before a release.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const long = ['test/judges/projects/features', 'test/judges/listed'];
/** What users install, on the versions of Node that the README names. */
const packed = 'test/e2e/pack.test.ts';

run('node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', ...long, packed);
for (const version of ['22', '24']) run('test/tools/onNode.js', version, packed);

/** Runs a program of Node; where it fails, so does the whole. */
function run(program, ...args) {
  const { status } = spawnSync(process.execPath, [join(root, program), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, MCPWRIGHT_ALL: 'true' },
  });
  if (status !== 0) process.exit(status ?? 1);
}
