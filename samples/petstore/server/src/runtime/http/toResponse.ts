import { Readable, type Transform, pipeline } from 'node:stream';
import { once } from 'node:events';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Method } from '../tool.js';

/** What a client other than `fetch` has got. */
interface Received {
  status: number;
  statusText: string;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  body: Readable;
}

/** Makes of it what `fetch` gives. */
export async function toResponse(
  method: Method,
  { status, statusText, headers, body }: Received,
): Promise<Response> {
  const pairs = Object.entries(headers).flatMap(([name, values = []]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  if (status < 200 || status > 599) {
    body.destroy();
    throw Object.assign(new Error(`the status ${status} is none`), { code: 'HPE_INVALID_STATUS' });
  }
  const init = { status, statusText, headers: new Headers(pairs) };
  if (method === 'HEAD' || [204, 205, 304].includes(status)) {
    body.resume();
    return new Response(null, init);
  }
  const content = await decompress(body, init.headers.get('content-encoding') ?? '');
  return new Response(Readable.toWeb(content) as unknown as ReadableStream, init);
}

/** Codings of one answer; each takes memory of its own, and nobody needs more. */
const mostCodings = 5;

const decoders: Readonly<Record<string, (first: number) => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  // Some leave out the header of zlib, which begins with its method.
  deflate: (first) => (first % 16 === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
};

/**
 * Undoes the codings of a content (RFC 9110, 8.4). Where one of them is unknown, it stays as it is, as with `fetch`.
 *
 * @throws Error where there are too many of them.
 */
async function decompress(content: Readable, codings: string): Promise<Readable> {
  const names = codings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > mostCodings) {
    content.destroy();
    throw Object.assign(new Error('too many codings'), { code: 'Z_TOO_MANY' });
  }
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
  await Promise.race([once(stream, 'readable'), once(stream, 'end')]);
  const chunk = stream.read() as Buffer | null;
  if (chunk === null) return undefined;
  stream.unshift(chunk);
  return chunk[0];
}
