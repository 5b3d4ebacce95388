import type { Visitor } from '../../../templates/project/src/runtime/auth/proof.js';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../templates/project/src/runtime/offer/createOffer.js';
import type {
  ApiAccess,
  AuthScheme,
  Requirement,
  Resource,
} from '../../../templates/project/src/runtime/tool.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../templates/project/src/server.js';
import { makeCatalog, makeParameter, makeTool } from '../../support/runtime/fixtures.js';
import { certificate, startTlsApi } from '../../support/runtime/networkServers.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';
import { messageOf, modern, post } from '../../support/runtime/wire.js';
import { type Issuer, audience, listen, startIssuer, stop } from './issuer.js';

/** Whose credential a scheme takes: the server's, one that a header brings, or one that the user's token becomes. */
type Owner = 'own' | 'forwarded' | 'exchanged';
/** The schemes that are needed together. */
type Alternative = readonly string[];

/** What there is of each scheme; of those that are exchanged, what becomes of the user's token. */
interface Situation {
  there: ReadonlySet<string>;
  token: 'granted' | 'refused' | 'none';
}

let issuer: Issuer;
let api: Upstream;
let tokenUrl = '';
/** Answers for the token `good`, and for one of the user of that name. */
const endpoint = createServer(async (request, response) => {
  const token = new URLSearchParams(await readText(request)).get('subject_token') ?? '';
  const isGood = token === 'good' || (token !== 'bad' && decodeJwt(token).sub === 'good');
  response.writeHead(isGood ? 200 : 400, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify(
      isGood ? { access_token: 'token-of-user', token_type: 'Bearer' } : { error: 'invalid_grant' },
    ),
  );
});
beforeAll(async () => {
  tokenUrl = `${await listen(endpoint)}/token`;
  issuer = await startIssuer();
  api = await startUpstream(({ url }, response) => {
    const isAccepted = url === '/work' || url.startsWith('/jobs/');
    const location = isAccepted && { location: '/jobs/7' };
    response.writeHead(isAccepted ? 202 : 200, { 'content-type': 'application/json', ...location });
    response.end('[{"id":1}]');
  });
});
afterAll(async () => {
  issuer.close();
  await api.close();
  stop(endpoint);
});

/**
 * What docs/serving.md promises, said once more: what arrives of a call, or nothing where it is refused. Where some
 * alternative has a scheme of the user, it is the user who calls.
 */
function promised(
  alternatives: readonly Alternative[],
  owners: Readonly<Record<string, Owner>>,
  { there, token }: Situation,
): readonly string[] | undefined {
  const isUsers = (scheme: string) => owners[scheme] !== 'own';
  const isThere = (scheme: string) => (owners[scheme] === 'exchanged' ? token !== 'none' : there.has(scheme));
  const asksUser = alternatives.some((schemes) => schemes.some(isUsers));
  const anonymous = alternatives.some((schemes) => schemes.length === 0) ? [] : undefined;
  const taken =
    alternatives.find(
      (schemes) => schemes.length > 0 && schemes.every(isThere) && (!asksUser || schemes.some(isUsers)),
    ) ?? anonymous;
  // A user whom the authorization server does not know is not sent on as somebody else, nor as nobody.
  if (taken?.some((scheme) => owners[scheme] === 'exchanged') && token === 'refused') return undefined;
  const sent = taken?.map(
    (scheme) => `${headerOf(scheme, owners[scheme]!)}: ${isUsers(scheme) ? 'user' : 'server'}`,
  );
  return sent && [...new Set(sent)].toSorted();
}

/** What holds the credential of a scheme: all that are exchanged share a header. */
const headerOf = (scheme: string, owner: Owner) =>
  owner === 'exchanged' ? 'authorization' : `x-key-${scheme}`;

/** Whose credentials the API was shown, and in which headers; nothing where it was sent nothing. */
function shownTo(id: string): readonly string[] | undefined {
  const requests = api.got.filter(({ url }) => url === `/it?id=${id}`);
  if (requests.length === 0) return undefined;
  expect(requests).toHaveLength(1);
  return shownOf(requests[0]!.headers);
}

