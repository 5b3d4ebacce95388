import type { Address } from './httpParts.js';
import type { Admission, FindOther, Refusal } from '../../door/guard.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type AuthInfo,
  type McpHttpHandler,
  ProtocolErrorCode,
  type RequestId,
  createMcpHandler,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { SetupError } from '../../errors.js';
import type { App, View } from '../../extensions.js';
import type { Settings } from '../../settings.js';
import { echo, parseUrl } from '../../text.js';

/** Characters that are repeated of a host's name. */
const longestEcho = 200;

/** What every answer says: it is data of one client, and nothing that a browser shows or keeps. */
const secureHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** The methods of MCP (specification 2025-11-25, Streamable HTTP). */
const methods = ['POST', 'GET', 'DELETE'];

/** A name or an address, and a port. */
const plainHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Whether a request is let through; where it is not, it is answered. */
type Gate = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Keeps out what a web page could send by way of a visitor's browser: requests under a foreign host name
 * (DNS rebinding) and from foreign origins. Origins that are configured may read the answers, too (CORS).
 * What is shared is for pages of all origins.
 */
export function createGate(
  { allowedHosts, allowedOrigins }: Settings,
  host: string,
  publicHost?: string,
  findOther: FindOther = () => undefined,
): Gate {
  const own = publicHost === undefined ? [] : [publicHost];
  const hostnames = [...localhostAllowedHostnames(), toUrlHost(host), ...own, ...allowedHosts];
  return (request, response) => {
    const { origin, host: asked } = request.headers;
    for (const [name, value] of Object.entries(secureHeaders)) response.setHeader(name, value);
    const fault = findHostFault(request);
    if (fault !== undefined) return refuseRequest(response, 400, fault);
    const named = validateHostHeader(asked, hostnames);
    if (!named.ok)
      return refuseRequest(
        response,
        403,
        `${echo(named.message, longestEcho)}. The operator can allow it with MCP_ALLOWED_HOSTS.`,
      );
    // A URL holds more than a host, and writes one in many ways: others would read it differently.
    if (!plainHost.test(asked ?? ''))
      return refuseRequest(response, 400, 'The Host header holds more than a host and its port.');
    request.url = pathOf(request);
    const other = findOther(request);
    if (origin !== undefined && allowedOrigins.includes(origin)) {
      share(response, origin);
      if (request.method === 'OPTIONS') return answerPreflight(request, response);
    } else if (!other?.isShared && !validateOriginHeader(origin, localhostAllowedOrigins()).ok) {
      return refuseRequest(
        response,
        403,
        'This origin is not allowed. The operator can allow it with MCP_ALLOWED_ORIGINS.',
      );
    }
    if (other === undefined && !methods.includes(request.method ?? '')) {
      response.setHeader('allow', methods.join(', '));
      return refuseRequest(response, 405, `Method not allowed: MCP is served by ${methods.join(', ')}.`);
    }
    return true;
  };
}

/** The address that a request is for, and who sent it, where that is known; where there is none, it is answered. */
export function findAddress(
  find: Addresses['find'],
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  admission?: Admission,
): Address | undefined {
  try {
    const address = find(url, admission);
    if (address === undefined)
      refuseRequest(response, 404, 'Not found: MCP is served on /mcp and /mcp/<toolset>.');
    return address;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    refuseRequest(response, 404, `Not found: ${error.message}`);
    return undefined;
  }
}

/** Fetch standard, CORS protocol. */
function share(response: ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader(
    'access-control-expose-headers',
    'mcp-protocol-version, mcp-session-id, retry-after, www-authenticate',
  );
  response.setHeader('vary', 'origin');
}

function answerPreflight(request: IncomingMessage, response: ServerResponse): false {
  response.writeHead(204, {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
    'access-control-max-age': '600',
  });
  response.end();
  return false;
}

