import { afterAll, describe, expect, test } from 'vitest';
import { catalog } from '../../../../templates/project/src/generated/catalog.js';
import type { AnyCustomization } from '../../../../templates/project/src/runtime/customize.js';
import type { Catalog } from '../../../../templates/project/src/runtime/tool.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../../templates/project/src/runtime/transport/http/runHttp.js';
import { serveLambda } from '../../../../templates/project/src/runtime/transport/lambda/serveLambda.js';
import { type AppParts, createApp } from '../../../../templates/project/src/server.js';
import { makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';
import { makeToolsets } from '../../../support/runtime/manyTools.js';
import { type Answer, post } from '../../../support/runtime/wire.js';

const servers: HttpServer[] = [];
afterAll(() => Promise.all(servers.map((one) => one.close())));

/** Serves on this machine. */
async function start(parts: Partial<AppParts> = {}, allowUnauthenticated = false): Promise<string> {
  const app = createApp({ catalog, ...parts, env: { ...parts.env } });
  const local = { host: '127.0.0.1', port: 0, allowUnauthenticated, log: () => undefined };
  const server = await serveOverHttp(app, local);
  servers.push(server);
  return server.url;
}

const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Asks as a browser does. */
const ask = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  post({
    url: new URL('/', url).href,
    method,
    headers: { accept: html, 'content-type': undefined, ...headers },
  });

async function show(parts: Partial<AppParts> = {}): Promise<string> {
  const { status, body } = await ask(await start(parts));
  expect(status).toBe(200);
  return body;
}

/** What a page reads out of its HTML. */
function decode(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

/** What of a page looks like markup, and is none of the elements and attributes that it is made of. */
function listMarkup(page: string): string[] {
  const own = /<(?:script|style)>.*?<\/(?:script|style)>|<!doctype html>/gs;
  const tag = new RegExp(`</?(?:${elements})(?: +(?:${attributes})(?:="[^"<>]*")?)* */?>`, 'g');
  const rest = page.replaceAll(own, '').replaceAll(/\s+/g, ' ').replaceAll(tag, '');
  return rest.match(/[^ ]*[<>"'][^ ]*/g) ?? [];
}
const elements =
  'html|head|body|meta|title|main|header|section|h[123]|p|dl|div|dt|dd|ul|li|pre|code|small|span|a|button|details|summary|form|label|select|option|input|textarea';
const attributes =
  'lang|charset|name|content|class|id|href|type|hidden|role|for|value|required|step|rows|spellcheck|placeholder|autocomplete|aria-(?:label|labelledby|describedby)|data-(?:copy|tool|version|kind)';

/** The links of a page by their first words. */
const linksOf = (page: string) =>
  [...page.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => decode(href));
const textsOf = (page: string) =>
  [...page.matchAll(/<pre id="\w+">([^<]*)<\/pre>/g)].map(([, text = '']) => decode(text));

describe('who gets the page', () => {
  test.each([
    [html, 200],
    ['text/html', 200],
    ['TEXT/HTML; q=0.9, application/json;q=0.5', 200],
    ['application/xhtml+xml', 200],
    ['*/*', 404],
    ['application/json, text/event-stream', 404],
    ['application/json, text/html;q=0.5', 404],
    ['text/html;q=0', 404],
    ['', 404],
  ])('a request that accepts %j: %i', async (accept, status) => {
    expect((await ask(await start(), { accept })).status).toBe(status);
  });

  test.each([
    ['POST', '/', 404],
    ['PUT', '/', 405],
    ['GET', '/index.html', 404],
    ['GET', '//', 404],
    ['GET', '/?token=x', 200],
  ])('%s %s: %i', async (method, path, status) => {
    const { origin } = new URL(await start());
    expect((await post({ url: origin + path, method, headers: { accept: html } })).status).toBe(status);
  });

  test('HEAD tells the same without the page', async () => {
    const url = await start();
    const [got, told] = [await ask(url), await ask(url, {}, 'HEAD')];
    expect(told.status).toBe(200);
    expect(told.body).toBe('');
    for (const name of ['content-type', 'content-security-policy', 'referrer-policy'])
      expect(told.headers[name]).toBe(got.headers[name]);
  });

  test('no page of another host or origin', async () => {
    const url = await start();
    expect((await ask(url, { host: 'evil.example' })).status).toBe(403);
    expect((await ask(url, { origin: 'https://evil.example' })).status).toBe(403);
  });

  test('nobody where the owner has not chosen it', async () => {
    const url = await start({ features: { bodies: {}, credentials: {} } });
    expect((await ask(url)).status).toBe(404);
  });

  test('behind the door, who has the token alone', async () => {
    const token = 'a-token-that-is-hard-to-guess';
    const url = await start({ env: { MCP_AUTH_TOKEN: token } });
    expect((await ask(url)).status).toBe(401);
    expect((await ask(url, { authorization: 'Bearer wrong-token-of-nobody' })).status).toBe(401);
    const { status, body } = await ask(url, { authorization: `Bearer ${token}` });
    expect(status).toBe(200);
    expect(body).not.toContain(token);
  });

  test('also where a platform calls the server', async () => {
    const env = { MCP_ALLOW_UNAUTHENTICATED: 'true', MCP_ALLOWED_HOSTS: 'mcp.example.com' };
    const { handler } = await serveLambda(catalog.api, env, (all) => createApp({ catalog, env: all }));
    const asked = { rawPath: '/', headers: { accept: html } };
    const context = { domainName: 'mcp.example.com', stage: '$default' };
    const answer = await handler({ ...asked, requestContext: { ...context, http: { method: 'GET' } } });
    expect(answer.statusCode).toBe(200);
    expect(textsOf(answer.body)[0]).toBe('https://mcp.example.com/mcp');
    const told = await handler({ ...asked, requestContext: { ...context, http: { method: 'HEAD' } } });
    expect([told.statusCode, told.body]).toEqual([200, '']);
  });
});

describe('what the page may do', () => {
  test('no more than what is in it', async () => {
    const { headers, body } = await ask(await start());
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']{44}'; script-src 'sha256-[^']{44}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(body).not.toMatch(/ src=|<link|@import|url\(|<form/);
  });

  test('and asks this server only where tools can be tried', async () => {
    const { headers, body } = await ask(await start({ env: { MCP_MOCK: 'true' } }));
    expect(headers['content-security-policy']).toMatch(/; connect-src 'self'$/);
    expect(body.match(/<form/g)).toHaveLength(2);
  });

  test('no text of the document becomes an element or leaves an attribute', async () => {
    const evil = `</pre></title><script>hurt()</script><img src=x onerror="hurt()">' onclick='hurt()`;
    const tool = {
      ...makeTool({ name: 'get_it' }),
      title: evil,
      description: evil,
      inputSchema: {
        type: 'object' as const,
        required: [evil],
        properties: {
          [evil]: { type: 'string', description: evil },
          choice: { enum: [evil, { [evil]: 1 }], description: evil },
          flag: { type: 'boolean', description: evil },
        },
      },
    };
    const base = makeCatalog([tool], { api: { title: evil, version: evil, instructions: evil } });
    const toolsets = base.toolsets.map((one) => ({ ...one, title: evil, description: evil }));
    for (const env of [{ MCP_MOCK: 'true' }, { MCP_MODE: 'dynamic' }]) {
      const page = await show({ catalog: { ...base, toolsets }, env });
      expect(listMarkup(page)).toEqual([]);
      expect(decode(page)).toContain(evil);
    }
  });
});

describe('what the page tells', () => {
  test('what the server is, and its tools by toolset', async () => {
    const page = await show();
    for (const text of [
      'Example API',
      '1.0.0',
      'Example API: reads and creates examples.',
      'Read and create examples.',
    ])
      expect(page).toContain(text);
    expect(page).toMatch(/<code>get_example<\/code> Get one example <span class="mark">reads<\/span>/);
    expect(page).toMatch(
      /<code>create_example<\/code> Create an example <span class="mark writes">writes<\/span>/,
    );
    expect(page).toContain('2 tools, 300 tokens');
  });

  test('what this process offers: less, and what custom.ts adds', async () => {
    const reading = await show({ env: { MCP_READ_ONLY: 'true' } });
    expect(reading).toContain('started read-only');
    expect(reading).not.toContain('create_example');
    expect(reading).toContain('1 tool, 150 tokens');
    const custom: AnyCustomization = {
      add: { own_tool: { title: 'Mine', description: '', inputSchema: { type: 'object' }, call: () => '' } },
    };
    const chosen = await show({ env: { MCP_EXCLUDE: 'get_example' }, custom });
    expect(chosen).toContain('a selection of the tools');
    expect(chosen).not.toContain('get_example');
    expect(chosen).toContain('<code>own_tool</code> Mine');
    expect(chosen).not.toContain('started read-only');
  });

  test('no value of the environment', async () => {
    const secrets = { EXAMPLE_API_KEY: 'key-of-the-api', EXAMPLE_BASE_URL: 'https://inner.example/v9' };
    const page = await show({ env: { ...secrets, MCP_ALLOWED_HOSTS: 'hidden.example' } });
    for (const value of ['key-of-the-api', 'inner.example', 'hidden.example'])
      expect(page).not.toContain(value);
  });

  test('of many tools, and those that are searched for, names and titles behind their toolsets', async () => {
    const names = Array.from({ length: 201 }, (_, index) => `${index % 2 ? 'get' : 'set'}_thing_${index}`);
    const { catalog: large } = makeToolsets({ one: names.slice(0, 100), two: names.slice(100) });
    const listed = await show({ catalog: large, env: { MCP_MODE: 'list', MCP_MOCK: 'true' } });
    expect(listed.match(/<details class="group">/g)).toHaveLength(2);
    expect(listed).not.toContain('<form');
    expect(listed).toContain('with <code>--toolsets</code>');
    expect(listed).toContain('Tokens of the list');
    const searched = await show({ catalog: large, env: { MCP_MODE: 'dynamic' } });
    expect(searched).toContain('<code>search_tools</code>');
    expect(searched).toContain('Tokens, if all were listed');
    for (const name of names) expect(searched).toContain(`<code>${name}</code>`);
    // Both a short list that is searched for and one tool less than is shown at once.
    expect(await show({ env: { MCP_MODE: 'dynamic' } })).toContain('<details class="group">');
    const { catalog: fitting } = makeToolsets({ one: names.slice(0, 200) });
    expect(await show({ catalog: fitting, env: { MCP_MODE: 'list' } })).not.toContain('<details');
  });
});

const inner = (link: string | undefined) =>
  JSON.parse(
    Buffer.from(new URL(link ?? '').searchParams.get('config') ?? '', 'base64').toString(),
  ) as object;
const codeOf = (link: string | undefined) =>
  JSON.parse(
    decodeURIComponent(decodeURIComponent(link?.replace('vscode:mcp/install?', '') ?? '')),
  ) as object;

describe('how clients are told of the server', () => {
  test('by the address at which it was asked', async () => {
    const url = await start({ catalog: { ...catalog, toolsets: [...catalog.toolsets, ...moreToolsets()] } });
    const { port } = new URL(url);
    const { body } = await ask(url, { host: `localhost:${port}` });
    const at = `http://localhost:${port}/mcp`;
    const [address, command, json] = textsOf(body);
    expect(address).toBe(at);
    expect(command).toBe(`claude mcp add --transport http example ${at}`);
    expect(JSON.parse(json ?? '')).toEqual({ mcpServers: { example: { type: 'http', url: at } } });
    const [cursor, code, studio, goose] = linksOf(body);
    expect(cursor).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=example&config=/);
    expect(inner(cursor)).toEqual({ url: at });
    expect(codeOf(code)).toEqual({ name: 'example', type: 'http', url: at });
    expect(studio).toMatch(/^lmstudio:\/\/add_mcp\?name=example&config=/);
    expect(inner(studio)).toEqual({ url: at });
    expect(Object.fromEntries(new URL(goose ?? '').searchParams)).toEqual({
      type: 'streamable_http',
      url: at,
      id: 'example',
      name: 'Example API',
      description: 'Example API',
    });
    expect(body).toContain(`<code>${at}/example</code>`);
  });

  test('by its public URL, and with a place for the token, which no text holds', async () => {
    const token = 'a-token-that-is-hard-to-guess';
    const publicUrl = "https://mcp.example.com/it's%20here/mcp/";
    const url = await start({ env: { MCP_AUTH_TOKEN: token, MCP_PUBLIC_URL: publicUrl } });
    const { body } = await ask(url, { authorization: `Bearer ${token}` });
    const at = "https://mcp.example.com/it's%20here/mcp";
    const bearer = { headers: { Authorization: 'Bearer YOUR_TOKEN' } };
    const [address, command, json] = textsOf(body);
    expect(address).toBe(at);
    expect(command).toBe(
      `claude mcp add --transport http example '${at.replace("'", '%27')}' --header "Authorization: Bearer YOUR_TOKEN"`,
    );
    expect(JSON.parse(json ?? '')).toEqual({ mcpServers: { example: { type: 'http', url: at, ...bearer } } });
    const [cursor, code, studio, goose] = linksOf(body);
    expect(inner(cursor)).toEqual({ url: at, ...bearer });
    expect(inner(studio)).toEqual({ url: at, ...bearer });
    expect(codeOf(code)).toEqual({
      name: 'example',
      type: 'http',
      url: at,
      headers: { Authorization: 'Bearer ${input:token}' },
      inputs: [{ type: 'promptString', id: 'token', description: 'Token of Example API', password: true }],
    });
    expect(new URL(goose ?? '').searchParams.get('header')).toBe('Authorization=Bearer YOUR_TOKEN');
  });

  test('a public URL that is none stops the server', async () => {
    await expect(start({ env: { MCP_PUBLIC_URL: 'mcp.example.com' } })).rejects.toThrow(
      /^MCP_PUBLIC_URL must be an absolute https URL/,
    );
  });
});

/** A second toolset: the page tells of addresses where there are several. */
function moreToolsets(): Catalog['toolsets'] {
  return makeToolsets({ more: ['list_more'] }).catalog.toolsets;
}
