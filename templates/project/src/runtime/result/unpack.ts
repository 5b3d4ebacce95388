import { isUtf8 } from 'node:buffer';
import { inflateRawSync } from 'node:zlib';
import { describeSize, echo } from '../text.js';
import type { Unpack } from './received.js';

/** A file in an archive; of one that is too large to be shown, nothing is read. */
interface Member {
  name: string;
  size: number;
  read: () => Uint8Array;
}

/** Members that are named, bytes of those that are shown, and characters of all that is shown. */
const mostMembers = 100;
const largestShown = 16 * 1024;
const mostOfTexts = 16_000;

/** Reads the frames of a container's streams as text, and says what is in a tar or zip; nothing of other bytes. */
export const unpack: Unpack = (body) => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const text = readFrames(bytes);
  if (text !== undefined) return { text, isAll: true };
  const members = readTar(bytes) ?? readZip(bytes);
  return members && { text: describeMembers(members), isAll: false };
};

/** Bytes before each frame: the stream, three zeros, and how long it is (Docker Engine API, "Stream format"). */
const frameHead = 8;
const streams = ['stdin', 'stdout', 'stderr'];

function readFrames(bytes: Buffer): string | undefined {
  const decoders = streams.map(() => new TextDecoder('utf-8', { fatal: true }));
  const frames: { stream: number; text: string }[] = [];
  try {
    for (let at = 0; at < bytes.length;) {
      const stream = bytes[at] ?? streams.length;
      const decoder = decoders[stream];
      if (decoder === undefined || bytes.length - at < frameHead || bytes.readUIntBE(at + 1, 3) !== 0)
        return undefined;
      const end = at + frameHead + bytes.readUInt32BE(at + 4);
      if (end > bytes.length) return undefined;
      frames.push({ stream, text: decoder.decode(bytes.subarray(at + frameHead, end), { stream: true }) });
      at = end;
    }
  } catch {
    return undefined;
  }
  const isMixed = frames.some(({ stream }) => stream !== frames[0]?.stream);
  return frames.map(({ stream, text }) => (isMixed ? `[${streams[stream]}] ${text}` : text)).join('');
}

const block = 512;

/** The files of a tar in the form of POSIX (`ustar`). */
function readTar(bytes: Buffer): Member[] | undefined {
  if (bytes.toString('latin1', 257, 262) !== 'ustar') return undefined;
  const members: Member[] = [];
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0 && members.length <= mostMembers;) {
    const textAt = (from: number, length: number) =>
      bytes.toString('utf8', at + from, at + from + length).replace(/\0.*/s, '');
    const size = Math.max(0, Number.parseInt(textAt(124, 12), 8) || 0);
    const start = at + block;
    const name = [textAt(345, 155), textAt(0, 100)].filter(Boolean).join('/');
    const isFile = /^[0\0]?$/.test(textAt(156, 1));
    if (isFile) members.push({ name, size, read: () => bytes.subarray(start, start + size) });
    at = start + Math.ceil(size / block) * block;
  }
  return members;
}

/** The files of a zip, as its directory at the end names them (PKWARE's APPNOTE, 4.3). */
function readZip(bytes: Buffer): Member[] | undefined {
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (bytes.toString('latin1', 0, 2) !== 'PK' || end === -1 || end + 22 > bytes.length) return undefined;
  const members: Member[] = [];
  for (let at = bytes.readUInt32LE(end + 16); at + 46 <= end && members.length <= mostMembers;) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) break;
    const packed = bytes.readUInt32LE(at + 20);
    const size = bytes.readUInt32LE(at + 24);
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, nameEnd);
    const isDeflated = bytes.readUInt16LE(at + 10) === 8;
    const local = bytes.readUInt32LE(at + 42);
    const read = () => {
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      const found = bytes.subarray(start, start + packed);
      return isDeflated ? inflateRawSync(found, { maxOutputLength: largestShown }) : found;
    };
    if (!name.endsWith('/')) members.push({ name, size, read });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return members;
}

function describeMembers(members: readonly Member[]): string {
  let left = mostOfTexts;
  const lines = members.slice(0, mostMembers).map((member) => {
    const text = readMember(member);
    const head = `${echo(member.name, 200)} (${describeSize(member.size)})`;
    if (text === undefined || text.length > left) return head;
    left -= text.length;
    return `${head}:\n${text.trimEnd()}`;
  });
  const more = members.length > mostMembers ? ['and more'] : [];
  return ['In this archive:', ...lines, ...more].join('\n');
}

/** What a small member says; nothing where it is no text, or not as the archive says. */
function readMember({ size, read }: Member): string | undefined {
  if (size > largestShown) return undefined;
  try {
    const found = read();
    return isUtf8(found) && !found.includes(0) ? Buffer.from(found).toString() : undefined;
  } catch {
    return undefined;
  }
}
