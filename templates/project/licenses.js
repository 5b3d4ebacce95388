/**
 * Writes dist/THIRD-PARTY-LICENSES.txt: the licences of the packages that are built into dist/, which whoever hands dist/ on has
 * to hand on too (`npm run build` runs it last). The texts are those in node_modules, by the names of the packages; which these
 * are, build.js and bundle.js leave in dist/*.meta.json, as esbuild tells it (esbuild, metafile). Those files go.
 */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const left = (existsSync('dist') ? readdirSync('dist') : []).filter((file) => file.endsWith('.meta.json'));
if (left.length > 0) writeLicenses(left.map((file) => join('dist', file)));
else {
  console.error(
    'dist/ does not say what it was built of: run node build.js, and bundle.js where there is one, before.',
  );
  process.exitCode = 1;
}

function writeLicenses(paths) {
  const outputs = paths.flatMap((path) => Object.values(JSON.parse(readFileSync(path, 'utf8')).outputs));
  const inputs = outputs.flatMap((output) => Object.keys(output.inputs));
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const texts = new Map([...new Set(folders)].map(readLicense));
  const sorted = [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(
    'dist/THIRD-PARTY-LICENSES.txt',
    sorted.map(([title, text]) => `${'='.repeat(80)}\n${title}\n\n${text}\n`).join('\n'),
  );
  for (const path of paths) rmSync(path);
}

/** The name, version and license of a package, and the texts of its licences and notices. */
function readLicense(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
  const found = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8'));
  const text = found.map((one) => one.replaceAll('\r\n', '\n').trim()).join('\n\n');
  return [`${name} ${version}, ${license}`, text || 'The package comes without a text of it.'];
}
