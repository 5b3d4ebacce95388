import { once } from 'node:events';
import { Readable, type Transform, pipeline } from 'node:stream';
import zlib, {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from 'node:zlib';

/** Codings of one response; each takes memory of its own, and nobody needs more. */
const mostCodings = 5;

/** What has come is handed on, as browsers do: some servers leave out what ends a coding. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const { BROTLI_OPERATION_FLUSH } = constants;

/** From Node 22.15 on. */
const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform };

const decoders: Readonly<Record<string, (first: number) => Transform>> = {
  gzip: () => createGunzip(lenient),
  'x-gzip': () => createGunzip(lenient),
  // Some leave out the header of zlib, which begins with its method.
  deflate: (first) => (first % 16 === 8 ? createInflate(lenient) : createInflateRaw(lenient)),
  br: () => createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH }),
  ...(createZstdDecompress && { zstd: () => createZstdDecompress() }),
};

/**
 * Undoes the codings of a content (RFC 9110, 8.4). Where one of them is unknown, it stays as it is.
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
    // What goes wrong is told by the last stream.
    decoded = pipeline(decoded, decoders[name]!(first), () => undefined);
  }
  return decoded;
}

/** The first byte of a stream, which stays in it. */
async function peek(stream: Readable): Promise<number | undefined> {
  if (stream.readableLength === 0) await Promise.race([once(stream, 'readable'), once(stream, 'end')]);
  const chunk = stream.read() as Buffer | null;
  if (chunk === null) return undefined;
  stream.unshift(chunk);
  return chunk[0];
}
