import { mkdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../generator/model/diagnostic.js';
import type { File } from '../../generator/model/file.js';
import type { Disk } from '../../generator/write/disk.js';
import { recover } from '../../generator/write/recover.js';
import { write } from '../../generator/write/write.js';
import { quickDisk } from '../support/quickDisk.js';
import { snapshot, snapshotFiles, tempFolder } from '../support/tempFolder.js';

const first: File[] = [
  { path: 'README.md', owner: 'shared', content: 'one\ntwo\nthree\n' },
  { path: 'src/custom.ts', owner: 'yours', content: 'custom\n' },
  { path: 'src/generated/a.ts', owner: 'generated', content: 'a 1\n' },
  { path: 'src/generated/old/b.ts', owner: 'generated', content: 'b 1\n' },
];
const second: File[] = [
  { path: 'README.md', owner: 'shared', content: 'one\ntwo\nTHREE\n' },
  { path: 'src/custom.ts', owner: 'yours', content: 'custom\n' },
  { path: 'src/generated/a.ts', owner: 'generated', content: 'a 2\n' },
  { path: 'src/generated/new/c.ts', owner: 'generated', content: 'c 1\n' },
];
const options = { overwrite: false, force: false, version: '1.0.0', disk: quickDisk };
const writing = ['makeFolder', 'makeNewFolder', 'write', 'copy', 'rename', 'sync'] as const;

/** A disk that counts its steps, of which `meet` may be told before each. */
function watched(meet: (count: number, step: keyof Disk) => void): Disk {
  let count = 0;
  const disk: Record<string, unknown> = {};
  for (const step of Object.keys(quickDisk) as (keyof Disk)[])
    disk[step] = async (...args: [string, string]) => {
      try {
        meet(count++, step);
      } catch (error) {
        // What is written in the moment of the end may be written in part.
        if (step === 'write' && error instanceof Killed) writeFileSync(args[0], args[1].slice(0, 3));
        throw error;
      }
      return (quickDisk[step] as (...all: string[]) => Promise<unknown>)(...args);
    };
  return disk as unknown as Disk;
}

class Killed extends Error {}

/** A disk of a process that is killed at a step: no step is carried out from then on. */
const killedAt = (end: number) =>
  watched((count) => {
    if (count >= end) throw new Killed();
  });

/** A project as the first run and its owner left it. */
async function project(): Promise<string> {
  const folder = join(tempFolder(), 'project');
  await write(first, folder, options);
  writeFileSync(join(folder, 'README.md'), 'mine\ntwo\nthree\n');
  writeFileSync(join(folder, 'src/custom.ts'), 'mine\n');
  return folder;
}

/** Runs until the process is killed at a step; says whether it ended by itself before. */
async function runUntil(folder: string, end: number): Promise<boolean> {
  return write(second, folder, { ...options, disk: killedAt(end) }).then(
    () => true,
    () => false,
  );
}

describe('a run that is killed at any step', () => {
  test('leaves whole files; the next run ends where it would have ended', async () => {
    const done = await project();
    await write(second, done, options);
    const after = snapshot(done);
    expect(readFileSync(join(done, 'README.md'), 'utf8')).toBe('mine\ntwo\nTHREE\n');
    let kills = 0;
    for (let ended = false; !ended; kills += 1) {
      const folder = await project();
      const before = snapshotFiles(folder);
      ended = await runUntil(folder, kills);
      for (const [path, content] of snapshotFiles(folder))
        expect([before.get(path), after.get(path)], path).toContain(content);
      await write(second, folder, options);
      expect(snapshot(folder)).toEqual(after);
    }
    expect(kills).toBeGreaterThan(20);
  });

  test('is finished by the next one, or has done nothing', async () => {
    const done = await project();
    const before = snapshot(done);
    await write(second, done, options);
    const after = snapshot(done);
    const seen = { before: 0, after: 0 };
    for (let [kills, ended] = [0, false]; !ended; kills += 1) {
      const folder = await project();
      ended = await runUntil(folder, kills);
      await recover(folder, quickDisk);
      const isBefore = !snapshot(folder).has('src/generated/new/c.ts');
      seen[isBefore ? 'before' : 'after'] += 1;
      expect(snapshot(folder)).toEqual(isBefore ? before : after);
    }
    expect(seen.before).toBeGreaterThan(5);
    expect(seen.after).toBeGreaterThan(10);
  });

  test('may be the first one', async () => {
    const whole = join(tempFolder(), 'project');
    await write(first, whole, options);
    for (let [kills, ended] = [0, false]; !ended; kills += 1) {
      const folder = join(tempFolder(), 'project');
      ended = await write(first, folder, { ...options, disk: killedAt(kills) }).then(
        () => true,
        () => false,
      );
      await write(first, folder, options);
      expect(snapshot(folder)).toEqual(snapshot(whole));
    }
  });

  test('may be the one that finishes another; what the owner edits in between is not lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(30), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(
          'README.md',
          'src/generated/a.ts',
          'src/generated/new/c.ts',
          'src/generated/old/b.ts',
        ),
        async (kills, path) => {
          const folder = await project();
          for (const end of kills) await runUntil(folder, end);
          mkdirSync(join(folder, path, '..'), { recursive: true });
          writeFileSync(join(folder, path), 'newest\n');
          await write(second, folder, options);
          const now = readFileSync(join(folder, path), 'utf8');
          if (path === 'README.md') expect(now).toContain('newest\n');
          else expect(now).toBe('newest\n');
        },
      ),
      { numRuns: 60 },
    );
  });
});

