import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspect } from '../../../generator/inspect.js';
import { readConfig } from '../../../generator/load/config/readConfig.js';
import { parseText } from '../../../generator/load/parse/parseText.js';
import { defaults } from '../../../generator/model/config.js';
import { type Served, serve } from './serveCase.js';

/** What a call leads to: a request line, a refusal that holds these words, or a request and what it holds. */
type Outcome = string | { no: string } | Request;

interface Request {
  sends: string;
  /** Its body as JSON, or the whole text of it. */
  body?: unknown;
  text?: string;
  headers?: Record<string, string>;
  lacks?: string[];
}

/** One document of odd.yaml; what is not named here stands in it as in OpenAPI. */
interface Odd {
  name: string;
  ops?: Record<string, Operation>;
  config?: object;
  env?: Record<string, string>;
  /** All tools there are, by name. */
  tools?: string[];
  reports?: string[];
  /** Parts of tools as they are listed. */
  shown?: Record<string, object>;
  /** Arguments that are not listed. */
  hides?: Record<string, string[]>;
  calls: [tool: string, args: object, outcome: Outcome][];
}

interface Operation {
  takes?: Record<string, Record<string, object>>;
  json?: object;
}

const file = new URL('odd.yaml', import.meta.url);
const documents = parseText(readFileSync(file, 'utf8'), 'odd.yaml').value as unknown as Odd[];

describe('odd documents', () => {
  test.each(documents)('$name', async (odd) => {
    const served = await serveOdd(odd);
    const tools = served.server.toolsets.flatMap((set) => set.tools.map(({ tool }) => tool));
    const codes = served.diagnostics.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(odd.reports ?? []));
    if (odd.tools !== undefined) expect(served.tools.toSorted()).toEqual(odd.tools.toSorted());
    for (const [name, part] of Object.entries(odd.shown ?? {}))
      expect(tools.find((tool) => tool.name === name)).toMatchObject(part);
    for (const [name, hidden] of Object.entries(odd.hides ?? {})) {
      const listed = Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {});
      expect(listed.filter((argument) => hidden.includes(argument))).toEqual([]);
    }
    for (const call of odd.calls) await judgeCall(served, odd, call);
  });
});

async function judgeCall(served: Served, { env }: Odd, [tool, args, outcome]: Odd['calls'][number]) {
  const { sent, result } = await served.call(tool, args, env);
  const said = JSON.stringify(result.content);
  const what = `${tool} ${JSON.stringify(args)}: ${said}`;
  if (typeof outcome === 'object' && 'no' in outcome) {
    expect.soft(sent, what).toEqual([]);
    return expect.soft(result.isError === true && said.includes(outcome.no), what).toBe(true);
  }
  const wanted: Request = typeof outcome === 'string' ? { sends: outcome } : outcome;
  const lines = sent.map(({ line }) => line.replace(' https://api.example.com', ' '));
  expect.soft(lines, what).toEqual([wanted.sends]);
  const [request] = sent;
  if (request === undefined) return;
  const { headers, body } = request;
  expect.soft(Object.fromEntries(headers), what).toMatchObject(wanted.headers ?? {});
  expect
    .soft(
      (wanted.lacks ?? []).filter((name) => headers.has(name)),
      what,
    )
    .toEqual([]);
  if (wanted.text !== undefined) expect.soft(body, what).toBe(wanted.text);
  if (wanted.body !== undefined) expect.soft(JSON.parse(body), what).toEqual(wanted.body);
}

const readStdin = () => Promise.reject(new Error('nothing is read from standard input'));

/** Reads the document and the choices from disk, as the command does. */
async function serveOdd(odd: Odd): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'mcpwright-odd-'));
  try {
    const path = join(folder, 'openapi.json');
    writeFileSync(path, JSON.stringify(complete(odd)));
    const choices = join(folder, 'mcpwright.json');
    writeFileSync(choices, JSON.stringify(odd.config ?? {}));
    const config = { ...defaults, ...(await readConfig(choices)) };
    return await serve(await inspect(path, config, { readStdin }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const known = new Set('name ops config env tools reports shown hides calls'.split(' '));

/** The document with what it does not say filled in. */
function complete(odd: Odd): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [key, operation] of Object.entries(odd.ops ?? {})) {
    const [, method = '', path = '', operationId] = /^(\S+) (.*) (\S+)$/.exec(key) ?? [];
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId, ...expand(operation) } };
  }
  const servers = [{ url: 'https://api.example.com' }];
  const document = Object.entries(odd).filter(([key]) => !known.has(key));
  const isOld = document.some(([key]) => key === 'swagger');
  const usual = isOld ? {} : { openapi: '3.1.0', servers };
  return { ...usual, info: { title: 'Odd', version: '1' }, paths, ...Object.fromEntries(document) };
}

/** An operation in full. */
function expand({ takes = {}, json, ...operation }: Operation): object {
  const parameters = Object.entries(takes).flatMap(([place, schemas]) =>
    Object.entries(schemas).map(([key, schema]) => {
      const required = place === 'path' || key.endsWith('!');
      return { name: key.replace(/!$/, ''), in: place, required, schema };
    }),
  );
  const content = { 'application/json': { schema: json } };
  return {
    responses: { 200: { description: 'OK' } },
    ...(parameters.length > 0 && { parameters }),
    ...(json && { requestBody: { required: true, content } }),
    ...operation,
  };
}
