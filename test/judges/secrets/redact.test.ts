import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../templates/project/src/runtime/offer/createOffer.js';
import { redact, redactBytes } from '../../../templates/project/src/runtime/secrets/redactor.js';
import { readState } from '../../../templates/project/src/runtime/result/polling.js';
import type { AuthScheme } from '../../../templates/project/src/runtime/tool.js';
import { names, readings } from '../../support/readings.js';
import { makeCatalog, makeParameter, makeTool } from '../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';

const canary = 'a&b/c"d<e é+ZqX7';
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const each = (text: string, spell: (code: number, one: string) => string) =>
  Array.from(text, (one) => spell(one.codePointAt(0)!, one)).join('');
const hex = (code: number, digits = 2) => code.toString(16).padStart(digits, '0');
const lower = (text: string) => text.replaceAll(/%../g, (one) => one.toLowerCase());
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Two of these make another text of it. */
const odd = new Set(['in a URL, as Latin-1', 'in another character set', 'in pieces']);

/** One of these is undone, and not the other below it. */
const quoted = new Set(['as quoted-printable', 'as quoted-printable in several lines']);

/** What is found of the secret itself, not of other spellings of it. */
const plainOnly = new Set([
  'as hexadecimal',
  'as hexadecimal in letters of both sizes',
  'with zeros between',
  'as a dump',
  'as a dump with colons',
  'as a list of bytes',
]);

