import { lstat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import {
  type Choices,
  type Config,
  type SourceChoice,
  configName,
  defaults,
  isTarball,
} from '../../model/config.js';
import { type Form, configForm } from '../../model/configForm.js';
import { InputError } from '../../model/diagnostic.js';
import { type Json, isObject } from '../../model/document.js';
import { readBytes } from '../../model/files.js';
import { legalName } from '../../model/names.js';
import { readBaseUrl } from '../../model/requests.js';
import { parseUrl } from '../../text/parseUrl.js';
import { decodeText, isWebUrl } from '../fetchText.js';
import { parseText } from '../parse/parseText.js';
import { type Parsed } from '../parse/parsed.js';
import { readCredential, readOAuthParameter, readVariableName } from './readCredential.js';
import {
  type Place,
  type Reader,
  type Refuse,
  readChoice,
  readList,
  readMap,
  readMembers,
  readNumber,
  readRules,
  readSwitch,
  readText,
  showPath,
} from './readers.js';
import { readIconPath, readImageName, readPublicUrl, readRegistryName } from './publicNames.js';
import { readHeaderName, readHeaderValues, readValues } from './readValues.js';

/** What reads a value of each form. */
const readers: { [Kind in Form['is']]: (form: Extract<Form, { is: Kind }>) => Reader<unknown> } = {
  text: () => readText,
  switch: () => readSwitch,
  number: (form) => readNumber(form),
  choice: ({ of }) => readChoice(of),
  url: () => readAddress,
  origin: () => readOrigin,
  host: () => readHost,
  path: () => readText,
  source: () => readSourceName,
  toolName: () => readToolName,
  toolsetName: () => readToolsetName,
  sourceName: () => readSourceOwnName,
  prefix: () => (place) => (place.value === '' ? '' : readSourceOwnName(place)),
  headerName: () => readHeaderName,
  registryName: () => readRegistryName,
  publicUrl: () => readPublicUrl,
  imageName: () => readImageName,
  iconPath: () => readIconPath,
  oauthParameter: () => readOAuthParameter,
  variable: () => readVariableName,
  anything:
    () =>
    ({ value }) =>
      value,
  rules: () => readRules,
  credential: () => readCredential,
  values: ({ inHeader }) => (inHeader === true ? readHeaderValues : readValues),
  list: ({ of, least }) => readList(readerOf(of), least),
  members: ({ members, needed, example }) => readForms(members, needed, example),
  map: ({ of, keys }) => readMap(readerOf(of), keys === undefined ? undefined : readerOf(keys)),
  switched: ({ of }) => {
    const read = readerOf(of);
    return (place) => (typeof place.value === 'boolean' ? { enabled: place.value } : read(place));
  },
};

function readerOf<Kind extends Form['is']>(form: Extract<Form, { is: Kind }>): Reader<unknown> {
  return (readers[form.is as Kind] as (form: Extract<Form, { is: Kind }>) => Reader<unknown>)(form);
}

function readForms(
  forms: object,
  needed: readonly string[] = [],
  example?: string,
): Reader<Record<string, unknown>> {
  const read = readMembers(
    Object.fromEntries(Object.entries(forms).map(([key, form]) => [key, readerOf(form as Form)])),
    example,
  );
  return (place) => {
    const members: Record<string, unknown> = read(place);
    const lacking = needed.filter((key) => members[key] === undefined);
    if (lacking.length === 0) return members;
    const [names, one] = [lacking.map((key) => JSON.stringify(key)).join(' and '), lacking[0]];
    return place.refuse(place.path, `${showPath(place.path)} has no ${names}`, `Write "${one}:" in it.`);
  };
}

/**
 * Reads the user's choices from a file, in YAML or JSON; `onParsed` is told how the line of a choice is found.
 *
 * @throws InputError where the file, or something in it, cannot be used.
 */
export async function readConfig(
  file: string,
  onParsed: (locate: Parsed['locate']) => void = () => {},
): Promise<Choices> {
  const bytes = await readBytes(file, `The configuration ${file}`, 'Check what --config names.');
  const parsed = parseText(decodeText(bytes), file);
  onParsed(parsed.locate);
  const refuse: Refuse = (path, what, hint) => {
    throw new InputError(what.endsWith('?') ? what : `${what}.`, hint, { file, ...parsed.locate(path) });
  };
  for (const { path, what } of parsed.oddities) refuse(path, what, adviseOnTwice(parsed.value, path));
  const read: Choices = readForms(configForm)({ value: parsed.value, path: [], refuse });
  return fromFolder(read, dirname(file));
}

/** What to do about a key that is given twice: of two lists and two mappings, neither has to go. */
function adviseOnTwice(value: Json, path: readonly string[]): string {
  if (path.length === 0) return 'Keep one of them.';
  const last = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], value);
  const form = path.length === 1 ? configForm[path[0] as keyof Config] : undefined;
  if (Array.isArray(last) || form?.is === 'list' || form?.is === 'rules')
    return 'Put the entries of all of them into one list.';
  return isObject(last as Json) ? 'Put the keys of all of them under one.' : 'Keep one of them.';
}

