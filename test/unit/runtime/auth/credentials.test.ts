import { readWhole } from '../../../../templates/project/src/runtime/auth/readSecret.js';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { features } from '../../../../templates/project/src/generated/features.js';
import {
  applyCredentials,
  readCredentials,
} from '../../../../templates/project/src/runtime/auth/credentials.js';
import { CallError } from '../../../../templates/project/src/runtime/errors.js';
import { describeMissing } from '../../../../templates/project/src/runtime/transport/describeUsage.js';
import { summarizeCredentials } from '../../../../templates/project/src/runtime/settings.js';
import type { Environment } from '../../../../templates/project/src/runtime/settings.js';
import type { ApiInfo, Requirement } from '../../../../templates/project/src/runtime/tool.js';
import { makeCatalog } from '../../../support/runtime/fixtures.js';

const auth: ApiInfo['auth'] = {
  key: { kind: 'api-key', in: 'header', name: 'X-Key', env: 'T_KEY' },
  bot: { kind: 'api-key', in: 'header', name: 'Authorization', prefix: 'Bot ', env: 'T_BOT' },
  query: { kind: 'api-key', in: 'query', name: 'api key', env: 'T_QUERY' },
  cookie: { kind: 'api-key', in: 'cookie', name: 'session', env: 'T_COOKIE' },
  basic: { kind: 'basic', env: { username: 'T_USER', password: 'T_PASSWORD' } },
  bearer: { kind: 'bearer', env: 'T_TOKEN' },
  tls: { kind: 'unsupported', reason: 'Client certificates cannot be sent yet.' },
};
const scratch = join(process.cwd(), 'test/.tmp/credentials');

async function apply(
  env: Environment,
  security: Requirement[],
  address = 'https://api.example.com/x?a=1',
  headers = {},
) {
  const request = { method: 'GET' as const, url: new URL(address), headers: new Headers(headers) };
  const credentials = await readCredentials(auth, env, features.credentials, {
    known: new Map(),
    server: 'test',
    send: () => Promise.reject(new Error('nothing is fetched')),
    isProven: false,
    program: undefined,
  });
  applyCredentials(request, security, auth, credentials);
  const secrets = [...credentials.values()].flatMap((credential) => credential.secrets);
  return { search: request.url.search, headers: Object.fromEntries(request.headers), secrets };
}

