import { createFetchMeans } from '../../../../templates/project/src/runtime/call/createProver.js';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import os, { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  logIn,
  logOut,
  nameOpener,
  readLogin,
} from '../../../../templates/project/src/runtime/auth/login/logIn.js';
import { openTokenStore } from '../../../../templates/project/src/runtime/auth/oauth/tokenStore.js';
import { CallError } from '../../../../templates/project/src/runtime/errors.js';
import { createNetwork } from '../../../../templates/project/src/runtime/http/createNetwork.js';
import { tempFolder } from '../../../support/tempFolder.js';
import { type Answer, type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let upstream: Upstream;
/** What is answered to each path; the last of several answers goes on. */
let answers: Record<string, Answer[]> = {};
let folder = '';
beforeAll(async () => {
  upstream = await startUpstream((got, response) => {
    const left = answers[got.url.replace(/\?.*/, '')] ?? [];
    const [next = say(404, {})] = left;
    if (left.length > 1) left.shift();
    next(got, response);
  });
});
afterAll(() => upstream.close());
beforeEach(() => {
  folder = tempFolder();
  upstream.got.length = 0;
  answers = {};
});

const say =
  (status: number, value: unknown): Answer =>
  (_got, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const token = {
  access_token: 'access-token-1',
  token_type: 'Bearer',
  expires_in: 600,
  refresh_token: 'refresh-1',
};

const secret = 'client-s3cret/value';
const names = { token: 'T_TOKEN', clientId: 'T_ID', clientSecret: 'T_SECRET', refreshToken: 'T_REFRESH' };
const file = () => join(folder, 'mcpwright/shop.tokens.json');

function partsOf(scheme: object = {}) {
  return {
    name: 'user',
    scheme: {
      kind: 'oauth2' as const,
      tokenUrl: `${upstream.url}/token`,
      authorizationUrl: `${upstream.url}/login?tenant=7`,
      deviceUrl: `${upstream.url}/device`,
      scopes: ['read'],
      login: ['browser' as const, 'device' as const],
      env: names,
      ...scheme,
    },
    env: { XDG_CONFIG_HOME: folder, T_ID: 'client', T_SECRET: secret },
    means: createFetchMeans(createNetwork({}, undefined), 5_000, 'shop'),
  };
}

/** A clock that goes on by what is waited for, and says how long that was; it may stand still for long waits. */
function createClock(longest = Infinity) {
  let time = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => time,
    wait: (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      if (ms > longest) return new Promise<void>(() => {});
      waits.push(ms);
      time += ms;
      return Promise.resolve();
    },
  };
}

/** Logs in with a browser that does what is said with the URL. */
async function withBrowser(
  visit: (login: URL, back: URL) => Promise<void>,
  scheme: object = {},
  clock = createClock(1),
) {
  const log: string[] = [];
  const visits: Promise<void>[] = [];
  const openBrowser = (url: URL) => {
    const back = new URL(url.searchParams.get('redirect_uri')!);
    back.searchParams.set('state', url.searchParams.get('state')!);
    back.searchParams.set('code', 'the-code-of-it');
    visits.push(visit(url, back));
  };
  const said = await logIn(partsOf(scheme), 'browser', {
    log: (line) => log.push(line),
    openBrowser,
    clock,
  }).catch((error: Error) => error.message);
  await Promise.all(visits);
  return { said, log: log.join('\n') };
}

const go = async (url: URL) => {
  const response = await fetch(url);
  return `${response.status} ${await response.text()}`;
};

describe('a login with a browser', () => {
  test('sends what was asked for, and keeps the URL that the document says', async () => {
    answers = { '/token': [say(200, token)] };
    let shown = '';
    const { said } = await withBrowser(async (login, back) => {
      expect(login.searchParams.get('tenant')).toBe('7');
      shown = await go(back);
    });
    expect(said).toContain('Logged in to user.');
    expect(shown).toMatch(/^200 [^]*You can close this page/);
    const body = new URLSearchParams(upstream.got[0]?.body);
    expect(body.get('code')).toBe('the-code-of-it');
    expect(body.get('code_verifier')).toMatch(/^[\w-]{43}$/);
    expect(body.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
      [JSON.stringify(['user', `${upstream.url}/token`, '', 'client'])]: {
        accessToken: 'access-token-1',
        refreshToken: 'refresh-1',
        renewAt: expect.any(Number) as number,
        endsAt: expect.any(Number) as number,
        savedAt: expect.any(Number) as number,
      },
    });
  });

  const others: [string, (back: URL) => void, string][] = [
    ['another state', (back) => back.searchParams.set('state', 'mine'), '400'],
    ['no state', (back) => back.searchParams.delete('state'), '400'],
    ['two states', (back) => back.searchParams.append('state', 'mine'), '400'],
    ['another path', (back) => (back.pathname = '/'), '404'],
    ['another host', (back) => (back.hostname = 'localhost'), '404'],
  ];
  test.each(others)('refuses %s, and waits for the one that was begun', async (_name, change, status) => {
    answers = { '/token': [say(200, token)] };
    const { said } = await withBrowser(async (_login, back) => {
      const wrong = new URL(back);
      change(wrong);
      // Whoever is asked for by another name is still found at this address.
      const answered = await new Promise<string>((resolve) => {
        request({
          host: '127.0.0.1',
          port: wrong.port,
          path: wrong.pathname + wrong.search,
          headers: { host: wrong.host },
        })
          .on('response', (response) => resolve(String(response.resume().statusCode)))
          .end();
      });
      expect(answered).toBe(status);
      expect(upstream.got).toEqual([]);
      await go(back);
    });
    expect(said).toContain('Logged in to user.');
  });

  test.each([
    [
      'a user who says no',
      { error: 'access_denied', error_description: 'Not today' },
      'access_denied: Not today',
    ],
    ['another issuer', { iss: 'https://evil.example.com' }, 'none that the specification knows'],
  ])('ends with %s, and asks for no token', async (_name, parameters, words) => {
    const { said } = await withBrowser(async (_login, back) => {
      for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, value);
      if ('error' in parameters) back.searchParams.delete('code');
      expect(await go(back)).toContain('400');
    });
    expect(said).toContain(words);
    expect(upstream.got).toEqual([]);
    expect(existsSync(file())).toBe(false);
  });

  test('takes the issuer of an origin that users were sent to, where nothing says what it is called', async () => {
    answers = { '/token': [say(200, token)] };
    const { said } = await withBrowser(async (_login, back) => {
      back.searchParams.set('iss', `${upstream.url}/realms/shop`);
      await go(back);
    });
    expect(said).toContain('Logged in to user.');
  });

  test('takes no other issuer than that of the description', async () => {
    const described = {
      issuer: upstream.url,
      token_endpoint: `${upstream.url}/token`,
      authorization_endpoint: `${upstream.url}/login`,
      scopes_supported: ['openid', 'offline_access', 'read'],
    };
    answers = { '/token': [say(200, token)], '/described': [say(200, described)] };
    const scheme = { discoveryUrl: `${upstream.url}/described` };
    const { said } = await withBrowser(async (login, back) => {
      expect(login.searchParams.get('scope')).toBe('read openid offline_access');
      expect(login.searchParams.get('prompt')).toBe('consent');
      back.searchParams.set('iss', `${upstream.url}/realms/shop`);
      await go(back);
    }, scheme);
    expect(said).toContain('none that the specification knows');
    const exact = await withBrowser(
      async (login, back) => {
        expect(login.searchParams.get('scope')).toBe('read');
        await go(back);
      },
      { ...scheme, isExact: true },
    );
    expect(exact.said).toContain('Logged in to user.');
  });

  test('is waited for 5 minutes', async () => {
    const clock = createClock();
    const { said } = await withBrowser(async () => {}, {}, clock);
    expect(said).toContain('Nobody logged in within 5 minutes');
    expect(clock.waits).toEqual([300_000]);
  });

  test.each([
    ['http://id.example.com/login', 'is not encrypted'],
    ['https://me@id.example.com/login', 'holds a user name'],
  ])('sends nobody to %s', async (authorizationUrl, words) => {
    const { said, log } = await withBrowser(async () => {}, { authorizationUrl });
    expect(said).toContain(words);
    expect(log).toBe('');
  });

  test('says which scopes the user did not allow', async () => {
    answers = { '/token': [say(200, { ...token, scope: 'read' })] };
    const { said } = await withBrowser(async (_login, back) => void (await go(back)), {
      scopes: ['read', 'write'],
    });
    expect(said).toContain('Not allowed: write.');
  });
});

