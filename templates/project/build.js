/**
 * Bundles the server into dist/, so that it starts fast and needs no package at run time. What is not needed to
 * list the tools becomes files of their own, which are loaded when they are. `--test` builds the tests as well;
 * `--watch` serves over HTTP and starts again after each change.
 */
import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { context } from 'esbuild';

const tests = process.argv.includes('--test')
  ? readdirSync('test').filter((file) => file.endsWith('.test.ts'))
  : [];
const entries = {
  stdio: 'src/stdio.ts',
  http: 'src/http.ts',
  ...Object.fromEntries(tests.map((file) => [`test/${file.replace(/\.ts$/, '')}`, `test/${file}`])),
};

rmSync('dist', { recursive: true, force: true });
const bundler = await context({
  entryPoints: entries,
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  alias: { '@modelcontextprotocol/server/_shims': './src/runtime/sdk-shims.ts' },
});
await bundler.rebuild();
if (process.argv.includes('--watch')) {
  await bundler.watch();
  spawn(process.execPath, ['--watch', 'dist/http.js'], { stdio: 'inherit' });
} else {
  await bundler.dispose();
}
