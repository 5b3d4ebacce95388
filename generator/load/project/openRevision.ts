import { execFile } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { InputError } from '../../model/diagnostic.js';

/** Bytes that git may answer with. */
const mostBytes = 128 * 1024 ** 2;

/** How long git may take for one answer: its configuration may name files that never end, such as pipes. */
const patienceMs = 60_000;

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

/** Environment variables of the run, which git gets too. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds `rev:path` in the repository that holds the path.
 *
 * @throws InputError where there is no git, no repository, no such revision or no such path, where the repository
 *   lacks an object that it would have to fetch, or where git does not answer in time
 */
export async function openRevision(given: string, env: Environment, mostMs = patienceMs): Promise<Revision> {
  const [, revision = '', path = ''] = form.exec(given) ?? [];
  if (revision.startsWith('-')) throw new InputError(`${JSON.stringify(revision)} is not a revision.`);
  const folder = await nearestFolder(resolve(path));
  const asked = { folder, env, given, mostMs };
  const shown = (await git(asked, ['rev-parse', '--show-prefix'])).trim();
  const prefix = (await findPrefix(asked)) ?? shown;
  const at = { ...asked, commit: await findCommit(asked, revision) };
  for (const inside of candidates(join(prefix, relative(folder, resolve(path))), path)) {
    const found = inside === '' ? 'tree' : (await findObject(at, inside))?.type;
    if (found === undefined) continue;
    const isFolder = found === 'tree';
    const around = posix.join(isFolder ? inside : posix.dirname(inside), '.');
    return {
      path,
      isFolder,
      read: (name) => readBlob(at, posix.join(around, name)),
      list: async () => {
        const tree = `${at.commit}:${around === '.' ? '' : around}`;
        const listed = await runGit(at, ['ls-tree', '-r', '-z', '--full-tree', '--name-only', tree]);
        if (listed.error !== undefined) throw lackedFolder(at, listed.error);
        return listed.text.split('\0').filter((name) => name !== '');
      },
    };
  }
  throw new InputError(
    `${path} does not exist at ${revision}.`,
    `To see what there is: git ls-tree ${revision}`,
  );
}

/**
 * Where a folder is in its repository, whatever links lead to it. Git itself says so by what the configuration names as
 * the top (core.worktree), which may be any folder.
 *
 * @returns undefined where it is in no checkout, or where the user has named a repository for all folders
 */
async function findPrefix({ folder, env }: Asked): Promise<string | undefined> {
  if (env['GIT_DIR'] !== undefined) return undefined;
  const real = await realpath(folder);
  for (let top = real, below = ''; top !== below; below = top, top = dirname(top)) {
    const found = await stat(join(top, '.git')).catch(() => undefined);
    const isTop = found?.isFile() || (await stat(join(top, '.git/HEAD')).catch(() => undefined));
    if (isTop) return relative(top, real);
  }
  return undefined;
}

/** Where a path may be in the repository: as from the current folder, and as from the top. */
function candidates(fromHere: string, fromTop: string): string[] {
  const paths = [fromHere, ...(isAbsolute(fromTop) ? [] : [fromTop])].map((path) =>
    posix.normalize(path.split(sep).join('/')).replace(/^\.?\/?$|\/$/g, ''),
  );
  return [...new Set(paths)].filter((path) => path.split('/')[0] !== '..');
}

/** What git is asked about. */
interface Asked {
  folder: string;
  env: Environment;
  /** What the user named, for messages. */
  given: string;
  mostMs: number;
}

/** A revision, asked about in any folder of its repository. */
interface AtCommit extends Asked {
  commit: string;
}

/**
 * The file or folder at a path of a revision: its folders alone are read, so that a file which is lacking is told from
 * one which never was.
 *
 * @throws InputError where the repository lacks one of the folders
 */
async function findObject(at: AtCommit, path: string): Promise<{ type: string; id: string } | undefined> {
  const { text, error } = await runGit(at, ['ls-tree', '-z', '--full-tree', at.commit, `:(literal)${path}`]);
  if (error !== undefined) throw lackedFolder(at, error);
  const [, type, id] = /^\d+ (tree|blob) ([\da-f]+)\t/.exec(text) ?? [];
  return type === undefined || id === undefined ? undefined : { type, id };
}

async function readBlob(at: AtCommit, path: string): Promise<string | undefined> {
  const found = await findObject(at, path);
  if (found?.type !== 'blob') return undefined;
  const { text, error } = await runGit(at, ['cat-file', 'blob', found.id]);
  if (error === undefined) return text;
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    throw new InputError(
      `${at.given}: ${path} is larger than the ${mostBytes / 1024 ** 2} MB that are read of a revision.`,
      'Check the revision out with git worktree, and name the file there.',
    );
  throw lacked(at, error, path, `git cat-file -p ${found.id}`);
}

