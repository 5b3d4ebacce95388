import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectHttp, startCommand } from './clients.js';
import { root, scratch } from './project.js';
import { runCli } from '../support/replayPage.js';
import { runCommand as mcpwright, type Outcome } from '../support/runCommand.js';
import { runNode } from '../support/runNode.js';

const cwd = join(scratch, 'cli');
const cli = join(root, 'dist/generator/cli.js');
const petstore = join(root, 'samples/petstore/openapi.yaml');

/** Runs the built command in a process of its own, where that is what matters. */
function runBuilt(args: string[], input = ''): Promise<Outcome> {
  return runNode([cli, ...args], { cwd, env: { PATH: process.env['PATH'] }, input });
}

const tiny = (paths: object, rest: object = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Tiny', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths,
    ...rest,
  });
const ok = { responses: { 200: { description: 'ok' } } };
/** Without a server, which is worth a warning. */
const unsaid = tiny({ '/a': { get: ok } }, { servers: [] });
const one = tiny({ '/things': { get: { operationId: 'listThings', summary: 'List things', ...ok } } });

beforeAll(() => {
  if (!existsSync(cli)) throw new Error('run `npm run build` first: these tests run the built command');
});
beforeEach(() => {
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  process.chdir(cwd);
});

describe('generate', () => {
  test('writes a project named after the API and says what to do next', async () => {
    const { code, stdout, stderr } = await runBuilt(['generate', '-'], one);
    expect(stderr).toContain('1 tool in 1 toolset');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('cd tiny && npm install');
    expect(readFileSync(join(cwd, 'tiny/src/generated/tools/things.ts'), 'utf8')).toContain('listThings');
  });

  test('says nothing with --quiet, and no colour where there is no terminal', async () => {
    expect(await mcpwright(['generate', '-', '--quiet'], one)).toEqual({ code: 0, stdout: '', stderr: '' });
    const plain = await mcpwright(['tools', '-'], unsaid);
    expect(plain.stderr).toMatch(/^warning /m);
    const colours = { FORCE_COLOR: '1' };
    expect((await mcpwright(['tools', '-'], unsaid, colours)).stderr).toContain('\u001b[');
    expect((await mcpwright(['tools', '-'], unsaid, { ...colours, NO_COLOR: '1' })).stderr).not.toContain(
      '\u001b[',
    );
  });

  test('reports for machines with --json', async () => {
    const { code, stdout } = await mcpwright(['generate', '-', '--json', '--name', 'shop', '-o', 'out'], one);
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as Record<string, unknown>;
    expect(report).toMatchObject({
      source: '-',
      openapi: '3.1.0',
      operations: 1,
      tools: 1,
      toolsets: [{ name: 'things', tools: 1 }],
      server: { name: 'shop' },
      out: 'out',
      written: true,
    });
    expect(report['files']).toContainEqual({ kind: 'create', path: 'src/custom.ts' });
  });

  test('leaves out a broken operation, names it, and goes on', async () => {
    const broken = { post: 'none' };
    const document = tiny({ '/things': { get: { operationId: 'listThings', ...ok } }, '/broken': broken });
    writeFileSync(join(cwd, 'api.json'), document);
    const lenient = await mcpwright(['generate', 'api.json', '-o', 'out']);
    expect(lenient.code).toBe(0);
    const without = ['--strict', '--exclude', 'path=/broken'];
    expect((await mcpwright(['generate', 'api.json', '-o', 'part', ...without])).code).toBe(0);
    expect((await mcpwright(['lint', 'api.json', '--exclude', 'path=/broken'])).code).toBe(0);
    expect((await mcpwright(['lint', 'api.json'])).code).toBe(1);
    expect(lenient.stderr).toMatch(/error +api\.json:1:\d+ +POST \/broken is left out: it is not an object/);
    const strict = await mcpwright(['generate', 'api.json', '-o', 'strict', '--strict']);
    expect(strict.code).toBe(1);
    expect(existsSync(join(cwd, 'strict/package.json'))).toBe(true);
  });

  test('says that there is nothing to offer, and writes nothing', async () => {
    const webhooks = { webhooks: { ping: { post: ok } } };
    for (const flags of [[], ['--quiet']]) {
      const { code, stderr } = await mcpwright(['generate', '-', '-o', 'out', ...flags], tiny({}, webhooks));
      expect(code).toBe(1);
      expect(stderr).toMatch(/nothing to offer.*1 webhook/);
      expect(readdirSync(cwd)).toEqual([]);
    }
  });

  test('run again, changes nothing; after an edit, stops before a byte is written', async () => {
    await mcpwright(['generate', '-', '-o', 'out'], one);
    const again = await mcpwright(['generate', '-', '-o', 'out'], one);
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('already up to date') as string });

    const edited = join(cwd, 'out/src/generated/tools/things.ts');
    const custom = join(cwd, 'out/src/custom.ts');
    writeFileSync(edited, `${readFileSync(edited, 'utf8')}// mine\n`);
    writeFileSync(custom, `${readFileSync(custom, 'utf8')}// mine too\n`);
    const changed = one.replace('List things', 'List all things');
    const stopped = await mcpwright(['generate', '-', '-o', 'out', '--quiet'], changed);
    expect(stopped.code).toBe(1);
    expect(stopped.stderr).toContain('Nothing was written');
    expect(stopped.stderr).toContain('src/generated/tools/things.ts');
    expect(stopped.stderr).not.toContain('custom.ts\n  ');
    expect(readFileSync(edited, 'utf8')).toContain('// mine');

    const forced = await mcpwright(['generate', '-', '-o', 'out', '--overwrite'], changed);
    expect(forced.code).toBe(0);
    expect(readFileSync(edited, 'utf8')).toContain('List all things');
    expect(readFileSync(custom, 'utf8')).toContain('// mine too');
  });

  test('keeps the names that it gave, and takes those that the owner gives', async () => {
    await mcpwright(['generate', '-'], one);
    const lock = join(cwd, 'tiny/.mcpwright/names.json');
    expect(readFileSync(lock, 'utf8')).toBe(
      '{\n  "GET /things": { "name": "list_things", "operationId": "listThings" }\n}\n',
    );
    writeFileSync(lock, '{ "GET /things": { "name": "browse" } }');
    expect((await mcpwright(['generate', '-'], one)).code).toBe(0);
    expect(readFileSync(join(cwd, 'tiny/src/generated/tools/things.ts'), 'utf8')).toContain("'browse'");

    writeFileSync(lock, '{ "GET /things": { "name": "browse things" } }');
    const { code, stderr } = await mcpwright(['generate', '-'], one);
    expect(code).toBe(2);
    expect(stderr).toMatch(/names\.json:1:3: .*"GET \/things" has the name "browse things", but/);
  });

  test('refuses a folder that holds something else', async () => {
    mkdirSync(join(cwd, 'out'));
    writeFileSync(join(cwd, 'out/thesis.txt'), 'years of work');
    const refused = await mcpwright(['generate', '-', '-o', 'out'], one);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--force');
    expect(readdirSync(join(cwd, 'out'))).toEqual(['thesis.txt']);
    expect((await mcpwright(['generate', '-', '-o', 'out', '--force'], one)).code).toBe(0);
    expect(readFileSync(join(cwd, 'out/thesis.txt'), 'utf8')).toBe('years of work');
  });
});

