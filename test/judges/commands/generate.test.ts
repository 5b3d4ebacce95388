import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../../../generator/commands/generate.js';
import { type Config, type GivenName, defaults } from '../../../generator/index.js';
import { parseRule } from '../../../generator/load/config/parseRule.js';
import { InputError } from '../../../generator/model/diagnostic.js';
import { namesPath } from '../../../generator/model/names.js';
import { hashContent } from '../../../generator/write/manifest.js';
import { quickDisk } from '../../support/quickDisk.js';
import { runCommand } from '../../support/runCommand.js';
import { restore, snapshot, tempFolder } from '../../support/tempFolder.js';

/** A document with operations that are given by `METHOD /path` and operationId. */
function documentOf(operations: Record<string, string>): string {
  const paths: Record<string, object> = {};
  for (const [key, operationId] of Object.entries(operations)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId, tags: ['all'] } };
  }
  const servers = [{ url: 'https://api.example.com' }];
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, servers, paths });
}

/** Runs the command on operations. */
async function run(
  out: string,
  operations: Record<string, string>,
  {
    overwrite = false,
    json = false,
    changelog = false,
    config = defaults,
  }: { overwrite?: boolean | string[]; json?: boolean; changelog?: boolean; config?: Config } = {},
) {
  let said = '';
  const say = (text: string) => {
    said += text;
  };
  const code = await generate(
    {
      document: '-',
      out,
      choose: async () => ({ config }),
      overwrite,
      force: false,
      json,
      changelog,
      disk: quickDisk,
    },
    {
      print: say,
      note: say,
      alert: say,
      progress: () => {},
      paint: (_style, text) => text,
      readStdin: async () => documentOf(operations),
      input: new PassThrough(),
      output: new PassThrough(),
      stopped: new Promise(() => {}),
      env: {},
    },
  );
  return { code, said };
}

const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');
const toolsOf = (folder: string) =>
  [...read(folder, 'src/generated/tools/all.ts').matchAll(/^ {2}name: '(\w+)'/gm)].map(([, name]) => name);

function rename(folder: string, key: string, name: string, indent?: number): void {
  const lock = JSON.parse(read(folder, namesPath)) as Record<string, GivenName>;
  lock[key] = { ...lock[key], name };
  writeFileSync(join(folder, namesPath), JSON.stringify(lock, undefined, indent));
}

