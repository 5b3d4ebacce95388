import { mkdir, open, rm } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeShortage } from '../errors.js';
import type { SaveFile } from './received.js';
import { textResult } from './toolResult.js';

/** Saves a file that the API has sent, and says where it is. */
export const saveFile: SaveFile = async (folder, { name, mimeType, about, body }) => {
  try {
    const path = await writeFile(folder, name, body);
    const link = { uri: pathToFileURL(path).href, name: basename(path), mimeType, size: body.length };
    return {
      content: [
        { type: 'text', text: `${about} was saved as ${path}` },
        { type: 'resource_link', ...link },
      ],
    };
  } catch (error) {
    const shortage = describeShortage(error);
    if (shortage !== undefined)
      return textResult(`${about} was received, but could not be saved: ${shortage}.`, true);
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    return textResult(
      `${about} was received, but could not be saved (${code}). Ask the user to check the environment variable MCP_DOWNLOAD_DIR of this server.`,
      true,
    );
  }
};

/** Files of one name that are kept beside each other. */
const mostAlike = 1_000;

/**
 * Writes a file into a folder under the name that it has, or that name with a number where it is taken, and returns
 * its path. Nothing that is there is overwritten or followed, and only this user may read the file.
 */
async function writeFile(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  const safe = safeName(name);
  const extension = extname(safe);
  const stem = safe.slice(0, safe.length - extension.length);
  await mkdir(folder, { recursive: true });
  for (let count = 1; count <= mostAlike; count += 1) {
    const path = join(resolve(folder), count === 1 ? safe : `${stem}-${count}${extension}`);
    if (await create(path, bytes)) return path;
  }
  throw Object.assign(new Error('too many files of this name'), { code: 'EEXIST' });
}

/** Whether the file could be created; where it could not be written to its end, nothing is left of it. */
async function create(path: string, bytes: Uint8Array): Promise<boolean> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  });
  if (file === undefined) return false;
  try {
    await file.writeFile(bytes);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return true;
}

const longest = 120;
/** Names that Windows keeps for devices, whatever their extension. */
const devices = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i;
/** Letters and marks that nobody sees. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu;

/** A name under which a file can be written in any folder of any system; it leads nowhere else. */
export function safeName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const plain = base
    .normalize('NFC')
    .replaceAll(unseen, '_')
    .replaceAll(/[^\p{L}\p{M}\p{N} ._()+,=@-]/gu, '_')
    .replace(/^[ .]+/, '')
    // Programs would take it for an option.
    .replace(/^-+/, '_')
    .replace(/(?<![ .])[ .]+$/, '');
  const dot = plain.lastIndexOf('.');
  const extension = dot > 0 && plain.length - dot <= 12 ? plain.slice(dot) : '';
  // In whole characters, and few enough for names that are counted in bytes.
  const whole = plain.slice(0, plain.length - extension.length);
  let stem = Array.from(whole).slice(0, longest);
  while (Buffer.byteLength(stem.join('')) > longest) stem = stem.slice(0, -1);
  const short = stem.join('') + extension;
  if (short === '') return 'download';
  return devices.test(short) ? `_${short}` : short;
}
