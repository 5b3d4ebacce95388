import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../generator/model/document.js';
import { listen } from './listen.js';
import { loadFrom, loadText } from '../../support/loadText.js';
import { rejectionOf } from '../../support/thrownBy.js';

const small = 'openapi: 3.1.0\ninfo: {title: Small, version: "1"}\npaths: {}\n';

/** A folder for the length of a test. */
function folderWith(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'mcpwright-load-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

describe('where a document comes from', () => {
  test('a file', async () => {
    const source = join(folderWith({ 'api.yaml': small }), 'api.yaml');
    const document = await loadFrom(source);
    expect(document).toMatchObject({
      source,
      version: '3.1.0',
      dialect: '3.1',
      root: { info: { title: 'Small' } },
    });
    expect(document.url).toBeUndefined();
    expect(document.diagnostics).toEqual([]);
    expect(document.locate('#/info/version')).toEqual({ file: source, line: 2, column: 22 });
  });

  test.skipIf(process.platform === 'win32')('a pipe, whenever it is written to', async () => {
    const pipe = join(folderWith({}), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const [document] = await Promise.all([loadFrom(pipe), writeFile(pipe, small)]);
    expect(document.root['info']).toEqual({ title: 'Small', version: '1' });
    const [error] = await Promise.all([
      rejectionOf(loadFrom(pipe, { maxBytes: 10 })),
      // It breaks off where nobody reads on.
      writeFile(pipe, small).catch(() => {}),
    ]);
    expect(error.message).toBe(`${pipe} is larger than 10 bytes, which is the limit.`);
  });

  test('standard input', async () => {
    const document = await loadText(small);
    expect(document).toMatchObject({ source: '-', root: { info: { title: 'Small' } } });
    expect(document.locate('#/paths')).toEqual({ file: 'standard input', line: 3, column: 1 });
  });

  test('a URL, after redirects, without the name of a file', async () => {
    const url = await listen((request, response) => {
      if (request.url === '/docs/v2/') response.end(small);
      else response.writeHead(301, { location: '/docs/v2/' }).end();
    });
    const document = await loadFrom(`${url}/docs`);
    expect(document).toMatchObject({
      source: `${url}/docs`,
      url: `${url}/docs/v2/`,
      root: { info: { title: 'Small' } },
    });
    expect(document.locate('#/info')?.file).toBe(`${url}/docs`);
  });

  const encodings = {
    'UTF-8 with a byte order mark': Buffer.from(`\uFEFF${small}`),
    'UTF-16, as PowerShell writes it': Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(small, 'utf16le'),
    ]),
    'UTF-16, big end first': Buffer.concat([
      Buffer.from([0xfe, 0xff]),
      Buffer.from(small, 'utf16le').swap16(),
    ]),
  };
  test.each(Object.entries(encodings))('%s', async (_name, bytes) => {
    const source = join(folderWith({ 'api.yaml': bytes }), 'api.yaml');
    expect((await loadFrom(source)).root['info']).toEqual({ title: 'Small', version: '1' });
  });

  test('a byte order mark on standard input', async () => {
    expect((await loadText(`\uFEFF{"openapi": "3.1.0"}`)).version).toBe('3.1.0');
  });

  test('progress is told', async () => {
    const told: string[] = [];
    await loadFrom(new URL('./fixtures/split/openapi.yaml', import.meta.url).pathname, {
      onProgress: (text) => told.push(text),
    });
    expect(told[0]).toMatch(/^Reading .*openapi.yaml$/);
    expect(told.slice(1).every((text) => /^Reading \d+ more files?$/.test(text))).toBe(true);
    expect(told.length).toBeGreaterThan(2);
  });
});

