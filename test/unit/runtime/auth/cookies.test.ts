import { describe, expect, test } from 'vitest';
import {
  listCookieNames,
  mayGo,
  readCookies,
  setCookies,
} from '../../../../templates/project/src/runtime/auth/session/cookies.js';
import { HeaderMap, type Outgoing } from '../../../../templates/project/src/runtime/request/outgoing.js';

const now = Date.UTC(2026, 0, 1);

function read(lines: string[], from = 'https://api.example.com/v1/auth/login') {
  const headers = HeaderMap.ofAnswer(lines.flatMap((line) => ['Set-Cookie', line]));
  return readCookies(headers, new URL(from), now);
}

/** What is sent of these to a URL. */
function send(lines: string[], to: string, before = '', from?: string): string | null {
  const headers = new HeaderMap(before === '' ? [] : [['cookie', before]]);
  const request: Outgoing = { method: 'GET', url: new URL(to), headers };
  setCookies(request, read(lines, from), request.url, now);
  return headers.get('cookie');
}

const api = 'https://api.example.com/v1/orders';

describe('cookies of one list', () => {
  test('are told apart, dates with commas in them', () => {
    const lines = [
      'sid=a; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT',
      'theme=b,c; Path=/',
      'empty=; Path=/',
      'token="quoted=="; Path=/',
    ];
    expect(read(lines).map(({ name, value }) => [name, value])).toEqual([
      ['sid', 'a'],
      ['theme', 'b,c'],
      ['empty', ''],
      ['token', '"quoted=="'],
    ]);
  });

  test('that come from a fetch of the owner are the same', () => {
    const headers = new Headers();
    headers.append('set-cookie', 'a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT');
    headers.append('set-cookie', 'b=2');
    expect(listCookieNames(headers)).toEqual(['a', 'b']);
  });

  test.each(['', ';', '=value', 'no pair', '; Path=/'])('%j is none', (line) =>
    expect(read([line])).toEqual([]),
  );

  test('of one name, domain and path count once: the last', () => {
    expect(send(['sid=a; Path=/', 'sid=b; Path=/'], api)).toBe('sid=b');
    expect(send(['sid=a; Path=/', 'sid=; Path=/; Max-Age=0'], api)).toBeNull();
  });
});

describe('a cookie goes', () => {
  test.each([
    ['to its own origin', 'sid=a; Path=/', api, true],
    ['to no other host', 'sid=a; Path=/', 'https://www.example.com/v1/orders', false],
    ['to no other port', 'sid=a; Path=/', 'https://api.example.com:8443/v1/orders', false],
    ['to no host below its own', 'sid=a; Path=/', 'https://x.api.example.com/', false],
    ['to its domain', 'sid=a; Path=/; Domain=example.com', 'https://www.example.com/', true],
    [
      'to its domain, with a dot before it',
      'sid=a; Path=/; Domain=.Example.com',
      'https://www.example.com/',
      true,
    ],
    ['to no other domain', 'sid=a; Path=/; Domain=example.com', 'https://badexample.com/', false],
    [
      'to no domain that is not its origin’s',
      'sid=a; Path=/; Domain=example.org',
      'https://example.org/',
      false,
    ],
    ['to no domain of all', 'sid=a; Path=/; Domain=com', api, false],
    [
      'to no host below it that says so',
      'sid=a; Path=/; Domain=x.api.example.com',
      'https://x.api.example.com/',
      false,
    ],
    ['below its path', 'sid=a; Path=/v1', api, true],
    ['to its path', 'sid=a; Path=/v1/orders', api, true],
    ['not beside its path', 'sid=a; Path=/v1/ord', api, false],
    ['below its path, with a slash at its end', 'sid=a; Path=/v1/', api, true],
    ['below where it came from, where it says no path', 'sid=a', 'https://api.example.com/v1/auth/x', true],
    ['nowhere else then', 'sid=a', api, false],
    ['below where it came from, where its path is none', 'sid=a; Path=v1', api, false],
    ['while it lasts', 'sid=a; Path=/; Max-Age=1', api, true],
    ['no longer than that', 'sid=a; Path=/; Max-Age=0', api, false],
    [
      'no longer, whatever it says of a date',
      'sid=a; Path=/; Max-Age=-1; Expires=Wed, 21 Oct 2099 07:28:00 GMT',
      api,
      false,
    ],
    ['no longer than its date', 'sid=a; Path=/; Expires=Wed, 21 Oct 2015 07:28:00 GMT', api, false],
    ['on where its date is none', 'sid=a; Path=/; Expires=soon', api, true],
    [
      'over an encrypted connection, where it asks for one',
      'sid=a; Path=/; Secure; HttpOnly; SameSite=None',
      api,
      true,
    ],
  ])('%s', (_where, line, to, isSent) => expect(send([line], to)).toBe(isSent ? 'sid=a' : null));

  test('over no unencrypted connection, if it is secure: but on this machine', () => {
    const line = 'sid=a; Path=/; Secure';
    expect(read([line], 'http://api.example.com/login')).toEqual([]);
    const [cookie] = read([line], 'http://localhost:8080/login');
    expect(cookie && mayGo(cookie, new URL('http://localhost:8080/'))).toBe(true);
  });

  test('from an address to that address alone', () => {
    const from = 'http://127.0.0.1:8080/login';
    const to = 'http://127.0.0.1:8080/orders';
    expect(send(['sid=a; Path=/; Domain=127.0.0.1'], to, '', from)).toBe('sid=a');
    expect(send(['sid=a; Path=/; Domain=0.0.1'], to, '', from)).toBeNull();
  });

  test('in the place of an argument of its name, beside others, the longest path first', () => {
    const lines = ['sid=a; Path=/', 'sid=b; Path=/v1', 'c=d; Path=/'];
    expect(send(lines, api, 'sid=of the model; s%69d=of the model; lang=en')).toBe(
      'sid=b; sid=a; c=d; lang=en',
    );
  });
});