/** Lists the tools of a document as JSON. */
function list(document: string, ...flags: string[]): Promise<Outcome> {
  return mcpwright(['tools', document, '--json', ...flags]);
}

function namesOf({ stdout }: Outcome): string[] {
  return (JSON.parse(stdout) as { tools: { name: string }[] }).tools.map(({ name }) => name);
}

describe('choices', () => {
  const shop = tiny({
    '/pets': {
      get: { operationId: 'listPets', tags: ['pets'], ...ok },
      post: { operationId: 'addPet', tags: ['pets'], ...ok },
    },
    '/orders': { get: { operationId: 'listOrders', tags: ['orders'], deprecated: true, ...ok } },
  });
  beforeEach(() => writeFileSync(join(cwd, 'api.json'), shop));

  test('of flags select, and it is said what each of them matches', async () => {
    const { stdout, stderr, code } = await mcpwright([
      'tools',
      'api.json',
      '--include',
      'tag=pets',
      '--include',
      'path=/orders',
      '--exclude',
      'method=POST',
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/list_orders[\s\S]*list_pets/);
    expect(stdout).not.toContain('add_pet');
    expect(stderr).toContain(
      'Selected 2 of 3 operations:\n  include tag=pets matches 2\n  include path=/orders matches 1\n  exclude method=POST matches 1\n',
    );
    const report = JSON.parse((await list('api.json', '--read-only')).stdout) as Record<string, unknown>;
    expect(report['selection']).toEqual({
      operations: 3,
      offered: 2,
      rules: [{ kind: 'readOnly', rule: 'read-only=false', operations: ['POST /pets'] }],
    });
    expect((await mcpwright(['tools', 'api.json'])).stderr).not.toContain('Selected');
  });

  test('are remembered in the project, which is the same again without the flags', async () => {
    const flags = ['--names', 'camelCase', '--read-only', '--budget', '300', '--exclude', 'deprecated'];
    await mcpwright(['generate', 'api.json', '-o', 'out', ...flags]);
    const file = join(cwd, 'out/mcpwright.yaml');
    expect(readFileSync(file, 'utf8')).toContain(
      'names: camelCase\nbudget: 300\nexclude:\n  - deprecated: true\nreadOnly: true\n',
    );
    const again = await mcpwright(['generate', 'api.json', '-o', 'out', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ tools: 1, config: join('out', 'mcpwright.yaml') });
    expect(again.stderr).toContain(`Choices are read from ${join('out', 'mcpwright.yaml')}.`);
    expect(again.stdout).not.toMatch(/"(create|update|edited)"/);

    writeFileSync(file, 'tools: { listPets: { name: browse } }');
    expect((await mcpwright(['generate', 'api.json', '-o', 'out'])).code).toBe(0);
    expect(readFileSync(join(cwd, 'out/src/generated/tools/pets.ts'), 'utf8')).toContain("'browse'");
    expect(readFileSync(file, 'utf8')).toBe('tools: { listPets: { name: browse } }');
  });

  test('are found in the folder that is named after the title, whatever name they give the server', async () => {
    mkdirSync(join(cwd, 'tiny'));
    writeFileSync(join(cwd, 'tiny/mcpwright.yaml'), 'name: shop\ndocument: ../api.json');
    expect((await mcpwright(['generate', 'api.json'])).code).toBe(0);
    expect(readdirSync(cwd).toSorted()).toEqual(['api.json', 'tiny']);
    expect(readFileSync(join(cwd, 'tiny/src/generated/api.ts'), 'utf8')).toContain("name: 'shop'");
  });

  test('come from the file that is named, else from the current folder', async () => {
    mkdirSync(join(cwd, 'docs'));
    writeFileSync(join(cwd, 'docs/api.json'), shop);
    expect(namesOf(await list('docs/api.json'))).toHaveLength(3);
    writeFileSync(join(cwd, 'mcpwright.yaml'), 'include: operation=addPet');
    const here = await list('docs/api.json');
    expect(namesOf(here)).toEqual(['add_pet']);
    expect(here.stderr).toContain('Choices are read from mcpwright.yaml.');
    writeFileSync(join(cwd, 'mine.yaml'), 'include: operation=listOrders');
    expect(namesOf(await list('docs/api.json', '--config', 'mine.yaml'))).toEqual(['list_orders']);
  });

  test('beside a document in another folder are named, and not read', async () => {
    mkdirSync(join(cwd, 'docs'));
    writeFileSync(join(cwd, 'docs/api.json'), shop);
    const file = join('docs', 'mcpwright.yaml');
    writeFileSync(file, 'include: operation=listPets');
    writeFileSync(join(cwd, 'docs/mcpwright.json'), '{}');
    const there = await list('docs/api.json');
    expect(namesOf(there)).toHaveLength(3);
    const told = `${file} lies beside the document and is not read, since it may not be yours: add --config ${file} if it is.\n`;
    expect(there.stderr).toContain(told);
    expect((await list('docs/api.json', '--quiet')).stderr).toBe('');
    expect(namesOf(await list('docs/api.json', '--config', file))).toEqual(['list_pets']);
    rmSync(join(cwd, 'docs/mcpwright.json'));
    // Where the title names the folder of the project, the file would move it.
    expect((await mcpwright(['generate', 'docs/api.json'])).stderr).toContain(
      `add --config ${file} if it is; the folder of the project is then its out, or docs where it names a document, unless --out says otherwise.\n`,
    );
    writeFileSync(file, 'include: operation=listPets\ndocument: api.json');
    const moved = await mcpwright(['generate', 'docs/api.json', '--config', file, '--force', '--json']);
    expect(JSON.parse(moved.stdout)).toMatchObject({ tools: 1, out: 'docs' });
    // In the current folder, and in a project that is named, it is the user's own.
    const made = await mcpwright(['generate', 'docs/api.json', '--out', 'docs', '--json', '--force']);
    expect(JSON.parse(made.stdout)).toMatchObject({ tools: 1, config: file });
    expect(made.stderr).not.toContain(told);
    process.chdir('docs');
    const here = await list('../docs/api.json');
    expect(namesOf(here)).toEqual(['list_pets']);
    expect(here.stderr).not.toContain('is not read');
  });

  test.each(['tiny', 'tiny/docs'])(
    'in the folder that the title alone names stop the run where the document came in it, as %s',
    async (folder) => {
      mkdirSync(join(cwd, folder), { recursive: true });
      const [document, file] = [join(folder, 'api.json'), join('tiny', 'mcpwright.yaml')];
      writeFileSync(document, shop);
      expect((await mcpwright(['generate', document, '--out', 'tiny', '--force'])).code).toBe(0);
      writeFileSync(file, 'name: theirs\nout: elsewhere');
      const { code, stderr } = await mcpwright(['generate', document]);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(`${file} came with the document, and is not read`) as string,
      });
      expect(stderr).toContain(`add --config ${file}; else name another folder with --out.`);
      expect(readdirSync('tiny')).not.toContain('elsewhere');
      expect((await mcpwright(['generate', document, '--out', 'tiny'])).code).toBe(0);
      expect(readFileSync('tiny/src/generated/api.ts', 'utf8')).toContain("name: 'theirs'");
    },
  );

  test('that are kept elsewhere are not kept in the project too', async () => {
    writeFileSync(join(cwd, 'mcpwright.yaml'), 'name: shop');
    expect((await mcpwright(['generate', 'api.json'])).code).toBe(0);
    expect(readdirSync(join(cwd, 'shop'))).not.toContain('mcpwright.yaml');
  });

  test('of flags count more than those of the file, but what both exclude is left out', async () => {
    writeFileSync(
      join(cwd, 'mcpwright.yaml'),
      'names: camelCase\nreadOnly: true\ninclude: tag=orders\nexclude: deprecated',
    );
    expect(namesOf(await list('api.json', '--include', 'tag=pets'))).toEqual(['listPets']);
    expect(namesOf(await list('api.json', '--include', 'tag=pets', '--no-read-only'))).toEqual([
      'listPets',
      'addPet',
    ]);
    expect(namesOf(await list('api.json', '--include', 'tag=*', '--exclude', 'tag=none'))).toEqual([
      'listPets',
    ]);
    expect(namesOf(await list('api.json', '--include', 'tag=pets', '--names', 'snake_case'))).toEqual([
      'list_pets',
    ]);
  });

  test('that are wrong begin no line of their own in what is said of them', async () => {
    const { code, stderr } = await mcpwright(['tools', 'api.json', '--include', 'tag=a\nFAKE b']);
    expect({ code, lines: stderr.match(/^FAKE/gm) }).toEqual({ code: 2, lines: null });
    writeFileSync(join(cwd, 'mcpwright.yaml'), 'include: ["tag=a\\nFAKE b"]');
    expect((await mcpwright(['tools', 'api.json'])).stderr).not.toMatch(/^FAKE/m);
    rmSync(join(cwd, 'mcpwright.yaml'));
    const made = await mcpwright(['generate', 'api.json', '--out', 'x\nFAKE']);
    expect(made.stderr).toContain(String.raw`cd $'x\nFAKE' && npm install`);
    expect(made.stderr).not.toMatch(/^FAKE/m);
  });

  test('that leave nothing are said to', async () => {
    const { code, stderr } = await mcpwright(['generate', 'api.json', '--include', 'tag=pests', '--quiet']);
    expect(code).toBe(1);
    expect(stderr).toContain('did you mean "pets"?');
    expect(stderr).toContain(
      'none of the 3 operations that could be read is selected; include tag=pests matches 0',
    );
    expect(readdirSync(cwd)).toEqual(['api.json']);
  });

  test('that match nothing are shown where they stand: in the file, or in a flag', async () => {
    const choices = 'exclude:\n  - tag=nothing\n  - operation=nothing\ntools:\n  nothing: false\n';
    writeFileSync(join(cwd, 'mcpwright.yaml'), choices);
    const flags = ['--include', 'tag=pets,zzz', '--exclude', 'tag=other', '--exclude', 'tag=nothing'];
    const { stderr } = await mcpwright(['tools', 'api.json', ...flags]);
    expect(stderr).toMatch(/warning mcpwright\.yaml:5:3 {2}"nothing" under tools/);
    expect(stderr).toMatch(/warning --include {2}"zzz" of the include rule/);
    expect(stderr).toMatch(/warning mcpwright\.yaml:2:5 {2}The exclude rule tag=nothing/);
    expect(stderr).toMatch(/warning mcpwright\.yaml:3:5 {2}The exclude rule operation=nothing/);
    expect(stderr).toMatch(/warning --exclude {2}The exclude rule tag=other/);
    expect(stderr).toMatch(/Selected \d of 3 operations:\n( {2}\S.* matches \d\n)+/);
  });

  test('that cannot be used end the run, with the place in the file', async () => {
    writeFileSync(join(cwd, 'mcpwright.yaml'), 'name: shop\nbugdet: 300\n');
    const { code, stdout, stderr } = await list('api.json');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error mcpwright\.yaml:2:1: "bugdet" is not known; did you mean "budget"\?\n/);
  });
});

