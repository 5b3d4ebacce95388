import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as zlib from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRoom, gatherBytes } from '../../../templates/project/src/runtime/http/limits.js';
import { scanJson } from '../../../templates/project/src/runtime/http/readJson.js';
import { message, messageOf, post } from '../../support/runtime/wire.js';

const megabyte = 1024 * 1024;
const largest = 25 * megabyte - 100;
const fill = (item: string, most = largest) => `[${`${item},`.repeat(most / (item.length + 1) - 1)}${item}]`;

/** What an API may answer with, compressed twice over: hundreds of bytes become megabytes. */
const bombs: Record<string, () => string> = {
  lists: () => fill('[]'),
  objects: () => fill('{"a":1}'),
  shapes: () => `[${Array.from({ length: 1_500_000 }, (_, index) => `{"k${index}":1}`).join()}]`,
  names: () => `{${Array.from({ length: 1_500_000 }, (_, index) => `"k${index}":1`).join()}}`,
  spaces: () => fill(' [ ] '),
  wide: () => fill(`\n  "${'x'.repeat(1_000)}\u6f22"`, largest - 100_000),
  escapes: () => `"${String.raw`\u0026`.repeat(largest / 6 - 10)}"`,
};
type Compress = (content: Buffer) => Buffer;
const { constants, deflateSync, gzipSync } = zlib;
/** Only newer versions of Node know it, and the types of those before do not. */
const { zstdCompressSync, createZstdDecompress } = zlib as { zstdCompressSync?: Compress } & {
  createZstdDecompress?: unknown;
};
/** The codings that an API may use, whether it was asked for them or not. */
const codings: Record<string, Compress> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: (content) => zlib.brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  ...(zstdCompressSync !== undefined && { zstd: zstdCompressSync }),
};
const bodies = new Map<string, Buffer>();
/** What the server under test has asked for. */
const accepted = new Set<string>();

/** A bomb in a coding, so many times over; each is made but once. */
function bodyOf(path: string): Buffer {
  const known = bodies.get(path);
  if (known !== undefined) return known;
  const [name = '', coding = 'gzip', times = '2'] = path.split('-');
  let body: Buffer = Buffer.from(bombs[name]!());
  for (let time = 0; time < Number(times); time += 1) body = codings[coding]!(body);
  bodies.set(path, body);
  return body;
}

const program = join(process.cwd(), 'test/.tmp/answers/answerServer.mjs');
const longMs = 240_000;

const api = createServer((request, response) => {
  const name = request.url?.slice(1) ?? '';
  const head = { 'content-type': 'application/json' };
  if (name === 'warm') return response.writeHead(200, head).end('{}');
  accepted.add(String(request.headers['accept-encoding']));
  const [, coding = 'gzip', times = '2'] = name.split('-');
  const said = Array.from({ length: Number(times) }, () => coding).join(', ');
  return response.writeHead(200, { ...head, 'content-encoding': said }).end(bodyOf(name));
});
/** Sends two megabytes, each byte in a chunk of its own. */
const crumbs = createTcpServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', () => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n');
    const some = '1\r\na\r\n'.repeat(65_536);
    for (let sent = 0; sent < 2 * megabyte; sent += 65_536) socket.write(some);
    socket.end('0\r\n\r\n');
  });
});
const urlOf = (server: Pick<typeof crumbs, 'address'>) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  await Promise.all([
    once(api.listen(0, '127.0.0.1'), 'listening'),
    once(crumbs.listen(0, '127.0.0.1'), 'listening'),
  ]);
  await build({
    entryPoints: ['test/judges/memory/answerServer.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
});
afterAll(() => {
  api.close();
  crumbs.close();
});

/** Starts a server that has a tool for each name. It says by how many bytes it has grown at most, and what it answers. */
async function serve(url: string, names: readonly string[]) {
  const child = spawn(process.execPath, [program, url, ['warm', ...names].join()], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  const target = await next();
  const size = () => {
    child.stdin.write('\n');
    return next().then(Number);
  };
  const call = async (tool: string, given = {}) => {
    const body = message('tools/call', { name: tool, arguments: given });
    return messageOf(await post({ url: target, body })).result;
  };
  if (url !== urlOf(crumbs)) await call('warm');
  const before = await size();
  return {
    /** Calls a tool so many times at once. */
    measure: async (name: string, times = 1, args = {}) => {
      const results = await Promise.all(
        Array.from({ length: times }, () => call('_select' in args ? `${name}_parts` : name, args)),
      );
      return { grownBy: (await size()) - before, results };
    },
    stop: () => child.stdin.end(),
  };
}

/** The same of a server of its own: what others have left could not be told from what the calls take. */
async function measureAlone(url: string, name: string, times: number) {
  const server = await serve(url, [name]);
  try {
    return await server.measure(name, times);
  } finally {
    server.stop();
  }
}

// Twice in gzip is what the bombs have, of every kind.
const layers = Object.keys(codings)
  .flatMap((coding) => [`lists-${coding}-1`, `lists-${coding}-2`])
  .filter((name) => name !== 'lists-gzip-2');

describe('an answer that is small only as long as it is compressed', () => {
  /**
   * Answers one after the other: it has grown by what the largest took, and by what those before have left. That none
   * of it is too much holds for each of them.
   */
  let shared: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    shared = await serve(urlOf(api), [...Object.keys(bombs), ...layers]);
  });
  afterAll(() => shared.stop());

  test.each(Object.keys(bombs))(
    'takes less than 200 MB: %s',
    async (name) => {
      const { grownBy, results } = await shared.measure(name);
      expect(grownBy / megabyte).toBeLessThan(200);
      expect(results).toEqual([
        { content: [{ type: 'text', text: expect.stringContaining('[truncated: ') as string }] },
      ]);
    },
    longMs,
  );

  test.each(layers)(
    'takes less than 200 MB in each coding, once and twice: %s',
    async (name) => {
      const { grownBy, results } = await shared.measure(name);
      expect(grownBy / megabyte).toBeLessThan(200);
      // Where a coding is unknown to `fetch`, the bytes are handed on as they are.
      const isKnown = !name.includes('zstd');
      if (isKnown) expect(JSON.stringify(results)).toContain('[truncated: ');
    },
    longMs,
  );

  test('is in a coding that was asked for only where it can be undone', () => {
    expect(accepted.size).toBeGreaterThan(0);
    for (const one of accepted)
      if (createZstdDecompress === undefined) expect(one).not.toContain('zstd');
      else expect(one).toMatch(/gzip/);
  });

  test(
    'takes less than 200 MB where parts of it are picked out, and some characters take two bytes',
    async () => {
      const { grownBy, results } = await shared.measure('wide', 1, { _select: '[0]' });
      expect(grownBy / megabyte).toBeLessThan(200);
      expect(JSON.stringify(results)).toContain('more than 8,000,000 characters with some beyond Latin-1');
    },
    longMs,
  );

  test.each(['lists', 'wide'])(
    'takes less than 600 MB sixteen times at once: %s',
    async (name) => {
      const { grownBy, results } = await measureAlone(urlOf(api), name, 16);
      expect(grownBy / megabyte).toBeLessThan(600);
      for (const result of results) expect(JSON.stringify(result)).toContain('[truncated: shown');
    },
    longMs,
  );

  test(
    'takes no more where it comes byte by byte',
    async () => {
      const { grownBy, results } = await measureAlone(urlOf(crumbs), 'crumbs', 1);
      // Pieces that are kept one by one take more than 800 MB.
      expect(grownBy / megabyte).toBeLessThan(100);
      expect(JSON.stringify(results)).toContain('of 2,097,152 characters');
    },
    longMs,
  );
});

