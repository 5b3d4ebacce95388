import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../support/sources.js';
import { runCommand } from '../support/runCommand.js';
import { tempFolder } from '../support/tempFolder.js';
import { runHere, scratch } from './project.js';

const folder = join(scratch, 'diff');
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: folder,
  });
const at = (path: string) => join(folder, path);

/** A repository with a document of two files and its project, changed since. */
beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(at('api/parts'), { recursive: true });
  const sample = join(root, 'samples/petstore');
  writeFileSync(at('api/openapi.yaml'), readFileSync(join(sample, 'openapi.yaml')));
  writeFileSync(
    at('api/split.yaml'),
    'openapi: 3.1.0\ninfo: { title: Split, version: "1" }\nservers: [{ url: https://api.example.com }]\n' +
      'paths:\n  /things:\n    get:\n      operationId: listThings\n      parameters:\n' +
      '        - { name: kind, in: query, schema: { $ref: "parts/kind.yaml" } }\n      responses: {}\n',
  );
  writeFileSync(at('api/parts/kind.yaml'), 'type: string\nenum: [a, b]\n');
  cpSync(join(sample, 'server'), at('server'), { recursive: true });
  git('init', '-q', '-b', 'main');
  git('add', '-A', '-f');
  git('commit', '-q', '-m', 'First');
  writeFileSync(at('api/parts/kind.yaml'), 'type: string\nenum: [a]\n');
  const document = readFileSync(at('api/openapi.yaml'), 'utf8');
  writeFileSync(at('api/openapi.yaml'), document.replaceAll('maximum: 50', 'maximum: 40'));
  const tools = at('server/src/generated/tools/pets.ts');
  writeFileSync(tools, readFileSync(tools, 'utf8').replaceAll("title: 'List pets'", "title: 'All pets'"));
});

const json = async (old: string, now: string, ...options: string[]) => {
  const { code, stdout, stderr } = await runCommand(['diff', old, now, '--json', '-q', ...options]);
  expect(stderr).toBe('');
  return { code, ...JSON.parse(stdout) };
};

const shop = (paths: object) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths });

describe('mcpwright diff', () => {
  test('a document at a revision and as it is', async () => {
    const found = await json(
      `main:${at('api/openapi.yaml')}`,
      at('api/openapi.yaml'),
      '--fail-on',
      'breaking',
    );
    expect(found).toMatchObject({
      code: 1,
      impact: 'breaking',
      old: { source: `main:${at('api/openapi.yaml')}`, kind: 'document', title: 'Petstore', tools: 16 },
    });
    expect(found.changes.filter(({ impact }: { impact: string }) => impact !== 'words')).toMatchObject([
      {
        kind: 'argument-narrowed',
        tools: ['list_pets', 'list_orders'],
        subject: 'limit',
        summary: 'maximum 50 → 40',
      },
    ]);
  });

  test('the files that a document at a revision refers to are those of the revision', async () => {
    const found = await json(`HEAD:${at('api/split.yaml')}`, at('api/split.yaml'));
    expect(found.changes).toMatchObject([{ subject: 'kind', summary: 'no longer "b"', impact: 'breaking' }]);
  });

  test('a project at a revision and as it is', async () => {
    const found = await json(`main:${at('server')}`, at('server'), '--fail-on', 'possibly');
    expect(found).toMatchObject({ code: 0, impact: 'words', counts: { words: 1 }, new: { kind: 'project' } });
  });

  test('two documents in the folder of a project are compared by its names and choices', async () => {
    const own = tempFolder();
    const fine = { summary: 'Pets', responses: { 200: { description: 'Fine' } } };
    const old = { '/pets': { get: { operationId: 'a', ...fine }, delete: { operationId: 'b', ...fine } } };
    const now = { '/pets': { get: { operationId: 'c', ...fine }, delete: { operationId: 'b', ...fine } } };
    writeFileSync(join(own, 'old.json'), shop(old));
    writeFileSync(join(own, 'new.json'), shop(now));
    await runHere(own, 'generate', 'old.json', '-o', '.', '--overwrite');
    const { said } = await runHere(own, 'diff', 'old.json', 'new.json');
    expect(said).toContain('Nothing changed for models and callers.');
    writeFileSync(
      join(own, 'mcpwright.yaml'),
      `${readFileSync(join(own, 'mcpwright.yaml'), 'utf8')}\nexclude:\n  - method: DELETE\n`,
    );
    const again = await runHere(own, 'generate');
    expect(again.said).toContain('breaking           b: left out by exclude method=DELETE: DELETE /pets');
  });

  test('a project and its document: nothing changed', async () => {
    const { code, stdout } = await runCommand([
      'diff',
      `main:${at('server')}`,
      `main:${at('api/openapi.yaml')}`,
      '--fail-on',
      'any',
    ]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Nothing changed for models and callers.\n' });
  });

  test('text and Markdown', async () => {
    const sides = [`main:${at('api/openapi.yaml')}`, at('api/openapi.yaml')];
    const text = await runCommand(['diff', ...sides], '', { FORCE_COLOR: '1' });
    expect(text.stdout).toContain('\u001b[31mbreaking');
    const plain = await runCommand(['diff', ...sides], '', { FORCE_COLOR: '1', NO_COLOR: '1' });
    expect(plain.stdout).toMatch(
      /^Several tools\n {2}breaking {11}argument limit: maximum 50 → 40 \(2 tools: list_pets, list_orders\)$/m,
    );
    const markdown = await runCommand(['diff', ...sides, '--markdown']);
    expect(markdown.stdout).toContain(
      '### Breaking\n\n- argument limit: maximum 50 → 40 (2 tools: list_pets, list_orders)\n',
    );
  });

  test.each([
    ['nonsense:openapi.yaml', /"nonsense" is not a revision/],
    ['main:api/nothing.yaml', /does not exist at main/],
    ['main:api', /no project of mcpwright/],
  ])('%s says what is wrong', async (side, message) => {
    const given = side.replace('api', at('api'));
    const { code, stderr } = await runCommand(['diff', given, at('server')]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
  });

  test('a revision by itself is told the form that names what to read of it', async () => {
    const { code, stderr } = await runCommand(['diff', 'HEAD', at('server')], '', { GIT_DIR: at('.git') });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/HEAD is a revision, .*\n.*revision:path: HEAD:openapi\.yaml/) as string,
    });
  });

  test('without git, or outside of a repository, that is said', async () => {
    const { code, stderr } = await runCommand(['diff', 'main:/openapi.yaml', at('server')]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/no git repository in \//) });
    const sides = [`main:${at('api/openapi.yaml')}`, at('server')];
    const bare = await runCommand(['diff', ...sides], '', { PATH: '/nowhere' });
    expect(bare.stderr).toMatch(/git is not installed/);
  });
});

