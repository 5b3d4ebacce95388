import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { snapshot } from '../support/tempFolder.js';
import { connectStdio, type AnyClient } from './clients.js';
import { buildProject, runBuilt, runHere, scratch, typecheck } from './project.js';

const exec = promisify(execFile);
const folder = join(scratch, 'sources');
const project = join(folder, 'server');
const mcpwright = (...args: string[]) => runHere(folder, ...args);

/** An API that keeps all that it gets, and answers with its own name, or sends the caller to another. */
async function startApi(name: string): Promise<Api> {
  const seen: string[] = [];
  const api: Api = { seen, origin: '', redirect: undefined, server: createServer() };
  api.server.on('request', (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push([request.method, request.url, ...request.rawHeaders, ...chunks.map(String)].join(' '));
      if (api.redirect !== undefined) {
        response.writeHead(307, { location: api.redirect }).end();
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(request.method === 'GET' ? [{ id: 1, of: name }] : { of: name }));
    });
  });
  await new Promise<void>((resolve) => api.server.listen(0, '127.0.0.1', resolve));
  api.origin = `http://127.0.0.1:${(api.server.address() as AddressInfo).port}`;
  return api;
}

interface Api {
  server: Server;
  origin: string;
  /** The whole of each request, headers and body. */
  seen: string[];
  redirect: string | undefined;
}

/** Documents whose operations, tags, schemas and security schemes all have the same names. */
const documentOf = (title: string, origin: string, scheme: object, pet: object) => ({
  openapi: '3.1.0',
  info: { title, version: '1.0.0' },
  servers: [{ url: origin }],
  security: [{ key: [] }],
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        summary: 'List pets',
        tags: ['pets'],
        responses: {
          200: {
            description: 'ok',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
            },
          },
        },
      },
      post: {
        operationId: 'addPet',
        tags: ['pets'],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['pet'],
                properties: { pet: { $ref: '#/components/schemas/Pet' } },
              },
            },
          },
        },
        responses: { 200: { description: 'ok' } },
      },
    },
  },
  components: { securitySchemes: { key: scheme }, schemas: { Pet: pet } },
});

const petOf = (member: object) => ({
  type: 'object',
  properties: { ...member, parent: { $ref: '#/components/schemas/Pet' } },
  required: Object.keys(member),
});
const shopPet = petOf({ name: { type: 'string' } });
const clinicPet = petOf({ chip: { type: 'integer' } });
const shopKey = { type: 'apiKey', in: 'header', name: 'X-Key' };
const clinicKey = { type: 'http', scheme: 'bearer' };

const config = `name: vets
sources:
  - name: shop
    document: shop.json
  - name: clinic
    document: clinic.json
    prefix: vet
    namespace: practice
    overlays: clinic-overlay.yaml
    tools:
      addPet: { name: admit_pet }
features: { mode: dynamic }
`;
const overlay = `overlay: 1.0.0
info: { title: Words, version: '1' }
actions:
  - target: $.paths['/pets'].get
    update: { description: Lists the patients of the clinic. }
`;
const canaries = {
  SHOP_API_KEY: 'canary-of-the-shop',
  CLINIC_TOKEN: 'canary-of-the-clinic',
  MCP_MODE: 'list',
};

let shop: Api;
let clinic: Api;
const writeDocuments = (shopOrigin = shop.origin, clinicOrigin = clinic.origin) => {
  const documents = {
    'shop.json': documentOf('Shop', shopOrigin, shopKey, shopPet),
    'clinic.json': documentOf('Clinic', clinicOrigin, clinicKey, clinicPet),
  };
  for (const [name, document] of Object.entries(documents))
    writeFileSync(join(folder, name), JSON.stringify(document));
};

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  [shop, clinic] = [await startApi('shop'), await startApi('clinic')];
  writeDocuments();
  writeFileSync(join(folder, 'mcpwright.yaml'), config);
  writeFileSync(join(folder, 'clinic-overlay.yaml'), overlay);
  const made = await mcpwright('generate', '-o', 'server');
  expect(made).toMatchObject({ code: 0 });
  await buildProject(project);
});

afterAll(() => {
  for (const api of [shop, clinic]) api.server.close();
});