function shownOf(headers: IncomingHttpHeaders): readonly string[] {
  return Object.entries(headers)
    .filter(([name]) => name === 'authorization' || name.startsWith('x-key-'))
    .map(([name, value]) => `${name}: ${String(value).replace(/^.*-of-/, '')}`)
    .toSorted();
}

const schemeFor = (name: string, owner: Owner): AuthScheme =>
  owner === 'exchanged'
    ? { kind: 'bearer', env: `OWN_${name}` }
    : { kind: 'api-key', in: 'header', name: `X-Key-${name}`, env: `OWN_${name}` };

/** All sets of some names, the empty one first. */
function subsets(names: readonly string[]): string[][] {
  const [first, ...rest] = names;
  if (first === undefined) return [[]];
  return subsets(rest).flatMap((set) => [set, [first, ...set]]);
}

/** All lists of so many of these, each once. */
function lists<T>(of: readonly T[], length: number): T[][] {
  if (length === 0) return [[]];
  return of.flatMap((first) => {
    const others = of.filter((one) => one !== first);
    return lists(others, length - 1).map((rest) => [first].concat(rest));
  });
}

/** The alternatives that operations are tried with: of two schemes all there are, of three those of two, and of three single ones. */
function alternativesOf(schemes: readonly string[]): string[][][] {
  const all = subsets(schemes);
  if (schemes.length === 2) return [1, 2, 3, 4].flatMap((length) => lists(all, length));
  const single = all.filter((set) => set.length < 2);
  return [...lists(all, 1), ...lists(all, 2), ...lists(single, 3)];
}

const kinds: readonly Owner[] = ['own', 'forwarded', 'exchanged'];
const ownersOfTwo = kinds.flatMap((a, index) => kinds.slice(index).map((b) => ({ a, b })));
const ownersOfThree = ownersOfTwo.flatMap(({ a, b }) =>
  kinds.slice(kinds.indexOf(b)).map((c) => ({ a, b, c })),
);

let calls = 0;

/** Calls every operation in every situation; says where what arrived is not what is promised, and how many calls there were. */
async function enumerate(owners: Readonly<Record<string, Owner>>) {
  const schemes = Object.keys(owners);
  const of = (kind: Owner) => schemes.filter((scheme) => owners[scheme] === kind);
  const operations = alternativesOf(schemes).map((alternatives, index) => ({ alternatives, index }));
  const tools = operations.map(({ alternatives, index }) =>
    makeTool({
      name: `get_${index}`,
      path: '/it',
      parameters: [makeParameter({ argument: 'id', name: 'id' })],
      security: alternatives.map((names) => Object.fromEntries(names.map((name) => [name, []]))),
    }),
  );
  const auth = Object.fromEntries(schemes.map((name) => [name, schemeFor(name, owners[name]!)]));
  const catalog = makeCatalog(tools, { api: { servers: [{ url: api.url }], auth } });
  const offered = await offerTools(catalog.toolsets[0]!);
  const wrong: unknown[] = [];
  let count = 0;
  for (const configured of subsets(of('own'))) {
    // The server has credentials of its own for the schemes of users as well.
    const own = [...configured, ...of('forwarded'), ...of('exchanged')];
    const env = {
      ...Object.fromEntries(own.map((name) => [`OWN_${name}`, `${name}-of-server`])),
      MCP_FORWARD_HEADERS: of('forwarded')
        .map((name) => `${name}=X-Mine-${name}`)
        .join(),
      ...(of('exchanged').length > 0 && {
        MCP_AUTH_ISSUER: 'https://login.example.com',
        MCP_EXCHANGE: 'token-exchange',
        MCP_EXCHANGE_URL: tokenUrl,
        MCP_EXCHANGE_CLIENT_ID: 'app',
        MCP_EXCHANGE_CLIENT_SECRET: 'secret',
      }),
    };
    const caller = await createCaller({ features, catalog, env, timeoutMs: 20_000 });
    const tokens =
      of('exchanged').length > 0 ? (['granted', 'refused', 'none'] as const) : (['none'] as const);
    for (const brought of subsets(of('forwarded')))
      for (const token of tokens) {
        const there = new Set([...configured, ...brought]);
        const visitor: Visitor = {
          ...visitorWith(token),
          header: (name) =>
            brought.map((one) => [`x-mine-${one}`, `${one}-of-user`]).find(([known]) => known === name)?.[1],
        };
        await Promise.all(
          operations.map(async ({ alternatives, index }) => {
            calls += 1;
            count += 1;
            const id = String(calls);
            const result = await caller(
              offered.get(`get_${index}`)!,
              { id },
              { signal: new AbortController().signal, trace: {}, visitor },
            );
            const expected = promised(alternatives, owners, { there, token });
            const got = shownTo(id);
            const isTold = (result.isError === true) === (expected === undefined);
            if (!isTold || JSON.stringify(got) !== JSON.stringify(expected))
              wrong.push({ alternatives, there: [...there], token, expected, got, said: textOf(result) });
          }),
        );
        api.got.length = 0;
      }
  }
  return { wrong, count };
}

