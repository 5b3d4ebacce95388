import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMcpHandler } from '@modelcontextprotocol/server';
import custom from '../src/custom.js';
import { catalog } from '../src/generated/catalog.js';
import { listApis, listSchemes, listSchemeVariables } from '#runtime/settings.js';
import type { AuthScheme, ObjectSchema, Schema, SchemaObject, Tool, Toolset } from '#runtime/tool.js';
import { mapParts } from '#runtime/validate/createExpander.js';
import { createValidator } from '#runtime/validate/validate.js';
import { type AppParts, createApp } from '../src/server.js';

const { api, toolsets } = catalog;
const components = await catalog.components();
const validate = createValidator(components);
const all = (await Promise.all(toolsets.map(load))).flat();

/** A base URL that nobody answers at, and something for every credential. */
const baseUrl = 'https://api.test/base';
const schemes = listSchemes(api);
const bare = Object.fromEntries(listApis(api).map(({ baseUrlEnv }) => [baseUrlEnv, baseUrl]));
const env: Record<string, string> = { ...bare };
for (const name of Object.values(schemes).flatMap(listSchemeVariables)) env[name] = 'secret';

/** A broken schema is found by values of the type that it speaks of. */
const oneOfEachType = [null, true, 1, 'text', [1], { member: 1 }];

/** Adds a schema and those in it; one that refers to the whole can only be looked at with it. */
function addParts(schema: unknown, parts: Set<SchemaObject>): void {
  if (typeof schema !== 'object' || schema === null) return;
  const part = schema as SchemaObject;
  if (!JSON.stringify(part).includes('"#')) parts.add(part);
  mapParts(part, (inner) => addParts(inner, parts));
}

describe('the generated tools', () => {
  test('have schemas that calls can be held to', () => {
    for (const { tool, schema } of all)
      assert.doesNotThrow(() => validate(schema, sampleArguments(schema)), tool.name);
  });

  test('have schemas of which no part is broken', () => {
    const parts = new Set<SchemaObject>();
    for (const schema of [...all.map((one) => one.schema), ...Object.values(components)])
      addParts(schema, parts);
    for (const part of parts)
      for (const value of oneOfEachType)
        assert.doesNotThrow(() => validate(part, value), JSON.stringify(part).slice(0, 500));
  });

  test('have different names', () => {
    assert.equal(new Set(all.map(({ tool }) => tool.name)).size, all.length);
  });
});

describe('the server', () => {
  test('lists its tools', async () => {
    const { tools = [] } = await ask({ custom }, 'tools/list');
    assert.notEqual(tools.length, 0);
    for (const { name, inputSchema, outputSchema = inputSchema } of tools) {
      assert.equal(inputSchema.type, 'object', name);
      assert.equal(outputSchema.type, 'object', name);
    }
  });

  test('lists them all where that is wanted', async () => {
    const { tools = [] } = await ask({ env: { ...env, MCP_MODE: 'list' } }, 'tools/list');
    assert.deepEqual(
      tools.map(({ name }) => name),
      all.map(({ tool }) => tool.name),
    );
  });

  test('finds a tool, describes it and refuses what it cannot take', async (context) => {
    if (catalog.search === undefined) return context.skip('tools are listed, and not searched for');
    const parts = { env: { ...env, MCP_MODE: 'dynamic' } };
    const { name, annotations } = all[0]?.tool ?? assert.fail('there is no tool');
    const meta = (tool: string, args: object) => ask(parts, 'tools/call', { name: tool, arguments: args });
    const found = await meta('search_tools', { query: name, limit: 1 });
    assert.ok(JSON.stringify(found.content).includes(`- ${name}(`), JSON.stringify(found));
    const described = await meta('describe_tools', { names: [name] });
    assert.ok(JSON.stringify(described.content).includes(`${name} [`), JSON.stringify(described));
    const caller = annotations.readOnlyHint ? 'call_read_tool' : 'call_write_tool';
    const refused = await meta(caller, { name, arguments: 5 });
    assert.ok(refused.isError, JSON.stringify(refused));
  });

  test('turns a call into one request, and the answer into a result', async (context) => {
    const chosen = findCallable(({ request: { method }, shown }) => method === 'GET' && shown === undefined);
    if (chosen === undefined)
      return context.skip('no tool that reads and shows whole responses could be given arguments');
    const { tool, schema } = chosen;
    const sent: string[] = [];
    const fetch: AppParts['fetch'] = async (url, init) => {
      sent.push(`${init?.method} ${String(url)}`);
      return Response.json({ answer: 42 });
    };
    const call = { name: tool.name, arguments: sampleArguments(schema) };
    const result = await ask({ fetch }, 'tools/call', call);
    assert.equal(sent.length, 1, JSON.stringify(result));
    assert.ok(sent[0]?.startsWith(`GET ${baseUrl}/`), sent[0]);
    assert.match(JSON.stringify(result.content), /42/);
    assert.ok(!result.isError);
    assert.deepEqual(result.structuredContent, { answer: 42 });
  });

  test('refuses a call without the credentials that it needs, and says how to give them', async (context) => {
    const chosen = findCallable(needsCredentials);
    if (chosen === undefined) return context.skip('no tool needs credentials');
    const { tool, schema } = chosen;
    const call = { name: tool.name, arguments: sampleArguments(schema) };
    const parts = { env: bare, fetch: () => assert.fail('a request was sent') };
    const result = await ask(parts, 'tools/call', call);
    assert.ok(result.isError, JSON.stringify(result));
    const said = JSON.stringify(result.content);
    for (const scheme of listUsed(tool)) {
      assert.ok(
        listSchemeVariables(scheme).some((name) => said.includes(name)),
        said,
      );
      if (scheme.kind === 'oauth2' && scheme.login !== undefined) assert.match(said, / login /);
    }
  });

  test('refuses a call without the arguments that it needs', async (context) => {
    const chosen = all.find(({ schema }) => validate(schema, {}).length > 0);
    if (chosen === undefined) return context.skip('no tool needs arguments');
    const call = { name: chosen.tool.name, arguments: {} };
    const result = await ask({ fetch: () => assert.fail('a request was sent') }, 'tools/call', call);
    assert.ok(result.isError, JSON.stringify(result));
  });
});

