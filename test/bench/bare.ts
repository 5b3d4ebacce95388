/**
 * The floor: a bare SDK v2 server with one trivial tool, on the transport that the first argument names. Where there is a
 * second, its tool asks what lies at that address, as an emitted one does.
 */
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const [transport, address] = process.argv.slice(2);
const tools = [{ name: 'trivial', inputSchema: { type: 'object' as const } }];

async function answer(): Promise<string> {
  return address === undefined ? '{"ok":true}' : (await fetch(address)).text();
}

function build(): Server {
  const server = new Server({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', async () => ({ content: [{ type: 'text', text: await answer() }] }));
  return server;
}

if (transport === 'http') {
  const handle = toNodeHandler(createMcpHandler(build));
  const server = createServer(
    (request, response) => void handle(request as Parameters<typeof handle>[0], response),
  );
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number };
    console.error(`http://127.0.0.1:${port}/mcp`);
  });
} else {
  serveStdio(build);
}
