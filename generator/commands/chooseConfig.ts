import { dirname, join, resolve } from 'node:path';
import type { Options } from '../inspectDocument.js';
import { findConfigs, hasConfig, readConfig } from '../load/config/readConfig.js';
import { type Titled, isSameDocument, refuseTitled, refuseWithin } from '../load/config/refuseTitled.js';
import { isWebUrl } from '../load/fetchText.js';
import type { Parsed } from '../load/parse/parsed.js';
import { parsePointer } from '../load/parsePointer.js';
import { type Choices, type Config, type Refs, configName, defaults, writeRule } from '../model/config.js';
import { type Diagnostic, InputError } from '../model/diagnostic.js';
import { quoteForShell } from './context.js';

/** The user's choices, and the file that they come from, if any. */
export interface Chosen {
  config: Config;
  file?: string;
  /** The document that the file names, where the command line names another one. */
  otherDocument?: string;
  /** Files with choices that are not read, since `file` comes before them. */
  unread?: readonly string[];
  /** One that is not read, since it came with the document and nobody has named it. */
  beside?: string;
  /** The folder that the file is about, where it says so: the one that it names, or its own if it names a document. */
  home?: string;
  /** Where a choice was made: in the file, else by a flag. */
  placeOf?: (pointer: string) => Pick<Diagnostic, 'pointer' | 'location'>;
}

/** What the command line says of the choices. */
export interface Said {
  choices: Omit<Choices, 'refs'> & { refs?: Partial<Refs> };
  /** The file that it names. */
  file: string | undefined;
  /** The document that it names; the file may name it as well. */
  document: string | undefined;
}

/** The folder of a project. */
export interface ProjectFolder {
  path: string;
  /** Whether the title of the document leads to it, and not what the user said. */
  isTitled: boolean;
}

/**
 * Puts together what the command line and the file say: the file that the command line names, else the one in the
 * project that is written to, else the one in the current folder. One that lies beside the document came with it, and is
 * read only where it is one of these: it could say where to write and what to fetch. The command line counts more; only
 * what it excludes is left out beside what the file does, since a flag for less must not bring anything back.
 *
 * @throws InputError where the file cannot be used.
 */
export async function chooseConfig(
  { choices, file, document }: Said,
  project?: ProjectFolder,
): Promise<Chosen> {
  const isFile = document !== undefined && document !== '-' && !isWebUrl(document);
  const ownFolders = [...(project === undefined ? [] : [project.path]), '.'];
  const titled =
    file === undefined && project?.isTitled === true && toTitled(project.path, document, choices);
  const isTitled = titled !== false && (await refuseWithin(titled));
  const [found, ...unread] = file === undefined ? await findConfigs(ownFolders) : [file];
  const beside = file === undefined && isFile ? await findBeside(document, ownFolders) : undefined;
  let locate: Parsed['locate'] | undefined;
  const read = found === undefined ? {} : await readConfig(found, (how) => (locate = how));
  if (isTitled && locate !== undefined) await refuseTitled(read, titled, locate);
  const excluding = [...(read.exclude ?? []), ...(choices.exclude ?? [])];
  const exclude = [...new Map(excluding.map((rule) => [writeRule(rule), rule])).values()];
  const refs = { ...(read.refs ?? defaults.refs), ...choices.refs };
  const config = {
    ...defaults,
    ...read,
    ...choices,
    refs,
    exclude,
    ...(document !== undefined && { document }),
  };
  const placeOf: NonNullable<Chosen['placeOf']> = (pointer) => {
    const [key = '', ...path] = parsePointer(pointer.replace('config', '')) ?? [];
    const [index = ''] = path;
    if (key === 'exclude') {
      const texts = (read.exclude ?? []).map(writeRule);
      const at = texts.indexOf(writeRule(exclude[Number(index)] ?? {}));
      if (at === -1) return { pointer: '--exclude' };
      path[0] = String(at);
    } else if (key === 'refs') {
      if (Object.hasOwn(choices.refs ?? {}, index)) return { pointer: `--ref-${index.replace(/s$/, '')}` };
    } else if (key === 'document' && document !== undefined) return { pointer };
    else if (Object.hasOwn(choices, key)) return { pointer: `--${key}` };
    if (found === undefined || locate === undefined) return { pointer };
    return { pointer, location: { file: found, ...locate([key, ...path]) } };
  };
  const aside = beside === undefined ? {} : { beside };
  if (found === undefined) return { config, placeOf, ...aside };
  const namesDocument = read.document !== undefined || read.sources !== undefined;
  const home = read.out ?? (namesDocument ? dirname(found) : undefined);
  const isOther =
    document !== undefined && read.document !== undefined && !(await isSameDocument(document, read.document));
  return {
    config,
    file: found,
    unread,
    placeOf,
    ...aside,
    ...(home !== undefined && { home }),
    ...(isOther && { otherDocument: read.document }),
  };
}

/** The file with choices that lies beside a document, where its folder is none of the user's own. */
async function findBeside(document: string, ownFolders: readonly string[]): Promise<string | undefined> {
  const folder = dirname(document);
  if (ownFolders.some((own) => resolve(own) === resolve(folder))) return undefined;
  return (await hasConfig(folder)) ? join(folder, configName) : undefined;
}

/** A folder that the title of the document leads to, and the ways on where what lies in it is not read. */
function toTitled(folder: string, document = '', said: Said['choices'] = {}): Titled {
  const file = quoteForShell(join(folder, configName));
  const hint = `If you trust it, add --config ${file}; else name another folder with --out.`;
  return { folder, document, said, hint };
}

/** How a document is read, as the choices and their file have it. */
export function readingOf({ file, placeOf }: Chosen): Pick<Options, 'placeOf' | 'homeOf'> {
  return { ...(placeOf && { placeOf }), homeOf: () => dirname(file ?? '') };
}

/**
 * The documents that are read: the one that was named, or those that the file lists.
 *
 * @throws InputError where there is none.
 */
export function listDocuments(chosen: Chosen): string[] {
  const { sources } = chosen.config;
  return sources.length > 0 ? sources.map(({ document }) => document) : [documentOf(chosen)];
}

/**
 * The document that was named, on the command line or in the file; empty where that lists several.
 *
 * @param takesNames - whether an option was given names, among which that of the document may be
 * @throws InputError where there is none.
 */
export function documentOf({ config, file }: Chosen, takesNames = false): string {
  if (config.document !== '' || config.sources.length > 0) return config.document;
  if (takesNames)
    throw new InputError('Name the document before --overwrite, which takes all names that follow it.');
  throw new InputError(
    'Name a document: a file, a URL, or - for standard input.',
    file === undefined
      ? `Or keep its name in ${configName}: mcpwright init <document> writes that file.`
      : `Or write it into ${file}, for example: document: openapi.yaml`,
  );
}
