/** Tables of what generating costs, and of what the emitted servers cost, beside a floor measured in the same run. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { formatTable } from '../../generator/commands/formatTable.js';
import { callsOverHttp, callsOverStdio, measure, medians, start } from './measure.js';

const root = process.cwd();
const scratch = join(root, 'test/.tmp/bench');
const cli = join(root, 'dist/generator/cli.js');
const specs = resolve(root, process.env['MCPWRIGHT_SHARED'] ?? '../shared', 'specs');

const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}\n';
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 15);
const calls = Number(process.env['BENCH_CALLS'] ?? 6000);

const documents: Record<string, string> = { petstore: join(root, 'samples/petstore/openapi.yaml') };
if (existsSync(specs)) {
  for (const file of [
    'petstore3.yaml',
    'docker-engine.yaml',
    'discord.json',
    'stripe.json',
    'kubernetes.json',
  ]) {
    documents[file.replace(/\.\w+$/, '')] = join(specs, file);
  }
} else {
  console.log(`No folder ${specs}: the real documents are left out.\n`);
}

rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
execFileSync('npm', ['run', '--silent', 'build'], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});

console.log('Generating, one process each');
const generation = [['document', 'CPU s', 'peak MiB']];
for (const [name, document] of Object.entries(documents)) {
  const { cpu, peak } = await measure(
    [cli, 'generate', document, '--out', join(scratch, name), '--quiet'],
    root,
  );
  generation.push([name, (cpu / 1000).toFixed(2), peak.toFixed(0)]);
}
console.log(formatTable(generation, [1, 2]));

console.log(`From spawn to the answer of tools/list over stdio, median CPU ms of ${rounds} interleaved runs`);
const empty = join(scratch, 'empty.js');
writeFileSync(empty, '');
const started = ['petstore', 'petstore3', 'kubernetes'].filter((name) => name in documents);
for (const name of started) execFileSync(process.execPath, ['build.js'], { cwd: join(scratch, name) });
const coldStart = await medians(rounds, {
  empty: async () => (await measure([empty], scratch)).answered,
  ...Object.fromEntries(
    started.map((name) => [
      name,
      async () => (await measure(['dist/stdio.js'], join(scratch, name), list)).answered,
    ]),
  ),
} as Record<string, () => Promise<number>>);
const floor = coldStart['empty'] ?? Number.NaN;
console.log(
  formatTable(
    [
      ['server', 'CPU ms', 'ratio to empty'],
      ...Object.entries(coldStart).map(([name, ms]) => [name, ms.toFixed(0), (ms / floor).toFixed(2)]),
    ],
    [1, 2],
  ),
);

console.log(
  `Calls per second, ${calls} calls, 32 at once, an API that answers at once; medians of 3 interleaved runs`,
);
const bare = join(scratch, 'bare.mjs');
await build({
  entryPoints: [join(root, 'test/bench/bare.ts')],
  outfile: bare,
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
});
const project = join(scratch, 'petstore');
const trivial = { name: 'trivial', arguments: {} };
// The operation with the fewest demands: no credential, no required argument.
const real = { name: 'list_pets', arguments: { limit: 2 } };
const speed = await medians(3, {
  'stdio bare': () => callsOverStdio(start([bare, 'stdio'], scratch), trivial, calls),
  'stdio emitted': () => callsOverStdio(start(['dist/stdio.js'], project), real, calls),
  'http bare': () => callsOverHttp(start([bare, 'http'], scratch), trivial, calls),
  'http emitted': () => callsOverHttp(start(['dist/http.js', '--port', '0'], project), real, calls),
});
const ratio = (a: number, b: number) => (a / b).toFixed(2);
console.log(
  formatTable(
    [
      ['server', 'calls/s', 'ratio to bare'],
      ['stdio bare', speed['stdio bare'].toFixed(0), '1.00'],
      [
        'stdio emitted',
        speed['stdio emitted'].toFixed(0),
        ratio(speed['stdio emitted'], speed['stdio bare']),
      ],
      ['http bare', speed['http bare'].toFixed(0), '1.00'],
      ['http emitted', speed['http emitted'].toFixed(0), ratio(speed['http emitted'], speed['http bare'])],
    ],
    [1, 2],
  ),
);
