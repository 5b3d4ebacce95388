import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildSearch } from '../../../generator/emit/build/data.js';
import type { ToolsetEntry } from '../../../generator/model/server.js';
import { makeEntry } from '../../support/makeServer.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'test/.tmp/search');

function makeToolsets(count: number): ToolsetEntry[] {
  const tools = Array.from({ length: count }, (_, index) => {
    const entry = makeEntry({ name: `list_${index}` });
    return { ...entry, search: { ...entry.search, name: `list_${index}`, terms: `list t${index}|pet` } };
  });
  return [{ name: 'pets', title: 'Pets', description: '', tools }];
}

test('one more tool is one more entry, and nothing else changes', () => {
  const [toolset] = makeToolsets(3) as [ToolsetEntry];
  const whole = buildSearch([toolset]).split('\n');
  const without = buildSearch([{ ...toolset, tools: toolset.tools.toSpliced(1, 1) }]).split('\n');
  const start = whole.findIndex((line) => line.includes("'list_1'")) - 1;
  expect(whole.toSpliced(start, whole.length - without.length)).toEqual(without);
});

test('TypeScript takes the entries of 1,300 tools, and tells one that is none', async () => {
  await rm(folder, { recursive: true, force: true });
  for (const name of ['generated', 'runtime']) await mkdir(join(folder, name), { recursive: true });
  await copyFile(join(root, 'templates/project/src/runtime/tool.ts'), join(folder, 'runtime/tool.ts'));
  const imports = { '#runtime/*': './runtime/*' };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', imports }));
  const text = buildSearch(makeToolsets(1300));
  await writeFile(join(folder, 'generated/good.ts'), text);
  await writeFile(join(folder, 'generated/bad.ts'), text.replace('readOnly: true', 'readOnly: 1'));
  const compile = (file: string) =>
    promisify(execFile)(
      process.execPath,
      [
        join(root, 'node_modules/typescript/bin/tsc'),
        ...'--ignoreConfig --noEmit --strict --module nodenext --target es2023'.split(' '),
        join(folder, 'generated', file),
      ],
      { cwd: folder },
    ).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
  expect(await compile('good.ts')).toBe('');
  expect(await compile('bad.ts')).toContain("'number' is not assignable to type 'boolean'");
});
