import { createServer } from 'node:http';
import { join } from 'node:path';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import {
  Client as ClientV2,
  type OAuthClientProvider,
  StreamableHTTPClientTransport as HttpV2,
  UnauthorizedError as UnauthorizedV2,
} from '@modelcontextprotocol/client';
import { UnauthorizedError as UnauthorizedV1 } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { decodeJwt } from 'jose';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaults, generate, write } from '../../../generator/index.js';
import { Program } from '../../support/runtime/project.js';
import { type Dialect, dialects } from '../../support/runtime/clients.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';
import { message, post } from '../../support/runtime/wire.js';
import { browse } from '../oauth/browse.js';
import { listen, stop } from './issuer.js';

const folder = join(process.cwd(), 'test/.tmp/door-clients');
const givenId = 'given-client';
const guardId = 'guard-of-the-server';
const guardSecret = 'what-the-guard-proves-itself-with';
const apiToken = 'the-token-of-the-server';

/** What the page of the client got that its user is sent back to. */
const returned: URLSearchParams[] = [];
const page = createServer(({ url = '' }, response) => {
  returned.push(new URL(url, 'http://127.0.0.1').searchParams);
  response.end('Signed in');
});
let callback = '';

/** What the authorization server was asked for: method and path. */
const asked: string[] = [];
const authority = createServer((request, response) => {
  asked.push(`${request.method} ${request.url?.replace(/\?.*/, '')}`);
  provider.callback()(request, response);
});
let provider: Provider;
let issuer = '';
/** How many of the next tokens have ended before they are used. */
let ended = 0;

let api: Upstream;
let program: Program;
let url = '';
/** Servers whose door is another: their programs, and where they are. */
const others = new Map<string, { program: Program; url: string }>();

const readStdin = () => Promise.reject(new Error('there is no standard input'));

const operation = (operationId: string, scope: string) => ({
  operationId,
  security: [{ login: [scope] }],
  responses: { 200: { description: 'Fine', content: { 'text/plain': { schema: { type: 'string' } } } } },
});

/** An authorization server that signs tokens for the resource that it is asked for (RFC 8707, RFC 9068). */
function makeProvider(): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: givenId,
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        redirect_uris: [callback],
        // It gets no token to refresh with: what it may not do, it has to ask its user for.
        grant_types: ['authorization_code'],
      },
      {
        client_id: guardId,
        client_secret: guardSecret,
        redirect_uris: [],
        response_types: [],
        grant_types: [],
      },
    ],
    scopes: ['openid', 'offline_access', 'pets:read', 'pets:write'],
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope: 'pets:read pets:write',
          audience: resource,
          accessTokenTTL: 600,
          // What is looked up need not be signed.
          accessTokenFormat: resource === others.get('introspection')?.url ? 'opaque' : 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    formats: {
      customizers: {
        jwt: (_context: unknown, _token: unknown, { payload }: { payload: { exp: number } }) => {
          if (ended > 0) payload.exp -= 3_600;
          ended = Math.max(0, ended - 1);
        },
      },
    },
    issueRefreshToken: (_context: unknown, client: { grantTypeAllowed: (grant: string) => boolean }) =>
      client.grantTypeAllowed('refresh_token'),
    cookies: { keys: ['only for tests'] },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
  });
}

async function startOther(name: string, args: readonly string[], env: Record<string, string>): Promise<void> {
  const other = new Program(join(folder, 'server'), ['dist/http.js', '--port', '0', ...args], {
    VAULT_TOKEN: apiToken,
    MCP_AUTH_ISSUER: issuer,
    MCP_AUTH_SCOPES: 'pets:read',
    ...env,
  });
  const [at = ''] = await other.said(/http:\S+\/mcp/);
  others.set(name, { program: other, url: at });
}

