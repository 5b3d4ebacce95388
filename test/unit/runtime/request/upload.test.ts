import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { lstat, mkdtemp, open, rm } from 'node:fs/promises';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { features } from '../../../../templates/project/src/generated/features.js';
import type { CallerParts } from '../../../../templates/project/src/runtime/call/callerParts.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import { findFile } from '../../../../templates/project/src/runtime/request/files.js';
import type { Encoding, Method } from '../../../../templates/project/src/runtime/tool.js';
import { makeUploads } from '../../../support/runtime/makeUploads.js';
import { type Sink, startSink } from '../../../support/runtime/sink.js';

let sink: Sink;
let folder: string;
let root: string;
let other: string;
const content = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => (index * 7919) % 251));
const hash = hashOf(content);
/** More than the buffers of a connection hold. */
const large = 64_000_000;
/** Read in so many pieces that the API has got the first long before the last is read. */
const inPieces = 8_000_000;

beforeAll(async () => {
  sink = await startSink();
  folder = await mkdtemp(join(tmpdir(), 'upload-'));
  root = join(folder, 'root');
  other = join(folder, 'other');
  for (const name of [root, other, join(root, 'sub'), join(folder, 'root-and-more'), join(folder, 'out')])
    mkdirSync(name);
  writeFileSync(join(root, 'data.bin'), content);
  writeFileSync(join(root, 'picture.PNG'), 'p');
  writeFileSync(join(root, 'sub/a "b" ä.txt'), 'text');
  writeFileSync(join(root, 'empty'), '');
  writeFileSync(join(other, 'only-here.csv'), 'a,b');
  mkdirSync(join(other, 'picture.PNG.d'));
  writeFileSync(join(folder, 'out/secret.txt'), 'secret');
  writeFileSync(join(folder, 'root-and-more/near.txt'), 'near');
  symlinkSync(join(folder, 'out'), join(root, 'leads-out'));
  symlinkSync(join(folder, 'out/secret.txt'), join(root, 'secret.txt'));
  symlinkSync(join(folder, 'out/nothing'), join(root, 'dangling'));
  symlinkSync(join(root, 'data.bin'), join(root, 'link.bin'));
  symlinkSync(join(root, 'loop'), join(root, 'loop'));
  symlinkSync(root, join(folder, 'alias'));
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(root, 'pipe')]);
});
afterAll(async () => {
  await sink.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  sink.taken.length = 0;
  sink.statuses.length = 0;
  sink.onStart = () => undefined;
});

function hashOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface Options extends Partial<CallerParts> {
  method?: Method;
  encoding?: Record<string, Encoding>;
}

type Caller = (tool: string, args: object) => Promise<CallToolResult>;
const callers = new Map<string, Caller>();

/** Makes a caller, once for all calls with the same options. */
async function callerFor(options: Options): Promise<Caller> {
  const { method, encoding, ...parts } = options;
  const key = JSON.stringify([sink.url, options]);
  const known = callers.get(key);
  if (known !== undefined) return known;
  const catalog = makeUploads(sink.url, { ...(method && { method }), ...(encoding && { encoding }) });
  const shared = {
    env: {},
    timeoutMs: 60_000,
    fileRoots: [root, other],
    backoffMs: 1,
  };
  const carryOut = await createCaller({ features, ...shared, ...parts, catalog });
  const tools = await offerTools(catalog.toolsets[0]!);
  const made: Caller = (tool, args) =>
    carryOut(tools.get(tool)!, args, { signal: new AbortController().signal, trace: {} });
  callers.set(key, made);
  return made;
}

async function call(tool: string, args: object, options: Options = {}) {
  const { content: blocks, isError } = await (await callerFor(options))(tool, args);
  const [first] = blocks;
  return { isError: isError === true, text: first?.type === 'text' ? first.text : '' };
}

const send = (path: string, options?: Options) => call('put_file', { body: { path } }, options);