describe('tools', () => {
  test('prints a table', async () => {
    const { code, stdout } = await mcpwright(['tools', petstore]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^TOOL +OPERATION +TOOLSET +ACCESS +TOKENS +OUTPUT$/m);
    expect(stdout).toMatch(/^list_pets +GET \/pets +pets +read +\d+ +\d+$/m);
    expect(stdout).toMatch(
      /\d+ tools in \d+ toolsets, [\d,]+ tokens in all, and [\d,]+ tokens of output schemas\n$/,
    );
  });

  test('prints JSON for machines', async () => {
    const { stdout } = await mcpwright(['tools', '-', '--json'], one);
    const report = JSON.parse(stdout) as { tools: object[] };
    expect(report.tools).toEqual([
      {
        name: 'list_things',
        title: 'List things',
        method: 'GET',
        path: '/things',
        toolset: 'things',
        readOnly: true,
        tokens: expect.any(Number) as number,
        output: 0,
      },
    ]);
  });

  test('writes names in camelCase when asked', async () => {
    expect((await mcpwright(['tools', '-', '--names', 'camelCase'], one)).stdout).toContain('listThings');
  });
});

describe('lint', () => {
  const flawed = tiny({
    '/things/{id}': {
      get: {
        operationId: 'readThing',
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            description: 'Up to 9 characters',
            schema: { type: 'string' },
          },
        ],
        ...ok,
      },
    },
  });
  const broken = tiny({ '/things': { get: ok, post: 'none' } });

  test('prints findings with their place, what they cost and how to fix them, and counts them', async () => {
    writeFileSync(join(cwd, 'api.json'), flawed);
    const { code, stdout, stderr } = await mcpwright(['lint', 'api.json']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^warning missing-summary {2}The model chooses .*\n {2}Fix: Add a summary.*\n {2}api\.json:1:\d+ {2}GET/,
    );
    expect(stdout).not.toContain('\u001b[');
    expect(stderr).toContain('0 errors, 1 warning, 2 suggestions; 1 tool from 1 operation.');
    expect((await mcpwright(['lint', 'api.json', '--quiet'])).stderr).toBe('');
    expect((await mcpwright(['lint', 'api.json'], '', { FORCE_COLOR: '1' })).stdout).toContain('\u001b[');
  });

  test('says the score of the tools and what would raise it, and fails under one that is asked for', async () => {
    writeFileSync(join(cwd, 'api.json'), flawed);
    const { stderr } = await mcpwright(['lint', 'api.json']);
    expect(stderr).toMatch(
      /Tool quality: [\d.]+ of 100 \(mean [\d.]+, worst [\d.]+: read_thing\)\.\nWhat would raise it most.*\n {2}\+[\d.]+ {2}read_thing: say what it does/,
    );
    expect((await mcpwright(['lint', 'api.json', '--fail-under', '1'])).code).toBe(0);
    const failed = await mcpwright(['lint', 'api.json', '--fail-under', '99', '--quiet']);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/^The tools score [\d.]+ of 100, and --fail-under asks for 99\.\n$/);
    expect((await mcpwright(['lint', 'api.json', '--fail-under', 'ten'])).code).toBe(2);
    const { quality } = JSON.parse((await mcpwright(['lint', 'api.json', '--json'])).stdout) as {
      quality: { score: number; tools: object[] };
    };
    expect(quality).toMatchObject({ worst: { tool: 'read_thing' }, tools: [{ tool: 'read_thing' }] });
  });

  test('prints JSON for machines, by either name', async () => {
    const { code, stdout } = await mcpwright(['lint', '-', '--json'], flawed);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      source: '-',
      openapi: '3.1.0',
      operations: 1,
      counts: { error: 0, warning: 1, info: 2 },
      evidence: { examples: 0, relaxed: 0 },
      findings: [
        {
          rule: 'missing-summary',
          severity: 'warning',
          message: expect.stringContaining('GET /things/{id}') as string,
          cost: expect.any(String) as string,
          fix: expect.any(String) as string,
          pointer: '#/paths/~1things~1{id}/get',
          location: { line: 1 },
        },
        { rule: 'unbounded-path-string' },
        { rule: 'constraint-in-prose', evidence: 'Up to 9 characters', update: { maxLength: 9 } },
      ],
    });
    expect((await mcpwright(['lint', '-', '--format', 'json'], flawed)).stdout).toBe(stdout);
  });

  test('prints SARIF for code hosts', async () => {
    writeFileSync(join(cwd, 'api.json'), flawed);
    const { stdout } = await mcpwright(['lint', 'api.json', '--format', 'sarif']);
    const { version, runs } = JSON.parse(stdout) as { version: string; runs: { results: object[] }[] };
    expect(version).toBe('2.1.0');
    expect(runs[0]?.results[0]).toMatchObject({
      ruleId: 'missing-summary',
      level: 'warning',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'api.json' }, region: { startLine: 1 } } }],
    });
  });

  test('prints an overlay of what the words suggest, and nothing where they suggest nothing', async () => {
    const suggested = await mcpwright(['lint', '-', '--format', 'overlay'], flawed);
    expect(suggested.stdout).toMatch(/^overlay: 1\.0\.0\n/);
    expect(suggested.stdout).toContain('Up to 9 characters');
    expect(suggested.stderr).toContain('read each one');
    const none = await mcpwright(['lint', '-', '--format', 'overlay'], one);
    expect(none).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('nothing to suggest') as string,
    });
    const old = JSON.stringify({ swagger: '2.0', info: { title: 'Old', version: '1' }, paths: {} });
    const refused = await mcpwright(['lint', '-', '--format', 'overlay'], old);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('OpenAPI 3 only');
  });

  test.each([
    ['flawed', 'error', 0],
    ['flawed', 'warning', 1],
    ['flawed', 'info', 1],
    ['flawed', 'never', 0],
    ['broken', 'error', 1],
    ['broken', 'never', 0],
    ['fine', 'warning', 0],
  ] as const)('of a %s document with --fail-on %s exits with %i', async (kind, failOn, code) => {
    const document = { flawed, broken, fine: one }[kind];
    expect((await mcpwright(['lint', '-', '--fail-on', failOn], document)).code).toBe(code);
  });

  test('fails on errors unless told otherwise, and on what is no document at all', async () => {
    expect((await mcpwright(['lint', '-'], broken)).code).toBe(1);
    expect((await mcpwright(['lint', '-'], 'hello')).code).toBe(2);
    expect((await mcpwright(['lint', '-', '--format', 'xml'], one)).code).toBe(2);
  });

  test('explains itself', async () => {
    const { code, output } = await runCli(['lint', '--help']);
    expect(code).toBe(0);
    expect(output).toMatch(/--fail-on/);
    expect(output).toMatch(/lint openapi\.yaml --format sarif >/);
  });
});

