import type { ServerResponse } from 'node:http';
import { type Answer, type Got, type Upstream, startUpstream } from '../../support/runtime/upstream.js';

/** An API that lets in who has logged in; its sessions can be ended. */
export interface Shop extends Upstream {
  /** Answers logins in place of the shop, while it is set. */
  answers: { login?: Answer | undefined };
  /** Ends all sessions. */
  end: () => void;
  /** The requests that log in, and all others. */
  logins: () => Got[];
  calls: () => Got[];
  forget: () => void;
}

/** Who may log in, by their names. */
const passwords: Record<string, string> = { ann: 'ann-has-a-secret', bob: 'bob-has-a-secret' };

/** Starts the shop: sessions by cookies at `/login`, and by tokens at `/token`. */
export async function startShop(): Promise<Shop> {
  const sessions = new Map<string, string>();
  const answers: Shop['answers'] = {};
  let count = 0;
  const open = (name: string) => {
    count += 1;
    const id = `session-${count}-of-${name}-${'x'.repeat(20)}`;
    sessions.set(id, name);
    return id;
  };
  const upstream = await startUpstream((request, response) => {
    const path = request.url.replace(/\?.*/, '');
    // It takes its time, so that calls meet.
    setImmediate(() => {
      if (path !== '/v1/login' && path !== '/v1/token') return showOrders(request, response);
      if (answers.login !== undefined) return answers.login(request, response);
      const { name, password } = readLogin(request);
      if (passwords[name] === undefined || passwords[name] !== password)
        return answer(response, 401, { message: `no, ${password} is not the password` });
      const id = open(name);
      if (path === '/v1/token')
        return answer(response, 200, { data: { access_token: id, name }, refresh: 'none' });
      response.setHeader('set-cookie', [
        `sid=${id}; Path=/v1; HttpOnly`,
        'theme=dark; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT',
        'other=elsewhere-and-long; Domain=example.com',
      ]);
      return answer(response, 200, { welcome: name });
    });
  });

  function showOrders({ method, url, headers, body }: Got, response: ServerResponse): void {
    const cookie = /(?:^|; )sid=([^;]*)/.exec(headers.cookie ?? '')?.[1];
    const shown = cookie ?? headers.authorization?.replace('Bearer ', '') ?? '';
    const name = sessions.get(shown);
    if (name === undefined) return answer(response, 401, { message: 'Log in first' });
    return answer(response, 200, { name, method, url, body, shown, cookie: headers.cookie ?? '' });
  }

  return {
    ...upstream,
    answers,
    end: () => sessions.clear(),
    logins: () => upstream.got.filter(({ url }) => /^\/v1\/(?:login|token)/.test(url)),
    calls: () => upstream.got.filter(({ url }) => !/^\/v1\/(?:login|token)/.test(url)),
    forget: () => {
      upstream.got.length = 0;
      delete answers.login;
    },
  };
}

function readLogin({ headers, body }: Got): { name: string; password: string } {
  const json = headers['content-type'] === 'application/json';
  const given = json
    ? (JSON.parse(body) as Record<string, string>)
    : Object.fromEntries(new URLSearchParams(body));
  return { name: given['username'] ?? '', password: given['password'] ?? '' };
}

export function answer(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

const credentials = {
  type: 'object',
  required: ['username', 'password'],
  properties: { username: { type: 'string' }, password: { type: 'string', format: 'password' } },
};
const fine = { responses: { 200: { description: 'Fine', content: { 'application/json': {} } } } };

/** The document of the shop at a URL: its orders are for who has the cookie, or the token. */
export function describeShop(url: string, scheme: 'cookie' | 'token'): object {
  return {
    servers: [{ url: `${url}/v1` }],
    security: [{ [scheme]: [] }],
    components: {
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
        token: {
          type: 'oauth2',
          flows: { password: { tokenUrl: '/v1/token', scopes: {} } },
        },
      },
      schemas: { Credentials: credentials },
    },
    paths: {
      '/login': {
        post: {
          operationId: 'postLogin',
          ...fine,
          security: [],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Credentials' } } },
          },
        },
      },
      '/token': {
        post: {
          operationId: 'getToken',
          ...fine,
          security: [],
          requestBody: {
            required: true,
            content: { 'application/x-www-form-urlencoded': { schema: credentials } },
          },
        },
      },
      '/orders': {
        get: { operationId: 'listOrders', ...fine },
        post: {
          operationId: 'addOrder',
          ...fine,
          requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    },
  };
}

/** What an owner writes for it. */
export const sessions = {
  cookie: {
    scheme: 'cookie',
    session: { login: 'postLogin', arguments: { username: 'SHOP_USER', password: 'SHOP_PASSWORD' } },
  },
  token: {
    scheme: 'token',
    session: {
      login: 'POST /token',
      arguments: { username: 'SHOP_USER', password: 'SHOP_PASSWORD' },
      token: 'data.access_token',
    },
  },
};

export const asAnn = { SHOP_USER: 'ann', SHOP_PASSWORD: 'ann-has-a-secret' };
