import { readFile } from 'node:fs/promises';
import { CallError } from './callError.js';
import { SetupError } from './setupError.js';

/** Environment variables, handed down from the entry: nothing else in `runtime/` reads `process`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the operator can set, apart from credentials and the API's base URL. */
export interface Settings {
  /** `MCP_TIMEOUT_MS`: how long one request to the API may take. Most clients give up after 60 s. */
  timeoutMs: number;
  /** `MCP_PAGE_SIZE`: tools on one page of `tools/list`. Unset, all are on one: many clients read only the first. */
  pageSize: number | undefined;
  /** `HOST` and `PORT`: where the HTTP server listens. */
  host: string;
  port: number;
  /** `MCP_ALLOWED_ORIGINS`, comma-separated: web pages that may call the HTTP server, such as `https://app.example.com`. */
  allowedOrigins: readonly string[];
  /** `MCP_ALLOWED_HOSTS`, comma-separated: names besides localhost under which clients reach the HTTP server. */
  allowedHosts: readonly string[];
}

/** Reads and checks every setting at once, so that a wrong one is noticed at the start. */
export function readSettings(env: Environment): Settings {
  return {
    timeoutMs: readInteger(env, 'MCP_TIMEOUT_MS', 1) ?? 30_000,
    pageSize: readInteger(env, 'MCP_PAGE_SIZE', 1),
    host: env['HOST'] || '127.0.0.1',
    port: readInteger(env, 'PORT', 0) ?? 3000,
    allowedOrigins: readList(env, 'MCP_ALLOWED_ORIGINS'),
    allowedHosts: readList(env, 'MCP_ALLOWED_HOSTS'),
  };
}

/**
 * Reads the secret `name`, or the file that `name` with `_FILE` at its end names. The file is read anew
 * for each call: mounted secrets are exchanged while a server runs.
 */
export async function readSecret(env: Environment, name: string): Promise<string | undefined> {
  const value = env[name]?.trim();
  if (value) return value;
  const file = env[`${name}_FILE`];
  if (!file) return undefined;
  try {
    return (await readFile(file, 'utf8')).trim() || undefined;
  } catch {
    throw new CallError(
      `The file that the environment variable ${name}_FILE names cannot be read; nothing was sent to the API. Ask the user to correct it.`,
    );
  }
}

function readInteger(env: Environment, name: string, least: number): number | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least) {
    throw new SetupError(`${name} must be a whole number of at least ${least}, not "${text}".`);
  }
  return value;
}

function readList(env: Environment, name: string): string[] {
  return (env[name] ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
