import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openRevision } from '../../generator/load/project/openRevision.js';
import { runCommand } from '../support/runCommand.js';
import { scratch } from './project.js';

const folder = join(scratch, 'handedOver');
const [source, partial] = [join(folder, 'source'), join(folder, 'partial')];
const [program, marker] = [join(folder, 'program.sh'), join(folder, 'it-ran')];

const git = (where: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: where });

const document = (title: string) =>
  `openapi: 3.1.0\ninfo: { title: ${title}, version: "1" }\nservers: [{ url: https://api.example.com }]\npaths:\n` +
  '  /things:\n    get: { operationId: listThings, responses: { "200": { description: Things } } }\n';

/** Asks for a password, so that a helper for credentials would be run. */
const server = createServer((_request, response) => {
  response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
});

/** A repository, and clones of it that lack the contents of its files, or its folders too. */
beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(source, 'api'), { recursive: true });
  writeFileSync(program, `#!/bin/sh\n: > '${marker}'\nexit 1\n`, { mode: 0o755 });
  git(source, 'init', '-q', '-b', 'main');
  git(source, 'config', 'uploadpack.allowFilter', 'true');
  writeFileSync(join(source, 'api/openapi.yaml'), document('Then'));
  git(source, 'add', '-A');
  git(source, 'commit', '-q', '-m', 'Then');
  for (const [name, filter] of [
    [partial, 'blob:none'],
    [`${partial}-tree`, 'tree:0'],
  ] as const) {
    git(folder, 'clone', '-q', '--no-checkout', `--filter=${filter}`, `file://${source}`, name);
    mkdirSync(join(name, 'api'));
    writeFileSync(join(name, 'api/openapi.yaml'), document('Now'));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());
beforeEach(() => rmSync(marker, { force: true }));

const everywhere = `file://${source}`;
const ways: [way: string, config: () => Record<string, string>][] = [
  ['core.sshCommand', () => ({ 'remote.origin.url': 'ssh://host/x', 'core.sshCommand': program })],
  ['remote.*.uploadpack', () => ({ 'remote.origin.url': everywhere, 'remote.origin.uploadpack': program })],
  ['core.gitProxy', () => ({ 'remote.origin.url': 'git://127.0.0.1/x', 'core.gitProxy': program })],
  ['a remote helper', () => ({ 'remote.origin.url': `ext::${program}`, 'protocol.ext.allow': 'always' })],
  [
    'credential.helper',
    () => ({
      'remote.origin.url': `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`,
      'credential.helper': `!${program}`,
    }),
  ],
];

describe('a partial clone that another hands over', () => {
  const kinds = [
    { kind: 'contents of files', clone: partial, lacks: 'api/openapi.yaml' },
    { kind: 'folders', clone: `${partial}-tree`, lacks: 'the list of files of a folder' },
  ];
  const cases = kinds.flatMap(({ kind, clone, lacks }) =>
    ways.map(([way, config]) => ({ kind, clone, lacks, way, config })),
  );
  test.each(cases)('without the $kind, which $way would fetch, runs nothing', async (one) => {
    const { clone, lacks, config } = one;
    for (const [key, value] of Object.entries(config())) git(clone, 'config', key, value);
    // So it is with git alone: the program runs.
    await new Promise((resolve) => {
      const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' };
      execFile('git', ['-C', clone, 'cat-file', '-t', 'HEAD:api/openapi.yaml'], { env }, resolve);
    });
    expect(existsSync(marker)).toBe(true);
    rmSync(marker);

    const path = join(clone, 'api/openapi.yaml');
    const { code, stdout, stderr } = await runCommand(['diff', `HEAD:${path}`, path]);
    expect(existsSync(marker)).toBe(false);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`the git repository in ${join(clone, 'api')} does not hold ${lacks}, `);
    expect(stderr).toMatch(
      /If you trust the repository, fetch it and run this again; in .*: git (cat-file -p|ls-tree -r --full-tree) [\da-f]{40}\n/,
    );
  });
});

