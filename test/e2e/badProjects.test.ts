import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../support/runCommand.js';
import { snapshot } from '../support/tempFolder.js';
import { scratch } from './project.js';

const folder = join(scratch, 'badProjects');
const made = join(folder, 'made');
const used = join(folder, 'used');
const home = process.cwd();

const documentOf = (title: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: { '/pets': { get: { operationId: 'listPets', responses: { 200: { description: 'OK' } } } } },
  });

const at = (path: string) => join(used, path);
const read = (path: string) => readFileSync(at(path), 'utf8');
const write = (path: string, text: string) => writeFileSync(at(path), text);
/** Changes what the manifest says. */
const editManifest = (edit: (manifest: Record<string, any>) => void) => {
  const manifest = JSON.parse(read('server/.mcpwright/manifest.json')) as Record<string, any>;
  edit(manifest);
  write('server/.mcpwright/manifest.json', JSON.stringify(manifest));
};
const generate = (...args: string[]) => runCommand(['generate', 'api.json', '-o', 'server', ...args]);

/** A project with an edit of its owner, whose document has changed since. */
function restore(): void {
  rmSync(used, { recursive: true, force: true });
  cpSync(made, used, { recursive: true });
  process.chdir(used);
}

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  process.chdir(made);
  writeFileSync('api.json', documentOf('Shop'));
  expect(await generate()).toMatchObject({ code: 0 });
  const readme = readFileSync('server/README.md', 'utf8');
  writeFileSync('server/README.md', readme.replace('## Set up', '## Ours\n\nAsk Ada.\n\n## Set up'));
  writeFileSync('api.json', documentOf('Market'));
});
afterAll(() => process.chdir(home));

test('as it is, it is brought up to date', async () => {
  restore();
  expect(await generate()).toMatchObject({ code: 0 });
  expect(read('server/README.md')).toContain('# Market');
  expect(read('server/README.md')).toContain('Ask Ada.');
});

/** What is wrong, what the run ends with and says, and what to do. */
const cases: {
  what: string;
  spoil: () => void;
  args?: string[];
  code: number;
  says: string | RegExp;
  advises: string | RegExp;
}[] = [
  {
    what: 'a manifest that names a file outside',
    spoil: () =>
      editManifest(
        ({ files }) => (files['../../etc/passwd'] = { owner: 'generated', sha256: '0'.repeat(64) }),
      ),
    code: 2,
    says: 'it names "../../etc/passwd", which is not a file of the project',
    advises: 'Restore it from version control.',
  },
  {
    what: 'a missing base',
    spoil: () => rmSync(at('server/.mcpwright/base'), { recursive: true }),
    code: 1,
    says: 'README.md: it is not known what mcpwright wrote last',
    advises: 'Restore .mcpwright/base/README.md from version control',
  },
  {
    what: 'a pipe in place of a file',
    spoil: () => {
      rmSync(at('server/README.md'));
      execFileSync('mkfifo', [at('server/README.md')]);
    },
    code: 1,
    says: 'README.md: it is a link, a pipe or the like, or too large',
    advises: 'Put a plain file in its place.',
  },
  {
    what: 'a missing manifest',
    spoil: () => rmSync(at('server/.mcpwright/manifest.json')),
    code: 2,
    says: '.mcpwright/manifest.json is missing, though .mcpwright/ is there',
    advises: 'Restore it from version control.',
  },
  {
    what: 'a configuration with a typo',
    spoil: () => write('server/mcpwright.yaml', 'exlcude: deprecated\n'),
    code: 2,
    says: /mcpwright\.yaml:1:1\S* "exlcude" is not known/,
    advises: 'did you mean "exclude"?',
  },
  {
    what: 'an overlay that deletes every operation',
    spoil: () =>
      write(
        'overlay.yaml',
        "overlay: 1.0.0\ninfo: { title: a, version: '1' }\nactions: [{ target: $.paths.*, remove: true }]\n",
      ),
    args: ['--overlay', 'overlay.yaml'],
    code: 2,
    says: /overlay\.yaml:3:\d+: No operation is left/,
    advises: 'Let its target select less.',
  },
  {
    what: 'an overlay that deletes the whole document',
    spoil: () =>
      write(
        'overlay.yaml',
        "overlay: 1.0.0\ninfo: { title: a, version: '1' }\nactions: [{ target: $.*, remove: true }]\n",
      ),
    args: ['--overlay', 'overlay.yaml'],
    code: 2,
    says: /overlay\.yaml:3:\d+: No operation is left/,
    advises: 'Let its target select less.',
  },
  {
    what: 'a document that is gone',
    spoil: () => rmSync(at('api.json')),
    code: 2,
    says: 'api.json does not exist.',
    advises: 'Check the path',
  },
  {
    what: 'a document that can no longer be read',
    spoil: () => write('api.json', documentOf('Market').slice(0, -9)),
    code: 2,
    says: /api\.json:\d+:\d+/,
    advises: 'JSON',
  },
  {
    what: 'a manifest of a later version',
    spoil: () => editManifest((manifest) => Object.assign(manifest, { format: 3, version: '9.9.9' })),
    code: 2,
    says: 'was written by mcpwright 9.9.9, which is newer',
    advises: 'Update mcpwright',
  },
  {
    what: 'a folder that is not ours',
    spoil: () => {
      rmSync(at('server'), { recursive: true });
      mkdirSync(at('server'));
      write('server/index.js', 'mine\n');
    },
    code: 2,
    says: 'server is not empty, and mcpwright did not write what is in it.',
    advises: 'Name another folder with --out',
  },
];

