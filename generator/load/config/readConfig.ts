import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Choices,
  type Config,
  type ToolChoice,
  type ToolsetChoice,
  configName,
  least,
  outputForms,
  profileNames,
} from '../../model/config.js';
import { InputError } from '../../model/diagnostic.js';
import { legalName } from '../../model/names.js';
import { readBaseUrl } from '../../model/readBaseUrl.js';
import { decodeText, isWebUrl } from '../fetchText.js';
import { parseText } from '../parse/parseText.js';
import { type Parsed } from '../parse/parsed.js';
import { readCredential } from './readCredential.js';
import {
  type Place,
  type Readers,
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
import { readHeaderName, readHeaderValues, readValues } from './readValues.js';

const tool: Readers<ToolChoice> = {
  enabled: readSwitch,
  name: readToolName,
  title: readText,
  description: readText,
  toolset: readToolsetName,
  annotations: readMembers({
    readOnlyHint: readSwitch,
    destructiveHint: readSwitch,
    idempotentHint: readSwitch,
    openWorldHint: readSwitch,
  }),
  pinned: readSwitch,
  select: readSwitch,
  poll: readSwitch,
  segments: readSwitch,
  mediaType: readText,
};

const toolset: Readers<ToolsetChoice> = { title: readText, description: readText, include: readRules };

const config: Readers<Config> = {
  name: readText,
  baseUrl: readAddress,
  credentialOrigins: readList(readOrigin),
  credentials: readList(readCredential),
  headers: readMap(readHeaderValues, readHeaderName),
  arguments: readMap(readValues),
  names: readChoice(['snake_case', 'camelCase']),
  profile: readChoice(profileNames),
  budget: readNumber(least.budget),
  total: readNumber(least.total),
  outputBudget: readNumber(least.outputBudget),
  output: readChoice(outputForms),
  groupBy: readChoice(['tag', 'path']),
  toolsets: readMap(readMembers(toolset), readToolsetName),
  include: readRules,
  exclude: readRules,
  readOnly: readSwitch,
  select: readSwitch,
  pathSlashes: readChoice(['encode', 'refuse']),
  tools: readMap((place) =>
    typeof place.value === 'boolean' ? { enabled: place.value } : readMembers(tool)(place),
  ),
};

/**
 * Reads the user's choices from a file, in YAML or JSON; `onParsed` is told how the line of a choice is found.
 *
 * @throws InputError where the file, or something in it, cannot be used.
 */
export async function readConfig(
  file: string,
  onParsed: (locate: Parsed['locate']) => void = () => {},
): Promise<Choices> {
  const parsed = parseText(await readFileText(file), file);
  onParsed(parsed.locate);
  const refuse: Refuse = (path, what, hint) => {
    throw new InputError(what.endsWith('?') ? what : `${what}.`, hint, { file, ...parsed.locate(path) });
  };
  for (const { path, what } of parsed.oddities) refuse(path, what, 'Keep one of them.');
  return readMembers(config)({ value: parsed.value, path: [], refuse });
}

async function readFileText(file: string): Promise<string> {
  try {
    return decodeText(await readFile(file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read: ${message}`;
    throw new InputError(`The configuration ${file} ${reason}.`, 'Check what --config names.');
  }
}

function readAddress({ value, path, refuse }: Place): string {
  const read = typeof value === 'string' ? readBaseUrl(value) : 'is not an absolute http or https URL';
  if (typeof value === 'string' && typeof read !== 'string') return value;
  return refuse(path, `${showPath(path)} ${String(read)}`, 'For example: https://api.example.com/v1');
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

/** The first of the folders' files with the user's choices, if there is any. */
export async function findConfig(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const file = join(folder, configName);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() === true) return file;
  }
  return undefined;
}