const textOf = ({ content }: CallToolResult) => JSON.stringify(content);

/** Who comes with a token that is exchanged, with one that the authorization server refuses, or with that of the operator. */
function visitorWith(token: Situation['token']): Pick<Visitor, 'principal' | 'token'> {
  const from = token === 'none' ? {} : { issuer: 'https://login.example.com' };
  const shownToken = { granted: 'good', refused: 'bad', none: 'fixed' }[token];
  return { principal: { subject: 'ann', scopes: [], claims: {}, ...from }, token: shownToken };
}

describe('who calls an operation', () => {
  test.each(
    [...ownersOfTwo, ...ownersOfThree].map((owners) => [Object.values(owners).join(', '), owners] as const),
  )(
    'with schemes that are %s is the user wherever one is theirs, and never the server in their place',
    async (_name, owners) => {
      const { wrong, count } = await enumerate(owners);
      expect(wrong).toEqual([]);
      expect(count).toBeGreaterThan(100);
    },
  );
});

/** One way in which the API is told who calls: what the server is set to, and who comes with or without a credential. */
interface Way {
  env: () => Record<string, string>;
  user: AuthScheme;
  /** Where the server offers several documents, the schemes of the others are none of the user's. */
  isOfSeveral: boolean;
  known: { sub: string; headers?: Record<string, string> };
  unknown: { sub: string; headers?: Record<string, string> };
  words: string;
}

const ways: Record<string, Way> = {
  'by a header, of one document of several': {
    env: () => ({ MCP_FORWARD_HEADERS: 'shop.user=X-Mine' }),
    user: { kind: 'api-key', in: 'header', name: 'X-Key-user', env: 'OWN_user' },
    isOfSeveral: true,
    known: { sub: 'ann', headers: { 'x-mine': 'key-of-user' } },
    unknown: { sub: 'ann' },
    words: 'send the header x-mine',
  },
  'by an exchanged token': {
    env: () => ({
      MCP_EXCHANGE: 'token-exchange',
      MCP_EXCHANGE_URL: tokenUrl,
      MCP_EXCHANGE_CLIENT_ID: 'app',
      MCP_EXCHANGE_CLIENT_SECRET: 'secret',
    }),
    user: { kind: 'bearer', env: 'OWN_user' },
    isOfSeveral: false,
    known: { sub: 'good' },
    unknown: { sub: 'ann' },
    words: 'gave no token for the user',
  },
};

