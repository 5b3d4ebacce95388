import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../../../templates/project/src/generated/features.js';
import type { Visitor } from '../../../templates/project/src/runtime/auth/credentials.js';
import { createCaller } from '../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../templates/project/src/runtime/offer/createOffer.js';
import type { AuthScheme } from '../../../templates/project/src/runtime/tool.js';
import { makeCatalog, makeParameter, makeTool } from '../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';
import { listen, stop } from './issuer.js';

/** Whose credential a scheme takes: the server's, one that a header brings, or one that the user's token becomes. */
type Owner = 'own' | 'forwarded' | 'exchanged';
/** The schemes that are needed together. */
type Alternative = readonly string[];

/** What there is of each scheme; of those that are exchanged, what becomes of the user's token. */
interface Situation {
  there: ReadonlySet<string>;
  token: 'granted' | 'refused' | 'none';
}

let api: Upstream;
let tokenUrl = '';
/** Answers for the token `good` alone. */
const endpoint = createServer(async (request, response) => {
  const isGood = new URLSearchParams(await readText(request)).get('subject_token') === 'good';
  response.writeHead(isGood ? 200 : 400, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify(
      isGood ? { access_token: 'token-of-user', token_type: 'Bearer' } : { error: 'invalid_grant' },
    ),
  );
});
beforeAll(async () => {
  tokenUrl = `${await listen(endpoint)}/token`;
  api = await startUpstream((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  );
});
afterAll(async () => {
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
  return Object.entries(requests[0]!.headers)
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
  return names.reduce<string[][]>((sets, name) => [...sets, ...sets.map((set) => [...set, name])], [[]]);
}

/** All lists of so many of these, each once. */
function lists<T>(of: readonly T[], length: number): T[][] {
  if (length === 0) return [[]];
  return of.flatMap((first) =>
    lists(
      of.filter((one) => one !== first),
      length - 1,
    ).map((rest) => [first, ...rest]),
  );
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
  const issuer = token === 'none' ? {} : { issuer: 'https://login.example.com' };
  const shownToken = { granted: 'good', refused: 'bad', none: 'fixed' }[token];
  return { principal: { subject: 'ann', scopes: [], claims: {}, ...issuer }, token: shownToken };
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
