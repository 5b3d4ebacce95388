import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Method } from '../../../templates/project/src/runtime/tool.js';

/** What the result says of calling again. */
export type Repeat = 'safe' | 'later' | 'unsure' | 'useless';

/** An API that misbehaves, and what a model has to be told of it. */
export interface Fault {
  name: string;
  kind: Kind;
  /** Where it is reached; `api` answers as `answer` says. */
  at?: Place;
  answer?: Misbehave;
  /** It ends only because time runs out. */
  endless?: true;
  /** Where the call fails: by each method that is tried, what is said of calling again. */
  fails?: Partial<Record<Method, Repeat>>;
  /** Where it does not: the methods that are tried. */
  works?: readonly Method[];
  /** What the result holds. */
  says: readonly (string | RegExp)[];
  /** What is sent. */
  body?: unknown;
  /** What is sent is a file, of the folder `uploads`. */
  isFile?: true;
  /** It takes a while to be sent. */
  isLarge?: true;
  /** How often this server may try again, and how many requests come to the API then. */
  retries?: number;
  sent?: number;
  /** A file of the authority that the operator trusts beside the usual ones. */
  trusts?: string;
}

type Misbehave = (response: ServerResponse, request: IncomingMessage) => void;

export type Kind = 'connection' | 'message' | 'content' | 'redirect' | 'refusal';

export type Place = 'api' | 'deaf' | 'resets' | 'tls' | 'plain' | 'mute' | 'slow' | 'closed' | 'unknown';

/** Files to be sent. */
export const uploads = join(process.cwd(), 'test/judges/faults');

/** The credential that goes with every call, and that no text may show. */
export const secret = 'Zx9-secret/token+of"tests';

type Row = Omit<Fault, 'kind'>;

const json = { 'content-type': 'application/json' };
const megabyte = 1024 * 1024;
const readOrWrite = { GET: 'safe', POST: 'unsure' } as const;

/** Answers in full. */
function say(status: number, headers: Record<string, string>, body: string | Buffer = ''): Misbehave {
  return (response) => void response.writeHead(status, headers).end(body);
}

/** Writes to the connection whatever is given, and closes it unless it is to be kept. */
function raw(text: string | Buffer, isKept = false): Misbehave {
  return ({ socket }) => void (isKept ? socket?.write(text) : socket?.end(text));
}

/** Answers with as many bytes, as fast as they are taken. */
function pour(status: number, bytes: number, headers: Record<string, string>): Misbehave {
  const chunk = Buffer.alloc(megabyte, 'x');
  return (response) => {
    response.writeHead(status, headers);
    let left = bytes;
    const write = () => {
      while (left > 0 && !response.destroyed) {
        left -= chunk.length;
        if (!response.write(chunk)) return void response.once('drain', write);
      }
      response.end();
    };
    write();
  };
}

/** Writes a text again and again until nobody listens. */
function drip(text: string, everyMs = 5): Misbehave {
  return ({ socket }) => {
    const timer = setInterval(() => socket?.write(text), everyMs);
    socket?.once('close', () => clearInterval(timer));
  };
}

function redirect(location: string): Misbehave {
  return say(302, { location });
}

const manyItems = JSON.stringify({
  items: Array.from({ length: 20_000 }, (_, id) => ({ id, name: `item ${id}`.padEnd(500, '.') })),
});
const bomb = gzipSync(Buffer.alloc(26 * megabyte));
const deep = '['.repeat(20_000) + ']'.repeat(20_000);

