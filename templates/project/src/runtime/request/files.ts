import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import { isAbsolute, normalize, relative, resolve, sep } from 'node:path';
import { CallError, describeShortage } from '../errors.js';
import { isObject } from '../json.js';
import { listSome } from '../text.js';
import type { ObjectSchema } from '../tool.js';
import { mapSchemas } from '../validate/createExpander.js';
import type { Payload } from './outgoing.js';

/** A regular file that may be sent. */
interface FoundFile {
  /** Where it is, with no links on the way. */
  path: string;
  state: BigIntStats;
}

/** How the disk is looked at; a test may do something in between. */
interface Disk {
  lstat: (path: string, options: { bigint: true }) => Promise<BigIntStats>;
  open: (path: string, flags: number) => Promise<FileHandle>;
}

/** How a file is opened: a pipe that took its place is not waited for, a link is not followed (not on Windows). */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Finds the file that a path names: below each of the roots in turn, where it is relative. Links are followed, as long
 * as they do not lead out. What is outside, or not there, is told in the same words: nothing is to be learnt about
 * what lies outside.
 *
 * @returns what is wrong with it in words, where it may not be sent.
 */
export async function findFile(
  path: string,
  roots: readonly string[],
  disk: Disk = { lstat, open },
): Promise<FoundFile | string> {
  const where = `below ${nameRoots(roots)}`;
  let problem: string | undefined;
  let isInside = false;
  for (const root of roots) {
    const real = await realpath(root).catch(() => undefined);
    const place = isAbsolute(path) ? normalize(path) : resolve(root, path);
    const bases = [resolve(root), ...(real === undefined ? [] : [real])];
    if (!bases.some((base) => isBelow(place, base))) continue;
    isInside = true;
    const target = await realpath(place).catch(() => undefined);
    if (real === undefined || target === undefined || !isBelow(target, real)) continue;
    const found = await look(target, real, disk);
    if (typeof found !== 'string') return found;
    problem ??= found;
  }
  if (problem !== undefined) return problem;
  return isInside ? `there is no such file ${where}` : `only files ${where} may be sent`;
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Looks at what is at a path before it is opened: to open a device may do something. */
async function look(path: string, root: string, disk: Disk): Promise<FoundFile | string> {
  try {
    const seen = await disk.lstat(path, { bigint: true });
    if (seen.isDirectory()) return 'it is a folder, not a file';
    if (!seen.isFile()) return 'it is not a regular file';
    const file = await disk.open(path, openFlags);
    try {
      const state = await file.stat({ bigint: true });
      const isSame = state.dev === seen.dev && state.ino === seen.ino;
      return isSame && (await isWithin(file, path, root)) ? { path, state } : 'it cannot be read';
    } finally {
      await file.close();
    }
  } catch (error) {
    const shortage = describeShortage(error);
    if (shortage !== undefined) return shortage;
    const isForbidden = ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
    return isForbidden ? 'it may not be read: permission denied' : 'it cannot be read';
  }
}

/**
 * Whether what was opened lies below a folder: a folder on the way may have become a link since it was looked at. Linux
 * says where an open file is; elsewhere the path is looked at once more, and has to lead to the same file.
 */
async function isWithin(file: FileHandle, path: string, root: string): Promise<boolean> {
  const place = await readlink(`/proc/self/fd/${file.fd}`).catch(() => undefined);
  if (place !== undefined) return isBelow(place, root);
  const [opened, again] = await Promise.all([file.stat({ bigint: true }), realpath(path)]);
  const there = await stat(again, { bigint: true });
  return isBelow(again, root) && there.dev === opened.dev && there.ino === opened.ino;
}

/** Bytes that are read at once. */
const most = 64 * 1024;

/** The content of a file as it was found; that it is still the same is seen before its last bytes are given away. */
export function streamFile({ path, state }: FoundFile, argument: string): Payload {
  const size = Number(state.size);

  async function* read(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const file = await open(path, openFlags).catch((error: unknown) => {
      throw describeShortage(error) === undefined ? changed(argument) : error;
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
    if (!isUnchanged(await file.stat({ bigint: true }), state)) throw changed(argument);
  }

  return { size, read };
}

/** Whether it is the same file, with the same content as far as the file system tells. */
function isUnchanged(a: BigIntStats, b: BigIntStats): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs;
}

function changed(argument: string): CallError {
  return new CallError(
    `The file of ${argument} was changed or removed while it was being sent, so the API has not got all of it. Call again when the file is complete.`,
  );
}

const mostRoots = 5;

/** Folders in words: `/srv/in or /data`. */
function nameRoots(roots: readonly string[]): string {
  return listSome(roots, mostRoots).replace(/, (?=[^,]*$)/, ' or ');
}

/** The schema of an argument that is a file. */
interface FileSchema {
  properties: Record<'base64' | 'filename' | 'contentType', Record<string, unknown>>;
  required: string[];
  [keyword: string]: unknown;
}

/** Changes the schemas of all files among the arguments; mcpwright writes them in one form. */
function mapFiles(schema: ObjectSchema, change: (file: FileSchema) => Record<string, unknown>): ObjectSchema {
  return mapSchemas(schema, (part) => (isFile(part) ? change(part) : part)) as ObjectSchema;
}

/** What is required besides a name; no empty list, which some clients refuse. */
export function without(required: readonly string[], name: string): { required?: string[] } {
  const others = required.filter((one) => one !== name);
  return others.length === 0 ? {} : { required: others };
}

function isFile(schema: Record<string, unknown>): schema is FileSchema {
  const { properties, required } = schema;
  const names = isObject(properties) ? Object.keys(properties).toSorted().join() : '';
  return names === 'base64,contentType,filename' && Array.isArray(required) && required.includes('base64');
}

/** A schema of a tool as it is shown where files may be sent from folders of this server, too. */
export function offerPaths(schema: ObjectSchema, roots: readonly string[]): ObjectSchema {
  return mapFiles(schema, ({ properties, required, ...rest }) => {
    const { base64, ...others } = properties;
    const description = `The file, by its path below ${nameRoots(roots)}, instead of base64.`;
    // Where all arguments are required, null says that one is not given.
    const isStrict = Object.keys(properties).every((name) => required.includes(name));
    const type = isStrict ? ['string', 'null'] : 'string';
    return {
      ...rest,
      properties: { path: { type, description }, base64: { ...base64, type }, ...others },
      ...(isStrict ? { required: ['path', ...required] } : without(required, 'base64')),
    };
  });
}

/** No text matches it. */
const excluded = { pattern: '(?!)', $comment: 'stands beside path; give one of them' };

/**
 * The enforced schema of a tool with files that are given by their path as well, or instead. Whether that is allowed is
 * said when the file is looked for.
 */
export function acceptPaths(schema: ObjectSchema): ObjectSchema {
  return mapFiles(schema, ({ properties, required, ...rest }) => ({
    ...rest,
    properties: { ...properties, path: { type: 'string' } },
    ...without(required, 'base64'),
    if: { required: ['path'] },
    else: { required: ['base64'] },
    dependentSchemas: { path: { properties: { base64: excluded } } },
  }));
}
