import { Client } from '@modelcontextprotocol/client';
import {
  type CallToolResult,
  InMemoryTransport,
  type Tool as ListedTool,
} from '@modelcontextprotocol/server';
import type { Inspection } from '../../../generator/inspect.js';
import type { Server, ToolEntry } from '../../../generator/model/server.js';
import { toCatalog } from '../../../generator/toCatalog.js';
import { resolveBaseUrl } from '../../../templates/project/src/runtime/request/buildRequest.js';
import { createApp } from '../../../templates/project/src/server.js';
import { type Located, layOut } from '../../support/layOut.js';
import type { Case } from './case.js';
import { type Received, startApi } from './startApi.js';

/** A request, and the origin that it was made for. */
export interface Sent extends Received {
  origin: string;
}

/** What a call came to. */
export interface Called {
  result: CallToolResult;
  /** What the API got. */
  requests: Sent[];
}

/** The server of a case, running, as a client sees it. */
export interface Served {
  one: Case;
  inspection: Inspection;
  entries: ToolEntry[];
  /** The tools as `tools/list` gives them. */
  listed: ListedTool[];
  /** The tool under test. */
  entry: () => ToolEntry;
  listedEntry: () => ListedTool;
  /** Calls the tool under test. */
  call: (args: Located) => Promise<Called>;
  close: () => Promise<void>;
}

/** Starts what the document of a case became, with a real API behind it, and connects the official client. */
export async function serveCase(one: Case, inspection: Inspection): Promise<Served> {
  const { server } = inspection;
  const entries = server.toolsets.flatMap(({ tools }) => tools);
  const api = await startApi(one.response);
  const origins: string[] = [];
  const entry = (): ToolEntry => {
    const found = entries.find(
      ({ tool: { request } }) => `${request.method} ${request.path}` === one.operation,
    );
    if (found === undefined) throw new Error(`there is no tool for ${one.operation ?? 'no operation'}`);
    return found;
  };
  const app = createApp({
    catalog: toCatalog(server),
    env: {
      MCP_MODE: 'list',
      ...(one.response?.error === 'timeout' ? { MCP_TIMEOUT_MS: '300' } : {}),
      ...credentialsOf(one, server),
      ...detour(
        entries.find(({ tool: { request } }) => isBeyondFetch(request)),
        server,
        api.origin,
      ),
    },
    fetch: (input, init) => {
      const url = String(input);
      const { origin } = new URL(url);
      origins.push(origin);
      return fetch(api.origin + url.slice(origin.length), init);
    },
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await (await app.view().createServer()).connect(far);
  await client.connect(near);
  const listed = server.toolsets.length === 0 ? [] : (await client.listTools()).tools;

  return {
    one,
    inspection,
    entries,
    listed,
    entry,
    listedEntry: () => {
      const { name } = entry().tool;
      const found = listed.find((tool) => tool.name === name);
      if (found === undefined) throw new Error(`${name} is not listed`);
      return found;
    },
    call: async (args) => {
      const before = api.received.length;
      const given = layOut(entry(), args);
      const result = (await client.callTool({ name: entry().tool.name, arguments: given })) as CallToolResult;
      const requests = api.received.slice(before).map(({ method, target, headers, body }, index) => ({
        origin: origins[before + index] ?? '',
        method,
        target,
        headers,
        body,
      }));
      return { result, requests };
    },
    close: async () => {
      await client.close();
      await api.close();
    },
  };
}

/** The secrets of a case, as the operator sets them; there is nothing to set where no operation asks for one. */
function credentialsOf({ credentials = {} }: Case, { api }: Server): Record<string, string> {
  const variables = Object.entries(credentials).flatMap(([name, secret]): [string, string][] => {
    const scheme = api.auth[name];
    if (scheme === undefined) return [];
    if (scheme.kind === 'unsupported') throw new Error(`${name} cannot be configured: ${scheme.reason}`);
    if (scheme.kind === 'session') throw new Error(`${name} logs in`);
    if (scheme.kind === 'client-certificate') return [[scheme.env.certificate, secret]];
    if (scheme.kind === 'oauth2') return [[scheme.env.token, secret]];
    if (scheme.kind !== 'basic') return [[scheme.env, secret]];
    const [username = '', password = ''] = secret.split(/:(.*)/s);
    return [
      [scheme.env.username, username],
      [scheme.env.password, password],
    ];
  });
  return Object.fromEntries(variables);
}

type Recipe = ToolEntry['tool']['request'];

/** Whether a request never passes `fetch`, which refuses such ones. */
function isBeyondFetch({ method, body }: Recipe): boolean {
  return method === 'TRACE' || (body !== undefined && (method === 'GET' || method === 'HEAD'));
}

/** The variable that leads requests to the API on loopback where `fetch` cannot. */
function detour(entry: ToolEntry | undefined, { api }: Server, origin: string): Record<string, string> {
  if (entry === undefined) return {};
  return { [api.baseUrlEnv]: origin + resolveBaseUrl(api, entry.tool.request, {}).pathname };
}