const begun = {
  device_code: 'the-device-code',
  user_code: 'ABCD-EFGH',
  verification_uri: 'https://id.example.com/enter',
  expires_in: 900,
  interval: 5,
};
const refuse = (error: string) => say(400, { error, error_description: `told ${secret}` });

async function withCode(clock = createClock(), signal?: AbortSignal) {
  const log: string[] = [];
  const options = {
    log: (line: string) => void log.push(line),
    browser: false,
    clock,
    ...(signal && { signal }),
  };
  const said = await logIn(partsOf(), 'device', options).catch((error: Error) => error.message);
  return { said, log: log.join('\n'), waits: clock.waits };
}

describe('a browser is opened without a shell', () => {
  const urls = [
    'https://id.example.com/a?x=1&y=2',
    'https://id.example.com/a?x="&calc.exe&"',
    'https://id.example.com/a?x=$(touch%20b)`c`;d|e>f^g%PATH%',
    "https://id.example.com/'a'#b c",
  ].map((text) => new URL(text));
  test.each<[NodeJS.Platform, string[]]>([
    ['linux', ['xdg-open']],
    ['freebsd', ['xdg-open']],
    ['darwin', ['open']],
    ['win32', ['rundll32', 'url.dll,FileProtocolHandler']],
  ])('on %s, with the URL as its last argument', (system, opener) => {
    for (const url of urls) expect(nameOpener(system, url)).toEqual([...opener, url.href]);
    // What begins with a scheme is no option of a program.
    for (const { href } of urls) expect(href).toMatch(/^https:/);
  });
});

