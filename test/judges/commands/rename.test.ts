import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectStdio } from '../../e2e/clients.js';
import { buildProject, runHere, scratch } from '../../e2e/project.js';
import { restore, snapshot } from '../../support/tempFolder.js';

const query = (name: string, type = 'string') => ({ name, in: 'query', schema: { type } });
const answer = { type: 'object', properties: { name: { type: 'string' } } };
const fine = { 200: { description: 'Fine', content: { 'application/json': { schema: answer } } } };
const toy = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [query('limit', 'integer'), query('kind')],
        responses: fine,
      },
    },
    '/toys': {
      post: {
        operationId: 'createToy',
        requestBody: { required: true, content: { 'application/json': { schema: toy } } },
        responses: fine,
      },
    },
    '/owners': { get: { operationId: 'listOwners', responses: fine } },
  },
};

const custom = `import type { Arguments } from './generated/arguments.js';
import { customize } from './runtime/customize.js';

export default customize<Arguments>({
  tools: {
    // What list_pets takes is bounded.
    list_pets: { wrap: async (args, next) => next({ ...args, limit: 10 }) },
  },
  add: {
    both: {
      title: 'Both',
      description: 'Lists both.',
      inputSchema: { type: 'object' },
      call: async (_args, { call }) => call('list_pets', { limit: 1 }),
    },
  },
});
`;

const base = join(scratch, 'rename');
const server = join(base, 'server');
const names = '.mcpwright/names.json';
const read = (path: string) => readFileSync(join(server, path), 'utf8');
const put = (path: string, text: string) => writeFileSync(join(server, path), text);
const given = () =>
  JSON.parse(read(names)) as Record<string, { name: string; was?: string[]; arguments?: object }>;
const choices = (more = '') => `document: ../openapi.json\nfeatures: { mock: true, mode: list }\n${more}`;

/** Runs the command in the project. */
const rename = (...args: string[]) => runHere(server, 'rename', ...args);

/** The same where it has to go well. */
async function renamed(...args: string[]): Promise<string> {
  const { code, said } = await rename(...args);
  expect(code, said).toBe(0);
  return said;
}

/** What is listed, and which calls go well, by an official client. */
async function connect(...calls: [name: string, args?: object][]) {
  await buildProject(server);
  const client = await connectStdio(server, 'v2 modern', { MCP_MOCK: 'true' });
  try {
    const { tools } = await client.listTools();
    const works: boolean[] = [];
    for (const [name, args = {}] of calls) {
      const result = await client
        .callTool({ name, arguments: args as Record<string, unknown> })
        .catch(() => ({ isError: true }));
      works.push(result.isError !== true);
    }
    return { listed: tools.map((one) => one.name), tools, works };
  } finally {
    await client.close();
  }
}

let kept: Map<string, string>;
beforeAll(async () => {
  rmSync(base, { recursive: true, force: true });
  mkdirSync(server, { recursive: true });
  writeFileSync(join(base, 'openapi.json'), JSON.stringify(document));
  put('mcpwright.yaml', choices());
  const { code, said } = await runHere(server, 'generate');
  expect(code, said).toBe(0);
  put('src/custom.ts', custom);
  kept = snapshot(base);
});
beforeEach(() => restore(base, kept));

/** The files that are not as they were, but for records. */
function changedSince(before: ReadonlyMap<string, string>): string[] {
  const now = snapshot(base);
  return [...new Set([...before.keys(), ...now.keys()])].filter(
    (path) => before.get(path) !== now.get(path) && !path.endsWith('local.json'),
  );
}

