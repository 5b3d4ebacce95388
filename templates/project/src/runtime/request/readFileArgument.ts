import { basename } from 'node:path';
import { UnsendableError } from '../errors.js';
import { isObject } from '../json.js';
import { bareType } from '../mediaTypes.js';
import { importOnce } from '../memo.js';
import { echo } from '../text.js';
import { guessMediaType } from './guessMediaType.js';
import type { Payload } from './outgoing.js';

/** Seldom needed, and only where there is a disk. */
const loadFiles = importOnce(() => import('./files.js'));

/** A file that an argument holds or names. */
interface FileArgument {
  content: Uint8Array<ArrayBuffer> | Payload;
  filename: string | undefined;
  /** What the caller says it is. */
  contentType: string | undefined;
  /** What its name suggests. */
  guess?: string | undefined;
}

/** Whether a value has the form of a file: `{ base64, filename?, contentType? }`, or with `path` instead of `base64`. */
export function isFileArgument(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const { base64, path, filename: _, contentType: __, ...others } = value;
  return (typeof base64 === 'string') !== (typeof path === 'string') && Object.keys(others).length === 0;
}

/** Reads a file, whose path has to be below one of `roots`; of a value of another form, nothing. */
export async function readFileArgument(
  value: unknown,
  argument: string,
  roots: readonly string[],
): Promise<FileArgument | undefined> {
  if (!isFileArgument(value)) return undefined;
  const { base64, path, filename, contentType } = value;
  const said = {
    filename: typeof filename === 'string' ? filename : undefined,
    contentType: typeof contentType === 'string' ? checkMediaType(contentType, argument) : undefined,
  };
  if (typeof base64 === 'string')
    return { content: bytesOfBase64(base64, argument), ...said, guess: guessMediaType(said.filename ?? '') };
  const found = await findContent(String(path), argument, roots);
  return { ...found, ...said, filename: said.filename ?? basename(String(path)) };
}

/**
 * The media type that a file is sent with, where the document takes ranges of them (RFC 9110, 12.5.1).
 *
 * @throws UnsendableError where it is in none of them.
 */
export function checkRanges(type: string, ranges: readonly string[], argument: string): string {
  const bare = bareType(type);
  const fits = ranges.some((one) => {
    const range = bareType(one);
    return (
      /^\*(?:\/\*)?$/.test(range) ||
      (range.endsWith('/*') ? bare.startsWith(range.slice(0, -1)) : bare === range)
    );
  });
  if (fits) return type;
  throw new UnsendableError(
    `${argument}.contentType`,
    `must be one of ${ranges.join(', ')}, and ${echo(type)} is not`,
  );
}

function bytesOfBase64(base64: string, argument: string): Uint8Array<ArrayBuffer> {
  if (/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64.replaceAll(/\s/g, '')))
    return new Uint8Array(Buffer.from(base64, 'base64'));
  throw new UnsendableError(argument, 'base64 holds characters that are not base64');
}

async function findContent(
  path: string,
  argument: string,
  roots: readonly string[],
): Promise<Pick<FileArgument, 'content' | 'guess'>> {
  if (roots.length === 0) {
    throw new UnsendableError(
      `${argument}.path`,
      'this server may not read files; give the content in base64 instead, or ask the user to name the folders that files may be sent from in MCP_FILE_ROOTS',
    );
  }
  const { findFile, streamFile } = await loadFiles();
  const found = await findFile(path, roots);
  if (typeof found === 'string') throw new UnsendableError(`${argument}.path`, found);
  return { content: streamFile(found, argument), guess: guessMediaType(path) };
}

function checkMediaType(text: string, argument: string): string {
  if (/^[\w.+-]+\/[\w.+-]+(\s*;[\x20-\x7e]*)?$/.test(text)) return text;
  throw new UnsendableError(argument, 'contentType is not a media type such as image/png');
}
