import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as Stdio } from '@ai-sdk/mcp/mcp-stdio';

export async function connect({ url, command, args }) {
  const client = await createMCPClient({
    transport: url === undefined ? new Stdio({ command, args }) : { type: 'http', url },
  });
  const tools = await client.tools();
  return {
    list: () => Object.keys(tools),
    call: (name, input, abortSignal) =>
      tools[name].execute(input, { toolCallId: '1', messages: [], abortSignal }),
    resource: (uri) => client.readResource({ uri }),
    prompt: (name, given) => client.getPrompt({ name, arguments: given }),
  };
}