beforeAll(async () => {
  callback = `${await listen(page)}/callback`;
  issuer = await listen(authority);
  provider = makeProvider();
  api = await startUpstream((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end('fine');
  });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const source = join(folder, 'openapi.json');
  const flow = { tokenUrl: `${issuer}/token`, scopes: { 'pets:read': 'Reads', 'pets:write': 'Writes' } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Vault', version: '1' },
    servers: [{ url: api.url }],
    paths: { '/pets': { get: operation('listPets', 'pets:read'), post: operation('addPet', 'pets:write') } },
    components: {
      securitySchemes: { login: { type: 'oauth2', flows: { clientCredentials: flow } } },
    },
  };
  writeFileSync(source, JSON.stringify(document));
  const { files } = await generate(
    source,
    { ...defaults, features: { auth: true, sessions: true } },
    { readStdin },
  );
  await write(files, join(folder, 'server'), { overwrite: false, force: false, version: '0.0.0' });
  execFileSync(process.execPath, ['build.js'], { cwd: join(folder, 'server') });
  program = new Program(join(folder, 'server'), ['dist/http.js', '--port', '0'], {
    VAULT_TOKEN: apiToken,
    MCP_AUTH_ISSUER: issuer,
    MCP_AUTH_SCOPES: 'pets:read',
  });
  [url = ''] = await program.said(/http:\S+\/mcp/);
  const lookUp = {
    MCP_AUTH_INTROSPECTION_URL: `${issuer}/token/introspection`,
    MCP_AUTH_CLIENT_ID: guardId,
    MCP_AUTH_CLIENT_SECRET: guardSecret,
  };
  await startOther('sessions', ['--sessions'], {});
  await startOther('introspection', [], lookUp);
});
afterAll(async () => {
  const programs = [program, ...[...others.values()].map((one) => one.program)];
  for (const one of programs) one?.child.kill();
  await Promise.all(programs.map((one) => one?.ended));
  await api?.close();
  stop(authority);
  stop(page);
});
beforeEach(() => {
  asked.length = 0;
  returned.length = 0;
  ended = 0;
});

/** What an application keeps of its user, and how it sends them to the authorization server. */
class Keeper {
  readonly redirectUrl = callback;
  /** Where its user was sent. */
  readonly sent: URL[] = [];
  /** Every token that it got. */
  readonly got: string[] = [];
  private client: Record<string, unknown> | undefined;
  private kept: Record<string, unknown> | undefined;
  private verifier = '';
  private found: unknown;
  validateResourceURL?: () => Promise<URL>;

  constructor(options: { isGiven?: boolean; resource?: string } = {}) {
    if (options.isGiven) this.client = { client_id: givenId, issuer };
    else this.clientMetadata.grant_types.push('refresh_token');
    const { resource } = options;
    if (resource !== undefined) this.validateResourceURL = async () => new URL(resource);
  }
  readonly clientMetadata = {
    client_name: 'A test',
    redirect_uris: [callback],
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    response_types: ['code'],
  };
  clientInformation = () => this.client;
  saveClientInformation = (client: Record<string, unknown>) => void (this.client = client);
  tokens = () => this.kept;
  saveTokens = (tokens: Record<string, unknown>) => {
    this.kept = tokens;
    this.got.push(String(tokens['access_token']));
  };
  redirectToAuthorization = (to: URL) => void this.sent.push(to);
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
  saveDiscoveryState = (state: unknown) => void (this.found = state);
  discoveryState = () => this.found;
}

/** A response of the server that is no success, as its client got it. */
interface Refused {
  status: number;
  challenge: string;
}

interface Session {
  refused: Refused[];
  list: () => Promise<string[]>;
  call: (name: string) => Promise<unknown>;
  /** The ID of the session, where there is one. */
  id: () => string | undefined;
  connect: () => Promise<void>;
  /** Follows the user through the pages, and goes on with the code that comes back. */
  signIn: () => Promise<void>;
  close: () => Promise<void>;
}

