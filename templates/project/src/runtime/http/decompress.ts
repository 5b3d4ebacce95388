import { once } from 'node:events';
import { Readable, type Transform, pipeline } from 'node:stream';
import zlib, {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  inflateRawSync,
} from 'node:zlib';
import { networkCode } from '../errors.js';

/** Bytes that all members may have when it is seen how a content ends. */
const mostInflated = 26 * 1024 * 1024;

/** Codings of one response; each takes memory of its own, and nobody needs more. */
const mostCodings = 5;

/** What has come is handed on at once. */
const soon = { flush: constants.Z_SYNC_FLUSH };

/** From Node 22.15 on. */
const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform };

const decoders: Readonly<Record<string, (first: number) => Transform>> = {
  gzip: () => createGunzip(soon),
  'x-gzip': () => createGunzip(soon),
  // Some leave out the header of zlib, which begins with its method.
  deflate: (first) => (isZlib(first) ? createInflate(soon) : createInflateRaw(soon)),
  br: () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
  ...(createZstdDecompress && { zstd: () => createZstdDecompress() }),
};

function isZlib(first: number): boolean {
  return first % 16 === 8;
}

/**
 * Undoes the codings of a content (RFC 9110, 8.4). Where one of them is unknown, it stays as it is. A content that
 * breaks off within one of them ends in an error of zlib, `Z_BUF_ERROR`; what only lacks the check value at its end is
 * complete, as some servers leave that out.
 *
 * @throws Error where there are too many of them.
 */
export async function decompress(content: Readable, codings: string): Promise<Readable> {
  const names = codings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > mostCodings) throw Object.assign(new Error('too many codings'), { code: 'Z_TOO_MANY' });
  if (!names.every((name) => Object.hasOwn(decoders, name))) return content;
  let decoded = content;
  for (const name of names.toReversed()) {
    const first = await peek(decoded);
    // Nothing at all is nothing in every coding.
    if (first === undefined) return Readable.from([]);
    const decoder = decoders[name]!(first);
    // What goes wrong is told by the last stream.
    const undo = (coded: Readable) => pipeline(coded, decoder, () => undefined);
    decoded = hasCheck(name) ? undoForgivingly(decoded, undo) : undo(decoded);
  }
  return decoded;
}

/** Bytes of a compressed content that are kept to see how it ends. */
const mostKept = 1024 * 1024;

function hasCheck(coding: string): boolean {
  return coding.endsWith('gzip') || coding === 'deflate';
}

/** Undoes a coding; that it breaks off is no error where nothing is missing but the check value at its end. */
function undoForgivingly(content: Readable, undo: (content: Readable) => Readable): Readable {
  const kept: Uint8Array[] = [];
  async function* keep(): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const piece of content as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > mostKept) kept.length = 0;
      else kept.push(piece);
      yield piece;
    }
  }
  async function* forgive(): AsyncGenerator<Uint8Array> {
    try {
      yield* undo(Readable.from(keep())) as AsyncIterable<Uint8Array>;
    } catch (error) {
      if (networkCode(error) !== 'Z_BUF_ERROR' || !lacksOnlyCheck(Buffer.concat(kept))) throw error;
    }
  }
  return Readable.from(forgive());
}

/** Members of one content in gzip that are looked at. */
const mostMembers = 100;

/** Whether the compressed data of the last member has come to its end, and what follows it has not. */
function lacksOnlyCheck(bytes: Uint8Array): boolean {
  let rest = bytes;
  let left = mostInflated;
  for (let members = 0; members < mostMembers; members += 1) {
    const from = isZlib(rest[0] ?? 0) ? 2 : endOfHeader(rest);
    if (from === undefined) return false;
    const member = measure(rest.subarray(from), left);
    if (member === undefined) return false;
    left -= member.inflated;
    const next = from + member.taken + checkBytes;
    if (next >= rest.length) return true;
    rest = rest.subarray(next);
  }
  return false;
}

/** Bytes of the check value of a member in gzip; that of zlib is shorter. */
const checkBytes = 8;

/** How many bytes data takes that is compressed, and how many it is, where it comes to its end (RFC 1951). */
function measure(bytes: Uint8Array, most: number): { taken: number; inflated: number } | undefined {
  try {
    const { buffer, engine } = inflateRawSync(bytes, {
      info: true,
      maxOutputLength: Math.max(1, most),
    }) as unknown as {
      buffer: Uint8Array;
      engine: { bytesWritten: number };
    };
    return { taken: engine.bytesWritten, inflated: buffer.length };
  } catch {
    return undefined;
  }
}

/** Where the header of a member in gzip ends (RFC 1952, 2.3). */
function endOfHeader(bytes: Uint8Array): number | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return undefined;
  const flags = bytes[3] ?? 0;
  let at = 10;
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue;
    const end = bytes.indexOf(0, at);
    if (end === -1) return undefined;
    at = end + 1;
  }
  return flags & 2 ? at + 2 : at;
}

/** The first byte of a stream, which stays in it. */
async function peek(stream: Readable): Promise<number | undefined> {
  if (stream.readableLength === 0) await Promise.race([once(stream, 'readable'), once(stream, 'end')]);
  const chunk = stream.read() as Buffer | null;
  if (chunk === null) return undefined;
  stream.unshift(chunk);
  return chunk[0];
}
