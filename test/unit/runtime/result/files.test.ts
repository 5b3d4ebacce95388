import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import { safeName } from '../../../../templates/project/src/runtime/result/saveFile.js';
import { fileName } from '../../../../templates/project/src/runtime/result/toFileResult.js';
import { describeSize } from '../../../../templates/project/src/runtime/text.js';
import { makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let headers: Record<string, string>;
let body: Buffer;
let upstream: Upstream;
let folder: string;
beforeAll(async () => {
  upstream = await startUpstream((_request, response) => response.writeHead(200, headers).end(body));
});
afterAll(() => upstream.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
  headers = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="r.pdf"' };
  body = Buffer.from([1, 2, 255]);
  return () => rmSync(folder, { recursive: true });
});

async function call(downloads?: string, token?: string): Promise<CallToolResult> {
  const tool = makeTool({
    path: '/reports/5.pdf',
    ...(token !== undefined && { security: [{ token: [] }] }),
  });
  const auth = { token: { kind: 'bearer', env: 'TEST_TOKEN' } } as const;
  const catalog = makeCatalog([tool], { api: { servers: [{ url: upstream.url }], auth } });
  const env = { TEST_TOKEN: token };
  const caller = await createCaller({ features, catalog, env, timeoutMs: 5_000, downloads });
  const offered = (await offerTools(catalog.toolsets[0]!)).get('the_tool');
  return caller(offered!, {}, { signal: new AbortController().signal, trace: {} });
}

const textOf = ({ content: [block] }: CallToolResult) => (block?.type === 'text' ? block.text : '');
const large = Buffer.alloc(5 * 1024 * 1024 + 1, 255);