test('a disk that is full, or refuses, at any step changes nothing', async () => {
  let refusals = 0;
  for (const code of ['ENOSPC', 'EACCES'])
    for (let [end, ended] = [0, false]; !ended; end += 1) {
      const folder = await project();
      const before = snapshot(folder);
      const disk = watched((count, step) => {
        if (count === end && (writing as readonly string[]).includes(step))
          throw Object.assign(new Error(code), { code, path: '/somewhere' });
      });
      const error = await write(second, folder, { ...options, disk }).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error === undefined) {
        // The steps that only clean up are not refused.
        ended = end > 40;
        continue;
      }
      refusals += 1;
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).message).toBe(
        `Nothing was written: /somewhere: ${code === 'ENOSPC' ? 'the disk is full' : 'permission is denied'}.`,
      );
      expect(snapshot(folder)).toEqual(before);
    }
  expect(refusals).toBeGreaterThan(30);
});

describe('a journal is not trusted', () => {
  const hash = 'a'.repeat(64);
  test.each([
    ['no JSON', '{'],
    ['no list', '{}'],
    ['a step that is none', '[null]'],
    ['a path that leaves the project', JSON.stringify([{ path: '../other.ts', was: null, now: hash }])],
    ['a path below .git', JSON.stringify([{ path: '.git/config', was: null, now: hash }])],
    ['a base that leaves it', JSON.stringify([{ path: '.mcpwright/base/../../../x', was: null, now: hash }])],
  ])('%s is refused with words', async (_, text) => {
    const folder = await project();
    mkdirSync(join(folder, '.mcpwright/staging-x'));
    writeFileSync(join(folder, '.mcpwright/staging-x/journal.json'), text);
    writeFileSync(join(folder, '.mcpwright/staging-x/0.new'), 'evil\n');
    const before = snapshot(join(folder, '..'));
    const error = await write(second, folder, options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toContain('.mcpwright/staging-x/journal.json cannot be used');
    expect(snapshot(join(folder, '..'))).toEqual(before);
  });

  test('a link that leads out of the project is not followed', async () => {
    const folder = await project();
    const outside = tempFolder();
    mkdirSync(join(folder, '.mcpwright/staging-x'));
    writeFileSync(
      join(folder, '.mcpwright/staging-x/journal.json'),
      JSON.stringify([{ path: 'away/x.ts', was: null, now: hash }]),
    );
    writeFileSync(join(folder, '.mcpwright/staging-x/0.new'), 'evil\n');
    symlinkSync(outside, join(folder, 'away'));
    await expect(write(second, folder, options)).rejects.toThrow('leads out of the project');
    unlinkSync(join(folder, 'away'));
    expect([...snapshot(outside).keys()]).toEqual([]);
  });
});
