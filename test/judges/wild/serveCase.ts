import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Inspection, inspect } from '../../../generator/inspect.js';
import { defaults } from '../../../generator/model/config.js';
import { toCatalog } from '../../../generator/toCatalog.js';
import { features } from '../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../templates/project/src/runtime/offer/createOffer.js';
import type { Case, Content } from './case.js';

/** A request that reached the API. */
export interface Sent {
  /** Method and URL. */
  line: string;
  headers: Headers;
  body: string;
}

/** The server that a document became. */
export interface Served extends Inspection {
  /** The names of all tools. */
  tools: string[];
  call: (
    tool: string,
    args: object,
    env?: Record<string, string>,
  ) => Promise<{ sent: Sent[]; result: CallToolResult }>;
}

const health = { get: { operationId: 'getHealth', responses: { 200: { description: 'OK' } } } };

/** Writes the files of a case to disk, and reads them as the command does. */
export async function serveCase({ document, files }: Pick<Case, 'document' | 'files'>): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'mcpwright-wild-'));
  try {
    const all = Object.entries(files ?? { 'openapi.json': complete(document ?? {}) });
    for (const [path, content] of all) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), print(content));
    }
    const inspection = await inspect(join(folder, all[0]?.[0] ?? ''), defaults, {
      readStdin: () => Promise.reject(new Error('nothing is read from standard input')),
    });
    return serve(inspection);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function print(content: Content): string {
  return Array.isArray(content) ? content.join('\n') : JSON.stringify(content);
}

/** The document with what it does not say filled in, and what it says to be null left out. */
export function complete(document: Record<string, unknown>): object {
  const isOld = 'swagger' in document;
  const whole = {
    ...(isOld ? { host: 'api.example.com', schemes: ['https'] } : { openapi: '3.1.0' }),
    ...(isOld ? {} : { servers: [{ url: 'https://api.example.com' }] }),
    info: { title: 'Wild', version: '1' },
    ...document,
    paths: document['paths'] === null ? null : { '/health': health, ...(document['paths'] as object) },
  };
  return Object.fromEntries(Object.entries(whole).filter(([, member]) => member !== null));
}

/** The server of what was inspected, in front of an API that answers every request with `{}`. */
export async function serve(inspection: Inspection): Promise<Served> {
  const catalog = toCatalog(inspection.server);
  const tools = await Promise.all(catalog.toolsets.map((toolset) => offerTools(toolset)));
  const offered = new Map(tools.flatMap((some) => Array.from(some)));
  return {
    ...inspection,
    tools: [...offered.keys()],
    call: async (name, args, env = {}) => {
      const tool = offered.get(name);
      if (tool === undefined) throw new Error(`there is no tool "${name}"`);
      const sent: Sent[] = [];
      const keep: typeof fetch = async (input, init) => {
        const request = new Request(input, init);
        const line = `${request.method} ${request.url}`;
        sent.push({ line, headers: request.headers, body: await request.text() });
        return new Response('{}', { headers: { 'content-type': 'application/json' } });
      };
      const call = await createCaller({ features, catalog, env, fetch: keep, timeoutMs: 10_000 });
      const { signal } = new AbortController();
      return { result: await call(tool, args, { signal, trace: {} }), sent };
    },
  };
}
