import { afterEach, describe, expect, test, vi } from 'vitest';
import type { FetchMeans } from '../../../../templates/project/src/runtime/auth/credentials.js';
import type { Visitor } from '../../../../templates/project/src/runtime/auth/proof.js';
import type { SessionScheme } from '../../../../templates/project/src/runtime/auth/session/logIn.js';
import { session } from '../../../../templates/project/src/runtime/auth/session/session.js';
import { HeaderMap, type Outgoing } from '../../../../templates/project/src/runtime/request/outgoing.js';
import { makeApi } from '../../../support/runtime/fixtures.js';

afterEach(() => vi.restoreAllMocks());

const scheme: SessionScheme = {
  kind: 'session',
  env: { name: 'T_NAME', password: 'T_PASSWORD' },
  given: 'T_TOKEN',
  by: {
    method: 'POST',
    path: '/tenants/{tenant}/login?fixed=1',
    accept: ['application/json'],
    mediaType: 'application/json',
    fields: [
      { in: 'path', name: 'tenant', argument: 'tenant' },
      { in: 'query', name: 'by', value: 'mail' },
      { in: 'header', name: 'X-Device', value: 'mcp' },
      { in: 'body', name: ['user', 'name'], argument: 'name' },
      { in: 'body', name: ['user', '__proto__'], argument: 'password' },
      { in: 'body', name: ['pin'], value: '12', isNumber: true },
    ],
    token: ['token'],
    put: { in: 'header', name: 'X-Session', prefix: 'Session ' },
  },
};

/** A way to an API that gives each login another token. */
function makeMeans(answer: object = {}) {
  const sent: Outgoing[] = [];
  const means: FetchMeans = {
    known: new Map(),
    server: 'test',
    isProven: false,
    program: undefined,
    toApi: { api: makeApi(), env: {}, exchangeFor: () => () => Promise.reject(new Error('not used')) },
    send: async (request) => {
      sent.push(request);
      const body = Buffer.from(JSON.stringify({ token: `token-number-${sent.length}`, ...answer }));
      return { status: 200, headers: new HeaderMap(), body };
    },
  };
  return { means, sent };
}

const env = { T_NAME: 'ann', T_PASSWORD: 'p4ssw0rd', T_TENANT: 'acme' };
const own: SessionScheme = { ...scheme, env: { ...scheme.env, tenant: 'T_TENANT' } };

async function apply(means: FetchMeans, values: Record<string, string> = env): Promise<string | null> {
  const credential = await (await session.read(own, values, means, 'own'))?.obtain?.();
  const request: Outgoing = {
    method: 'GET',
    url: new URL('https://api.example.com/'),
    headers: new HeaderMap(),
  };
  credential?.apply(request);
  return request.headers.get('x-session');
}

describe('the request of a login', () => {
  test('has each value where the document has it', async () => {
    const { means, sent } = makeMeans();
    expect(await apply(means)).toBe('Session token-number-1');
    const [{ url, headers, body } = { url: '', headers: new HeaderMap(), body: '' }] = sent;
    expect(String(url)).toBe('https://api.example.com/v1/tenants/acme/login?fixed=1&by=mail');
    expect(headers.get('x-device')).toBe('mcp');
    expect(body).toBe('{"user":{"name":"ann","__proto__":"p4ssw0rd"},"pin":12}');
  });

  test.each(['..', 'a/b', '%2e%2e', ''])('leads nowhere else by the value %j in its path', async (tenant) => {
    const { means, sent } = makeMeans();
    if (tenant === '') expect(await apply(means, { ...env, T_TENANT: tenant })).toBeNull();
    else await expect(apply(means, { ...env, T_TENANT: tenant })).rejects.toThrow('tenant must not');
    expect(sent).toEqual([]);
  });

  test('has the credentials that it asks for itself', async () => {
    const { means, sent } = makeMeans();
    const needing = { ...own, by: { ...own.by, needs: ['key', 'absent'] } };
    const key = { secrets: [], apply: ({ headers }: Outgoing) => headers.set('x-key', 'k') };
    const credential = await session.read(needing, env, means, 'own');
    await credential?.obtain?.(undefined, new Map([['key', key]]));
    expect(sent[0]?.headers.get('x-key')).toBe('k');
  });
});