describe('a file by its path', () => {
  const ways: [string, Options][] = [
    ['the client', {}],
    ['a client with certificates', { env: { MCP_CA_FILE: 'test/support/certificates/ca.pem' } }],
  ];
  describe.each(ways)('over %s', (_, way) => {
    test.each<Method>(['POST', 'PUT', 'GET', 'DELETE'])(
      'is the body of a %s, byte for byte',
      async (method) => {
        expect(await send('data.bin', { ...way, method })).toEqual({ isError: false, text: 'fine' });
        const [taken] = sink.taken;
        expect(taken).toMatchObject({ method, hash, size: content.length, complete: true });
        expect(taken?.headers['content-length']).toBe(String(content.length));
        expect(taken?.headers).not.toHaveProperty('transfer-encoding');
      },
    );

    test.each<Method>(['POST', 'GET'])('may be empty, with %s', async (method) => {
      await send('empty', { ...way, method });
      expect(sink.taken[0]).toMatchObject({ size: 0, complete: true });
    });

    test('is read anew where the request is sent again', async () => {
      sink.statuses.push(503, 503);
      expect(await send('data.bin', { ...way, method: 'PUT', retries: 2 })).toMatchObject({ isError: false });
      expect(sink.taken.map((taken) => taken.hash)).toEqual([hash, hash, hash]);
    });

    test('is a part of a form, beside files given as base64', async () => {
      const more = [
        { base64: Buffer.from('more').toString('base64'), filename: 'm.txt' },
        { path: 'only-here.csv' },
      ];
      expect(await call('put_form', { note: 'n', file: { path: 'data.bin' }, more }, way)).toMatchObject({
        isError: false,
      });
      const [taken] = sink.taken;
      expect(taken).toMatchObject({ complete: true });
      expect(taken?.headers['content-length']).toBe(String(taken?.size));
      expect(taken?.start).toContain(
        'Content-Disposition: form-data; name="file"; filename="data.bin"\r\nContent-Type: application/octet-stream\r\n\r\n',
      );
    });
  });

  test.each([
    ['data.bin', hash],
    ['sub/../data.bin', hash],
    ['./data.bin', hash],
    ['link.bin', hash],
    ['only-here.csv', hashOf('a,b')],
    ['sub/a "b" ä.txt', hashOf('text')],
  ])('is found below the roots: %s', async (path, expected) => {
    expect(await send(path)).toMatchObject({ isError: false });
    expect(sink.taken[0]?.hash).toBe(expected);
  });

  test('may be absolute, by any name of a root', async () => {
    for (const path of [join(root, 'data.bin'), join(other, 'only-here.csv')])
      expect(await send(path)).toMatchObject({ isError: false });
    const alias = join(folder, 'alias');
    for (const path of [join(alias, 'data.bin'), join(root, 'data.bin'), 'data.bin'])
      expect(await send(path, { fileRoots: [alias] })).toMatchObject({ isError: false });
    expect(sink.taken).toHaveLength(5);
  });

  test('is looked for in the next root where the first has a folder of its name', async () => {
    expect(await send('sub', { fileRoots: [root] })).toMatchObject({ isError: true });
    writeFileSync(join(other, 'sub'), 'not a folder');
    expect(await send('sub')).toMatchObject({ isError: false });
    rmSync(join(other, 'sub'));
  });
});

/** The answer to a path that cannot be sent. */
function refused(problem: string): string {
  return `Invalid arguments for put_file; nothing was sent to the API. Fix these and call again:\n- body.path: ${problem}`;
}

function outside(): string {
  return refused(`only files below ${root} or ${other} may be sent`);
}

function missing(): string {
  return refused(`there is no such file below ${root} or ${other}`);
}

