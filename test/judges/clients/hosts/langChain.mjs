import { MultiServerMCPClient } from '@langchain/mcp-adapters';

export async function connect({ url, command, args }) {
  const server = url === undefined ? { transport: 'stdio', command, args } : { transport: 'http', url };
  const client = new MultiServerMCPClient({ mcpServers: { kennel: server } });
  const tools = new Map((await client.getTools()).map((tool) => [tool.name, tool]));
  return {
    list: () => [...tools.keys()],
    call: (name, input, signal) =>
      tools.get(name).invoke({ type: 'tool_call', id: '1', name, args: input }, { signal }),
    resource: (uri) => client.readResource('kennel', uri),
  };
}
