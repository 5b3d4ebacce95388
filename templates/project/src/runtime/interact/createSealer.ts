import { readSecret, wrongFile } from '../auth/readSecret.js';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { SetupError } from '../errors.js';
import { parseJson } from '../json.js';
import type { Environment } from '../settings.js';

/** What a sealed value is bound to: where any of it differs, the value is not opened. */
export interface Binding {
  /** What it is for: `consent`, `task`. */
  purpose: string;
  /** The name of this server. */
  server: string;
  /** The tool that was called; empty where the value itself names one. */
  tool: string;
  /** The digest of its arguments; empty where none are given again. */
  digest: string;
  /** Who called; empty where nobody has to prove who they are. */
  principal: string;
}

/** Hands values to clients that only this server, or one with the same keys, can read or make. */
export interface Sealer {
  /** A text of letters, digits, `-` and `_`, which is opened for so many seconds. */
  seal: (value: unknown, binding: Binding, seconds: number) => string;
  /** The value; undefined where the text was not made for this, has expired, or was changed. */
  open: (text: string, binding: Binding) => unknown;
}

/** The form of the texts; a later one gets the next number. */
const version = 1;
const cipher = 'aes-256-gcm';
/** Version and expiry, in seconds. */
const headBytes = 5;
const nonceBytes = 12;
const tagBytes = 16;
/** Characters of a text that is looked at. */
const longestText = 64 * 1024;

/** The environment variable that holds the keys. */
const keysVariable = 'MCP_STATE_KEYS';
const leastKey = 32;
const mostKeys = 10;

/**
 * Reads the keys, divided by commas; none where the operator has set none.
 *
 * @throws SetupError where one is too short to be a key.
 */
export async function readKeys(
  env: Environment,
  refuse?: Parameters<typeof readSecret>[2],
): Promise<string[]> {
  const keys = ((await readSecret(env, keysVariable, refuse)) ?? '')
    .split(/[\s,]+/)
    .filter((key) => key !== '');
  const hint = `Make one with "openssl rand -base64 32"; several are divided by commas, the first seals and all open.`;
  if (keys.some((key) => key.length < leastKey))
    throw new SetupError(`${keysVariable} holds a key of fewer than ${leastKey} characters. ${hint}`);
  if (keys.length > mostKeys)
    throw new SetupError(`${keysVariable} holds ${keys.length} keys, and ${mostKeys} are the most. ${hint}`);
  return keys;
}

/** Looks at the keys, so that a wrong one is noticed at the start. */
export async function checkKeys(env: Environment): Promise<void> {
  await readKeys(env, wrongFile);
}

/**
 * Seals with the first of the keys and opens with any (AES-256-GCM, NIST SP 800-38D). Without keys, one is made that
 * lasts as long as the process. `createRequestStateCodec` of the SDK signs, and does not encrypt: the address of a job, and
 * what finds work of `custom.ts`, are for nobody to read.
 */
export function createSealer(keys: readonly string[], now: () => number = Date.now): Sealer {
  const given = keys.length === 0 ? [randomBytes(32)] : keys;
  const derived = given.map((key) =>
    Buffer.from(hkdfSync('sha256', key, '', `mcpwright state ${version}`, 32)),
  );
  const toSeconds = () => Math.floor(now() / 1000);

  return {
    seal: (value, binding, seconds) => {
      const head = Buffer.alloc(headBytes);
      head.writeUInt8(version, 0);
      head.writeUInt32BE(Math.min(toSeconds() + seconds, 2 ** 32 - 1), 1);
      const nonce = randomBytes(nonceBytes);
      const encrypt = createCipheriv(cipher, derived[0]!, nonce).setAAD(writeBinding(head, binding));
      const body = Buffer.concat([encrypt.update(JSON.stringify(value)), encrypt.final()]);
      return Buffer.concat([head, nonce, body, encrypt.getAuthTag()]).toString('base64url');
    },
    open: (text, binding) => {
      const bytes = text.length <= longestText ? Buffer.from(text, 'base64url') : Buffer.alloc(0);
      // Of the texts that are read as the same bytes only one was made here.
      if (bytes.length < headBytes + nonceBytes + tagBytes || bytes.toString('base64url') !== text)
        return undefined;
      const head = bytes.subarray(0, headBytes);
      if (head.readUInt8(0) !== version || head.readUInt32BE(1) <= toSeconds()) return undefined;
      const data = writeBinding(head, binding);
      for (const key of derived) {
        const value = decrypt(key, bytes.subarray(headBytes), data);
        if (value !== undefined) return value;
      }
      return undefined;
    },
  };
}

function decrypt(key: Buffer, sealed: Buffer, data: Buffer): unknown {
  const nonce = sealed.subarray(0, nonceBytes);
  const body = sealed.subarray(nonceBytes, -tagBytes);
  try {
    const open = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(data);
    open.setAuthTag(sealed.subarray(-tagBytes));
    return parseJson(Buffer.concat([open.update(body), open.final()]).toString());
  } catch {
    return undefined;
  }
}

/** What is proven besides the value, as bytes that no other binding has. */
function writeBinding(head: Buffer, { purpose, server, tool, digest, principal }: Binding): Buffer {
  return Buffer.concat([head, Buffer.from(JSON.stringify([purpose, server, tool, digest, principal]))]);
}
