import { realpath, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../model/diagnostic.js';
import { fetchText, tooLarge, type Limits } from './fetchText.js';
import { isPublicAddress } from './isPublicAddress.js';
import { readWithin } from './readWithin.js';

/** What a document may make us read. */
export interface Reach {
  /** The URL of the document. */
  main: string;
  /** Hosts that references may lead to. */
  hosts: readonly string[];
  limits: Limits;
}

/**
 * Reads a file that a document refers to: below the document's folder, or from an allowed host of the open
 * internet.
 *
 * @throws InputError with the reason, for everything else.
 */
export async function readReferenced(url: URL, { main, hosts, limits }: Reach): Promise<string> {
  if (url.protocol === 'file:') return readBelow(main, url, limits.maxBytes);
  if (url.protocol === 'stdin:') {
    throw new InputError('the document came from standard input, so there is no folder to find it in');
  }
  if (!hosts.includes(url.host) && !hosts.includes(url.hostname)) {
    throw new InputError('references to the network are followed only to hosts that are allowed');
  }
  return (await fetchText(url, limits, { hosts, isAllowed: isPublicAddress })).text;
}

async function readBelow(main: string, url: URL, maxBytes: number): Promise<string> {
  const folder = main.startsWith('file:') ? dirname(fileURLToPath(main)) : undefined;
  const path = fileURLToPath(url);
  if (folder === undefined || !isBelow(folder, path)) throw outside();
  try {
    // A symbolic link may lead out of the folder although the path does not.
    if (!isBelow(await realpath(folder), await realpath(path))) throw outside();
    const found = await stat(path);
    if (!found.isFile()) throw new InputError('it is not a file');
    if (found.size > maxBytes) throw tooLarge('it', maxBytes);
    return await readWithin(path, 'it', maxBytes);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(code === 'ENOENT' ? 'there is no such file' : message);
  }
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function outside(): InputError {
  return new InputError("it is not below the document's folder");
}
