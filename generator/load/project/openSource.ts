import { readdir, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { InputError } from '../../model/diagnostic.js';
import { readTextIfAny } from '../../model/files.js';
import { manifestPath } from '../../model/file.js';
import { namesPath } from '../../model/names.js';
import { promisesPath } from '../../model/server.js';
import { isWebUrl } from '../fetchText.js';
import { type Environment, type Revision, isBareRevision, isRevision, openRevision } from './openRevision.js';
import { type ProjectFiles, catalogPath } from './readSnapshot.js';

/** What can be compared: a document, one as it was at a revision, or a project, now or then. */
export type ComparedSource =
  | { kind: 'document'; source: string; path: string }
  /** The document with the files that it may refer to: path from its folder to text. */
  | { kind: 'revision'; name: string; path: string; files: Map<string, string> }
  | { kind: 'project'; files: ProjectFiles; path: string };

/** Files that are read beside a document of a revision. */
const mostFiles = 500;

/**
 * Finds what the user names: a file, a URL, `-`, the folder of a project, or a file or folder at a revision.
 *
 * @param env - environment variables of the run, for git
 * @throws InputError where it can be none of these
 */
export async function openSource(given: string, env: Environment): Promise<ComparedSource> {
  if (given === '-' || isWebUrl(given)) return { kind: 'document', source: given, path: given };
  const found = await stat(given).catch(() => undefined);
  if (found?.isDirectory()) {
    const read = (path: string) => readTextIfAny(join(given, path));
    return openProject({ shown: given, read }, given);
  }
  if (found === undefined && !isRevision(given) && (await isBareRevision(given, env)))
    throw new InputError(
      `${given} is a revision, and neither a file nor a folder.`,
      `Name what to read of it, as revision:path: ${given}:openapi.yaml`,
    );
  if (found !== undefined || !isRevision(given)) return { kind: 'document', source: given, path: given };
  const revision = await openRevision(given, env);
  if (revision.isFolder) return openProject({ shown: given, read: revision.read }, revision.path);
  return openDocument(revision);
}

async function openProject(files: ProjectFiles, path: string): Promise<ComparedSource> {
  if ((await files.read(catalogPath)) !== undefined) return { kind: 'project', files, path };
  throw new InputError(
    `${files.shown} is a folder without ${catalogPath}, and so no project of mcpwright.`,
    'Name the folder that generate wrote to, or a document.',
  );
}

/** A reference to something that is not in the same file, in JSON and YAML. */
const outward = /\$ref["']?\s*:\s*["']?(?!["'#])\S/;

async function openDocument({ path, read, list }: Revision): Promise<ComparedSource> {
  const name = basename(path);
  const text = (await read(name)) ?? '';
  const files = new Map([[name, text]]);
  if (outward.test(text)) {
    const others = (await list()).filter((one) => one !== name && /\.(?:json|ya?ml)$/i.test(one));
    if (others.length > mostFiles)
      throw new InputError(
        `There are ${others.length} files beside ${path} that it may refer to, more than the ${mostFiles} that are read of a revision.`,
        'Check the revision out with git worktree, and name the file there.',
      );
    for (const one of others) files.set(one, (await read(one)) ?? '');
  }
  return { kind: 'revision', name, path, files };
}

/** What a project holds of its tools, as it is now: it may change before it is looked at. Undefined where there is none. */
export async function keepProject(folder: string): Promise<ProjectFiles | undefined> {
  const texts = new Map<string, string>();
  const keep = async (path: string) => {
    const text = await readTextIfAny(join(folder, path));
    if (text !== undefined) texts.set(path, text);
    return text !== undefined;
  };
  if (!(await keep(catalogPath))) return undefined;
  const paths = await Promise.all(
    ['tools', 'schemas'].map(async (room) => {
      const names = await readdir(join(folder, 'src/generated', room)).catch(() => []);
      return names.filter((name) => name.endsWith('.ts')).map((name) => `src/generated/${room}/${name}`);
    }),
  );
  const single = ['api', 'components', 'resources', 'prompts'].map((name) => `src/generated/${name}.ts`);
  for (const path of [...single, namesPath, promisesPath, manifestPath, ...paths.flat()]) await keep(path);
  return { shown: folder, read: async (path) => texts.get(path) };
}

/** Files that are looked into: who has more finds names with an editor. */
const mostOwn = 500;

/**
 * The code in a project that is none of ours, by path: of its `src/` and `test/`, without `src/generated/` and
 * `src/runtime/`.
 */
export async function readOwnCode(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const top of ['src', 'test']) {
    const names = await readdir(join(folder, top), { recursive: true }).catch(() => []);
    const paths = names.map((name) => `${top}/${name.split(sep).join('/')}`).toSorted();
    const own = paths.filter((path) => path.endsWith('.ts') && !/^src\/(?:generated|runtime)\//.test(path));
    for (const path of own.slice(0, mostOwn)) {
      const text = await readTextIfAny(join(folder, path));
      if (text !== undefined) found.set(path, text);
    }
  }
  return found;
}