test('a repository that names programs for all that git does is read, and none runs', async () => {
  const whole = join(folder, 'whole');
  git(folder, 'clone', '-q', everywhere, whole);
  writeFileSync(join(whole, 'api/openapi.yaml'), document('Now'));
  writeFileSync(join(whole, '.gitattributes'), '* diff=one filter=one\n');
  const hooks = join(folder, 'hooks');
  mkdirSync(hooks);
  for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'fsmonitor-watchman'])
    writeFileSync(join(hooks, hook), `#!/bin/sh\n: > '${marker}'\n`, { mode: 0o755 });
  const keys = 'core.fsmonitor core.pager core.editor core.askPass core.alternateRefsCommand diff.external';
  const more = 'diff.one.textconv diff.one.command filter.one.smudge filter.one.clean filter.one.process';
  const pagers = 'pager.cat-file pager.ls-tree pager.rev-parse alias.cat-file alias.ls-tree';
  for (const key of `${keys} ${more} ${pagers}`.split(' ')) git(whole, 'config', key, program);
  git(whole, 'config', 'core.hooksPath', hooks);
  const path = join(whole, 'api/openapi.yaml');
  const { code, stderr } = await runCommand(['diff', `HEAD:${path}`, path, '--quiet']);
  expect({ code, stderr, ran: existsSync(marker) }).toEqual({ code: 0, stderr: '', ran: false });
});

test.each([
  ['a folder that is no repository', () => folder],
  ['a folder that is not there', () => join(folder, 'nowhere')],
  ['another repository', () => partial],
])('a repository that names %s as where its files are is asked itself', async (_, elsewhere) => {
  const odd = join(folder, 'odd');
  rmSync(odd, { recursive: true, force: true });
  git(folder, 'clone', '-q', everywhere, odd);
  git(odd, 'config', 'core.worktree', elsewhere());
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(odd);
  const read = await openRevision('HEAD:api/openapi.yaml', process.env);
  expect(await read.read('openapi.yaml')).toBe(document('Then'));
  for (const path of ['api', join(odd, 'api')]) {
    const { list } = await openRevision(`HEAD:${path}`, process.env);
    expect(await list()).toEqual(['openapi.yaml']);
  }
});

test('a repository that is gone while it is read is said to be none, and not to be a partial clone', async () => {
  const gone = join(folder, 'gone');
  git(folder, 'clone', '-q', everywhere, gone);
  const { read, list } = await openRevision(`HEAD:${join(gone, 'api')}`, {
    ...process.env,
    GIT_CEILING_DIRECTORIES: folder,
  });
  rmSync(join(gone, '.git'), { recursive: true });
  const words = `there is no git repository in ${join(gone, 'api')}`;
  await expect(read('openapi.yaml')).rejects.toThrow(words);
  await expect(list()).rejects.toThrow(words);
});

test.skipIf(process.platform === 'win32').each([
  ['the configuration', (waiting: string) => [join(waiting, '.git/config')]],
  ['what the configuration includes', (waiting: string) => [join(waiting, 'included')]],
])('a pipe in place of %s is not waited for without end', async (_, place) => {
  const waiting = join(folder, 'waiting');
  rmSync(waiting, { recursive: true, force: true });
  git(folder, 'clone', '-q', everywhere, waiting);
  git(waiting, 'config', 'include.path', join(waiting, 'included'));
  const [pipe = ''] = place(waiting);
  rmSync(pipe, { force: true });
  execFileSync('mkfifo', [pipe]);
  const asked = openRevision(`HEAD:${join(waiting, 'api/openapi.yaml')}`, process.env, 200);
  await expect(asked).rejects.toThrow('git did not answer within 0.2 s');
});

