/**
 * Writes dist/THIRD-PARTY-LICENSES.txt: the licences of the packages that are built into dist/, which whoever hands dist/ on has
 * to hand on too. The texts are those in node_modules, by the names of the packages (`npm run build` runs it last).
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const entries = ['stdio', 'http', 'worker', 'lambda'].map((name) => `src/${name}.ts`);
// Built once more, but not written: only to know what it is made of.
const { metafile } = await build({
  entryPoints: entries.filter((path) => existsSync(path)),
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  alias: { '@modelcontextprotocol/server/_shims': '#runtime/sdk-shims.js' },
  metafile: true,
  write: false,
});
const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
const texts = new Map([...new Set(folders)].map(readLicense));
const sorted = [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(
  'dist/THIRD-PARTY-LICENSES.txt',
  sorted.map(([title, text]) => `${'='.repeat(80)}\n${title}\n\n${text}\n`).join('\n'),
);

/** The name, version and license of a package, and the texts of its licences and notices. */
function readLicense(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
  const found = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8'));
  const text = found.map((one) => one.replaceAll('\r\n', '\n').trim()).join('\n\n');
  return [`${name} ${version}, ${license}`, text || 'The package comes without a text of it.'];
}