describe('what the operator has already', () => {
  test('is sent in place of a login', async () => {
    const { means, sent } = makeMeans();
    const credential = await session.read(own, { ...env, T_TOKEN: 'mine' }, means, 'own');
    expect(credential?.obtain).toBeUndefined();
    const headers = new HeaderMap();
    credential?.apply({ method: 'GET', url: new URL('https://api.example.com/'), headers });
    expect(headers.get('x-session')).toBe('Session mine');
    expect(sent).toEqual([]);
  });
});

describe('a login that is kept', () => {
  test('is made again where the variable, or the file that it names, has another value', async () => {
    const { means, sent } = makeMeans();
    await apply(means);
    await apply(means);
    expect(sent).toHaveLength(1);
    await apply(means, { ...env, T_PASSWORD: 'another1' });
    expect(sent).toHaveLength(2);
  });

  test('is got anew a little before it ends, as the API says', async () => {
    const { means, sent } = makeMeans({ expires_in: 600 });
    await apply(means);
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 560_000);
    await apply(means);
    expect(sent).toHaveLength(1);
    vi.spyOn(Date, 'now').mockReturnValue(now + 575_000);
    await apply(means);
    expect(sent).toHaveLength(2);
  });

  test('and that nobody uses is forgotten', async () => {
    const { means, sent } = makeMeans();
    await apply(means);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 60_000);
    await apply(means);
    expect(sent).toHaveLength(2);
  });
});

const visit = (means: FetchMeans, name: string, visitor: Partial<Visitor> = {}): FetchMeans => ({
  ...means,
  given: {
    visitor: { principal: undefined, token: undefined, header: () => undefined, ...visitor },
    values: new Map([['own', `${name}:p4ssw0rd`]]),
  },
});

describe('logins of users', () => {
  const plain: SessionScheme = { ...scheme, by: { ...scheme.by, path: '/login' } };
  const take = async (means: FetchMeans) => (await session.read(plain, env, means, 'own'))?.obtain?.();

  test('are so many at most: the one that was not used for longest is made again', async () => {
    const { means, sent } = makeMeans();
    for (let index = 0; index < 1_000; index += 1) await take(visit(means, `user${index}`));
    await take(visit(means, 'user0'));
    expect(sent).toHaveLength(1_000);
    await take(visit(means, 'one more'));
    await take(visit(means, 'user0'));
    expect(sent).toHaveLength(1_001);
    await take(visit(means, 'user1'));
    expect(sent).toHaveLength(1_002);
  });

  test('are kept by digests: neither names nor passwords are', async () => {
    const { means } = makeMeans();
    await take(visit(means, 'ann'));
    const { inspect } = await import('node:util');
    expect(inspect(means.known, { depth: 20, showHidden: true })).not.toMatch(/p4ssw0rd|ann:/);
  });

  test('end with their token, and with their session', async () => {
    const { means, sent } = makeMeans();
    const seconds = Date.now() / 1000;
    const principal = { subject: 'ann', scopes: [], claims: { exp: seconds + 60 } };
    const visitor = { token: 'first', principal };
    await take(visit(means, 'ann', visitor));
    await take(visit(means, 'ann', visitor));
    expect(sent).toHaveLength(1);
    await take(visit(means, 'ann', { ...visitor, header: () => 'another session' }));
    await take(visit(means, 'ann', { ...visitor, token: 'second' }));
    expect(sent).toHaveLength(3);
    vi.spyOn(Date, 'now').mockReturnValue((seconds + 61) * 1000);
    await take(visit(means, 'ann', visitor));
    expect(sent).toHaveLength(4);
  });
});
