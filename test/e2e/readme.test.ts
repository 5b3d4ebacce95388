import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { replayPage } from '../support/replayPage.js';
import { hasSpecs, root } from './project.js';

const exec = promisify(execFile);
const readme = readFileSync(join(root, 'README.md'), 'utf8');
/** Pages with steps to follow. */
const pages = ['tutorial.md', ...readdirSync(join(root, 'docs/how-to')).map((name) => `how-to/${name}`)]
  .map((name) => `docs/${name}`)
  .filter((page) => /^\$ mcpwright /m.test(readFileSync(join(root, page), 'utf8')));

test('what the README shows is what the command prints', async () => {
  const sessions = [...readme.matchAll(/```console\n\$ (.+)\n([\s\S]*?)```/g)];
  expect(sessions.length).toBeGreaterThan(0);
  for (const [, command = '', output] of sessions) {
    const { stdout } = await exec(command, { cwd: root, shell: true } as never);
    expect(String(stdout)).toBe(output);
  }
});

test('every script that the README and CONTRIBUTING name exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const named = ['README.md', 'CONTRIBUTING.md']
    .map((page) => readFileSync(join(root, page), 'utf8'))
    .flatMap((text) => Array.from(text.matchAll(/npm run (?:-s )?([\w:]+)/g), ([, name]) => name))
    .filter((name) => name !== 'build');
  expect(named.length).toBeGreaterThan(3);
  for (const name of named) expect(scripts).toHaveProperty([name ?? '']);
});

// `vitest -u` writes what the commands print now into the page.
test.each(pages)('the commands of %s print what it shows', async (page) => {
  const needsShared = readFileSync(join(root, page), 'utf8').includes('<!-- copy ../shared/');
  if (needsShared && !hasSpecs) return;
  const folder = mkdtempSync(join(tmpdir(), 'mcpwright-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await expect(await replayPage(page, folder)).toMatchFileSnapshot(join(root, page));
});
