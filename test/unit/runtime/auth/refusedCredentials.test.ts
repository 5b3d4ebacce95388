import { afterAll, beforeAll, expect, test } from 'vitest';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import type { ApiInfo } from '../../../../templates/project/src/runtime/tool.js';
import { makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let upstream: Upstream;
let status = 401;
let challenge = '';
beforeAll(async () => {
  upstream = await startUpstream((_request, response) =>
    response.writeHead(status, { 'www-authenticate': challenge }).end(),
  );
});
afterAll(() => upstream.close());

const auth = {
  first: { kind: 'api-key', in: 'header', name: 'X-First', env: 'T_FIRST' },
  second: { kind: 'bearer', env: 'T_SECOND' },
} satisfies ApiInfo['auth'];
const login = {
  kind: 'oauth2',
  clientCredentials: true,
  scopes: [],
  login: ['browser'],
  env: { token: 'T_SECOND', clientId: 'T_ID', clientSecret: 'T_SECRET', refreshToken: 'T_REFRESH' },
} satisfies ApiInfo['auth'][string];

interface Case {
  env: Record<string, string>;
  answered?: number;
  security?: Record<string, string[]>[];
  said?: string;
  isLogin?: boolean;
  credentialsOf?: () => Promise<Record<string, string>>;
}

const header = (name: string) => (name === 'x-mine' ? 'the-value-of-the-user' : undefined);

/** What a user's call that the API refuses says. */
async function refuse({ env, answered = 401, security, said = '', isLogin, credentialsOf }: Case) {
  status = answered;
  challenge = said;
  const tool = makeTool({ path: '/c', security: security ?? [{ first: [] }, { second: [] }] });
  const catalog = makeCatalog([tool], {
    api: {
      servers: [{ url: upstream.url }],
      auth: isLogin ? { ...auth, second: { ...login, tokenUrl: `${upstream.url}/token` } } : auth,
    },
  });
  const caller = await createCaller({ features, catalog, env, timeoutMs: 5_000, credentialsOf });
  const offered = (await offerTools(catalog.toolsets[0]!)).get('the_tool')!;
  const visitor = { principal: undefined, token: undefined, header };
  const signal = new AbortController().signal;
  const { content } = await caller(offered, {}, { signal, trace: {}, visitor });
  return content.map((one) => ('text' in one ? one.text : '')).join();
}

const both = { T_FIRST: 'key-of-the-server', T_SECOND: 'token-of-the-server' };

test.each<[string, Case, string]>([
  [
    'those of the alternative that was sent',
    { env: both },
    'The credentials are missing or not accepted. Ask the user to check the environment variables T_FIRST of this server.',
  ],
  [
    'all where none was sent',
    { env: {}, security: [{}, { first: [] }, { second: [] }] },
    'Ask the user to check the environment variables T_FIRST, T_SECOND of this server.',
  ],
  [
    'the header of the client, and no variable',
    { env: { ...both, MCP_FORWARD_HEADERS: 'first=X-Mine' } },
    'The API refused the credential that the client sent in the header x-mine. Ask the user to check it.',
  ],
  [
    'the same where it does not allow the call',
    { env: { ...both, MCP_FORWARD_HEADERS: 'first=X-Mine' }, answered: 403 },
    'The API does not allow this to the credential that the client sent in the header x-mine. Ask the user to check it.',
  ],
  [
    'what of it is of the server beside what is of the user',
    { env: { ...both, MCP_FORWARD_HEADERS: 'first=X-Mine' }, security: [{ first: [], second: [] }] },
    'in the header x-mine. Ask the user to check the environment variables T_SECOND of this server.',
  ],
  [
    'nothing where code finds what is of the user',
    { env: both, credentialsOf: async () => ({ second: 'the-value-of-the-user' }) },
    'The API refused the credential of the user. Ask the user to check it.',
  ],
  [
    'no login and no scope of the server where the token of the user lacks one',
    {
      env: { T_ID: 'this-client', T_SECRET: 'its-secret', MCP_FORWARD_HEADERS: 'second=X-Mine' },
      said: 'Bearer error="insufficient_scope"',
      isLogin: true,
    },
    'The token lacks a scope that this takes. Ask the user to log in with that scope.',
  ],
])('an explanation of refused credentials names %s', async (_what, given, words) => {
  const lines = (await refuse(given)).split('\n');
  expect(lines.find((line) => line.endsWith(words)) ?? lines).toMatch(words);
});
