import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readFiles } from '../../../generator/load/readFiles.js';
import { InputError } from '../../../generator/model/diagnostic.js';

const urls = Array.from({ length: 100 }, (_, index) => `file:///a/${index}.json`);

test('every file is read once, with what it holds', async () => {
  const found = await readFiles(urls, (url) => Promise.resolve(`{"$ref": "${url.href}/more"}`));
  expect([...found.keys()]).toEqual(urls);
  expect(found.get('file:///a/7.json')).toBe('{"$ref": "file:///a/7.json/more"}');
});

test('only so many are open at once', async () => {
  let open = 0;
  let most = 0;
  await readFiles(urls, async () => {
    most = Math.max(most, ++open);
    await setTimeout(1);
    open -= 1;
    return '';
  });
  expect(most).toBe(32);
});

test('a refusal stands for its file alone', async () => {
  const refusal = new InputError('no');
  const read = (url: URL) =>
    url.pathname === '/a/7.json' ? Promise.reject(refusal) : Promise.resolve('text');
  const found = await readFiles(urls, read);
  expect(found.get('file:///a/7.json')).toBe(refusal);
  expect(found.get('file:///a/8.json')).toBe('text');
});

test('a fault of ours is none of the file', async () => {
  await expect(readFiles(urls, () => Promise.reject(new TypeError('our fault')))).rejects.toThrow(
    'our fault',
  );
});
