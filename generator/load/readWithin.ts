import { open } from 'node:fs/promises';
import { decodeText } from './decodeText.js';
import { gather } from './gather.js';

/**
 * The text of a file, as much as there is when it is read: its size may be another by then, or none.
 *
 * @throws InputError where it is larger than `maxBytes`; `what` is what the file is called then.
 */
export async function readWithin(path: string, what: string, maxBytes: number): Promise<string> {
  const file = await open(path);
  try {
    const stream = file.createReadStream({ autoClose: false });
    return decodeText(await gather(stream as AsyncIterable<Uint8Array>, what, maxBytes));
  } finally {
    await file.close();
  }
}
