import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { InputError } from '../../model/diagnostic.js';

/** Bytes that git may answer with. */
const mostBytes = 128 * 1024 ** 2;

/** A file or folder as it was at a revision of the git repository that holds it. */
export interface Revision {
  /** The path that the user gave, less the revision: where it is, or was, on disk. */
  path: string;
  isFolder: boolean;
  /** The text of a file below the folder, or of one beside the file, by its path from there. */
  read: (path: string) => Promise<string | undefined>;
  /** The paths of all files that `read` knows. */
  list: () => Promise<string[]>;
}

/** What `rev:path` is made of; a drive letter of Windows is no revision. */
const form = /^([^:]{2,}|@):(.+)$/s;

/** Whether a text may name a file or folder at a revision, as `main:openapi.yaml` does. */
export function isRevision(text: string): boolean {
  return form.test(text) && !/^[a-z][a-z0-9+.-]+:\/\//i.test(text);
}

/**
 * Finds `rev:path` in the repository that holds the path.
 *
 * @throws InputError where there is no git, no repository, no such revision or no such path
 */
export async function openRevision(given: string): Promise<Revision> {
  const [, revision = '', path = ''] = form.exec(given) ?? [];
  if (revision.startsWith('-')) throw new InputError(`${JSON.stringify(revision)} is not a revision.`);
  const folder = await nearestFolder(resolve(path));
  const top = (await git(folder, ['rev-parse', '--show-toplevel'], given)).trim();
  const prefix = (await git(folder, ['rev-parse', '--show-prefix'], given)).trim();
  const commit = await findCommit(folder, revision, given);
  // What git itself says of the folder holds where a link leads to it.
  const inside = join(prefix, relative(folder, resolve(path)))
    .split(sep)
    .join('/');
  const kind = async (one: string) => readType(await tryGit(top, ['cat-file', '-t', `${commit}:${one}`]));
  const candidates = [...new Set([inside.replace(/^\.?\/?$|\/$/g, ''), path])].filter(
    (one) => !one.startsWith('..'),
  );
  for (const at of candidates) {
    const found = at === '' ? 'tree' : await kind(at);
    if (found === undefined) continue;
    const isFolder = found === 'tree';
    const around = isFolder ? at : dirname(at) === '.' ? '' : dirname(at);
    const full = (name: string) => (around === '' ? name : `${around}/${name}`);
    return {
      path,
      isFolder,
      read: (name) => tryGit(top, ['cat-file', 'blob', `${commit}:${full(name)}`]),
      list: async () => {
        const listed = await git(top, ['ls-tree', '-r', '-z', '--name-only', `${commit}:${around}`], given);
        return listed.split('\0').filter((name) => name !== '');
      },
    };
  }
  throw new InputError(
    `${path} does not exist at ${revision}.`,
    `To see what there is: git ls-tree ${revision}`,
  );
}

function readType(answer: string | undefined): string | undefined {
  const type = answer?.trim();
  return type === 'tree' || type === 'blob' ? type : undefined;
}

/** The nearest folder above a path that there is now: the path may be of another time. */
async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() || dirname(path) === path) return path;
  return nearestFolder(dirname(path));
}

async function findCommit(folder: string, revision: string, given: string): Promise<string> {
  const found = await tryGit(folder, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
  if (found !== undefined) return found.trim();
  throw new InputError(
    `${given} does not exist, and ${JSON.stringify(revision)} is not a revision of the git repository in ${folder}.`,
    'Name a file, a folder, a URL, or a file or folder at a revision: main:openapi.yaml',
  );
}

/** Whether git knows a text as a revision, of the repository of the folder that we are in. */
export async function isBareRevision(text: string): Promise<boolean> {
  if (text.startsWith('-')) return false;
  return (await tryGit('.', ['rev-parse', '--verify', '--quiet', `${text}^{commit}`])) !== undefined;
}

async function tryGit(folder: string, args: readonly string[]): Promise<string | undefined> {
  const { text, error } = await runGit(folder, args);
  return error === undefined ? text : undefined;
}

async function git(folder: string, args: readonly string[], given: string): Promise<string> {
  const { text, error } = await runGit(folder, args);
  if (error === undefined) return text;
  if (error.code === 'ENOENT')
    throw new InputError(
      `${given} names a revision, but git is not installed.`,
      'Install git, or name files.',
    );
  if (/not a git repository/i.test(error.message))
    throw new InputError(
      `${given} does not exist, and there is no git repository in ${folder} to look for it as a revision.`,
      'Name a file, a folder, a URL, or a file or folder at a revision: main:openapi.yaml',
    );
  throw new InputError(
    `git cannot read ${given}: ${error.message.replace(/^Command failed[^\n]*\n/, '').trim()}`,
  );
}

function runGit(
  folder: string,
  args: readonly string[],
): Promise<{ text: string; error?: Error & { code?: unknown } }> {
  return new Promise((settle) => {
    execFile('git', ['-C', folder, ...args], { maxBuffer: mostBytes, encoding: 'utf8' }, (error, text) =>
      settle(error === null ? { text } : { text, error }),
    );
  });
}
