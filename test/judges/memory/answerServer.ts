/** Serves one tool for each address of an API over HTTP, and tells how much memory it has come to take. */
import { createInterface } from 'node:readline';
import { serveOverHttp } from '../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../templates/project/src/server.js';
import { makeCatalog, makeParameter, makeTool } from '../../support/runtime/fixtures.js';

const [url = '', names = ''] = process.argv.slice(2);
const page = makeParameter({ argument: 'page', name: 'page' });
const tools = names
  .split(',')
  .flatMap((name) => [
    makeTool({ name, path: `/${name}`, parameters: [page] }),
    { ...makeTool({ name: `${name}_parts`, path: `/${name}` }), select: true as const },
  ]);
const catalog = makeCatalog(tools, {
  api: { servers: [{ url }], auth: { key: { kind: 'bearer', env: 'TEST_TOKEN' } } },
});
const env = { MCP_MODE: 'list', TEST_TOKEN: 'a-token/with&more', MCP_TIMEOUT_MS: '200000', ...process.env };
const server = await serveOverHttp(createApp({ catalog, env }), {
  host: '127.0.0.1',
  port: 0,
  allowUnauthenticated: false,
  log: () => undefined,
});
console.log(server.url);
// One line, one answer: the largest size so far.
for await (const _ of createInterface({ input: process.stdin }))
  console.log(process.resourceUsage().maxRSS * 1024);
await server.close();
