/**
 * Packs the server that was built into a bundle of MCPB, which clients install with a click: `<name>-<version>.mcpb` in this
 * folder (`npm run build && npm run pack:mcpb`). The same files give the same bytes on every machine, whatever their times and
 * line ends, so that anybody who installs what package-lock.json says (`npm ci`) can make the bundle of a release again. Its
 * SHA-256 is printed, and written into server.json where that names the bundle.
 */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { zipSync } from 'fflate';

const manifestPath = 'mcpb/manifest.json';
const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
const own = JSON.parse(readFileSync('package.json', 'utf8'));
const problem = findProblem();

if (problem === undefined) pack();
else {
  console.error(problem);
  process.exitCode = 1;
}

/** What keeps the bundle from being made. */
function findProblem() {
  if (manifest.version !== own.version)
    return `${manifestPath} has the version ${manifest.version}, and package.json ${own.version}: run mcpwright publish.`;
  if (!existsSync('dist/stdio.js')) return 'dist/stdio.js is missing: run npm run build.';
  if (!existsSync('dist/THIRD-PARTY-LICENSES.txt'))
    return 'dist/THIRD-PARTY-LICENSES.txt is missing: run node licenses.js, with which npm run build should end.';
  if (manifest.icon !== undefined && !existsSync(manifest.icon))
    return `The icon ${manifest.icon} is missing: put it there, or name another as publish.icon in mcpwright.yaml.`;
  return undefined;
}

function pack() {
  const files = listFiles();
  // The parts of a date are those of this machine: this one is the same everywhere.
  const bytes = zipSync(files, { level: 9, mtime: new Date(1980, 0, 1) });
  const name = `${manifest.name}-${manifest.version}.mcpb`;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(name, bytes);
  noteHash(sha256);
  console.log(`${name}: ${Object.keys(files).length} files, ${bytes.length} bytes\nsha256 ${sha256}`);
}

/** The bytes of each file by its path in the bundle, in a fixed order. */
function listFiles() {
  const { name, version, license, engines } = own;
  return {
    'manifest.json': readPacked(manifestPath),
    ...Object.fromEntries(listLicenses().map((path) => [path, readPacked(path)])),
    ...(manifest.icon !== undefined && { [manifest.icon]: readPacked(manifest.icon) }),
    // Without it, Node would not take what was built for modules.
    'package.json': Buffer.from(
      `${JSON.stringify({ name, version, license, type: 'module', engines }, undefined, 2)}\n`,
    ),
    ...Object.fromEntries(listBuilt('').map((path) => [`server/${path}`, readPacked(join('dist', path))])),
    // Where the server serves skills, it reads them when it starts.
    ...Object.fromEntries(own.files?.includes('skills') ? listSkills() : []),
  };
}

/** What was built, without the entries that a bundle does not start, by paths with forward slashes. */
function listBuilt(folder) {
  const others = new Set(['http.js', 'worker.js', 'lambda.js', 'lambda.mjs', 'test', 'dev']);
  const found = readdirSync(join('dist', folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (others.has(path)) return [];
    return entry.isDirectory() ? listBuilt(`${path}/`) : [path];
  });
  return found.toSorted((a, b) => (a < b ? -1 : 1));
}

function listSkills() {
  const entries = readdirSync('skills', { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'));
  return paths.toSorted().map((path) => [path, readPacked(path)]);
}

/** Your own licence, where there is one: those of packages are in server/THIRD-PARTY-LICENSES.txt. */
function listLicenses() {
  return readdirSync('.')
    .filter((file) => /^(?:licen[cs]e|notice)(?:\.\w+)?$/i.test(file))
    .toSorted();
}

/** The bytes of a file; of text in UTF-8, with line ends as version control has them, whatever the checkout made of them. */
function readPacked(path) {
  const bytes = readFileSync(path);
  const isText =
    /\.(?:json|md|js|txt|svg)$|^[^.]*$/i.test(basename(path)) && isUtf8(bytes) && !bytes.includes(0);
  return isText ? Buffer.from(bytes.toString('utf8').replaceAll('\r\n', '\n')) : bytes;
}

/** Writes the hash into the entry of the MCP registry, which takes bundles with it alone. */
function noteHash(fileSha256) {
  if (!existsSync('server.json')) return;
  const text = readFileSync('server.json', 'utf8');
  const entry = JSON.parse(text);
  const bundles = (entry.packages ?? []).filter(({ registryType }) => registryType === 'mcpb');
  if (bundles.every((bundle) => bundle.fileSha256 === fileSha256)) return;
  for (const bundle of bundles) bundle.fileSha256 = fileSha256;
  writeFileSync('server.json', `${JSON.stringify(entry, undefined, 2)}\n`);
}