describe('serve', () => {
  let api: Server;
  let url: string;
  beforeAll(async () => {
    api = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"things":[1]}');
    });
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(api.address() as { port: number }).port}`;
  });
  afterAll(() => new Promise((resolve) => api.close(resolve)));

  test('answers over stdio, a last line without its end included, and writes nothing to disk', async () => {
    const call =
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"list_things","arguments":{}}}';
    writeFileSync(join(cwd, 'api.json'), one);
    const { code, stdout } = await runBuilt(['serve', 'api.json', '--base-url', url], call);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      id: 7,
      result: { content: [{ type: 'text', text: '{"things":[1]}' }] },
    });
    expect(readdirSync(cwd)).toEqual(['api.json']);
  });

  test('answers over HTTP', async () => {
    writeFileSync(join(cwd, 'api.json'), one);
    const args = [cli, 'serve', 'api.json', '--transport', 'http', '--port', '0', '--base-url', url];
    const server = await startCommand(args, cwd);
    const client = await connectHttp(server.url, 'v2 modern');
    expect(await client.callTool({ name: 'list_things', arguments: {} })).toMatchObject({
      structuredContent: { things: [1] },
    });
    await client.close();
    await server.stop();
  });

  test('lets the command line say how tools are listed', async () => {
    writeFileSync(join(cwd, 'api.json'), one);
    const ask = '{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{}}';
    const { stdout } = await mcpwright(['serve', 'api.json', '--mode', 'dynamic', '--base-url', url], ask);
    expect(stdout).toContain('"search_tools"');
    expect(stdout).not.toContain('"list_things"');
    const proxied = await mcpwright(['serve', 'api.json'], ask, { HTTPS_PROXY: 'socks://nowhere' });
    expect(proxied).toMatchObject({ code: 2, stdout: '' });
    expect(proxied.stderr).toContain('HTTPS_PROXY');
    const wrong = await mcpwright(['serve', 'api.json', '--toolsets', 'thinks', '--base-url', url], ask);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('thinks');
  });

  test('refuses an address that others can reach', async () => {
    writeFileSync(join(cwd, 'api.json'), one);
    const refused = await mcpwright([
      'serve',
      'api.json',
      '--transport',
      'http',
      '--port',
      '0',
      '--host',
      '0.0.0.0',
    ]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--allow-unauthenticated');
  });
});

describe('wrong use', () => {
  const cases: [string, string[], string, RegExp][] = [
    ['no command', [], '', /Name a command/],
    ['an unknown command', ['generte', 'x'], '', /generte/],
    [
      'a misspelt command',
      ['toools', 'x'],
      '',
      /^error There is no command "toools"; did you mean tools\?\n/,
    ],
    [
      'a command like no other',
      ['colour', 'x'],
      '',
      /name one of generate, check, eject, rename, publish, init, tools, budget, suggest, lint, diff, serve\.\n/,
    ],
    ['an unknown option', ['tools', '-', '--colour'], one, /^error There is no option --colour\.\n/],
    [
      'a misspelt option',
      ['tools', '-', '--includ', 'x'],
      one,
      /no option --includ; did you mean --include\?/,
    ],
    ['an option of another command', ['serve', '-', '--json'], one, /no option --json/],
    [
      'an option without its value',
      ['budget', '-', '--fail-over'],
      one,
      /^error --fail-over needs a value\.\n/,
    ],
    [
      'a number that is none',
      ['budget', '-', '--fail-over', 'abc'],
      one,
      /^error --fail-over must be a whole number/,
    ],
    [
      'an option that is given twice',
      ['tools', '-', '--budget', '300', '--budget', '400'],
      one,
      /^error --budget is given 2 times\.\nGive it once\.\n/,
    ],
    ['an argument too many', ['tools', 'a', 'b'], '', /"b" is one argument too many/],
    [
      'a profile that there is not',
      ['tools', '-', '--profile', 'richh'],
      one,
      /^error --profile cannot be "richh": it is one of portable, rich, openai-strict, gemini; did you mean rich\?\n/,
    ],
    [
      'two values that there are not',
      ['tools', '-', '--names', 'x', '--profile', 'y'],
      one,
      /--names cannot be "x": it is one of snake_case, camelCase\.\n/,
    ],
    ['a port without http', ['serve', 'x', '--port', '80'], '', /--port is for http.*\nAdd --transport http/],
    [
      'an address without http',
      ['serve', 'x', '--host', '::1'],
      '',
      /--host is for http.*\nAdd --transport http/,
    ],
    [
      'a bare name as a rule',
      ['serve', 'x', '--exclude', 'pets'],
      '',
      /For example: --exclude "operation=pets" or "toolset=pets"/,
    ],
    [
      'a value with a space in no quotes',
      ['tools', '-', '--include', 'tag=Pet store'],
      one,
      /unknown part "store".*\nQuote the rule as a whole too: --include 'tag="Pet store"'/,
    ],
    ['no document', ['generate'], '', /document/],
    ['a missing file', ['tools', 'nowhere.yaml'], '', /nowhere\.yaml/],
    ['a folder', ['tools', '.'], '', /folder|directory/i],
    ['empty input', ['tools', '-'], '', /empty/i],
    ['broken YAML', ['tools', '-'], 'openapi: 3.1.0\ninfo: {title: [', /:\d+:\d+/],
    ['a document of another kind', ['tools', '-'], '{"asyncapi":"2.6.0"}', /AsyncAPI/i],
    ['a base URL that is none', ['tools', '-', '--base-url', 'api.example.com'], one, /--base-url/],
    ['a base URL of another kind', ['tools', '-', '--base-url', 'ftp://example.com'], one, /--base-url/],
    [
      'a rule that is none',
      ['tools', '-', '--include', 'tga=x'],
      one,
      /"tga=x" of --include .* did you mean tag\?/,
    ],
    ['a rule without its value', ['tools', '-', '--exclude', 'tag='], one, /--exclude ends where a value/],
    ['an option without its rule', ['tools', '-', '--include'], one, /include/],
    ['a budget that is too small', ['tools', '-', '--budget', '10'], one, /--budget must be .* at least 50/],
    ['a total that is none', ['tools', '-', '--total', 'all'], one, /--total must be a whole number/],
    ['an output budget below nothing', ['tools', '-', '--output-budget', '-1'], one, /--output-budget must/],
    ['a grouping that there is not', ['tools', '-', '--group-by', 'colour'], one, /group-by/],
    ['a mode that there is not', ['serve', '-', '--mode', 'fast'], one, /mode/],
    ['choices that are not there', ['tools', '-', '--config', 'none.yaml'], one, /none\.yaml does not exist/],
    ['a port that is none', ['serve', '-', '--transport', 'http', '--port', 'x'], one, /port/i],
  ];
  test.each(cases)('%s: exit code 2 and a sentence', async (_name, args, input, message) => {
    const { code, stderr, stdout } = await mcpwright(args, input);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

test('a reader that stops reading is no fault', async () => {
  const child = spawn(process.execPath, [cli, 'tools', petstore, '--quiet'], { stdio: 'pipe' });
  child.stdout.destroy();
  const [stderr, code] = await Promise.all([
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
});

test('a run that takes over a second says what it is doing', async () => {
  const slow = createServer((_request, response) => {
    setTimeout(() => response.end(one), 1200);
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(slow.address() as { port: number }).port}/openapi.json`;
  const talking = await mcpwright(['tools', address]);
  const silent = await mcpwright(['tools', address, '--quiet']);
  await new Promise((resolve) => slow.close(resolve));
  expect(talking.stderr).toContain('Reading the operations …');
  expect(silent.stderr).toBe('');
  expect(silent.stdout).toBe(talking.stdout);
  expect((await mcpwright(['tools', '-'], one)).stderr).not.toContain('…');
});

