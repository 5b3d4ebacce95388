/**
 * Bundles the server into dist/, so that it starts fast and needs no package at run time. Code that is not needed
 * to list the tools becomes files of its own, loaded when they are. `--test` builds the tests besides, runs them and leaves nothing of them; what
 * follows it is for `node --test`. `--watch` serves over HTTP, or over stdio with `--stdio`, and what is built after each
 * change takes the place of what was served: clients stay connected, and hear that the list has changed. What follows it
 * is for the server.
 */
import { spawnSync } from 'node:child_process';
import { Console } from 'node:console';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build, context, stop, transform } from 'esbuild';

/** You may delete a transport that you do not need. */
const transports = ['stdio', 'http'].filter((name) => existsSync(`src/${name}.ts`));
const [, ...testArgs] = process.argv.slice(process.argv.indexOf('--test'));
const wantsTests = process.argv.includes('--test');
const tests =
  wantsTests && existsSync('test') ? readdirSync('test').filter((file) => file.endsWith('.test.ts')) : [];

const watches = process.argv.includes('--watch');
const served = transports.includes('http') && !process.argv.includes('--stdio') ? 'http' : 'stdio';
/** The server that `--watch` runs, from the first good bundle on, and how many bundles there were. */
let live;
let bundles = 0;
// Standard output is for messages of the protocol.
if (watches && served === 'stdio') globalThis.console = new Console(process.stderr);
/** The parts of the server, each by itself: those that have changed are loaded again. */
const parts = {
  catalog: 'src/generated/catalog.ts',
  custom: 'src/custom.ts',
  live: '#runtime/server/createView.js',
  run: `#runtime/transport/${served === 'http' ? 'http/runHttp' : 'stdio/runStdio'}.js`,
  server: 'src/server.ts',
};

rmSync('dist', { recursive: true, force: true });
const bundle = describeBundle('dist', {
  ...Object.fromEntries(transports.map((name) => [name, `src/${name}.ts`])),
  ...(watches && Object.fromEntries(Object.entries(parts).map(([name, path]) => [`dev/${name}`, path]))),
});
if (!watches) bundle.plugins.push({ name: 'start', setup: joinStart });
// From what is bundled, licenses.js knows whose licences to write down.
bundle.metafile = !watches && !wantsTests && existsSync('licenses.js');
const bundler = await context(bundle);
if (watches) {
  // What bundles is another process, which does not always end by itself.
  process.once('exit', stop);
  await bundler.watch();
} else {
  const { metafile } = await bundler.rebuild();
  await bundler.dispose();
  if (metafile !== undefined) writeFileSync('dist/build.meta.json', JSON.stringify(metafile));
  if (wantsTests) await runTests();
}

/** What esbuild is told: where it writes, and the files that others import by their names. */
function describeBundle(outdir, entryPoints) {
  const data = ({ onLoad }) =>
    onLoad({ filter: /[\\/]generated[\\/]catalog\.ts$/ }, ({ path }) => toJson(path, outdir));
  return {
    entryPoints,
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    alias: { '@modelcontextprotocol/server/_shims': '#runtime/sdk-shims.js' },
    plugins: [
      { name: 'builtins', setup: provideBuiltins },
      { name: 'data', setup: data },
      ...(watches ? [{ name: 'serve', setup: ({ onEnd }) => onEnd(serve) }] : []),
    ],
  };
}

/**
 * Keeps what every start loads in one file, where esbuild would split it by who else needs which part of it: the library that
 * is loaded later is made to import all of it, which is there by then. Your own files are not: the start may wait for them.
 */
async function joinStart({ onLoad }) {
  const all = 'src/program.ts';
  const entries = [all, ...transports.map((name) => `src/${name}.ts`)];
  const { metafile } = await build({
    entryPoints: entries,
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    plugins: [{ name: 'start', setup: leaveOutOthers }],
    metafile: true,
    write: false,
  });
  const first = new Set(Object.keys(metafile.inputs));
  onLoad({ filter: /[\\/](?:src|@mcpwright)[\\/]runtime[\\/].*\.[jt]s$/ }, ({ path }) => {
    if (first.has(relative('.', path).replaceAll(sep, '/'))) return undefined;
    return {
      contents: `import ${JSON.stringify(resolve(all))};\n${readFileSync(path, 'utf8')}`,
      loader: path.endsWith('.ts') ? 'ts' : 'js',
    };
  });
}