/** A project of such operations: generated once, and put back for each test that starts from it. */
function projectOf(operations: Record<string, string>): () => string {
  const folder = mkdtempSync(join(tmpdir(), 'mcpwright-'));
  let kept: Map<string, string>;
  beforeAll(async () => {
    expect((await run(folder, operations)).code).toBe(0);
    kept = snapshot(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => {
    restore(folder, kept);
    return folder;
  };
}

const first = { 'GET /pets': 'listPets', 'GET /pets/{id}': 'getPet' };
const firstProject = projectOf(first);

describe('generating again', () => {
  test('keeps names, and never gives away that of a tool that is gone', async () => {
    const out = firstProject();
    expect(toolsOf(out)).toEqual(['list_pets', 'get_pet']);
    const { code, said } = await run(out, { 'GET /shops': 'list_pets', 'GET /pets/{petId}': 'fetchPet' });
    expect(code).toBe(0);
    expect(toolsOf(out).toSorted()).toEqual(['get_pet', 'list_shops']);
    expect(said).toContain('"list_pets" stays the name of GET /pets, as .mcpwright/names.json has it');
    expect(read(out, namesPath)).toBe(
      [
        '{',
        '  "GET /pets": { "name": "list_pets", "operationId": "listPets" },',
        '  "GET /pets/{petId}": { "name": "get_pet", "operationId": "fetchPet" },',
        '  "GET /shops": { "name": "list_shops", "operationId": "list_pets" }',
        '}',
        '',
      ].join('\n'),
    );
  });

  test.each([
    ['as we write it', 0],
    ['in another layout', 4],
  ])('takes the names of the owner, given %s', async (_, indent) => {
    const out = firstProject();
    rename(out, 'GET /pets', 'browse', indent);
    const { code } = await run(out, { ...first, 'POST /pets': 'addPet' });
    expect(code).toBe(0);
    expect(toolsOf(out).toSorted()).toEqual(['add_pet', 'browse', 'get_pet']);
    expect(read(out, namesPath)).toContain(
      '"GET /pets": { "name": "browse", "operationId": "listPets", "was": ["list_pets"] },\n',
    );
    expect((await run(out, { ...first, 'POST /pets': 'addPet' })).said).toContain('already up to date');
  });

  test('writes nothing where the owner gives one name to two tools', async () => {
    const out = firstProject();
    rename(out, 'GET /pets', 'GET_PET', 2);
    const before = read(out, 'src/generated/tools/all.ts');
    await expect(run(out, first)).rejects.toThrow(InputError);
    expect(read(out, 'src/generated/tools/all.ts')).toBe(before);
  });

  test('names every tool anew where the file is gone', async () => {
    const out = firstProject();
    rename(out, 'GET /pets', 'browse');
    rmSync(join(out, namesPath));
    expect((await run(out, first)).code).toBe(0);
    expect(toolsOf(out)).toEqual(['list_pets', 'get_pet']);
  });
});

describe('what the owner edited', () => {
  const more = { ...first, 'POST /pets': 'addPet' };
  const readme = 'README.md';

  test('is merged where it is shared; where it overlaps, both are there and the exit code is 1', async () => {
    const out = firstProject();
    const text = read(out, readme);
    writeFileSync(join(out, readme), `${text}\nOurs.\n`);
    const { name, ...others } = JSON.parse(read(out, 'package.json')) as Record<string, unknown>;
    writeFileSync(
      join(out, 'package.json'),
      JSON.stringify({ name, license: 'MIT', ...others }, undefined, 4),
    );
    expect((await run(out, first)).said).toContain('already up to date');
    const merged = await run(out, more);
    expect(merged.code).toBe(0);
    expect(merged.said).toContain('1 file merged with your changes');
    expect(merged.said).toContain('  merged    README.md');
    expect(read(out, readme)).toMatch(/^- `add_pet`[\s\S]*\nOurs\.\n$/m);
    expect(read(out, 'package.json')).toContain('    "license": "MIT",');

    const [row = ''] = /^- `add_pet`.*$/m.exec(read(out, readme)) ?? [];
    expect(row).not.toBe('');
    writeFileSync(join(out, readme), read(out, readme).replace(row, 'mine'));
    const { code, said } = await run(out, first);
    expect(code).toBe(1);
    expect(said).toMatch(/Decide:.*\n {2}README\.md:\d+: both are there/);
    const report = await run(out, first, { json: true });
    expect(JSON.parse(report.said)).toMatchObject({ written: true });
  });

  test('is named, run after run, where conflicts are left in it', async () => {
    const out = firstProject();
    const text = read(out, readme);
    for (const mark of ['<<<<<<< yours', '>>>>>>> mcpwright']) {
      writeFileSync(join(out, readme), `# Mine\n${mark}\n${text}`);
      const { code, said } = await run(out, first);
      expect(code).toBe(1);
      expect(said).toContain(': nothing to write.');
      expect(said).toMatch(
        /Decide: conflicts of an earlier run are left.*\n {2}README\.md:2: Keep the lines/,
      );
      const { files } = JSON.parse((await run(out, first, { json: true })).said) as { files: object[] };
      expect(files).toContainEqual({ kind: 'keep', path: readme, unresolved: 2 });
    }
    writeFileSync(join(out, readme), text);
    expect((await run(out, first)).code).toBe(0);
  });

  test.each([
    ['a comma too many', '"license": "MIT",\n}\n', /package\.json:\d+:1: from here on it is not JSON/],
    ['conflicts', '<<<<<<< HEAD\n}\n', /package\.json:\d+:1: from here on it is not JSON/],
  ])('stops the run where it is a package.json with %s, and nothing is lost', async (_, end, said) => {
    const out = firstProject();
    const broken = read(out, 'package.json').replace(/\n\}\n$/, `,\n${end}`);
    writeFileSync(join(out, 'package.json'), broken);
    for (const operations of [first, more]) {
      const outcome = await run(out, operations);
      expect(outcome.code).toBe(1);
      expect(outcome.said).toContain('Nothing was written. This cannot be merged');
      expect(outcome.said).toMatch(said);
      expect(read(out, 'package.json')).toBe(broken);
    }
  });

  test('gets no markers where it is a package.json that cannot be merged by its keys', async () => {
    const out = firstProject();
    const twice = read(out, 'package.json').replace(
      /"description": .*/,
      '"description": "a", "description": "b",',
    );
    writeFileSync(join(out, 'package.json'), twice);
    const base = join(out, '.mcpwright/base/package.json');
    const older = readFileSync(base, 'utf8').replace(/"description": .*/, '"description": "old",');
    const manifest = read(out, '.mcpwright/manifest.json');
    const ours = readFileSync(base, 'utf8');
    writeFileSync(base, older);
    writeFileSync(
      join(out, '.mcpwright/manifest.json'),
      manifest.replace(hashContent(ours), hashContent(older)),
    );
    const { code, said } = await run(out, first);
    expect(code).toBe(1);
    expect(said).toContain('package.json: you and mcpwright changed the same lines of it');
    expect(read(out, 'package.json')).toBe(twice);
  });

  test('is replaced by a command that can be copied', async () => {
    const out = firstProject();
    const text = documentOf(first);
    const [tools, runtime] = ['src/generated/tools/all.ts', 'src/runtime/json.ts'];
    writeFileSync(join(out, tools), 'mine\n');
    const args = ['generate', '-', '-o', out, '--exclude', 'path=/pets/{id}', '--exclude', 'path=//a:b@c'];
    const { stderr } = await runCommand(args, text);
    expect(stderr).toContain(
      `: mcpwright generate - -o ${out} --exclude 'path=/pets/{id}' --exclude 'path=//…@c' --overwrite ${tools}\n`,
    );
    const inScript = await runCommand(args, text, { npm_lifecycle_event: 'generate' });
    expect(inScript.stderr).toContain(`: npm run generate -- - -o ${out}`);
    const ejected = await runCommand(['eject', join(out, runtime)], '', { npm_command: 'exec' });
    expect(ejected.stderr).toContain(
      `: npm exec --no -- mcpwright generate --out ${relative('.', out)} --overwrite ${runtime}`,
    );
  });

  test('is replaced where it is named behind --overwrite, which comes behind the document', async () => {
    const out = firstProject();
    const text = documentOf(first);
    const [api, tools] = ['src/generated/api.ts', 'src/generated/tools/all.ts'];
    for (const path of [api, tools]) writeFileSync(join(out, path), 'mine\n');
    const { code, stderr } = await runCommand(['generate', '-', '-o', out, '--overwrite', api, '-q'], text);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(read(out, api)).not.toBe('mine\n');
    expect(read(out, tools)).toBe('mine\n');
    const wrong = await runCommand(['generate', '-o', out, '--overwrite', 'api.json']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('Name the document before --overwrite');
    const unknown = await runCommand(
      ['generate', '-', '-o', out, '--overwrite', 'src/generated/apo.ts'],
      text,
    );
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('src/generated/apo.ts is not a file that mcpwright writes');
    expect(unknown.stderr).toContain(`Did you mean ${api}?`);
  });

  test('stops the run where it would be replaced, and says where it belongs', async () => {
    const out = firstProject();
    const tools = 'src/generated/tools/all.ts';
    const runtime = 'src/runtime/json.ts';
    for (const path of [tools, runtime]) writeFileSync(join(out, path), 'mine\n');
    const { code, said } = await run(out, more);
    expect(code).toBe(1);
    expect(said).toContain('Nothing was written.');
    expect(said).toContain(`  ${tools}\n    Descriptions, hidden tools, wrapped calls: src/custom.ts.`);
    expect(said).not.toContain(runtime);
    expect(said).toContain(`--overwrite ${tools}`);

    const forced = await run(out, more, { overwrite: [tools] });
    expect(forced.code).toBe(0);
    expect(forced.said).toContain(`  replaced  ${tools}`);
    expect(forced.said).toContain(`${runtime} keeps what you changed by hand.`);

    const bare = await run(out, more, { overwrite: true });
    expect(bare.said).toContain('1 file replaced.');
    expect(bare.said).toContain(`  replaced  ${runtime}`);
    expect((await run(out, more)).said).toContain('already up to date');
  });
});

describe('what a run changed for callers', () => {
  const before = { 'GET /a': 'listA', 'GET /b': 'listB' };
  const after = { 'GET /a': 'listA', 'GET /c': 'listC' };
  const project = projectOf(before);

  test('is told in a few lines, and not where nothing changed', async () => {
    const out = tempFolder();
    expect((await run(out, before, { changelog: true })).said).not.toContain('Since the last run');
    expect(() => read(out, 'CHANGELOG.md')).toThrow();
    expect((await run(out, before)).said).not.toContain('Since the last run');
    const { said } = await run(out, after);
    expect(said).toMatch(/Since the last run: 1 breaking, 1 compatible; 2 tools, /);
    expect(said).toContain('  breaking           list_b: removed: GET /b\n');
    expect(said).toContain('  compatible         list_c: added: GET /c\n');
  });

  test('is told where it is in words only, too', async () => {
    const out = project();
    const config = { ...defaults, tools: { listA: { description: 'All there is of A.' } } };
    const { said } = await run(out, before, { config });
    expect(said).toMatch(/Since the last run: 1 in words only; .*\n {2}words only {9}list_a: .*description/);
  });

  test('says of resources and prompts only what changed', async () => {
    const out = project();
    const resources = { include: [parseRule('method=GET')], kind: 'both' as const };
    const prompts = { look: { messages: [{ role: 'user' as const, text: 'Look.' }], arguments: {} } };
    const config = { ...defaults, resources: { ...defaults.resources, ...resources }, prompts };
    await run(out, before, { config });
    const { said } = await run(out, after, { config });
    expect(read(out, 'src/generated/prompts.ts')).toContain('look');
    expect(said).toContain('resource shop://api/b: resource removed');
    expect(said).toContain('resource shop://api/c: resource added');
    expect(said).not.toContain('shop://api/a');
    expect(said).not.toContain('prompt look');
  });

  test('is part of the report, and goes into the changelog above what it holds', async () => {
    const out = project();
    writeFileSync(join(out, 'CHANGELOG.md'), '# Mine\n\n## First\n');
    const { said } = await run(out, after, { json: true, changelog: true });
    expect(JSON.parse(said.slice(0, said.lastIndexOf('}') + 1)).comparison.counts).toMatchObject({
      breaking: 1,
    });
    expect(read(out, 'CHANGELOG.md')).toMatch(
      /^# Mine\n\n## API version 1\n\n1 breaking, .*\n\n### Breaking\n\n- `list_b`: removed: GET \/b\n[^]*\n## First\n$/,
    );
    const kept = read(out, 'CHANGELOG.md');
    await run(out, after, { changelog: true });
    expect(read(out, 'CHANGELOG.md')).toBe(kept);
  });

  test('cannot be said of files that are no data, and the project is written all the same', async () => {
    const out = project();
    rmSync(join(out, 'src/generated/api.ts'));
    const { said, code } = await run(out, after);
    expect(said).toContain('What changed for callers cannot be said: ');
    expect(code).toBe(0);
  });
});

describe('what is about every call', () => {
  const refusing = { responses: { 200: { description: 'OK' }, 401: { description: 'Who are you?' } } };
  const text = JSON.stringify({
    openapi: '3.2.0',
    $self: 'https://docs.example.com/api/openapi.json',
    info: { title: 'Shop', version: '1' },
    paths: Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => {
        const broken = { in: 'query', name: 'q', schema: { $ref: `#/components/schemas/Gone${index}` } };
        return [`/p${index}`, { get: { operationId: `read${index}`, parameters: [broken], ...refusing } }];
      }),
    ),
  });

  test('is what generate ends with, with the lines that mend it, and the rest is counted by kind', async () => {
    const out = tempFolder();
    const before = await runCommand(['generate', '-', '-o', out], text);
    expect(before.stderr).toMatch(
      /^ *8 more warnings are not shown \(8 schema-relaxed\); --json lists them all\n/,
    );
    const lines = before.stderr.trimEnd().split('\n').slice(-2);
    expect(lines.map((line) => line.replace(/^warning .*?:\d+:\d+ {2}/, '')).toSorted()).toEqual([
      'Calls carry no credential: the document names no security scheme, and 20 of 20 operations describe 401 or 403. Say in mcpwright.yaml how the API is authenticated with, such as "credentials: [{ type: bearer }]", and generate again.',
      'The document names no absolute server URL; write "baseUrl: https://api.example.com", with the host of the API, in mcpwright.yaml, set SHOP_BASE_URL or pass --base-url.',
    ]);
    expect(read(out, 'src/generated/api.ts')).not.toContain('docs.example.com');
    const chosen = [...before.stderr.matchAll(/"((?:credentials|baseUrl): [^"]+)"/g)].map(([, line]) => line);
    writeFileSync(join(out, 'mcpwright.yaml'), `${chosen.join('\n')}\n`);
    const after = await runCommand(['generate', '-', '-o', out], text);
    expect(after.code).toBe(0);
    expect(after.stderr).not.toMatch(/Calls carry no credential|no absolute server URL/);
    expect(read(out, 'src/generated/api.ts')).toMatch(/SHOP_TOKEN/);
  });
});