/** The ways in which an API may spell what it repeats. */
const spellings: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'as JSON': json,
  'as JSON with all slashes escaped': (text) => json(text).replaceAll('/', String.raw`\/`),
  'as JSON with all but ASCII escaped': (text) =>
    each(json(text), (code, one) => (code > 126 ? `\\u${hex(code, 4)}` : one)),
  'as JSON for HTML': (text) => json(text).replaceAll(/[&<>+']/g, (one) => `\\u${hex(one.charCodeAt(0), 4)}`),
  'as escapes of JSON': (text) => each(text, (code) => `\\u${hex(code, 4).toUpperCase()}`),
  'as escapes of JavaScript': (text) =>
    each(text, (code) => (code > 255 ? `\\u${hex(code, 4)}` : `\\x${hex(code)}`)),
  'as code points of JavaScript': (text) => each(text, (code) => `\\u{${hex(code)}}`),
  'in a URL': encodeURIComponent,
  'in a URL, in small letters': (text) => lower(encodeURIComponent(text)),
  'in a URL, slashes as they are': (text) => encodeURIComponent(text).replaceAll('%2F', '/'),
  'in a URL, as Latin-1': (text) => each(text, (code) => `%${hex(code)}`),
  'in a form': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
  'as entities': (text) => each(text, (_, one) => (names[one] === undefined ? one : `&${names[one]};`)),
  'as decimal entities': (text) => each(text, (code) => `&#${code};`),
  'as hexadecimal entities': (text) => each(text, (code) => `&#x${hex(code).toUpperCase()};`),
  'as long entities': (text) => each(text, (code) => `&#0000${code};`),
  'as base64': base64,
  'as base64url': (text) => Buffer.from(text).toString('base64url'),
  'as base64 behind a byte': (text) => base64(`x${text}y`),
  'as base64 behind two bytes': (text) => base64(`xy${text}`),
  'as hexadecimal': (text) => Buffer.from(text).toString('hex'),
  'as hexadecimal in letters of both sizes': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replaceAll(/[a-f]/g, (letter, at: number) => (at % 3 === 0 ? letter.toUpperCase() : letter)),
  'as a dump': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replaceAll(/..(?!$)/g, '$& '),
  'as a dump with colons': (text) =>
    Buffer.from(text)
      .toString('hex')
      .toUpperCase()
      .replaceAll(/..(?!$)/g, '$&:'),
  'as a list of bytes': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replaceAll(/..(?!$)/g, '$&, 0x'),
  'as quoted-printable': (text) =>
    Buffer.from(text).reduce(
      (made, byte) =>
        made + (byte === 0x3d || byte > 0x7e ? `=${hex(byte).toUpperCase()}` : String.fromCharCode(byte)),
      '',
    ),
  'as quoted-printable in several lines': (text) =>
    [...text].map((one, at) => (at % 5 === 4 ? `=\r\n${one}` : one)).join(''),
  'as base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'as base64 of UTF-16, the other way round': (text) =>
    Buffer.from(text, 'utf16le').swap16().toString('base64'),
  'with zeros between': (text) => [...text].join('\0'),
  'as escapes of Python': (text) => each(text, (code) => `\\U${hex(code, 8)}`),
  'as octal escapes': (text) =>
    Buffer.from(text).reduce((made, byte) => `${made}\\${byte.toString(8).padStart(3, '0')}`, ''),
  'in another character set': (text) => Buffer.from(text).toString('latin1'),
  'in pieces': (text) => text.normalize('NFD'),
};
const kinds = Object.entries(spellings);

describe('a secret is found', () => {
  test.each(kinds)('%s', (first, spell) => {
    expect(redact(`before ${spell(canary)} after`, [canary])).toMatch(
      /^before .{0,2}\[redacted\].{0,4} after$/,
    );
    // Its characters beyond ASCII are two bytes in base64.
    if (first === 'with zeros between') return;
    for (const [name, other] of kinds) {
      // These are not looked into.
      if (plainOnly.has(name) || [odd, quoted].some((two) => two.has(first) && two.has(name))) continue;
      expect(redact(`"${other(spell(canary))}"`, [canary]), name).toContain('[redacted]');
    }
  });

  test('in mixed spellings, and in very many layers no more', () => {
    const mixed = String.raw`a\u0026amp;b%5C%2fc\\\u0022d&#60;e%20\xe9&#x2B;ZqX7`;
    expect(redact(mixed, [canary.replace('b/', 'b\\/')])).toBe('[redacted]');
    let text = canary;
    for (let layer = 0; layer < 5; layer += 1) text = encodeURIComponent(text);
    expect(redact(text, [canary])).toBe('[redacted]');
  });

  test('that itself holds what looks like an escape', () => {
    for (const secret of [String.raw`p%41q\u0042&amp;r`, 'x%2Fy+z&lt;', String.raw`C:\new\table`])
      for (const [name, spell] of kinds)
        expect(redact(spell(secret), [secret]), name).toContain('[redacted]');
  });

  test('behind what makes another escape of its first character', () => {
    expect(redact(String.raw`C:\none-of-it`, ['none-of-it'])).toBe(String.raw`C:\[redacted]`);
    expect(redact(json(String.raw`C:\none-of-it`), ['none-of-it'])).toContain('[redacted]');
    expect(redact('100%affe&more', ['affe&more'])).toBe('100%[redacted]');
  });

  test('across the parts in which a long text is looked at, and only there', () => {
    const spelled = spellings['as escapes of JSON']!(canary);
    for (const before of [65_400, 65_536, 131_000, 196_700]) {
      const text = `${'x '.repeat(before / 2)}${spelled}${' y'.repeat(50_000)}`;
      expect(redact(text, [canary])).toBe(text.replace(spelled, '[redacted]'));
    }
  });

  test('in long base64, in lines and with escaped slashes', () => {
    const file = `${'A line of a file? '.repeat(10_000)}${json(canary)}${'\nand more?'.repeat(10_000)}`;
    const lines = base64(file).replaceAll(/.{76}/g, '$&\n');
    for (const text of [base64(file), lines, json(lines), base64(file).replaceAll('/', String.raw`\/`)]) {
      const cleaned = redact(text, [canary]);
      expect(cleaned).toContain('[redacted]');
      expect(cleaned.length).toBeGreaterThan(0.9 * text.length);
    }
  });

  test('in files of any kind', () => {
    for (const charset of ['utf8', 'utf16le', 'latin1'] as const) {
      const bytes = Buffer.concat([Buffer.from([0, 255]), Buffer.from(canary, charset), Buffer.from([254])]);
      expect(Buffer.from(redactBytes(bytes, [canary])).toString('latin1')).toBe('\0\xff[redacted]\xfe');
    }
    const clean = Buffer.from('a&b/c"d<e');
    expect(redactBytes(clean, [canary])).toBe(clean);
  });
});

test('half of a secret is not shown where words of the API are cut', () => {
  const status = `${'wait '.repeat(11)}${canary}`;
  const state = readState({ status }, (text) => redact(text, [canary]));
  expect(state?.words).toBe(`${'wait '.repeat(11)}[reda`);
});

test('a text without secrets stays as it is', () => {
  const text = String.raw`{"a":"\u0026 %2F &amp; 100% \\ + é","b":"${base64('some & text')}"}`;
  expect(redact(text, [canary])).toBe(text);
  expect(redact(text, ['short'])).toBe(text);
  expect(redact(text, [])).toBe(text);
});

test('a text that is full of secrets is left out as a whole', () => {
  expect(redact('secret'.repeat(100_002), ['secret'])).toBe('[redacted]');
});

describe('of all that is handed on, nothing holds a secret', () => {
  let upstream: Upstream;
  let folder: string;
  let spelled = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'redact-'));
    upstream = await startUpstream(({ url }, response) => {
      const place = new URL(url, 'http://localhost').pathname.slice(1);
      places[place]?.(response);
    });
  });
  afterAll(async () => {
    await upstream.close();
    rmSync(folder, { recursive: true });
  });

  type Response = import('node:http').ServerResponse;
  const inHeader = () => encodeURIComponent(spelled).slice(0, 4_000);
  const answer = (status: number, type: string, body: string) => (response: Response) =>
    response.writeHead(status, { 'content-type': type }).end(body);
  const places: Record<string, (response: Response) => void> = {
    text: (response) => answer(200, 'text/plain', `it is ${spelled}.`)(response),
    json: (response) => answer(200, 'application/json', JSON.stringify({ it: [spelled] }))(response),
    name: (response) => answer(200, 'application/json', JSON.stringify({ [spelled]: 1 }))(response),
    inner: (response) =>
      answer(200, 'application/json', JSON.stringify({ it: JSON.stringify({ it: spelled }) }))(response),
    xml: (response) => answer(200, 'application/xml', `<it a="${spelled}"/>`)(response),
    broken: (response) => answer(200, 'application/json', `{"it":"${spelled}`)(response),
    refused: (response) => answer(400, 'text/plain', `no: ${spelled}`)(response),
    problem: (response) =>
      answer(
        422,
        'application/problem+json',
        JSON.stringify({ title: spelled, detail: spelled, more: [spelled] }),
      )(response),
    page: (response) => answer(500, 'text/html', `<p>${spelled}</p>`)(response),
    redirect: (response) =>
      response.writeHead(302, { location: `http://other.example/?a=${inHeader()}` }).end(),
    empty: (response) => response.writeHead(204, { etag: `"${inHeader()}"` }).end(),
    next: (response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', link: `</next?page=${inHeader()}>; rel=next` })
        .end('[1]'),
    file: (response) => answer(200, 'application/pdf', `%PDF ${spelled}`)(response),
    image: (response) => answer(200, 'image/png', `\0PNG ${spelled}`)(response),
    type: (response) => answer(200, `application/x-${inHeader()}`, 'a file')(response),
    filename: (response) =>
      response
        .writeHead(200, {
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename*=UTF-8''${inHeader()}.pdf`,
        })
        .end('a file'),
  };

  const auths: Record<string, AuthScheme> = {
    bearer: { kind: 'bearer', env: 'TEST_SECRET' },
    'api key': { kind: 'api-key', in: 'query', name: 'key', env: 'TEST_SECRET' },
    basic: { kind: 'basic', env: { username: 'TEST_USER', password: 'TEST_SECRET' } },
  };

  describe.each(Object.entries(auths))('sent as %s', (_kind, scheme) => {
    let all: Awaited<ReturnType<typeof offerTools>>;
    let callers: Awaited<ReturnType<typeof createCaller>>[];
    beforeAll(async () => {
      const tools = Object.keys(places).map((name) =>
        makeTool({
          name,
          path: `/${name}`,
          security: [{ it: [] }],
          parameters: [makeParameter({ argument: 'page', name: 'page' })],
        }),
      );
      const catalog = makeCatalog(tools, { api: { servers: [{ url: upstream.url }], auth: { it: scheme } } });
      const env = { TEST_SECRET: canary, TEST_USER: 'somebody' };
      all = await offerTools(catalog.toolsets[0]!);
      const options = { features, catalog, env, timeoutMs: 5_000 };
      callers = [
        await createCaller({ ...options, downloads: undefined }),
        await createCaller({ ...options, downloads: folder }),
      ];
    });

    test.each(kinds)('and repeated %s', async (_name, spell) => {
      spelled = spell(canary);
      for (const call of callers) {
        for (const [name, offered] of all) {
          const result = await call(offered, {}, { signal: new AbortController().signal, trace: {} });
          const saved = readdirSync(folder).map(
            (file) => `${file}\n${readFileSync(join(folder, file), 'latin1')}`,
          );
          for (const file of readdirSync(folder)) rmSync(join(folder, file));
          const texts = readings([JSON.stringify(result), ...saved].join('\n'));
          const found = texts.find((text) =>
            [
              canary,
              canary.replace('+', ' '),
              canary.normalize('NFD'),
              Buffer.from(canary).toString('latin1'),
              Buffer.from(canary).toString('hex'),
            ].some((one) => text.includes(one)),
          );
          expect(found, name).toBeUndefined();
        }
      }
    });
  });
});