describe('a mcpwright.yaml that lies beside the document of another', () => {
  const [theirs, ours] = [join(folder, 'theirs'), join(folder, 'ours')];
  const [api, old, file] = ['openapi.yaml', 'old.yaml', 'mcpwright.yaml'].map((name) =>
    join(theirs, name),
  ) as [string, string, string];
  let fetched = 0;
  const inside = createServer((_request, response) => {
    fetched += 1;
    response.end('overlay: 1.0.0\nactions: []\n');
  });
  beforeAll(async () => {
    mkdirSync(theirs);
    writeFileSync(api, document('Now'));
    writeFileSync(old, document('Then'));
    expect((await runCommand(['generate', api, '--out', ours])).code).toBe(0);
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const { port } = inside.address() as AddressInfo;
    writeFileSync(file, `out: ../elsewhere\noverlays: ['http://127.0.0.1:${port}/overlay.yaml']\n`);
  });
  afterAll(() => inside.close());
  beforeEach(() => void (fetched = 0));

  test.each([
    ['generate', [api, '--out', join(folder, 'made')]],
    ['check', [api, '--out', ours]],
    ['tools', [api]],
    ['budget', [api]],
    ['lint', [api]],
    ['serve', [api]],
    ['diff', [old, api]],
    ['diff of a project', [ours, api]],
  ])('has %s fetch and write nothing, and is named', async (command, args) => {
    const [name = ''] = command.split(' ');
    const { stderr } = await runCommand([name, ...args]);
    expect(stderr).toContain(`${file} lies beside the document and is not read`);
    expect(stderr).toContain(`add --config ${file} if it is.`);
    expect({ fetched, elsewhere: existsSync(join(folder, 'elsewhere')) }).toEqual({
      fetched: 0,
      elsewhere: false,
    });
    if (name === 'check') return;
    await runCommand([name, ...args, '--config', file]);
    expect(fetched).toBeGreaterThan(0);
  });
});

/** Choices that list two documents. */
const listed = (second: string) => `sources: [{ name: a, document: ../spec/openapi.yaml }, ${second}]\n`;

