import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, test } from 'vitest';
import { catalog as example } from '../../../../templates/project/src/generated/catalog.js';
import type { ServerFeatures } from '../../../../templates/project/src/runtime/extensions.js';
import type { GeneratedCatalog } from '../../../../templates/project/src/runtime/tool.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../../templates/project/src/runtime/transport/http/runHttp.js';
import { serveLambda } from '../../../../templates/project/src/runtime/transport/lambda/serveLambda.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { messageOf, modern, post } from '../../../support/runtime/wire.js';

const servers: HttpServer[] = [];
afterAll(() => Promise.all(servers.map((one) => one.close())));

const card = { name: 'com.example.api/example', description: 'Reads and creates examples.' };
const icons = [{ src: 'https://example.com/icon.png', mimeType: 'image/png' }];
const withCard: GeneratedCatalog = { ...example, api: { ...example.api, card, icons } };

async function start(env: Record<string, string> = {}, catalog = withCard, features?: ServerFeatures) {
  const app = createApp({ catalog, env, ...(features && { features }) });
  const local = { host: '127.0.0.1', port: 0, allowUnauthenticated: false, log: () => undefined };
  const server = await serveOverHttp(app, local);
  servers.push(server);
  return server.url;
}

const paths = ['/mcp/server-card', '/.well-known/ai-catalog.json', '/.well-known/ard.json'];
const [cardPath = '', ...catalogPaths] = paths;

const ask = (url: string, path = cardPath, headers: Record<string, string> = {}, method = 'GET') =>
  post({ url: new URL(path, url).href, method, headers: { accept: '*/*', ...headers } });
const read = async (url: string, path?: string) =>
  JSON.parse((await ask(url, path)).body) as Record<string, unknown>;

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
const schemaOf = (name: string) =>
  JSON.parse(readFileSync(`templates/schemas/${name}.schema.json`, 'utf8')) as object;
ajv.addSchema(schemaOf('server-card'), 'card');
const fitsCard = ajv.compile({ $ref: 'card#/$defs/ServerCard' });
const fitsCatalog = ajv.compile(schemaOf('ai-catalog.level1'));

describe('the server card', () => {
  test('fits its schema, and says where the server was asked for', async () => {
    const url = await start();
    const { status, headers, body } = await ask(url);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/mcp-server-card+json');
    const told = JSON.parse(body) as Record<string, unknown>;
    fitsCard(told);
    expect(fitsCard.errors).toBeNull();
    expect(told).toMatchObject({ ...card, title: 'Example API', version: '1.0.0', icons });
    expect(told['remotes']).toMatchObject([{ type: 'streamable-http', url }]);
    expect(body).not.toMatch(/get_example|headers/);
  });

  test('agrees with what an official client discovers', async () => {
    const url = await start();
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const { name, ...shared } = client.getServerVersion() ?? { name: '' };
    await client.close();
    const told = await read(url);
    expect(told).toMatchObject(shared);
    expect(String(told['name']).split('/')[1]).toBe(name);
    const discovered = messageOf(await post({ url, ...modern('server/discover') })).result ?? {};
    const [{ supportedProtocolVersions = [] } = {}] = told['remotes'] as {
      supportedProtocolVersions?: string[];
    }[];
    expect(supportedProtocolVersions).toEqual(
      expect.arrayContaining(discovered['supportedVersions'] as string[]),
    );
    for (const version of supportedProtocolVersions) {
      const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'a', version: '1' } };
      const begun = messageOf(
        await post({ url, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }) }),
      );
      if (!(discovered['supportedVersions'] as string[]).includes(version))
        expect(begun.result?.['protocolVersion']).toBe(version);
    }
  });

  test('is open while the door is closed, and asks for the token, which it does not hold', async () => {
    const token = 'a-token-that-is-hard-to-guess';
    const url = await start({ MCP_AUTH_TOKEN: token, MCP_PUBLIC_URL: 'https://mcp.example.com/mcp' });
    expect((await post({ url, ...modern('tools/list') })).status).toBe(401);
    const told = await read(url);
    fitsCard(told);
    expect(fitsCard.errors).toBeNull();
    expect(told['remotes']).toMatchObject([
      {
        url: 'https://mcp.example.com/mcp',
        headers: [
          {
            name: 'Authorization',
            value: 'Bearer {token}',
            variables: { token: { isRequired: true, isSecret: true } },
          },
        ],
      },
    ]);
    expect(JSON.stringify(told)).not.toContain(token);
  });
});

