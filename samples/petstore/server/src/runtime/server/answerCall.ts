import {
  CLIENT_CAPABILITIES_META_KEY,
  type CallToolRequestParams,
  type CallToolResult,
  type ClientCapabilities,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Trace } from '../call/callApi.js';
import type { Visitor } from '../auth/credential.js';
import type { CallOptions } from '../call/createCaller.js';
import type { Principal } from '../customize.js';
import type { Client } from '../interact/client.js';
import { createProgress } from './createProgress.js';

/** Answers `tools/call` with the result of a call, or with what is to come before it. */
export async function answerCall(
  server: Server,
  params: CallToolRequestParams,
  { mcpReq, http }: ServerContext,
  call: (circumstances: CallOptions) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const { notify, log, signal } = mcpReq;
  const token = mcpReq['_meta']?.progressToken;
  const visitor = http && readVisitor(http);
  const client: Client = {
    tool: params.name,
    args: params.arguments,
    principal: nameCaller(visitor?.principal),
    canAsk: asksByForm(capabilitiesOf(server, mcpReq.envelope)),
    takesTasks: false,
    responses: mcpReq.inputResponses,
    state: mcpReq.requestState(),
    progressToken: token,
    notify,
    log,
  };
  const trace = readTrace(mcpReq['_meta'], http?.req?.headers);
  const onProgress = token === undefined ? undefined : createProgress(token, notify);
  try {
    const result = await call({ signal, trace, visitor, onProgress, client });
    if (client.outcome === undefined) return server.projectCallToolResult(result, undefined);
  } catch (error) {
    if (client.outcome === undefined) throw error;
  }
  if (client.outcome instanceof Error) throw client.outcome;
  return client.outcome as CallToolResult;
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
  const found = traceHeaders.map((name): [string, unknown] => [
    name,
    (meta as Record<string, unknown> | undefined)?.[name] ?? headers?.get(name),
  ]);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => isHeaderText(entry[1])));
}

function isHeaderText(value: unknown): boolean {
  return typeof value === 'string' && /^[\x20-\x7e]{1,8192}$/.test(value);
}

/** The headers that hold what clients prove themselves with. */
const ownHeaders = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** Reads who sent a request from what the transport says of it. */
export function readVisitor({ req, authInfo }: Sender): Visitor {
  return {
    principal: authInfo?.extra?.['principal'] as Principal | undefined,
    token: authInfo?.token,
    header: (name) =>
      ownHeaders.has(name.toLowerCase()) ? undefined : (req?.headers.get(name) ?? undefined),
  };
}

interface Sender {
  req?: { headers: { get: (name: string) => string | null } };
  authInfo?: { token: string; extra?: Record<string, unknown> };
}
