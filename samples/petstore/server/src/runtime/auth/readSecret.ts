import { constants, openSync } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import { CallError, notSent, SetupError } from '../errors.js';
import type { Environment } from '../settings.js';

/**
 * Reads the secret `name`, or the file that `name` with `_FILE` at its end names. The file is read anew
 * for each call: mounted secrets are exchanged while a server runs.
 *
 * @param refuse - makes the error of a file that cannot be used; `words` follow what says which file it is
 */
export async function readSecret(
  env: Environment,
  name: string,
  refuse: (variable: string, words: string) => Error = refuseSecret,
): Promise<string | undefined> {
  const value = env[name]?.trim();
  if (value) return value;
  const file = env[`${name}_FILE`];
  if (!file) return undefined;
  const content = await readWhole(file).catch((error: UnreadableError) => {
    throw refuse(`${name}_FILE`, error.message);
  });
  const secret = content.toString('utf8').trim();
  if (secret === '') throw refuse(`${name}_FILE`, 'is empty');
  return secret;
}

function refuseSecret(variable: string, words: string): CallError {
  return new CallError(
    `The file that the environment variable ${variable} names ${words}${notSent}. Ask the user to correct it.`,
  );
}

/** The error at the start, of a file that cannot be used. */
export function wrongFile(variable: string, words: string): SetupError {
  return new SetupError(`The file that the environment variable ${variable} names ${words}.`);
}

/** A file that is not read: the message is what follows its name, as in `is a folder`. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';

  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Bytes of a file that are read, and how long nothing may come through a pipe. */
interface Extent {
  mostBytes: number;
  pipeMs: number;
}

const usualExtent: Extent = { mostBytes: 4 * 1024 ** 2, pipeMs: 5_000 };

/** What is opened is no file that somebody has put in its place meanwhile, for which opening it would wait. */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * All bytes of a file, or of a pipe: never more than a bound, and nothing of a folder or a device, which may have no
 * end, or which it may do something to open.
 *
 * @throws UnreadableError with the reason.
 */
export async function readWhole(path: string, extent = usualExtent): Promise<Buffer> {
  const { mostBytes } = extent;
  try {
    const found = await stat(path);
    if (found.isFIFO()) return await collectBytes(await openPipe(path, extent), mostBytes);
    checkKind(found);
    if (found.size > mostBytes) throw tooLarge(mostBytes);
    const file = await open(path, openFlags);
    try {
      checkKind(await file.stat());
      return await collectBytes(readChunks(file, found.size), mostBytes);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw error instanceof UnreadableError ? error : await explainUnreadable(path, error);
  }
}

function checkKind(found: { isFile: () => boolean; isDirectory: () => boolean }): void {
  if (found.isDirectory()) throw new UnreadableError('is a folder', 'EISDIR');
  if (!found.isFile()) throw new UnreadableError('is not a file', 'ENXIO');
}

/** The bytes of a file, as many as there are when they are read: its size may be another by then, or none. */
async function* readChunks(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (;;) {
    const room = Buffer.allocUnsafe(Math.min(Math.max(size + 1, leastChunk), mostChunk));
    const { bytesRead } = await file.read(room, 0, room.length, null);
    if (bytesRead === 0) return;
    yield room.subarray(0, bytesRead);
  }
}

const leastChunk = 4096;
const mostChunk = 1024 ** 2;

/** What comes through a pipe: opened so, nothing waits for whoever writes to it, and no thread for what is written. */
async function openPipe(path: string, { pipeMs }: Extent): Promise<AsyncIterable<Uint8Array>> {
  const { Socket } = await import('node:net');
  const pipe = new Socket({ fd: openSync(path, openFlags), readable: true, writable: false });
  const words = `is a pipe, and nothing came through it for ${pipeMs / 1000} s`;
  return pipe.setTimeout(pipeMs, () => pipe.destroy(new UnreadableError(words, 'ETIMEDOUT')));
}

async function collectBytes(stream: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > mostBytes) throw tooLarge(mostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(mostBytes: number): UnreadableError {
  return new UnreadableError(`is larger than ${showBytes(mostBytes)}, which is the limit`, 'EFBIG');
}

function showBytes(bytes: number): string {
  return bytes < 1024 ** 2 ? `${bytes} bytes` : `${Math.round(bytes / 1024 ** 2)} MB`;
}

/** Why the system does not open a file, by the code of its error. */
const refusals: Readonly<Record<string, string>> = {
  EACCES: 'may not be read: permission is denied',
  EPERM: 'may not be read: permission is denied',
  ELOOP: 'is a link that leads in a circle',
  EMFILE: 'cannot be read: this program has too many files open (ulimit -n)',
  ENAMETOOLONG: 'has a name that is too long',
  ENFILE: 'cannot be read: this machine has too many files open',
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist: a folder on the way to it is a file',
  ENXIO: 'is not a file',
  ERR_INVALID_ARG_VALUE: 'does not exist: there is a null character in its name',
};

async function explainUnreadable(path: string, error: unknown): Promise<UnreadableError> {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && (await lstat(path).catch(() => undefined))?.isSymbolicLink())
    return new UnreadableError('is a link to something that does not exist', code);
  return new UnreadableError(refusals[code] ?? `cannot be read: ${message}`, code);
}
