import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { inspect } from '../../../generator/inspect.js';
import { defaults } from '../../../generator/model/config.js';
import { toCatalog } from '../../../generator/toCatalog.js';
import { createApp } from '../../../templates/project/src/server.js';
import { connectView } from '../../support/runtime/connectView.js';

/**
 * A call, and its request: method, path and query, all of its headers but those of every request, and all that is sent;
 * where nothing is said of its media type, this may be any.
 */
interface Call {
  tool: string;
  arguments: Record<string, unknown>;
  /** Left out of calls that are refused. */
  sent?: {
    method: string;
    /** Path and query, as they stand in the request. */
    url: string;
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
  tools: string[];
  /**
   * What a model reads of the arguments of each tool: all that is listed of them, but the descriptions, of which only
   * those are compared that are written here. `file` stands for the schema of a file.
   */
  listed: Record<string, Record<string, object | 'file'>>;
  /** Words that a finding has. */
  told?: string[];
  calls: Call[];
}

const folder = new URL('../../cases/frameworks/', import.meta.url);

describe.each(readdirSync(folder).toSorted())('%s', (name) => {
  const cases = parse(readFileSync(new URL(name, folder), 'utf8'), { merge: true }) as Case[];
  test.each(cases)('$title', async (one) => {
    expect(findGaps(one)).toEqual([]);
    const { document, env = {}, tools, listed, told = [], calls } = one;
    const served = await serve(document, env);
    expect(served.tools).toEqual(tools);
    for (const [tool, said] of Object.entries(listed)) {
      const properties = nameFiles(said);
      const shown = withoutWords(served.propertiesOf(tool) ?? {}, properties);
      expect({ [tool]: shown }).toEqual({ [tool]: properties });
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

/** What a case does not say: its tools, what is listed of one, a call, where a call goes. */
function findGaps({ tools = [], listed = {}, calls = [] }: Partial<Case>): string[] {
  return [
    ...(tools.length === 0 ? ['tools'] : []),
    ...tools.filter((name) => !Object.hasOwn(listed, name)).map((name) => `listed ${name}`),
    ...(calls.length === 0 ? ['calls'] : []),
    ...calls
      .filter(({ sent, refused }) => refused === undefined && !(sent?.method && sent.url))
      .map((call) => `method and url of ${JSON.stringify(call)}`),
  ];
}

/** What a model reads of a file. */
const file = {
  type: 'object',
  properties: {
    base64: { type: 'string', format: 'byte' },
    filename: { type: 'string', pattern: String.raw`^[^\u0000-\u001f\u007f]*$` },
    contentType: { type: 'string' },
  },
  required: ['base64'],
};

/** Schemas with that of a file where a case has the word alone. */
function nameFiles(schemas: object): object {
  const named = Object.entries(schemas).map(([name, schema]) => [name, nameFile(schema)]);
  return Object.fromEntries(named) as object;
}

function nameFile(schema: unknown): unknown {
  if (schema === 'file') return file;
  if (Array.isArray(schema)) return schema.map(nameFile);
  return isRecord(schema) ? nameFiles(schema) : schema;
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is listed, without the descriptions of which the case says nothing. */
function withoutWords(shown: unknown, expected: unknown): unknown {
  if (Array.isArray(shown)) return shown.map((item, index) => withoutWords(item, Object(expected)[index]));
  if (!isRecord(shown)) return shown;
  const said = Object(expected) as Record<string, unknown>;
  const kept = Object.entries(shown).filter(
    ([key, value]) => key !== 'description' || typeof value !== 'string' || Object.hasOwn(said, key),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutWords(value, said[key])]));
}

/** The request that is expected, with the media type that was made where any may be. */
function expectedOf(sent: Call['sent'], made: Made = none): object {
  const { type = made.type, parts, ...others } = { method: '', url: '', ...sent };
  const kept = Object.entries(made.headers).filter(([name]) => usual.has(name));
  const headers = { ...Object.fromEntries(kept), ...sent?.headers };
  const { body = parts === undefined ? '' : made.body } = others;
  return { ...others, type, headers, body, ...((parts ?? made.parts) && { parts: parts ?? {} }) };
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
