import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { type Choices, type Refs, configName } from '../../model/config.js';
import { InputError } from '../../model/diagnostic.js';
import { isWebUrl } from '../fetchText.js';
import type { Parsed } from '../parse/parsed.js';
import { hasConfig } from './readConfig.js';

/** A folder that only the title of a document leads to, and what the user said. */
export interface Titled {
  folder: string;
  /** The document that is given. */
  document: string;
  /** What the command line says in place of the file. */
  said: { overlays?: unknown; refs?: Partial<Refs> };
  /** What the user can do. */
  hint: string;
}

/**
 * Stops a run that would write, without its choices, into a folder which only the title of the document names, and which
 * the document came in. Says whether there are choices that are not those of the current folder.
 *
 * @throws InputError where there are choices, and the document lies in their folder
 */
export async function refuseWithin({ folder, document, hint }: Titled): Promise<boolean> {
  if (!(await hasConfig(folder)) || (await isSameFile(folder, '.'))) return false;
  if (document === '-' || isWebUrl(document) || !(await isWithin(document, folder))) return true;
  throw new InputError(
    `${join(folder, configName)} came with the document, and is not read unless you name it or its folder; the title of the document would have the project written there.`,
    hint,
  );
}

/**
 * Stops a run whose choices only the title of the document leads to, unless they are those of a project that was made
 * from this document, and lead neither into the network nor out of their folder: another may have put them there.
 *
 * @throws InputError where they may be those of another
 */
export async function refuseTitled(read: Choices, titled: Titled, locate: Parsed['locate']): Promise<void> {
  const { folder, document, hint } = titled;
  const file = join(folder, configName);
  const start = `${file} is not read, since it may not be yours: only the title of the document leads to it, and`;
  const named = [read.document ?? [], (read.sources ?? []).map((one) => one.document)].flat();
  const same = await Promise.all(named.map((one) => isSameDocument(one, document)));
  // Standard input has no name.
  const isOurs = document === '-' ? named.length === 0 : same.includes(true);
  if (!isOurs)
    throw new InputError(`${start} it names ${named.length === 0 ? 'no' : 'another'} document.`, hint);
  const [far] = await listFar(read, titled);
  if (far === undefined) return;
  throw new InputError(`${start} its ${JSON.stringify(far.path.join('.'))} ${far.what}.`, hint, {
    file,
    ...locate(far.path),
  });
}

interface Far {
  path: string[];
  what: string;
}

/** What choices lead to beyond the folder that they are in, where the command line says nothing in their place. */
async function listFar(read: Choices, { folder, document, said }: Titled): Promise<Far[]> {
  const found: Far[] = [];
  if (read.out !== undefined && !leadsInto(await toReal(resolve(read.out)), await toReal(resolve(folder))))
    found.push({ path: ['out'], what: 'leads out of its folder' });
  const look = ({ overlays = [], refs }: Pick<Choices, 'overlays' | 'refs'>, path: string[]) => {
    if (overlays.some(isWebUrl)) found.push({ path: [...path, 'overlays'], what: 'has an address fetched' });
    for (const key of ['hosts', 'folders'] as const)
      if ((refs?.[key] ?? []).length > 0 && (path.length > 0 || said.refs?.[key] === undefined))
        found.push({ path: [...path, 'refs', key], what: `lets the document refer to other ${key}` });
  };
  look(said.overlays === undefined ? read : { ...read, overlays: [] }, []);
  for (const [index, source] of (read.sources ?? []).entries()) {
    const path = ['sources', String(index)];
    look(source, path);
    if (isWebUrl(source.document) && !(await isSameDocument(source.document, document)))
      found.push({ path: [...path, 'document'], what: 'has another address fetched' });
  }
  return found;
}

/** Whether two documents are the same file, or the same address. */
export async function isSameDocument(one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  if (!isWebUrl(one) && !isWebUrl(other)) return resolve(one) === resolve(other) || isSameFile(one, other);
  return isWebUrl(one) && isWebUrl(other) && new URL(one).href === new URL(other).href;
}

/** Whether two paths lead to the same file or folder: by links, or in letters that the disk takes for the same. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map(numberOf));
  return first !== undefined && first === second;
}

/** The number that the disk knows a file or a folder by. */
async function numberOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
}

/** Whether a file lies in a folder: as its path says it, or where links lead. */
async function isWithin(file: string, folder: string): Promise<boolean> {
  const within = await numberOf(folder);
  for (const path of [resolve(file), await toReal(resolve(file))])
    for (let above = dirname(path); ; above = dirname(above)) {
      if ((await numberOf(above)) === within) return true;
      if (above === dirname(above)) break;
    }
  return false;
}

function leadsInto(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way.split(sep)[0] !== '..' && !isAbsolute(way);
}

/** A path without links, as far as it exists; a link that leads nowhere is anywhere. */
async function toReal(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const [above, { root }] = [dirname(path), parse(path)];
  if (above === path || (await lstat(path).catch(() => undefined)) !== undefined) return root;
  return join(await toReal(above), basename(path));
}
