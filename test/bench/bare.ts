/** The floor: a bare SDK v2 server with one trivial tool, on the transport that the first argument names. */
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const tools = [{ name: 'trivial', inputSchema: { type: 'object' as const } }];

function build(): Server {
  const server = new Server({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', () => ({ content: [{ type: 'text', text: '{"ok":true}' }] }));
  return server;
}

if (process.argv[2] === 'http') {
  const handle = toNodeHandler(createMcpHandler(build));
  const server = createServer(
    (request, response) => void handle(request as Parameters<typeof handle>[0], response),
  );
  server.listen(0, '127.0.0.1', () => {
    const address = server.address() as { port: number };
    console.error(`http://127.0.0.1:${address.port}/mcp`);
  });
} else {
  serveStdio(build);
}
