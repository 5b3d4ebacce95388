import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SchemeChoice } from '../../../generator/model/config.js';
import { toCatalog } from '../../../generator/toCatalog.js';
import { features } from '../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../templates/project/src/runtime/offer/createOffer.js';
import { shapeDocument } from '../../support/shapeDocument.js';
import type { Answer } from '../../support/runtime/upstream.js';
import { type Shop, answer, asAnn, describeShop, sessions, startShop } from './startShop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.forget());
afterEach(() => vi.restoreAllMocks());

interface Served {
  scheme?: 'cookie' | 'token';
  choice?: SchemeChoice;
  env?: Record<string, string>;
  document?: object;
  timeoutMs?: number;
}

/** A server for the shop; calls its tools. */
async function serve(options: Served = {}) {
  const { scheme = 'cookie', choice = sessions[scheme], env = asAnn, timeoutMs = 5_000 } = options;
  const { server } = shapeDocument(options.document ?? describeShop(shop.url, scheme), {
    name: 'shop',
    credentials: [choice],
  });
  const catalog = toCatalog(server);
  const caller = await createCaller({ features, catalog, env, timeoutMs });
  const tools = new Map<string, Awaited<ReturnType<typeof find>>>();
  async function find(name: string) {
    for (const toolset of catalog.toolsets) {
      const offered = (await offerTools(toolset)).get(name);
      if (offered !== undefined) return offered;
    }
    throw new Error(`no tool ${name}`);
  }
  return async (name = 'list_orders', args: object = {}) => {
    const offered = tools.get(name) ?? (await find(name));
    tools.set(name, offered);
    const result = await caller(offered, args, { signal: new AbortController().signal, trace: {} });
    return { isError: result.isError === true, text: JSON.stringify(result) };
  };
}

