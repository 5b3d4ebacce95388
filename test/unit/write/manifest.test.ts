import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../../generator/model/diagnostic.js';
import { parseManifest, printManifest } from '../../../generator/write/manifest.js';
import { write } from '../../../generator/write/write.js';
import { snapshot, tempFolder } from '../../support/tempFolder.js';

const entry = { owner: 'generated', sha256: 'a'.repeat(64) };
const withPath = (path: string) =>
  `{"version":"1.0.0","files":{${JSON.stringify(path)}:${JSON.stringify(entry)}}}`;

describe('a manifest is not trusted', () => {
  const elsewhere = [
    '/etc/passwd',
    '../other.ts',
    'src/../../other.ts',
    'src/./a.ts',
    'src//a.ts',
    '',
    '.',
    '..',
    'src/',
    'C:/other.ts',
    'c:other.ts',
    '\\\\server\\share',
    'src\\..\\..\\other.ts',
    'a\0b',
    'a\nb',
    '.git/config',
    '.GIT/hooks/pre-commit',
    'vendor/.git/config',
    'node_modules/a/index.js',
    '.mcpwright/manifest.json',
    '.MCPWRIGHT/names.json',
    'a/.mcpwright/names.json',
  ];

  test.each(elsewhere)('the path %j is refused', (path) => {
    expect(() => parseManifest(withPath(path))).toThrow(InputError);
  });

  test.each(elsewhere)('nothing is touched where it names %j', async (path) => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'project/.mcpwright'), { recursive: true });
    writeFileSync(join(folder, 'other.ts'), 'mine\n');
    writeFileSync(join(folder, 'project/.mcpwright/manifest.json'), withPath(path));
    const before = snapshot(folder);
    const options = { overwrite: true, force: true, version: '1.0.0' };
    await expect(
      write([{ path: 'a.ts', owner: 'generated', content: 'a\n' }], join(folder, 'project'), options),
    ).rejects.toThrow(InputError);
    expect(snapshot(folder)).toEqual(before);
  });

  test.each([
    ['not JSON', '<<<<<<< ours'],
    ['an array', '[]'],
    ['null', 'null'],
    ['no version', '{"files":{}}'],
    ['no files', '{"version":"1.0.0"}'],
    ['files that are a list', '{"version":"1.0.0","files":[]}'],
    ['an entry that is null', '{"version":"1.0.0","files":{"a":null}}'],
    [
      'an unknown owner',
      '{"version":"1.0.0","files":{"a":{"owner":"root","sha256":"' + 'a'.repeat(64) + '"}}}',
    ],
    ['a hash that is none', '{"version":"1.0.0","files":{"a":{"owner":"shared","sha256":"abc"}}}'],
  ])('%s is refused with a way out', (_, text) => {
    try {
      parseManifest(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).message).toMatch(/^\.mcpwright\/manifest\.json cannot be used: .+\.$/);
      expect((error as InputError).hint).toContain('--force');
    }
  });
});

test('of our own folder it names the names of the tools', () => {
  expect([...parseManifest(withPath('.mcpwright/names.json')).files.keys()]).toEqual([
    '.mcpwright/names.json',
  ]);
});

test('what is printed is what is read, in a fixed order', () => {
  const files = new Map([
    ['src/b.ts', { owner: 'shared' as const, sha256: 'b'.repeat(64) }],
    ['__proto__', { owner: 'yours' as const, sha256: 'c'.repeat(64) }],
    ['src/a.ts', { owner: 'generated' as const, sha256: 'a'.repeat(64) }],
  ]);
  const unordered = 'd'.repeat(64);
  const whole = printManifest({ version: '1.2.3', unordered, files });
  expect(parseManifest(whole)).toEqual({ version: '1.2.3', unordered, files });
  expect(parseManifest(whole.replace(unordered, 'other'))).toEqual({ version: '1.2.3', files });
  const text = printManifest({ version: '1.2.3', files });
  expect(parseManifest(text)).toEqual({ version: '1.2.3', files });
  expect(printManifest({ version: '1.2.3', files: new Map([...files].toReversed()) })).toBe(text);
});