async function load(toolset: Toolset): Promise<{ tool: Tool; schema: ObjectSchema }[]> {
  const [tools, schemas] = await Promise.all([toolset.tools(), toolset.schemas()]);
  return tools.map((tool) => ({
    tool,
    schema: schemas[tool.name] ?? assert.fail(`${tool.name}: no schema`),
  }));
}

/** Whether a tool can be called here: no user is asked, and the credentials that it needs can be given. */
function isServed({ consent, request: { security } }: Tool): boolean {
  if (consent?.otherwise === 'refuse') return false;
  return security.length === 0 || security.some((requirement) => Object.keys(requirement).every(isKnown));
}

/** The first tool of those that are meant which can be called here, and for which arguments are easily found. */
function findCallable(isMeant: (tool: Tool) => boolean): (typeof all)[number] | undefined {
  const meant = all.filter(({ tool }) => isMeant(tool) && isServed(tool));
  return meant.find(({ schema }) => validate(schema, sampleArguments(schema)).length === 0);
}

function needsCredentials({ request: { security } }: Tool): boolean {
  const ways = security.map((requirement) => Object.keys(requirement));
  return ways.length > 0 && ways.every((names) => names.some((name) => Object.hasOwn(schemes, name)));
}

/** The schemes of the ways to be let in that can be gone. */
function listUsed({ request: { security } }: Tool): AuthScheme[] {
  const ways = security
    .map((requirement) => Object.keys(requirement))
    .filter((names) => names.every(isKnown));
  return ways.flat().flatMap((name) => schemes[name] ?? []);
}

function isKnown(scheme: string): boolean {
  return (schemes[scheme]?.kind ?? 'unsupported') !== 'unsupported';
}

/** A value for every required argument, as far as one is easily found. */
function sampleArguments({ properties, required }: ObjectSchema): Record<string, unknown> {
  const names = Array.isArray(required) ? required.map(String) : [];
  const found = names.map((name) => [name, sampleValue(properties[name] ?? true)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

function sampleValue(schema: Schema): unknown {
  if (typeof schema === 'boolean') return 'example';
  const listed = Array.isArray(schema['enum']) ? schema['enum'] : [];
  const date = '2024-01-31T12:00:00Z';
  const id = '8c2c63d4-7b5e-4e36-9d1f-0a6a3c1f3b7e';
  const common = ['example', 1, true, [], {}, id, date, date.slice(0, 10), 'https://example.com'];
  return [...listed, ...common].find((value) => validate(schema, value).length === 0);
}

interface Result {
  tools?: Tool[];
  content?: unknown;
  structuredContent?: unknown;
  isError?: boolean;
}

/** Sends a request to a server as an HTTP client does, but without a network. */
async function ask(
  parts: Partial<AppParts>,
  method: string,
  params: { name?: string; arguments?: object } = {},
): Promise<Result> {
  const app = createApp({ catalog, env, ...parts });
  const version = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': version,
      'mcp-method': method,
      'mcp-name': params.name ?? '',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  });
  const response = await createMcpHandler(() => app.view().createServer()).fetch(request);
  const answer = (await response.json()) as { result?: Result; error?: unknown };
  return answer.result ?? assert.fail(JSON.stringify(answer.error));
}