describe('where there is no document', () => {
  test.skipIf(process.platform === 'win32')('a device, which may have no end', async () => {
    const error = await rejectionOf(loadFrom('/dev/zero'));
    expect(error.message).toBe('/dev/zero is not a file.');
    expect(error.hint).toMatch(/or - for a document from standard input/);
  });

  test.skipIf(process.platform === 'win32')('a pipe that nobody writes to', async () => {
    const pipe = join(folderWith({}), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const error = await rejectionOf(loadFrom(pipe, { timeoutMs: 20 }));
    expect(error.message).toBe(`${pipe} is a pipe, and nothing came through it for 0.02 s.`);
    expect(error.hint).toBe('Write the document to a file, and pass that.');
  });

  test.skipIf(process.platform === 'win32')('a link to nothing', async () => {
    const link = join(folderWith({}), 'link.yaml');
    symlinkSync('nothing', link);
    const error = await rejectionOf(loadFrom(link));
    expect(error.message).toBe(`${link} is a link to something that does not exist.`);
  });

  test('a file that does not exist', async () => {
    const error = await rejectionOf(loadFrom('no/such/file.yaml'));
    expect(error.message).toBe('no/such/file.yaml does not exist.');
    expect(error.hint).toContain(resolve('no/such/file.yaml'));
  });

  test('a folder, with a document in it', async () => {
    const folder = folderWith({ 'openapi.yaml': small, 'a.yaml': small });
    const error = await rejectionOf(loadFrom(folder));
    expect(error.message).toBe(`${folder} is a folder.`);
    expect(error.hint).toContain(join(folder, 'openapi.yaml'));
  });

  test('a folder without', async () => {
    const error = await rejectionOf(loadFrom(folderWith({ 'a.txt': '' })));
    expect(error.hint).toBe('Pass the OpenAPI document in it.');
  });

  test('a path through a file', async () => {
    const folder = folderWith({ 'a.yaml': small });
    expect((await rejectionOf(loadFrom(join(folder, 'a.yaml', 'b.yaml')))).message).toMatch(
      /does not exist: a folder on the way to it is a file/,
    );
  });

  test.skipIf(process.getuid?.() === 0)('a file that may not be read', async () => {
    const source = join(folderWith({ 'a.yaml': small }), 'a.yaml');
    chmodSync(source, 0);
    expect((await rejectionOf(loadFrom(source))).message).toMatch(/may not be read/);
  });

  test.each(['ftp://example.com/a.yaml', 'file:///a.yaml'])('%s', async (source) => {
    expect((await rejectionOf(loadFrom(source))).message).toMatch(/only files, http and https are/);
  });

  test('an address that is none', async () => {
    expect((await rejectionOf(loadFrom('http://'))).message).toBe('http:// is not a valid address.');
  });

  test('an address where there is nothing', async () => {
    const url = await listen((_, response) => response.writeHead(404).end('<html>'));
    expect((await rejectionOf(loadFrom(`${url}/openapi.json`))).message).toBe(
      `${url}/openapi.json answers 404 Not Found.`,
    );
  });

  test('an address that does not answer', async () => {
    const url = await listen(() => {});
    const error = await rejectionOf(loadFrom(url, { timeoutMs: 100 }));
    expect(error.message).toMatch(/did not answer within 0.1 s/);
  });

  test('too much, from anywhere', async () => {
    const text = `${small}# ${'x'.repeat(1_000)}`;
    const source = join(folderWith({ 'a.yaml': text }), 'a.yaml');
    const url = await listen((_, response) => response.end(text));
    const options = { maxBytes: 1_000 };
    expect((await rejectionOf(loadFrom(source, options))).message).toMatch(
      /a.yaml is larger than 1000 bytes/,
    );
    expect((await rejectionOf(loadFrom(url, options))).message).toMatch(/is larger than 1000 bytes/);
    expect((await rejectionOf(loadText(text, options))).message).toMatch(
      /Standard input is larger than 1000 bytes/,
    );
    const big = await rejectionOf(loadText('x'.repeat(2 * 1024 ** 2), { maxBytes: 1024 ** 2 }));
    expect(big.message).toMatch(/larger than 1 MB/);
  });

  test('a syntax error, with its place', async () => {
    const error = await rejectionOf(loadText('openapi: 3.1.0\ninfo: a: b\n'));
    expect(error.message).toMatch(/neither valid JSON nor valid YAML/);
    expect(error.location).toEqual({ file: 'standard input', line: 2, column: 7 });
  });
});

const others: { text: string; says: string; hint?: RegExp }[] = [
  { text: '', says: 'standard input is empty' },
  { text: ' \n', says: 'standard input is empty' },
  { text: '<!DOCTYPE html><html></html>', says: 'an HTML page', hint: /openapi\.json/ },
  { text: '\n<html>', says: 'an HTML page' },
  { text: '<?xml version="1.0"?><definitions/>', says: 'XML' },
  { text: '#%RAML 1.0\ntitle: x', says: 'a RAML document', hint: /Convert/ },
  { text: 'PK\u0003\u0004\0\0', says: 'not a text file', hint: /unpack/ },
  { text: 'just text', says: 'holds only text' },
  { text: '42', says: 'holds only a number' },
  { text: 'null', says: 'holds nothing' },
  { text: '[]', says: 'holds a list' },
  { text: '# only a comment', says: 'holds nothing' },
  { text: '{}', says: 'neither "openapi" nor "swagger" nor "paths"', hint: /main file/ },
  { text: 'type: object', says: 'neither "openapi" nor "swagger" nor "paths"' },
  { text: '{"swaggerVersion": "1.2", "apis": []}', says: 'a Swagger 1.x document', hint: /Convert/ },
  { text: 'asyncapi: 3.0.0', says: 'an AsyncAPI document' },
  { text: 'arazzo: 1.0.0', says: 'an Arazzo description' },
  { text: 'overlay: 1.0.0', says: 'an OpenAPI overlay' },
  { text: '{"info": {"name": "x"}, "item": []}', says: 'a Postman collection', hint: /postman-to-openapi/ },
  { text: '{"collection": {"info": {"name": "x"}, "item": []}}', says: 'a Postman collection' },
  { text: '{"_type": "export", "resources": []}', says: 'an Insomnia export' },
  { text: '{"log": {"entries": []}}', says: 'a HAR recording' },
  { text: '{"kind": "discovery#restDescription"}', says: 'a Google API discovery document' },
  { text: '{"data": {"__schema": {}}}', says: 'a GraphQL schema' },
  { text: 'openapi: 4.0.0', says: 'says it is version 4.0.0' },
  { text: 'swagger: "1.2"', says: 'says it is version 1.2' },
  { text: 'openapi: [3]', says: 'says it is version [3]' },
  { text: 'openapi: ""', says: 'says it is version ""' },
  { text: 'openapi: latest', says: 'says it is version latest', hint: /2\.0 .*3\.2/ },
];
test.each(others)('$text: $says', async ({ text, says, hint }) => {
  const error = await rejectionOf(loadText(text));
  expect(error.message).toContain(says);
  expect(error.hint).toMatch(hint ?? /\w/);
});

const versions: { text: string; version: string; dialect: string; odd?: string }[] = [
  { text: '{swagger: "2.0", info: {}}', version: '2.0', dialect: '3.0' },
  { text: '{swagger: 2.0, info: {}}', version: '2.0', dialect: '3.0', odd: 'it is read as the text "2.0"' },
  { text: '{"swagger": 2, "info": {}}', version: '2', dialect: '3.0', odd: 'it is read as the text "2"' },
  { text: '{openapi: 3.0, info: {}}', version: '3.0', dialect: '3.0', odd: 'it is read as the text "3.0"' },
  { text: '{openapi: 3.1, info: {}}', version: '3.1', dialect: '3.1', odd: 'it is read as the text "3.1"' },
  { text: '{"openapi": 3, "info": {}}', version: '3', dialect: '3.0', odd: 'it is read as the text "3"' },
  { text: '{openapi: 3.0.0-rc2, info: {}}', version: '3.0.0-rc2', dialect: '3.0' },
  { text: '{openapi: 3.0.4, info: {}}', version: '3.0.4', dialect: '3.0' },
  { text: '{openapi: 3.1.2, info: {}}', version: '3.1.2', dialect: '3.1' },
  { text: '{openapi: 3.2.0, info: {}}', version: '3.2.0', dialect: '3.1' },
  { text: '{openapi: " v3.1.0 ", info: {}}', version: 'v3.1.0', dialect: '3.1' },
  { text: '{openapi: 3.3.0, info: {}}', version: '3.3.0', dialect: '3.1', odd: 'it is read as version 3.2' },
  { text: '{paths: {}, info: {}}', version: '3.0.0', dialect: '3.0', odd: 'it is read as version 3.0.0' },
  {
    text: '{paths: {}, definitions: {}, info: {}}',
    version: '2.0',
    dialect: '3.0',
    odd: 'it is read as version 2.0',
  },
];
test.each(versions)('$text is version $version', async ({ text, version, dialect, odd }) => {
  const document = await loadText(text);
  expect(document).toMatchObject({ version, dialect });
  expect(document.diagnostics.map(({ code }) => code)).toEqual(odd === undefined ? [] : ['odd-document']);
  if (odd !== undefined) expect(document.diagnostics[0]?.message).toContain(odd);
});

describe('what is odd and survived', () => {
  const odd: { name: string; text: string; root: JsonObject; says: string[] }[] = [
    {
      name: 'numbers where text belongs',
      text: 'openapi: 3.1.0\ninfo: {title: 2024, version: 1.10, description: true}',
      root: { info: { title: '2024', version: '1.10', description: 'true' }, paths: {} },
      says: [
        '"info.title" is a number, not text; it is read as "2024".',
        '"info.version" is a number, not text; it is read as "1.10".',
        '"info.description" is a boolean, not text; it is read as "true".',
      ],
    },
    {
      name: 'the same in JSON',
      text: '{"openapi": "3.1.0", "info": {"title": "", "version": 1.5}}',
      root: { info: { title: '', version: '1.5' }, paths: {} },
      says: ['"info.version" is a number, not text; it is read as "1.5".'],
    },
    {
      name: 'no info and no paths',
      text: 'openapi: 3.1.0',
      root: { info: {}, paths: {} },
      says: ['The document has no "info"; it is read without a title and a version.'],
    },
    {
      name: 'info and paths that are none',
      text: 'openapi: 3.1.0\ninfo: text\npaths: []',
      root: { info: {}, paths: {} },
      says: [
        '"info" is not an object; it is read without a title and a version.',
        '"paths" is not an object; it is read as empty.',
      ],
    },
    {
      name: 'paths that are empty',
      text: 'openapi: 3.1.0\ninfo: {}\npaths:\n',
      root: { info: {}, paths: {} },
      says: [],
    },
    {
      name: 'an operation without responses, and one that is nothing',
      text: 'openapi: 3.1.0\ninfo: {}\npaths: {/a: {get: {}, post: }, /b: }',
      root: { info: {}, paths: { '/a': { get: {}, post: null }, '/b': null } },
      says: [],
    },
    {
      name: 'keys given twice',
      text: 'openapi: 3.1.0\ninfo: {}\npaths: {/a: {get: {}}, /a: {put: {}}}',
      root: { info: {}, paths: { '/a': { put: {} } } },
      says: ['The key "/a" is given more than once; the last one counts.'],
    },
  ];
  test.each(odd)('$name', async ({ text, root, says }) => {
    const document = await loadText(text);
    expect(document.root).toMatchObject(root);
    expect(document.diagnostics.map(({ message }) => message)).toEqual(says);
    expect(document.diagnostics.every(({ code }) => code === 'odd-document')).toBe(true);
  });

  test('findings can be located', async () => {
    const { diagnostics, locate } = await loadText('openapi: 3.1.0\npaths: {}\ninfo:\n  version: 1.0\n');
    expect(locate(diagnostics[0]?.pointer ?? '')).toEqual({ file: 'standard input', line: 4, column: 3 });
  });

  test('keys called __proto__ and constructor', async () => {
    const text = readFileSync(new URL('./fixtures/proto.json', import.meta.url), 'utf8');
    const { root } = await loadText(text);
    const { properties } = (root as { components: { schemas: { Pet: { properties: object } } } }).components
      .schemas.Pet;
    expect(Object.keys(properties)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.keys((root as { paths: object }).paths)).toEqual(['__proto__']);
  });

  test('the same in Swagger 2.0, which is restructured', async () => {
    const text = `{"swagger": "2.0", "info": {}, "paths": {"__proto__": {"polluted": true}, "/a": {"get": {
      "parameters": [{"in": "formData", "name": "__proto__", "type": "string"}],
      "responses": {"__proto__": {"schema": {}}}}}}, "securityDefinitions": {"__proto__": {"type": "basic"}}}`;
    const { root } = await loadText(text);
    const { paths } = root as { paths: Record<string, any> };
    expect(Object.keys(paths)).toEqual(['__proto__', '/a']);
    const form = paths['/a'].get.requestBody.content['application/x-www-form-urlencoded'];
    expect(Object.keys(form.schema.properties)).toEqual(['__proto__']);
    expect(Object.keys(paths['/a'].get.responses)).toEqual(['__proto__']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

test('hostile depth ends in a clear error', async () => {
  const deep = `{"openapi": "3.1.0", "x": ${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
  expect((await rejectionOf(loadText(deep))).message).toMatch(
    /standard input is nested more than 600 levels deep/,
  );
});

test('the result is plain JSON: shuffled paths give the same', async () => {
  const one = await loadText('openapi: 3.1.0\ninfo: {}\npaths: {/a: {get: {}}, /b: {get: {}}}');
  const two = await loadText('openapi: 3.1.0\ninfo: {}\npaths: {/b: {get: {}}, /a: {get: {}}}');
  expect(two.root).toEqual(one.root);
  expect(JSON.parse(JSON.stringify(one.root))).toEqual(one.root);
});
