// Runs what takes too long for every change: `npm run test:all`, once before a release.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const args = [
  'run',
  '--config',
  'test/vitest.config.ts',
  '--project',
  'system',
  'test/judges/projects/features',
  'test/judges/listed',
];
const { status } = spawnSync(process.execPath, [vitest, ...args], {
  stdio: 'inherit',
  env: { ...process.env, MCPWRIGHT_ALL: 'true' },
});
process.exit(status ?? 1);
