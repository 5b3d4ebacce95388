import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Program, buildProject } from '../../support/runtime/project.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';
import { message, post } from '../../support/runtime/wire.js';

let folder: string;
let upstream: Upstream;
beforeAll(async () => {
  folder = buildProject('http');
  upstream = await startUpstream((_, response) => {
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'), 200);
  });
});
afterAll(() => upstream.close());

const start = (args: string[], env: Record<string, string> = {}) =>
  new Program(folder, ['dist/http.js', ...args], { EXAMPLE_BASE_URL: upstream.url, ...env });

test.each<[string[], Record<string, string>]>([
  [['--port', '0'], {}],
  [['--port=0', '--host', 'localhost'], { PORT: '99999' }],
  [[], { PORT: '0', HOST: '127.0.0.1' }],
])('serves, drains at SIGTERM and ends with 0: %j %j', async (args, env) => {
  const program = start(args, env);
  const [, url = ''] = await program.said(/example: 2 tools\nexample on (\S+)\n/);
  const got = upstream.next();
  const call = post({
    url,
    body: message('tools/call', { name: 'get_example', arguments: { exampleId: 'slow200' } }),
  });
  await got;
  program.child.kill('SIGTERM');
  expect((await call).status).toBe(200);
  expect(await program.ended).toBe(0);
});

test.each<[string[], Record<string, string>, RegExp]>([
  [['--port', 'x'], {}, /^"x" is not a port: it must be a number from 0 to 65535\.\n$/],
  [['--port', '70000'], {}, /^"70000" is not a port/],
  [['--host', '0.0.0.0', '--port', '0'], {}, /^Not listening on 0\.0\.0\.0: [^]*--allow-unauthenticated/],
  [['--prot', '1'], {}, /^Unknown option '--prot'[^]*See --help\.\n$/],
  [[], { PORT: 'x' }, /^PORT must be a whole number/],
  [[], { EXAMPLE_BASE_URL: 'localhost:99' }, /^EXAMPLE_BASE_URL must be an absolute http or https URL/],
])('%j with %j ends with 1 and a sentence', async (args, env, words) => {
  const program = start(args, env);
  await program.said(words);
  expect(await program.ended).toBe(1);
});

test('says so where the port is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const program = start(['--port', String((taken.address() as AddressInfo).port)]);
  await program.said(/another program is listening there/);
  expect(await program.ended).toBe(1);
  taken.close();
});
