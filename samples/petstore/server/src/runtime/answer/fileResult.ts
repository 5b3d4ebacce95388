import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { describeSize } from './describeSize.js';
import { fileName } from './fileName.js';
import { mostEmbedded, type Received } from './result.js';
import { redact, redactBytes } from '../redact.js';
import { saveFile } from './saveFile.js';
import { textResult } from './textResult.js';

/** Hands on what is no text: saved where the operator has named a folder, else embedded if it is not too large. */
export async function fileResult(received: Received): Promise<CallToolResult> {
  const { headers, address, secrets, downloads } = received;
  const body = redactBytes(received.body, secrets);
  const isWhole = body === received.body;
  const mimeType = received.mediaType || 'application/octet-stream';
  const given = fileName(headers);
  const name = given === undefined ? undefined : redact(given, secrets);
  const less = isWhole ? '' : ', less a credential of this server that it held';
  const about = `${name ?? 'A file'} (${redact(mimeType, secrets)}, ${describeSize(body.length)}${less})`;
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
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    return textResult(
      `${about} was received, but could not be saved (${code}). Ask the user to check the environment variable MCP_DOWNLOAD_DIR of this server.`,
      true,
    );
  }
}