/** An official client that has not connected yet. */
function open(dialect: Dialect, keeper: Keeper, at = url): Session {
  const refused: Refused[] = [];
  const options = {
    authProvider: keeper as unknown as OAuthClientProvider,
    fetch: async (to: string | URL, init?: RequestInit) => {
      const response = await fetch(to, init);
      const challenge = response.headers.get('www-authenticate');
      if (challenge !== null) refused.push({ status: response.status, challenge });
      return response;
    },
  };
  const identity = { name: 'test', version: '1.0.0' };
  const mode = dialect === 'SDK v2, modern' ? ({ pin: '2026-07-28' } as const) : 'legacy';
  const make = () =>
    dialect === 'SDK v1'
      ? {
          client: new ClientV1(identity) as unknown as ClientV2,
          transport: new HttpV1(new URL(at), options as never) as unknown as HttpV2,
        }
      : {
          client: new ClientV2(identity, { versionNegotiation: { mode } }),
          transport: new HttpV2(new URL(at), options),
        };
  let { client, transport } = make();
  let isConnected = false;
  return {
    refused,
    connect: async () => {
      if (!isConnected && transport.sessionId === undefined) ({ client, transport } = make());
      await client.connect(transport);
      isConnected = true;
    },
    signIn: async () => {
      await browse(String(keeper.sent.at(-1)));
      const given = returned.at(-1) ?? new URLSearchParams();
      if (dialect === 'SDK v1') await transport.finishAuth(String(given.get('code')));
      else await transport.finishAuth(given);
    },
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name) => client.callTool({ name, arguments: {} }),
    id: () => transport.sessionId,
    close: () => client.close(),
  };
}

const unauthorized = (dialect: Dialect) => (dialect === 'SDK v1' ? UnauthorizedV1 : UnauthorizedV2);
const fine = { content: [{ type: 'text', text: 'fine' }] };

