import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
let server: RunningServer | undefined;

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  write('listPets');
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const transports: [string, (dialect: Dialect) => Promise<AnyClient>][] = [
  ['stdio', (dialect) => connectStdio(dialect, folder, {}, command)],
  [
    'HTTP',
    async (dialect) => {
      server = await startCommand([...command, '--transport', 'http', '--port', '0', '--sessions'], folder);
      return connectHttp(dialect, server.url);
    },
  ],
];

describe.each(transports)('a document that is watched, over %s', (_transport, connect) => {
  test.each(dialects)('is served anew, and %s hears of it', async (dialect) => {
    const client = await connect(dialect);
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names()).toEqual(['list_pets']);
    const change = client.nextChange();
    write('listPets', 'sellPets');
    await change;
    expect(await names()).toEqual(['list_pets', 'sell_pets']);
    await client.close();
  });
});