describe('help', () => {
  const commands = [[], ['generate'], ['tools'], ['serve']];
  test.each(commands.map((command) => [command]))('%j --help exits with 0 and shows how', async (command) => {
    const { code, output } = await runCli([...command, '--help']);
    expect(code).toBe(0);
    expect(output).toContain('mcpwright');
    expect(output).toContain('Exit codes: 0 done');
    if (command.length > 0) expect(output).toMatch(/Examples:/);
  });

  test('is the same in a process of its own, on standard output, and however it is asked for', async () => {
    const { output } = await runCli(['generate', '--help']);
    expect(await runBuilt(['generate', '--help'])).toEqual({ code: 0, stdout: output, stderr: '' });
    for (const args of [
      ['generate', 'help'],
      ['generate', '-qh'],
      ['generate', 'a.json', '--help=true'],
    ])
      expect(await runCli(args), args.join(' ')).toEqual({ code: 0, output });
  });

  test('of a command lists its own options last, and those of all commands under headings', async () => {
    const { output: stdout } = await runCli(['generate', '--help']);
    const headings = [...stdout.matchAll(/^(?:Document|Tools|Tokens|Options):$/gm)].map(
      ([heading]) => heading,
    );
    expect(headings).toEqual(['Document:', 'Tools:', 'Tokens:', 'Options:']);
    expect(stdout.indexOf('--overlay')).toBeLessThan(stdout.indexOf('Tools:'));
    expect(stdout.indexOf('--overwrite')).toBeGreaterThan(stdout.indexOf('Options:'));
  });

  test('of a command has examples of it alone', async () => {
    const { output: stdout } = await runCli(['serve', '--help']);
    for (const option of ['--watch', '--mode', '--toolsets']) {
      expect(stdout).toMatch(new RegExp(`mcpwright serve openapi\\.yaml ${option}`));
    }
    expect(stdout).not.toMatch(/mcpwright tools|--json/);
  });

  test('--version prints the version alone', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(await runBuilt(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});
