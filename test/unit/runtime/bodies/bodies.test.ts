import { describe, expect, test } from 'vitest';
import { features } from '../../../../templates/project/src/generated/features.js';
import { writeBody } from '../../../../templates/project/src/runtime/request/buildRequest.js';
import type { Body, Encoding } from '../../../../templates/project/src/runtime/tool.js';
import { makeBody } from '../../../support/runtime/fixtures.js';

const write = (body: Partial<Body>, value: unknown) => writeBody(value, makeBody(body), features.bodies);
const form = 'application/x-www-form-urlencoded';
const base64 = Buffer.from([0, 255, 10, 13]).toString('base64');

describe('bodies of one text', () => {
  const cases: [mediaType: string, value: unknown, content: string, contentType?: string][] = [
    ['application/json', { a: [1, null] }, '{"a":[1,null]}'],
    ['application/json', 'hello', '"hello"'],
    ['application/json', null, 'null'],
    ['application/json', ['x'], '["x"]'],
    ['application/json; charset=utf-8', 1, '1'],
    ['application/vnd.api+json', { a: 1 }, '{"a":1}'],
    ['application/json-patch+json', [{ op: 'remove' }], '[{"op":"remove"}]'],
    ['application/merge-patch+json', { a: null }, '{"a":null}'],
    ['*/*', { a: 1 }, '{"a":1}', 'application/json'],
    ['application/x-ndjson', [{ a: 1 }, 2], '{"a":1}\n2\n'],
    ['application/jsonl', { a: 1 }, '{"a":1}\n'],
    ['text/plain', 'hi\nthere', 'hi\nthere'],
    ['text/plain', 5, '5'],
    ['text/plain', 'Grüße', 'Grüße', 'text/plain; charset=utf-8'],
    ['text/plain; charset=UTF-8', 'Grüße', 'Grüße'],
    ['text/csv', 'ä,b', 'ä,b', 'text/csv; charset=utf-8'],
    ['application/xml', '<ä/>', '<ä/>'],
    ['application/xml', '<a/>', '<a/>'],
    ['application/atom+xml', '<a/>', '<a/>'],
    ['text/csv', 'a,b', 'a,b'],
    ['application/yaml', 'a: 1', 'a: 1'],
  ];
  test.each(cases)('%s: %j -> %j', async (mediaType, value, content, contentType = mediaType) => {
    expect(await write({ mediaType }, value)).toEqual({ content, contentType });
  });

  test('XML and other text has to be given as text', async () => {
    await expect(write({ mediaType: 'application/xml' }, { a: 1 })).rejects.toThrow(
      'body: must be a string that holds the application/xml document',
    );
  });
});

describe('urlencoded forms', () => {
  const cases: [value: object, encoding: Body['encoding'], content: string][] = [
    [{ user: 'alice', password: 'se&cret=' }, undefined, 'user=alice&password=se%26cret%3D'],
    [{ tags: ['a', 'b'] }, undefined, 'tags=a&tags=b'],
    [{ tags: [], a: {}, b: undefined }, undefined, 'a=%7B%7D'],
    [{ clear: null }, undefined, 'clear='],
    [{ a: { b: [1, null] } }, undefined, 'a=%7B%22b%22%3A%5B1%2Cnull%5D%7D'],
    [{ items: [{ id: 1 }, null, 'x'] }, undefined, 'items=%7B%22id%22%3A1%7D&items=x'],
    [
      { a: { b: { c: 1 }, d: [1, 2] } },
      { a: { style: 'deepObject' } },
      'a%5Bb%5D%5Bc%5D=1&a%5Bd%5D%5B%5D=1&a%5Bd%5D%5B%5D=2',
    ],
    [
      { items: [{ id: 1 }, { id: 2 }] },
      { items: { style: 'deepObject' } },
      'items%5B0%5D%5Bid%5D=1&items%5B1%5D%5Bid%5D=2',
    ],
    [{ a: { b: 1, c: 'd e' } }, { a: { explode: true } }, 'b=1&c=d%20e'],
    [{ a: { b: 1, c: 2 } }, { a: { explode: false } }, 'a=b,1,c,2'],
    [{ a: { b: 1 } }, { a: { allowReserved: false } }, 'b=1'],
    [{ tags: ['a', 'b'] }, { tags: { explode: false } }, 'tags=a,b'],
    [{ tags: ['a', 'b'] }, { tags: { style: 'pipeDelimited' } }, 'tags=a%7Cb'],
    [{ expand: ['a'] }, { expand: { style: 'deepObject', explode: true } }, 'expand%5B%5D=a'],
    [{ a: { b: 1 } }, { a: { contentType: 'application/json' } }, 'a=%7B%22b%22%3A1%7D'],
    [{ 'u[]': 'http://x/?a=1&b[]' }, { 'u[]': { allowReserved: true } }, 'u%5B%5D=http://x/?a%3D1%26b%5B%5D'],
  ];
  test.each(cases)('%j with %j', async (value, encoding, content) => {
    expect(await write({ mediaType: form, ...(encoding && { encoding }) }, value)).toEqual({
      content,
      contentType: form,
    });
  });

  test('refuses integers that are no longer what was meant', async () => {
    const encoding = { a: { style: 'deepObject' } } as const;
    for (const value of [{ a: 2 ** 53 }, { a: [2 ** 53] }, { a: { b: 2 ** 53 } }]) {
      await expect(write({ mediaType: form, encoding }, value)).rejects.toThrow(
        /^a: is too large to be exact/,
      );
    }
  });

  test('have to be objects', async () => {
    await expect(write({ mediaType: form }, 'a=1')).rejects.toThrow(
      'body: must be an object, since it is sent as a form',
    );
  });
});