describe('a login with a code', () => {
  test('polls as it is told, and less often when told to slow down or when nobody answers', async () => {
    answers = {
      '/device': [say(200, begun)],
      '/token': [
        refuse('authorization_pending'),
        refuse('slow_down'),
        (_got, response) => void response.socket?.destroy(),
        refuse('authorization_pending'),
        say(200, token),
      ],
    };
    const { said, log, waits } = await withCode();
    expect(said).toContain('Logged in to user.');
    expect(log).toBe(
      'To log in, open https://id.example.com/enter on any device, and enter the code ABCD-EFGH',
    );
    expect(waits).toEqual([5_000, 5_000, 10_000, 20_000, 20_000]);
    const body = new URLSearchParams(upstream.got[1]?.body);
    expect(body.get('device_code')).toBe('the-device-code');
    expect(new URLSearchParams(upstream.got[0]?.body).get('scope')).toBe('read');
  });

  test('ends when the code does, whatever the server asks for', async () => {
    answers = {
      '/device': [say(200, { ...begun, expires_in: 12 })],
      '/token': [refuse('authorization_pending')],
    };
    const { said, waits } = await withCode();
    expect(said).toContain('Nobody entered the code before it expired');
    expect(waits).toEqual([5_000, 5_000, 2_000]);
    answers = { '/device': [say(200, { ...begun, expires_in: 1e12, interval: 1e9 })] };
    const long = await withCode();
    expect(long.said).toContain('expired');
    expect(long.waits).toEqual([1_800_000]);
  });

  test.each([
    ['expired_token', 'expired'],
    ['access_denied', 'The login was refused (access_denied)'],
    ['invalid_client', 'gave no token (invalid_client: told [redacted])'],
  ])('ends at %s', async (error, words) => {
    answers = { '/device': [say(200, begun)], '/token': [refuse(error)] };
    const { said } = await withCode();
    expect(said).toContain(words);
    expect(said).not.toContain(secret);
  });

  test('can be cancelled', async () => {
    const controller = new AbortController();
    answers = {
      '/device': [say(200, begun)],
      '/token': [
        (got, response) => {
          controller.abort();
          refuse('authorization_pending')(got, response);
        },
      ],
    };
    await withCode(createClock(), controller.signal);
    expect(upstream.got).toHaveLength(2);
    expect(existsSync(file())).toBe(false);
  });

  test.each(['http://id.example.com/enter', 'javascript:alert(1)', 'https://id.example.com/\u001b[2J'])(
    'sends nobody to %s',
    async (page) => {
      answers = { '/device': [say(200, { ...begun, verification_uri: page })] };
      const { said, log } = await withCode();
      expect(said).toContain('The address of the authorization server');
      expect(log).toBe('');
    },
  );
});

