// Runs the unit tests, those of transports and faults and the committed servers on another version of Node: `node test/tools/onNode.js 24`.
// The version comes from npm, into a folder of its own, and stays there for the next run.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const always = ['--config', 'test/vitest.config.ts', '--reporter=dot'];
/** Judges of what differs between versions: sockets, streams, processes and the engine. */
const ofServers = [
  'transport/',
  'validators/',
  'faults/faults.test.ts',
  'projects/build.test.ts',
  'projects/edge.test.ts',
  'projects/oversize.test.ts',
].map((path) => `test/judges/${path}`);
const [version, ...rest] = process.argv.slice(2);
if (!/^\d+(\.\d+){0,2}$/.test(version ?? '')) {
  console.error('Usage: node test/tools/onNode.js VERSION [tests], such as: node test/tools/onNode.js 24');
  process.exit(2);
}
const node = findNode();
console.log(`On ${run(node, ['--version'], { stdio: 'pipe' }).stdout.trim()}:`);
const parts =
  rest.length > 0
    ? [rest]
    : [
        ['--project', 'unit'],
        ['--project', 'judges', ...ofServers],
        ['--project', 'e2e', 'test/e2e/samples.test.ts'],
      ];
for (const part of parts) {
  const { status } = run(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...always, ...part], {
    // Also what the tests start by name, such as `node` and `npm`, is of that version.
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** The path of the version, which is fetched where it is not there yet. */
function findNode() {
  const os = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${os}-${process.arch}`;
  const folder = join(root, 'test/.tmp/node', version);
  const file = join(folder, 'node_modules', name, 'bin', os === 'win' ? 'node.exe' : 'node');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const quietly = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
    const { status } = run('npm', ['install', ...quietly, `${name}@${version}`], { shell: os === 'win' });
    if (status !== 0 || !existsSync(file)) {
      console.error(
        `Node ${version} could not be fetched: npm has no package ${name}@${version}, or is out of reach.`,
      );
      process.exit(1);
    }
  }
  return file;
}

function run(command, args, options) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', encoding: 'utf8', ...options });
}