describe('two documents in one server', () => {
  test('are compiled, and a second run changes no byte', async () => {
    expect(await typecheck(project)).toBe('');
    const before = snapshot(project);
    expect((await mcpwright('generate', '-o', 'server')).code).toBe(0);
    expect(snapshot(project)).toEqual(before);
    expect(await mcpwright('check', '-o', 'server')).toMatchObject({ code: 0 });
  });

  test('pass the tests of the project, of which none is skipped', async () => {
    const flags = ['--test', '--test-reporter=tap'];
    const { stdout } = await exec(process.execPath, ['build.js', ...flags], { cwd: project });
    expect(stdout).toMatch(/^# fail 0$/m);
    expect(stdout).toMatch(/^# skipped 0$/m);
    await buildProject(project);
  });

  test('are one list, and each call reaches its own API with its own credential alone', async () => {
    const client = await connectStdio(project, 'v2 modern', canaries);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'admit_pet',
      'shop_add_pet',
      'shop_list_pets',
      'vet_list_pets',
    ]);
    for (const name of ['shop_list_pets', 'vet_list_pets']) await expectFine(client, name, {});
    await expectFine(client, 'shop_add_pet', { pet: { name: 'Rex' } });
    await expectFine(client, 'admit_pet', { pet: { chip: 7 } });
    await client.close();
    expect(shop.seen).toHaveLength(2);
    expect(clinic.seen).toHaveLength(2);
    for (const request of shop.seen) {
      expect(request).toContain('canary-of-the-shop');
      expect(request).not.toContain('canary-of-the-clinic');
    }
    for (const request of clinic.seen) {
      expect(request).toContain('Bearer canary-of-the-clinic');
      expect(request).not.toContain('canary-of-the-shop');
    }
  });

  test('keep schemas of the same name apart', async () => {
    const client = await connectStdio(project, 'v1', canaries);
    const sent = clinic.seen.length + shop.seen.length;
    const wrong = [
      await client.callTool({ name: 'shop_add_pet', arguments: { pet: { chip: 7 } } }),
      await client.callTool({ name: 'admit_pet', arguments: { pet: { name: 'Rex' } } }),
      // The components refer to themselves.
      await client.callTool({
        name: 'admit_pet',
        arguments: { pet: { chip: 7, parent: { name: 'Rex' } } },
      }),
    ];
    await client.close();
    expect(wrong.map(({ isError }) => isError)).toEqual([true, true, true]);
    expect(clinic.seen.length + shop.seen.length).toBe(sent);
  });

  test('refuse a call whose own credential is missing, whatever the other has', async () => {
    const client = await connectStdio(project, 'v2 legacy', { SHOP_API_KEY: 'canary-of-the-shop' });
    const sent = clinic.seen.length;
    const { isError, content } = await client.callTool({ name: 'vet_list_pets', arguments: {} });
    await client.close();
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain('CLINIC_TOKEN');
    expect(content[0]?.text).not.toContain('SHOP_API_KEY');
    expect(clinic.seen).toHaveLength(sent);
  });

  test('have base URLs of their own, and a redirect to the other carries no credential', async () => {
    const moved = await startApi('moved');
    const client = await connectStdio(project, 'v2 modern', { ...canaries, SHOP_BASE_URL: moved.origin });
    moved.redirect = `${clinic.origin}/pets`;
    const before = [shop.seen.length, clinic.seen.length];
    await client.callTool({ name: 'shop_list_pets', arguments: {} });
    await client.close();
    moved.server.close();
    expect(moved.seen).toHaveLength(1);
    expect(moved.seen[0]).toContain('canary-of-the-shop');
    expect(shop.seen).toHaveLength(before[0] ?? -1);
    for (const request of clinic.seen.slice(before[1])) expect(request).not.toContain('canary');
  });

  test('group their settings by source', () => {
    const env = readFileSync(join(project, '.env.example'), 'utf8');
    const places = ['# Shop (shop)', 'SHOP_API_KEY=', 'SHOP_BASE_URL=', '# Clinic (clinic)', 'CLINIC_TOKEN='];
    const found = places.map((text) => env.indexOf(`\n${text}`));
    const loose = places.map((text) => env.indexOf(text));
    expect(found.filter((at) => at === -1)).toHaveLength(1);
    expect(loose).toEqual(loose.toSorted((a, b) => a - b));
    expect(env.indexOf('# What is offered')).toBeGreaterThan(loose.at(-1) ?? -1);
    const readme = readFileSync(join(project, 'README.md'), 'utf8');
    expect(readme).toMatch(/### Shop \(shop\)[^#]*SHOP_API_KEY[^#]*### Clinic \(clinic\)[^#]*CLINIC_TOKEN/);
  });

  test('are searched as one', async () => {
    const client = await connectStdio(project, 'v2 modern', { ...canaries, MCP_MODE: 'dynamic' });
    const found = await client.callTool({ name: 'search_tools', arguments: { query: 'patients clinic' } });
    const called = await client.callTool({
      name: 'call_read_tool',
      arguments: { name: 'vet_list_pets', arguments: {} },
    });
    await client.close();
    expect(found.content[0]?.text).toContain('vet_list_pets');
    expect(JSON.stringify(called)).toContain('clinic');
  });

  test('are inspected, measured, judged and compared as one', async () => {
    const tools = await runBuilt(folder, 'tools', '--json', '--quiet');
    expect((JSON.parse(tools.said) as { tools: { toolset: string }[] }).tools).toMatchObject([
      { toolset: 'shop_pets' },
      { toolset: 'shop_pets' },
      { toolset: 'practice_pets' },
      { toolset: 'practice_pets' },
    ]);
    const budget = await mcpwright('budget', '--json', '--quiet', '--html', 'report.html');
    expect(budget.code).toBe(0);
    expect((JSON.parse(budget.said) as { tools: object[] }).tools).toHaveLength(4);
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('Lists the patients of the clinic.');
    const lint = await mcpwright('lint', '--json', '--quiet');
    const { findings } = JSON.parse(lint.said) as { findings: { location?: { file: string } }[] };
    expect(new Set(findings.map(({ location }) => location?.file))).toEqual(
      new Set(['shop.json', 'clinic.json']),
    );
    expect(await mcpwright('lint', '--fix-overlay', 'fixes.yaml')).toMatchObject({
      code: 2,
      said: expect.stringContaining('there are several') as string,
    });
  });

  test('keep the names of their tools when one of them changes, and diff says what did', async () => {
    await exec('git', ['init', '-q'], { cwd: folder });
    await exec('git', ['add', 'server', 'clinic.json'], { cwd: folder });
    await exec('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '-qm', 'first'], {
      cwd: folder,
    });
    const names = readFileSync(join(project, '.mcpwright/names.json'), 'utf8');
    expect(names).toContain('"clinic GET /pets": { "name": "vet_list_pets", "operationId": "listPets" }');
    const text = readFileSync(join(folder, 'clinic.json'), 'utf8');
    writeFileSync(
      join(folder, 'clinic.json'),
      text.replace('"operationId":"listPets"', '"operationId":"listPatients"'),
    );
    expect(await runBuilt(folder, 'check', '-o', 'server')).toMatchObject({ code: 1 });
    const made = await mcpwright('generate', '-o', 'server');
    expect(made.code).toBe(0);
    expect(readFileSync(join(project, '.mcpwright/names.json'), 'utf8')).toBe(
      names.replace(
        '"vet_list_pets", "operationId": "listPets"',
        '"vet_list_pets", "operationId": "listPatients"',
      ),
    );
    writeDocuments(shop.origin, 'https://clinic.example.com');
    expect((await mcpwright('generate', '-o', 'server')).code).toBe(0);
    const moved = `clinic: base URL ${clinic.origin} → https://clinic.example.com`;
    // As a project, or as the document of one of its sources, the others being as they are.
    for (const sides of [
      ['HEAD:server', 'server'],
      ['HEAD:server', 'clinic.json'],
      ['HEAD:clinic.json', 'clinic.json'],
    ]) {
      const changed = await mcpwright('diff', ...sides);
      expect(changed.said, sides.join(' ')).toContain(moved);
      expect(changed.said).not.toContain('shop:');
    }
    expect(await mcpwright('diff', 'server', 'clinic.json')).toMatchObject({
      code: 0,
      said: expect.stringContaining('Nothing changed for models and callers.') as string,
    });
    writeFileSync(join(folder, 'other.json'), readFileSync(join(folder, 'clinic.json')));
    const other = await mcpwright('diff', 'server', 'other.json');
    expect(other.code).toBe(2);
    expect(other.said).toContain(
      'other.json is none of the documents under sources: shop.json, clinic.json.',
    );
  });
});

async function expectFine(client: AnyClient, name: string, args: Record<string, unknown>): Promise<void> {
  const { isError, content } = await client.callTool({ name, arguments: args });
  expect(isError, JSON.stringify(content)).not.toBe(true);
}

test('of several documents the one that cannot be read is named, and nothing is written', async () => {
  const before = snapshot(project);
  rmSync(join(folder, 'clinic.json'));
  const gone = await runBuilt(folder, 'generate', '-o', 'server');
  expect(gone.code).toBe(2);
  expect(gone.said).toContain('The source clinic cannot be used: clinic.json does not exist.');
  writeFileSync(join(folder, 'clinic.json'), '{ "openapi": ');
  const broken = await mcpwright('check', '-o', 'server');
  expect(broken.code).toBe(2);
  expect(broken.said).toContain('The source clinic cannot be used:');
  expect(snapshot(project)).toEqual(before);
});