describe('credentials', () => {
  const pair = Buffer.from('alice:päss').toString('base64');
  const cases: [Environment, string, search: string, headers: object, secrets: string[]][] = [
    [{ T_KEY: 's3cr3t' }, 'key', '?a=1', { 'x-key': 's3cr3t' }, ['s3cr3t', 's3cr3t']],
    [{ T_BOT: 's3cr3t' }, 'bot', '?a=1', { authorization: 'Bot s3cr3t' }, ['s3cr3t', 's3cr3t']],
    [{ T_BOT: 'bot s3cr3t' }, 'bot', '?a=1', { authorization: 'bot s3cr3t' }, ['bot s3cr3t', 'bot%20s3cr3t']],
    [{ T_QUERY: 's&t' }, 'query', '?a=1&api%20key=s%26t', {}, ['s&t', 's%26t']],
    [{ T_COOKIE: 'abc' }, 'cookie', '?a=1', { cookie: 'session=abc' }, ['abc', 'abc']],
    [
      { T_USER: 'alice', T_PASSWORD: 'päss' },
      'basic',
      '?a=1',
      { authorization: `Basic ${pair}` },
      [pair, 'päss'],
    ],
    [
      { T_USER: 'sk_live' },
      'basic',
      '?a=1',
      { authorization: 'Basic c2tfbGl2ZTo=' },
      ['c2tfbGl2ZTo=', 'sk_live'],
    ],
    [{ T_TOKEN: ' tok\n' }, 'bearer', '?a=1', { authorization: 'Bearer tok' }, ['tok']],
  ];
  test.each(cases)('%j for %s', async (env, scheme, search, headers, secrets) => {
    expect(await apply(env, [{ [scheme]: [] }])).toEqual({ search, headers, secrets });
  });

  test('have no user name with a colon, which would end there', async () => {
    await expect(apply({ T_USER: 'acme:ann', T_PASSWORD: 'x' }, [{ basic: [] }])).rejects.toThrow(
      'The user name in the environment variable T_USER has a colon',
    );
    await expect(apply({ T_USER: 'ann', T_PASSWORD: 'a:b' }, [{ basic: [] }])).resolves.toBeDefined();
  });

  test('come from files, too, and follow them', async () => {
    mkdirSync(scratch, { recursive: true });
    const file = join(scratch, 'token');
    for (const token of ['first', 'second']) {
      writeFileSync(file, `${token}\n`);
      expect((await apply({ T_TOKEN_FILE: file }, [{ bearer: [] }])).headers).toEqual({
        authorization: `Bearer ${token}`,
      });
    }
    await expect(apply({ T_TOKEN_FILE: join(scratch, 'gone') }, [{ bearer: [] }])).rejects.toThrow(
      /variable T_TOKEN_FILE names does not exist; nothing was sent/,
    );
    writeFileSync(file, ' \n');
    await expect(apply({ T_TOKEN_FILE: file }, [{ bearer: [] }])).rejects.toThrow(
      /variable T_TOKEN_FILE names is empty; nothing was sent/,
    );
  });

  test.skipIf(process.platform === 'win32')('come from no folder, device, or file without end', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcpwright-secrets-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const large = join(folder, 'large');
    writeFileSync(large, '');
    truncateSync(large, 5 * 1024 ** 2);
    symlinkSync(join(folder, 'nothing'), join(folder, 'link'));
    const obstacles: [file: string, words: string][] = [
      [folder, 'is a folder'],
      ['/dev/zero', 'is not a file'],
      [large, 'is larger than 4 MB, which is the limit'],
      [join(folder, 'link'), 'is a link to something that does not exist'],
      [join(large, 'token'), 'does not exist: a folder on the way to it is a file'],
      ['a\0b', 'does not exist: there is a null character in its name'],
    ];
    for (const [file, words] of obstacles)
      await expect(apply({ T_TOKEN_FILE: file }, [{ bearer: [] }])).rejects.toThrow(
        new CallError(
          `The file that the environment variable T_TOKEN_FILE names ${words}; nothing was sent to the API. Ask the user to correct it.`,
        ),
      );
  });

  test.skipIf(process.platform === 'win32')('come through a pipe that somebody writes to', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcpwright-secrets-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const token of ['first', 'second']) {
      const [{ headers }] = await Promise.all([
        apply({ T_TOKEN_FILE: pipe }, [{ bearer: [] }]),
        writeFile(pipe, token),
      ]);
      expect(headers).toEqual({ authorization: `Bearer ${token}` });
    }
    await expect(readWhole(pipe, { mostBytes: 10, pipeMs: 20 })).rejects.toThrow(
      'is a pipe, and nothing came through it for 0.02 s',
    );
  });

  test('take the place of what arguments have put there', async () => {
    const headers = { 'x-key': 'mine', authorization: 'mine', cookie: 'a=1; session=mine' };
    const env = { T_KEY: 'k', T_QUERY: 'q', T_COOKIE: 'c', T_TOKEN: 't' };
    const all = { key: [], query: [], cookie: [], bearer: [] };
    expect(await apply(env, [all], 'https://api.example.com/x?api%20key=mine&b=2%20', headers)).toMatchObject(
      {
        search: '?b=2%20&api%20key=q',
        headers: { 'x-key': 'k', authorization: 'Bearer t', cookie: 'a=1; session=c' },
      },
    );
  });

  test.each([
    '?%61pi%20key=mine',
    '?api+key=mine',
    '?api%20key',
    '?%61%70%69+%6B%65%79=mine&b=2%20&api%20key=mine',
    '?API%20Key=mine',
    '?api%20key%5B%5D=mine&api%20key[0]=mine',
    '?+api%20key=mine',
  ])('take the place of %s, however it is encoded', async (search) => {
    const { search: sent } = await apply(
      { T_QUERY: 'q' },
      [{ query: [] }],
      `https://api.example.com/x${search}`,
    );
    expect(sent).toBe(search.includes('b=2') ? '?b=2%20&api%20key=q' : '?api%20key=q');
  });

  test.each(['??api%20key=1', '?a&b=api%20key', '?%ff=1&api%2Bkey=1', '?api%20keys=1'])(
    'leave %s, which are other names',
    async (search) => {
      const { search: sent } = await apply(
        { T_QUERY: 'q' },
        [{ query: [] }],
        `https://api.example.com/x${search}`,
      );
      expect(sent).toBe(`${search}&api%20key=q`);
    },
  );

  test('take the place of a cookie, however it is encoded', async () => {
    const headers = { cookie: 's%65ssion=mine; a&session=1' };
    expect((await apply({ T_COOKIE: 'c' }, [{ cookie: [] }], undefined, headers)).headers).toEqual({
      cookie: 'a&session=1; session=c',
    });
  });

  test('of the first alternative that is configured are used', async () => {
    const either = [{ bearer: [] }, { key: [], cookie: [] }, { key: [] }];
    expect((await apply({ T_KEY: 'k' }, either)).headers).toEqual({ 'x-key': 'k' });
    expect((await apply({ T_KEY: 'k', T_COOKIE: 'c' }, either)).headers).toEqual({
      'x-key': 'k',
      cookie: 'session=c',
    });
    expect((await apply({ T_KEY: 'k', T_TOKEN: 't' }, either)).headers).toEqual({
      authorization: 'Bearer t',
    });
  });

  test('of the first alternative are used in every combination of alternatives and of what is configured', async () => {
    const forms: Requirement[] = [
      {},
      { key: [] },
      { bearer: ['read'] },
      { key: [], bearer: [] },
      { tls: [] },
    ];
    const more = (lists: Requirement[][]) => lists.flatMap((list) => forms.map((one) => list.concat(one)));
    const ofOne = forms.map((one) => [one]);
    const lists = [...ofOne, ...more(ofOne), ...more(more(ofOne))];
    const variables = { key: 'T_KEY', bearer: 'T_TOKEN' };
    let tried = 0;
    for (const configured of [[], ['key'], ['bearer'], ['key', 'bearer']] as const) {
      const env = Object.fromEntries(configured.map((name) => [variables[name], name]));
      for (const security of lists) {
        const met = security.filter((one) =>
          Object.keys(one).every((name) => configured.some((is) => is === name)),
        );
        const chosen = met.find((one) => Object.keys(one).length > 0) ?? met[0];
        const sent = apply(env, security).then(({ headers }) => headers);
        if (chosen === undefined) await expect(sent).rejects.toThrow('nothing was sent to the API');
        else
          expect(await sent, JSON.stringify([configured, security])).toEqual({
            ...('key' in chosen && { 'x-key': 'key' }),
            ...('bearer' in chosen && { authorization: 'Bearer bearer' }),
          });
        tried += 1;
      }
    }
    expect(tried).toBe(620);
  });

  test('are not sent where none is asked for', async () => {
    expect((await apply({ T_TOKEN: 't' }, [])).headers).toEqual({});
  });

  test('that are optional are sent where they are configured', async () => {
    expect((await apply({}, [{}, { bearer: [] }])).headers).toEqual({});
    expect((await apply({ T_TOKEN: 't' }, [{}, { bearer: [] }])).headers).toEqual({
      authorization: 'Bearer t',
    });
  });

  test('of a scheme that the document does not define are none', async () => {
    expect((await apply({}, [{ nowhere: [] }])).headers).toEqual({});
    expect((await apply({}, [{ constructor: [] }])).headers).toEqual({});
  });

  test('that are missing are named, and nothing is sent', async () => {
    await expect(
      apply({ T_KEY: 'k' }, [{ basic: [] }, { key: [], bearer: [] }, { tls: [] }]),
    ).rejects.toThrow(
      'This call needs credentials that are not configured; nothing was sent to the API. Ask the user to set T_USER and T_PASSWORD, or T_KEY and T_TOKEN in the environment of this server, and to start it again. Client certificates cannot be sent yet.',
    );
    await expect(apply({}, [{ tls: [] }])).rejects.toThrow(
      'This tool cannot be used yet; nothing was sent to the API. Client certificates cannot be sent yet.',
    );
    await expect(apply({}, [{ key: [] }, { bearer: [] }])).rejects.toThrow(
      'Ask the user to set T_KEY or T_TOKEN in the environment',
    );
    await expect(apply({ T_KEY: '  ' }, [{ key: [] }])).rejects.toThrow('Ask the user to set T_KEY in');
  });

  test('that no header can hold are refused without showing them', async () => {
    const failed = apply({ T_TOKEN: 'se\ncret' }, [{ bearer: [] }]);
    await expect(failed).rejects.toThrow(
      'The value of the environment variable T_TOKEN cannot be sent in a header',
    );
    await expect(failed).rejects.not.toThrow(/cret/);
  });
});