/** The choices with paths from the current folder, where they are written as from another one. */
function fromFolder(choices: Choices, folder: string): Choices {
  const { document, sources, overlays, refs, out, confirm, resources, runtime } = choices;
  const move = (path: string) => (isAbsolute(path) ? path : join(folder, path));
  const moveSource = (source: string) => (isWebUrl(source) ? source : move(source));
  const moveTarball = (named: string) => (isTarball(named) ? move(named) : named);
  return {
    ...choices,
    ...(document !== undefined && { document: moveSource(document) }),
    ...(sources && {
      sources: sources.map((one): SourceChoice => Object.assign({}, one, fromFolder(one, folder))),
    }),
    ...(overlays && { overlays: overlays.map(moveSource) }),
    ...(refs && { refs: { ...defaults.refs, ...refs, folders: (refs.folders ?? []).map(move) } }),
    ...(out !== undefined && { out: move(out) }),
    ...(runtime && { runtime: { package: moveTarball(runtime.package ?? '') } }),
    ...(confirm && { confirm: { ...defaults.confirm, ...confirm } }),
    ...(resources && { resources: { ...defaults.resources, ...resources } }),
  };
}

function readAddress({ value, path, refuse }: Place): string {
  const read = typeof value === 'string' ? readBaseUrl(value) : 'is not an absolute http or https URL';
  if (typeof value === 'string' && typeof read !== 'string') return value;
  return refuse(path, `${showPath(path)} ${String(read)}`, 'For example: https://api.example.com/v1');
}

/** What a document or an overlay is read from. */
function readSourceName(place: Place): string {
  const text = readText(place);
  if (isWebUrl(text)) return text;
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text) || text === '-')
    return place.refuse(
      place.path,
      `${showPath(place.path)} is ${JSON.stringify(text)}, which is neither a path nor an http or https URL`,
      'Write a path from this file, such as openapi.yaml, or a URL.',
    );
  return text;
}

function readHost(place: Place): string {
  const { value, path, refuse } = place;
  const text = typeof value === 'string' ? `https://${value}/` : '';
  const url = parseUrl(text);
  if (url?.href === text.toLowerCase() && !text.includes('@')) return url.host;
  return refuse(
    path,
    `${showPath(path)} is not a host`,
    'Write the name alone, with a port if it needs one: raw.githubusercontent.com',
  );
}

function readOrigin({ value, path, refuse }: Place): string {
  const url = typeof value === 'string' && isWebUrl(value) ? new URL(value) : undefined;
  if (url !== undefined && `${url.protocol}//${url.host}/` === url.href) return url.origin;
  return refuse(
    path,
    `${showPath(path)} is not an origin: scheme, host and port`,
    'For example: https://uploads.example.com',
  );
}

function readToolName({ value, path, refuse }: Place): string {
  if (typeof value === 'string' && legalName.test(value)) return value;
  return refuse(
    path,
    `${showPath(path)} cannot be the name of a tool`,
    "A name is a letter, then letters, digits and _: 57 at most, less those of the server's name.",
  );
}

function readToolsetName({ value, path, refuse }: Place): string {
  if (typeof value === 'string' && /^[a-z][a-z0-9_]{0,39}$/.test(value)) return value;
  return refuse(
    path,
    `${JSON.stringify(value)} cannot be the name of a toolset`,
    'A name is a lower-case letter, then lower-case letters, digits and _, 40 at most; give it a title for people. mcpwright tools lists those that the document makes.',
  );
}

function readSourceOwnName({ value, path, refuse }: Place): string {
  if (typeof value === 'string' && /^[a-z][a-z0-9_]{0,15}$/.test(value)) return value;
  return refuse(
    path,
    `${showPath(path)} is ${JSON.stringify(value)}, which names of tools cannot begin with`,
    'Write a lower-case letter, then lower-case letters, digits and _, 16 characters at most: billing',
  );
}

/** Names that somebody may give to the file, which is not looked for by them. */
const otherNames = ['mcpwright.yml', 'mcpwright.json'];

/**
 * The files of the folders with the user's choices, without those that are the same by another path.
 *
 * @throws InputError where a folder has one by another name: which of them counts would be a guess.
 */
export async function findConfigs(folders: readonly string[]): Promise<string[]> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    const file = join(folder, configName);
    const exists = await isThere(file);
    for (const name of otherNames) {
      const other = join(folder, name);
      if (!(await isThere(other))) continue;
      throw exists
        ? new InputError(`There are two configurations: ${file} and ${other}.`, `Keep ${file} alone.`)
        : new InputError(`${other} is not read: the configuration is called ${configName}.`, 'Rename it.');
    }
    if (exists && !found.has(resolve(file))) found.set(resolve(file), file);
  }
  return [...found.values()];
}

/** Whether a folder has a file with choices, by its own name. */
export async function hasConfig(folder: string): Promise<boolean> {
  return isThere(join(folder, configName));
}

/** Whether anything is there: what is no file is told of, and not passed over. */
async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