describe('a tool is renamed', () => {
  test('in the names, in the code of the owner and in what is generated, and the old name still works', async () => {
    const said = await renamed('list_pets', 'find_pets');
    expect(said).toContain(
      'Renamed: list_pets is called find_pets now. The old name still works, until: mcpwright rename --drop list_pets\n' +
        'Changed in your code:\n' +
        '  src/custom.ts:7  find_pets: { wrap: async (args, next) => next({ ...args, limit: 10 }) },\n' +
        "  src/custom.ts:14  call: async (_args, { call }) => call('find_pets', { limit: 1 }),\n" +
        'Look at these lines, which may mean it and stay as they are:\n' +
        '  src/custom.ts:6  // What list_pets takes is bounded.\n',
    );
    expect(said).toMatch(
      /^ {2}possibly breaking +find_pets: renamed: list_pets → find_pets, the old name still works$/m,
    );
    expect(said).not.toMatch(/added|removed/);
    expect(read('src/custom.ts')).toBe(
      custom.replace('    list_pets', '    find_pets').replace("'list_pets'", "'find_pets'"),
    );
    expect(given()['GET /pets']).toEqual({ name: 'find_pets', operationId: 'listPets', was: ['list_pets'] });
    const { listed, works } = await connect(
      ['find_pets', { kind: 'cat' }],
      ['list_pets', { kind: 'cat' }],
      ['both'],
      ['list_cats'],
    );
    expect(listed.toSorted()).toEqual(['both', 'create_toy', 'find_pets', 'list_owners']);
    expect(works).toEqual([true, true, true, false]);
    // It is all that there was to do.
    expect((await runHere(server, 'generate')).said).toContain('already up to date');
    expect((await runHere(server, 'check')).code).toBe(0);
  });

  test('back and forth, and once more, until the former names are let go of', async () => {
    await renamed('list_pets', 'find_pets');
    await renamed('find_pets', 'search_pets');
    expect(given()['GET /pets']).toMatchObject({ name: 'search_pets', was: ['list_pets', 'find_pets'] });
    await renamed('search_pets', 'list_pets');
    expect(given()['GET /pets']).toMatchObject({ name: 'list_pets', was: ['find_pets', 'search_pets'] });
    expect(read('src/custom.ts')).toBe(custom);
    expect((await connect(['list_pets'], ['find_pets'], ['search_pets'])).works).toEqual([true, true, true]);

    const said = await renamed('--drop', 'find_pets');
    expect(said).toContain('Dropped: find_pets does not work any more: the tool is called list_pets.\n');
    expect(said).toMatch(/^ {2}breaking +list_pets: cannot be called as find_pets any more$/m);
    await renamed('--drop', 'search_pets');
    expect(given()['GET /pets']).toEqual({ name: 'list_pets', operationId: 'listPets' });
    expect((await connect(['list_pets'], ['find_pets'], ['search_pets'])).works).toEqual([
      true,
      false,
      false,
    ]);
    expect(changedSince(kept).filter((path) => !path.includes('/dist/'))).toEqual(['server/dist']);
  });

  test('to the former name of another only when that is let go of', async () => {
    await renamed('list_pets', 'find_pets');
    const { code, said } = await rename('list_owners', 'list_pets');
    expect(code).toBe(2);
    expect(said).toContain('GET /pets had it before, and can be called by it still');
    await renamed('--drop', 'list_pets');
    await renamed('list_owners', 'list_pets');
    expect(given()['GET /owners']).toMatchObject({ name: 'list_pets', was: ['list_owners'] });
  });

  test('from another folder, and where the choices lie beside the project', async () => {
    const apart = await runHere(base, 'rename', 'list_owners', 'find_owners', '--project', 'server');
    expect(apart.code).toBe(0);
    expect(apart.said).toContain('until: mcpwright rename --project server --drop list_owners\n');
    rmSync(join(server, 'mcpwright.yaml'));
    const file = join(base, 'mcpwright.yaml');
    writeFileSync(file, choices('out: server\n').replace('../', ''));
    const { code, said } = await runHere(base, 'rename', 'list_pets', 'find_pets');
    rmSync(file);
    expect(code, said).toBe(0);
    expect(said).toContain('  server/src/custom.ts:7  find_pets: {');
    expect(Object.values(given()).map(({ name }) => name)).toEqual([
      'find_owners',
      'find_pets',
      'create_toy',
    ]);
  });

  test('in code that has other line ends, which stay', async () => {
    put('src/custom.ts', custom.replaceAll('\n', '\r\n'));
    await renamed('list_pets', 'find_pets');
    expect(read('src/custom.ts').split('\r\n')).toHaveLength(custom.split('\n').length);
    expect(read('src/custom.ts')).toContain("call('find_pets', { limit: 1 }),\r\n");
  });

  test('where there is no code of the owner, and lines of other code that may mean it are told', async () => {
    rmSync(join(server, 'src/custom.ts'));
    put('test/custom.test.ts', "call('list_pets', {});\n");
    const { code, said } = await rename('list_pets', 'find_pets');
    expect(said).toContain("  test/custom.test.ts:1  call('list_pets', {});\n");
    expect(given()['GET /pets']?.name).toBe('find_pets');
    expect(code).toBe(1);
  });

  test('and --dry-run says all of it and writes nothing', async () => {
    const { code, said } = await rename('list_pets', 'find_pets', '--dry-run');
    expect(code).toBe(0);
    expect(said).toContain('  src/custom.ts:7  find_pets: { wrap');
    expect(said).toContain('\n  update  src/generated/tools/pets.ts\n');
    expect(said).toContain('find_pets: renamed: list_pets → find_pets, the old name still works');
    expect(said).toContain('Nothing was written, since this is a dry run.\n');
    expect(said).not.toContain('Renamed:');
    expect(changedSince(kept)).toEqual([]);
  });

  test('and --json says it to programs, --quiet nothing', async () => {
    const dry = JSON.parse(
      (await rename('list_pets', 'find_pets', '--json', '--dry-run', '-q')).said,
    ) as object;
    const told = {
      kind: 'tool',
      from: 'list_pets',
      to: 'find_pets',
      changed: [
        { file: 'src/custom.ts', line: 7, text: expect.stringContaining('find_pets') },
        { file: 'src/custom.ts', line: 14, text: expect.stringContaining('find_pets') },
      ],
      left: [{ file: 'src/custom.ts', line: 6, text: '// What list_pets takes is bounded.' }],
      config: [],
    };
    expect(dry).toMatchObject({ dryRun: true, written: false, rename: told });
    expect(changedSince(kept)).toEqual([]);
    const done = JSON.parse((await rename('list_pets', 'find_pets', '--json', '-q')).said) as object;
    expect(done).toMatchObject({
      written: true,
      rename: told,
      comparison: {
        changes: [{ kind: 'tool-renamed', before: 'list_pets', after: 'find_pets' }, { kind: 'tool-words' }],
      },
    });
    const dropped = JSON.parse((await rename('--drop', 'list_pets', '--json', '-q')).said) as object;
    expect(dropped).toMatchObject({ rename: { kind: 'tool', dropped: 'list_pets', name: 'find_pets' } });
    expect(await renamed('find_pets', 'list_pets', '-q')).toBe('');
  });
});