const login = () =>
  logIn(partsOf(), 'device', { log: () => {}, browser: false, clock: createClock() }).catch(
    (error: unknown) => error,
  );

describe('a number of the authorization server that makes no sense', () => {
  const odd = [
    1e14,
    1e300,
    Number.MAX_VALUE,
    '1e400',
    0,
    1e-9,
    -1,
    '600',
    'abc',
    '',
    null,
    true,
    [],
    { a: 1 },
  ];
  test.each(odd)(
    'as the time that a token lasts: %j is taken as the nearest that does, or named',
    async (lasts) => {
      for (const refresh_token of ['refresh-1', undefined]) {
        answers = {
          '/device': [say(200, begun)],
          '/token': [say(200, { ...token, refresh_token, expires_in: lasts })],
        };
        const said = await login();
        if (said instanceof Error) {
          expect(said).toBeInstanceOf(CallError);
          expect(said.message).toContain('gave no token (');
          continue;
        }
        expect(said).not.toMatch(/e\+|NaN|Infinity/);
        const { endsAt, ...known } = await readLogin(partsOf());
        expect(known).toMatchObject({ file: file() });
        if (endsAt !== undefined) expect(endsAt).toMatch(/^\d{4}-\d\d-\d\dT/);
        expect(await logOut(partsOf())).toBe(true);
      }
    },
  );

  test.each(odd)('as the time that a code holds, or between two questions: %j', async (seconds) => {
    for (const name of ['expires_in', 'interval']) {
      answers = {
        '/device': [say(200, { ...begun, [name]: seconds })],
        '/token': [refuse('authorization_pending'), say(200, token)],
      };
      const said = await login();
      if (said instanceof Error) expect(said).toBeInstanceOf(CallError);
      else expect(said).toContain('Logged in to user.');
    }
  });
});

const open = () => openTokenStore('shop', { XDG_CONFIG_HOME: folder });

describe('the file of tokens', () => {
  test('is in the home folder where the folder that is named is relative', () => {
    const { file: found } = openTokenStore('shop', { HOME: folder, XDG_CONFIG_HOME: 'config' });
    expect(found.startsWith(join(folder, '.'))).toBe(true);
  });

  test.each([
    ['is relative', () => 'home'],
    ['is empty', () => ''],
    [
      'is not known to the system',
      () => {
        throw new Error('uv_os_homedir returned ENOENT');
      },
    ],
  ])('is nowhere where the home folder %s', (_name, ask) => {
    vi.spyOn(os, 'homedir').mockImplementation(ask);
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    expect(() => openTokenStore('shop', {})).toThrow(CallError);
    expect(() => openTokenStore('shop', {})).toThrow('is not known, since there is no home folder');
  });
});