describe('the operator', () => {
  test('is told which variables of which schemes are set, and not their values', () => {
    const { api } = makeCatalog([]);
    const env = { T_KEY: 'k3y-value', T_USER: 'us3r-value', T_TOKEN_FILE: '/run/secrets/t', T_BOT: ' ' };
    expect(summarizeCredentials({ ...api, auth }, env)).toBe(
      'Credentials set: key (T_KEY); basic (T_USER); bearer (T_TOKEN)',
    );
    expect(summarizeCredentials({ ...api, auth }, {})).toBeUndefined();
  });

  test.each<[string[], Environment, string | undefined]>([
    [['bearer'], {}, 'T_TOKEN'],
    [['bearer'], { T_TOKEN: ' ' }, 'T_TOKEN'],
    [['bearer', 'key', 'basic', 'tls'], {}, 'T_TOKEN, T_KEY, T_USER or T_PASSWORD'],
    [['bearer', 'key'], { T_KEY: 'k' }, undefined],
    [['bearer'], { T_TOKEN_FILE: '/nowhere' }, undefined],
    [['tls'], {}, undefined],
    [[], {}, undefined],
  ])('is told of %j with %j that there is no %s', (schemes, env, names) => {
    const wanted = Object.fromEntries(schemes.map((name) => [name, auth[name]!]));
    expect(describeMissing({ ...makeCatalog([]).api, auth: wanted }, env)).toBe(
      names && `No ${names} is set: calls that need credentials will be refused.`,
    );
  });
});
