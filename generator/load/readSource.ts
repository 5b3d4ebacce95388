import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '../model/diagnostic.js';
import { UnreadableError, readWhole } from '../model/files.js';
import { type Limits, decodeText, fetchText, tooLarge } from './fetchText.js';
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

/** What helps where a file is not read, by the code of the error. */
const hints: Readonly<Record<string, string>> = {
  ENXIO: 'Pass a file, a URL, or - for a document from standard input.',
  ETIMEDOUT: 'Write the document to a file, and pass that.',
  EACCES: 'Check the permissions of the file and its folder.',
  EMFILE: 'Raise the limit (ulimit -n), or end other programs, then run again.',
  ENFILE: 'Raise the limit (ulimit -n), or end other programs, then run again.',
};

async function readDocumentFile(path: string, { maxBytes, timeoutMs }: Limits): Promise<string> {
  try {
    return decodeText(await readWhole(path, { mostBytes: maxBytes, pipeMs: timeoutMs }));
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const { code, message } = error;
    if (code === 'EISDIR') throw await aFolder(path);
    if (code === 'EFBIG') throw tooLarge(path, maxBytes);
    const hint = code === 'ENOENT' || code === 'ENOTDIR' ? leadsTo(path) : hints[code];
    throw new InputError(`${path} ${message}.`, hint);
  }
}

async function aFolder(path: string): Promise<InputError> {
  const files = await readdir(path).catch(() => []);
  const likely = files.find((name) => /^(openapi|swagger)\.(ya?ml|json)$/i.test(name));
  return new InputError(
    `${path} is a folder.`,
    `Pass the OpenAPI document in it${likely === undefined ? '' : `: ${join(path, likely)}`}.`,
  );
}

/**
 * Looks at a folder that references may lead to: where there is none, each of them would be told to be missing.
 *
 * @throws InputError where there is none.
 */
export async function checkFolder(path: string): Promise<void> {
  const found = await stat(path).catch(({ code = '' }: NodeJS.ErrnoException) => {
    const isGone = code === 'ENOENT' || code === 'ENOTDIR';
    const what = isGone ? 'does not exist' : `cannot be looked at (${code})`;
    throw new InputError(`${path} ${what}.`, isGone ? leadsTo(path) : hints[code]);
  });
  if (!found.isDirectory())
    throw new InputError(`${path} is not a folder.`, 'Name the folder that it is in.');
}

function leadsTo(path: string): string {
  return `Check the path; it leads to ${resolve(path)}.`;
}