describe('a file', () => {
  test('is saved, and linked to', async () => {
    const path = join(folder, 'r.pdf');
    expect(await call(folder)).toEqual({
      content: [
        { type: 'text', text: `r.pdf (application/pdf, 3 bytes) was saved as ${path}` },
        {
          type: 'resource_link',
          uri: pathToFileURL(path).href,
          name: 'r.pdf',
          mimeType: 'application/pdf',
          size: 3,
        },
      ],
    });
    expect(readFileSync(path)).toEqual(body);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('is saved in a folder that is made for it', async () => {
    const inner = join(folder, 'a', 'b');
    await call(inner);
    expect(readdirSync(inner)).toEqual(['r.pdf']);
  });

  test('of frames comes as their text, less credentials', async () => {
    headers = { 'content-type': 'application/vnd.docker.raw-stream' };
    body = Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, 0, 8]), Buffer.from('a secret')]);
    expect(await call(folder, 'secret')).toEqual({
      content: [{ type: 'text', text: 'a [redacted]' }],
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('takes the place of no other, and follows no link', async () => {
    writeFileSync(join(folder, 'r.pdf'), 'mine');
    const elsewhere = join(folder, 'elsewhere');
    symlinkSync(elsewhere, join(folder, 'r-2.pdf'));
    await Promise.all([call(folder), call(folder), call(folder)]);
    expect(readdirSync(folder).toSorted()).toEqual(['r-2.pdf', 'r-3.pdf', 'r-4.pdf', 'r-5.pdf', 'r.pdf']);
    expect(readFileSync(join(folder, 'r.pdf'), 'utf8')).toBe('mine');
  });

  test.each(['../../r.pdf', '/etc/r.pdf', String.raw`..\\..\\r.pdf`, String.raw`C:\\r.pdf`])(
    'stays in its folder: %s',
    async (name) => {
      headers['content-disposition'] = `attachment; filename="${name}"`;
      await call(folder);
      expect(readdirSync(folder)).toEqual(['r.pdf']);
    },
  );

  test('without a name has that of its address', async () => {
    delete headers['content-disposition'];
    expect(textOf(await call(folder))).toBe(
      `A file (application/pdf, 3 bytes) was saved as ${join(folder, '5.pdf')}`,
    );
  });

  test('has no secret in its name', async () => {
    headers['content-disposition'] = 'attachment; filename="a-secret-token.pdf"';
    await call(folder, 'secret-token');
    expect(readdirSync(folder)).toEqual(['a-_redacted_.pdf']);
  });

  test.each([
    ['too long to be one', `image/${'x'.repeat(9_000)}`],
    ['no such type', 'application/octets of some kind'],
    ['none', 'pdf'],
  ])('of a media type that is %s holds bytes, as clients are told', async (_what, type) => {
    headers['content-type'] = type;
    const { content } = await call();
    expect(content).toMatchObject([
      { type: 'text', text: 'r.pdf (application/octet-stream, 3 bytes)' },
      { resource: { mimeType: 'application/octet-stream', blob: body.toString('base64') } },
    ]);
  });

  test('has a name without what acts on a terminal, and of a bounded length', async () => {
    const name = encodeURIComponent(`\u001b[2J\u202e${'n'.repeat(5_000)}`);
    headers['content-disposition'] = `attachment; filename*=UTF-8''${name}`;
    expect(textOf(await call())).toMatch(/^\\u001b\[2J\\u202en{100,120}… \(application\/pdf, 3 bytes\)$/);
  });

  test('that cannot be saved is an error in words, and nothing is left of it', async () => {
    writeFileSync(join(folder, 'taken'), '');
    const result = await call(join(folder, 'taken'));
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(
      /^r\.pdf \(application\/pdf, 3 bytes\) was received, but could not be saved \(EEXIST\)\. .* MCP_DOWNLOAD_DIR /,
    );
    if (process.getuid?.() === 0) return;
    chmodSync(folder, 0o500);
    expect(textOf(await call(folder))).toContain('(EACCES)');
    chmodSync(folder, 0o700);
  });

  test('that is large is embedded up to a bound, and described beyond it', async () => {
    body = large.subarray(1);
    expect((await call()).content).toHaveLength(2);
    body = large;
    const result = await call();
    expect(result).not.toHaveProperty('isError');
    expect(result.content).toHaveLength(1);
    expect(textOf(result)).toMatch(
      /^r\.pdf \(application\/pdf, 5 MB\) was received, but is too large to be handed on: at most 5 MB are\. .* MCP_DOWNLOAD_DIR /,
    );
    expect(textOf(await call(folder))).toContain('was saved as');
    expect(statSync(join(folder, 'r.pdf')).size).toBe(large.length);
  });

  test.each(['image', 'audio'])('may be %s, where that is too large to be content', async (type) => {
    headers = { 'content-type': `${type}/x` };
    expect((await call(folder)).content[0]).toMatchObject({ type, mimeType: `${type}/x` });
    expect(readdirSync(folder)).toEqual([]);
    body = large;
    expect(textOf(await call())).toContain(`A file (${type}/x, 5 MB) was received, but is too large`);
    expect((await call(folder)).content[1]).toMatchObject({ type: 'resource_link', mimeType: `${type}/x` });
  });
});

test.each<[header: string, name: string | undefined]>([
  ['attachment; filename="a b.pdf"', 'a b.pdf'],
  ['attachment; filename=a.pdf', 'a.pdf'],
  [String.raw`attachment; filename="a \"b\".pdf"`, 'a "b".pdf'],
  ['attachment; filename="e.txt"; filename*=UTF-8\'\'%e2%82%ac.txt', '€.txt'],
  ["inline; filename*=iso-8859-1'en'%A3.txt", '£.txt'],
  ['attachment; filename="e.txt"; filename*=UTF-8\'\'%ff.txt', 'e.txt'],
  ['attachment; filename="e.txt"; filename*=martian\'\'x.txt', 'e.txt'],
  ['attachment', undefined],
  ['attachment; filename=""', undefined],
])('the name of %s is %s', (header, name) => {
  expect(fileName(new Headers({ 'content-disposition': header }))).toBe(name);
});

test.each([
  ['r.pdf', 'r.pdf'],
  ['Übersicht 2024 (1).xlsx', 'Übersicht 2024 (1).xlsx'],
  ['.bashrc', 'bashrc'],
  ['...', 'download'],
  ['', 'download'],
  ['a/', 'download'],
  ['a<b>:"|?*\u0000\n.txt', 'a_b________.txt'],
  ['con.txt', '_con.txt'],
  ['NUL', '_NUL'],
  ['com¹.txt', '_com¹.txt'],
  ['con .txt', '_con .txt'],
  ['-rf', '_rf'],
  ['--help.pdf', '_help.pdf'],
  ['. -rf', '_rf'],
  ['~root', '_root'],
  ['a\u202efdp.exe', 'a_fdp.exe'],
  ['\u3164\u034f\ufe0f', '___'],
  ['a\u200b.pdf\u0000.exe', 'a_.pdf_.exe'],
  ['name. ', 'name'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(120)}.pdf`],
  [`${'あ'.repeat(300)}.pdf`, `${'あ'.repeat(40)}.pdf`],
])('%j is saved as %j', (name, safe) => {
  expect(safeName(name)).toBe(safe);
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [20_000, '20 KB'],
  [12_900_000, '12 MB'],
  [2 ** 31, '2 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(describeSize(bytes)).toBe(words);
});
