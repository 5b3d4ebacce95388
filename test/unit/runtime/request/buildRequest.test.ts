import { describe, expect, test } from 'vitest';
import { features } from '../../../../templates/project/src/generated/features.js';
import { buildRequest } from '../../../../templates/project/src/runtime/request/buildRequest.js';
import type { Parameter } from '../../../../templates/project/src/runtime/tool.js';
import { makeBody, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';

const base = new URL('https://api.example.com/v1/');
const list = ['blue', 'black'];
const color = { R: 100, G: 200 };

/** The path and query that one parameter makes of a value. */
async function address(parameter: Partial<Parameter>, value: unknown): Promise<string> {
  const path = parameter.in === 'path' ? '/c/{p}/x' : '/c';
  const tool = makeTool({ path, parameters: [makeParameter(parameter)] });
  const { url } = await buildRequest(tool, { p: value }, base);
  expect(url.origin).toBe(base.origin);
  return (url.pathname + url.search).replace('/v1/c', '');
}

const path = { in: 'path' } as const;
const query = { in: 'query' } as const;
/** As the style tables of OpenAPI 3.2 say. */
const addresses: [parameter: Partial<Parameter>, value: unknown, address: string][] = [
  [path, 5, '/5/x'],
  [path, true, '/true/x'],
  [path, 'a b', '/a%20b/x'],
  [path, "!'()*~-._", '/%21%27%28%29%2A~-._/x'],
  [path, 'ä😀', '/%C3%A4%F0%9F%98%80/x'],
  [path, 'a,b;c=d&e+f:@$', '/a%2Cb%3Bc%3Dd%26e%2Bf%3A%40%24/x'],
  [path, '100%', '/100%25/x'],
  [path, 'v1.2.3', '/v1.2.3/x'],
  [path, '...', '/.../x'],
  [path, list, '/blue,black/x'],
  [path, color, '/R,100,G,200/x'],
  [{ ...path, explode: true }, list, '/blue,black/x'],
  [{ ...path, explode: true }, color, '/R=100,G=200/x'],
  [{ ...path, style: 'label' }, 'blue', '/.blue/x'],
  [{ ...path, style: 'label' }, list, '/.blue,black/x'],
  [{ ...path, style: 'label' }, color, '/.R,100,G,200/x'],
  [{ ...path, style: 'label', explode: true }, list, '/.blue.black/x'],
  [{ ...path, style: 'label', explode: true }, color, '/.R=100.G=200/x'],
  [{ ...path, style: 'matrix' }, 'blue', '/;p=blue/x'],
  [{ ...path, style: 'matrix' }, list, '/;p=blue,black/x'],
  [{ ...path, style: 'matrix' }, color, '/;p=R,100,G,200/x'],
  [{ ...path, style: 'matrix', explode: true }, list, '/;p=blue;p=black/x'],
  [{ ...path, style: 'matrix', explode: true }, color, '/;R=100;G=200/x'],
  [{ ...path, allowReserved: true }, "a b:@$&'()*+,;=d%41", "/a%20b:@$&'()*+,;=d%41/x"],
  [{ ...path, segments: true }, 'docs/a b/c:d', '/docs/a%20b/c%3Ad/x'],
  [{ ...path, segments: true }, 'docs', '/docs/x'],
  [{ ...path, segments: true }, 'v1.2/.../.git/100%', '/v1.2/.../.git/100%25/x'],
  [{ ...path, segments: true }, ['a/b', 'c'], '/a/b,c/x'],
  [{ ...path, segments: true, allowReserved: true }, "a b/c:@$&'()*+,;=d", "/a%20b/c:@$&'()*+,;=d/x"],
  [{ ...path, argument: '', constant: '' }, undefined, '//x'],
  [{ ...path, argument: '', constant: 'a/b?#' }, undefined, '/a%2Fb%3F%23/x'],
  [{ ...path, mediaType: 'application/json' }, { a: [1] }, '/%7B%22a%22%3A%5B1%5D%7D/x'],

  [query, 'blue', '?p=blue'],
  [query, '', '?p='],
  [query, 'a&b=c #+%', '?p=a%26b%3Dc%20%23%2B%25'],
  [query, '2024-01-01T00:00:00+02:00', '?p=2024-01-01T00%3A00%3A00%2B02%3A00'],
  [query, 12345678901234, '?p=12345678901234'],
  [query, 2 ** 53 - 1, '?p=9007199254740991'],
  [query, '9007199254740993', '?p=9007199254740993'],
  [query, 0.5, '?p=0.5'],
  [query, list, '?p=blue&p=black'],
  [query, color, '?R=100&G=200'],
  [query, [], ''],
  [query, {}, ''],
  [query, null, ''],
  [query, undefined, ''],
  [query, ['a', null, 'b'], '?p=a&p=b'],
  [query, { a: null, b: 1 }, '?b=1'],
  [query, [{ a: 1 }], '?p=%7B%22a%22%3A1%7D'],
  [{ ...query, explode: false }, list, '?p=blue,black'],
  [{ ...query, explode: false }, ['a,b', 'c'], '?p=a%2Cb,c'],
  [{ ...query, explode: false }, color, '?p=R,100,G,200'],
  [{ ...query, explode: false }, [], ''],
  [{ ...query, style: 'spaceDelimited' }, list, '?p=blue%20black'],
  [{ ...query, style: 'spaceDelimited' }, color, '?p=R%20100%20G%20200'],
  [{ ...query, style: 'spaceDelimited', explode: true }, list, '?p=blue&p=black'],
  [{ ...query, style: 'pipeDelimited' }, list, '?p=blue%7Cblack'],
  [{ ...query, style: 'pipeDelimited' }, color, '?p=R%7C100%7CG%7C200'],
  [{ ...query, style: 'tabDelimited' }, list, '?p=blue%09black'],
  [{ ...query, style: 'deepObject' }, color, '?p%5BR%5D=100&p%5BG%5D=200'],
  [{ ...query, style: 'deepObject' }, { a: { b: 5 } }, '?p%5Ba%5D%5Bb%5D=5'],
  [{ ...query, style: 'deepObject' }, { ids: [1, 2] }, '?p%5Bids%5D%5B%5D=1&p%5Bids%5D%5B%5D=2'],
  [{ ...query, style: 'deepObject' }, { items: [{ id: 1 }] }, '?p%5Bitems%5D%5B0%5D%5Bid%5D=1'],
  [{ ...query, style: 'deepObject' }, { a: null, b: {}, c: [] }, ''],
  [{ ...query, style: 'deepObject' }, '5', '?p=5'],
  [{ ...query, allowReserved: true }, 'a/b?c:d,e', '?p=a/b?c:d,e'],
  [{ ...query, allowReserved: true }, 'a&admin=1#x+%41[]', '?p=a%26admin%3D1%23x%2B%41%5B%5D'],
  [{ ...query, allowReserved: true }, { 'a&b=c': 'd/e' }, '?a%26b%3Dc=d/e'],
  [{ ...query, name: '$filter' }, 'a eq 1', '?%24filter=a%20eq%201'],
  [{ ...query, name: 'ids[]' }, [1, 2], '?ids%5B%5D=1&ids%5B%5D=2'],
  [{ ...query, mediaType: 'application/json' }, { a: 'b c' }, '?p=%7B%22a%22%3A%22b%20c%22%7D'],
  [{ ...query, mediaType: 'application/json' }, 'text', '?p=%22text%22'],
  [{ ...query, mediaType: 'text/plain' }, 'text', '?p=text'],
  [{ ...query, argument: '', constant: 'fixed' }, undefined, '?p=fixed'],
  [{ ...query, argument: '', constant: 0 }, undefined, '?p=0'],
  [query, 1.034e20, '?p=103400000000000000000'],
  [query, 7e120, '?p=7e%2B120'],

  [
    { in: 'querystring', mediaType: 'application/x-www-form-urlencoded' },
    { a: 'b c', d: [1, 2] },
    '?a=b%20c&d=1&d=2',
  ],
  [
    {
      in: 'querystring',
      mediaType: 'application/x-www-form-urlencoded',
      encoding: { d: { style: 'pipeDelimited' } },
    },
    { d: [1, 2] },
    '?d=1%7C2',
  ],
  [{ in: 'querystring', mediaType: 'application/x-www-form-urlencoded' }, 'a=1&b=2+3', '?a=1&b=2+3'],
  [{ in: 'querystring', mediaType: 'application/json' }, { a: 1 }, '?%7B%22a%22%3A1%7D'],
  [{ in: 'querystring', mediaType: 'text/plain' }, '?a=1&b=x y#z', '?a=1&b=x%20y%23z'],
  [{ in: 'querystring', mediaType: 'application/jsonpath' }, '$.a[1]&b', '?%24.a%5B1%5D%26b'],
];

describe('the address', () => {
  test.each(addresses)('%j: %j -> %s', async (parameter, value, expected) => {
    expect(await address(parameter, value)).toBe(expected);
  });

  test.each([
    '',
    '.',
    '..',
    '../x',
    'a/..',
    'a/../b',
    'a/./b',
    '/..',
    './',
    'a/%2e%2E/b',
    'a/.%2e',
    '%252e/b',
    'a/..;x/b',
    '%2e%2e%2fadmin',
    '.%2E%2Fadmin',
    'a%2f..%2fb',
    'a%2F..',
    'a%2F%2e%2e',
    'a%252f..%252fb',
    'a%2f..;x',
    'a%2f;x',
    'a%%32f..',
    '..%252Fadmin',
    '..%2fb',
    '..%2Fb',
    '.%2fa',
    '.%2Fa',
    '..%2f..%2fadmin',
    '..%2F..%2fadmin',
    '..%2F..%2Fadmin',
    '..%252F..%252Fadmin',
    '%252e%252e%252Fadmin',
    '..%25252fadmin',
    '..%2F..%2F..%2Fadmin',
    '..%2F..%2Fadmin/b',
    '..%2F..%2Fadmin%2Fb',
    '..%2f..%2fetc%2fpasswd',
    '..%2F',
    '..%2F..',
    '..%2F/admin',
    '..%2F%2Fadmin',
    '..%2F%2e%2e%2Fadmin',
    '..%2Fadmin%2F..%2Fb',
    '..%2Fadmin/..',
    '../..%2Fadmin',
    String.raw`a\b`,
    String.raw`a/..\b`,
    'a\nb',
    'a/\nb',
    '\u0000',
    '%2e',
    '%2E%2e',
    '.%2e',
    '%252e%252e',
    '%5c',
    '%255C',
    '%00',
    '%%32e',
    '%2525252525252e',
    '..%c0%af',
    '..%C0%AFadmin',
    '..%c0%2fadmin',
    '..%25c0%25afadmin',
    '%c0%ae%c0%ae/admin',
    '%c0%ae%c0%ae',
    '%c0%2e%c0%2e/admin',
    '.%c0%ae%e0%80%afadmin',
    '..%f0%80%80%afadmin',
    '..%f8%80%80%80%afadmin',
    '..%fc%80%80%80%80%afadmin',
    '%c0%%61e%c0%ae',
    'a%c1%9cb',
    'a%c1%1cb',
    'a%c0%80',
    '%u002e%u002e/admin',
    '..%u002fadmin',
    '%uff0e%uff0e',
    'a%u005cb',
    '.%ff./admin',
    '.%80.',
    'a/%c3.%c3.',
    '\uff0e\uff0e',
    '\uff0e\uff0e\uff0fadmin',
    '\u2025/admin',
    '..;a',
    ';a',
    `${'%3'.repeat(40)}5`,
    null,
    undefined,
    [],
    {},
    ['..'],
    ['a', ''],
    { a: 'b/../c' },
    { '..': 'b' },
  ])('refuses %j as a part of the path', async (value) => {
    for (const style of ['simple', 'label', 'matrix'] as const) {
      for (const explode of [true, false]) {
        await expect(address({ in: 'path', style, explode }, value)).rejects.toThrow(
          /^p: .*part of the path/,
        );
      }
    }
  });

  test.each([
    'docs/../x',
    'docs//x',
    '/docs',
    'docs/',
    '/',
    '',
    '../x',
    'x/.',
    'a/%2e%2e/b',
    'a/%252e%252e/b',
    'a%2f..%2fb',
    'a%2fb',
    'a%c0%afb',
    'a/%c0%ae%c0%ae/b',
    String.raw`a/..\b`,
    'a/..;/b',
    'a/\n/b',
  ])('refuses %j as a path of its own', async (value) => {
    for (const allowReserved of [true, false]) {
      await expect(address({ in: 'path', segments: true, allowReserved }, value)).rejects.toThrow(
        /^p: .*part of the path/,
      );
    }
  });

  test.each([
    ['feature/x', 'feature%2Fx'],
    ['#room:server', '%23room%3Aserver'],
    ['#ABC?', '%23ABC%3F'],
    ['https://a.example/b?c=d#e', 'https%3A%2F%2Fa.example%2Fb%3Fc%3Dd%23e'],
    ['a//b/', 'a%2F%2Fb%2F'],
    ['.../..a/.b', '...%2F..a%2F.b'],
    ['a%2Fb', 'a%252Fb'],
    ['a%2F%2Fb%2F', 'a%252F%252Fb%252F'],
    ['a%2F...%2F.b', 'a%252F...%252F.b'],
    ['a%3Fb%23', 'a%253Fb%2523'],
    ['50%', '50%25'],
    ['v1..v2', 'v1..v2'],
    ['...', '...'],
    ['..a', '..a'],
    ['.env', '.env'],
    ['a..', 'a..'],
    ['a%20b', 'a%2520b'],
    ['a%2Eb', 'a%252Eb'],
    ['v1..v2%2Fx', 'v1..v2%252Fx'],
    ['%2e%2e%2e', '%252e%252e%252e'],
    ['a%c0%afb', 'a%25c0%25afb'],
    ['.%c3%a4.', '.%25c3%25a4.'],
    ['..%c3%a4', '..%25c3%25a4'],
    ['x%ff', 'x%25ff'],
    ['%u00e4', '%25u00e4'],
    ['%e0%a0%80..', '%25e0%25a0%2580..'],
    ['１／２', '%EF%BC%91%EF%BC%8F%EF%BC%92'],
    ['…', '%E2%80%A6'],
  ])('sends %j as one part of the path, in every style', async (value, encoded) => {
    const styles = { simple: '', label: '.', matrix: ';p=' };
    for (const [style, mark] of Object.entries(styles)) {
      for (const explode of [true, false]) {
        const parameter = { in: 'path', style, explode } as const;
        expect(await address(parameter as Partial<Parameter>, value)).toBe(`/${mark}${encoded}/x`);
      }
    }
    expect(await address({ in: 'path' }, [value, 'b'])).toBe(`/${encoded},b/x`);
    expect(await address({ in: 'path', explode: true }, { R: value })).toBe(`/R=${encoded}/x`);
    expect(await address({ in: 'path' }, { [value]: 'b' })).toBe(`/${encoded},b/x`);
  });

  test('holds a slash alone, but behind no dot', async () => {
    expect(await address(path, '/')).toBe('/%2F/x');
    expect(await address({ ...path, style: 'matrix' }, '/')).toBe('/;p=%2F/x');
    const refused = /^p: .*part of the path/;
    await expect(address({ ...path, style: 'label' }, '/')).rejects.toThrow(refused);
  });

  test.each([
    'a/b',
    'a%2Fb',
    '%2f',
    '%252F',
    '..%2fa',
    '%c0%af',
    '%u002F',
    '/',
    ['a/b'],
    { a: 'b/c' },
    '..',
    String.raw`a\b`,
  ])('refuses %j where slashes are refused', async (value) => {
    await expect(address({ in: 'path', slashes: 'refused' }, value)).rejects.toThrow(/part of the path/);
  });

  test('encodes ? and # where slashes are refused, and in a path of its own', async () => {
    expect(await address({ in: 'path', slashes: 'refused' }, '#a?')).toBe('/%23a%3F/x');
    expect(await address({ in: 'path', segments: true }, 'a/?b/c#d')).toBe('/a/%3Fb/c%23d/x');
    expect(await address({ in: 'path', segments: 'encoded' }, 'a/?b')).toBe('/a%2F%3Fb/x');
  });

  test.each([
    [
      'group%2Fproject',
      'give it unencoded: "group/project"; it is encoded where it becomes a part of the path',
    ],
    [
      'group%252Fmy%2520project',
      'give it unencoded: "group/my project"; it is encoded where it becomes a part of the path',
    ],
    ['a%2fb%ff', 'give it unencoded: "a/b%ff"; it is encoded where it becomes a part of the path'],
    ['/docs', 'must not begin with /, since it is a part of the path: give "docs"'],
    ['%2Fdocs', 'must not begin with /, since it is a part of the path: give "docs"'],
    ['docs/', 'must not end with /, since it is a part of the path: give "docs"'],
    [
      'a//b/',
      'must not end with / nor hold // with nothing between, since it is a part of the path: give "a/b"',
    ],
    ['//', 'must not begin with / nor end with /, since it is a part of the path'],
    ['', 'must not be empty, since it is a part of the path'],
    ['a/../b', 'must hold no "." or ".." between its slashes, since it is a part of the path'],
    ['%2e%2e%2fadmin', 'must hold no "." or ".." between its slashes, since it is a part of the path'],
    [String.raw`a\b`, String.raw`must not hold \ or control characters, since it is a part of the path`],
  ])('says what is wrong with %j as a path of its own, and what to give', async (value, problem) => {
    await expect(address({ in: 'path', segments: true }, value)).rejects.toThrow(`p: ${problem}`);
  });

  test.each<[template: string, a: string, b: string, said?: Partial<Parameter>]>([
    ['/r/{a}{b}/z', '.%2', 'e'],
    ['/r/{a}{b}/z', '.%', '2e'],
    ['/r/{a}{b}/z', '%2', 'e'],
    ['/r/{a}{b}', 'x%2', 'F..'],
    ['/r/{a}{b}', 'x%', '5c'],
    ['/r/{a}{b}/z', '.%2', 'e', { slashes: 'refused' }],
    ['/r/{a}{b}/z', 'x%2', 'Fy', { slashes: 'refused' }],
    ['/r/{a}{b}/z', '.%2', 'e', { allowReserved: true }],
    ['/r/{a}{b}/z', 'x/.%2', 'e', { segments: true }],
    ['/r/.{a}/{b}', '/x', 'y'],
    ['/r/{a}/{b}..', 'x', 'y/'],
    ['/r/{a}%2e/{b}', '/', 'y'],
    ['/r/{a}{b}', '.%c0', '%ae'],
    ['/r/{a}{b}', '..%c', '0%afadmin'],
  ])('refuses what values make of one segment together: %s, %j and %j', async (template, a, b, said) => {
    const parameters = ['a', 'b'].map((name) => makeParameter({ in: 'path', name, argument: name, ...said }));
    const tool = makeTool({ path: template, parameters });
    await expect(buildRequest(tool, { a, b }, base)).rejects.toThrow(/^[ab]( and b)?: .*part of the path/);
  });

  test.each([
    ['/r/{a}{b}', 'v1', '.2', '/v1/r/v1.2'],
    ['/r/{a}.{b}', 'x/y', '%2e', undefined],
    ['/r/{a}.{b}', 'x/y', '100%', '/v1/r/x%2Fy.100%25'],
    ['/r/.{a}/;v={b}', 'git', 'x', '/v1/r/.git/;v=x'],
    ['/r/a%2F{a}%2F{b}', 'x', 'y', '/v1/r/a%2Fx%2Fy'],
    ['/r/%5c{a}/{b}', 'x', 'y', '/v1/r/%5cx/y'],
  ])('sends what values make of one segment: %s, %j and %j', async (template, a, b, expected) => {
    const parameters = ['a', 'b'].map((name) => makeParameter({ in: 'path', name, argument: name }));
    const sent = buildRequest(makeTool({ path: template, parameters }), { a, b }, base);
    if (expected === undefined) await expect(sent).rejects.toThrow('part of the path');
    else expect((await sent).url.pathname).toBe(expected);
  });

  test('holds what other parameters encode in one segment', async () => {
    await expect(address({ in: 'path', allowReserved: true }, 'a/b')).rejects.toThrow(/must not hold \//);
  });

  test.each<[base: string, path: string, expected: string]>([
    ['https://api.example.com', '/users/{p}', 'https://api.example.com/users/1'],
    ['https://api.example.com/', '/users/{p}', 'https://api.example.com/users/1'],
    ['https://api.example.com/v1', '/users/{p}', 'https://api.example.com/v1/users/1'],
    ['https://api.example.com/v1//', '/users/{p}', 'https://api.example.com/v1/users/1'],
    ['https://api.example.com/v1?key=x', '/users/{p}', 'https://api.example.com/v1/users/1?key=x'],
    ['https://api.example.com', '/{p}/x/{p}', 'https://api.example.com/1/x/1'],
    ['https://api.example.com', '/users/{p}/', 'https://api.example.com/users/1/'],
    [
      'https://api.example.com',
      '/users/{p}:activate?mode=full',
      'https://api.example.com/users/1:activate?mode=full',
    ],
    ['https://api.example.com', 'users/{p}', 'https://api.example.com/users/1'],
    ['https://api.example.com', '/{unknown}/{p}', 'https://api.example.com/%7Bunknown%7D/1'],
    ['https://api.example.com', '//evil.example/{p}', 'https://api.example.com//evil.example/1'],
    ['https://api.example.com', '/it\'s/ä "{p}"', "https://api.example.com/it's/%C3%A4%20%221%22"],
  ])('lies below the base: %s + %s', async (start, template, expected) => {
    const tool = makeTool({ path: template, parameters: [makeParameter({ in: 'path' })] });
    const { url } = await buildRequest(tool, { p: 1 }, new URL(start));
    expect(url.href).toBe(expected);
  });

  test('is refused where the template itself leads out of the base', async () => {
    const tool = makeTool({ path: '/../admin' });
    await expect(buildRequest(tool, {}, base)).rejects.toThrow('would change the address');
  });

  test.each<[template: string, value: unknown, search: string]>([
    ['/x?p=1&acl', 2, '?acl&p=2'],
    ['/x?p=1&acl', undefined, '?p=1&acl'],
    ['/x?%70=1&p&p=3&q=p', '', '?q=p&p='],
  ])('holds a parameter in place of what is fixed: %s, %j', async (template, value, search) => {
    const tool = makeTool({ path: template, parameters: [makeParameter({})] });
    expect((await buildRequest(tool, { p: value }, base)).url.search).toBe(search);
  });

  test('holds parameters of the path in what is fixed', async () => {
    const tool = makeTool({ path: '/x?fixed=a-{p}&{q}', parameters: [makeParameter({ in: 'path' })] });
    expect((await buildRequest(tool, { p: 'b&c' }, base)).url.search).toBe('?fixed=a-b%26c&%7Bq%7D');
  });

  test('holds parameters in the order of the document, after what is fixed', async () => {
    const parameters = ['b', 'a'].map((name) => makeParameter({ argument: name, name }));
    const tool = makeTool({ path: '/x?fixed=1', parameters });
    const { url } = await buildRequest(tool, { a: 1, b: 2 }, new URL('https://api.example.com?base=0'));
    expect(url.search).toBe('?base=0&fixed=1&b=2&a=1');
  });

  test.each<[path: string, args: object, search: string]>([
    ['/x', { p: 2 }, '?kept&p=2'],
    ['/x', {}, '?p=0&kept'],
    ['/x?p=1', {}, '?kept&p=1'],
    ['/x?p=1', { p: 2 }, '?kept&p=2'],
  ])(
    'holds a parameter, or what the path fixes, in place of the query of the base URL: %s, %j',
    async (template, args, search) => {
      const tool = makeTool({ path: template, parameters: [makeParameter({})] });
      const { url } = await buildRequest(tool, { ...args }, new URL('https://api.example.com?p=0&kept'));
      expect(url.search).toBe(search);
    },
  );
});

async function headersOf(parameter: Partial<Parameter>, value: unknown): Promise<Record<string, string>> {
  const tool = makeTool({ parameters: [makeParameter({ name: 'X-P', ...parameter })] });
  return Object.fromEntries((await buildRequest(tool, { p: value }, base)).headers);
}

describe('headers and cookies', () => {
  const header = { in: 'header' } as const;
  const cookie = { in: 'cookie', name: 'p' } as const;

  test.each<[Partial<Parameter>, unknown, Record<string, string>]>([
    [header, '1.0', { 'x-p': '1.0' }],
    [header, true, { 'x-p': 'true' }],
    [header, 'a b;c=ü', { 'x-p': 'a b;c=ü' }],
    [header, list, { 'x-p': 'blue,black' }],
    [header, color, { 'x-p': 'R,100,G,200' }],
    [{ ...header, explode: true }, color, { 'x-p': 'R=100,G=200' }],
    [{ ...header, mediaType: 'application/json' }, { a: 1 }, { 'x-p': '{"a":1}' }],
    [
      { ...header, mediaType: 'application/json' },
      ['ü\n😀'],
      { 'x-p': String.raw`["\u00fc\n\ud83d\ude00"]` },
    ],
    [header, null, {}],
    [header, undefined, {}],
    [header, [], {}],
    [cookie, 'a;b c', { cookie: 'p=a%3Bb%20c' }],
    [cookie, 3, { cookie: 'p=3' }],
    [cookie, list, { cookie: 'p=blue; p=black' }],
    [cookie, color, { cookie: 'R=100; G=200' }],
    [{ ...cookie, explode: false }, list, { cookie: 'p=blue,black' }],
    [{ ...cookie, style: 'cookie' }, 'a%20b', { cookie: 'p=a%20b' }],
    [{ ...cookie, style: 'cookie' }, list, { cookie: 'p=blue; p=black' }],
    [{ ...cookie, style: 'cookie', explode: false }, list, { cookie: 'p=blue,black' }],
    [{ ...cookie, style: 'cookie' }, 'a b,"c"=\\ü', { cookie: 'p=a b,"c"=\\ü' }],
    [{ ...cookie, allowReserved: true }, 'a/b=[c];d,"%41', { cookie: 'p=a/b=[c]%3Bd%2C%22%41' }],
    [{ ...cookie, allowReserved: true }, { 'a=b': '=' }, { cookie: 'a%3Db==' }],
    [{ ...cookie, mediaType: 'text/plain' }, 'a b="c"', { cookie: 'p=a b="c"' }],
    [{ ...cookie, mediaType: 'application/json' }, { a: 1 }, { cookie: 'p=%7B%22a%22%3A1%7D' }],
    [cookie, null, {}],
  ])('%j: %j -> %j', async (parameter, value, expected) => {
    expect(await headersOf(parameter, value)).toEqual(expected);
  });

  test.each(['a\r\nX-Admin: 1', 'a\nb', 'a\u0000', '日本', '\u2028'])(
    'refuses %j in a header',
    async (value) => {
      await expect(headersOf(header, value)).rejects.toThrow('p: must hold neither line breaks nor');
    },
  );

  test.each<[unknown, string]>([
    ['a;admin=1', 'p: must hold no semicolons'],
    ['a\r\nb', 'p: must hold no semicolons'],
    ['名', 'p: must hold no semicolons'],
    [{ a: 'b;c' }, 'p: must hold no semicolons'],
    [{ ' sid': 'x' }, 'p: must have members whose names'],
    [{ 'sid=x': 'y' }, 'p: must have members whose names'],
    [{ '': 'x' }, 'p: must have members whose names'],
  ])('refuses %j in a bare cookie', async (value, message) => {
    for (const bare of [{ style: 'cookie' }, { style: 'cookie', explode: false }] as const) {
      await expect(headersOf({ ...cookie, ...bare }, value)).rejects.toThrow(message);
    }
  });

  test('escapes line breaks in a form cookie', async () => {
    expect(await headersOf(cookie, 'a\r\nX: 1')).toEqual({ cookie: 'p=a%0D%0AX%3A%201' });
  });

  test('several cookies share one header, and Accept says what the API answers with', async () => {
    const parameters = ['version', 'debug'].map((name) =>
      makeParameter({ argument: name, name, in: 'cookie' }),
    );
    const tool = makeTool({ parameters, accept: ['application/json', 'text/csv'] });
    const request = await buildRequest(tool, { version: 3, debug: true }, base);
    expect(Object.fromEntries(request.headers)).toEqual({
      accept: 'application/json, text/csv',
      cookie: 'version=3; debug=true',
    });
  });
});

describe('arguments', () => {
  test.each<[Partial<Parameter>, unknown]>([
    [{ in: 'path' }, 2 ** 53],
    [{ in: 'query' }, -(2 ** 60)],
    [{ in: 'query' }, 1.234567890123456e21],
    [{ in: 'query', style: 'deepObject' }, { min: 2 ** 53 }],
    [{ in: 'query', mediaType: 'text/plain' }, 2 ** 53],
    [{ in: 'querystring' }, { a: 2 ** 53 }],
    [{ in: 'header' }, [1, 2 ** 53]],
    [{ in: 'cookie' }, 2 ** 53],
  ])('that is no longer what was meant is refused: %j %j', async (parameter, value) => {
    const tool = makeTool({ path: '/{p}', parameters: [makeParameter(parameter)] });
    await expect(buildRequest(tool, { p: value }, new URL('https://api.example.com'))).rejects.toThrow(
      /^[pa]: is too large to be exact as a number; give its digits as a string$/,
    );
  });

  test('that have no place in the request are refused', async () => {
    const tool = makeTool({ parameters: [makeParameter({ argument: 'limit' })] });
    await expect(buildRequest(tool, { limt: 5 }, base)).rejects.toThrow(
      'limt: unknown field, did you mean "limit"?',
    );
    await expect(buildRequest(tool, { other: 5 }, base)).rejects.toThrow(/^other: unknown field$/);
  });

  test.each(['query', 'cookie'] as const)(
    'cannot give a second value to what the document fixes in the %s',
    async (place) => {
      const parameters = [
        makeParameter({ argument: '', name: 'tenant', in: place, constant: 'mine' }),
        makeParameter({ argument: 'extra', name: 'extra', in: place, style: 'form', explode: true }),
      ];
      const tool = makeTool({ parameters });
      const sent = await buildRequest(tool, { extra: { colour: 'red' } }, base);
      expect(`${sent.url.search}${sent.headers.get('cookie')}`).toContain('colour=red');
      await expect(buildRequest(tool, { extra: { tenant: 'other' } }, base)).rejects.toThrow(
        'extra.tenant: must not be given here: the API takes one value only',
      );
    },
  );

  test.each(['query', 'cookie'] as const)(
    'cannot give another parameter of the %s a value past its schema',
    async (place) => {
      const free = { in: place, style: 'form', explode: true } as const;
      const parameters = [
        makeParameter({ argument: 'most', name: 'limit', in: place }),
        makeParameter({ argument: 'extra', name: 'extra', ...free }),
      ];
      const tool = makeTool({ parameters });
      const given = { most: 5, extra: { colour: 'red', extra: 'x' } };
      const sent = await buildRequest(tool, given, base);
      expect(`${sent.url.search}${sent.headers.get('cookie')}`).toContain('colour=red');
      for (const args of [{ extra: { limit: '999' } }, { most: 5, extra: { limit: '999' } }])
        await expect(buildRequest(tool, args, base)).rejects.toThrow(
          'extra.limit: must not be given here: its name is that of most, which takes it',
        );
    },
  );

  test('cannot give another member of a form a value past its schema', async () => {
    const encoding = { tags: { style: 'form', explode: true } } as const;
    const body = makeBody({
      codec: 'form',
      mediaType: 'application/x-www-form-urlencoded',
      fields: { limit: 'limit', tags: 'tags' },
      encoding,
    });
    const tool = makeTool({ method: 'POST', body });
    const sent = await buildRequest(tool, { limit: 5, tags: { colour: 'red' } }, base, features);
    expect(sent.body).toBe('limit=5&colour=red');
    for (const args of [{ tags: { limit: '999' } }, { limit: 5, tags: { limit: '999' } }])
      await expect(buildRequest(tool, args, base, features)).rejects.toThrow(
        'tags.limit: must not be given here: its name is that of limit, which takes it',
      );
  });

  test('that are inherited are none', async () => {
    const tool = makeTool({ parameters: [makeParameter({ argument: 'toString', name: 'toString' })] });
    expect((await buildRequest(tool, {}, base)).url.search).toBe('');
    expect((await buildRequest(tool, { toString: 'x' }, base)).url.search).toBe('?toString=x');
  });
});

describe('a body that is spread over the arguments', () => {
  const parameters = [makeParameter({ argument: 'id', name: 'id', in: 'path' })];
  const fields = { id_body: 'id', name: 'name' };
  const build = (args: object, body: object = {}) =>
    buildRequest(
      makeTool({ method: 'POST', path: '/x/{id}', parameters, body: makeBody({ fields, ...body }) }),
      { id: 'a', ...args },
      base,
      features,
    );

  test('is put together again', async () => {
    const { method, url, body, headers } = await build({ id_body: 5, name: 'n' });
    expect([method, url.pathname, headers.get('content-type')]).toEqual([
      'POST',
      '/v1/x/a',
      'application/json',
    ]);
    expect(JSON.parse(body as string)).toEqual({ id: 5, name: 'n' });
  });

  test('keeps null, leaves out undefined, and takes properties that the schema does not name', async () => {
    const { body } = await build({ name: null, id_body: undefined, other: 1, constructor: 2 });
    expect(JSON.parse(body as string)).toEqual({ name: null, other: 1, constructor: 2 });
  });

  test('is empty where it is required and nothing is given', async () => {
    const { body, headers } = await build({});
    expect([body, headers.get('content-type')]).toEqual(['{}', 'application/json']);
  });

  test('is not sent where it is optional and nothing is given', async () => {
    const { body, headers } = await build({}, { required: false });
    expect([body, headers.get('content-type')]).toEqual([undefined, null]);
  });
});

describe('a tool that reads', () => {
  const open = { argument: 'p', name: 'p', in: 'query', explode: true } as const;
  const reads = makeTool({ parameters: [makeParameter(open)] });
  const writes = { ...reads, annotations: { ...reads.annotations, readOnlyHint: false } };

  test.each([
    '_method',
    '_METHOD',
    'X-HTTP-Method-Override',
    'x_http_method',
    ' _method',
    '.method',
    '_method[]',
    '_method\0x',
  ])('does not take %s among what is open to any name', async (name) => {
    const built = buildRequest(reads, { p: { a: 1, [name]: 'DELETE' } }, base);
    await expect(built).rejects.toThrow('must not be sent by a tool that reads');
    const { url } = await buildRequest(writes, { p: { [name]: 'DELETE' } }, base);
    expect([...url.searchParams]).toEqual([[name, 'DELETE']]);
  });

  test('sends no other method by what it declares either', async () => {
    const declared = makeTool({
      parameters: [
        makeParameter({ name: '_method' }),
        makeParameter({ ...open, argument: 'more', name: 'more' }),
      ],
    });
    const reason = 'must not be sent by a tool that reads';
    await expect(buildRequest(declared, { p: 'DELETE' }, base)).rejects.toThrow(reason);
    const twice = buildRequest(declared, { p: 'GET', more: { _method: 'DELETE' } }, base);
    await expect(twice).rejects.toThrow(reason);
  });

  test('sends no other method in a form that is given as a text', async () => {
    const body = makeBody({ mediaType: 'application/x-www-form-urlencoded' });
    const form = makeTool({ method: 'QUERY', body });
    await expect(buildRequest(form, { body: 'a=1&%5Fmethod=DELETE' }, base, features)).rejects.toThrow(
      'must not be sent by a tool that reads',
    );
  });

  test('takes what it declares, and what is not about the method of the request', async () => {
    const declared = makeTool({ parameters: [makeParameter({ name: '_method' })] });
    expect((await buildRequest(declared, { p: 'GET' }, base)).url.search).toBe('?_method=GET');
    expect((await buildRequest(reads, { p: { method: 'card' } }, base)).url.search).toBe('?method=card');
  });
});

/** The query and the body that are sent. */
async function sendChosen(args: object, body: Partial<ReturnType<typeof makeBody>>): Promise<unknown[]> {
  const parameters = [makeParameter({ in: 'query', default: 20 })];
  const tool = makeTool({ method: 'POST', path: '/c', parameters, body: makeBody(body) });
  const request = await buildRequest(tool, { ...args }, base, features);
  return [request.url.search, request.body === undefined ? undefined : JSON.parse(String(request.body))];
}

describe('what the user has sent', () => {
  const fields = { name: 'name', kind: 'kind' };
  const cases: [string, object, Partial<ReturnType<typeof makeBody>>, unknown[]][] = [
    ['a default', {}, { fields, required: true, defaults: { kind: 'dog' } }, ['?p=20', { kind: 'dog' }]],
    [
      'a default that is replaced',
      { p: 3, kind: 'cat' },
      { fields, defaults: { kind: 'dog' } },
      ['?p=3', { kind: 'cat' }],
    ],
    [
      'a default where there is no body',
      {},
      { fields, required: false, defaults: { kind: 'dog' } },
      ['?p=20', undefined],
    ],
    [
      'a fixed member',
      { name: 'Rex' },
      { fields, fixed: { kind: 'dog' } },
      ['?p=20', { name: 'Rex', kind: 'dog' }],
    ],
    [
      'a fixed member that is given',
      { kind: 'cat' },
      { fields, fixed: { kind: 'dog' } },
      ['?p=20', { kind: 'dog' }],
    ],
    [
      'a fixed member of a whole body',
      { body: { kind: 'cat' } },
      { fixed: { kind: 'dog' } },
      ['?p=20', { kind: 'dog' }],
    ],
  ];
  test.each(cases)('%s', async (_name, args, body, sent) => {
    expect(await sendChosen(args, body)).toEqual(sent);
  });
});
