// Runs scripts of package.json at once: `node test/tools/together.js lint typecheck`. Each says what it has to say when it has
// ended, the quickest first; where one fails, so does the whole.
import { spawn } from 'node:child_process';

const scripts = process.argv.slice(2);
if (scripts.length === 0) {
  console.error(
    'Usage: node test/tools/together.js SCRIPT…, such as: node test/tools/together.js lint typecheck',
  );
  process.exit(2);
}
const codes = await Promise.all(scripts.map(run));
const failed = scripts.filter((_, index) => codes[index] !== 0);
if (failed.length > 0) {
  console.error(`Failed: ${failed.map((script) => `npm run ${script}`).join(', ')}.`);
  process.exit(1);
}

/** Runs a script to its end, then shows what it said; resolves with its exit code, null where a signal ended it. */
async function run(script) {
  // There is memory for tsc to collect garbage less often.
  const env = { ...process.env, GOGC: '400' };
  const child = spawn('npm', ['run', script], { env, shell: process.platform === 'win32' });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(piece));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  process.stdout.write(Buffer.concat(said));
  return code;
}