describe.each(catalogPaths)('%s', (path) => {
  test('leads to the card', async () => {
    const url = await start();
    const { headers, status } = await ask(url, path);
    expect([status, headers['content-type']]).toEqual([200, 'application/ai-catalog+json']);
    const told = await read(url, path);
    fitsCatalog(told);
    expect(fitsCatalog.errors).toBeNull();
    const [entry, ...others] = told['entries'] as Record<string, string>[];
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      identifier: 'urn:air:api.example.com:mcp:example',
      type: 'application/mcp-server-card+json',
    });
    expect(await read(url, entry?.['url'])).toMatchObject(card);
  });
});

describe.each(paths)('%s', (path) => {
  test('may be kept, and is not sent again while it is the same', async () => {
    const url = await start();
    const { headers } = await ask(url, path);
    const { etag = '' } = headers;
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(headers['cache-control']).toBe('public, max-age=3600');
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask(url, path, { 'if-none-match': tag });
      expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await ask(url, path, { 'if-none-match': '"other"' })).status).toBe(200);
    const told = await ask(url, path, {}, 'HEAD');
    expect([told.status, told.body, told.headers.etag]).toEqual([200, '', etag]);
  });

  test('is for pages of any origin, and for no other host', async () => {
    const url = await start({ MCP_ALLOWED_ORIGINS: 'https://app.example.com' });
    for (const origin of ['https://any.example', 'null', 'https://app.example.com']) {
      const { status, headers } = await ask(url, path, { origin });
      expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
      expect(headers['access-control-expose-headers']).toBe('ETag');
    }
    const asked = { origin: 'https://any.example', 'access-control-request-method': 'GET' };
    const { status, headers } = await ask(url, path, asked, 'OPTIONS');
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'Content-Type, If-None-Match',
    });
    expect((await ask(url, path, { host: 'evil.example' })).status).toBe(403);
  });

  test('is read and nothing else', async () => {
    const url = await start();
    expect((await ask(url, path, {}, 'PUT')).status).toBe(405);
    expect((await ask(url, path, {}, 'POST')).status).toBe(404);
    expect((await ask(url, `${path}/more`)).status).toBe(404);
    expect((await ask(url, `${path}?a=b`)).status).toBe(200);
  });

  test.each<[string, Parameters<typeof start>]>([
    ['in the data of the project', [{}, example]],
    ['in its runtime', [{}, withCard, { bodies: {}, credentials: {} }]],
  ])('is not there where it was not chosen: %s', async (_where, parts) => {
    expect((await ask(await start(...parts), path)).status).toBe(404);
  });

  test('and behind the door nothing tells that it could be', async () => {
    const env = { MCP_AUTH_TOKEN: 'a-token-that-is-hard-to-guess' };
    expect((await ask(await start(env, example), path)).status).toBe(401);
  });
});

test('a platform serves it too, at the address by which it is called', async () => {
  const env = { MCP_ALLOW_UNAUTHENTICATED: 'true', MCP_ALLOWED_HOSTS: 'mcp.example.com' };
  const catalog = withCard;
  const { handler } = await serveLambda(catalog.api, env, (all) => createApp({ catalog, env: all }));
  const requestContext = { domainName: 'mcp.example.com', stage: '$default', http: { method: 'GET' } };
  const { statusCode, body } = await handler({ rawPath: cardPath, requestContext });
  expect(statusCode).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ remotes: [{ url: 'https://mcp.example.com/mcp' }] });
});

test('what withdrawn drafts had is not served', async () => {
  expect((await ask(await start(), '/.well-known/mcp/server-card.json')).status).toBe(404);
});