/** Lets a folder of a root be a folder, or a link to one outside with a file of the same name. */
function makeSwap(name: string) {
  const [inner, outer] = [join(root, name), join(folder, `${name}-out`)];
  for (const [place, words] of [
    [inner, 'inside'],
    [outer, 'secret'],
  ] as const) {
    mkdirSync(place);
    writeFileSync(join(place, 'a.txt'), words);
  }
  const aside = join(root, `${name}-aside`);
  const link = () => (renameSync(inner, aside), symlinkSync(outer, inner));
  const unlink = () => (unlinkSync(inner), renameSync(aside, inner));
  return { path: join(name, 'a.txt'), link, unlink };
}

describe('a path that is refused', () => {
  test.each<[string, () => string]>([
    ['../out/secret.txt', outside],
    ['../out/nothing', outside],
    ['sub/../../out/secret.txt', outside],
    ['/etc/passwd', outside],
    ['/no/such/file', outside],
    ['..', outside],
    ['.', outside],
    ['', outside],
    ['../root-and-more/near.txt', outside],
    ['nothing', missing],
    ['leads-out/secret.txt', missing],
    ['leads-out/nothing', missing],
    ['leads-out', missing],
    ['secret.txt', missing],
    ['dangling', missing],
    ['loop', missing],
    ['data.bin/x', missing],
    ['a\0b', missing],
    ['x'.repeat(5_000), missing],
    ['~/x', missing],
    ['sub', () => refused('it is a folder, not a file')],
  ])('%s', async (path, words) => {
    expect(await send(path)).toEqual({ isError: true, text: words() });
    expect(sink.taken).toEqual([]);
  });

  test('is told so too where it is absolute', async () => {
    for (const path of [
      join(folder, 'out/secret.txt'),
      join(folder, 'out/nothing'),
      join(folder, 'root-and-more/near.txt'),
      root,
    ])
      expect(await send(path)).toEqual({ isError: true, text: outside() });
    expect(sink.taken).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')(
    'is that of a pipe, which is not waited for, or of a device',
    async () => {
      expect(await send('pipe')).toEqual({ isError: true, text: refused('it is not a regular file') });
      expect((await send('null', { fileRoots: ['/dev'] })).text).toBe(refused('it is not a regular file'));
    },
  );

  test('leads out only when it is opened', async () => {
    const { path, link, unlink } = makeSwap('once');
    for (const isSwappedBack of [false, true]) {
      const found = await findFile(path, [root], {
        lstat: (target, options) => {
          link();
          return lstat(target, options);
        },
        open: async (target, flags) => {
          const file = await open(target, flags);
          if (isSwappedBack) unlink();
          return file;
        },
      });
      expect(found).toBe('it cannot be read');
      if (!isSwappedBack) unlink();
    }
    expect(await findFile(path, [root])).toMatchObject({ path: join(realpathSync(root), path) });
  });

  test('is any where there are no roots', async () => {
    expect(await send('data.bin', { fileRoots: [] })).toEqual({
      isError: true,
      text: refused(
        'this server may not read files; give the content in base64 instead, or ask the user to name the folders that files may be sent from in MCP_FILE_ROOTS',
      ),
    });
    expect(sink.taken).toEqual([]);
  });

  test('is one in a body that is no file', async () => {
    expect((await call('put_data', { body: { file: { path: 'data.bin' } } })).text).toContain(
      'body.file.path: unknown field',
    );
  });
});

describe('a file argument that is no file', () => {
  test.each<[unknown, string[]]>([
    [{}, ['body.base64: required but missing']],
    [{ base64: 'aGk=', path: 'x' }, ['body.base64: "aGk=" stands beside path; give one of them']],
    [{ pth: 'x' }, ['body.base64: required but missing', 'body.pth: unknown field, did you mean "path"?']],
    [
      { base46: 'x' },
      ['body.base64: required but missing', 'body.base46: unknown field, did you mean "base64"?'],
    ],
    [
      { path: 'data.bin', mode: 1 },
      ['body.mode: unknown field; known are base64, filename, contentType, path'],
    ],
    [{ base64: '??' }, ['body.base64: "??" is not a valid byte (base64)']],
    ['data.bin', ['body: expected object with base64, got string "data.bin"']],
  ])('%j', async (body, problems) => {
    const { text } = await call('put_file', { body });
    expect(text.split('\n').slice(1)).toEqual(problems.map((problem) => `- ${problem}`));
    expect(sink.taken).toEqual([]);
  });

  test('where null means that it is not given, one form is null', async () => {
    const catalog = makeUploads(sink.url, { api: { nullMeansAbsent: true } });
    const caller = await createCaller({
      features,
      catalog,
      env: {},
      timeoutMs: 60_000,
      fileRoots: [root],
    });
    const offered = (await offerTools(catalog.toolsets[0]!)).get('put_file')!;
    const nothing = { base64: null, path: null, filename: null, contentType: null };
    for (const given of [{ path: 'data.bin' }, { base64: content.toString('base64') }]) {
      const circumstances = { signal: new AbortController().signal, trace: {} };
      await caller(offered, { body: { ...nothing, ...given } }, circumstances);
    }
    expect(sink.taken.map((taken) => taken.hash)).toEqual([hash, hash]);
  });
});

function declared(contentType: string): Options {
  return { encoding: { file: { contentType } } };
}

describe('its name and media type', () => {
  test.each<[object, Options, string, string]>([
    [{ path: 'picture.PNG' }, {}, 'picture.PNG', 'image/png'],
    [{ path: 'data.bin' }, {}, 'data.bin', 'application/octet-stream'],
    [{ path: 'only-here.csv', filename: 'x.txt' }, {}, 'x.txt', 'text/csv'],
    [{ path: 'picture.PNG', contentType: 'image/x-mine' }, {}, 'picture.PNG', 'image/x-mine'],
    [{ path: 'picture.PNG' }, declared('application/x-thing'), 'picture.PNG', 'application/x-thing'],
    [{ path: 'picture.PNG' }, declared('image/gif, image/png'), 'picture.PNG', 'image/png'],
    [{ path: 'picture.PNG' }, declared('image/gif, image/tiff'), 'picture.PNG', 'image/gif'],
    [{ path: 'picture.PNG' }, declared('image/*'), 'picture.PNG', 'image/png'],
    [{ path: 'sub/a "b" ä.txt' }, {}, 'a %22b%22 ä.txt', 'text/plain'],
    [{ path: 'picture.PNG' }, declared('application/octet-stream'), 'picture.PNG', 'image/png'],
    [{ base64: '', filename: 'x.png' }, {}, 'x.png', 'image/png'],
    [{ base64: '', filename: 'x.jpg' }, declared('application/octet-stream'), 'x.jpg', 'image/jpeg'],
    [{ base64: '', filename: 'x.jpg' }, declared('application/x-thing'), 'x.jpg', 'application/x-thing'],
    [{ base64: '', filename: 'x.bin' }, {}, 'x.bin', 'application/octet-stream'],
  ])('%j with %j', async (file, options, filename, mediaType) => {
    await call('put_form', { file }, options);
    const name = Buffer.from(filename).toString('latin1');
    expect(sink.taken[0]?.start).toContain(`; filename="${name}"\r\nContent-Type: ${mediaType}\r\n\r\n`);
  });

  test('of a whole body is what its extension says', async () => {
    await send('picture.PNG');
    expect(sink.taken[0]?.headers['content-type']).toBe('image/png');
  });
});

function changed(argument: string): string {
  return `The file of ${argument} was changed or removed while it was being sent, so the API has not got all of it. Call again when the file is complete.`;
}

describe('a file that is not what it was', () => {
  // What is broken off may come late, and is not to be counted elsewhere.
  let usual: Sink;
  beforeAll(async () => {
    usual = sink;
    sink = await startSink();
  });
  afterAll(async () => {
    await sink.close();
    sink = usual;
  });
  const changes: [string, (path: string) => void][] = [
    ['grows', (path) => appendFileSync(path, 'more')],
    ['shrinks', (path) => truncateSync(path, 500_000)],
    ['is written anew', (path) => writeFileSync(path, Buffer.alloc(2_000_000, 1))],
    ['becomes a link', (path) => (rmSync(path), symlinkSync(join(folder, 'out/secret.txt'), path))],
  ];
  describe.each<Method>(['PUT', 'GET'])('%s', (method) => {
    test.each(changes)('%s while it is sent: the API does not get it as a whole', async (_, change) => {
      const path = join(root, `changing-${method}.bin`);
      rmSync(path, { force: true });
      writeFileSync(path, Buffer.alloc(2_000_000));
      // The first attempt has all of it, the second comes after the change.
      sink.statuses.push(503);
      const result = send(path, { method, retries: 1 });
      while (sink.taken.length === 0) await wait(1);
      change(path);
      expect(await result).toEqual({ isError: true, text: changed('body') });
      expect(sink.taken.slice(1).filter(({ complete }) => complete)).toEqual([]);
    });

    test('vanishes before it is sent again', async () => {
      const path = join(root, 'vanishing.bin');
      writeFileSync(path, content);
      sink.statuses.push(503);
      const result = send('vanishing.bin', { method, retries: 1 });
      while (sink.taken.length === 0) await wait(1);
      rmSync(path);
      expect(await result).toEqual({ isError: true, text: changed('body') });
    });
  });

  const midway: [string, (path: string) => void][] = [
    ['shrinks', (path) => truncateSync(path, 1_000)],
    ['grows', (path) => appendFileSync(path, 'more')],
    ['gets another last byte', (path) => overwrite(path, inPieces - 1)],
    ['gets another first byte', (path) => overwrite(path, 0)],
    ['gets another date', (path) => utimesSync(path, 1, 1)],
  ];
  describe.each<Method>(['PUT', 'GET'])('in the midst of a %s', (method) => {
    test.each(midway)('%s: the API does not get it as a whole', async (_, change) => {
      const path = join(root, 'midway.bin');
      writeFileSync(path, '');
      truncateSync(path, inPieces);
      // Whatever is written now is newer, however coarse the clock of the file system.
      utimesSync(path, 1_000, 1_000);
      let times = 0;
      sink.onStart = () => {
        change(path);
        times += 1;
      };
      expect(await send(path, { method })).toEqual({ isError: true, text: changed('body') });
      expect(times).toBe(1);
      expect(sink.taken.filter(({ complete }) => complete)).toEqual([]);
    });
  });
});

/** Writes one byte of a file, which keeps its size. */
function overwrite(path: string, position: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, 'x', position);
  closeSync(file);
}