describe.each(Object.entries(ways))('who is told of %s', (_name, way) => {
  let url = '';
  let server: HttpServer;
  beforeAll(async () => {
    server = await serveShop(way);
    url = server.url;
  });
  afterAll(() => server.close());

  /** Posts a request of protocol 2026-07-28; says what came of it, and whose credentials the API was shown. */
  async function ask(method: string, params: object, who: Way['known']) {
    api.got.length = 0;
    const { headers, body } = modern(method, params, '2026-07-28', {
      extensions: { 'io.modelcontextprotocol/tasks': {} },
    });
    const named = 'taskId' in params && { 'mcp-name': String(params.taskId) };
    const token = await issuer.sign({ claims: { sub: who.sub } });
    const answer = await post({
      url,
      headers: { ...headers, ...named, authorization: `Bearer ${token}`, ...who.headers },
      body,
    });
    const shown = api.got.map((request) => shownOf(request.headers));
    return { said: answer.body, message: messageOf(answer), shown };
  }

  const asUser = way.isOfSeveral ? ['x-key-user: user'] : ['authorization: user'];

  /** What the API is asked for in each way, besides by calls. */
  const asking: [string, string, object][] = [
    ['a tool is called', 'tools/call', { name: 'list_pets', arguments: {} }],
    ['a resource is read', 'resources/read', { uri: 'test://shop/pets' }],
    [
      'a value is completed',
      'completion/complete',
      { ref: { type: 'ref/resource', uri: 'test://shop/pets/{id}' }, argument: { name: 'id', value: '' } },
    ],
  ];

  test.each(asking)(
    'is the user where %s, and nothing is sent without them',
    async (_what, method, params) => {
      const fine = await ask(method, params, way.known);
      expect(fine.shown).toEqual([asUser]);
      expect(fine.message.error).toBeUndefined();
      const refused = await ask(method, params, way.unknown);
      expect(refused.shown).toEqual([]);
      if (method === 'completion/complete')
        expect(refused.message.result).toMatchObject({ completion: { values: [] } });
      else expect(refused.said).toContain(way.words);
    },
  );

  test('is the user where a task is begun, looked at and ended, and nothing is sent without them', async () => {
    const begun = await ask('tools/call', { name: 'do_work', arguments: {} }, way.known);
    expect(begun.shown).toEqual([asUser]);
    const taskId = String(begun.message.result?.['taskId']);
    for (const method of ['tasks/get', 'tasks/cancel']) {
      const fine = await ask(method, { taskId }, way.known);
      expect(fine.shown).toEqual([asUser]);
    }
    const none = await ask('tools/call', { name: 'do_work', arguments: {} }, way.unknown);
    expect(none.shown).toEqual([]);
    expect(none.said).toContain(way.words);
    if (!way.isOfSeveral) return;
    for (const method of ['tasks/get', 'tasks/cancel']) {
      const refused = await ask(method, { taskId }, way.unknown);
      expect(refused.shown).toEqual([]);
      expect(refused.message.error?.message).toContain('did not bring');
    }
  });

  test('is the server where an operation has no scheme of the user', async () => {
    const { shown, message } = await ask('tools/call', { name: 'get_own', arguments: {} }, way.unknown);
    expect(shown).toEqual([['x-key-own: server']]);
    expect(message.result?.['isError']).not.toBe(true);
  });

  test('is nobody where an operation needs nobody, unless the user has come', async () => {
    const call = { name: 'get_any', arguments: {} };
    expect((await ask('tools/call', call, way.known)).shown).toEqual([asUser]);
    const { shown, said } = await ask('tools/call', call, way.unknown);
    // Whom the authorization server refuses is refused here.
    expect(shown).toEqual(way.isOfSeveral ? [[]] : []);
    if (!way.isOfSeveral) expect(said).toContain(way.words);
  });
});

