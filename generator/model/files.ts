import { UnreadableError, readWhole } from '../../templates/project/src/runtime/auth/readSecret.js';
import { InputError } from './diagnostic.js';

/** How files are read, to the generator as to the servers that it makes. */
export { UnreadableError, readWhole };

/** Bytes of a file that are read, as of a document, and how long nothing may come through a pipe. */
export const fileExtent = { mostBytes: 64 * 1024 ** 2, pipeMs: 30_000 };

/**
 * All bytes of a file that is there.
 *
 * @param shown - what the file is called
 * @throws InputError where it cannot be read, or is more than is read of one.
 */
export async function readBytes(path: string, shown = path, hint?: string): Promise<Buffer> {
  try {
    return await readWhole(path, fileExtent);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw new InputError(`${shown} ${error.message}.`, hint);
  }
}

/** The text of a file; undefined where there is none, or nothing that can be read. */
export async function readTextIfAny(path: string): Promise<string | undefined> {
  const bytes = await readWhole(path, fileExtent).catch(() => undefined);
  return bytes?.toString('utf8');
}
