import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { snapshot, tempFolder } from '../support/tempFolder.js';
import { root, runBuilt, runHere, scratch } from './project.js';

const exec = promisify(execFile);
const cwd = join(scratch, 'check');
const mcpwright = (...args: string[]) => runHere(cwd, ...args);

const document = (operationId: string, parameter: string, description?: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/pets': {
        get: {
          operationId,
          tags: ['pets'],
          parameters: [{ name: parameter, in: 'query', description, schema: { type: 'string' } }],
          responses: { 200: { description: 'OK' } },
        },
      },
    },
  });

const custom = `import type { Arguments } from './generated/arguments.js';
import { customize } from './runtime/customize.js';

export default customize<Arguments>({
  tools: {
    list_pets: { wrap: async (args, next) => next({ ...args, status: args.status ?? 'sold' }) },
  },
});
`;

test('names the lines of custom.ts that a removed or changed tool affects, and the nearest new name', async () => {
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'api.json'), document('listPets', 'status'));
  expect((await mcpwright('generate', 'api.json', '-o', 'server')).code).toBe(0);
  writeFileSync(join(cwd, 'server/src/custom.ts'), custom);
  const before = snapshot(cwd);

  const fine = await mcpwright('check', 'api.json', '-o', 'server');
  expect(fine).toEqual({ code: 0, said: expect.stringContaining('server: up to date.') as string });
  expect(fine.said).not.toContain('not compiled');

  // The argument has another name.
  writeFileSync(join(cwd, 'api.json'), document('listPets', 'state'));
  const changed = await mcpwright('check', 'api.json', '-o', 'server');
  expect(changed.code).toBe(1);
  expect(changed.said).toMatch(/These lines would not compile:\n {2}src\/custom\.ts:6:\d+ .*status/);
  expect(changed.said).toMatch(
    /For callers: 1 breaking, 1 compatible; .*\n {2}breaking +list_pets: argument status: removed\n/,
  );

  // The tool has another name: its operation is gone, and another one is there.
  const other = document('listAllPets', 'status').replace('/pets', '/all-pets');
  writeFileSync(join(cwd, 'api.json'), other);
  const removed = await runBuilt(cwd, 'check', 'api.json', '-o', 'server', '--json', '--quiet');
  expect(removed.code).toBe(1);
  const report = JSON.parse(removed.said) as { types: { errors: object[] } };
  expect(report.types.errors[0]).toMatchObject({ file: 'src/custom.ts', line: 6, nearest: 'list_all_pets' });
  expect(readFileSync(join(cwd, 'server/src/custom.ts'), 'utf8')).toBe(custom);
  rmSync(join(cwd, 'api.json'));
  before.delete('api.json');
  expect(snapshot(cwd)).toEqual(before);
});

test('what generating breaks in custom.ts is said at once, and the script of the project generates', async () => {
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'api.json'), document('listPets', 'status'));
  await mcpwright('generate', 'api.json', '-o', 'server');
  writeFileSync(join(cwd, 'server/src/custom.ts'), custom);
  expect((await mcpwright('generate', 'api.json', '-o', 'server')).said).not.toContain('compile');

  const script = (...args: string[]) =>
    exec('npm', ['run', '--silent', 'generate', '--', ...args], { cwd: join(cwd, 'server') }).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        said: stdout + stderr,
      }),
    );
  const [was, is] = ['status', 'state'].map((name) => document('listPets', name, 'Where it stands.'));
  writeFileSync(join(cwd, 'api.json'), was ?? '');
  await mcpwright('generate', 'api.json', '-o', 'server');
  writeFileSync(join(cwd, 'api.json'), is ?? '');
  const renamed = await mcpwright('generate', 'api.json', '-o', 'server');
  expect(renamed.said).toMatch(/ {2}src\/custom\.ts:6:\d+ .*'status'.* status is now state\.\n/);

  writeFileSync(join(cwd, 'api.json'), document('listAllPets', 'status').replace('/pets', '/all-pets'));
  await runHere(join(cwd, 'server'), 'generate');
  // Nothing changes any more, and it is said as long as it is so.
  const { code, said } = await script();
  expect(said).toMatch(
    /These lines do not compile:\n {2}src\/custom\.ts:6:\d+ .*list_pets.* Did you mean list_all_pets\?\n/,
  );
  expect(code).toBe(1);
  writeFileSync(join(cwd, 'server/src/custom.ts'), custom.replace('list_pets', 'list_all_pets'));
  expect(await script('--quiet')).toEqual({ code: 0, said: '' });

  // Of another machine it is not known where mcpwright is; a package of that name would be anybody's.
  rmSync(join(cwd, 'server/.mcpwright/local.json'));
  const lost = await script();
  expect(lost.code).not.toBe(0);
  expect(lost.said).toContain('mcpwright is not installed in this project');
});

test('in a fresh clone, as the workflow has it, with the packages installed and without', async () => {
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'api.json'), document('listPets', 'status'));
  await mcpwright('generate', 'api.json', '-o', 'server');
  writeFileSync(join(cwd, 'server/src/custom.ts'), custom);
  const git = (...args: string[]) =>
    exec('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd });
  await git('init', '-q');
  await git('add', '-A');
  await git('commit', '-qm', 'First');
  // Outside of this repository, whose packages would be found.
  const clone = join(tempFolder(), 'clone');
  await git('clone', '-q', cwd, clone);
  const check = () => runHere(join(clone, 'server'), 'check');
  const before = snapshot(clone);
  const bare = await runBuilt(join(clone, 'server'), 'check');
  expect(bare).toMatchObject({ code: 0, said: expect.stringContaining('up to date.') as string });
  expect(bare.said).toContain('not compiled, since TypeScript is not installed: npm install');
  expect(snapshot(clone)).toEqual(before);

  symlinkSync(join(root, 'node_modules'), join(clone, 'server/node_modules'));
  const whole = await check();
  expect(whole).toMatchObject({ code: 0, said: expect.stringContaining('up to date.') as string });
  expect(whole.said).not.toContain('not compiled');
  writeFileSync(join(clone, 'api.json'), document('listPets', 'state'));
  expect(await check()).toMatchObject({
    code: 1,
    said: expect.stringContaining('src/custom.ts:6:') as string,
  });
});