describe('an argument is renamed', () => {
  test('in the names, in the code of the owner and in what is generated, and the old name is still taken', async () => {
    const said = await renamed('list_pets.limit', 'max');
    expect(said).toContain(
      'Renamed: list_pets.limit is called max now. The old name still works: the API itself has it.\n' +
        'Changed in your code:\n' +
        '  src/custom.ts:7  list_pets: { wrap: async (args, next) => next({ ...args, max: 10 }) },\n' +
        "  src/custom.ts:14  call: async (_args, { call }) => call('list_pets', { max: 1 }),\n",
    );
    expect(said).toMatch(
      /^ {2}compatible +list_pets: argument max: renamed: limit → max, the old name still works$/m,
    );
    expect(read('src/custom.ts')).toBe(custom.replaceAll('limit', 'max'));
    expect(given()['GET /pets']).toMatchObject({ arguments: { limit: { name: 'max', was: ['limit'] } } });
    await renamed('list_pets', 'find_pets');
    const { tools, works } = await connect(
      ['find_pets', { max: 1 }],
      ['find_pets', { limit: 1 }],
      ['list_pets', { limit: 1, kind: 'cat' }],
      ['find_pets', { limit: 'many' }],
      ['find_pets', { limit: 1, max: 2 }],
      ['both'],
    );
    const { inputSchema } = tools.find((one) => one.name === 'find_pets') ?? {};
    expect(Object.keys((inputSchema as { properties: object }).properties)).toEqual(['max', 'kind']);
    expect(works).toEqual([true, true, true, false, false, true]);
    expect((await runHere(server, 'generate')).said).toContain('already up to date');
  });

  test('of a body, back and forth, until the former name is let go of and its part is gone', async () => {
    const part = 'src/runtime/arguments/renameFormer.ts';
    expect(kept.has(join('server', part))).toBe(false);
    await renamed('create_toy.name', 'title');
    // What the API has for it is taken anyway.
    expect(snapshot(server).has(part)).toBe(false);
    expect(await renamed('create_toy.title', 'word')).toContain(
      'The old name still works, until: mcpwright rename --drop create_toy.title\n',
    );
    expect(read(part)).toContain('export function renameFormer');
    const calls = ['word', 'title', 'name', 'heading'].map((name): [string, object] => [
      'create_toy',
      { [name]: 'Ball' },
    ]);
    expect((await connect(...calls)).works).toEqual([true, true, true, false]);
    const { code, said } = await rename('create_toy.name', 'heading');
    expect(code).toBe(2);
    expect(said).toContain('name is a former name of word of create_toy.');

    const dropped = await renamed('--drop', 'create_toy.title');
    expect(dropped).toContain('create_toy.title does not work any more: the argument is called word.\n');
    expect(dropped).toMatch(/^ {2}breaking +create_toy: argument word: cannot be given as title any more$/m);
    expect(snapshot(server).has(part)).toBe(false);
    expect((await connect(...calls)).works).toEqual([true, false, true, false]);
    const own = await renamed('--drop', 'create_toy.name');
    expect(own).toContain(
      'create_toy.name is kept no longer. It still works for word: the API itself has it.\n',
    );
    await renamed('create_toy.word', 'name');
    expect(given()['POST /toys']?.arguments).toEqual({ name: { name: 'name', was: ['word'] } });
    await renamed('--drop', 'create_toy.word');
    expect(changedSince(kept).filter((path) => !path.includes('/dist/'))).toEqual(['server/dist']);
  });

  test('and what only may mean it is named by its line, and by the compiler where it is meant', async () => {
    put(
      'src/custom.ts',
      custom.replace('next({ ...args, limit: 10 })', 'next({ ...args, kind: String(args.limit) })'),
    );
    const { code, said } = await rename('list_pets.limit', 'max');
    expect(code).toBe(1);
    expect(said).toContain('stay as they are:\n  src/custom.ts:7  list_pets: { wrap: async (args, next)');
    expect(said).toMatch(/src\/custom\.ts.*7.*limit/);
    expect(read('src/custom.ts')).toContain('args.limit');
  });
});

