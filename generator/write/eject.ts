import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { InputError } from '../model/diagnostic.js';
import { explainError, apply } from './apply.js';
import { type Disk, realDisk } from './disk.js';
import { type ManifestEntry, hashContent, lostManifest, printManifest, toBase } from './manifest.js';
import { lookUp, readProject } from './readProject.js';
import { whileKept } from './keepFolder.js';
import { recover } from './recover.js';
import { manifestPath } from '../model/file.js';

/** What became of a file that was to be ejected. */
export interface Ejection {
  /** The folder of the project, and the path in it. */
  root: string;
  path: string;
  /** It was the user's already: what is new upstream counts as seen. */
  again: boolean;
  /** What it was made from is kept; otherwise mcpwright has changed it since it wrote it, and so has the user. */
  isKept: boolean;
  /** Why no journal could be kept, by which the next run would have finished this one. */
  unkept?: string | undefined;
}

/** Why a file is not ejected, by its owner. */
const refusals: Partial<Record<ManifestEntry['owner'], string>> = {
  generated:
    'It is made of the document. Change what tools do and say in src/custom.ts, names and selection in mcpwright.yaml.',
  shared: 'Edit it as it is: your changes are merged with those of mcpwright.',
  yours: 'It is yours already.',
};

/**
 * Makes a file of the runtime the user's: it is not touched any more. Its text as we wrote it is kept, so that what
 * changes in ours can be shown.
 *
 * @param file - where it is, from where the user is
 * @param texts - the files of the runtime as we would write them now, by their path in a project
 * @param onWait - what is told of another run on the project, which is waited for
 * @throws InputError where it is none of the runtime of a project
 */
export async function eject(
  file: string,
  texts: ReadonlyMap<string, string>,
  disk: Disk = realDisk,
  onWait?: (folder: string) => Parameters<typeof whileKept>[2],
): Promise<Ejection> {
  try {
    const folder = await findProject(file);
    return await whileKept(folder, () => ejectFrom(folder, file, texts, disk), onWait?.(folder));
  } catch (error) {
    throw explainError(error, 'Make the folder writable.');
  }
}

async function ejectFrom(
  folder: string,
  file: string,
  texts: ReadonlyMap<string, string>,
  disk: Disk,
): Promise<Ejection> {
  await recover(folder, disk);
  const { root, manifest } = await readProject(folder);
  const path = relative(folder, resolve(file)).split(sep).join('/');
  const entry = manifest?.files.get(path);
  const text = texts.get(path);
  if (manifest === undefined || entry === undefined)
    throw new InputError(`${path} is not a file that mcpwright wrote.`, 'Name a file below src/runtime/.');
  // Manifests of the first format know no other owner of the runtime.
  const isOurs = path.startsWith('src/runtime/') && (entry.owner === 'vendored' || entry.owner === 'shared');
  const again = entry.owner === 'ejected';
  if (!isOurs && !again) throw new InputError(`${path} is not ejected.`, refusals[entry.owner]);
  const found = await lookUp(root, path);
  if (typeof found !== 'object')
    throw new InputError(`There is no file ${path}.`, 'Generate again, and it is.');
  // What we wrote: the file where it was not edited yet, else ours of now, where that is the same.
  const sha256 = again && text !== undefined ? hashContent(text) : entry.sha256;
  const pristine = [text, found.bytes.toString('utf8')].find(
    (candidate) => candidate !== undefined && hashContent(candidate) === sha256,
  );
  const files = new Map(manifest.files).set(path, { owner: 'ejected', sha256 });
  const unkept = await apply(
    root,
    [
      ...(pristine === undefined ? [] : [{ path: toBase(path), content: pristine }]),
      { path: manifestPath, content: printManifest({ ...manifest, files }) },
    ],
    disk,
  );
  return { root, path, again, isKept: pristine !== undefined, unkept };
}

/** The project that a file is in: the next folder above it that has a manifest. */
async function findProject(file: string): Promise<string> {
  for (let folder = dirname(resolve(file)); ; folder = dirname(folder)) {
    const found = await stat(join(folder, manifestPath)).catch(() => undefined);
    if (found?.isFile()) return folder;
    if ((await readProject(folder)).isLost) throw lostManifest('');
    if (folder === dirname(folder))
      throw new InputError(
        `${file} is in no project of mcpwright.`,
        'Name a file below src/runtime/ of a project that has a folder .mcpwright/.',
      );
  }
}
