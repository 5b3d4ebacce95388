import { dirname, join, relative, resolve as resolvePath, sep } from 'node:path';
import { realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Refs, configName, quoteYaml } from '../model/config.js';
import { InputError, type Report } from '../model/diagnostic.js';
import { UnreadableError, readWhole } from '../model/files.js';
import { type Limits, decodeText, fetchText, isPublicAddress, tooLarge } from './fetchText.js';
import type { Located } from './parse/createLocator.js';
import { parseText, reportOddities } from './parse/parseText.js';
import type { SourceFile } from './references/followReference.js';
import { type ReadFiles, nameFile } from './references/resolveReferences.js';

/** How many files are open at once: a document may have more than a process can. */
const atOnce = 32;

/**
 * Reads files by URL through `read`; an InputError stands for a file that it refuses.
 *
 * swagger-parser does the reading. It is handed references and not the document, which may be in a version that it
 * does not know, and may hold a `$ref` that is data, as in an example. It hands back text, since it would
 * follow whatever it can see in a parsed file.
 */
export async function readFiles(
  urls: readonly string[],
  read: (url: URL) => Promise<string>,
): Promise<ReadonlyMap<string, string | InputError>> {
  // Imported here since it takes long to load and most documents are one file.
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  const errors = new Map<string, unknown>();
  const limited = limit(atOnce, read);
  const resolver = {
    order: 1,
    canRead: true,
    read: ({ url }: { url: string }) =>
      limited(new URL(url)).catch((error: unknown) => {
        errors.set(url, error);
        return '';
      }),
  };
  const info = { title: '', version: '' };
  const references = { openapi: '3.1.0', info, paths: {}, 'x-references': urls.map(($ref) => ({ $ref })) };
  const files = await SwaggerParser.resolve(references, {
    resolve: { file: false, http: false, limited: resolver },
    parse: { json: false, yaml: false, binary: false, text: { canParse: true } },
  });
  const texts = files.values() as Record<string, string>;
  return new Map(urls.map((url) => [url, refusal(errors.get(url)) ?? texts[url] ?? '']));
}

function refusal(error: unknown): InputError | undefined {
  if (error === undefined || error instanceof InputError) return error;
  throw error;
}

/** Runs at most `count` calls of `work` at a time. */
function limit<A, R>(count: number, work: (argument: A) => Promise<R>): (argument: A) => Promise<R> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (argument) => {
    if (running === count) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work(argument);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** Opens the files that a document refers to. */
interface Opener {
  readFiles: ReadFiles;
  /** The files that were opened, by name. */
  opened: ReadonlyMap<string, Located>;
}

/**
 * Creates what opens the files of one document; they may hold `reach.limits.maxBytes` together.
 *
 * @param source - the document as the user gave it, from which the files are named to the user
 */
export function openFiles(
  source: string,
  reach: Reach,
  {
    progress,
    onText,
  }: { progress: (text: string) => void; onText: ((url: string, text: string) => void) | undefined },
  report: Report,
): Opener {
  const opened = new Map<string, Located>();
  let bytesLeft = reach.limits.maxBytes;

  function open(url: string, text: string | InputError): SourceFile | string {
    if (typeof text !== 'string') return reasonOf(text);
    bytesLeft -= Buffer.byteLength(text);
    if (bytesLeft < 0) return 'the files of the document are too large together';
    const name = nameFile(reach.main, url);
    const file = url.startsWith('file:') ? join(dirname(source), name) : url;
    try {
      const parsed = parseText(text, file);
      reportOddities(parsed, ['x-files', name], report);
      opened.set(name, { file, locate: parsed.locate });
      return { url, value: parsed.value };
    } catch (error) {
      if (error instanceof InputError) return reasonOf(error);
      throw error;
    }
  }

  return {
    opened,
    readFiles: async (urls) => {
      progress(`Reading ${urls.length} more ${urls.length === 1 ? 'file' : 'files'}`);
      const texts = await readFiles(urls, (url) => readReferenced(url, reach));
      for (const [url, text] of texts) onText?.(url, String(text));
      return new Map([...texts].map(([url, text]) => [url, open(url, text)]));
    },
  };
}

function reasonOf({ message, location }: InputError): string {
  const where = location === undefined ? '' : ` (${location.file}:${location.line}:${location.column})`;
  return message.replace(/\.$/, '') + where;
}

/** What a document may make us read. */
interface Reach {
  /** The URL of the document. */
  main: string;
  /** Hosts, and folders besides that of the document, that references may lead to. */
  hosts: readonly string[];
  folders: readonly string[];
  /** The folder from which paths in the configuration start. */
  home: string;
  limits: Limits;
}

/**
 * Reads a file that a document refers to: below the document's folder or another one that is allowed, or over https
 * from an allowed host of the open internet.
 *
 * @throws InputError with the reason, for everything else.
 */
async function readReferenced(url: URL, reach: Reach): Promise<string> {
  const { hosts, limits } = reach;
  if (url.protocol === 'file:') return readBelow(url, reach);
  if (url.protocol === 'stdin:') {
    throw new InputError('the document came from standard input, so there is no folder to find it in');
  }
  if (url.protocol !== 'https:')
    throw new InputError('references to the network are followed over https only');
  if (!hosts.includes(url.host) && !hosts.includes(url.hostname)) {
    throw new InputError(
      `references to the network are followed only to hosts that are allowed; ${allow({ hosts: [...hosts, url.host] })}, or pass --ref-host ${url.host}`,
    );
  }
  return (await fetchText(url, limits, { hosts, isAllowed: isPublicAddress })).text;
}

/** What to write into the configuration. */
function allow(refs: Partial<Refs>): string {
  const lists = Object.entries(refs).map(([key, values]) => `${key}: [${values.map(quoteYaml).join(', ')}]`);
  return `to allow it, write "refs: { ${lists.join(', ')} }" in ${configName}`;
}

async function readBelow(url: URL, reach: Reach): Promise<string> {
  const { main, folders, limits } = reach;
  if (!main.startsWith('file:')) throw new InputError('a document that is no file may not refer to files');
  const allowed = [dirname(fileURLToPath(main)), ...folders.map((folder) => resolvePath(folder))];
  const path = fileURLToPath(url);
  if (!allowed.some((folder) => isBelow(folder, path))) throw notAllowed(path, reach);
  try {
    // A symbolic link may lead out of the folder although the path does not.
    const real = await realpath(path);
    const found = await Promise.all(allowed.map((folder) => realpath(folder).catch(() => folder)));
    if (!found.some((folder) => isBelow(folder, real))) throw notAllowed(real, reach);
    return decodeText(await readWhole(real, { mostBytes: limits.maxBytes, pipeMs: limits.timeoutMs }));
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EFBIG') throw tooLarge('it', limits.maxBytes);
    if (code === 'ENOENT') throw new InputError('there is no such file');
    throw new InputError(error instanceof UnreadableError ? `it ${message}` : message);
  }
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** A path from a folder to another, with forward slashes. */
function wayTo(start: string, end: string): string {
  return relative(start, end).split(sep).join('/') || '.';
}

/** The folder of a file is what one would allow. */
function notAllowed(path: string, { folders, home }: Reach): InputError {
  const folder = dirname(path);
  const others = folders.map((one) => wayTo(home, one));
  return new InputError(
    `it is not below the document's folder; ${allow({ folders: [...others, wayTo(home, folder)] })}, or pass --ref-folder ${wayTo('.', folder)}`,
  );
}
