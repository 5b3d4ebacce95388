import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { formatTable } from '../../generator/commands/context.js';
import { type Source, readSources, root as here } from '../support/sources.js';
import { root, runGenerator, scratch } from './bed.js';
import { median } from './measure.js';

/** The smallest document that is of use. */
const oneGet = `openapi: 3.1.0
info: { title: One, version: '1' }
servers: [{ url: https://api.example.com }]
paths:
  /things:
    get:
      operationId: listThings
      summary: Lists the things.
      responses:
        '200':
          description: The things.
          content: { application/json: { schema: { type: array, items: { type: string } } } }
`;

/** How large the generator is, and what it emits: of this checkout, and of others that are built. */
export async function benchSize(others: readonly string[] = []): Promise<void> {
  const checkouts = [root, ...others.map((other) => resolve(other))];
  const columns: [name: string, cell: string][][] = [];
  for (const checkout of checkouts) columns.push(await measureCheckout(checkout));
  const names = (columns[0] ?? []).map(([name]) => name);
  const rows = names.map((name, row) => [name].concat(columns.map((cells) => cells[row]?.[1] ?? '')));
  console.log('Files and lines of the sources, and of what is emitted');
  const titles = checkouts.map((checkout) => (checkout === root ? 'here' : basename(checkout)));
  console.log(formatTable([['', ...titles], ...rows]));
}

async function measureCheckout(checkout: string): Promise<[name: string, cell: string][]> {
  const generator = read(checkout, 'generator');
  const runtime = read(checkout, 'templates/project/src/runtime');
  const one = join(scratch, 'one.yaml');
  writeFileSync(one, oneGet);
  const petstore = await emit(checkout, 'petstore', join(root, 'samples/petstore/openapi.yaml'));
  const small = await emit(checkout, 'one-get', one);
  return [
    ...describeSources('generator', generator),
    ...describeSources('runtime', runtime),
    ...describeProject('petstore', petstore),
    ...describeProject('one GET', small),
  ];
}

function read(checkout: string, folder: string): Source[] {
  return readSources(relative(here, join(checkout, folder)));
}

function describeSources(name: string, sources: readonly Source[]): [name: string, cell: string][] {
  const lines = sources.map(({ text }) => countLines(text));
  const longest = sources.reduce((most, one) => (countLines(one.text) > countLines(most.text) ? one : most));
  const functions = sources.flatMap((source) => source.functions.map((one) => ({ ...one, source })));
  const widest = functions.reduce((most, one) => (one.lines > most.lines ? one : most));
  const rooms = new Map<string, number>();
  for (const { path } of sources) rooms.set(dirname(path), (rooms.get(dirname(path)) ?? 0) + 1);
  const [room = '', files = 0] = [...rooms].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return [
    [`${name}: files`, `${sources.length}`],
    [`${name}: lines`, `${sum(lines)}`],
    [`${name}: largest folder`, `${files} (${basename(room)}/)`],
    [`${name}: median file`, `${median(lines)}`],
    [`${name}: longest file`, `${countLines(longest.text)} (${basename(longest.path)})`],
    [`${name}: median function`, `${median(functions.map((one) => one.lines))}`],
    [`${name}: longest function`, `${widest.lines} (${widest.name})`],
  ];
}

/** Generates a project, and gives its files with their lines. */
async function emit(checkout: string, name: string, document: string): Promise<Map<string, number>> {
  const folder = join(scratch, 'size', name);
  rmSync(folder, { recursive: true, force: true });
  await runGenerator(checkout, document, folder);
  if (!existsSync(folder)) throw new Error(`${checkout} generated nothing from ${document}`);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = files.map((one) => join(one.parentPath, one.name));
  return new Map(paths.map((path) => [relative(folder, path), countLines(readFileSync(path, 'utf8'))]));
}

function describeProject(name: string, files: ReadonlyMap<string, number>): [name: string, cell: string][] {
  const code = [...files].filter(([path]) => path.startsWith('src/runtime/') && path.endsWith('.ts'));
  const lines = code.map(([, count]) => count);
  return [
    [`${name}: emitted`, `${files.size} files, ${sum([...files.values()])} lines`],
    [`${name}: its runtime`, `${code.length} files, ${sum(lines)} lines, median ${median(lines)}`],
  ];
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
