import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { basename, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { InputError } from '../../generator/model/diagnostic.js';
import { fileExtent } from '../../generator/model/files.js';
import type { File } from '../../generator/model/file.js';
import type { Disk } from '../../generator/write/disk.js';
import { hashContent } from '../../generator/write/manifest.js';
import { isInterrupted, recover } from '../../generator/write/recover.js';
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

/** Where journals are kept. */
const state = () => join(process.env['XDG_STATE_HOME'] ?? '', 'mcpwright');
const journals = () => [...(existsSync(state()) ? snapshot(state()).keys() : [])];
const stagingOf = (folder: string) =>
  readdirSync(join(folder, '.mcpwright')).filter((name) => name.startsWith('staging-'));

/** A project whose second run was killed when some files were in place and others were not, and the journal of that. */
async function halfDone(): Promise<{ folder: string; journal: string; staging: string }> {
  const folder = await project();
  const before = journals();
  let isKilled = false;
  const steps = Object.entries(quickDisk).map(([name, step]) => [
    name,
    async (...args: string[]) => {
      isKilled ||= name === 'rename' && args[1] === join(folder, 'src/generated/new/c.ts');
      if (isKilled) throw new Killed();
      return (step as (...all: string[]) => Promise<unknown>)(...args);
    },
  ]);
  const disk = Object.fromEntries(steps) as Disk;
  await expect(write(second, folder, { ...options, disk })).rejects.toThrow(InputError);
  expect(readFileSync(join(folder, 'src/generated/a.ts'), 'utf8')).toBe('a 2\n');
  expect(existsSync(join(folder, 'src/generated/new/c.ts'))).toBe(false);
  const [journal, ...others] = journals().filter((name) => !before.includes(name));
  const [staging, ...more] = stagingOf(folder);
  if (journal === undefined || staging === undefined) return expect.unreachable();
  expect([others, more]).toEqual([[], []]);
  onTestFinished(() => rmSync(join(state(), journal), { force: true }));
  return { folder, journal: join(state(), journal), staging: join(folder, '.mcpwright', staging) };
}

/** What the second run of a project leaves. */
async function runWhole(): Promise<Map<string, string>> {
  const done = await project();
  await write(second, done, options);
  return snapshot(done);
}

/** Fails where the run changes anything, and returns what it says. */
async function refused(folder: string): Promise<InputError> {
  const before = snapshot(join(folder, '..'));
  const error = await write(second, folder, options).catch((thrown: unknown) => thrown);
  expect(snapshot(join(folder, '..'))).toEqual(before);
  if (!(error instanceof InputError)) throw new Error(`was not refused: ${String(error)}`);
  return error;
}

const hash = 'a'.repeat(64);
const text = (folder: string, steps: unknown, more = {}) =>
  JSON.stringify({ root: folder, staging: 'staging-x', steps, ...more });

describe('a journal that lies in the project', () => {
  const evil = hashContent('evil\n');
  const step = (path: string) => JSON.stringify([{ path, was: null, now: evil }]);
  test.each([
    ['no JSON', '{'],
    ['no list', '{}'],
    ['a step that is none', '[null]'],
    ['a path that leaves the project', step('../other.ts')],
    ['a path below .git', step('.git/config')],
    ['a base that leaves it', step('.mcpwright/base/../../../x')],
    ['a workflow', step('.github/workflows/ci.yml')],
    ['what npm is told', step('.npmrc')],
    ['credentials', step('.env')],
    ['code of the owner', JSON.stringify([{ path: 'src/custom.ts', was: hashContent('mine\n'), now: evil }])],
    [
      'a file to be deleted',
      JSON.stringify([{ path: 'src/custom.ts', was: hashContent('mine\n'), now: null }]),
    ],
  ])('%s is never carried out: it is named, with how to remove it', async (_, said) => {
    const folder = await project();
    const staging = join(folder, '.mcpwright/staging-x');
    mkdirSync(staging);
    writeFileSync(join(staging, 'journal.json'), said);
    writeFileSync(join(staging, '0.new'), 'evil\n');
    const { message, hint } = await refused(folder);
    expect(message).toContain('.mcpwright/staging-x/journal.json cannot be used');
    expect(hint).toContain(`Delete the folder ${staging}.`);
    await expect(isInterrupted(folder)).rejects.toThrow('journal.json cannot be used');
    rmSync(staging, { recursive: true });
    await write(second, folder, options);
    expect(snapshot(folder)).toEqual(await runWhole());
  });

  test('is not carried out as the one that a run of this user has begun', async () => {
    const { folder, staging } = await halfDone();
    writeFileSync(join(staging, 'journal.json'), step('.npmrc'));
    await write(second, folder, options);
    expect(snapshot(folder)).toEqual(await runWhole());
  });

  test('a link in the place of the folder that it is in is removed, and not what it leads to', async () => {
    const folder = await project();
    const outside = tempFolder();
    writeFileSync(join(outside, 'precious'), 'mine\n');
    symlinkSync(outside, join(folder, '.mcpwright/staging-x'));
    await write(second, folder, options);
    expect(snapshot(folder)).toEqual(await runWhole());
    expect([...snapshot(outside)]).toEqual([['precious', 'mine\n']]);
  });
});

describe('the journal of a run', () => {
  test('lies in the folder of the user alone, and says no more than paths and hashes', async () => {
    const { folder, journal } = await halfDone();
    if (process.platform !== 'win32')
      expect([state(), journal].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
    const said = readFileSync(journal, 'utf8');
    expect(JSON.parse(said)).toMatchObject({ root: folder });
    expect(said).not.toContain('THREE');
    await recover(folder, quickDisk);
    expect(journals()).not.toContain(basename(journal));
  });

  test('is that of one project: others, and copies of it, are not touched by it', async () => {
    const [one, two] = [await halfDone(), await halfDone()];
    const copy = join(tempFolder(), 'project');
    cpSync(one.folder, copy, { recursive: true });
    const before = snapshot(one.folder);
    for (const folder of [two.folder, copy]) {
      await write(second, folder, options);
      expect(snapshot(folder)).toEqual(await runWhole());
    }
    expect(snapshot(one.folder)).toEqual(before);
    await recover(one.folder, quickDisk);
    expect(snapshot(one.folder)).toEqual(await runWhole());
  });

  test('is of no use where the project was moved: the next run ends as it would have ended', async () => {
    const { folder, journal } = await halfDone();
    const moved = join(tempFolder(), 'project');
    renameSync(folder, moved);
    await write(second, moved, options);
    expect(snapshot(moved)).toEqual(await runWhole());
    // Where it was, another project is made.
    await write(first, folder, options);
    expect(existsSync(journal)).toBe(false);
    expect(readFileSync(join(folder, 'src/generated/a.ts'), 'utf8')).toBe('a 1\n');
  });

  test.each(['src/generated/a.ts', 'src/generated/new/c.ts'])(
    'puts nothing into place that others have put where it was prepared, as %s',
    async (path) => {
      const { folder, journal, staging } = await halfDone();
      const { steps } = JSON.parse(readFileSync(journal, 'utf8')) as { steps: { path: string }[] };
      const index = steps.findIndex((one) => one.path === path);
      for (const kind of ['new', 'old']) writeFileSync(join(staging, `${index}.${kind}`), 'evil\n');
      const error = await write(second, folder, options).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).message).toContain(
        `${index}.new is not what the run that was stopped has prepared`,
      );
      expect([...snapshot(folder).values()]).not.toContain('evil\n');
      await write(second, folder, options);
      expect(snapshot(folder)).toEqual(await runWhole());
    },
  );

  const spoilt: [string, (journal: string, folder: string) => void, string][] = [
    ['is no JSON', (journal) => writeFileSync(journal, '{'), 'is not a list of files'],
    ['is null', (journal) => writeFileSync(journal, 'null'), 'is not a list of files'],
    [
      'has a step that is none',
      (journal, folder) => writeFileSync(journal, text(folder, [null])),
      'is not a list of files',
    ],
    ...['../other.ts', '.git/config', 'node_modules/x.js', '.mcpwright/base/../../x', '/etc/passwd'].map(
      (path): [string, (journal: string, folder: string) => void, string] => [
        `names ${path}`,
        (journal, folder) => writeFileSync(journal, text(folder, [{ path, was: null, now: hash }])),
        'is not a list of files',
      ],
    ),
    [
      'leaves its room',
      (journal, folder) => writeFileSync(journal, text(folder, [], { staging: 'staging-/../../x' })),
      'is not a list of files',
    ],
    [
      'is of another project',
      (journal) => writeFileSync(journal, text('/elsewhere', [])),
      'of another project',
    ],
    [
      'is a link',
      (journal) => {
        renameSync(journal, `${journal}.real`);
        symlinkSync(`${journal}.real`, journal);
      },
      'is a link',
    ],
    [
      'is a pipe',
      (journal) => {
        rmSync(journal);
        execFileSync('mkfifo', [journal]);
      },
      'is not a file',
    ],
    ['others may write', (journal) => chmodSync(journal, 0o666), 'is open to other users'],
    ['others may read, as in a checkout', (journal) => chmodSync(journal, 0o644), 'is open to other users'],
    ['is very large', (journal) => truncateSync(journal, fileExtent.mostBytes + 1), 'is larger than'],
  ];
  test.each(spoilt)('is refused with words where it %s', async (_, spoil, words) => {
    const { folder, journal } = await halfDone();
    spoil(journal, folder);
    const { message, hint } = await refused(folder);
    expect(message).toContain(`${journal} cannot be used: it `);
    expect(message).toContain(words);
    expect(hint).toContain('Delete it');
    for (const name of [journal, `${journal}.real`]) rmSync(name, { force: true });
    await write(second, folder, options);
    expect(snapshot(folder)).toEqual(await runWhole());
  });
});

