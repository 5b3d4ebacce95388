import { tooLarge } from './fetchText.js';

/**
 * All bytes of a stream, which is read no further than `maxBytes`.
 *
 * @throws InputError where there are more; `what` is what holds them, in words.
 */
export async function gather(
  stream: AsyncIterable<Uint8Array>,
  what: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(what, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