function lackedFolder(at: AtCommit, error: Failure): InputError {
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return new InputError(
      `${at.given}: git lists more than ${mostBytes / 1024 ** 2} MB of names there.`,
      'Check the revision out with git worktree, and name the file there.',
    );
  return lacked(at, error, 'the list of files of a folder', `git ls-tree -r --full-tree ${at.commit}`);
}

/** `command` holds no text of the repository: it may be copied into a shell. */
function lacked(asked: Asked, error: Failure, what: string, command: string): InputError {
  if (noRepository.test(error.message)) return toRefusal(asked, error);
  const { folder, given } = asked;
  return new InputError(
    `${given} cannot be read: the git repository in ${folder} does not hold ${what}, as a partial clone does not. It is not fetched, since git would run programs that the configuration of the repository names.`,
    `If you trust the repository, fetch it and run this again; in ${folder}: ${command}`,
  );
}

/** The nearest folder above a path that there is now: the path may be of another time. */
async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() || dirname(path) === path) return path;
  return nearestFolder(dirname(path));
}

async function findCommit(asked: Asked, revision: string): Promise<string> {
  const found = await tryGit(asked, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
  if (found !== undefined) return found.trim();
  throw new InputError(
    `${asked.given} does not exist, and ${JSON.stringify(revision)} is not a revision of the git repository in ${asked.folder}.`,
    'Name a file, a folder, a URL, or a file or folder at a revision: main:openapi.yaml',
  );
}

/** Whether git knows a text as a revision, of the repository of the folder that we are in. */
export async function isBareRevision(text: string, env: Environment): Promise<boolean> {
  if (text.startsWith('-')) return false;
  const asked = { folder: '.', env, given: text, mostMs: patienceMs };
  return (await tryGit(asked, ['rev-parse', '--verify', '--quiet', `${text}^{commit}`])) !== undefined;
}

async function tryGit(asked: Asked, args: readonly string[]): Promise<string | undefined> {
  const { text, error } = await runGit(asked, args);
  return error === undefined ? text : undefined;
}

async function git(asked: Asked, args: readonly string[]): Promise<string> {
  const { text, error } = await runGit(asked, args);
  if (error === undefined) return text;
  throw toRefusal(asked, error);
}

/** What git says where it finds none. */
const noRepository = /not a git repository/i;

function toRefusal({ given, folder }: Asked, error: Failure): InputError {
  if (error.code === 'ENOENT')
    return new InputError(
      `${given} names a revision, but git is not installed.`,
      'Install git, or name files.',
    );
  if (noRepository.test(error.message))
    return new InputError(
      `${given} does not exist, and there is no git repository in ${folder} to look for it as a revision.`,
      'Name a file, a folder, a URL, or a file or folder at a revision: main:openapi.yaml',
    );
  return new InputError(
    `git cannot read ${given}: ${error.message.replace(/^Command failed[^\n]*\n/, '').trim()}`,
  );
}

/**
 * What git gets besides the environment of the run. The configuration of a repository comes with it, and names programs
 * that fetch objects which a partial clone lacks (gitformat-partial-clone, core.sshCommand, remote.*.uploadpack): none is
 * fetched, and by no protocol, as versions before 2.45 have it. What git says is read, and so in English.
 */
const ownEnvironment = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: '', LC_ALL: 'C' };

type Failure = Error & { code?: unknown };

/**
 * Runs git in a folder, to read alone: no monitor of files, no pager.
 *
 * @throws InputError where it does not answer in time
 */
function runGit(
  { folder, env, given, mostMs }: Asked,
  args: readonly string[],
): Promise<{ text: string; error?: Failure }> {
  const own = ['--no-pager', '-c', 'core.fsmonitor=false', '-C', folder];
  const options = {
    maxBuffer: mostBytes,
    encoding: 'utf8' as const,
    env: { ...env, ...ownEnvironment },
    timeout: mostMs,
    killSignal: 'SIGKILL' as const,
  };
  return new Promise((settle, fail) => {
    execFile('git', [...own, ...args], options, (error, text) => {
      if (error === null) settle({ text });
      // Where it is stopped for what it prints, the error has a code.
      else if (error.killed === true && typeof error.code !== 'string')
        fail(
          new InputError(
            `${given} cannot be read: git did not answer within ${mostMs / 1000} s in ${folder}.`,
            'Look for pipes in place of files in .git/ and in what its configuration includes.',
          ),
        );
      else settle({ text, error });
    });
  });
}