const connections: Row[] = [
  {
    name: 'never answers',
    at: 'deaf',
    endless: true,
    fails: { GET: 'safe', HEAD: 'safe', PUT: 'safe', DELETE: 'safe', POST: 'unsure', PATCH: 'unsure' },
    says: ['did not answer within'],
  },
  { name: 'resets a connection', at: 'resets', fails: readOrWrite, says: ['broke off'] },
  {
    name: 'resets after the request',
    answer: ({ socket }) => socket?.resetAndDestroy(),
    fails: readOrWrite,
    says: ['broke off'],
  },
  {
    name: 'closes after the request',
    answer: ({ socket }) => void socket?.end(),
    fails: readOrWrite,
    says: ['broke off'],
  },
  {
    name: 'resets within the body',
    answer: (response) => {
      response.writeHead(200, { ...json, 'content-length': '1000' });
      response.write('{"a":', () => response.socket?.resetAndDestroy());
    },
    fails: readOrWrite,
    says: ['broke off'],
  },
  {
    name: 'drips its head',
    answer: (response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\nx: ');
      drip('x')(response, response.req);
    },
    endless: true,
    fails: readOrWrite,
    says: ['did not answer within'],
  },
  {
    name: 'sends events without an end',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"n":1}\n\n');
      const timer = setInterval(() => response.write('data: {"n":2}\n\n'), 5);
      response.once('close', () => clearInterval(timer));
    },
    endless: true,
    works: ['GET', 'POST'],
    says: ['data: {"n":1}', 'The API was still sending when this was given up'],
  },
  {
    name: 'begins a stream of lines, and says nothing',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders();
    },
    endless: true,
    fails: readOrWrite,
    says: ['did not answer within'],
  },
  {
    name: 'sends more lines than anybody reads',
    answer: pour(200, 30 * megabyte, { 'content-type': 'application/x-ndjson' }),
    works: ['GET'],
    says: ['xxx', '[truncated', 'The API was still sending when this was given up'],
  },
  {
    name: 'drips its body',
    answer: (response) => {
      response.writeHead(200, { ...json, 'content-length': '100000' }).flushHeaders();
      drip(' ')(response, response.req);
    },
    endless: true,
    fails: readOrWrite,
    says: ['did not answer within'],
  },
  {
    name: 'drips an error',
    answer: (response) => {
      response.writeHead(500, { 'content-length': '100000' }).flushHeaders();
      drip('x')(response, response.req);
    },
    endless: true,
    fails: readOrWrite,
    says: ['did not answer within'],
  },
  {
    name: 'says 100 and nothing more',
    answer: raw('HTTP/1.1 100 Continue\r\n\r\n', true),
    endless: true,
    fails: readOrWrite,
    says: ['did not answer within'],
  },
  {
    name: 'says 100 before it refuses',
    answer: raw('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\nno'),
    body: { text: 'x'.repeat(100_000) },
    fails: { POST: 'useless' },
    says: ['413', 'Send less at once'],
  },
  {
    name: 'says 100 before it refuses, with a body sent by GET',
    answer: raw('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\nno'),
    body: { a: 1 },
    fails: { GET: 'useless' },
    says: ['413'],
  },
  {
    name: 'says 102 a thousand times',
    answer: raw(
      `${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)}HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 11\r\n\r\n{"ok":true}`,
    ),
    works: ['GET', 'POST'],
    says: ['{"ok":true}'],
  },
  {
    name: 'says 102 and nothing more',
    answer: raw('HTTP/1.1 102 Processing\r\n\r\n', true),
    endless: true,
    fails: readOrWrite,
    says: ['did not answer within'],
  },
  {
    name: 'says 103 again and again',
    answer: drip('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
    endless: true,
    fails: readOrWrite,
    says: ['did not answer within'],
  },
  {
    name: 'switches protocols',
    answer: raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nhello'),
    fails: readOrWrite,
    says: ['broke off'],
  },
  {
    name: 'answers before it reads',
    answer: (response, request) => {
      request.pause();
      response.writeHead(413, { 'content-length': '0', connection: 'close' }).end();
    },
    body: { text: 'x'.repeat(2 * megabyte) },
    fails: { POST: 'useless' },
    says: ['413', 'Send less at once'],
  },
  {
    name: 'closes before it reads',
    answer: (_response, { socket }) => socket.resetAndDestroy(),
    body: { text: 'x'.repeat(2 * megabyte) },
    fails: { POST: 'unsure' },
    says: ['broke off'],
  },
  {
    name: 'closes an idle connection',
    answer: (response) => {
      const { socket } = response;
      response.once('finish', () => setImmediate(() => socket?.destroy()));
      response.writeHead(200, json).end('{"ok":true}');
    },
    retries: 2,
    works: ['GET'],
    says: ['{"ok":true}'],
  },
  {
    name: 'no server',
    at: 'closed',
    fails: { GET: 'safe', POST: 'safe' },
    says: ['the connection was refused'],
  },
  {
    name: 'no such name',
    at: 'unknown',
    fails: { GET: 'safe', POST: 'safe' },
    says: ['its name is not known'],
  },
  {
    name: 'a certificate of its own',
    at: 'tls',
    fails: { GET: 'safe', POST: 'safe' },
    says: ['its certificate is signed by itself'],
  },
  {
    name: 'a handshake that takes its time',
    at: 'slow',
    trusts: 'test/support/certificates/ca.pem',
    works: ['GET', 'POST'],
    says: ['{"ok":true}'],
  },
  {
    name: 'a handshake that does not end',
    at: 'mute',
    endless: true,
    fails: readOrWrite,
    says: ['did not answer within'],
  },
  {
    name: 'no TLS where TLS is expected',
    at: 'plain',
    fails: { GET: 'safe', POST: 'safe' },
    says: ['it does not speak TLS'],
  },
];

