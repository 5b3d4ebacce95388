import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { InputError } from '../../generator/model/diagnostic.js';
import type { File } from '../../generator/model/file.js';
import type { Disk } from '../../generator/write/disk.js';
import { recover } from '../../generator/write/recover.js';
import { write } from '../../generator/write/write.js';
import { quickDisk } from '../support/quickDisk.js';
import { snapshot, snapshotFiles, tempFolder } from '../support/tempFolder.js';
import { root } from './project.js';

const program = join(root, 'test/e2e/writeUntil.js');
/** The same kills in every run; MCPWRIGHT_SEED tries others. */
const seed = Number(process.env['MCPWRIGHT_SEED'] ?? 20);

const options = { overwrite: false, force: false, version: '1.0.0' };
/** Many files, each of which changes. */
const filesOf = (version: number, lines = 2000): File[] =>
  Array.from({ length: 120 }, (_, index) => ({
    path: index === 0 ? 'README.md' : `src/generated/${index % 9}/${index}.ts`,
    owner: index === 0 ? 'shared' : 'generated',
    content: `${version}\n`.repeat(index === 0 ? 1 : lines),
  }));

/** What is written at first, and what the next run makes of it: files are changed, deleted and made. */
const first = filesOf(1, 3).slice(0, 6);
const second = filesOf(2, 3).filter((_, index) => index !== 1 && index < 8);

/** A project, and the runs that it sees until one may end: each is killed after a part of the steps of a whole one. */
interface Fate {
  /** Whether there is a project already, which its owner has edited. */
  isThere: boolean;
  /** In percent of the steps, and whether the last one begins. */
  kills: { part: number; begins: boolean }[];
}
const fates: fc.Arbitrary<Fate> = fc.record({
  isThere: fc.integer({ min: 0, max: 3 }).map((one) => one > 0),
  kills: fc.array(fc.record({ part: fc.integer({ min: 0, max: 99 }), begins: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
});

/** A disk that tells of each step that changes it. */
function countSteps(onStep: () => void): Disk {
  const disk = Object.entries(quickDisk).map(([name, step]) => [
    name,
    (...args: unknown[]) => (onStep(), (step as (...all: unknown[]) => unknown)(...args)),
  ]);
  return Object.fromEntries(disk) as Disk;
}

/** Makes a project as it was before, in a folder of its own. */
async function prepare(project: string, isThere: boolean): Promise<void> {
  mkdirSync(project);
  if (!isThere) return;
  await write(first, project, { ...options, disk: quickDisk });
  writeFileSync(join(project, 'src/generated/2/2.ts'), '2\n2\n2\n');
}

/** What there is before a run and after it, and the steps that it takes; it is done to a copy. */
async function runWhole(folder: string, isThere: boolean) {
  await prepare(folder, isThere);
  const before = snapshot(folder);
  const project = `${folder}-done`;
  cpSync(folder, project, { recursive: true });
  let steps = 0;
  await write(second, project, { ...options, disk: countSteps(() => (steps += 1)) });
  return { before, after: snapshot(project), steps };
}

/** Runs that are killed together, each at its own step; says how many had not ended before. */
async function kill(runs: { project: string; last: number; begins: boolean }[]): Promise<number> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  child.stdin.end(JSON.stringify({ files: second, runs }));
  const stopped = Number(await text(child.stdout));
  expect(await closed).toEqual([null, 'SIGKILL']);
  return stopped;
}

test('200 runs that are killed leave what the next one finishes, or have done nothing', async () => {
  const home = tempFolder();
  const whole = new Map([
    [true, await runWhole(join(home, 'there'), true)],
    [false, await runWhole(join(home, 'new'), false)],
  ]);
  const seen = { killed: 0, before: 0, after: 0 };
  for (let round = 0; seen.killed < 200; round += 1) {
    const projects = fc
      .sample(fates, { seed: seed + round, numRuns: 25 })
      .map(({ isThere, kills }, index) => {
        const project = join(home, String(index));
        const { before, after, steps } = whole.get(isThere) ?? expect.unreachable();
        return { isThere, kills, project, before, after, steps };
      });
    for (const { project, isThere } of projects) {
      rmSync(project, { recursive: true, force: true });
      cpSync(join(home, isThere ? 'there' : 'new'), project, { recursive: true });
    }
    for (const turn of [0, 1, 2]) {
      const runs = projects.flatMap(({ kills, project, steps }) =>
        kills
          .slice(turn, turn + 1)
          .map(({ part, begins }) => ({ project, last: Math.floor((part * steps) / 100), begins })),
      );
      seen.killed += await kill(runs);
      for (const { project, before, after } of projects)
        for (const [path, content] of snapshotFiles(project))
          expect([before.get(path), after.get(path)], path).toContain(content);
    }
    for (const { project, before, after } of projects) {
      await recover(project, quickDisk);
      const isBefore = !existsSync(join(project, 'src/generated/7/7.ts'));
      seen[isBefore ? 'before' : 'after'] += 1;
      expect(snapshot(project)).toEqual(isBefore ? before : after);
      await write(second, project, { ...options, disk: quickDisk });
      expect(snapshot(project)).toEqual(after);
    }
  }
  expect(Math.min(seen.before, seen.after), JSON.stringify(seen)).toBeGreaterThan(20);
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