/** Sets where the folder of the user is, as long as a test lasts. */
function keepIn(folder: string, home?: string): string {
  const { XDG_STATE_HOME, HOME } = process.env;
  onTestFinished(() => {
    process.env['XDG_STATE_HOME'] = XDG_STATE_HOME;
    if (HOME === undefined) delete process.env['HOME'];
    else process.env['HOME'] = HOME;
  });
  process.env['XDG_STATE_HOME'] = folder;
  if (home !== undefined) process.env['HOME'] = home;
  return folder;
}

/** A clone of a repository that holds a project, what is to be put into it, and a journal of that. */
async function cloneWith(umask: number): Promise<string> {
  const around = realpathSync(tempFolder());
  const [source, checkout] = [join(around, 'source'), join(around, 'checkout')];
  await write(first, join(source, 'server'), options);
  const [kept, staging] = [
    join(source, '.local/state/mcpwright'),
    join(source, 'server/.mcpwright/staging-x'),
  ];
  for (const folder of [kept, staging]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(staging, '0.new'), 'evil\n');
  const root = join(checkout, 'server');
  const steps = [{ path: '.github/workflows/evil.yml', was: null, now: hashContent('evil\n') }];
  writeFileSync(join(kept, `${hashContent(root).slice(0, 32)}.json`), text(root, steps));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: source,
    });
  git('init', '-q');
  git('add', '-A', '-f');
  git('commit', '-q', '-m', 'Then');
  execFileSync('sh', ['-c', `umask ${umask.toString(8)} && git clone -q source checkout`], { cwd: around });
  return checkout;
}