function tooLarge(size: string): string {
  return `The body of this request has ${size}, and this server sends at most 1 MB at once; nothing was sent to the API. Send less, or ask the user to raise MCP_UPLOAD_MB.`;
}

describe('the size of a body', () => {
  const bytes = Buffer.alloc(1024 * 1024 + 1);

  test('may be up to the limit', async () => {
    const body = { base64: bytes.subarray(1).toString('base64') };
    expect(await call('put_file', { body }, { uploadMb: 1 })).toMatchObject({ isError: false });
    expect(sink.taken[0]?.size).toBe(1024 * 1024);
  });

  test('is refused beyond it, before anything is sent', async () => {
    writeFileSync(join(root, 'large.bin'), Buffer.alloc(3_000_000));
    const base64 = bytes.toString('base64');
    const cases: [string, object, string][] = [
      ['put_file', { body: { base64 } }, '1 MB'],
      ['put_file', { body: { path: 'large.bin' } }, '2.9 MB'],
      ['put_form', { file: { path: 'data.bin' }, more: [{ path: 'data.bin' }] }, '1.9 MB'],
      ['put_form', { file: { base64: '' }, note: 'ä'.repeat(2 ** 20) }, '2 MB'],
    ];
    for (const [tool, args, size] of cases)
      expect(await call(tool, args, { uploadMb: 1 })).toEqual({ isError: true, text: tooLarge(size) });
    expect(sink.taken).toEqual([]);
  });
});