describe('a mcpwright.yaml that only the title of a document leads to', () => {
  const handed = join(folder, 'handed');
  const [api, file] = [join('spec', 'openapi.yaml'), join('things', 'mcpwright.yaml')];
  const before = process.cwd();
  let fetched = 0;
  const overlay = 'overlay: 1.0.0\nactions: [{ target: $.info, update: { version: "2" } }]\n';
  const inside = createServer(({ url }, response) => {
    fetched += 1;
    response.end(url === '/api.yaml' ? document('Things') : overlay);
  });
  beforeAll(() => new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void inside.close());
  beforeEach(() => {
    rmSync(handed, { recursive: true, force: true });
    for (const one of ['spec', 'things']) mkdirSync(join(handed, one), { recursive: true });
    process.chdir(handed);
    writeFileSync(api, document('Things'));
    fetched = 0;
  });
  afterEach(() => process.chdir(before));
  const address = () => `http://127.0.0.1:${(inside.address() as AddressInfo).port}/one.yaml`;
  const ours = 'document: ../spec/openapi.yaml\n';

  test.each([
    ['names no document', 'names no document', () => `overlays: ['${address()}']\nout: ../../far\n`],
    ['names another', 'names another document', () => 'document: ../spec/other.yaml\nout: ../../far\n'],
    ['leads elsewhere', 'its "out" leads out of its folder', () => `${ours}out: ../../far\n`],
    ['leads elsewhere by a link', 'its "out" leads out of its folder', () => `${ours}out: link/far\n`],
    ['leads by a link to nowhere', 'its "out" leads out of its folder', () => `${ours}out: loose/far\n`],
    ['has an overlay fetched', 'its "overlays" has', () => `${ours}overlays: ['${address()}']\n`],
    ['lets hosts be asked', 'its "refs.hosts" lets', () => `${ours}refs: { hosts: [example.com] }\n`],
    ['lets folders be read', 'its "refs.folders" lets', () => `${ours}refs: { folders: [../..] }\n`],
    [
      'has a document fetched',
      'its "sources.1.document" has',
      () => listed(`{ name: b, document: '${address()}' }`),
    ],
    [
      'has an overlay of one document fetched',
      'its "sources.1.overlays" has',
      () => listed(`{ name: b, document: ../spec/b.yaml, overlays: ['${address()}'] }`),
    ],
  ])('and that %s stops the run, with nothing fetched or written', async (_what, why, config) => {
    symlinkSync('../..', 'things/link');
    symlinkSync('../../far', 'things/loose');
    writeFileSync(file, config());
    for (const command of ['generate', 'check']) {
      const { code, stderr } = await runCommand([command, api]);
      expect({ code, fetched }).toEqual({ code: 2, fetched: 0 });
      expect(stderr).toContain(`${file} is not read, since it may not be yours: `);
      expect(stderr).toContain(why);
      expect(stderr).toContain(`If you trust it, add --config ${file}; else name another folder with --out.`);
    }
    expect(readdirSync('things').toSorted()).toEqual(['link', 'loose', 'mcpwright.yaml']);
    expect(existsSync(join(folder, 'far'))).toBe(false);
  });

  test.each([
    ['the folder is a link', () => symlinkSync('things', 'lk'), 'lk/openapi.yaml'],
    [
      'a folder in it is a link',
      () => {
        mkdirSync('things/deep');
        symlinkSync('things/deep', 'lk');
        renameSync('things/openapi.yaml', 'things/deep/openapi.yaml');
      },
      'lk/openapi.yaml',
    ],
    ['the document is a link to it', () => symlinkSync('things/openapi.yaml', 'api.yaml'), 'api.yaml'],
  ])('and that the document came with stops the run where %s', async (_what, link, path) => {
    writeFileSync('things/openapi.yaml', document('Things'));
    writeFileSync(file, `document: openapi.yaml\noverlays: ['${address()}']\n`);
    link();
    const { code, stderr } = await runCommand(['generate', path]);
    expect({ code, fetched }).toEqual({ code: 2, fetched: 0 });
    expect(stderr).toContain(`${file} came with the document, and is not read`);
  });

  test('is read where the project was made from this document, by whatever path it is named', async () => {
    rmSync('things', { recursive: true });
    expect((await runCommand(['generate', api, '--include', 'path=/things'])).code).toBe(0);
    symlinkSync('spec', 'lk');
    for (const path of [api, join(handed, api), 'lk/openapi.yaml']) {
      const { code, stderr } = await runCommand(['generate', path]);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: expect.stringContaining(`Choices are read from ${file}.`) as string,
      });
      expect(stderr).not.toContain('It names');
    }
    expect((await runCommand(['check', api])).code).toBe(0);
  });

  test('is read where the project was made from this address', async () => {
    rmSync('things', { recursive: true });
    const url = address().replace('one.yaml', 'api.yaml');
    for (const given of [url, url]) expect((await runCommand(['generate', given])).code).toBe(0);
    expect((await runCommand(['generate', address()])).code).toBe(2);
  });

  test('is read where the command line says what it would have fetched', async () => {
    writeFileSync(file, `${ours}overlays: ['${address()}']\nrefs: { folders: [../more] }\n`);
    mkdirSync('more');
    const said = ['--overlay', address(), '--ref-folder', 'more'];
    expect((await runCommand(['generate', api, ...said, '--force'])).code).toBe(0);
    expect(fetched).toBeGreaterThan(0);
    expect((await runCommand(['generate', api])).code).toBe(2);
    expect((await runCommand(['generate', api, '--config', file])).code).toBe(0);
  });

  test('is read for documents from standard input as long as it names none', async () => {
    rmSync('things', { recursive: true });
    for (const options of [[], ['--quiet']])
      expect((await runCommand(['generate', '-', ...options], document('Things'))).code).toBe(0);
    writeFileSync(file, ours);
    const { code, stderr } = await runCommand(['generate', '-'], document('Things'));
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('it names another document') as string,
    });
  });
});

/** A document whose parameter takes these values. */
const withKinds = (kinds: string) =>
  document('Things').replace(
    'responses',
    `parameters: [{ name: kind, in: query, schema: { type: string, enum: [${kinds}] } }], responses`,
  );

test('words of a document name nobody in the Markdown of a pull request', async () => {
  const [then, now] = [join(folder, 'then.yaml'), join(folder, 'now.yaml')];
  writeFileSync(then, withKinds("a, '@acme/team', 'acme/api#12'"));
  writeFileSync(now, withKinds('a'));
  const { stdout } = await runCommand(['diff', then, now, '--markdown']);
  expect(stdout).toContain('no longer "`@acme/team`", "`acme/api#12`"');
});
