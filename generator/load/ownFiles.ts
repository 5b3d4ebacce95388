import { createHash } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownPackage } from '../model/config.js';

/** What we say of ourselves in package.json, and what emitted projects take their versions from. */
interface Package {
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/** Loads our own package.json. */
export async function loadPackage(): Promise<Package> {
  const { manifest } = await findPackageRoot();
  const { version, dependencies, devDependencies } = manifest as unknown as Package;
  return { version, dependencies, devDependencies };
}

/** Our own package: where it is, and its package.json. */
interface PackageRoot {
  folder: string;
  manifest: Record<string, unknown>;
}

/** Finds the folder of our own package, from the sources as well as from what they are compiled to. */
async function findPackageRoot(): Promise<PackageRoot> {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = await readManifest(join(folder, 'package.json'));
    if (manifest?.['name'] === ownPackage) return { folder, manifest };
  }
  throw new Error(`No package.json of ${ownPackage} above ${start}.`);
}

async function readManifest(path: string): Promise<PackageRoot['manifest'] | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as PackageRoot['manifest'];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

let stamped: Promise<string> | undefined;

/**
 * Identifies this program as it is installed here, and was when it was asked first: differs where a file of it does, or
 * a package that it uses has another version.
 */
export function stampProgram(): Promise<string> {
  return (stamped ??= stampOwnFiles());
}

async function stampOwnFiles(): Promise<string> {
  const { folder, manifest } = await findPackageRoot();
  const [own = ''] = relative(folder, fileURLToPath(import.meta.url)).split(sep);
  const stamps = await Promise.all([own, 'templates'].map((name) => stampFolder(join(folder, name))));
  const { dependencies } = manifest as unknown as Package;
  const packages = await Promise.all(
    Object.keys(dependencies).map((name) => findManifest(folder, name).then((found) => found?.['version'])),
  );
  return JSON.stringify([manifest['version'], stamps, packages]);
}

let hashed: Promise<string> | undefined;

/** Identifies what this program makes of a document, wherever it is installed: differs where its code or a template does. */
export function hashProgram(): Promise<string> {
  return (hashed ??= hashOwnFiles());
}

/** Declarations run nothing. Bundled libraries are told by their names, which have a hash, where they are imported. */
const isUnread = /\.(?:d\.ts|map)$|[\\/]libraries[\\/]/;

async function hashOwnFiles(): Promise<string> {
  const { folder, manifest } = await findPackageRoot();
  const [own = ''] = relative(folder, fileURLToPath(import.meta.url)).split(sep);
  const hash = createHash('sha256').update(String(manifest['version']));
  for (const part of [join(folder, own), join(folder, 'templates', 'project')]) {
    const paths = (await listFiles(part)).filter((path) => !isUnread.test(path));
    const texts = await readTexts(paths);
    for (const [index, path] of paths.entries())
      hash.update(JSON.stringify([relative(part, path).split(sep).join('/'), texts[index]]));
  }
  return hash.digest('hex');
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** The sizes and times of all files below a folder. */
async function stampFolder(folder: string): Promise<string[]> {
  const stamps = (await listFiles(folder)).map(async (path) => {
    const { size, mtimeNs } = await stat(path, { bigint: true });
    return `${relative(folder, path)} ${size} ${mtimeNs}`;
  });
  return Promise.all(stamps);
}

/** The package.json of a package that is installed in a folder or one around it. */
export async function findManifest(
  start: string,
  name: string,
): Promise<PackageRoot['manifest'] | undefined> {
  for (let folder = start; ; folder = dirname(folder)) {
    const manifest = await readManifest(join(folder, 'node_modules', name, 'package.json'));
    if (manifest !== undefined || folder === dirname(folder)) return manifest;
  }
}

let loaded: Promise<ReadonlyMap<string, string>> | undefined;

/** Loads the templates of the emitted project, once: path in the project, with forward slashes, to text. */
export function loadTemplates(): Promise<ReadonlyMap<string, string>> {
  return (loaded ??= readTemplates());
}

async function readTemplates(): Promise<ReadonlyMap<string, string>> {
  const { folder } = await findPackageRoot();
  const project = join(folder, 'templates', 'project');
  const paths = (await listFiles(project)).map((path) => relative(project, path));
  const texts = await readTexts(paths.map((path) => join(project, path)));
  return new Map(paths.map((path, index) => [path.split(sep).join('/'), texts[index] ?? '']));
}

/** How many files are open at the same time. */
const atOnce = 32;

async function readTexts(paths: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  for (let index = 0; index < paths.length; index += atOnce) {
    const some = paths.slice(index, index + atOnce);
    texts.push(...(await Promise.all(some.map((path) => readFile(path, 'utf8')))));
  }
  return texts;
}

/** Loads the official schemas of places where servers are published, by the names of their files. */
export async function loadSchemas(): Promise<ReadonlyMap<string, string>> {
  const { folder } = await findPackageRoot();
  const schemas = join(folder, 'templates', 'schemas');
  const names = (await readdir(schemas)).filter((name) => name.endsWith('.json'));
  const texts = await readTexts(names.map((name) => join(schemas, name)));
  return new Map(names.map((name, index) => [name, texts[index] ?? '']));
}

/** Loads the files that the page of the report is made of, by name. */
export async function loadReport(): Promise<ReadonlyMap<string, string>> {
  const { folder } = await findPackageRoot();
  const templates = join(folder, 'templates', 'report');
  const names = (await readdir(templates)).filter((name) => /\.(?:html|css|js)$/.test(name));
  const texts = await readTexts(names.map((name) => join(templates, name)));
  return new Map(names.map((name, index) => [name, texts[index] ?? '']));
}
