import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runNode } from '../support/runNode.js';
import { tempFolder } from '../support/tempFolder.js';
import { checkRelease, namePlaces } from '../tools/release/checkRelease.js';
import { root } from './project.js';

/** What the registry answers for a path; 404 for any other. */
const answers = new Map<string, { status: number; body: unknown }>();
let registry: Server;
let address = '';

beforeAll(async () => {
  registry = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    const isOther = path === '/-/whoami' && request.headers.authorization !== 'Bearer of-a-test';
    const { status, body } = isOther
      ? { status: 401, body: {} }
      : (answers.get(path) ?? { status: 404, body: { error: 'Not found' } });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
});
afterAll(() => registry.close());
beforeEach(() => answers.clear());

const origin = {
  repository: 'github:a/b',
  homepage: 'https://example.com',
  bugs: 'https://example.com/bugs',
};

/** A checkout that is ready, committed; with files in place of its own. */
function makeCheckout(files: Record<string, string> = {}): string {
  const folder = tempFolder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  const ready = {
    'package.json': JSON.stringify({ name: 'mcpwright', version: '1.2.3', ...origin }),
    'CHANGELOG.md':
      '# Changelog\n\n## Unreleased\n\n## 1.2.3 (2026-12-01)\n\n- All of it.\n\n## 1.2.2\n\n- Less.\n',
    ...files,
  };
  for (const [name, text] of Object.entries(ready)) writeFileSync(join(folder, name), text);
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'All');
  return folder;
}

/** npm as it is, with a registry, a cache and a login of this test. */
function makeEnv({ isLoggedIn = false, host = address } = {}): NodeJS.ProcessEnv {
  const home = tempFolder();
  const settings = join(home, 'npmrc');
  writeFileSync(settings, isLoggedIn ? `//${host}/:_authToken=of-a-test\n` : '');
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  return {
    ...Object.fromEntries(own),
    npm_config_registry: `http://${host}/`,
    npm_config_userconfig: settings,
    npm_config_cache: join(home, 'cache'),
    npm_config_fetch_retries: '0',
    npm_config_update_notifier: 'false',
  };
}

/** Publishes a name in the registry of the test. */
function hold(
  name: string,
  { versions = ['1.0.0'], gone = [] as string[], maintainers = ['alice'] } = {},
): void {
  const time = [...versions, ...gone].map((version) => [version, '2026-01-01T00:00:00.000Z']);
  const people = maintainers.map((person) => ({ name: person, email: `${person}@example.com` }));
  const body = {
    name,
    'dist-tags': { latest: versions.at(-1) },
    versions: Object.fromEntries(
      versions.map((version) => [version, { name, version, maintainers: people }]),
    ),
    time: { created: '2026-01-01T00:00:00.000Z', ...Object.fromEntries(time) },
    maintainers: people,
  };
  answers.set(`/${name}`, { status: 200, body });
}

function logIn(username: string): void {
  answers.set('/-/whoami', { status: 200, body: { username } });
}

const check = async (folder: string, env: NodeJS.ProcessEnv, tag?: string) =>
  (await checkRelease({ folder, env }, tag)).map(({ isFine, says }) => `${isFine ? 'ok' : 'to do'}: ${says}`);
const toDo = async (folder: string, env: NodeJS.ProcessEnv, tag?: string) =>
  (await check(folder, env, tag)).filter((line) => line.startsWith('to do'));

