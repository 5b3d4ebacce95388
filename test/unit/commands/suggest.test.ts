import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../support/runCommand.js';
import { tempFolder } from '../../support/tempFolder.js';

const petstore = 'samples/petstore/openapi.yaml';

interface Report {
  operations: { method: string; path: string; taken: boolean; reason: string; tool: string }[];
  sets?: { name: string; title: string; address: string; tools: string[]; scopes: string[] }[];
  config: string;
}

async function report(...args: string[]): Promise<Report> {
  const { stdout, code } = await runCommand(['suggest', petstore, '--json', ...args]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Report;
}

/** The tools that a configuration offers. */
async function listTools(file: string): Promise<{ name: string; toolset: string }[]> {
  const { stdout } = await runCommand(['tools', petstore, '--config', file, '--json']);
  return (JSON.parse(stdout) as { tools: { name: string; toolset: string }[] }).tools;
}

test('what is written offers what was suggested, and is never replaced', async () => {
  const file = join(tempFolder(), 'mcpwright.yaml');
  const args = ['suggest', petstore, '--tools', '6', '--out', file];
  const { code, stdout, stderr } = await runCommand(args);
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toContain('6 tools of 16 suggested; 10 left out.');
  const { operations } = await report('--tools', '6');
  const taken = operations.filter((one) => one.taken).map(({ tool }) => tool);
  expect((await listTools(file)).map(({ name }) => name)).toEqual(taken);

  writeFileSync(file, 'name: mine\n');
  const again = await runCommand(args);
  expect(again.code).toBe(2);
  expect(again.stderr).toContain('is there already');
  expect(again.stderr).toContain('name another file');
  expect(readFileSync(file, 'utf8')).toBe('name: mine\n');
});

test('sets hold every operation, and say where clients find them', async () => {
  const file = join(tempFolder(), 'sets.yaml');
  await runCommand(['suggest', petstore, '--sets', '--out', file]);
  const { sets = [], operations } = await report('--sets');
  const grouped = new Map(sets.flatMap(({ name, tools }) => tools.map((tool) => [tool, name])));
  expect(grouped.size).toBe(operations.length);
  expect(new Map((await listTools(file)).map(({ name, toolset }) => [name, toolset]))).toEqual(grouped);
  for (const { name, address } of sets) expect(address).toBe(`/mcp/${name}`);
});

test('the tools to begin with can be grouped, too', async () => {
  const { sets = [], operations } = await report('--sets', '--tools', '5');
  const taken = operations.filter((one) => one.taken).map(({ tool }) => tool);
  expect(taken).toHaveLength(5);
  expect(sets.flatMap(({ tools }) => tools).toSorted()).toEqual(taken.toSorted());
});

test('--explain gives a reason for each operation', async () => {
  const { stdout } = await runCommand(['suggest', petstore, '--explain']);
  const lines = stdout.trimEnd().split('\n').slice(1);
  expect(lines).toHaveLength(16);
  for (const line of lines) expect(line).toMatch(/^[+-] {2}[A-Z]+ \/\S+ +\w+ +\S/);
});

test('what the user leaves out stays left out', async () => {
  const { operations, config } = await report('--exclude', 'method=DELETE');
  expect(operations.some(({ method }) => method === 'DELETE')).toBe(false);
  expect(config).toContain('  - method=DELETE\n');
});

test.each([
  [['--tools', '0'], '--tools must be a whole number of at least 1'],
  [['--out', 'openapi.json'], '--out needs a file whose name ends in .yaml'],
])('wrong use: %s', async (args, message) => {
  const { code, stderr } = await runCommand(['suggest', petstore, ...args]);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test('a document of which nothing is left is told', async () => {
  const { code, stdout, stderr } = await runCommand(['suggest', petstore, '--total', '20', '--sets']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('There is nothing to suggest');
});

test('several documents are asked about one by one', async () => {
  const file = join(tempFolder(), 'several.yaml');
  writeFileSync(
    file,
    'name: shop\nsources:\n  - name: store\n    document: a.yaml\n  - name: other\n    document: b.yaml\n',
  );
  const { code, stderr } = await runCommand(['suggest', '--config', file]);
  expect(code).toBe(2);
  expect(stderr).toContain('A suggestion is for one document');
});
