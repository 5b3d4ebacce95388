import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { specs } from '../support/realDocuments.js';
import { runCommand } from '../support/runCommand.js';
import { runNode } from '../support/runNode.js';
import { defaults, generate, write, type Config, type Generation } from '../../generator/index.js';

const exec = promisify(execFile);

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built command. */
export const cli = join(root, 'dist/generator/cli.js');

/** How a command ended, and all that it said. */
export interface Ending {
  code: number | null;
  said: string;
}

/** Runs the built command in a folder, as `npx` does. */
export async function runBuilt(cwd: string, ...args: string[]): Promise<Ending> {
  const { code, stdout, stderr } = await runNode([cli, ...args], { cwd });
  return { code, said: stdout + stderr };
}

/** TypeScript would check with four checkers, each of which learns the same libraries. */
const once = '--singleThreaded';

/** Runs what a command asks for, which is the compiler. */
async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  return (await runNode([program, ...args, once], { cwd })).stdout;
}

/** The same without a process of its own, which takes a tenth of the time; the compiler of the project has one. */
export async function runHere(cwd: string, ...args: string[]): Promise<Ending> {
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const { code, stdout, stderr } = await runCommand(args, '', {}, { program: cli, run });
    return { code, said: stdout + stderr };
  } finally {
    process.chdir(before);
  }
}

/** Emitted projects live inside the repository, so that all of them share its one node_modules. */
export const scratch = join(root, 'test/.tmp');

export { specs };
/** Tests that need the real documents skip with a notice where they are absent. */
export const hasSpecs = existsSync(specs);
if (!hasSpecs) console.warn(`skipped: the sweep over real documents (no folder ${specs})`);

/** Real documents and the number of their operations. */
export const documents: Record<string, { file: string; operations: number }> = {
  petstore3: { file: 'petstore3.yaml', operations: 19 },
  galaxy: { file: 'scalar-galaxy.yaml', operations: 10 },
  cafe: { file: 'redocly-cafe-3-2-split/cafe.yaml', operations: 12 },
  conjur: { file: 'conjur-multi/openapi.yml', operations: 41 },
  docker: { file: 'docker-engine.yaml', operations: 108 },
  stripe: { file: 'stripe.json', operations: 452 },
  discord: { file: 'discord.json', operations: 242 },
  figma: { file: 'figma.yaml', operations: 54 },
  qdrant: { file: 'qdrant.json', operations: 69 },
  styles: { file: 'readme-3-0-parameters-style.json', operations: 25 },
  autorest: { file: 'autorest-url.json', operations: 66 },
  adyen: { file: 'adyen-webhooks-v1.json', operations: 0 },
  kubernetes: { file: 'kubernetes.json', operations: 1123 },
};

const readStdin = () => Promise.reject(new Error('these tests read no standard input'));

export function generateFrom(source: string, config: Partial<Config> = {}): Promise<Generation> {
  return generate(source, { ...defaults, ...config }, { readStdin });
}

/** Generates a project into an emptied folder of its own and returns the folder. */
export async function writeProject(folder: string, source: string, config: Partial<Config> = {}) {
  const dir = join(scratch, folder);
  rmSync(dir, { recursive: true, force: true });
  const generation = await generateFrom(source, config);
  if (generation.files.length > 0) {
    await write(generation.files, dir, { overwrite: false, force: false, version: '0.0.0' });
  }
  return { dir, generation };
}

/** Runs the emitted build script. */
export async function buildProject(dir: string, ...flags: string[]): Promise<void> {
  await exec(process.execPath, ['build.js', ...flags], { cwd: dir });
}

/** Runs the TypeScript compiler; resolves with what it complains about. */
export async function typecheck(cwd: string, ...args: string[]): Promise<string> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  try {
    await exec(process.execPath, [tsc, ...args, once], { cwd, maxBuffer: 1 << 26 });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout.slice(0, 4000) || String(error);
  }
}

/** Every file below a folder whose name is of a kind, relative to the folder and with forward slashes. */
export function listFiles(folder: string, kind = /$/): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && kind.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** What the TypeScript in a folder of this repository is compiled to, below another one. */
export function listCompiled(from: string, to: string): string[] {
  return listFiles(join(root, from), /(?<!\.d)\.ts$/)
    .map((path) => `${to}/${path.slice(0, -'.ts'.length)}`)
    .flatMap((path) => [`${path}.js`, `${path}.d.ts`]);
}

/** Packs the runtime of the built command into a folder; gives the path of the tarball. */
export async function packRuntime(folder: string): Promise<string> {
  const program = ['test/tools/run.js', 'test/tools/packRuntime.ts', folder];
  const { stdout } = await exec(process.execPath, program, { cwd: root });
  return stdout.trim();
}

/** Puts the package of the runtime where npm would, for a project below this repository; the rest is found there. */
export async function installRuntime(tarball: string, project: string): Promise<string> {
  const folder = join(project, 'node_modules/@mcpwright/runtime');
  mkdirSync(folder, { recursive: true });
  await exec('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  return folder;
}
