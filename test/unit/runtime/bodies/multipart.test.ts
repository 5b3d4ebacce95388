import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { features } from '../../../../templates/project/src/generated/features.js';
import { writeBody } from '../../../../templates/project/src/runtime/request/buildRequest.js';
import type { Body } from '../../../../templates/project/src/runtime/tool.js';
import { makeBody } from '../../../support/runtime/fixtures.js';

interface Part {
  head: string;
  bytes: Buffer;
}

async function write(value: unknown, body: Partial<Body> = {}) {
  const written = await writeBody(
    value,
    makeBody({ mediaType: 'multipart/form-data', ...body }),
    features.bodies,
  );
  const content = Buffer.from(written.content as Uint8Array);
  return { content, contentType: written.contentType };
}

/** What Node's own parser makes of a body. */
async function parse({ content, contentType }: Awaited<ReturnType<typeof write>>) {
  const response = new Response(content, { headers: { 'content-type': contentType } });
  const entries = [...(await response.formData()).entries()];
  return Promise.all(
    entries.map(async ([name, value]) => {
      if (typeof value === 'string') return { name, text: value };
      return { name, file: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) };
    }),
  );
}

/** The parts by the grammar of RFC 2046, 5.1.1. */
function split({ content, contentType }: Awaited<ReturnType<typeof write>>): Part[] {
  const boundary = /boundary=(\S+)$/.exec(contentType)?.[1] ?? '';
  const pieces = `\r\n${content.toString('latin1')}`.split(`\r\n--${boundary}`);
  expect(pieces[0]).toBe('');
  expect(pieces.at(-1)).toBe('--\r\n');
  return pieces.slice(1, -1).map((piece) => {
    const [, head = '', rest = ''] = /^\r\n([^]*?)\r\n([^]*)$/.exec(piece) ?? [];
    // A part without headers begins with the empty line.
    if (head === '') return { head: '', bytes: Buffer.from(rest, 'latin1') };
    const end = piece.indexOf('\r\n\r\n');
    return { head: piece.slice(2, end), bytes: Buffer.from(piece.slice(end + 4), 'latin1') };
  });
}

const nasty = fc.constantFrom(
  '"',
  '\\',
  '\r\n',
  '\n',
  '\r',
  '--',
  '; filename="x"',
  '%22',
  'ä',
  '😀',
  '\0',
  ' ',
  '=',
);
const text = fc
  .array(fc.oneof(nasty, fc.string({ unit: 'grapheme' })), { maxLength: 6 })
  .map((all) => all.join(''));
const names = text.filter((name) => name !== '' && name !== '__proto__');
const bytes = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom('\r\n--', '------', '--\r\n').map(Buffer.from),
    ),
  )
  .map((all) => Buffer.concat(all));
const file = fc.record({ bytes, filename: names });

/** A name as it is read again: HTML does not escape what its escapes begin with. */
function asRead(name: string): string {
  return name.replaceAll('%22', '"').replaceAll(/%0D/g, '\r').replaceAll(/%0A/g, '\n');
}

function toArgument({ bytes: content, filename }: { bytes: Buffer; filename: string }): object {
  return { base64: content.toString('base64'), filename };
}

/** The head and the content of each part. */
async function heads(value: unknown, body: Partial<Body>): Promise<string[][]> {
  return split(await write(value, body)).map(({ head, bytes: content }) => [head.trim(), content.toString()]);
}

