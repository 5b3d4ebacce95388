import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalog } from '../../../../templates/project/src/generated/catalog.js';
import { serveOverHttp } from '../../../../templates/project/src/runtime/transport/http/runHttp.js';
import { serveOverStdio } from '../../../../templates/project/src/runtime/transport/stdio/runStdio.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';
import { message, post } from '../../../support/runtime/wire.js';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream(() => {});
});
afterAll(() => upstream.close());

const stopMs = 50;
const log = () => {};
const call = (id: number) =>
  message('tools/call', { name: 'get_example', arguments: { exampleId: 'a' } }, id);

/** A server that makes one request at once, to an API that never answers. */
function makeApp() {
  const env = { EXAMPLE_BASE_URL: upstream.url, EXAMPLE_API_KEY: 'test-key', MCP_CONCURRENCY: '1' };
  return createApp({ catalog, env });
}

test('over HTTP, a server that is closed waits only so long, and aborts what is left', async () => {
  const options = { host: '127.0.0.1', port: 0, allowUnauthenticated: false, stopMs, log };
  const server = await serveOverHttp(makeApp(), options);
  const got = upstream.next();
  const calls = [1, 2].map((id) => post({ url: server.url, body: call(id) }));
  const ended = Promise.allSettled(calls);
  const { aborted } = await got;
  await server.close();
  await aborted;
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  // The one that waited for its turn was not sent.
  expect(upstream.got).toHaveLength(1);
});

test('over stdio, too', async () => {
  upstream.got.length = 0;
  const [input, output] = [new PassThrough(), new PassThrough()];
  const said = text(output);
  const server = serveOverStdio(makeApp(), { input, output, stopMs, log });
  const got = upstream.next();
  input.write(`${call(1)}\n${call(2)}\n`);
  const { aborted } = await got;
  server.stop();
  await server.finished;
  await aborted;
  output.end();
  expect(await said).not.toContain('"result"');
  expect(upstream.got).toHaveLength(1);
});