const things = (...names: string[]) =>
  Object.fromEntries(
    names.map((name) => [`/${name}`, { get: { operationId: `list_${name}`, responses: {} } }]),
  );
const compareTexts = async (old: object, now: object, ...options: string[]) => {
  const cwd = tempFolder();
  const paths = Object.entries({ old, now }).map(([name, content]) => {
    const path = join(cwd, `${name}.json`);
    writeFileSync(path, JSON.stringify(content));
    return path;
  });
  return (await runCommand(['diff', ...paths, '-q', ...options])).stdout;
};
const makeApi = (title: string, paths: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title, version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths,
  ...more,
});

describe('what stands above all changes', () => {
  const [pets, weather] = [makeApi('Shop', things('pets', 'toys')), makeApi('Weather', things('winds'))];

  test('that two documents may be of two APIs, in the terminal, in Markdown and in JSON', async () => {
    const sentence = 'No operation of one side is on the other: these may be two APIs.';
    expect(await compareTexts(pets, weather)).toContain(sentence);
    expect(await compareTexts(pets, weather, '--markdown')).toContain(sentence);
    expect(JSON.parse(await compareTexts(pets, weather, '--json'))).toMatchObject({ isUnrelated: true });
    expect(await compareTexts(pets, makeApi('Shop', things('pets')))).not.toContain('two APIs');
  });

  test('how much is left where an API has lost all operations', async () => {
    const said = await compareTexts(pets, makeApi('Shop', {}));
    expect(said).toMatch(/^2 breaking, .*\n2 → 0 tools, /);
    expect(said).toContain('list_pets removed (breaking)  GET /pets');
    expect(said).not.toContain('two APIs');
  });

  test('--all names all tools of a change of several', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}s`);
    const secured = {
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      security: [{ key: [] }],
    };
    const [old, now] = [makeApi('Shop', things(...names)), makeApi('Shop', things(...names), secured)];
    expect(await compareTexts(old, now)).toContain('(5 tools: list_as, list_bs, list_cs and 2 more)');
    expect(await compareTexts(old, now, '--all')).toContain(
      '(5 tools: list_as, list_bs, list_cs, list_ds, list_es)',
    );
  });
});
