import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Upstream, startUpstream } from '../support/runtime/upstream.js';
import {
  type Dialect,
  type RunningServer,
  connectHttp,
  connectStdio,
  dialects,
  startHttp,
} from './clients.js';
import { buildProject, scratch, typecheck, writeProject } from './project.js';

const document = `
openapi: 3.1.0
info: { title: Shelter, version: 1.0.0 }
servers: [{ url: https://shelter.example.com }]
paths:
  /pets:
    get:
      operationId: listPets
      responses: { '200': { description: Pets, content: { application/json: { schema: {} } } } }
  /pets/{petId}:
    parameters: [{ name: petId, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getPet
      responses: { '200': { description: A pet, content: { application/json: { schema: {} } } } }
    delete:
      operationId: deletePet
      responses: { '204': { description: Gone } }
  /pets/{petId}/photo:
    get:
      operationId: getPhoto
      parameters: [{ name: petId, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: Its photo, content: { image/png: {} } } }
  /rules:
    get:
      operationId: getRules
      responses: { '200': { description: The rules, content: { text/markdown: {} } } }
`;

const choices = parse(`
tools:
  getPet: { kind: both }
  getPhoto: { kind: resource }
  getRules: { kind: resource }
resources: { include: [], kind: both, own: true }
completions:
  petId: { tool: listPets, value: items.id }
prompts:
  introduce:
    title: Introduce a pet
    text: Call {{tools.getPet}} with {{pet}}.
    arguments:
      pet: { of: getPet.petId, required: true }
`) as object;

const custom = `import type { Arguments } from './generated/arguments.js';
import { customize } from './runtime/customize.js';

export default customize<Arguments>({
  resources: {
    'notes://{day}': { title: 'Notes of a day', read: ({ day }) => (day === 'never' ? undefined : \`On \${day}\`) },
  },
});
`;

const png = Buffer.from('89504e470d0a1a0a', 'hex');
let upstream: Upstream;
let dir: string;
let plain: string;
let http: RunningServer;
let env: Record<string, string>;

beforeAll(async () => {
  upstream = await startUpstream(({ url }, response) => {
    if (url === '/pets/7/photo') response.writeHead(200, { 'content-type': 'image/png' }).end(png);
    else if (url === '/rules') response.writeHead(200, { 'content-type': 'text/markdown' }).end('# Rules');
    else if (url === '/pets')
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ items: [{ id: 7 }, { id: 71 }, { id: 8 }] }));
    else if (url === '/pets/7')
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":7}');
    else response.writeHead(404).end();
  });
  mkdirSync(scratch, { recursive: true });
  const source = join(scratch, 'shelter.yaml');
  writeFileSync(source, document);
  ({ dir } = await writeProject('readings', source, choices));
  writeFileSync(join(dir, 'src/custom.ts'), custom);
  await buildProject(dir);
  ({ dir: plain } = await writeProject('noReadings', source));
  await buildProject(plain);
  env = { SHELTER_BASE_URL: upstream.url };
  http = await startHttp(dir, env);
});
afterAll(async () => {
  await Promise.all([http?.stop(), upstream.close()]);
});

/** What the official clients share of this. */
interface Reader {
  listResources(): Promise<{ resources: { uri: string }[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  readResource(request: { uri: string }): Promise<{ contents: object[] }>;
  listPrompts(): Promise<{ prompts: object[] }>;
  getPrompt(request: { name: string; arguments: Record<string, string> }): Promise<{ messages: object[] }>;
  complete(request: { ref: object; argument: object }): Promise<{ completion: object }>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  getServerCapabilities(): object | undefined;
  close(): Promise<void>;
}

const cases = dialects.flatMap((dialect): [Dialect, string][] => [
  [dialect, 'stdio'],
  [dialect, 'http'],
]);

describe.each(cases)('the client %s over %s', (dialect, transport) => {
  let client: Reader;
  beforeAll(async () => {
    const connected =
      transport === 'stdio' ? connectStdio(dir, dialect, env) : connectHttp(http.url, dialect);
    client = (await connected) as unknown as Reader;
  });
  afterAll(() => client.close());

  test('lists and reads resources', async () => {
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['shelter://api/rules']);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate).toSorted()).toEqual([
      'notes://{day}',
      'shelter://api/pets/{petId}',
      'shelter://api/pets/{petId}/photo',
    ]);
    const read = async (uri: string) => (await client.readResource({ uri })).contents;
    expect(await read('shelter://api/rules')).toEqual([
      { uri: 'shelter://api/rules', mimeType: 'text/markdown', text: '# Rules' },
    ]);
    expect(await read('shelter://api/pets/7')).toMatchObject([
      { mimeType: 'application/json', text: '{"id":7}' },
    ]);
    expect(await read('shelter://api/pets/7/photo')).toMatchObject([{ blob: png.toString('base64') }]);
    expect(await read('notes://monday')).toMatchObject([{ text: 'On monday' }]);
    for (const uri of ['shelter://api/pets/9', 'shelter://api/none', 'notes://never'])
      await expect(read(uri)).rejects.toMatchObject({ data: { uri } });
    await expect(read('shelter://api/pets/9')).rejects.toMatchObject({
      // The later client tells both codes as one.
      code: dialect === 'v1' ? -32002 : -32602,
    });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(['list_pets', 'get_pet', 'delete_pet']);
  });

  test('lists and gets prompts, and completes arguments', async () => {
    expect((await client.listPrompts()).prompts).toMatchObject([
      { name: 'introduce', title: 'Introduce a pet', arguments: [{ name: 'pet', required: true }] },
    ]);
    const { messages } = await client.getPrompt({ name: 'introduce', arguments: { pet: '7' } });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Call get_pet with 7.' } }]);
    const wrong = client.getPrompt({ name: 'introduce', arguments: { pet: 'x' } });
    await expect(wrong).rejects.toMatchObject({ code: -32602 });
    for (const [ref, name] of [
      [{ type: 'ref/prompt', name: 'introduce' }, 'pet'],
      [{ type: 'ref/resource', uri: 'shelter://api/pets/{petId}' }, 'petId'],
    ] as const) {
      const { completion } = await client.complete({ ref, argument: { name, value: '7' } });
      expect(completion).toMatchObject({ values: ['7', '71'], hasMore: false });
    }
  });
});

test('a server of tools alone declares and holds none of it', async () => {
  const client = (await connectStdio(plain, 'v2 legacy', env)) as unknown as Reader;
  expect(client.getServerCapabilities()).toEqual({ tools: {} });
  await expect(client.listResources()).resolves.toEqual({ resources: [] });
  await client.close();
  const features = readFileSync(join(plain, 'src/generated/features.ts'), 'utf8');
  expect(features).not.toMatch(/resources|prompts|completion/);
  for (const file of [
    'generated/resources.ts',
    'generated/prompts.ts',
    'runtime/resources/serveResources.ts',
  ])
    expect(() => readFileSync(join(plain, 'src', file))).toThrow('ENOENT');
});

test('what is emitted compiles', async () => {
  expect(await typecheck(dir)).toBe('');
});
