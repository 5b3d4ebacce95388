import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './project.js';

const exec = promisify(execFile);
const shell = process.platform === 'win32';

/** Far from the repository, so that nothing of it is found by accident. */
const folder = mkdtempSync(join(tmpdir(), 'mcpwright-pack-'));

const run = (...args: string[]) =>
  exec('npx', ['--no', 'mcpwright', ...args], { cwd: join(folder, 'user'), shell });

describe('the packed package, installed into an empty folder', () => {
  beforeAll(async () => {
    await exec('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
      cwd: root,
      shell,
    });
    const [tarball = ''] = readdirSync(folder);
    mkdirSync(join(folder, 'user'));
    writeFileSync(join(folder, 'user/package.json'), '{"private":true,"type":"module"}');
    const flags = ['--no-audit', '--no-fund', '--omit=dev', '--prefer-offline'];
    await exec('npm', ['install', ...flags, join(folder, tarball)], { cwd: join(folder, 'user'), shell });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('generates a project that installs, builds and passes its own tests', async () => {
    const petstore = join(root, 'samples/petstore/openapi.yaml');
    await run('generate', petstore, '--out', 'server', '--quiet');
    const options = { cwd: join(folder, 'user/server'), shell };
    await exec('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], options);
    await exec('npm', ['run', 'build'], options);
    await exec('npm', ['test'], options);
    const { stdout } = await run('tools', petstore);
    expect(stdout).toContain('list_pets');
  });

  test('has the programmatic API', async () => {
    const program = `
      import { defaults, inspect } from 'mcpwright';
      const readStdin = async () => ${JSON.stringify('{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/a":{"get":{}}}}')};
      const { server } = await inspect('-', defaults, { readStdin });
      console.log(server.toolsets[0].tools[0].tool.request.path);`;
    writeFileSync(join(folder, 'user/program.js'), program);
    const { stdout } = await exec(process.execPath, ['program.js'], { cwd: join(folder, 'user') });
    expect(stdout).toBe('/a\n');
  });

  test('holds no tests and no samples', () => {
    const top = readdirSync(join(folder, 'user/node_modules/mcpwright'));
    expect(top.toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist',
      'docs',
      'package.json',
      'templates',
    ]);
  });
});
