import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, hostname, platform } from 'node:os';
import { isAbsolute, join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { CallError, notSent } from '../../errors.js';
import { isObject, parseJson } from '../../json.js';
import type { Environment } from '../../settings.js';

/** The tokens of one client at one authorization server. */
export interface SavedToken {
  accessToken: string;
  refreshToken?: string;
  /** When the access token is renewed, and when it ends, as `Date.now()` says it; never where it is not said. */
  renewAt?: number;
  endsAt?: number;
  /** What the user has allowed, where the server says so. */
  scope?: string;
  savedAt: number;
}

/** Whose tokens they are: those of another scheme, authorization server or client are never sent in their place. */
export interface TokenOwner {
  scheme: string;
  /** The URLs that the document names: the token URL, or that of the description. */
  source: readonly (string | undefined)[];
  clientId: string;
  /** The refresh token of the environment that they began with; a user's login has none. */
  origin?: string | undefined;
}

/** Keeps tokens beyond the end of a process, and from being used up by two processes at once. */
export interface TokenStore {
  /** The file that holds them. */
  file: string;
  read: (owner: TokenOwner) => Promise<SavedToken | undefined>;
  /** The IDs of the clients that users have logged in by. */
  clientsOf: (owner: Pick<TokenOwner, 'scheme' | 'source'>) => Promise<string[]>;
  /** Changes them while no other process does; nothing is kept where `change` gives nothing. */
  update: (owner: TokenOwner, change: Change) => Promise<SavedToken | undefined>;
}

type Change = (saved: SavedToken | undefined) => Promise<SavedToken | undefined>;
type Content = Record<string, SavedToken>;

/**
 * The file of a server's tokens, in the folder where the user's programs keep their settings (XDG Base Directory
 * Specification: a relative path is to be ignored).
 */
function findTokenFile(server: string, env: Environment): string {
  const home = env['HOME'] || env['USERPROFILE'] || findHome();
  const folders: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(home, 'Library', 'Application Support'),
    win32: env['APPDATA'] || join(home, 'AppData', 'Roaming'),
  };
  const chosen = env['XDG_CONFIG_HOME'] ?? '';
  const folder = isAbsolute(chosen) ? chosen : (folders[platform()] ?? join(home, '.config'));
  if (isAbsolute(folder)) return join(folder, 'mcpwright', `${server}.tokens.json`);
  throw new CallError(
    `The folder that holds the tokens of this server is not known, since there is no home folder${notSent}. Ask the user to set XDG_CONFIG_HOME to an absolute path.`,
  );
}

