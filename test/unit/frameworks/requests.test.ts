import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { inspect } from '../../../generator/inspect.js';
import { defaults } from '../../../generator/model/config.js';
import { toCatalog } from '../../../generator/toCatalog.js';
import { createApp } from '../../../templates/project/src/server.js';
import { connectView } from '../../support/runtime/connectView.js';

/**
 * A call, and what of its request is said: all of its headers but those of every request, and all that is sent; where
 * nothing is said of its method, path or media type, these may be anything.
 */
interface Call {
  tool: string;
  arguments: Record<string, unknown>;
  sent?: {
    method?: string;
    /** Path and query, as they stand in the request. */
    url?: string;
    type?: string;
    /** The whole body, as text; empty where none is sent. */
    body?: string;
    /** Texts of the parts by their names, each with the names of files before a colon. */
    parts?: Record<string, string[]>;
    headers?: Record<string, string>;
  };
  /** Words of the refusal of a call that sends nothing. */
  refused?: string;
}

/** What some framework writes. */
interface Case {
  title: string;
  document: object;
  /** What the operator sets in the environment, credentials above all. */
  env?: Record<string, string>;
  /** The names of all tools. */
  tools?: string[];
  /** Properties that a tool lists, all of them. */
  listed?: Record<string, Record<string, object>>;
  /** Words that a finding has. */
  told?: string[];
  calls: Call[];
}

const folder = new URL('../../cases/frameworks/', import.meta.url);

describe.each(readdirSync(folder).toSorted())('%s', (file) => {
  const cases = parse(readFileSync(new URL(file, folder), 'utf8'), { merge: true }) as Case[];
  test.each(cases)('$title', async ({ document, env = {}, tools, listed = {}, told = [], calls }) => {
    const served = await serve(document, env);
    if (tools !== undefined) expect(served.tools).toEqual(tools);
    for (const [name, properties] of Object.entries(listed)) {
      const shown = served.propertiesOf(name) ?? {};
      expect(Object.keys(shown).toSorted()).toEqual(Object.keys(properties).toSorted());
      expect(shown).toMatchObject(properties);
    }
    for (const words of told) expect(served.findings).toContain(words);
    for (const call of calls) {
      const { requests, text } = await served.call(call);
      if (call.refused !== undefined) {
        expect(text).toContain(call.refused);
        expect(requests).toEqual([]);
      } else expect(requests, text).toEqual([expectedOf(call.sent, requests[0])]);
    }
    await served.close();
  });
});

/** The request that is expected, with what may be anything as it was made. */
function expectedOf(sent: Call['sent'] = {}, made: Made = none): object {
  const { url = made.url.replace(/\?.*/s, ''), method = made.method, type = made.type } = sent;
  const others = Object.entries(made.headers).filter(([name]) => usual.has(name));
  const headers = { ...Object.fromEntries(others), ...sent.headers };
  const { body = sent.parts === undefined ? '' : made.body, parts = made.parts && {} } = sent;
  return { method, url, type, headers, body, ...(parts && { parts }) };
}

/** A request as it was made. */
interface Made {
  method: string;
  url: string;
  type: string;
  body: string;
  headers: Record<string, string>;
  parts?: Record<string, string[]>;
}

const none: Made = { method: '', url: '', type: '', body: '', headers: {} };
/** Headers of every request. */
const usual = new Set(['accept', 'accept-encoding', 'content-type', 'content-length', 'user-agent']);

async function serve(document: object, env: Record<string, string>) {
  const text = JSON.stringify({ servers: [{ url: 'https://api.example.com' }], ...document });
  const options = { readStdin: () => Promise.resolve(text) };
  const { server, diagnostics } = await inspect('-', { ...defaults, baseUrl: 'https://api.test' }, options);
  const requests: Made[] = [];
  const app = createApp({
    catalog: toCatalog(server),
    env: { MCP_MODE: 'list', ...env },
    fetch: async (input, init) => {
      requests.push(await describeRequest(new Request(input, init)));
      return Response.json({});
    },
  });
  const client = await connectView(app.view(), 'SDK v2, legacy');
  const tools = await client.list();
  return {
    findings: diagnostics.map(({ message }) => message).join('\n'),
    tools: tools.map(({ name }) => name).toSorted(),
    propertiesOf: (name: string) => tools.find((tool) => tool.name === name)?.inputSchema.properties,
    call: async ({ tool, arguments: args }: Call) => {
      requests.length = 0;
      const { text: answer } = await client.call(tool, args);
      return { requests: [...requests], text: answer };
    },
    close: client.close,
  };
}

async function describeRequest(request: Request): Promise<Made> {
  const { method, url, headers } = request;
  const type = headers.get('content-type') ?? '';
  const { pathname, search } = new URL(url);
  const body = await request.clone().text();
  const isForm = type.startsWith('multipart/form-data');
  return {
    method,
    url: pathname + search,
    type: type.replace(/;.*/, ''),
    body,
    headers: Object.fromEntries(headers),
    ...(isForm && { parts: await readParts(await request.formData()) }),
  };
}

async function readParts(form: FormData): Promise<Record<string, string[]>> {
  const parts: Record<string, string[]> = {};
  for (const [name, value] of form.entries()) {
    const text = typeof value === 'string' ? value : `${value.name}: ${await value.text()}`;
    (parts[name] ??= []).push(text);
  }
  return parts;
}
