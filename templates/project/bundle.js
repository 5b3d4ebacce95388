/**
 * Bundles the entries that platforms call: src/worker.ts and src/lambda.ts, each into one file of dist/ that needs no
 * package. What is for Workers, Deno, Bun and Vercel holds no module of Node that one of them lacks: disk, sockets, processes.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

for (const name of ['worker', 'lambda']) {
  if (!existsSync(`src/${name}.ts`)) continue;
  const { metafile } = await build({
    entryPoints: [`src/${name}.ts`],
    outfile: `dist/${name}.js`,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    alias: { '@modelcontextprotocol/server/_shims': '#runtime/sdk-shims.js' },
    plugins: [
      { name: 'builtins', setup: provideBuiltins },
      ...(name === 'worker' ? [{ name: 'lacking', setup: replaceLacking }] : []),
    ],
    // From what is bundled, licenses.js knows whose licences to write down.
    metafile: existsSync('licenses.js'),
  });
  if (metafile !== undefined) writeFileSync(`dist/${name}.meta.json`, JSON.stringify(metafile));
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

/** Has requests to the API sent with `fetch`, and says of files and sockets that there are none. */
function replaceLacking({ onResolve, onLoad, resolve }) {
  onResolve({ filter: /^\.\/createClient\.js$/ }, ({ importer, kind, resolveDir }) => {
    // What knows of proxies needs the other; it is never loaded.
    return /createNetwork\.[jt]s$/.test(importer)
      ? resolve('./clientOverFetch.js', { kind, resolveDir })
      : undefined;
  });
  onResolve({ filter: /^node:(?:fs|os|http|https|net|tls|child_process)(?:\/|$)/ }, ({ path }) => {
    return { path, namespace: 'lacking' };
  });
  onLoad({ filter: /^/, namespace: 'lacking' }, async ({ path }) => {
    const { default: _, ...members } = await import(path);
    const exported = Object.entries(members).map(([name, value]) => {
      const isData = name === 'constants' || name === 'STATUS_CODES';
      return isData ? `export const ${name} = ${JSON.stringify(value)};` : `export { lack as ${name} };`;
    });
    const lack = `function lack() {
  throw Object.assign(new Error('There is no disk and no socket here.'), { code: 'ENOENT' });
}`;
    return { contents: [lack, 'export default lack;', ...exported].join('\n') };
  });
}