test.each(cases)('$what: a message, advice, and nothing is touched', async (one) => {
  restore();
  one.spoil();
  const before = snapshot(used);
  const { code, stdout, stderr } = await generate(...(one.args ?? []));
  expect({ code, stdout }).toEqual({ code: one.code, stdout: '' });
  expect(stderr).toMatch(one.says);
  expect(stderr).toMatch(one.advises);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(snapshot(used)).toEqual(before);
});

test('a manifest of the first format is taken over, and no edit is lost', async () => {
  restore();
  editManifest((manifest) => {
    delete manifest['format'];
    for (const [path, entry] of Object.entries(manifest['files'] as Record<string, { owner: string }>)) {
      if (entry.owner !== 'vendored') continue;
      entry.owner = 'shared';
      mkdirSync(join(at('server/.mcpwright/base'), path, '..'), { recursive: true });
      cpSync(at(`server/${path}`), at(`server/.mcpwright/base/${path}`));
    }
  });
  expect(await generate()).toMatchObject({ code: 0 });
  expect(read('server/README.md')).toContain('# Market');
  expect(read('server/README.md')).toContain('Ask Ada.');
  expect(JSON.parse(read('server/.mcpwright/manifest.json'))).toMatchObject({
    format: 2,
    files: { 'src/runtime/json.ts': { owner: 'vendored' } },
  });
  expect(() => read('server/.mcpwright/base/src/runtime/json.ts')).toThrow('ENOENT');
});

test.skipIf(process.platform === 'win32')('a folder that is read-only: the same', async () => {
  restore();
  const before = snapshot(used);
  const paths = ['', ...before.keys()].map(at);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) for (const path of paths) chownSync(path, 65_534, 65_534);
  const folders = ['', ...[...before].filter(([, text]) => text === 'folder').map(([path]) => path)].map(at);
  for (const path of folders) chmodSync(path, 0o555);
  // Who has all rights may write everywhere.
  if (isRoot) process.seteuid?.(65_534);
  try {
    const { code, stderr } = await generate();
    expect(code).toBe(2);
    expect(stderr).toMatch(/Nothing was written: .*: permission is denied\./);
    expect(stderr).toContain('Make the folder writable');
    expect(snapshot(used)).toEqual(before);
  } finally {
    if (isRoot) process.seteuid?.(0);
    for (const path of folders) chmodSync(path, 0o755);
  }
});

test('a disk that is full: the same', async (context) => {
  restore();
  const disk = join(folder, 'disk');
  mkdirSync(disk, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'none', disk], { stdio: 'ignore' });
  } catch {
    console.warn('skipped: a disk that fills up (no file system may be mounted here)');
    context.skip();
  }
  onTestFinished(() => {
    process.chdir(home);
    execFileSync('umount', [disk]);
  });
  cpSync(used, disk, { recursive: true });
  process.chdir(disk);
  try {
    writeFileSync('ballast', Buffer.alloc(3 * 1024 * 1024));
  } catch {
    // That is what it is for.
  }
  const before = snapshot(disk);
  const { code, stderr } = await generate();
  expect(code).toBe(2);
  expect(stderr).toMatch(/Nothing was written: .*: the disk is full\./);
  expect(stderr).toContain('Free some space, and run it again.');
  expect(snapshot(disk)).toEqual(before);
  rmSync('ballast');
  expect((await generate()).code).toBe(0);
});