describe.skipIf(process.platform !== 'linux')('a journal that comes with a checkout', () => {
  const homes: [string, string, (checkout: string) => string, string][] = [
    ['the home folder', '.', (checkout) => checkout, 'lies in '],
    ['the home folder, and the run begins elsewhere', '..', (checkout) => checkout, 'lies in '],
    ['the home folder, and the run begins in the project', 'server', (checkout) => checkout, 'lies in '],
    ['the current folder, and the home folder is empty', '.', () => '', 'there is no home folder'],
    ['the current folder, and the home folder is relative', '.', () => '.', 'there is no home folder'],
  ];
  // A umask of 077 gives what is checked out the modes of what is this user's alone.
  const cases = homes.flatMap((one) => [0o022, 0o077].map((umask) => ({ one, umask })));
  test.each(cases)('that is $one.0, is not carried out (umask $umask)', async ({ one, umask }) => {
    const [, current, home, words] = one;
    const checkout = await cloneWith(umask);
    keepIn('', home(checkout));
    const before = process.cwd();
    onTestFinished(() => process.chdir(before));
    process.chdir(join(checkout, current));
    const folder = join(checkout, 'server');
    const { unkept } = await write(second, folder, options);
    expect(unkept).toContain(words);
    expect(existsSync(join(folder, '.github'))).toBe(false);
    expect(stagingOf(folder)).toEqual([]);
    expect(readFileSync(join(folder, 'src/generated/a.ts'), 'utf8')).toBe('a 2\n');
  });
});