describe('saved tokens', () => {
  const owner = { scheme: 'user', source: ['https://id.example.com/token', undefined], clientId: 'client' };
  const saved = { accessToken: 'access-token-1', refreshToken: 'refresh-1', savedAt: 1 };
  const save = () => open().update(owner, () => Promise.resolve(saved));

  test.each([
    ['another scheme', { scheme: 'other' }],
    ['another token URL', { source: ['https://evil.example.com/token', undefined] }],
    ['another description', { source: ['https://id.example.com/token', 'https://evil.example.com/'] }],
    ['another client', { clientId: 'other' }],
    ['another token of the environment', { origin: 'refresh-0' }],
  ])('are not those of %s', async (_name, other) => {
    await save();
    expect(await open().read(owner)).toEqual(saved);
    expect(await open().read({ ...owner, ...other })).toBeUndefined();
    expect(await openTokenStore('other', { XDG_CONFIG_HOME: folder }).read(owner)).toBeUndefined();
  });

  const spoilt: [string, () => void, string][] = [
    ['others can read', () => chmodSync(file(), 0o644), 'can be read or was written by other users'],
    ['the group can write', () => chmodSync(file(), 0o620), 'can be read or was written by other users'],
    [
      'is a link',
      () => {
        renameSync(file(), `${file()}.real`);
        symlinkSync(`${file()}.real`, file());
      },
      'is a link',
    ],
    ['is no JSON', () => writeFileSync(file(), 'refresh-1'), 'is not one that this server has written'],
    [
      'holds something else',
      () => writeFileSync(file(), '{"a":{"b":1}}'),
      'is not one that this server has written',
    ],
    ['is very large', () => writeFileSync(file(), ' '.repeat(1024 * 1024 + 1)), 'is too large'],
    ...[
      { endsAt: 1e17 },
      { endsAt: '2030-01-01' },
      { endsAt: null },
      { renewAt: -1e300 },
      { refreshToken: 5 },
      { scope: [] },
    ].map((part): [string, () => void, string] => [
      `says ${JSON.stringify(part)}`,
      () => writeFileSync(file(), JSON.stringify({ a: { ...saved, ...part } })),
      'is not one that this server has written',
    ]),
    [
      'is a link that leads nowhere',
      () => {
        rmSync(file());
        symlinkSync(join(folder, 'nowhere'), file());
      },
      'is a link',
    ],
    [
      'is a pipe',
      () => {
        rmSync(file());
        execFileSync('mkfifo', [file()]);
      },
      'is not a file',
    ],
    [
      'is a folder',
      () => {
        rmSync(file());
        mkdirSync(file());
      },
      'is not a file',
    ],
  ];
  test.each(spoilt)('are refused where the file %s', async (_name, spoil, words) => {
    await save();
    spoil();
    await expect(open().read(owner)).rejects.toThrow(words);
    await expect(save()).rejects.toThrow(words);
    await expect(open().read(owner)).rejects.not.toThrow('refresh-1');
  });

  test('are changed by one at a time', async () => {
    await save();
    let inside = 0;
    let most = 0;
    const each = () =>
      open().update(owner, async (before) => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
        return { ...saved, savedAt: (before?.savedAt ?? 0) + 1 };
      });
    await Promise.all(Array.from({ length: 8 }, each));
    expect(most).toBe(1);
    expect((await open().read(owner))?.savedAt).toBe(9);
    expect(existsSync(`${file()}.lock`)).toBe(false);
  });

  const inTheWay: [string, (lock: string) => void, string][] = [
    ['a link that leads nowhere', (lock) => symlinkSync(join(folder, 'nowhere'), lock), 'is a link'],
    [
      'a link to a file',
      (lock) => {
        writeFileSync(join(folder, 'precious'), 'mine');
        symlinkSync(join(folder, 'precious'), lock);
      },
      'is a link',
    ],
    ['a pipe', (lock) => void execFileSync('mkfifo', [lock]), 'is not a file'],
    ['a folder', (lock) => mkdirSync(lock), 'is not a file'],
    ['very large', (lock) => writeFileSync(lock, ' '.repeat(1024 * 1024 + 1)), 'is too large'],
  ];
  test.each(inTheWay)('wait for no lock that is %s: it is named', async (_name, put, words) => {
    mkdirSync(dirname(file()), { recursive: true });
    put(`${file()}.lock`);
    const error = await save().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CallError);
    expect((error as CallError).message).toContain(`The file ${file()}.lock, by which`);
    expect((error as CallError).message).toContain(
      `${words}; nothing was sent to the API. Ask the user to delete it.`,
    );
    expect(existsSync(file())).toBe(false);
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  test.each([
    ['that is nonsense', () => 'abc'],
    ['whose end is no number', () => 'elsewhere 1 never x'],
    ['that would never end', () => `elsewhere 1 1e300 x`],
    ['of a process that has ended', () => `${hostname()} 999999999 ${Date.now() + 60_000} x`],
    ['that has lasted too long', () => `elsewhere 1 ${Date.now() - 1} x`],
  ])('wait for no lock %s', async (_name, content) => {
    mkdirSync(dirname(file()), { recursive: true });
    writeFileSync(`${file()}.lock`, content());
    expect(await save()).toEqual(saved);
    expect(existsSync(`${file()}.lock`)).toBe(false);
  });

  test('are used as long as the process runs where they cannot be written, which is said once', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    // Where the folder should be is a file.
    writeFileSync(join(folder, 'mcpwright'), '');
    const store = open();
    for (const savedAt of [1, 2]) await store.update(owner, () => Promise.resolve({ ...saved, savedAt }));
    expect((await store.read(owner))?.savedAt).toBe(2);
    expect(said).toHaveBeenCalledTimes(1);
    expect(String(said.mock.calls[0])).toContain('cannot be kept in');
    expect(String(said.mock.calls[0])).not.toContain('refresh-1');
    said.mockRestore();
  });

  test('are forgotten on logout, though nothing can be revoked', async () => {
    answers = { '/device': [say(200, begun)], '/token': [say(200, token)] };
    await withCode();
    expect((await readLogin(partsOf())).isLoggedIn).toBe(true);
    expect(await logOut(partsOf())).toBe(true);
    expect(await logOut(partsOf())).toBe(false);
    expect(await readLogin(partsOf())).toEqual({ file: file(), isLoggedIn: false });
  });

  test('are forgotten and revoked on logout though no client is configured any more, and no others', async () => {
    const parts = partsOf({ discoveryUrl: `${upstream.url}/described` });
    const described = {
      issuer: upstream.url,
      token_endpoint: `${upstream.url}/token`,
      revocation_endpoint: `${upstream.url}/revoke`,
    };
    answers = { '/described': [say(200, described)], '/revoke': [say(200, {})] };
    const source = [parts.scheme.tokenUrl, `${upstream.url}/described`];
    const mine = ['client', 'another-client'].map((clientId) => ({ scheme: 'user', source, clientId }));
    const others = [
      { scheme: 'other', source, clientId: 'client' },
      { scheme: 'user', source: [...source].toReversed(), clientId: 'client' },
      { scheme: 'user', source, clientId: 'client', origin: 'refresh-0' },
    ];
    for (const one of [...mine, ...others]) await open().update(one, () => Promise.resolve(saved));
    const unset = { ...parts, env: { XDG_CONFIG_HOME: folder } };
    expect(await logOut(unset)).toBe(true);
    for (const one of mine) expect(await open().read(one)).toBeUndefined();
    for (const one of others) expect(await open().read(one)).toEqual(saved);
    const revoked = upstream.got.filter(({ url }) => url === '/revoke');
    expect(revoked.map(({ body }) => new URLSearchParams(String(body)).get('client_id'))).toEqual([
      'client',
      'another-client',
    ]);
    expect(await logOut(unset)).toBe(false);
  });
});