/** Leaves out what is imported once it is needed, and packages, but for that of the runtime. */
function leaveOutOthers({ onResolve }) {
  onResolve({ filter: /^/ }, ({ kind, path }) => {
    const isPackage = kind !== 'entry-point' && /^(?!@mcpwright\/)[\w@]/.test(path);
    return kind === 'dynamic-import' || isPackage ? { path, external: true } : undefined;
  });
}

/** Bundles test/ and runs it, and leaves dist/ as it was; that there is nothing is no failure. */
async function runTests() {
  if (tests.length === 0) {
    console.error('There are no tests in test/.');
    return;
  }
  const outdir = 'dist/test';
  const names = tests.map((file) => `test/${file.replace(/\.ts$/, '')}`);
  await build(describeBundle(outdir, Object.fromEntries(names.map((name) => [name, `${name}.ts`]))));
  const files = names.map((name) => `${outdir}/${name}.js`);
  const { status } = spawnSync(process.execPath, ['--test', ...testArgs, ...files], { stdio: 'inherit' });
  rmSync(outdir, { recursive: true });
  process.exitCode = status ?? 1;
}

/** Serves what was bundled; where that failed, what was served before goes on. */
async function serve({ errors }) {
  if (errors.length > 0) return;
  bundles += 1;
  const load = (part) => import(`./dist/dev/${part}.js?${bundles}`);
  try {
    const [{ createApp }, { catalog }, { default: custom }] = await Promise.all(
      ['server', 'catalog', 'custom'].map(load),
    );
    if (live !== undefined) {
      await live.replace(createApp({ catalog, custom, env: live.env }));
      console.error(`Serving what has changed: ${await live.view().summary()}`);
      return;
    }
    const [{ createLiveApp }, { runHttp, runStdio }] = await Promise.all(['live', 'run'].map(load));
    const run = runHttp ?? runStdio;
    // Not waited for: it ends when the server does.
    void run(
      describeProcess(catalog.api),
      (env) => (live = createLiveApp(createApp({ catalog, custom, env }))),
    );
  } catch (error) {
    console.error(error);
    if (live !== undefined) console.error('What was served before goes on.');
  }
}

/** The process as the program finds it that is started by itself; sessions, where they are built in, let older clients hear of changes. */
function describeProcess({ absent = {} }) {
  const { argv, env, stdin, stdout, stderr } = process;
  const flags = argv.slice(2).filter((flag) => flag !== '--watch' && flag !== '--stdio');
  return {
    argv: [argv[0], resolve(`dist/${served}.js`), ...flags],
    env: { ...(absent['sessions: true'] === undefined && { MCP_SESSIONS: 'true' }), ...env },
    stdin,
    stdout,
    stderr,
    once: (event, listener) => process.once(event, listener),
    exit: (code) => process.exit(code),
  };
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

/** What the catalog imports is data: written to the folder data/ as JSON, it is read in half the time that code takes. */
async function toJson(path, outdir) {
  const catalog = readFileSync(path, 'utf8');
  const imports = /\(await import\('\.\/([\w/]+)\.js'\)\)\.(\w+)/g;
  const watchFiles = [path];
  for (const [, module, name] of catalog.matchAll(imports)) {
    const sourceFile = join(dirname(path), `${module}.ts`);
    watchFiles.push(sourceFile);
    const { code } = await transform(readFileSync(sourceFile, 'utf8'), { loader: 'ts' });
    const exported = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
    const file = join(outdir, 'data', `${module}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(exported[name]));
  }
  if (watchFiles.length === 1) throw new Error(`${path} imports no data in the form that this script knows`);
  // The catalog ends up in a folder beside data/.
  const read = `import { readFileSync } from 'node:fs';
const read = (file) => JSON.parse(readFileSync(new URL('../data/' + file, import.meta.url), 'utf8'));`;
  return { loader: 'ts', watchFiles, contents: `${read}\n${catalog.replaceAll(imports, "read('$1.json')")}` };
}
