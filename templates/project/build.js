/**
 * Bundles the server into dist/, so that it starts fast and needs no package at run time. Code that is not needed
 * to list the tools becomes files of its own, loaded when they are. `--test` builds the tests as well, and runs them; what
 * follows it is for `node --test`. `--watch` serves over HTTP, and again after each change; without src/http.ts it only
 * builds.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { context, transform } from 'esbuild';

/** You may delete a transport that you do not need. */
const transports = ['stdio', 'http'].filter((name) => existsSync(`src/${name}.ts`));
const [, ...testArgs] = process.argv.slice(process.argv.indexOf('--test'));
const wantsTests = process.argv.includes('--test');
const tests =
  wantsTests && existsSync('test') ? readdirSync('test').filter((file) => file.endsWith('.test.ts')) : [];

const watches = process.argv.includes('--watch');
/** The server that `--watch` runs, from the first good bundle on. */
let server;

rmSync('dist', { recursive: true, force: true });
const bundler = await context({
  entryPoints: {
    ...Object.fromEntries(transports.map((name) => [name, `src/${name}.ts`])),
    ...Object.fromEntries(tests.map((file) => [`test/${file.replace(/\.ts$/, '')}`, `test/${file}`])),
  },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  alias: { '@modelcontextprotocol/server/_shims': './src/runtime/sdk-shims.ts' },
  plugins: [
    { name: 'builtins', setup: provideBuiltins },
    { name: 'data', setup: ({ onLoad }) => onLoad({ filter: /[\\/]generated[\\/]catalog\.ts$/ }, toJson) },
    ...(watches ? [{ name: 'serve', setup: ({ onEnd }) => onEnd(serve) }] : []),
  ],
});
if (watches) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  await bundler.watch();
} else {
  await bundler.rebuild();
  await bundler.dispose();
  if (wantsTests) runTests();
}

/** Runs what was bundled of test/; that there is nothing is no failure. */
function runTests() {
  if (tests.length === 0) {
    console.error('There are no tests in test/.');
    return;
  }
  const files = tests.map((file) => `dist/test/${file.replace(/\.ts$/, '.js')}`);
  const { status } = spawnSync(process.execPath, ['--test', ...testArgs, ...files], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

/** Serves what was bundled; where that failed, what was served before goes on. */
async function serve({ errors }) {
  if (errors.length > 0) return;
  if (!transports.includes('http')) {
    console.error('Built. There is no src/http.ts to serve it with; clients start dist/stdio.js.');
    return;
  }
  if (server !== undefined && server.exitCode === null && server.signalCode === null) {
    server.kill();
    await once(server, 'exit');
  }
  server = spawn(process.execPath, ['dist/http.js'], { stdio: 'inherit' });
}

function stop() {
  server?.kill();
  process.exit();
}

/** Packages that `require` modules of Node find them: there is no `require` in the code that is built. */
function provideBuiltins({ onResolve, onLoad }) {
  onResolve({ filter: /^node:/ }, ({ kind, path }) => {
    return kind === 'require-call' ? { path, namespace: 'builtins' } : undefined;
  });
  onLoad({ filter: /^/, namespace: 'builtins' }, ({ path }) => {
    return { contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});` };
  });
}

/** What the catalog imports is data: written to dist/data/ as JSON, it is read in half the time that code takes. */
async function toJson({ path }) {
  const catalog = readFileSync(path, 'utf8');
  const imports = /\(await import\('\.\/([\w/]+)\.js'\)\)\.(\w+)/g;
  const watchFiles = [path];
  for (const [, module, name] of catalog.matchAll(imports)) {
    const sourceFile = join(dirname(path), `${module}.ts`);
    watchFiles.push(sourceFile);
    const { code } = await transform(readFileSync(sourceFile, 'utf8'), { loader: 'ts' });
    const exported = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
    const file = join('dist/data', `${module}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(exported[name]));
  }
  if (watchFiles.length === 1) throw new Error(`${path} imports no data in the form that this script knows`);
  // The catalog ends up in dist/chunks/.
  const read = `import { readFileSync } from 'node:fs';
const read = (file) => JSON.parse(readFileSync(new URL('../data/' + file, import.meta.url), 'utf8'));`;
  return { loader: 'ts', watchFiles, contents: `${read}\n${catalog.replaceAll(imports, "read('$1.json')")}` };
}