/** Serves a shop, whose operations can each be called by the server or by the user. */
function serveShop({ env, user, isOfSeveral }: Way): Promise<HttpServer> {
  const name = (scheme: string) => (isOfSeveral ? `shop.${scheme}` : scheme);
  const auth: Record<string, AuthScheme> = {
    [name('own')]: { kind: 'api-key', in: 'header', name: 'X-Key-own', env: 'OWN_own' },
    [name('user')]: user,
  };
  const own = { [name('own')]: [] };
  const security = [own, { [name('user')]: [] }];
  const work = {
    method: 'POST',
    path: '/work',
    poll: true,
    cancel: { method: 'DELETE', path: '/jobs/{id}' },
  } as const;
  const tools = [
    makeTool({ name: 'list_pets', path: '/pets', security }),
    makeTool({ name: 'do_work', ...work, security }),
    makeTool({ name: 'get_own', path: '/own', security: [own] }),
    makeTool({ name: 'get_any', path: '/any', security: [{}, ...security] }),
  ];
  const access = { title: 'Shop', servers: [{ url: api.url }], baseUrlEnv: 'SHOP_BASE_URL', auth };
  const other: ApiAccess = { ...access, title: 'Park', auth: { 'park.own': auth[name('own')]! } };
  const catalog = makeCatalog(tools, {
    api: isOfSeveral ? { sources: { shop: access, park: other } } : access,
  });
  const about = { title: 'Pets', description: 'Pets.', toolset: 'things' };
  const sourced = isOfSeveral
    ? catalog.toolsets.map((one) => ({ ...one, source: 'shop' }))
    : catalog.toolsets;
  const resources: Resource[] = [
    { uri: 'test://shop/pets', name: 'list_pets', ...about },
    {
      uri: 'test://shop/pets/{id}',
      name: 'list_pets',
      ...about,
      completions: { id: { from: { tool: 'list_pets', value: ['id'] } } },
    },
  ];
  return serveOverHttp(
    createApp({
      catalog: { ...catalog, toolsets: sourced, tasks: true, resources: async () => ({ list: resources }) },
      env: {
        MCP_AUTH_ISSUER: issuer.url,
        MCP_PUBLIC_URL: audience,
        OWN_own: 'key-of-server',
        OWN_user: 'key-of-server',
        ...env(),
      },
    }),
    { host: '127.0.0.1', port: 0, allowUnauthenticated: false, log: () => undefined },
  );
}

describe('the certificate of the server', () => {
  const tls: AuthScheme = {
    kind: 'client-certificate',
    env: {
      certificate: 'MCP_CLIENT_CERT_FILE',
      key: 'MCP_CLIENT_KEY_FILE',
      passphrase: 'MCP_CLIENT_KEY_PASSPHRASE',
    },
  };
  const user: AuthScheme = { kind: 'api-key', in: 'header', name: 'X-Key-user', env: 'OWN_user' };
  const none = {};
  const [byUser, byTls, byBoth] = [{ user: [] }, { tls: [] }, { user: [], tls: [] }];

  test.each<[string, Requirement[], brings: boolean, caller: string]>([
    ['is no other way to call what the user calls', [byTls, byUser], true, 'nobody'],
    ['is not shown where nobody needs to be known', [byTls, byUser, none], false, 'nobody'],
    ['is shown beside what the user brings, if both are needed', [byBoth], true, 'Test client'],
    ['is shown where no scheme is the user’s', [byTls], false, 'Test client'],
    ['is shown where the API asks for it in no operation', [byUser], true, 'Test client'],
  ])('%s', async (_name, security, brings, caller) => {
    const tlsApi = await startTlsApi();
    const catalog = makeCatalog([makeTool({ name: 'get_it', security })], {
      api: { servers: [{ url: tlsApi.url }], auth: { user, tls } },
    });
    const env = {
      MCP_FORWARD_HEADERS: 'user=X-Mine',
      MCP_CA_FILE: certificate('ca.pem'),
      MCP_CLIENT_CERT_FILE: certificate('client.pem'),
      MCP_CLIENT_KEY_FILE: certificate('client.key'),
    };
    const call = await createCaller({ features, catalog, env, timeoutMs: 20_000 });
    const visitor = { ...visitorWith('none'), header: () => (brings ? 'key-of-user' : undefined) };
    const result = await call(
      (await offerTools(catalog.toolsets[0]!)).get('get_it')!,
      {},
      { signal: new AbortController().signal, trace: {}, visitor },
    );
    expect(textOf(result)).toContain(JSON.stringify(JSON.stringify({ caller })).slice(1, -1));
    await tlsApi.close();
  });
});