describe('a form of any names and contents', () => {
  test('is read by another as it was meant', async () => {
    const form = fc.uniqueArray(
      fc.tuple(names, fc.oneof(text, file, fc.array(file, { minLength: 1, maxLength: 3 }))),
      {
        selector: ([name]) => name,
        maxLength: 5,
      },
    );
    await fc.assert(
      fc.asyncProperty(form, async (entries) => {
        const value = Object.fromEntries(
          entries.map(([name, one]) => [
            name,
            typeof one === 'string' ? one : Array.isArray(one) ? one.map(toArgument) : toArgument(one),
          ]),
        );
        const expected = Object.keys(value).flatMap((name): object[] => {
          const one = entries.find(([key]) => key === name)![1];
          if (typeof one === 'string') return [{ name: asRead(name), text: one }];
          return [one].flat().map(({ bytes: content, filename }) => ({
            name: asRead(name),
            file: asRead(filename),
            type: 'application/octet-stream',
            bytes: content,
          }));
        });
        expect(await parse(await write(value))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a part', () => {
  test('has the headers that the document gives it', async () => {
    const headers = { 'X-Version': '2', 'Content-Language': 'en' };
    const encoding = { note: { headers }, file: { contentType: 'text/plain', headers } };
    expect(await heads({ note: 'n', file: { base64: 'aGk=' } }, { encoding })).toEqual([
      ['Content-Disposition: form-data; name="note"\r\nX-Version: 2\r\nContent-Language: en', 'n'],
      [
        'Content-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: text/plain\r\nX-Version: 2\r\nContent-Language: en',
        'hi',
      ],
    ]);
  });

  test('that has a path is none of a file, unless the document says so', async () => {
    const value = { meta: { path: '/a', filename: 'b' } };
    expect(await heads(value, {})).toEqual([
      [
        'Content-Disposition: form-data; name="meta"\r\nContent-Type: application/json',
        '{"path":"/a","filename":"b"}',
      ],
    ]);
    const styled = { encoding: { meta: { style: 'deepObject' } } } as const;
    expect(await heads(value, styled)).toEqual([
      ['Content-Disposition: form-data; name="meta[path]"', '/a'],
      ['Content-Disposition: form-data; name="meta[filename]"', 'b'],
    ]);
    await expect(heads(value, { encoding: { meta: { file: true } } })).rejects.toThrow(
      'meta.path: this server may not read files',
    );
  });

  test('has its name in UTF-8, as browsers send it', async () => {
    const { content } = await write({ Größe: { base64: '', filename: '日本.txt' } });
    expect(content.toString()).toContain('name="Größe"; filename="日本.txt"');
  });

  test('of a list has no name, and its type by its place', async () => {
    const body: Partial<Body> = {
      mediaType: 'multipart/mixed',
      prefixEncoding: [{ contentType: 'application/json' }],
      itemEncoding: { contentType: 'image/*' },
    };
    const value = [
      { title: 't' },
      { base64: 'aGk=', contentType: 'image/png' },
      { base64: '', filename: 'b.gif' },
      'x',
    ];
    expect(await heads(value, body)).toEqual([
      ['Content-Type: application/json', '{"title":"t"}'],
      ['Content-Type: image/png', 'hi'],
      ['Content-Disposition: attachment; filename="b.gif"\r\nContent-Type: image/gif', ''],
      ['', 'x'],
    ]);
  });
});

describe('the media type of a body of parts', () => {
  test.each<[string, string]>([
    ['multipart/mixed', ''],
    ['multipart/related', '; type="application/json"'],
    ['multipart/related; type="text/xml"', ''],
    ['multipart/form-data; charset=utf-8', ''],
  ])('%s', async (mediaType, added) => {
    const value = mediaType.startsWith('multipart/form-data') ? { a: {} } : [{}];
    const { contentType } = await write(value, { mediaType });
    expect(contentType).toMatch(/; boundary=-{4}[0-9a-f-]{36}$/);
    expect(contentType.replace(/; boundary=.*/, '')).toBe(mediaType + added);
  });

  test('has a boundary of its own, not that of the document', async () => {
    const { contentType, content } = await write(
      { a: 'x' },
      { mediaType: 'multipart/form-data; boundary="a b"' },
    );
    expect(contentType).toMatch(/^multipart\/form-data; boundary=----[0-9a-f-]{36}$/);
    expect(split({ contentType, content })).toHaveLength(1);
  });

  test.each<[string, unknown, string]>([
    ['multipart/form-data', [1], 'body: must be an object, since it is sent as a form'],
    ['multipart/mixed', 'x', 'body: must be an object or a list, since it is sent in parts'],
  ])('%s cannot hold %j', async (mediaType, value, problem) => {
    await expect(write(value, { mediaType })).rejects.toThrow(problem);
  });
});