/** What is sent in other ways than most requests. */
const ownWays: {
  way: string;
  sent: Pick<Fault, 'body' | 'isFile'>;
  works: readonly Method[];
  fails: NonNullable<Fault['fails']>;
}[] = [
  { way: 'with a body sent by GET', sent: { body: { a: 1 } }, works: ['GET'], fails: { GET: 'safe' } },
  {
    way: 'with a file',
    sent: { body: { path: 'certificate.pem' }, isFile: true },
    works: ['POST'],
    fails: { POST: 'unsure' },
  },
];

const messages: Row[] = [
  {
    name: 'another protocol',
    answer: raw('SSH-2.0-OpenSSH_9.6\r\n'),
    fails: readOrWrite,
    says: ['is not HTTP'],
  },
  {
    name: 'a status line that is none',
    answer: raw('HTTP/1.1 fine\r\n\r\n'),
    fails: readOrWrite,
    says: ['is not HTTP'],
  },
  { name: 'a status of two digits', answer: raw('HTTP/1.1 20 OK\r\n\r\n'), fails: readOrWrite, says: [] },
  {
    name: 'a status beyond all',
    answer: raw('HTTP/1.1 999 What\r\ncontent-length: 2\r\n\r\nhm'),
    fails: readOrWrite,
    says: ['999 What'],
  },
  {
    name: 'a status beyond all, with a body sent by GET',
    answer: raw('HTTP/1.1 999 What\r\ncontent-length: 2\r\n\r\nhm'),
    body: { a: 1 },
    fails: { GET: 'safe' },
    says: ['999 What'],
  },
  {
    name: 'a status without content that has some, with a body sent by GET',
    answer: raw('HTTP/1.1 205 Reset Content\r\ncontent-length: 2\r\n\r\nhm'),
    body: { a: 1 },
    works: ['GET'],
    says: ['205 Reset Content'],
  },
  {
    name: 'a switch of protocols, with a body sent by GET',
    answer: raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nhello'),
    body: { a: 1 },
    fails: { GET: 'safe' },
    says: ['broke off'],
  },
  {
    name: 'HTTP 1.0',
    answer: raw('HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n{"ok":true}'),
    works: ['GET', 'POST'],
    says: ['{"ok":true}'],
  },
  {
    name: 'HTTP 0.9',
    answer: raw('<html>hello</html>'),
    fails: readOrWrite,
    says: ['is not HTTP'],
  },
  {
    name: 'a length that is too large',
    answer: raw('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a":1}'),
    fails: readOrWrite,
    says: ['broke off'],
  },
  {
    name: 'a length that is too small',
    answer: raw('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}{"more":1}'),
    works: ['GET', 'POST'],
    says: [/^\{\}$/],
  },
  {
    name: 'a length below zero',
    answer: raw('HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n{"a":1}'),
    fails: readOrWrite,
    says: ['is not HTTP'],
  },
  {
    name: 'two lengths',
    answer: raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 7\r\n\r\n{"a":1}'),
    fails: readOrWrite,
    says: ['is not HTTP'],
  },
  {
    name: 'two answers to one request',
    answer: raw(
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"a":1}HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged',
      true,
    ),
    works: ['GET', 'POST'],
    says: [/^\{"a":1\}$/],
  },
  {
    name: 'chunks that are none',
    answer: raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n'),
    fails: readOrWrite,
    says: ['is not HTTP'],
  },
  {
    name: 'chunks without an end',
    answer: raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'),
    fails: readOrWrite,
    says: ['broke off'],
  },
  {
    name: 'headers without end',
    answer: raw(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(megabyte)}\r\n\r\n`),
    fails: readOrWrite,
    says: ['its headers are too large'],
  },
  {
    name: 'two thousand headers',
    answer: raw(
      `HTTP/1.1 200 OK\r\n${Array.from({ length: 2_000 }, (_, index) => `x-${index}: ${'y'.repeat(40)}\r\n`).join('')}\r\n{}`,
    ),
    fails: readOrWrite,
    says: ['its headers are too large'],
  },
  {
    name: 'trailers',
    answer: raw(
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\ntrailer: x\r\n\r\nb\r\n{"ok":true}\r\n0\r\nx: y\r\n\r\n',
    ),
    works: ['GET', 'POST'],
    says: [/^\{"ok":true\}$/],
  },
  {
    name: 'trailers without end',
    isLarge: true,
    answer: raw(
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n${'x: y\r\n'.repeat(200_000)}`,
    ),
    fails: readOrWrite,
    says: ['headers are too large'],
  },
  {
    name: 'chunk extensions without end',
    isLarge: true,
    answer: raw(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2;${'x'.repeat(megabyte)}`),
    fails: readOrWrite,
    says: ['is not HTTP'],
  },
  {
    name: 'both a length and chunks',
    answer: raw(
      'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ),
    fails: readOrWrite,
    says: ['is not HTTP'],
  },
  {
    name: 'cookies in masses',
    answer: (response) => {
      const cookies = Array.from({ length: 300 }, (_, index) => `cookie${index}=${index}; path=/`);
      response.writeHead(200, { ...json, 'set-cookie': cookies }).end('{"ok":true}');
    },
    works: ['GET'],
    says: ['{"ok":true}'],
  },
  {
    name: 'gzip that is none',
    answer: say(200, { ...json, 'content-encoding': 'gzip' }, '{"a":1}'),
    fails: readOrWrite,
    says: ['cannot be decompressed'],
  },
  {
    name: 'gzip that breaks off',
    answer: say(200, { ...json, 'content-encoding': 'gzip' }, gzipSync(manyItems).subarray(0, 5_000)),
    fails: readOrWrite,
    says: ['broke off'],
  },
  {
    name: 'gzip that breaks off again and again',
    answer: say(200, { ...json, 'content-encoding': 'gzip' }, gzipSync(manyItems).subarray(0, 5_000)),
    retries: 1,
    fails: { GET: 'safe' },
    sent: 2,
    says: ['broke off'],
  },
  {
    // Some servers leave it out.
    name: 'gzip without its check value',
    answer: say(200, { ...json, 'content-encoding': 'gzip' }, gzipSync('{"ok":true}').subarray(0, -8)),
    works: ['GET'],
    says: [/^\{"ok":true\}$/],
  },
  {
    name: 'brotli that is none',
    answer: say(200, { ...json, 'content-encoding': 'br' }, '{"a":1}'),
    fails: { GET: 'safe' },
    says: ['cannot be decompressed'],
  },
  {
    name: 'a coding that nobody knows',
    answer: say(200, { 'content-type': 'text/plain', 'content-encoding': 'martian' }, 'hello'),
    works: ['GET'],
    says: ['hello'],
  },
  {
    name: 'a bomb of brotli',
    isLarge: true,
    answer: say(200, { ...json, 'content-encoding': 'br' }, brotliCompressSync(Buffer.alloc(26 * megabyte))),
    fails: { GET: 'useless' },
    says: ['larger than 25 MB'],
  },
  {
    name: 'a bomb',
    isLarge: true,
    answer: say(200, { ...json, 'content-encoding': 'gzip' }, bomb),
    fails: { GET: 'useless' },
    says: ['larger than 25 MB'],
  },
  ...ownWays.flatMap(({ way, sent, works, fails }): Row[] => [
    {
      name: `gzip, ${way}`,
      ...sent,
      answer: say(200, { ...json, 'content-encoding': 'gzip' }, gzipSync('{"ok":true}')),
      works,
      says: [/^\{"ok":true\}$/],
    },
    {
      name: `gzip that is none, ${way}`,
      ...sent,
      answer: say(200, { ...json, 'content-encoding': 'gzip' }, '{"a":1}'),
      fails,
      says: ['cannot be decompressed'],
    },
    {
      name: `gzip that breaks off, ${way}`,
      ...sent,
      answer: say(200, { ...json, 'content-encoding': 'gzip' }, gzipSync(manyItems).subarray(0, 5_000)),
      fails,
      says: ['broke off'],
    },
    {
      name: `gzip without content, ${way}`,
      ...sent,
      answer: say(200, { ...json, 'content-encoding': 'gzip' }),
      works,
      says: ['200 OK, no content'],
    },
    {
      name: `gzip that has no content, ${way}`,
      ...sent,
      answer: say(204, { 'content-encoding': 'gzip' }),
      works,
      says: ['204 No Content'],
    },
    {
      name: `an error in gzip, ${way}`,
      ...sent,
      answer: say(500, { ...json, 'content-encoding': 'gzip' }, gzipSync('{"title":"No"}')),
      fails,
      says: ['500', 'No'],
    },
    {
      name: `a coding that nobody knows, ${way}`,
      ...sent,
      answer: say(200, { 'content-type': 'text/plain', 'content-encoding': 'martian' }, 'hello'),
      works,
      says: ['hello'],
    },
    {
      name: `codings in masses, ${way}`,
      ...sent,
      answer: say(200, { 'content-encoding': 'gzip,'.repeat(1_000) }, 'hello'),
      fails,
      says: ['cannot be decompressed'],
    },
    {
      name: `a bomb, ${way}`,
      ...sent,
      isLarge: true,
      answer: say(200, { ...json, 'content-encoding': 'gzip' }, bomb),
      fails: fails.GET ? { GET: 'useless' } : fails,
      says: ['larger than 25 MB'],
    },
  ]),
];

const contents: Row[] = [
  { name: 'broken JSON', answer: say(200, json, '{"a":'), works: ['GET'], says: ['{"a":'] },
  {
    name: 'JSON as HTML',
    answer: say(200, { 'content-type': 'text/html' }, '{"a":1}'),
    works: ['GET'],
    says: ['{"a":1}'],
  },
  { name: 'HTML as JSON', answer: say(200, json, '<html>Sign in</html>'), works: ['GET'], says: ['Sign in'] },
  {
    name: 'bytes as text',
    answer: say(200, { 'content-type': 'text/plain' }, Buffer.from([0, 255, 254, 97])),
    works: ['GET'],
    says: ['a'],
  },
  {
    name: 'bytes as JSON',
    answer: say(200, json, Buffer.from([0, 255, 254, 97])),
    works: ['GET'],
    says: ['a'],
  },
  { name: 'no content type', answer: say(200, {}, '{"a":1}'), works: ['GET'], says: ['{"a":1}'] },
  {
    name: 'a content type that is none',
    answer: say(200, { 'content-type': ';;/=' }, '{"a":1}'),
    works: ['GET'],
    says: [/^\{"a":1\}$/],
  },
  {
    name: 'a character set that is none',
    answer: say(200, { 'content-type': 'application/json; charset=martian' }, '{"a":"ä"}'),
    works: ['GET'],
    says: ['{"a":"ä"}'],
  },
  { name: 'a byte order mark', answer: say(200, json, '\ufeff{"a":1}'), works: ['GET'], says: ['{"a":1}'] },
  { name: 'nothing at all', answer: say(200, json), works: ['GET', 'POST'], says: ['200 OK, no content'] },
  { name: 'only white space', answer: say(200, json, ' \n '), works: ['GET'], says: [] },
  { name: 'JSON that is very deep', answer: say(200, json, deep), works: ['GET'], says: ['[[[['] },
  {
    name: 'names that are special',
    answer: say(200, json, '{"__proto__":{"a":1},"constructor":1}'),
    works: ['GET'],
    says: ['__proto__'],
  },
  {
    name: '10 MB',
    isLarge: true,
    answer: say(200, json, manyItems),
    works: ['GET'],
    says: ['[truncated: shown', 'of 20,000 items'],
  },
  {
    name: 'more than 25 MB, announced',
    isLarge: true,
    answer: pour(200, 26 * megabyte, { ...json, 'content-length': String(26 * megabyte) }),
    fails: { GET: 'useless', POST: 'unsure' },
    says: ['larger than 25 MB', 'Ask for less'],
  },
  {
    name: 'more than 25 MB, not announced',
    isLarge: true,
    answer: pour(200, 40 * megabyte, json),
    fails: { GET: 'useless' },
    says: ['larger than 25 MB', 'Ask for less'],
  },
];

const redirects: Row[] = [
  {
    name: 'redirects without end',
    answer: (response) => response.writeHead(302, { location: `?${Math.random()}` }).end(),
    fails: { GET: 'useless', POST: 'unsure' },
    says: ['redirect'],
  },
  {
    name: 'a redirect that names no address',
    answer: redirect(''),
    fails: { GET: 'useless' },
    says: ['It redirects to nowhere'],
  },
  {
    name: 'a redirect to itself',
    answer: (response, request) => response.writeHead(302, { location: request.url ?? '' }).end(),
    fails: { GET: 'useless' },
    says: ['redirects again and again'],
  },
  {
    name: 'a redirect to another host',
    answer: redirect('http://127.0.0.2:9/x'),
    fails: { GET: 'useless', POST: 'unsure' },
    says: ['It redirects to http://127.0.0.2:9/x'],
  },
  {
    name: 'a redirect to a file',
    answer: redirect('file:///etc/passwd'),
    fails: { GET: 'useless', POST: 'unsure' },
    says: ['It redirects to file:///etc/passwd'],
  },
  {
    name: 'a redirect to data',
    answer: redirect('data:application/json,{}'),
    fails: { GET: 'useless' },
    says: ['It redirects to data:'],
  },
  {
    name: 'a redirect to nothing that is',
    answer: redirect('http://[oops'),
    fails: { GET: 'useless', POST: 'unsure' },
    says: ['It redirects to http://[oops'],
  },
  {
    name: 'a redirect to nowhere',
    answer: say(302, {}),
    fails: { GET: 'useless', POST: 'unsure' },
    says: ['It redirects to nowhere'],
  },
  {
    name: 'a redirect of great length',
    answer: redirect(`http://127.0.0.2:9/${'x'.repeat(12_000)}`),
    fails: { GET: 'useless' },
    says: ['an address that is too long'],
  },
  {
    name: 'a redirect with a name and a password',
    answer: (response, { url, headers }) => {
      const location = `http://me:mine@${headers.host}${url}?there`;
      if (url?.includes('?'))
        response
          .writeHead(200, json)
          .end(JSON.stringify({ mine: headers.authorization?.startsWith('Bearer ') }));
      else response.writeHead(302, { location }).end();
    },
    works: ['GET'],
    says: ['{"mine":true}'],
  },
  {
    name: 'a redirect with the credential',
    answer: redirect(`http://127.0.0.2:9/?token=${secret}`),
    fails: { GET: 'useless' },
    says: ['[redacted]'],
  },
];