describe('where no journal can be kept', () => {
  const odd: [string, (folder: string) => string, string][] = [
    ['is below a file', (folder) => join(folder, '../a-file/below'), 'a folder on the way to it is a file'],
    ['is in the project', (folder) => join(folder, '.state'), 'lies in the project itself'],
    ['is a link', (folder) => join(folder, '../linked'), 'is a link'],
    ['others may write to', (folder) => join(folder, '../open'), 'is open to other users'],
    ['others may read, as in a checkout', (folder) => join(folder, '../read'), 'its mode is not 0700'],
  ];
  test.each(odd)('since the folder %s, the run says so and goes on', async (_, place, words) => {
    const folder = await project();
    const around = join(folder, '..');
    writeFileSync(join(around, 'a-file'), '');
    mkdirSync(join(around, 'linked'));
    mkdirSync(join(around, 'open'));
    mkdirSync(join(around, 'evil'));
    symlinkSync(join(around, 'evil'), join(around, 'linked/mcpwright'));
    mkdirSync(join(around, 'open/mcpwright'));
    chmodSync(join(around, 'open/mcpwright'), 0o777);
    mkdirSync(join(around, 'read/mcpwright'), { recursive: true });
    chmodSync(join(around, 'read/mcpwright'), 0o755);
    keepIn(place(folder));
    const done = await write(second, folder, options);
    expect(done).toMatchObject({ written: true, unkept: expect.stringContaining(words) as string });
    expect(snapshot(folder)).toEqual(await runWhole());
    expect([...snapshot(join(around, 'evil'))]).toEqual([]);
  });

  test('a path that is not absolute counts for nothing', async () => {
    const home = tempFolder();
    const before = keepIn('state', home);
    const folder = await project();
    expect(await write(second, folder, options)).not.toHaveProperty('unkept');
    expect(existsSync(before)).toBe(false);
    expect(existsSync(join(home, process.platform === 'linux' ? '.local/state/mcpwright' : ''))).toBe(true);
  });

  test('since the system knows no home folder of the user, the run says so and goes on', async () => {
    const folder = await project();
    keepIn('', '');
    delete process.env['HOME'];
    vi.spyOn(os, 'homedir').mockImplementation(() => {
      throw new Error('uv_os_homedir returned ENOENT');
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    expect(await isInterrupted(folder)).toBe(false);
    const { unkept } = await write(second, folder, options);
    expect(unkept).toContain('there is no home folder');
    expect(snapshot(folder)).toEqual(await runWhole());
  });

  test('in a home folder that is a git repository of the user, it is', async () => {
    const home = realpathSync(tempFolder());
    execFileSync('git', ['init', '-q'], { cwd: home });
    vi.spyOn(os, 'userInfo').mockReturnValue({ ...os.userInfo(), homedir: home });
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    keepIn('', home);
    const before = process.cwd();
    onTestFinished(() => process.chdir(before));
    process.chdir(home);
    expect(await write(first, join(home, 'server'), options)).not.toHaveProperty('unkept');
  });
});
