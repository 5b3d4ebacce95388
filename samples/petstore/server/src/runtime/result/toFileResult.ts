import type { CallToolResult } from '@modelcontextprotocol/server';
import { loadPart } from '../memo.js';
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
    const save = await loadPart(downloads.load, 'downloads');
    return save(downloads.folder, { name: redact(last, secrets), mimeType, about, body });
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

/** Characters of a name that are shown. */
const longest = 120;