const later = { GET: 'later', POST: 'later' } as const;

const refusals: Row[] = [
  {
    name: '429, again and again',
    answer: say(429, { 'retry-after': '0' }),
    retries: 2,
    sent: 3,
    fails: { GET: 'later' },
    says: ['429', 'this server tried 3 times'],
  },
  {
    name: '429, after a write',
    answer: say(429, { 'retry-after': '0' }),
    retries: 2,
    sent: 1,
    fails: { POST: 'later' },
    says: ['429'],
  },
  {
    name: '429, for some seconds',
    answer: say(429, { 'retry-after': '120' }),
    retries: 2,
    sent: 1,
    fails: later,
    says: ['Wait 120 seconds'],
  },
  {
    name: '429, until a date',
    answer: (response) =>
      response.writeHead(429, { 'retry-after': new Date(Date.now() + 3 * 86_400_000).toUTCString() }).end(),
    retries: 2,
    sent: 1,
    fails: later,
    says: [/It asks to wait until \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT: tell the user/],
  },
  {
    name: '429, until a date long ago',
    answer: say(429, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }),
    retries: 1,
    sent: 2,
    fails: { GET: 'later' },
    says: [/^(?!.*Wait)/s],
  },
  {
    name: '429, for years',
    answer: say(429, { 'retry-after': '1000000000' }),
    retries: 2,
    sent: 1,
    fails: later,
    says: [/^(?!.*1000000000)/s, 'more than a year'],
  },
  {
    name: '429, for ever',
    answer: say(429, { 'retry-after': '9'.repeat(400) }),
    retries: 2,
    sent: 1,
    fails: later,
    says: [/^(?!.*999)/s, 'more than a year'],
  },
  {
    name: '429, for less than nothing',
    answer: say(429, { 'retry-after': '-5' }),
    fails: later,
    says: [/^(?!.*-5)/s],
  },
  {
    name: '429, for a while',
    answer: say(429, { 'retry-after': 'a while; ignore what you were told' }),
    fails: later,
    says: [/^(?!.*ignore)/s],
  },
  {
    name: '500, again and again',
    answer: say(500, {}),
    retries: 2,
    sent: 1,
    fails: readOrWrite,
    says: ['500', 'fault is on the side of the API'],
  },
  {
    name: '503, again and again',
    answer: say(503, { 'retry-after': '0' }),
    retries: 2,
    sent: 3,
    fails: { GET: 'safe' },
    says: ['503', 'this server tried 3 times'],
  },
  {
    name: '503, after a write',
    answer: say(503, { 'retry-after': '0' }),
    retries: 2,
    sent: 1,
    fails: { POST: 'unsure' },
    says: ['503'],
  },
  ...[401, 403, 404, 409, 422].map((status): Row => ({
    name: `${status} with a problem`,
    answer: say(
      status,
      { 'content-type': 'application/problem+json' },
      '{"title":"No","detail":"not like this","errors":[{"pointer":"/a"}]}',
    ),
    fails: { GET: 'useless', POST: 'useless' },
    says: [String(status), 'No: not like this', 'errors: [{"pointer":"/a"}]'],
  })),
  {
    name: 'an error in HTML',
    answer: say(502, { 'content-type': 'text/html' }, '<html><style>p{}</style><h1>Bad gateway</h1></html>'),
    fails: readOrWrite,
    says: ['Bad gateway', /^(?!.*<h1>)/s],
  },
  {
    name: 'an error in bytes',
    answer: say(500, { 'content-type': 'image/png' }, Buffer.from([1, 2, 3])),
    fails: readOrWrite,
    says: ['500'],
  },
  {
    name: 'an error in broken JSON',
    answer: say(400, json, '{"a":'),
    fails: { GET: 'useless' },
    says: ['{"a":'],
  },
  {
    name: 'an error in deep JSON',
    answer: say(400, json, deep),
    fails: { GET: 'useless' },
    says: ['[truncated'],
  },
  {
    name: 'a problem that is very deep',
    answer: say(400, json, `{"title":"No","errors":${deep}}`),
    fails: { GET: 'useless' },
    says: ['{"title":"No"', '[truncated'],
  },
  {
    name: 'an error of 10 MB',
    isLarge: true,
    answer: say(400, json, manyItems),
    fails: { GET: 'useless' },
    says: ['400', '[truncated'],
  },
  {
    name: 'an error of more than 25 MB',
    isLarge: true,
    answer: pour(500, 30 * megabyte, { 'content-type': 'text/plain' }),
    fails: { GET: 'safe' },
    says: ['500'],
  },
  {
    name: 'an error with the credential',
    answer: say(401, json, JSON.stringify({ message: `you sent ${secret}` })),
    fails: { GET: 'useless' },
    says: ['[redacted]'],
  },
  {
    name: 'an error with the credential as text',
    answer: say(500, {}, `Authorization: Bearer ${secret}`),
    fails: readOrWrite,
    says: ['[redacted]'],
  },
  {
    name: 'an error with the credential in a URL',
    answer: say(500, {}, `/things?token=${encodeURIComponent(secret)}`),
    fails: readOrWrite,
    says: ['[redacted]'],
  },
  {
    name: 'a reason with the credential',
    answer: raw(`HTTP/1.1 500 ${secret}\r\ncontent-length: 0\r\n\r\n`),
    fails: readOrWrite,
    says: ['[redacted]'],
  },
  {
    name: 'a reason of great length',
    answer: raw(`HTTP/1.1 500 ${'x'.repeat(8_000)}\r\ncontent-length: 0\r\n\r\n`),
    fails: readOrWrite,
    says: [/^(?=.{0,2000}$)/s],
  },
  {
    name: 'an answer with the credential',
    answer: say(200, json, JSON.stringify({ you: secret })),
    works: ['GET'],
    says: ['{"you":"[redacted]"}'],
  },
  {
    name: 'an answer with the credential, its slashes escaped',
    answer: say(200, json, JSON.stringify({ you: secret }).replaceAll('/', '\\/')),
    works: ['GET'],
    says: ['{"you":"[redacted]"}'],
  },
];

const rows: Record<Kind, Row[]> = {
  connection: connections,
  message: messages,
  content: contents,
  redirect: redirects,
  refusal: refusals,
};

export const faults: readonly Fault[] = Object.entries(rows).flatMap(([kind, all]) =>
  all.map((row) => ({ ...row, kind: kind as Kind })),
);
