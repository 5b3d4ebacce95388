import type { Transport } from '@modelcontextprotocol/server';
import type { Mode } from '../../templates/project/src/runtime/settings.js';
import { createApp } from '../../templates/project/src/server.js';
import type { Server } from '../model/server.js';
import type { Connected } from '../report/measure.js';
import { toCatalog } from '../toCatalog.js';

/** Connects to a server as a client does, in this process, and takes down what it gets. */
export async function connectTo(server: Server, mode: Mode): Promise<Connected> {
  const view = createApp({ catalog: toCatalog(server), env: { MCP_MODE: mode } }).view();
  const protocol = await view.createServer();
  let take: ((answer: object) => void) | undefined;
  const transport: Transport = {
    start: async () => {},
    send: async (message) => take?.(message),
    close: async () => {},
  };
  await protocol.connect(transport);
  const ask = (id: number, method: string, params: Record<string, unknown>) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      take = (answer) => {
        if ('result' in answer) resolve(answer.result as Record<string, unknown>);
        else reject(new Error(`The server answers ${method} with ${JSON.stringify(answer)}.`));
      };
      transport.onmessage?.({ jsonrpc: '2.0', id, method, params });
    });
  const { instructions } = await ask(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'mcpwright', version: '1' },
  });
  transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const { tools } = await ask(2, 'tools/list', {});
  await protocol.close();
  return {
    instructions: instructions as string,
    tools: tools as Connected['tools'],
    summary: await view.summary(),
  };
}
