import { MCPServerStdio, MCPServerStreamableHttp } from '@openai/agents';

export async function connect({ url, command, args }) {
  const server =
    url === undefined
      ? new MCPServerStdio({ name: 'kennel', command, args })
      : new MCPServerStreamableHttp({ name: 'kennel', url });
  await server.connect();
  return {
    list: () => server.listTools(),
    call: (name, input, signal) => server.callTool(name, input, undefined, { signal }),
    resource: (uri) => server.readResource(uri),
  };
}
