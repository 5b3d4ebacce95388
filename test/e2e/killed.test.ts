import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { InputError } from '../../generator/model/diagnostic.js';
import type { File } from '../../generator/model/file.js';
import { write } from '../../generator/write/write.js';
import { snapshot, snapshotFiles, tempFolder } from '../support/tempFolder.js';
import { root } from './project.js';

const options = { overwrite: false, force: false, version: '1.0.0' };
/** Many files, each of which changes. */
const filesOf = (version: number, lines = 2000): File[] =>
  Array.from({ length: 120 }, (_, index) => ({
    path: index === 0 ? 'README.md' : `src/generated/${index % 9}/${index}.ts`,
    owner: index === 0 ? 'shared' : 'generated',
    content: `${version}\n`.repeat(index === 0 ? 1 : lines),
  }));

test('a process that is killed while it writes leaves what the next run finishes', async () => {
  const folder = tempFolder();
  const script = join(folder, 'write.mjs');
  const module = pathToFileURL(join(root, 'dist/generator/write/write.js')).href;
  writeFileSync(join(folder, 'files.json'), JSON.stringify(filesOf(2)));
  writeFileSync(
    script,
    `import { readFileSync } from 'node:fs';
import { write } from ${JSON.stringify(module)};
const files = JSON.parse(readFileSync(process.argv[2] + '/files.json', 'utf8'));
await write(files, process.argv[2] + '/project', ${JSON.stringify(options)});
`,
  );
  const project = join(folder, 'project');
  await write(filesOf(1), project, options);
  const before = snapshot(project);
  rmSync(project, { recursive: true });
  await write(filesOf(2), project, options);
  const after = snapshot(project);
  let midway = 0;
  for (let run = 0; run < 10; run += 1) {
    rmSync(project, { recursive: true });
    await write(filesOf(1), project, options);
    const child = spawn(process.execPath, [script, folder], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const isWriting = () =>
      readdirSync(join(project, '.mcpwright')).some((name) => name.startsWith('staging-'));
    while (child.exitCode === null && !isWriting()) await new Promise(setImmediate);
    // From the first prepared file to the last that is put into place.
    for (let wait = 0; wait < run * run * 8 && isWriting(); wait += 1) await new Promise(setImmediate);
    child.kill('SIGKILL');
    await ended;
    if (isWriting()) midway += 1;
    for (const [path, content] of snapshotFiles(project))
      expect([before.get(path), after.get(path)], path).toContain(content);
    await write(filesOf(2), project, options);
    expect(snapshot(project)).toEqual(after);
  }
  expect(midway).toBeGreaterThan(0);
});

test('a disk that is full is said to be so, and nothing is lost', async (context) => {
  const folder = tempFolder();
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', disk], { stdio: 'ignore' });
  } catch {
    console.warn('skipped: a disk that fills up (no file system may be mounted here)');
    context.skip();
  }
  onTestFinished(() => void execFileSync('umount', [disk]));
  const project = join(disk, 'project');
  const small = filesOf(1).slice(0, 40);
  await write(small, project, options);
  const before = snapshot(project);
  const error = await write(filesOf(2, 8000), project, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  expect((error as InputError).message).toMatch(/^Nothing was written: .*: the disk is full\.$/);
  expect((error as InputError).hint).toBe('Free some space, and run it again.');
  expect(snapshot(project)).toEqual(before);
  expect((await write(small, project, options)).changes.every(({ kind }) => kind === 'keep')).toBe(true);
  expect(existsSync(join(project, '.mcpwright/manifest.json'))).toBe(true);
  expect(readFileSync(join(project, 'README.md'), 'utf8')).toBe('1\n');
});
