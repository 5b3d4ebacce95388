// The last step of the build: bundles libraries into the files of dist/generator/ that import them, so that an installed mcpwright
// holds what it uses of them and no more. Bundled are those that package.json lists as devDependencies; what it lists as
// dependencies stays an import. The licences of what is bundled stand beside it.
import { build } from 'esbuild';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const compiled = join(root, 'dist/generator');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** What a file imports by the name of a package. */
const imports = /(?:\bfrom |\bimport\()'((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/g;

const entryPoints = listImporters();
// What was bundled of an older version.
rmSync(join(compiled, 'libraries'), { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints,
  outdir: compiled,
  outbase: compiled,
  allowOverwrite: true,
  bundle: true,
  splitting: true,
  chunkNames: 'libraries/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minify: true,
  charset: 'utf8',
  legalComments: 'eof',
  external: Object.keys(dependencies),
  // What libraries written as CommonJS take for granted.
  banner: {
    js: `import { createRequire as toRequire } from 'node:module';\nconst require = toRequire(import.meta.url);`,
  },
  define: { __filename: 'import.meta.filename', __dirname: 'import.meta.dirname' },
  plugins: [{ name: 'own files', setup: keepOwnImports }],
  metafile: true,
  logLevel: 'warning',
});
writeFileSync(join(compiled, 'libraries/LICENCES.txt'), collectLicences());

/** The compiled files that import a library that is to be bundled. */
function listImporters() {
  const files = readdirSync(compiled, { recursive: true }).filter(
    (path) => path.endsWith('.js') && !path.startsWith('libraries'),
  );
  const found = files.filter((path) => {
    const names = [...readFileSync(join(compiled, path), 'utf8').matchAll(imports)].map(([, name]) => name);
    return names.some((name) => !Object.hasOwn(dependencies, name));
  });
  if (found.length > 0) return found.map((path) => join(compiled, path));
  throw new Error('No file of dist/generator/ imports a library: compile it first, by npm run build.');
}

/** Files of our own import each other as before. */
function keepOwnImports({ onResolve }) {
  onResolve({ filter: /^\.\.?\// }, ({ importer, path }) =>
    importer.startsWith(compiled) ? { path, external: true } : undefined,
  );
}

/** The licences and notices of every package of which something is bundled. */
function collectLicences() {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  const found = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  // What precompute.js makes of it is not bundled, but stands beside.
  found.push('node_modules/gpt-tokenizer');
  const texts = [...new Set(found)].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return describeLicence(`${name} ${version}, ${license}`, folder, /^(?:licen[cs]e|notice|third-party)/i);
  });
  // One of them holds the code of another package, without its licence.
  const held = 'typescript within @ts-morph/common, Apache-2.0';
  return [...texts, describeLicence(held, 'node_modules/typescript', /^licen[cs]e/i)].join('\n');
}

function describeLicence(title, folder, names) {
  const files = readdirSync(join(root, folder)).filter((file) => names.test(file));
  const texts = files.map((file) => readFileSync(join(root, folder, file), 'utf8').trim());
  return [`${'='.repeat(80)}\n${title}\n`, ...texts, ''].join('\n');
}