/** A prompt that speaks of an argument. */
const promptOf = (name: string) =>
  `prompts:\n  begin:\n    text: List {{which}}\n    arguments:\n      which: { of: listPets.${name} }\n`;

describe('what the choices say stays theirs', () => {
  test('a tool that they name is renamed there first', async () => {
    put('mcpwright.yaml', choices('tools:\n  listOwners:\n    name: all_owners\n'));
    expect((await runHere(server, 'generate')).code).toBe(0);
    const before = snapshot(base);
    const { code, said } = await rename('all_owners', 'find_owners');
    expect(code).toBe(2);
    expect(said).toContain(
      'mcpwright.yaml:5:1: all_owners has its name from this line, which counts more than',
    );
    expect(said).toContain('Write find_owners there, and run the command again: it changes the rest.');
    expect(changedSince(before)).toEqual([]);
    put('mcpwright.yaml', choices('tools:\n  listOwners:\n    name: find_owners\n'));
    await renamed('all_owners', 'find_owners');
    expect(given()['GET /owners']).toMatchObject({ name: 'find_owners', was: ['list_owners', 'all_owners'] });
  });

  test('lines that name it are told, without those of comments', async () => {
    const prompt = 'prompts:\n  begin:\n    # list_pets\n    text: Call list_pets first.\n';
    put('mcpwright.yaml', choices(prompt));
    const said = await renamed('list_pets', 'find_pets');
    expect(said).toContain(
      'Look at these lines of your choices, which are yours to change where they mean it:\n' +
        '  mcpwright.yaml:6  text: Call list_pets first.\n',
    );
    expect(read('mcpwright.yaml')).toBe(choices(prompt));
  });

  test('an argument that they speak of stops the run, which says where', async () => {
    put('mcpwright.yaml', choices(promptOf('kind')));
    const before = snapshot(base);
    const { code, said } = await rename('list_pets.kind', 'species');
    expect(code).toBe(2);
    expect(said).toContain('mcpwright.yaml:7:');
    expect(changedSince(before)).toEqual([]);
    put('mcpwright.yaml', choices(promptOf('species')));
    await renamed('list_pets.kind', 'species');
  });
});

