/** Serves tools over stdio whose list takes 12 MB, and one that is too large for any page of it. */
import { serveOverStdio } from '../../../templates/project/src/runtime/transport/stdio/runStdio.js';
import { createApp } from '../../../templates/project/src/server.js';
import { makeCatalog, makeTool } from '../../support/runtime/fixtures.js';

const megabyte = 1024 * 1024;
const tools = Array.from({ length: 13 }, (_, index) => ({
  ...makeTool({ name: `tool_${index}` }),
  description: 'x'.repeat((index === 6 ? 9 : 1) * megabyte),
}));
const app = createApp({ catalog: makeCatalog(tools), env: { MCP_MODE: 'list' } });
const { finished } = serveOverStdio(app, {
  input: process.stdin,
  output: process.stdout,
  log: (line) => console.error(line),
});
await finished;
