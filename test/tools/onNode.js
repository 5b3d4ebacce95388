// Runs the unit tests, and judges of what may differ, on another version of Node: `node test/tools/onNode.js 24`. With paths, it
// runs those.
// The version comes from npm, into a folder of its own, and stays there for the next run.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode } from './findNode.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const always = ['--config', 'test/vitest.config.ts', '--reporter=dot'];
/** The quick loop, judges of what Node does itself (sockets, streams, codings, files, processes, regular expressions), the packed package and the samples. */
const differing = [
  'unit/',
  'bounds.test.ts',
  'docs.test.ts',
  'house.test.ts',
  'rooms.test.ts',
  'judges/commands/',
  'judges/faults/decompress.test.ts',
  'judges/faults/faults.test.ts',
  'judges/projects/build.test.ts',
  'judges/projects/edge.test.ts',
  'judges/projects/losesNothing.test.ts',
  'judges/secrets/racingLinks.test.ts',
  'judges/secrets/redact.test.ts',
  'judges/transport/',
  'judges/validators/randomPatterns.test.ts',
  'e2e/pack.test.ts',
  'e2e/samples.test.ts',
].map((path) => `test/${path}`);
const [version, ...rest] = process.argv.slice(2);
if (!/^\d+(\.\d+){0,2}$/.test(version ?? '')) {
  console.error('Usage: node test/tools/onNode.js VERSION [tests], such as: node test/tools/onNode.js 24');
  process.exit(2);
}
const lost = differing.filter((path) => !existsSync(join(root, path)));
if (lost.length > 0) {
  console.error(`The list in test/tools/onNode.js names what is not there: ${lost.join(', ')}.`);
  process.exit(1);
}
const node = nodeOf(version);
console.log(`On ${run(node, ['--version'], { stdio: 'pipe' }).stdout.trim()}:`);
// All in one run: what is long in one part goes on beside the next.
const tests = rest.length > 0 ? rest : differing;
const { status } = run(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...always, ...tests], {
  // Also what the tests start by name, such as `node` and `npm`, is of that version.
  env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
});
if (status !== 0) process.exit(status ?? 1);

/** The path of the version; without it there is nothing to do. */
function nodeOf(wanted) {
  const file = findNode(wanted, join(root, 'test/.tmp/node', wanted));
  if (file !== undefined) return file;
  console.error(`Node ${wanted} could not be fetched: npm has no such package, or is out of reach.`);
  process.exit(1);
}

function run(command, args, options) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', encoding: 'utf8', ...options });
}