describe('nothing is changed', () => {
  test.each<[what: string, args: string[], said: string]>([
    ['a tool that does not exist', ['list_pet', 'a'], 'There is no tool "list_pet"; did you mean list_pets?'],
    ['a tool of custom.ts', ['both', 'a'], 'There is no tool "both"'],
    ['the name that it has', ['list_pets', 'list_pets'], 'list_pets has that name already.'],
    ['a name that is taken', ['list_pets', 'List_Owners'], 'GET /owners has it, regardless of case.'],
    [
      'a name that custom.ts has taken',
      ['list_pets', 'both'],
      'src/custom.ts:10:1: The name both is taken: src/custom.ts adds a tool of that name.',
    ],
    ['a name that the server has', ['list_pets', 'search_tools'], 'the server has a tool of that name.'],
    [
      'a name that no client takes',
      ['list_pets', 'list pets'],
      'names are a letter, then letters, digits and _',
    ],
    ['a name in another case alone', ['list_pets', 'List_Pets'], 'to clients that fold case it is list_pets'],
    [
      'a name that is too long',
      ['list_pets', 'x'.repeat(54)],
      'it has 54 characters, and clients take 53 beside the name of this server.',
    ],
    [
      'an argument that does not exist',
      ['list_pets.limits', 'a'],
      'list_pets has no argument "limits"; did you mean limit?\nIts arguments are limit, kind.',
    ],
    ['an argument of a tool that does not exist', ['pets.limit', 'a'], 'There is no tool "pets"'],
    [
      'an argument name that is taken',
      ['list_pets.limit', 'kind'],
      'list_pets has an argument kind already.',
    ],
    [
      'an argument name of the whole body',
      ['create_toy.name', 'body'],
      'create_toy has an argument body already.',
    ],
    [
      'an argument name that no client takes',
      ['list_pets.limit', 'a b'],
      'names are letters, digits, _, . and -, 64 at most.',
    ],
    [
      'a name to drop that is none',
      ['--drop', 'list_cats'],
      'No former name "list_cats" is kept.\nThere is none.',
    ],
    [
      'a name to drop that is the present one',
      ['--drop', 'list_pets'],
      'is the name of a tool, and no former one.',
    ],
    [
      'an argument name to drop',
      ['--drop', 'list_pets.limt'],
      'No former name "limt" of an argument of list_pets',
    ],
    [
      'the present name of an argument to drop',
      ['--drop', 'list_pets.limit'],
      'limit is the name of an argument of list_pets, and no former one.',
    ],
    ['no new name', ['list_pets'], 'Name what list_pets is to be called.'],
    [
      'a new name to drop',
      ['--drop', 'list_pets', 'a'],
      '--drop lets go of list_pets, and takes no new name.',
    ],
    ['nothing at all', [], 'Name a tool, or tool.argument, and what it is to be called.'],
    [
      'a folder that is no project',
      ['a', 'b', '--project', '..'],
      'There is no project of mcpwright in rename.',
    ],
    ['a folder that is not there', ['a', 'b', '--project', 'x'], 'There is no project of mcpwright in x.'],
  ])('by %s', async (_, args, said) => {
    const outcome = await rename(...args);
    expect(outcome.said).toContain(said);
    expect(outcome.code).toBe(2);
    expect(changedSince(kept)).toEqual([]);
  });

  test.each<[what: string, change: () => void, said: string | RegExp]>([
    [
      'names that cannot be read',
      () => put(names, read(names).replace('"name"', 'name')),
      /names\.json:\d+:\d+: \.mcpwright\/names\.json cannot be used: it is not JSON/,
    ],
    [
      'code that cannot be parsed',
      () => put('src/custom.ts', custom.replace('tools: {', 'tools: {{')),
      /src\/custom\.ts:5:\d+: src\/custom\.ts cannot be parsed: /,
    ],
    [
      'code in another coding',
      () => writeFileSync(join(server, 'src/custom.ts'), Buffer.from([0x2f, 0x2f, 0xe9])),
      'src/custom.ts is not a file that can be changed',
    ],
    [
      'code behind a link',
      () => {
        rmSync(join(server, 'src/custom.ts'));
        writeFileSync(join(base, 'elsewhere.ts'), custom);
        symlinkSync('../../elsewhere.ts', join(server, 'src/custom.ts'));
      },
      'src/custom.ts is not a file that can be changed',
    ],
    [
      'a document that is not named',
      () => put('mcpwright.yaml', 'features: { mock: true }\n'),
      'does not name the document, from which the project is generated again.',
    ],
    ['a document that is gone', () => rmSync(join(base, 'openapi.json')), 'openapi.json'],
    [
      'a tool that the document has no more',
      () =>
        writeFileSync(
          join(base, 'openapi.json'),
          JSON.stringify(document).replace('/pets', '/animals').replace('listPets', 'x'),
        ),
      'The tool list_pets is not among what the document offers now.',
    ],
  ])('by %s', async (_, change, said) => {
    change();
    const before = snapshot(base);
    const outcome = await rename('list_pets', 'find_pets');
    expect(outcome.said).toMatch(said);
    expect(outcome.code).toBe(2);
    expect(changedSince(before)).toEqual([]);
  });

  test('where a generated file was edited that would be replaced', async () => {
    const path = 'src/generated/arguments.ts';
    put(path, `${read(path)}// Mine.\n`);
    const before = snapshot(base);
    for (const more of [[], ['--dry-run']]) {
      const { code, said } = await rename('list_pets', 'find_pets', ...more);
      expect(code).toBe(1);
      expect(said).toContain('Nothing was written.');
      expect(said).toContain(`mcpwright generate --overwrite ${path}`);
      expect(said).not.toContain('Renamed:');
      expect(changedSince(before)).toEqual([]);
    }
  });
});

const source = (name: string, file: string) => `  - { name: ${name}, document: ../${file} }\n`;

test('of several documents, the tool of one is renamed', async () => {
  const other = {
    ...document,
    info: { title: 'Other', version: '1' },
    servers: [{ url: 'https://b.example.com' }],
  };
  writeFileSync(join(base, 'other.json'), JSON.stringify(other));
  put('mcpwright.yaml', `name: both\nsources:\n${source('a', 'openapi.json')}${source('b', 'other.json')}`);
  put('src/custom.ts', custom.replace(/\(\{.*\}\)/s, '({})'));
  expect((await runHere(server, 'generate')).code).toBe(0);
  const { name = '' } = given()['b GET /pets'] ?? {};
  await renamed(name, 'find_others');
  await renamed('find_others.limit', 'max');
  expect(given()['b GET /pets']).toEqual({
    name: 'find_others',
    operationId: 'listPets',
    was: [name],
    arguments: { limit: { name: 'max', was: ['limit'] } },
  });
  expect(given()['a GET /pets']).not.toHaveProperty('was');
});