/** What a refusal puts into the head of its answer. */
export function headersOfRefusal({ challenge, retryAfter }: Refusal): Record<string, string> {
  return {
    ...(challenge !== undefined && { 'www-authenticate': challenge }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
}

/** Answers a request with a status, and a sentence that says why. */
export function refuseRequest(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): false {
  const error = { code: ProtocolErrorCode.InvalidRequest, message };
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
  return false;
}

/**
 * What keeps it open which host a request is for (RFC 9112, 3.2): what stands before this server might read it otherwise
 * than this server does.
 */
function findHostFault({ rawHeaders, url = '' }: IncomingMessage): string | undefined {
  const hosts = rawHeaders.filter(
    (_, index) => rawHeaders[index - 1]?.toLowerCase() === 'host' && index % 2 === 1,
  );
  const [host] = hosts;
  if (host === undefined) return 'A request needs a Host header.';
  if (hosts.length > 1) return 'A request may have only one Host header.';
  const target = readTarget(url);
  if (target !== undefined && target.host !== hostOf(host))
    return 'The target names another host than the Host header.';
  return undefined;
}

/** The path and query that a request asks for, also where its target is a whole URL. */
function pathOf({ url = '' }: IncomingMessage): string {
  const target = readTarget(url);
  return target === undefined ? url : target.pathname + target.search;
}

/** A target in absolute form. */
function readTarget(url: string): URL | undefined {
  return /^[a-z][a-z0-9+.-]*:/i.test(url) ? parseUrl(url) : undefined;
}

function hostOf(host: string): string | undefined {
  return parseUrl(`http://${host}`)?.host;
}

/** A host name or address as it stands in a URL: IPv6 addresses in brackets. */
export function toUrlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** What the SDK is told of who asks. */
export interface Who {
  authInfo?: AuthInfo;
}

/** Says who asks at an address, in the SDK's form. */
export function whoAsks({ admission, recheck }: Address): Who {
  if (admission === undefined) return {};
  const { principal, token } = admission;
  const { subject, clientId = subject, scopes } = principal;
  return {
    authInfo: {
      token,
      clientId,
      scopes: [...scopes],
      extra: { principal, iss: principal.issuer, sub: subject, recheck },
    },
  };
}

interface Addresses {
  /**
   * The address that a request's target names; nothing where it is none of this server's.
   *
   * @throws SetupError where it names a toolset that is not there.
   */
  find: (target: string, admission?: Admission) => Address | undefined;
  /** Ends what is in flight or listened to. */
  close: () => Promise<void>;
}

/** The path of everything that is offered. */
const root = '/mcp';
const longestPath = 4_000;
/** Addresses whose handlers are kept. Toolsets can be put together in more ways than could be. */
const mostKept = 100;

/** The addresses of a server: `/mcp` for all that is offered, `/mcp/<toolset>[,<toolset>]` for some of it. */
export function createAddresses(app: App, onerror: (error: Error) => void): Addresses {
  const handlers = new Map<string, McpHttpHandler>();
  const stop = new AbortController();
  const closing = stop.signal;

  function handlerOf(key: string, view: View): McpHttpHandler {
    const known = handlers.get(key);
    if (known !== undefined) return known;
    const [oldest = ''] = handlers.keys();
    if (handlers.size >= mostKept) handlers.delete(oldest);
    const bus = view.changes && { bus: view.changes };
    const handler = createMcpHandler(({ era }) => view.createServer({ isModern: era === 'modern' }), {
      onerror,
      ...bus,
    });
    handlers.set(key, handler);
    return handler;
  }

  return {
    find: (target, admission) => {
      const toolsets = readToolsets(target);
      if (toolsets === undefined) return undefined;
      const view = app.view(toolsets.length === 0 ? undefined : toolsets, admission?.scope);
      const names = toolsets.join(',');
      if (admission === undefined) return { key: names, view, mcp: handlerOf(names, view), closing };
      // What one is served another may not have: sessions belong to users, handlers to what is seen.
      const mcp = handlerOf(JSON.stringify([names, admission.scope.key]), view);
      const key = JSON.stringify([names, admission.scope.key, admission.key]);
      return { key, view, mcp, closing, admission };
    },
    close: async () => {
      stop.abort();
      await Promise.all([...handlers.values()].map((handler) => handler.close()));
    },
  };
}

/** The toolsets that a target names, each once and in one order; none of them stands for all. */
function readToolsets(target: string): readonly string[] | undefined {
  const [path = ''] = target.split('?');
  if (path === root) return [];
  if (!path.startsWith(`${root}/`) || path.length > longestPath) return undefined;
  const names = tryDecode(path.slice(root.length + 1))?.split(',');
  return names === undefined || names.includes('') ? undefined : [...new Set(names)].toSorted();
}

function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** An HTTP answer that says why there is no better one. */
export function errorResponse(
  status: number,
  code: number,
  message: string,
  id: RequestId | null = null,
): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status });
}