describe.each(['cookie', 'token'] as const)('a session by %s', (scheme) => {
  test('is one login for all calls, those at once among them', async () => {
    const call = await serve({ scheme });
    const results = await Promise.all([call(), call(), call()]);
    results.push(await call());
    expect(results.filter(({ isError }) => isError)).toEqual([]);
    expect(shop.logins()).toHaveLength(1);
    expect(shop.calls()).toHaveLength(4);
    const [login] = shop.logins();
    expect(login?.body).toBe(
      scheme === 'cookie'
        ? '{"username":"ann","password":"ann-has-a-secret"}'
        : 'username=ann&password=ann-has-a-secret',
    );
    expect(results[0]?.text).toContain('ann');
  });

  test('that the API has ended is renewed once, for a write as well', async () => {
    const call = await serve({ scheme });
    await call();
    shop.end();
    shop.got.length = 0;
    const { isError } = await call('add_order', { body: { item: 'tea' } });
    expect(isError).toBe(false);
    expect(shop.logins()).toHaveLength(1);
    expect(shop.calls().map(({ method, body }) => `${method} ${body}`)).toEqual([
      'POST {"item":"tea"}',
      'POST {"item":"tea"}',
    ]);
  });

  test('that was ended for several calls at once is renewed by one login', async () => {
    const call = await serve({ scheme });
    await call();
    shop.end();
    shop.got.length = 0;
    const results = await Promise.all([call(), call(), call()]);
    expect(results.filter(({ isError }) => isError)).toEqual([]);
    expect(shop.logins()).toHaveLength(1);
  });

  test('is nowhere in what a model is shown, and neither is the password', async () => {
    const call = await serve({ scheme });
    const { text } = await call();
    expect(text).toContain('[redacted]');
    expect(text).not.toContain('session-');
    expect(text).not.toContain('has-a-secret');
  });

  test('without a variable is not begun: the call says which to set', async () => {
    const call = await serve({ scheme, env: { SHOP_USER: 'ann' } });
    const { isError, text } = await call();
    expect(isError).toBe(true);
    expect(text).toContain('set SHOP_USER and SHOP_PASSWORD');
    expect(shop.got).toEqual([]);
  });

  test.each([401, 403, 400])(
    'that is refused with %i names the variables, and is not tried again',
    async (status) => {
      shop.answers.login = ({ body }, response) =>
        answer(response, status, { message: `no: ${body}`, error: `bad ${asAnn.SHOP_PASSWORD}` });
      const call = await serve({ scheme });
      const { isError, text } = await call();
      expect(isError).toBe(true);
      expect(text).toContain(`was refused: the API answered ${status}`);
      expect(text).toContain('SHOP_USER, SHOP_PASSWORD');
      expect(text).not.toContain('has-a-secret');
      expect(await call()).toEqual({ isError, text });
      expect(shop.logins()).toHaveLength(1);
      expect(shop.calls()).toEqual([]);
    },
  );

  test.each<[string, Answer, RegExp]>([
    [
      'a page',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in</html>'),
      /answered 200 with an HTML page/,
    ],
    [
      'a page and a cookie of its own',
      (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'sid=anonymous; Path=/' })
          .end('<html>Log in</html>'),
      /answered 200 with an HTML page/,
    ],
    [
      'an error in JSON',
      (_, response) => answer(response, 200, { error: 'bad password' }),
      /JSON that has error.*bad password/,
    ],
    ['nothing', (_, response) => response.writeHead(204).end(), /answered 204 with no content/],
    ['text', (_, response) => response.end('denied'), /a text that is not JSON/],
  ])('that is answered with %s is none', async (_name, login, words) => {
    shop.answers.login = login;
    const { isError, text } = await (await serve({ scheme }))();
    expect(isError).toBe(true);
    expect(text).toMatch(words);
    expect(text).toContain(scheme === 'token' ? 'no token at data.access_token' : '');
    expect(text).toContain('SHOP_USER, SHOP_PASSWORD');
    expect(shop.calls()).toEqual([]);
  });

  test('that is not answered ends at the time limit', async () => {
    shop.answers.login = () => undefined;
    const { isError, text } = await (await serve({ scheme, timeoutMs: 300 }))();
    expect(isError).toBe(true);
    expect(text).toContain('was not answered within 0.3 s; the call itself was not sent');
    expect(shop.calls()).toEqual([]);
  });

  test('that fails for a while is tried again with the next call', async () => {
    shop.answers.login = (_, response) => answer(response, 503, {});
    const call = await serve({ scheme });
    expect((await call()).text).toContain('failed: the API answered 503');
    delete shop.answers.login;
    expect((await call()).isError).toBe(false);
  });

  test('is given to the origin of the API alone', async () => {
    const other = await startShop();
    const document = describeShop(shop.url, scheme) as { paths: Record<string, object> };
    document.paths['/others'] = {
      servers: [{ url: `${other.url}/v1` }],
      get: { operationId: 'listOthers', responses: { 200: { description: 'Fine' } } },
    };
    const call = await serve({ scheme, document });
    await call();
    const { isError } = await call('list_others');
    expect(isError).toBe(true);
    expect(other.got).toHaveLength(1);
    expect(other.got[0]?.headers).not.toHaveProperty('cookie');
    expect(other.got[0]?.headers).not.toHaveProperty('authorization');
    await other.close();
  });

  test('is not begun at another origin: nothing is sent there', async () => {
    const other = await startShop();
    const document = describeShop(shop.url, scheme) as { paths: Record<string, object> };
    for (const path of ['/login', '/token'])
      document.paths[path] = { ...document.paths[path], servers: [{ url: `${other.url}/v1` }] };
    const { isError, text } = await (await serve({ scheme, document }))();
    expect(isError).toBe(true);
    expect(text).toContain(`is at ${other.url}, which is none of the servers of the API`);
    expect([...other.got, ...shop.got]).toEqual([]);
    await other.close();
  });

  test('is no tool', async () => {
    const { tools, diagnostics } = shapeDocument(describeShop(shop.url, scheme), {
      credentials: [sessions[scheme]],
    });
    const path = scheme === 'cookie' ? '/login' : '/token';
    expect(tools.map(({ tool: { request } }) => request.path)).not.toContain(path);
    expect(
      diagnostics.filter(({ code }) => code === 'login-not-offered').map(({ message }) => message),
    ).toEqual([
      `POST ${path} logs in for the security scheme "${scheme}", and is no tool. Write "tools: { ${scheme === 'cookie' ? 'postLogin' : 'getToken'}: true }" in mcpwright.yaml to offer it as well.`,
    ]);
  });
});

