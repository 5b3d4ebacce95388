import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FileWatch, watchFiles } from '../../../generator/load/watchFiles.js';

const folder = join(process.cwd(), 'test/.tmp/watchFiles');
const at = (name: string) => join(folder, name);
const everyMs = 20;
let watch: FileWatch;
let calls: number;
let paths: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(at('a'), 'a');
  calls = 0;
  watch = watchFiles(everyMs);
  watch.start(async (changed) => {
    calls += 1;
    paths = changed;
  });
});
afterEach(() => {
  watch.close();
  vi.useRealTimers();
});

/** Moves the clock on by some looks at the files. */
const look = (times: number) => vi.advanceTimersByTimeAsync(times * everyMs);
/** A change is told at the look after the one that finds it. */
const called = async (times: number) => {
  await look(2);
  expect(calls).toBe(times);
};

test.each<[what: string, change: () => void]>([
  ['is written to', () => writeFileSync(at('a'), 'b')],
  [
    'is replaced by another of its size',
    () => (writeFileSync(at('new'), 'b'), renameSync(at('new'), at('a'))),
  ],
  ['is taken away', () => rmSync(at('a'))],
])('a file that %s has changed, once', async (_what, change) => {
  watch.add(at('a'));
  change();
  await called(1);
  await look(5);
  expect(calls).toBe(1);
  expect(paths).toEqual([at('a')]);
});

test('a file that comes to be has changed, and changes again', async () => {
  watch.add(at('none'));
  await look(3);
  expect(calls).toBe(0);
  writeFileSync(at('none'), '1');
  await called(1);
  writeFileSync(at('none'), '22');
  await called(2);
});

test('what changes before the start is told after it, one call after the other', async () => {
  const later = watchFiles(everyMs);
  later.add(at('a'));
  writeFileSync(at('a'), 'bb');
  let running = 0;
  const most: number[] = [];
  later.start(async () => {
    most.push((running += 1));
    if (most.length < 3) writeFileSync(at('a'), 'c'.repeat(most.length + 2));
    await new Promise((resolve) => setTimeout(resolve, 10 * everyMs));
    running -= 1;
  });
  await look(40);
  later.close();
  expect(most).toEqual([1, 1, 1]);
});

test('a change between adding a file and the first look is seen, and adding it again does not hide one', async () => {
  watch.add(at('a'));
  writeFileSync(at('a'), 'bb');
  watch.add(at('a'));
  await called(1);
});

test('changes that follow each other at once are one', async () => {
  writeFileSync(at('b'), '');
  watch.add(at('a'));
  watch.add(at('b'));
  for (let size = 2; size < 40; size += 1) {
    writeFileSync(at(size % 2 === 0 ? 'a' : 'b'), 'x'.repeat(size));
    await look(1 / 4);
  }
  await called(1);
});

test('a file that nobody added, or any after the end, has not changed', async () => {
  watch.add(at('a'));
  writeFileSync(at('other'), 'b');
  await look(5);
  watch.close();
  writeFileSync(at('a'), 'bb');
  await look(5);
  expect(calls).toBe(0);
});
