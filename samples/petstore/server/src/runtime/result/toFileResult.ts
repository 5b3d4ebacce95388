import { basename, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { mkdir, open, rm } from 'node:fs/promises';
import { describeShortage } from '../errors.js';
import { redact, redactBytes } from '../redact.js';
import type { HeaderFields } from '../request/outgoing.js';
import { tellableType } from '../mediaTypes.js';
import { describeSize, echo } from '../text.js';
import type { Received } from './received.js';
import { mostEmbedded, textResult } from './toolResult.js';

/** Hands on what is no text: saved where the operator has named a folder, else embedded if it is not too large. */
export async function toFileResult(received: Received): Promise<CallToolResult> {
  const { headers, address } = received;
  const { secrets, downloads } = received.asked;
  const body = redactBytes(received.body, secrets);
  const isWhole = body === received.body;
  const mimeType = tellableType(received.mediaType) ?? 'application/octet-stream';
  const given = fileName(headers);
  const name = given === undefined ? undefined : redact(given, secrets);
  const less = isWhole ? '' : ', less a credential of this server that it held';
  const about = `${name === undefined ? 'A file' : echo(name, longest)} (${redact(mimeType, secrets)}, ${describeSize(body.length)}${less})`;
  if (downloads !== undefined) {
    const last = name ?? new URL(address).pathname;
    return savedResult(downloads, redact(last, secrets), mimeType, about, body);
  }
  if (body.length > mostEmbedded) {
    return textResult(
      `${about} was received, but is too large to be handed on: at most ${describeSize(mostEmbedded)} are. Ask the user to set the environment variable MCP_DOWNLOAD_DIR of this server to a folder that files are to be saved in.`,
    );
  }
  const blob = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64');
  return {
    content: [
      { type: 'text', text: about },
      { type: 'resource', resource: { uri: address, mimeType, blob } },
    ],
  };
}

async function savedResult(
  folder: string,
  name: string,
  mimeType: string,
  about: string,
  body: Uint8Array,
): Promise<CallToolResult> {
  try {
    const path = await saveFile(folder, name, body);
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
}

/** The name that the API gives to what it sends (RFC 6266; the extended form of RFC 8187 comes first). */
export function fileName(headers: HeaderFields): string | undefined {
  const header = headers.get('content-disposition') ?? '';
  const extended = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i.exec(header);
  if (extended !== null) {
    const [, charset = '', value = ''] = extended;
    const name = decodeExtendedValue(value, charset);
    if (name !== undefined) return name;
  }
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^";]+))/i.exec(header);
  const name = plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2]?.trim();
  return name === '' ? undefined : name;
}

function decodeExtendedValue(value: string, charset: string): string | undefined {
  const bytes = value.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  try {
    return new TextDecoder(charset, { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}

/** Files of one name that are kept beside each other. */
const mostAlike = 1_000;

/**
 * Writes a file into a folder under the name that it has, or that name with a number where it is taken, and returns
 * its path. Nothing that is there is overwritten or followed, and only this user may read the file.
 */
async function saveFile(folder: string, name: string, bytes: Uint8Array): Promise<string> {
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
