import { createMcpHandler } from '@modelcontextprotocol/server';
import type { View } from '../../../templates/project/src/runtime/extensions.js';

/** A response of the server, as it stands on the wire. */
interface Reply {
  status: number;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

/** A notification, or the response. */
interface Message {
  method?: string;
  params?: unknown;
  result?: unknown;
}

interface PostOptions {
  /** What the client says that it can do. */
  capabilities?: object;
  /** Who the caller has proven to be, and by which client where that is said. */
  user?: string;
  clientId?: string;
}

const version = '2026-07-28';

/** Makes what posts requests of protocol 2026-07-28 to a view, without a network and without a client between. */
export function postModern(view: View, { capabilities = {}, user, clientId }: PostOptions = {}) {
  const handler = createMcpHandler(() => view.createServer({ isModern: true }));
  const authInfo =
    user === undefined
      ? {}
      : {
          authInfo: {
            token: `t-${user}`,
            clientId: 'app',
            scopes: [],
            extra: {
              principal: {
                subject: user,
                ...(clientId !== undefined && { clientId }),
                scopes: [],
                claims: {},
              },
            },
          },
        };
  async function send(method: string, { _meta, ...params }: Record<string, unknown>): Promise<Response> {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': capabilities,
      ...(_meta as object | undefined),
    };
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': version,
        'mcp-method': method,
        'mcp-name': String(params['name'] ?? params['taskId'] ?? ''),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
    });
    return handler.fetch(request, authInfo);
  }

  async function post(method: string, params: Record<string, unknown> = {}): Promise<Reply> {
    const response = await send(method, params);
    return { status: response.status, ...((await response.json()) as object) };
  }

  /** All messages that a request is answered with: notifications, and then the response. */
  async function messages(method: string, params: Record<string, unknown> = {}): Promise<Message[]> {
    const text = await (await send(method, params)).text();
    const found = text.startsWith('{')
      ? [text]
      : text.split('\n').flatMap((line) => /^data: (.*)/.exec(line)?.[1] ?? []);
    return found.map((one) => JSON.parse(one) as Message);
  }

  return Object.assign(post, { messages });
}