describe.each(dialects)('%s', (dialect) => {
  test('finds the authorization server, registers, signs its user in, and calls', async () => {
    const keeper = new Keeper();
    const session = open(dialect, keeper);
    await expect(session.connect()).rejects.toThrow(unauthorized(dialect));
    const { origin } = new URL(url);
    expect(session.refused[0]).toEqual({
      status: 401,
      challenge: `Bearer scope="pets:read", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
    });
    expect(asked).toContain('POST /reg');
    const { searchParams } = keeper.sent[0]!;
    expect(Object.fromEntries(searchParams)).toMatchObject({
      resource: url,
      // The newer SDK also asks for leave to refresh.
      scope: dialect === 'SDK v1' ? 'pets:read' : 'pets:read offline_access',
      code_challenge_method: 'S256',
    });
    await session.signIn();
    expect(decodeJwt(keeper.got[0]!)).toMatchObject({ iss: issuer, aud: url, scope: 'pets:read' });
    session.refused.length = 0;
    await session.connect();
    expect(await session.list()).toEqual(['list_pets']);
    expect(await session.call('list_pets')).toMatchObject(fine);
    expect(session.refused).toEqual([]);
    // The API is called as the server, and never gets the token of the user.
    expect(api.got.at(-1)?.headers.authorization).toBe(`Bearer ${apiToken}`);
    expect(JSON.stringify(api.got)).not.toContain(keeper.got[0]);
    await session.close();
  });

  test('refreshes a token that has ended, without its user', async () => {
    const keeper = new Keeper();
    const session = open(dialect, keeper);
    await expect(session.connect()).rejects.toThrow(unauthorized(dialect));
    ended = 1;
    await session.signIn();
    session.refused.length = 0;
    await session.connect();
    expect(await session.call('list_pets')).toMatchObject(fine);
    expect(session.refused.map(({ status }) => status)).toEqual([401]);
    expect(session.refused[0]?.challenge).toContain(
      'error="invalid_token", error_description="The token has expired"',
    );
    expect(keeper.got).toHaveLength(2);
    expect(keeper.sent).toHaveLength(1);
    expect(asked.filter((one) => one === 'POST /token')).toHaveLength(2);
    await session.close();
  });

  test('is not let in with a token that was made for another server', async () => {
    const resource = 'https://other.example.com/mcp';
    const keeper = new Keeper({ isGiven: true, resource });
    const session = open(dialect, keeper);
    await expect(session.connect()).rejects.toThrow(unauthorized(dialect));
    await session.signIn();
    expect(decodeJwt(keeper.got[0]!).aud).toBe(resource);
    session.refused.length = 0;
    await expect(session.connect()).rejects.toThrow(unauthorized(dialect));
    expect(session.refused[0]?.status).toBe(401);
    expect(session.refused[0]?.challenge).toContain('it was made for another server');
  });

  test('asks its user for more where a call needs a scope that is not granted', async () => {
    const keeper = new Keeper({ isGiven: true });
    const session = open(dialect, keeper);
    await expect(session.connect()).rejects.toThrow(unauthorized(dialect));
    await session.signIn();
    await session.connect();
    expect(await session.list()).toEqual(['list_pets']);
    session.refused.length = 0;
    const before = api.got.length;
    await expect(session.call('add_pet')).rejects.toThrow(unauthorized(dialect));
    expect(api.got).toHaveLength(before);
    expect(session.refused.map(({ status }) => status)).toEqual([403]);
    expect(session.refused[0]?.challenge).toContain('error="insufficient_scope"');
    expect(keeper.sent).toHaveLength(2);
    expect(keeper.sent[1]?.searchParams.get('scope')?.split(' ').toSorted()).toEqual([
      'pets:read',
      'pets:write',
    ]);
    await session.signIn();
    expect(await session.call('add_pet')).toMatchObject(fine);
    expect(api.got.at(-1)?.method).toBe('POST');
    await session.close();
  });

  test('signs its user in to a session, which no other token can use', async () => {
    const at = others.get('sessions')?.url ?? '';
    const keeper = new Keeper();
    const session = open(dialect, keeper, at);
    await expect(session.connect()).rejects.toThrow(unauthorized(dialect));
    await session.signIn();
    await session.connect();
    expect(await session.list()).toEqual(['list_pets']);
    expect(await session.call('list_pets')).toMatchObject(fine);
    const id = session.id();
    expect(id === undefined).toBe(dialect === 'SDK v2, modern');
    if (id !== undefined) {
      const stranger = new Keeper();
      const strange = open(dialect, stranger, at);
      await expect(strange.connect()).rejects.toThrow(unauthorized(dialect));
      await strange.signIn();
      await strange.connect();
      const body = message('tools/list');
      const ask = (authorization?: string) =>
        post({ url: at, headers: { 'mcp-session-id': id, ...(authorization && { authorization }) }, body });
      expect((await ask()).status).toBe(401);
      // The same user by another application is not who opened it.
      expect((await ask(`Bearer ${stranger.got.at(-1)}`)).status).toBe(404);
      expect((await ask(`Bearer ${keeper.got.at(-1)}`)).status).toBe(200);
      await strange.close();
    }
    await session.close();
  });

  test('signs its user in where tokens are looked up', async () => {
    const keeper = new Keeper();
    const session = open(dialect, keeper, others.get('introspection')?.url);
    await expect(session.connect()).rejects.toThrow(unauthorized(dialect));
    await session.signIn();
    expect(keeper.got[0]).not.toContain('.');
    asked.length = 0;
    session.refused.length = 0;
    await session.connect();
    expect(await session.list()).toEqual(['list_pets']);
    expect(await session.call('list_pets')).toMatchObject(fine);
    expect(asked).toEqual(['POST /token/introspection']);
    expect(session.refused).toEqual([]);
    await session.close();
    expect(JSON.stringify(api.got)).not.toContain(keeper.got[0]);
    expect(JSON.stringify(api.got)).not.toContain(guardSecret);
  });
});
