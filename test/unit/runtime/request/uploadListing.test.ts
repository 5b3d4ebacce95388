import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ListedTool } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { connectView } from '../../../support/runtime/connectView.js';
import { makeUploads } from '../../../support/runtime/makeUploads.js';

const root = mkdtempSync(join(tmpdir(), 'upload-'));
writeFileSync(join(root, 'data.bin'), 'data');
afterAll(() => rmSync(root, { recursive: true }));

const url = 'http://127.0.0.1:9';
const catalog = makeUploads(url);

async function listed(env: Record<string, string>, made = catalog): Promise<Map<string, ListedTool>> {
  const client = await connectView(createApp({ catalog: made, env }).view());
  const tools = await client.list();
  await client.close();
  return new Map(tools.map((tool) => [tool.name, tool]));
}

const withRoots = { MCP_FILE_ROOTS: `${root}, ${tmpdir()}` };
const path = {
  type: 'string',
  description: `The file, by its path below ${root} or ${tmpdir()}, instead of base64.`,
};

describe('what is listed', () => {
  test('is what was generated where there are no folders to send files from', async () => {
    const tools = await listed({});
    for (const tool of await catalog.toolsets[0]!.tools())
      expect(tools.get(tool.name)?.inputSchema).toEqual(tool.inputSchema);
  });

  test('has the path of each file beside its content where there are', async () => {
    const tools = await listed(withRoots);
    const file = catalog.toolsets[0]!.schemas().then((all) => all['put_file']!.properties['body'] as object);
    const { properties, required: _, ...rest } = (await file) as { properties: object; required: string[] };
    const expected = { ...rest, properties: { path, ...properties } };
    expect(tools.get('put_file')?.inputSchema.properties).toEqual({ body: expected });
    expect(tools.get('put_form')?.inputSchema.properties).toEqual({
      note: { type: 'string' },
      file: expected,
      more: { type: 'array', items: expected },
    });
  });

  test('is left alone in a body that is neither a file nor has parts', async () => {
    const plain = await listed({});
    expect((await listed(withRoots)).get('put_data')).toEqual(plain.get('put_data'));
  });

  test('is the same for all connections', async () => {
    const app = createApp({ catalog, env: withRoots });
    const lists = await Promise.all(
      [0, 1].map(async () => {
        const client = await connectView(app.view());
        return client.list();
      }),
    );
    expect(lists[0]).toEqual(lists[1]);
  });

  test('asks for the media type where only the caller knows it', async () => {
    const made = makeUploads(url);
    const tool = (await made.toolsets[0]!.tools()).find(({ name }) => name === 'put_file')!;
    (tool.inputSchema.properties['body'] as { required: string[] }).required = ['base64', 'contentType'];
    expect((await listed(withRoots, made)).get('put_file')?.inputSchema.properties['body']).toMatchObject({
      required: ['contentType'],
    });
  });
});

/** What a model is told of the tool with parts. */
async function describeTool(env: Record<string, string>): Promise<string> {
  const client = await connectView(createApp({ catalog, env: { ...env, MCP_MODE: 'dynamic' } }).view());
  const { text } = await client.call('describe_tools', { names: ['put_form'], format: 'json' });
  await client.close();
  return text;
}

describe('describe_tools', () => {
  test('shows paths where there are folders to send files from, and only then', async () => {
    expect(await describeTool({})).not.toContain('"path"');
    const text = await describeTool(withRoots);
    expect(text.split(`"path":${JSON.stringify(path)}`)).toHaveLength(3);
    expect(text).not.toContain('"if"');
  });
});

test.each([
  ['/no/such/folder', '/no/such/folder'],
  [`${root},data.bin`, resolve('data.bin')],
  [join(root, 'data.bin'), join(root, 'data.bin')],
])('a root that is no folder is noticed at the start: %s', (roots, named) => {
  expect(() => createApp({ catalog, env: { MCP_FILE_ROOTS: roots } })).toThrow(
    `MCP_FILE_ROOTS names "${named}", which is not a folder of this machine.`,
  );
});
