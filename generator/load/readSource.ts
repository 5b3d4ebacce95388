import { open, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '../model/diagnostic.js';
import { type Limits, decodeText, fetchText, gather, tooLarge } from './fetchText.js';
import { parseUrl } from '../text/parseUrl.js';

/** The text of a document, and where its relative references start. */
interface Source {
  text: string;
  /** A `file:`, `http:` or `https:` URL; `stdin:` where there is nothing to start from. */
  base: URL;
}

/**
 * Reads a document: a file, an http(s) URL, or `-` for standard input.
 *
 * @throws InputError where there is none.
 */
export async function readSource(
  source: string,
  limits: Limits,
  readStdin: (maxBytes: number) => Promise<string>,
): Promise<Source> {
  if (source === '-') return { text: await readStandardInput(limits, readStdin), base: new URL('stdin:/') };
  if (/^https?:\/\//i.test(source)) return readUrl(source, limits);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(source)) {
    throw new InputError(`${source} is not read: only files, http and https are.`);
  }
  return { text: await readDocumentFile(source, limits), base: pathToFileURL(resolve(source)) };
}

async function readStandardInput(
  limits: Limits,
  readStdin: (maxBytes: number) => Promise<string>,
): Promise<string> {
  const text = await readStdin(limits.maxBytes);
  if (Buffer.byteLength(text) > limits.maxBytes) throw tooLarge('Standard input', limits.maxBytes);
  return text.replace(/^\uFEFF/, '');
}

async function readUrl(source: string, limits: Limits): Promise<Source> {
  const address = parseUrl(source);
  if (address === undefined) throw new InputError(`${source} is not a valid address.`);
  const { text, url } = await fetchText(address, limits);
  return { text, base: url };
}

async function readDocumentFile(path: string, limits: Limits): Promise<string> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw await aFolder(path);
    // A pipe ends; a device may give bytes for ever, or wait for somebody.
    if (!found.isFile() && !found.isFIFO()) throw notAFile(path);
    if (found.size > limits.maxBytes) throw tooLarge(path, limits.maxBytes);
    return await readWithin(path, path, limits.maxBytes);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw unreadable(path, error as NodeJS.ErrnoException);
  }
}

function notAFile(path: string): InputError {
  return new InputError(
    `${path} is not a file.`,
    'Pass a file, a URL, or - for a document from standard input.',
  );
}

async function aFolder(path: string): Promise<InputError> {
  const files = await readdir(path);
  const likely = files.find((name) => /^(openapi|swagger)\.(ya?ml|json)$/i.test(name));
  return new InputError(
    `${path} is a folder.`,
    `Pass the OpenAPI document in it${likely === undefined ? '' : `: ${join(path, likely)}`}.`,
  );
}

function unreadable(path: string, error: NodeJS.ErrnoException): InputError {
  if (error.code === 'ENOENT') {
    return new InputError(
      `${path} does not exist.`,
      `Check the path; it starts from the current folder, ${resolve('.')}.`,
    );
  }
  if (error.code === 'ENXIO') return notAFile(path);
  if (error.code === 'EMFILE' || error.code === 'ENFILE') {
    return new InputError(
      `${path} cannot be read: this program, or the machine, has too many files open.`,
      'Raise the limit (ulimit -n), or end other programs, then run again.',
    );
  }
  if (error.code === 'EACCES') {
    return new InputError(`${path} may not be read.`, 'Check the permissions of the file and its folder.');
  }
  return new InputError(`${path} cannot be read: ${error.message}.`);
}

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