/** Sends a file that is too large for what is between the two, and tells whether it is closed in the end. */
async function begin(signal: AbortSignal) {
  const path = join(root, 'endless.bin');
  writeFileSync(path, '');
  truncateSync(path, large);
  const catalog = makeUploads(sink.url);
  const caller = await createCaller({
    features,
    catalog,
    env: {},
    timeoutMs: 60_000,
    fileRoots: [root],
  });
  const offered = (await offerTools(catalog.toolsets[0]!)).get('put_file')!;
  const result = caller(offered, { body: { path } }, { signal, trace: {} });
  const closed = async () => {
    for (let looks = 0; openFiles().includes(path) && looks < 500; looks += 1) await wait(2);
    return !openFiles().includes(path);
  };
  return { result, closed };
}

describe('a call that is given up, or answered early', () => {
  test('closes the file', async () => {
    const controller = new AbortController();
    sink.onStart = () => controller.abort(new Error('enough'));
    const { result, closed } = await begin(controller.signal);
    await expect(result).rejects.toThrow('enough');
    expect(await closed()).toBe(true);
  });

  test('sends no more than it must', async () => {
    sink.onStart = () => 'refused';
    const { result, closed } = await begin(new AbortController().signal);
    expect(await result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('413') }],
    });
    expect(await closed()).toBe(true);
    expect(sink.taken).toEqual([]);
  });
});

