import { once } from 'node:events';
import { request, type Agent, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';

/** What a call came to. */
export interface Called {
  isError: boolean;
  /** All that the client gets to see. */
  text: string;
}

const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};

/**
 * Calls a tool over HTTP as cheaply as can be, since what is measured is the server.
 *
 * @throws Error where there is no result.
 */
export async function postCall(url: string, agent: Agent, name: string, args: object): Promise<Called> {
  const params = { name, arguments: args };
  const sent = request(url, { method: 'POST', agent, headers });
  sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  // What breaks off later is said by the answer.
  sent.on('error', () => undefined);
  const text = await readText(response);
  const result = response.statusCode === 200 ? readResult(text) : undefined;
  if (result === undefined) throw new Error(`${response.statusCode} ${text.slice(0, 500)}`);
  return { isError: result.isError === true, text };
}

/** The result in a message, or in an event stream that holds one. */
function readResult(text: string): { isError?: boolean } | undefined {
  const message = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}');
  return (JSON.parse(message) as { result?: { isError?: boolean } }).result;
}