describe('bytes', () => {
  test('are decoded', async () => {
    const { content, contentType } = await write({ mediaType: 'application/octet-stream' }, { base64 });
    expect([...(content as Uint8Array)]).toEqual([0, 255, 10, 13]);
    expect(contentType).toBe('application/octet-stream');
  });

  test.each([
    ['application/octet-stream', 'image/png', 'image/png'],
    ['image/*', 'image/png', 'image/png'],
    ['application/pdf', 'image/png', 'application/pdf'],
  ])('of %s, given as %s, go out as %s', async (mediaType, given, sent) => {
    expect((await write({ mediaType }, { base64, contentType: given })).contentType).toBe(sent);
  });

  test('are refused in a media type that is in no range of the document', async () => {
    const html = { base64, contentType: 'text/html' };
    const told = 'contentType: must be one of image/*, and text/html is not';
    await expect(write({ mediaType: 'image/*' }, html)).rejects.toThrow(`body.${told}`);
    await expect(parse({ logo: html }, { logo: { contentType: 'image/*' } })).rejects.toThrow(`logo.${told}`);
    const mixed = { logo: { contentType: 'image/*, Text/HTML' } };
    expect((await parse({ logo: html }, mixed)).text).toContain('Content-Type: text/html\r\n');
    const svg = { base64, contentType: 'IMAGE/svg+xml; charset=utf-8' };
    expect((await write({ mediaType: 'image/*' }, svg)).contentType).toBe(svg.contentType);
  });

  test.each<[unknown, string]>([
    ['text', 'body: must be an object with the bytes in its member "base64"'],
    [{ base64: 5 }, 'body: must be an object with the bytes'],
    [{ base64: 'not base64!' }, 'body: base64 holds characters that are not base64'],
    [{ base64, contentType: 'image/png\r\nX: 1' }, 'body: contentType is not a media type'],
  ])('refuses %j', async (value, message) => {
    await expect(write({ mediaType: 'application/octet-stream' }, value)).rejects.toThrow(message);
  });
});

async function parse(value: unknown, encoding: Body['encoding'] = {}) {
  const { content, contentType } = await write({ mediaType: 'multipart/form-data', encoding }, value);
  const text = Buffer.from(content as Uint8Array).toString('latin1');
  const data = await new Response(content as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': contentType },
  }).formData();
  return { text, data };
}

describe('multipart forms', () => {
  test('hold texts, numbers, lists and objects', async () => {
    const { data, text } = await parse({
      name: 'ä',
      n: 5,
      on: true,
      tags: ['a', 'b'],
      meta: { a: 1 },
      gone: undefined,
    });
    expect([...data.entries()]).toEqual([
      ['name', 'ä'],
      ['n', '5'],
      ['on', 'true'],
      ['tags', 'a'],
      ['tags', 'b'],
      ['meta', '{"a":1}'],
    ]);
    expect(text).toContain('name="meta"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n');
  });

  test.each<[encoding: Encoding, parts: string[]]>([
    [{}, ['a b', 'c']],
    [{ style: 'form' }, ['a b', 'c']],
    [{ explode: false }, ['a b,c']],
    [{ style: 'form', explode: false }, ['a b,c']],
    [{ style: 'spaceDelimited' }, ['a b c']],
    [{ style: 'pipeDelimited' }, ['a b|c']],
    [{ style: 'tabDelimited' }, ['a b\tc']],
    [{ style: 'deepObject' }, ['a b', 'c']],
  ])('hold a list as %j says', async (encoding, parts) => {
    const { data } = await parse(
      { tags: ['a b', 'c'], files: [{ base64 }] },
      { tags: encoding, files: encoding },
    );
    expect(data.getAll('tags')).toEqual(parts);
    expect((data.get('files') as File).size).toBe(4);
  });

  test('hold several files, with names and types', async () => {
    const files = [{ base64, filename: 'a.png', contentType: 'image/png' }, { base64 }];
    const { data } = await parse({ files });
    const [first, second] = data.getAll('files') as File[];
    expect([first?.name, first?.type, second?.name, second?.type]).toEqual([
      'a.png',
      'image/png',
      'files',
      'application/octet-stream',
    ]);
    expect([...new Uint8Array(await first!.arrayBuffer())]).toEqual([0, 255, 10, 13]);
  });

  test('give each part the type that the document says', async () => {
    const encoding = {
      note: { contentType: 'text/markdown' },
      file: { contentType: 'image/*, text/plain' },
      logo: { contentType: 'image/png, image/gif' },
    };
    const { text } = await parse({ note: '# Hi', file: { base64 }, logo: { base64 } }, encoding);
    expect(text).toContain('name="note"\r\nContent-Type: text/markdown\r\n');
    expect(text).toContain('name="file"; filename="file"\r\nContent-Type: application/octet-stream\r\n');
    expect(text).toContain('name="logo"; filename="logo"\r\nContent-Type: image/png\r\n');
  });

  test('cannot be broken out of by names', async () => {
    const evil = 'a"\r\nX-Evil: 1\r\n\r\n--';
    const { data, text } = await parse({ [evil]: { base64, filename: evil } });
    expect([...data.keys()]).toHaveLength(1);
    expect(text).not.toContain('\r\nX-Evil');
  });

  test('may be empty', async () => {
    const { text } = await parse({ list: [] });
    expect(text).toMatch(/^------[\w-]+--\r\n$/);
  });

  test('have to be objects, and their files base64', async () => {
    await expect(parse('x')).rejects.toThrow('body: must be an object');
    await expect(parse({ size: 2 ** 53 })).rejects.toThrow('size: is too large to be exact');
    await expect(parse({ photo: { base64: '?' } })).rejects.toThrow('photo: base64 holds');
  });
});