/** The files that this process has open, where the system tells; one that is closed meanwhile is none. */
function openFiles(): string {
  if (process.platform !== 'linux') return '';
  const files = readdirSync('/proc/self/fd').map((number) => {
    try {
      return readlinkSync(`/proc/self/fd/${number}`);
    } catch {
      return '';
    }
  });
  return files.join('\n');
}

describe('an API that refuses a body while it is still being sent', () => {
  const head = 'HTTP/1.1 413 Payload Too Large\r\ncontent-type: text/plain\r\nconnection: close\r\n';
  const words = 'content-length: 8\r\n\r\ntoo much';
  const ways: Record<string, (socket: Socket) => unknown> = {
    'and closes the connection': (socket) => (socket.write(head + words), socket.destroySoon()),
    'and does not read on': (socket) => {
      socket.pause();
      socket.write(head + words);
      setTimeout(() => socket.destroy(), 50);
    },
    'bit by bit': async (socket) => {
      socket.write(`${head}content-length: 8\r\n\r\ntoo `);
      await wait(20);
      socket.write('much');
      socket.destroySoon();
    },
    'in chunks': async (socket) => {
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n8\r\ntoo much\r\n`);
      await wait(20);
      socket.end('0\r\n\r\n');
    },
    'and breaks off': async (socket) => {
      socket.write(`${head}content-length: 800\r\n\r\ntoo much`);
      await wait(5);
      socket.resetAndDestroy();
    },
  };

  const bodies = [{ path: 'sparse.bin' }, { base64: Buffer.alloc(3_000_000).toString('base64') }];
  beforeAll(() => {
    writeFileSync(join(root, 'sparse.bin'), '');
    truncateSync(join(root, 'sparse.bin'), large);
  });

  test.each(Object.entries(ways))('%s, is told by its status', async (_name, refuse) => {
    const api = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => void refuse(socket));
    });
    await once(api.listen(0, '127.0.0.1'), 'listening');
    const catalog = makeUploads(`http://127.0.0.1:${(api.address() as AddressInfo).port}`);
    const tool = (await offerTools(catalog.toolsets[0]!)).get('put_file')!;
    const carryOut = await createCaller({ features, catalog, env: {}, timeoutMs: 60_000, fileRoots: [root] });
    for (const body of bodies) {
      for (let times = 0; times < 5; times += 1) {
        const result = await carryOut(tool, { body }, { signal: new AbortController().signal, trace: {} });
        expect(JSON.stringify(result)).toContain('The API answered 413 Payload Too Large.');
      }
    }
    api.close();
  });
});
