import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build, type BuildOptions } from 'esbuild';
import { measure, type Usage } from './measure.js';
import { specs } from '../support/realDocuments.js';

export const root = process.cwd();
export const scratch = join(root, 'test/.tmp/bench');

/** How often what is short is measured. */
export const rounds = Number(process.env['BENCH_ROUNDS'] ?? 15);

/** GitHub's document, which is large: `npm install --no-save @octokit/openapi`, or `BENCH_GITHUB` names the file. */
const octokit = '@octokit/openapi/generated/api.github.com.json';

/** The sample, and real documents where they are there, by name. */
export const documents = findDocuments();

function findDocuments(): Record<string, string> {
  const found: Record<string, string> = { petstore: join(root, 'samples/petstore/openapi.yaml') };
  const github = process.env['BENCH_GITHUB'] ?? join(root, 'node_modules', octokit);
  if (existsSync(github)) found['github'] = github;
  if (!existsSync(specs)) {
    console.log(`No folder ${specs}: the real documents are left out.\n`);
    return found;
  }
  const files = [
    'petstore3.yaml',
    'docker-engine.yaml',
    'discord.json',
    'stripe.json',
    'kubernetes.json',
    'figma.yaml',
    'qdrant.json',
    'scalar-galaxy.yaml',
    'redocly-cafe-3-2-split/cafe.yaml',
    'conjur-multi/openapi.yml',
    'readme-3-0-parameters-style.json',
    'autorest-url.json',
  ];
  for (const file of files) found[file.replace(/(\/\w+)?\.\w+$/, '')] = join(specs, file);
  return found;
}

/** Those of the named documents that are there. */
export function choose(names: readonly string[]): [name: string, file: string][] {
  return names.flatMap((name) => (documents[name] === undefined ? [] : [[name, documents[name]]]));
}

let isBuilt = false;

/** Runs the generator in a process of its own; the project is then in the folder {@link scratch} under its name. */
export function generate(name: string, file: string): Promise<Usage> {
  if (!isBuilt) {
    const shell = process.platform === 'win32';
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit', shell });
    isBuilt = true;
  }
  return runGenerator(root, file, join(scratch, name));
}

/** A folder of a checkout, where its packages are found, with nothing in it. */
export function freshFolder(checkout: string, name: string): string {
  const folder = join(checkout, 'test/.tmp/bench/compare', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  return folder;
}

/** Runs the generator of a checkout that is built, in a process of its own. */
export function runGenerator(checkout: string, file: string, out: string): Promise<Usage> {
  const cli = join(checkout, 'dist/generator/cli.js');
  return measure([cli, 'generate', file, '--out', out, '--quiet'], checkout);
}

/** Makes sure that the project of a document is there, and built. */
export async function prepare(name: string): Promise<string> {
  const project = join(scratch, name);
  if (!existsSync(project)) await generate(name, documents[name] ?? '');
  if (!existsSync(join(project, 'dist'))) execFileSync(process.execPath, ['build.js'], { cwd: project });
  return project;
}

/** Turns a program of this folder into one file that Node runs. */
export async function bundle(name: string, options: BuildOptions = {}): Promise<string> {
  const outfile = join(scratch, `${name}.mjs`);
  mkdirSync(scratch, { recursive: true });
  await build({
    entryPoints: [join(root, 'test/bench', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    ...options,
  });
  return outfile;
}

/** Runs a program in a process of its own, and gives what it writes. */
export async function ask<T>(program: string, ...args: string[]): Promise<T> {
  const child = spawn(process.execPath, ['--expose-gc', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout)) as T;
}
