import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  ProtocolErrorCode,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { Settings } from '../environment.js';
import { toUrlHost } from './toUrlHost.js';

/** Lets a request through, or answers it and says no. */
export type Gate = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Keeps out what a web page could send by way of a visitor's browser: requests under a foreign host name
 * (DNS rebinding) and from foreign origins. Origins that are configured may read the answers, too (CORS).
 */
export function createGate({ allowedHosts, allowedOrigins }: Settings, host: string): Gate {
  const hostnames = [...localhostAllowedHostnames(), toUrlHost(host), ...allowedHosts];
  return (request, response) => {
    const { origin, host: asked } = request.headers;
    const named = validateHostHeader(asked, hostnames);
    if (!named.ok)
      return refuse(response, 403, `${named.message}. The operator can allow it with MCP_ALLOWED_HOSTS.`);
    if (origin !== undefined && allowedOrigins.includes(origin)) {
      share(response, origin);
      if (request.method === 'OPTIONS') return answerPreflight(request, response);
    } else if (!validateOriginHeader(origin, localhostAllowedOrigins()).ok) {
      return refuse(
        response,
        403,
        'This origin is not allowed. The operator can allow it with MCP_ALLOWED_ORIGINS.',
      );
    }
    if (request.url?.split('?')[0] !== '/mcp')
      return refuse(response, 404, 'Not found: MCP is served on /mcp.');
    return true;
  };
}

/** Fetch standard, CORS protocol. */
function share(response: ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', 'mcp-protocol-version, mcp-session-id');
  response.setHeader('vary', 'origin');
}

function answerPreflight(request: IncomingMessage, response: ServerResponse): false {
  response.writeHead(204, {
    'access-control-allow-methods': 'POST, GET, DELETE',
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
    'access-control-max-age': '600',
  });
  response.end();
  return false;
}

function refuse(response: ServerResponse, status: number, message: string): false {
  const error = { code: ProtocolErrorCode.InvalidRequest, message };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
  return false;
}
