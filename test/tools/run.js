// Runs a TypeScript file of this repository: `node test/tools/run.js test/tools/demo.ts [arguments]`.
import { build } from 'esbuild';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [source = '', ...rest] = process.argv.slice(2);
// Inside the repository, so that packages resolve as they do for the sources.
const outfile = join(root, 'test/.tmp/run', `${basename(source, '.ts')}.mjs`);
await build({
  entryPoints: [resolve(source)],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
  logLevel: 'warning',
});
process.argv.splice(1, process.argv.length - 1, outfile, ...rest);
await import(pathToFileURL(outfile).href);