describe('the room of answers', () => {
  const step = megabyte;
  const { signal: never } = new AbortController();
  const signal = () => never;

  test('has a call wait that would take too much, and the oldest go on', async () => {
    const room = createRoom(4 * step);
    const [first, second, third] = [room.open(), room.open(), room.open()];
    expect(first.keep(step, signal)).toBeUndefined();
    expect(first.keep(3 * step, signal)).toBeUndefined();
    const waiting = second.keep(2 * step, signal);
    expect(waiting).toBeInstanceOf(Promise);
    expect(third.keep(step, signal)).toBeUndefined();
    expect(first.keep(9 * step, signal)).toBeUndefined();
    first.close();
    await waiting;
    third.close();
    second.close();
  });

  test('is not waited for by a call that is cancelled', async () => {
    const room = createRoom(2 * step);
    const [first, second] = [room.open(), room.open()];
    expect(first.keep(2 * step, signal)).toBeUndefined();
    const stop = new AbortController();
    const waiting = second.keep(2 * step, () => stop.signal);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    second.close();
    expect(first.keep(50 * step, signal)).toBeUndefined();
  });

  test('has one large answer shown after the other', async () => {
    const room = createRoom();
    const shares = [room.open(), room.open()];
    const seen: string[] = [];
    const shown = shares.map((share, index) => {
      share.keep(2 * step, signal);
      return share.alone(async () => {
        seen.push(`begins ${index}`);
        await Promise.resolve();
        seen.push(`ends ${index}`);
        if (index === 0) throw new Error('fails');
      });
    });
    await Promise.allSettled(shown);
    expect(seen).toEqual(['begins 0', 'ends 0', 'begins 1', 'ends 1']);
  });
});

test.each([
  [1, 300_000],
  [64 * 1024, 50],
  [1_000_000, 4],
  [5, 1],
  [1, 0],
])('pieces of %i bytes are put together, %i of them', (size, count) => {
  const gathered = gatherBytes();
  const pieces = Array.from({ length: count }, (_, index) => Buffer.alloc(size, index));
  for (const piece of pieces) gathered.add(piece);
  expect(Buffer.compare(gathered.join(), Buffer.concat(pieces))).toBe(0);
});

describe('JSON that is gone over', () => {
  const valid = [
    '{}',
    '[]',
    ' [ ] ',
    '0',
    '-0',
    '1.50e+10',
    '-1E-5',
    '""',
    String.raw`"\u00e9\"\\\/\n"`,
    'true',
    'null',
    '{"a":{"b":[1,{"c":null}]},"d":[[]]}',
    '[1 , 2]',
    '{"" :1}',
  ];
  test('is JSON where it can be parsed, whatever is put in or left out', () => {
    const signs = ['', ...'{}[],:"\\ 01-+.eEtu\n\t\u0001'];
    let different = 0;
    for (const text of valid) {
      for (let at = 0; at <= text.length; at += 1) {
        for (const sign of signs) {
          for (const one of [
            text.slice(0, at) + sign + text.slice(at),
            text.slice(0, at) + sign + text.slice(at + 1),
          ]) {
            const isParsed = canParse(one);
            if ((scanJson(Buffer.from(one)) !== undefined) !== isParsed) expect(one).toBe(isParsed);
            if (!isParsed) different += 1;
          }
        }
      }
    }
    expect(different).toBeGreaterThan(1_000);
  });

  test('is told in values and levels', () => {
    expect(scanJson(Buffer.from('{"a":{"b":[1,{"c":null}]},"d":[[]]}'))).toEqual({ values: 12, levels: 4 });
    expect(scanJson(Buffer.from('['.repeat(200_000) + ']'.repeat(200_000)))).toBeUndefined();
  });
});

function canParse(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