describe('the cookies of a login', () => {
  test('go where their paths lead, and those of other domains nowhere', async () => {
    await (
      await serve()
    )();
    expect(shop.calls()[0]?.headers.cookie).toMatch(/^sid=session-\d+-of-ann-x+; theme=dark$/);
  });

  test('that may not go to a call have it refused in words', async () => {
    shop.answers.login = (_, response) => {
      response.setHeader('set-cookie', 'sid=a-secret-of-the-shop; Path=/admin');
      answer(response, 200, {});
    };
    const { isError, text } = await (await serve())();
    expect(isError).toBe(true);
    expect(text).toContain('may not be sent to');
    expect(text).toContain('/admin');
    expect(text).not.toContain('a-secret-of-the-shop');
  });

  test('that come with words which are called HTML, as some frameworks do, are a session', async () => {
    shop.answers.login = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'sid=of-nobody; Path=/' })
        .end('Welcome');
    await (
      await serve()
    )();
    expect(shop.calls()[0]?.headers.cookie).toBe('sid=of-nobody');
  });

  test('that end by themselves are got anew before the API refuses them', async () => {
    shop.answers.login = (_, response) => {
      response.setHeader('set-cookie', `sid=number-${shop.logins().length}-of-all; Path=/; Max-Age=60`);
      answer(response, 200, {});
    };
    const call = await serve();
    await call();
    const before = shop.logins().length;
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    await call();
    // The one before the call, and the one after its 401.
    expect(shop.logins()).toHaveLength(before + 2);
    const cookies = shop.calls().map(({ headers }) => headers.cookie);
    expect(cookies.slice(2)).toEqual(['sid=number-3-of-all', 'sid=number-4-of-all']);
  });

  test.each([
    ['has ended', 'Path=/; Max-Age=0'],
    ['is of another domain', 'Path=/; Domain=example.com'],
  ])('of which the one that counts %s are no session', async (_name, attributes) => {
    shop.answers.login = (_, response) => {
      response.setHeader('set-cookie', `sid=a-secret-of-the-shop; ${attributes}`);
      answer(response, 200, {});
    };
    const { isError, text } = await (await serve())();
    expect(isError).toBe(true);
    expect(text).toContain(
      'with the cookie sid for another domain, over an unencrypted connection, or at its end',
    );
    expect(shop.calls()).toEqual([]);
  });

  test('without the one that counts are no session: their names are told', async () => {
    shop.answers.login = (_, response) => {
      response.setHeader('set-cookie', ['lang=en; Path=/', '__tracking=of-the-visitor; Path=/']);
      answer(response, 200, {});
    };
    const { text } = await (await serve())();
    expect(text).toContain('and not the cookie sid (but with lang, __tracking)');
    expect(text).not.toContain('of-the-visitor');
  });

  test('that come with a redirect to another page are a session, too', async () => {
    shop.answers.login = (_, response) =>
      response
        .writeHead(302, { location: '/welcome', 'set-cookie': 'sid=of-nobody-the-shop-knows; Path=/' })
        .end();
    await (
      await serve()
    )();
    expect(shop.calls()[0]?.headers.cookie).toBe('sid=of-nobody-the-shop-knows');
  });
});
