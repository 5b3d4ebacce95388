import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from './project.js';

const exec = promisify(execFile);
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const pages = ['README.md', 'CONTRIBUTING.md'].concat(
  readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
);

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
  const named = pages
    .slice(0, 2)
    .map((page) => readFileSync(join(root, page), 'utf8'))
    .flatMap((text) => Array.from(text.matchAll(/npm run (?:-s )?([\w:]+)/g), ([, name]) => name))
    .filter((name) => name !== 'build');
  expect(named.length).toBeGreaterThan(3);
  for (const name of named) expect(scripts).toHaveProperty([name ?? '']);
});

test.each(pages)('every link of %s leads somewhere', (page) => {
  const links = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)];
  const broken = links
    .map(([, target = '']) => target)
    .filter((target) => !existsSync(join(root, dirname(page), target)));
  expect(broken).toEqual([]);
});
