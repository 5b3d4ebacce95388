import type { Visitor } from '../auth/proof.js';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Principal } from '../customize.js';
import type { Claims, Client } from '../features.js';
import type { Trace } from './callerParts.js';

/** Reads who made a request, and what can be asked of them. */
export function readClient(
  server: Server,
  called: Pick<Client, 'tool' | 'args'>,
  { mcpReq, http }: ServerContext,
): Client {
  const { notify, log } = mcpReq;
  const capabilities = capabilitiesOf(server, mcpReq.envelope);
  return {
    ...called,
    principal: nameCaller(http && readVisitor(http).principal),
    capabilities: { ...capabilities },
    canAsk: asksByForm(capabilities),
    takesTasks: mcpReq.envelope && takesTasks(mcpReq.envelope),
    responses: mcpReq.inputResponses,
    state: mcpReq.requestState(),
    progressToken: mcpReq['_meta']?.progressToken,
    notify,
    log,
  };
}

/** The result of a request, or what its client is to be answered in place of it. */
export async function finishWith<Result extends object>(
  client: Client,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await run();
    if (client.outcome === undefined) return result;
  } catch (error) {
    if (client.outcome === undefined) throw error;
  }
  if (client.outcome instanceof Error) throw client.outcome;
  return client.outcome as Result;
}

/** Whether a request says that its client takes tasks (extension Tasks); that was said before does not count. */
function takesTasks(envelope: object): boolean {
  const declared = (envelope as Record<string, ClientCapabilities | undefined>)[CLIENT_CAPABILITIES_META_KEY];
  return declared?.extensions?.['io.modelcontextprotocol/tasks'] !== undefined;
}

/** What the client of a request says that it can do: with the request, or before protocol 2026-07-28 at the beginning. */
function capabilitiesOf(server: Server, envelope: object = {}): ClientCapabilities | undefined {
  const declared = (envelope as Record<string, unknown>)[CLIENT_CAPABILITIES_META_KEY];
  return (declared as ClientCapabilities | undefined) ?? server.getClientCapabilities();
}

/** Whether a client can show a form: it says so, or says nothing more than that it asks (MCP, Elicitation). */
function asksByForm({ elicitation }: ClientCapabilities = {}): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Stands for who proved to be the caller, and stays the same when they get another token. */
function nameCaller(principal: Principal | undefined): string {
  return principal === undefined ? '' : JSON.stringify([principal.issuer, principal.subject]);
}

const traceHeaders = ['traceparent', 'tracestate', 'baggage'];

/** Reads the trace context of a call: from the message, or else from the HTTP request that brought it. */
export function readTrace(meta: object | undefined, headers: Headers | undefined): Trace {
  const found: Record<string, string> = {};
  for (const name of traceHeaders) {
    const value = (meta as Record<string, unknown> | undefined)?.[name] ?? headers?.get(name);
    if (isHeaderText(value)) found[name] = value;
  }
  return found;
}

function isHeaderText(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,8192}$/.test(value);
}

/** The headers that hold what clients prove themselves with. */
const ownHeaders = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** Reads who sent a request from what the transport says of it. */
export function readVisitor({ req, authInfo }: HttpSender): Visitor {
  return {
    principal: authInfo?.extra?.['principal'] as Principal | undefined,
    token: authInfo?.token,
    recheck: authInfo?.extra?.['recheck'] as Visitor['recheck'],
    header: (name) =>
      ownHeaders.has(name.toLowerCase()) ? undefined : (req?.headers.get(name) ?? undefined),
  };
}

interface HttpSender {
  req?: { headers: Headers };
  authInfo?: { token: string; extra?: Record<string, unknown> };
}

/** Reads who sent a request that is no call, and its trace context. */
export function readSender(
  meta: object | undefined,
  http: HttpSender | undefined,
  envelope: object = {},
): Claims {
  const visitor = http && readVisitor(http);
  return {
    trace: readTrace(meta, http?.req?.headers),
    visitor,
    principal: nameCaller(visitor?.principal),
    takesTasks: takesTasks(envelope),
  };
}
