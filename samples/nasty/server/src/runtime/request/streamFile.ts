import type { BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { CallError } from '../callError.js';
import { openFlags, type FoundFile } from './findFile.js';
import type { Payload } from './payload.js';

/** Bytes that are read at once. */
const most = 64 * 1024;

/** The content of a file as it was found; that it is still the same is seen before its last bytes are given away. */
export function streamFile({ path, state }: FoundFile, argument: string): Payload {
  const size = Number(state.size);

  async function* read(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const file = await open(path, openFlags).catch(() => {
      throw changed(argument);
    });
    try {
      await check(file);
      for (let left = size; left > 0;) {
        const length = Math.min(left, most);
        const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, null);
        if (bytesRead === 0) throw changed(argument);
        left -= bytesRead;
        if (left === 0) await check(file);
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  }

  async function check(file: FileHandle): Promise<void> {
    if (!isSame(await file.stat({ bigint: true }), state)) throw changed(argument);
  }

  return { size, read };
}

/** Whether it is the same file, with the same content as far as the file system tells. */
function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs;
}

function changed(argument: string): CallError {
  return new CallError(
    `The file of ${argument} was changed or removed while it was being sent, so the API has not got all of it. Call again when the file is complete.`,
  );
}