describe('names', () => {
  test('that the registry does not know are free', async () => {
    expect(await check(makeCheckout(), makeEnv())).toEqual([
      'ok: mcpwright: npm shows no package of that name. The first version is published by hand: docs/releasing.md.',
      'ok: @mcpwright/runtime: npm shows no package of that name. It can be had by who has the scope @mcpwright. The first version is published by hand: docs/releasing.md.',
      'ok: mcpwright@1.2.3 is not published yet.',
      'ok: @mcpwright/runtime@1.2.3 is not published yet.',
      'ok: CHANGELOG.md has a section of 1.2.3.',
      'ok: package.json says where its sources are.',
      'ok: All is committed.',
    ]);
  });

  test('of somebody else are named with their owners, and with the places that hold the name', async () => {
    hold('mcpwright', { maintainers: ['bob', 'carol'] });
    logIn('alice');
    const [first = '', ...others] = await toDo(makeCheckout(), makeEnv({ isLoggedIn: true }));
    expect(first).toContain('mcpwright: taken, by bob, carol, and you are alice.');
    for (const place of namePlaces) expect(first).toContain(place);
    expect(others).toEqual([]);
  });

  test('that may be ours ask for a login where there is none', async () => {
    hold('mcpwright');
    hold('@mcpwright/runtime');
    const lines = await toDo(makeCheckout(), makeEnv());
    expect(lines).toEqual([
      expect.stringContaining(
        'mcpwright: taken, by alice. If that is you, log in by npm login and ask again',
      ),
      expect.stringContaining('@mcpwright/runtime: taken, by alice. If that is you'),
    ]);
  });

  test('of ours are fine', async () => {
    hold('mcpwright', { maintainers: ['bob', 'alice'] });
    hold('@mcpwright/runtime');
    logIn('alice');
    const lines = await check(makeCheckout(), makeEnv({ isLoggedIn: true }));
    expect(lines.slice(0, 2)).toEqual([
      'ok: mcpwright: yours, as alice.',
      'ok: @mcpwright/runtime: yours, as alice.',
    ]);
  });

  test('that were taken back are not called free', async () => {
    const time = { created: '2026-01-01T00:00:00.000Z', unpublished: { time: '2026-02-01T00:00:00.000Z' } };
    answers.set('/mcpwright', { status: 200, body: { name: 'mcpwright', time } });
    expect(await toDo(makeCheckout(), makeEnv())).toEqual([
      expect.stringContaining('mcpwright: was published once and taken back.'),
    ]);
  });

  test('are not called free where the registry fails, or is not there', async () => {
    answers.set('/mcpwright', { status: 500, body: {} });
    const [failing = '', ...others] = await toDo(makeCheckout(), makeEnv());
    expect(failing).toMatch(/^to do: mcpwright: the registry could not be asked \(500 .*\)\. Ask again\.$/);
    expect(others).toEqual([expect.stringContaining('mcpwright@1.2.3: the registry could not be asked')]);
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(closed.address() as AddressInfo).port}`;
    await new Promise((resolve) => closed.close(resolve));
    const lines = await toDo(makeCheckout(), makeEnv({ host }));
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('ECONNREFUSED');
  });

  test('stand in the code where the message says, and nowhere else', () => {
    const paths = ['generator', 'templates/project'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
    );
    const name = /@mcpwright\/|mcpwright\/package|ownPackage = /;
    const holding = paths.filter((path) => name.test(readFileSync(join(root, path), 'utf8')));
    const named = namePlaces.map((place) => place.split(' in ')[1]);
    expect(['package.json', ...holding].toSorted()).toEqual(named.toSorted());
    const page = readFileSync(join(root, 'docs/releasing.md'), 'utf8');
    for (const place of namePlaces) {
      expect(page).toContain(`- ${place}\n`);
      const [words = '', path = ''] = place.split(' in ');
      const text = readFileSync(join(root, path), 'utf8');
      for (const [, word = ''] of words.matchAll(/`(\w+)`/g)) expect(text).toContain(word);
    }
  });
});

describe('versions', () => {
  test.each([
    ['that are published', { versions: ['1.2.2', '1.2.3'] }],
    ['that were the first', { versions: ['1.2.3'] }],
    ['that were taken back', { versions: ['1.2.2'], gone: ['1.2.3'] }],
  ])('%s are not published again', async (_what, held) => {
    hold('@mcpwright/runtime', held);
    logIn('alice');
    expect(await toDo(makeCheckout(), makeEnv({ isLoggedIn: true }))).toEqual([
      'to do: @mcpwright/runtime@1.2.3 was published already, and no version is taken twice: raise it by npm version.',
    ]);
  });

  test('have the tag of the release, which does not ask who holds the names', async () => {
    hold('mcpwright', { maintainers: ['bob'] });
    const folder = makeCheckout();
    expect((await check(folder, makeEnv(), 'v1.2.3'))[0]).toBe('ok: The tag v1.2.3 is that of the version.');
    expect(await toDo(folder, makeEnv(), 'v1.2.3')).toEqual([]);
    expect(await toDo(folder, makeEnv(), 'v1.2.4')).toEqual([
      'to do: The tag is v1.2.4, and package.json says 1.2.3: its tag would be v1.2.3.',
    ]);
  });
});

describe('the checkout', () => {
  test.each([
    [
      'no section',
      '## Unreleased\n\n- It.\n\n## 1.2.30\n\n- No.\n',
      'CHANGELOG.md has no section "## 1.2.3"',
    ],
    ['an empty section', '## 1.2.3\n\n## 1.2.2\n\n- It.\n', 'CHANGELOG.md says nothing under "## 1.2.3"'],
  ])('with %s of the version', async (_what, text, says) => {
    const lines = await toDo(makeCheckout({ 'CHANGELOG.md': text }), makeEnv());
    expect(lines).toEqual([expect.stringContaining(says)]);
  });

  test('that does not say where its sources are is given the lines', async () => {
    const { homepage } = origin;
    const manifest = JSON.stringify({ name: 'mcpwright', version: '1.2.3', homepage });
    const [line = '', ...others] = await toDo(makeCheckout({ 'package.json': manifest }), makeEnv());
    expect(line).toContain('package.json has no repository, no bugs: add "repository": {"type":"git"');
    expect(line).not.toContain('"homepage"');
    expect(others).toEqual([]);
  });

  test('that is not committed names what is not', async () => {
    const folder = makeCheckout();
    writeFileSync(join(folder, 'new.txt'), '');
    rmSync(join(folder, 'CHANGELOG.md'));
    writeFileSync(join(folder, 'CHANGELOG.md'), '## 1.2.3\n\n- It.\n');
    expect(await toDo(folder, makeEnv())).toEqual(['to do: Not committed: CHANGELOG.md, new.txt.']);
  });
});

describe('the program', () => {
  const program = ['test/tools/run.js', 'test/tools/releaseCheck.ts'].map((path) => join(root, path));

  test('says what is to do, and fails until nothing is', async () => {
    const env = makeEnv();
    const ready = await runNode(program, { cwd: makeCheckout(), env });
    expect([ready.code, ready.stdout]).toEqual([0, expect.stringContaining('Ready to be released.\n')]);
    const unready = await runNode(program, { cwd: makeCheckout({ 'CHANGELOG.md': '' }), env });
    expect([unready.code, unready.stdout]).toEqual([1, expect.stringContaining('\n1 of 7 to do.\n')]);
  });

  test('takes a tag, and nothing else', async () => {
    const cwd = makeCheckout();
    const tagged = await runNode([...program, '--tag', 'v1.2.3'], { cwd, env: makeEnv() });
    expect([tagged.code, tagged.stdout]).toEqual([0, expect.stringContaining('ok     The tag v1.2.3')]);
    for (const args of [['--tag'], ['v1.2.3'], ['--tag', 'v1.2.3', 'more']]) {
      const { code, stderr } = await runNode([...program, ...args], { cwd, env: makeEnv() });
      expect([code, stderr]).toEqual([2, expect.stringContaining('Usage: npm run release:check')]);
    }
  });
});
