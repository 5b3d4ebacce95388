import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectStdio } from './clients.js';
import { buildProject, runHere, scratch } from './project.js';

const fine = { 200: { description: 'Fine' } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/pets': { get: { operationId: 'listPets', responses: fine } },
    '/toys': {
      post: {
        operationId: 'createToy',
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } },
          },
        },
        responses: fine,
      },
    },
  },
};

test.each(['list', 'dynamic'])(
  'a tool that was renamed can be called by its old name, which is not listed, until the owner drops it: %s',
  async (mode) => {
    const cwd = join(scratch, `former-${mode}`);
    rmSync(cwd, { recursive: true, force: true });
    mkdirSync(cwd, { recursive: true });
    const names = join(cwd, 'server/.mcpwright/names.json');
    const configure = (more: string) =>
      writeFileSync(
        join(cwd, 'mcpwright.yaml'),
        `document: openapi.json\nout: server\nfeatures: { mode: ${mode}, mock: true }\n${more}`,
      );
    const generate = async () => {
      const { code, said } = await runHere(cwd, 'generate');
      expect(code, said).toBe(0);
      return said;
    };
    writeFileSync(join(cwd, 'openapi.json'), JSON.stringify(document));
    configure('');
    await generate();

    // One by the choices, the other in the file of names.
    configure('tools: { listPets: { name: find_pets } }\n');
    writeFileSync(names, readFileSync(names, 'utf8').replace('"create_toy"', '"make_toy"'));
    const said = await generate();
    expect(said).toMatch(
      /possibly breaking +find_pets: renamed: list_pets → find_pets, the old name still works/,
    );
    expect(said).toMatch(
      /possibly breaking +make_toy: renamed: create_toy → make_toy, the old name still works/,
    );
    expect(JSON.parse(readFileSync(names, 'utf8'))).toEqual({
      'GET /pets': { name: 'find_pets', operationId: 'listPets', was: ['list_pets'] },
      'POST /toys': { name: 'make_toy', operationId: 'createToy', was: ['create_toy'] },
    });
    expect(await generate()).toContain('already up to date');

    const call = async (...tools: string[]) => {
      const dir = join(cwd, 'server');
      await buildProject(dir);
      const client = await connectStdio(dir, 'v2 modern', { MCP_MOCK: 'true' });
      try {
        const listed = (await client.listTools()).tools.map(({ name }) => name);
        const answers = tools.map(async (name) => {
          const answer = await client
            .callTool({ name, arguments: name.endsWith('toy') ? { name: 'Ball' } : {} })
            .catch(() => ({ isError: true }));
          return answer.isError !== true;
        });
        return { listed, works: await Promise.all(answers) };
      } finally {
        await client.close();
      }
    };
    const all = ['find_pets', 'list_pets', 'make_toy', 'create_toy', 'constructor'];
    const { listed, works } = await call(...all);
    expect(works).toEqual([true, true, true, true, false]);
    expect(listed).not.toContain('list_pets');
    expect(listed).not.toContain('create_toy');

    writeFileSync(names, readFileSync(names, 'utf8').replace(', "was": ["list_pets"]', ''));
    expect(await generate()).toMatch(/breaking +find_pets: cannot be called as list_pets any more/);
    expect((await call(...all)).works).toEqual([true, false, true, true, false]);
  },
);

/** One of several documents, with parameters in an order. */
function describeApi(
  name: string,
  order = (list: readonly string[]): readonly string[] => list,
  operation: unknown = {
    operationId: 'getX',
    parameters: order(['p', 'q']).map((one) => ({ name: one, in: 'query', schema: { type: 'string' } })),
    responses: fine,
  },
): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: name, version: '1' },
    servers: [{ url: `https://${name}.example.com` }],
    paths: { '/x': { get: operation }, '/y': { get: { operationId: 'getY', responses: fine } } },
  });
}

test('of several documents with the same operation, the old name stays with the one that was renamed', async () => {
  const cwd = join(scratch, 'former-sources');
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  for (const name of ['a', 'b']) writeFileSync(join(cwd, `${name}.json`), describeApi(name));
  writeFileSync(
    join(cwd, 'mcpwright.yaml'),
    'name: both\nout: server\nsources:\n  - { name: a, document: a.json }\n  - { name: b, document: b.json }\n',
  );
  expect((await runHere(cwd, 'generate')).code).toBe(0);
  const names = join(cwd, 'server/.mcpwright/names.json');
  const given = () =>
    JSON.parse(readFileSync(names, 'utf8')) as Record<string, { name: string; was?: string[] }>;
  const { name } = given()['a GET /x'] ?? { name: '' };
  const other = given()['b GET /x'];
  writeFileSync(names, readFileSync(names, 'utf8').replace(`"name": "${name}"`, '"name": "fetch_x"'));
  const renamed = await runHere(cwd, 'generate');
  expect(renamed.code).toBe(0);
  expect(renamed.said).toContain(`fetch_x: renamed: ${name} → fetch_x, the old name still works`);
  expect(renamed.said).not.toMatch(/removed|added/);
  expect(given()['a GET /x']).toMatchObject({ name: 'fetch_x', was: [name] });
  expect(given()['b GET /x']).toEqual(other);
  // The file can be read again, and the order of a document says nothing.
  writeFileSync(
    join(cwd, 'a.json'),
    describeApi('a', (list) => list.toReversed()),
  );
  const again = await runHere(cwd, 'generate');
  expect(again.said).toContain('server: already up to date');
  // What cannot be read is not gone from its API.
  writeFileSync(join(cwd, 'b.json'), describeApi('b', undefined, 7));
  const unread = await runHere(cwd, 'generate');
  expect(unread.said).toContain(`${other?.name}: left out since it cannot be read: b GET /x`);
});
