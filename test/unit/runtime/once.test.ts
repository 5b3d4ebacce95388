import { expect, test } from 'vitest';
import { loadPart, once } from '../../../templates/project/src/runtime/memo.js';

test('what is computed once is computed for all who ask, and kept', async () => {
  let times = 0;
  const get = once(async () => (times += 1));
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  expect(await get()).toBe(1);
});

test('what could not be computed is computed anew', async () => {
  let times = 0;
  const get = once(async () => {
    times += 1;
    if (times === 1) throw new Error('not now');
    return times;
  });
  const both = await Promise.allSettled([get(), get()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await get()).toBe(2);
  expect(await get()).toBe(2);
});

test('an optional part is loaded once, whoever needs it, and again where that failed', async () => {
  let times = 0;
  const load = async () => {
    times += 1;
    if (times === 1) throw new Error('not now');
    return times;
  };
  await expect(loadPart(load, 'part')).rejects.toThrow('not now');
  expect([await loadPart(load, 'part'), await loadPart(load, 'part')]).toEqual([2, 2]);
  await expect(loadPart(undefined, 'part')).rejects.toThrow('does not name "part"');
});
