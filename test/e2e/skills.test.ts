import { createHash } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  GetSkillResultSchema,
  ListSkillsResultSchema,
  SKILLS_EXTENSION_ID,
} from '@modelcontextprotocol/core/ext/skills';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Program } from '../support/runtime/project.js';
import { runBuilt, scratch } from './project.js';

const folder = join(scratch, 'skills');
const server = join(folder, 'server');
const uri = 'skill://pets/SKILL.md';
const env = { MCP_PAGE_SIZE: '1' };
const clients: Client[] = [];

/** Enough tools for pages of toolsets. */
const paths = Object.fromEntries(
  Array.from({ length: 70 }, (_, at) => [
    `/things${at}`,
    {
      get: {
        operationId: `listThings${at}`,
        tags: [`Set ${at % 2}`],
        responses: { 200: { description: 'Fine' } },
      },
    },
  ]),
);

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const servers = [{ url: 'https://pets.example.com' }];
  const document = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, servers, paths };
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  writeFileSync(
    join(folder, 'mcpwright.yaml'),
    'document: openapi.json\nout: server\nfeatures: { skills: true }\n',
  );
  const { code, said } = await runBuilt(folder, 'generate');
  expect(code, said).toBe(0);
  appendFileSync(join(server, 'skills/pets/SKILL.md'), '\nAn edit of the owner: Grüße.\n');
  mkdirSync(join(server, 'skills/feeding'));
  writeFileSync(
    join(server, 'skills/feeding/SKILL.md'),
    '---\nname: feeding\ndescription: How pets are fed.\n---\nDaily.\n',
  );
  execFileSync(process.execPath, ['build.js'], { cwd: server });
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
});

const stdio = async () =>
  new StdioClientTransport({
    command: process.execPath,
    args: ['dist/stdio.js'],
    cwd: server,
    env,
    stderr: 'ignore',
  });

async function http() {
  const program = new Program(server, ['dist/http.js'], { ...env, PORT: '0' });
  const [url = ''] = await program.said(/http:\/\/[^\s/]+:\d+\/mcp/);
  afterAll(() => void program.child.kill());
  return new StreamableHTTPClientTransport(new URL(url));
}

async function connect(transport: Parameters<Client['connect']>[0], mode: 'legacy' | { pin: string }) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  clients.push(client);
  return client;
}

describe.each([
  ['stdio', stdio],
  ['HTTP', http],
])('over %s, a client of 2026-07-28', (_name, open) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(await open(), { pin: '2026-07-28' });
  });

  test('is told of the extension, and lists all skills by pages', async () => {
    expect(client.getServerCapabilities()).toMatchObject({
      resources: {},
      extensions: { [SKILLS_EXTENSION_ID]: {} },
    });
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const params = cursor === undefined ? {} : { cursor };
      const page = await client.request({ method: 'skills/list', params }, ListSkillsResultSchema);
      expect(page).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' });
      found.push(...page.skills.map((skill) => skill.uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(found).toEqual(['skill://feeding/SKILL.md', uri]);
  });

  test('reads each file, whose digest and size are those that are listed, with the edits of the owner', async () => {
    const { skill } = await client.request({ method: 'skills/get', params: { uri } }, GetSkillResultSchema);
    expect(skill.frontmatter).toMatchObject({ name: 'pets', description: expect.stringContaining('Pets') });
    const files = Array.isArray(skill.resources) ? skill.resources : [];
    expect(files.map((file) => file.uri).toSorted()).toEqual([
      uri,
      'skill://pets/references/set_0.md',
      'skill://pets/references/set_1.md',
    ]);
    for (const file of files) {
      const { contents } = await client.readResource({ uri: file.uri });
      expect(contents).toMatchObject([{ uri: file.uri, mimeType: 'text/markdown' }]);
      const text = String((contents[0] as { text?: string }).text);
      expect(`sha256:${createHash('sha256').update(text).digest('hex')}`).toBe(file.digest);
      expect(Buffer.byteLength(text)).toBe(file.size);
      if (file.uri === uri) expect(text).toMatch(/An edit of the owner: Grüße\.\n$/);
    }
  });

  test('is told of a skill that is not there, and of wrong parameters', async () => {
    const get = (params: object) =>
      client.request({ method: 'skills/get', params: { ...params } }, GetSkillResultSchema);
    await expect(get({ uri: 'skill://none/SKILL.md' })).rejects.toMatchObject({ code: -32602 });
    await expect(get({ uri: 1 })).rejects.toMatchObject({ code: -32602 });
    const list = client.request(
      { method: 'skills/list', params: { cursor: 'bm9uZQ' } },
      ListSkillsResultSchema,
    );
    await expect(list).rejects.toMatchObject({ code: -32602 });
    await expect(client.readResource({ uri: 'skill://pets/none.md' })).rejects.toMatchObject({
      code: -32602,
    });
  });
});

test('a client of 2025-11-25 has the files as resources, and not the extension', async () => {
  const client = await connect(await stdio(), 'legacy');
  expect(client.getServerCapabilities()?.extensions).toBeUndefined();
  expect((await client.readResource({ uri })).contents).toHaveLength(1);
  const list = client.request({ method: 'skills/list', params: {} }, ListSkillsResultSchema);
  await expect(list).rejects.toMatchObject({ code: -32601 });
});

test('the tests of the project find the skills, wherever they are built to', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build.js', '--test'], {
    cwd: server,
    encoding: 'utf8',
  });
  expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 });
});

test('without the folder, and with a skill that is none, the server says so and does not start', async () => {
  const moved = join(server, 'kept');
  renameSync(join(server, 'skills'), moved);
  try {
    const none = new Program(server, ['dist/stdio.js']);
    expect(await none.ended).toBe(1);
    expect(none.errors()).toMatch(/There is no folder skills\/ beside dist\/.*npm run generate/);
    mkdirSync(join(server, 'skills/broken'), { recursive: true });
    writeFileSync(join(server, 'skills/broken/SKILL.md'), 'no front matter');
    const broken = new Program(server, ['dist/stdio.js']);
    expect(await broken.ended).toBe(1);
    expect(broken.errors()).toMatch(/cannot be served.*broken/s);
  } finally {
    rmSync(join(server, 'skills'), { recursive: true, force: true });
    renameSync(moved, join(server, 'skills'));
  }
});
