import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  connectHttp,
  connectStdio,
  dialects,
  type AnyClient,
  type Dialect,
} from '../support/runtime/clients.js';
import { startCommand, type RunningServer } from './clients.js';
import { root, scratch } from './project.js';

const folder = join(scratch, 'watch');
const cli = join(root, 'dist/generator/cli.js');
const write = (...names: string[]) => {
  const responses = { 200: { description: 'ok' } };
  const paths = names.map((operationId) => [`/${operationId}`, { get: { operationId, responses } }]);
  const info = { title: 'Shop', version: '1' };
  const document = { openapi: '3.1.0', info, paths: Object.fromEntries(paths) as object };
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
};
const command = [cli, 'serve', 'openapi.json', '--watch', '--base-url', 'https://api.example.com'];
/** Over HTTP, one server is there for all clients. */
let server: RunningServer | undefined;
const offered = ['listPets'];

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  write(...offered);
  server = await startCommand([...command, '--transport', 'http', '--port', '0', '--sessions'], folder);
});
afterAll(() => server?.stop());

const transports: [string, (dialect: Dialect) => Promise<AnyClient>][] = [
  ['HTTP', (dialect) => connectHttp(dialect, server!.url)],
  ['stdio', (dialect) => connectStdio(dialect, folder, {}, command)],
];

describe.each(transports)('a document that is watched, over %s', (_transport, connect) => {
  test.each(dialects)('is served anew, and %s hears of it', async (dialect) => {
    const client = await connect(dialect);
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    const before = offered.map((name) => name.replace('Pets', '_pets'));
    expect(await names()).toEqual(before);
    const change = client.nextChange();
    offered.push(`sell${offered.length}Pets`);
    write(...offered);
    await change;
    expect(await names()).toEqual([...before, `sell${before.length}_pets`]);
    await client.close();
  });
});
