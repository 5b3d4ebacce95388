import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { connectStdio, dialects } from '../../support/runtime/clients.js';
import { Program } from '../../support/runtime/project.js';

const folder = join(process.cwd(), 'test/.tmp/large-list');

beforeAll(() =>
  build({
    entryPoints: ['test/judges/memory/largeListServer.ts'],
    outfile: join(folder, 'largeListServer.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  }),
);

test.each(dialects)('%s reads a list of 12 MB in pages over stdio', async (dialect) => {
  const client = await connectStdio(dialect, folder, {}, ['largeListServer.mjs']);
  const list = client.listTools as (
    page?: object,
  ) => Promise<{ tools: { name: string }[]; nextCursor?: string }>;
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list.call(client, cursor === undefined ? undefined : { cursor });
    names.push(...page.tools.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== undefined && names.length < 20);
  // The seventh fits on no page.
  expect(names).toEqual([0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12].map((index) => `tool_${index}`));
  await client.close();
});

test('tells the operator of a tool that is larger than a page', async () => {
  const program = new Program(folder, ['largeListServer.mjs']);
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  program.write(
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} },
  );
  await program.said(/The tool "?tool_6"? is not listed: by itself it is larger than a page/);
  program.child.kill();
});