/** The home folder that the system knows; empty where it knows nobody by this number. */
function findHome(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

/** What the owner's tokens are kept under; no secret is in it. */
function nameOwner({ scheme, source, clientId, origin }: TokenOwner): string {
  const begun = origin === undefined ? [] : [createHash('sha256').update(origin).digest('hex').slice(0, 32)];
  return JSON.stringify([scheme, ...source.map((one) => one ?? ''), clientId, ...begun]);
}

export function openTokenStore(server: string, env: Environment): TokenStore {
  const file = findTokenFile(server, env);
  /** What could not be written is kept as long as the process runs. */
  const unwritten = new Map<string, SavedToken | undefined>();
  let isTold = false;
  const find = (content: Content, key: string): SavedToken | undefined =>
    unwritten.has(key) ? unwritten.get(key) : Object.hasOwn(content, key) ? content[key] : undefined;

  return {
    file,
    read: async (owner) => find(await readTokens(file), nameOwner(owner)),
    clientsOf: async (owner) => {
      const begin = JSON.parse(nameOwner({ ...owner, clientId: '' })) as string[];
      const names = Object.keys(await readTokens(file)).map(parseJson);
      return names.flatMap((name) => {
        if (!Array.isArray(name) || name.length !== begin.length) return [];
        const clientId: unknown = name.at(-1);
        const isOfOwner = begin.slice(0, -1).every((part, index) => part === name[index]);
        return isOfOwner && typeof clientId === 'string' ? [clientId] : [];
      });
    },
    update: async (owner, change) => {
      const key = nameOwner(owner);
      const release = await lockFile(`${file}.lock`);
      try {
        const before = find(await readTokens(file), key);
        const after = await change(before);
        if (after === before) return after;
        unwritten.delete(key);
        try {
          await writeTokens(file, key, after);
        } catch (error) {
          if (!isTold) tellUnwritten(file, error);
          isTold = true;
          unwritten.set(key, after);
        }
        return after;
      } finally {
        await release();
      }
    },
  };
}

/** Told once: what was got is used all the same. */
function tellUnwritten(file: string, error: unknown): void {
  console.error(
    `Tokens cannot be kept in ${file} (${(error as NodeJS.ErrnoException).code ?? 'unknown'}): they hold until this server stops.`,
  );
}

/** Bytes of such a file, at most. */
const mostBytes = 1024 * 1024;

/** Reads the file; nothing where there is none, and never one that others could have read or put there. */
async function readTokens(file: string): Promise<Content> {
  const text = await readOwn(file, true);
  if (text === undefined) return {};
  const content = parseJson(text);
  if (isObject(content) && Object.values(content).every(isToken)) return content as Content;
  throw refuseFile(file, 'is not one that this server has written');
}

/** The text of a file, for which nobody is waited; nothing where there is none. */
async function readOwn(file: string, isSecret: boolean): Promise<string | undefined> {
  let handle: FileHandle;
  try {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw refuseFile(file, code === 'ELOOP' ? 'is a link' : `cannot be read (${code})`);
  }
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw refuseFile(file, 'is not a file');
    const { mode, uid, size } = found;
    const isShared = platform() !== 'win32' && ((mode & 0o077) !== 0 || uid !== process.getuid?.());
    if (isSecret && isShared) throw refuseFile(file, 'can be read or was written by other users');
    if (size > mostBytes) throw refuseFile(file, 'is too large');
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/** The last moment that a `Date` can say (ECMAScript, section 21.4.1.1). */
const lastMoment = 8.64e15;

function isToken(value: unknown): boolean {
  if (!isObject(value) || typeof value['accessToken'] !== 'string') return false;
  const { refreshToken, scope, renewAt, endsAt } = value;
  return (
    [refreshToken, scope].every((one) => one === undefined || typeof one === 'string') &&
    [renewAt, endsAt].every(
      (one) => one === undefined || (typeof one === 'number' && Math.abs(one) <= lastMoment),
    )
  );
}

function refuseFile(file: string, problem: string): CallError {
  return file.endsWith('.lock')
    ? new CallError(
        `The file ${file}, by which processes wait for each other to change tokens, ${problem}${notSent}. Ask the user to delete it.`,
      )
    : new CallError(
        `The file ${file}, which holds the tokens of this server, ${problem}${notSent}. Ask the user to delete it and to log in again.`,
      );
}

/** Writes a whole file that only this user can read, and puts it in the place of the old one. */
async function writeTokens(file: string, key: string, token: SavedToken | undefined): Promise<void> {
  const { [key]: _, ...others } = await readTokens(file);
  const content = token === undefined ? others : { ...others, [key]: token };
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${JSON.stringify(content, undefined, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** How long a process may hold the lock: a request for a token takes less. */
const leaseMs = 60_000;
/** How often it is looked at whether the lock is free. */
const pollMs = 50;
/** How long a lock may be empty. */
const emptyMs = 1_000;

/** Waits until no other process changes the file; gives what ends that. Where nothing can be written there is no lock. */
async function lockFile(lock: string): Promise<() => Promise<void>> {
  const mine = [hostname(), process.pid, Date.now() + leaseMs, randomBytes(6).toString('hex')].join(' ');
  for (let waited = 0; waited < leaseMs; waited += pollMs) {
    try {
      await mkdir(join(lock, '..'), { recursive: true, mode: 0o700 });
      await writeFile(lock, mine, { mode: 0o600, flag: 'wx' });
      return async () => {
        if ((await readOwn(lock, false).catch(() => undefined)) === mine) await rm(lock, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') break;
    }
    const theirs = await readOwn(lock, false);
    if (theirs === undefined) continue;
    if (isAbandoned(theirs, waited)) await takeAway(lock, theirs);
    else await delay(pollMs);
  }
  return async () => {};
}

/** Whether who holds the lock has ended, or holds it for longer than any request takes. */
function isAbandoned(content: string, waited: number): boolean {
  const [host, holder, until] = content.split(' ');
  // One that is being written is empty, and so is one whose writer has ended.
  if (until === undefined) return waited > emptyMs;
  const leftMs = Number(until) - Date.now();
  // Nobody holds it for longer than a lease, on whatever clock; nonsense is no number.
  return !(leftMs >= 0 && leftMs < 2 * leaseMs) || (host === hostname() && !isRunning(Number(holder)));
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Takes an abandoned lock away; one that somebody else has put there meanwhile is put back. */
async function takeAway(lock: string, abandoned: string): Promise<void> {
  const aside = `${lock}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(lock, aside);
    const taken = await readOwn(aside, false);
    if (taken !== undefined && taken !== abandoned) await writeFile(lock, taken, { mode: 0o600, flag: 'wx' });
  } catch {
    // Somebody else was faster.
  } finally {
    await rm(aside, { force: true });
  }
}
