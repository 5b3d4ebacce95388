import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Choices,
  type Config,
  type Rule,
  type ToolChoice,
  type ToolsetChoice,
  configName,
  least,
  outputForms,
  profileNames,
} from '../../model/config.js';
import { InputError } from '../../model/diagnostic.js';
import type { Json } from '../../model/document.js';
import { legalName } from '../../model/names.js';
import { readBaseUrl } from '../../model/readBaseUrl.js';
import { nearest } from '../../text/nearest.js';
import { decodeText, isWebUrl } from '../fetchText.js';
import { isObject } from '../../model/document.js';
import { parseText } from '../parse/parseText.js';
import { type Parsed } from '../parse/parsed.js';
import { RuleError, parseRule } from './parseRule.js';

/** Ends the reading: says what is wrong at a path of the file, and what to do. */
type Refuse = (path: readonly string[], what: string, hint: string) => never;

/** A value of the file, and where it stands. */
interface Place {
  value: Json;
  path: readonly string[];
  refuse: Refuse;
}

type Reader<T> = (place: Place) => T;

/** A reader for each key that a mapping may have. */
type Readers<T> = { [key in keyof T]-?: Reader<Exclude<T[key], undefined>> };

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
  credentials: readList(readText),
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

/** A mapping of known keys; what is empty has none. */
function readMembers<T extends object>(readers: Readers<T>): Reader<Partial<T>> {
  const keys = Object.keys(readers);
  return (place) =>
    Object.fromEntries(
      listMembers(place).map(([key, member]) => {
        if (!keys.includes(key)) return refuseKey(member, key, keys);
        return [key, readers[key as keyof T](member)];
      }),
    ) as Partial<T>;
}

function refuseKey({ path, refuse }: Place, key: string, keys: readonly string[]): never {
  const meant = nearest(key, keys);
  const list = keys.length === 1 ? '' : `${keys.slice(0, -1).join(', ')} and `;
  return refuse(
    path,
    `${JSON.stringify(key)} is not known${meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`}`,
    `What may stand here: ${list}${keys.at(-1)}.`,
  );
}

/** A mapping whose keys are the user's. */
function readMap<T>(read: Reader<T>, checkKey: Reader<unknown> = () => {}): Reader<Record<string, T>> {
  return (place) =>
    Object.fromEntries(
      listMembers(place).map(([key, member]) => {
        checkKey({ ...member, value: key });
        return [key, read(member)];
      }),
    );
}

function listMembers({ value, path, refuse }: Place): [string, Place][] {
  if (value === null) return [];
  if (!isObject(value)) {
    return refuse(
      path,
      `${showPath(path)} is not a mapping of keys to values`,
      'Write each as "key: value".',
    );
  }
  return Object.entries(value).map(([key, member]) => [key, { value: member, path: [...path, key], refuse }]);
}

/** A rule, or a list of them. */
function readRules({ value, path, refuse }: Place): Rule[] {
  const isList = Array.isArray(value);
  return (isList ? value : [value]).map((rule, index) => {
    try {
      return parseRule(rule);
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      const place = [...path, ...(isList ? [String(index)] : []), ...error.path];
      const shown = typeof rule === 'string' ? ` ${JSON.stringify(rule)}` : '';
      return refuse(
        place,
        `The rule${shown} under ${path.at(-1)} ${error.message}`,
        error.meant === undefined
          ? 'A rule is a text such as "tag=pets method=GET", or a mapping such as { tag: pets, method: [GET] }.'
          : `Write it as '${error.meant}'.`,
      );
    }
  });
}

function readText({ value, path, refuse }: Place): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && text.trim() !== '') return text.trim();
  return refuse(
    path,
    `${showPath(path)} is not a text`,
    'Write a text, in quotes where YAML takes it for something else.',
  );
}

function readSwitch({ value, path, refuse }: Place): boolean {
  if (typeof value === 'boolean') return value;
  return refuse(path, `${showPath(path)} is neither true nor false`, 'Write true or false.');
}

function readNumber(smallest: number): Reader<number> {
  return ({ value, path, refuse }) => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= smallest) return value;
    return refuse(
      path,
      `${showPath(path)} is not a whole number of at least ${smallest}`,
      'Write a number of tokens, such as 400.',
    );
  };
}

function readChoice<T extends string>(choices: readonly T[]): Reader<T> {
  return ({ value, path, refuse }) => {
    const choice = choices.find((one) => one === value);
    if (choice !== undefined) return choice;
    const meant = typeof value === 'string' ? nearest(value, choices) : undefined;
    return refuse(
      path,
      `${showPath(path)} is ${JSON.stringify(value)}${meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`}`,
      `It is one of ${choices.join(', ')}.`,
    );
  };
}

function readAddress({ value, path, refuse }: Place): string {
  const read = typeof value === 'string' ? readBaseUrl(value) : 'is not an absolute http or https URL';
  if (typeof value === 'string' && typeof read !== 'string') return value;
  return refuse(path, `${showPath(path)} ${String(read)}`, 'For example: https://api.example.com/v1');
}

/** A list of values, or one. */
function readList<T>(read: Reader<T>): Reader<T[]> {
  return ({ value, path, refuse }) => {
    if (!Array.isArray(value)) return [read({ value, path, refuse })];
    return value.map((one, index) => read({ value: one, path: [...path, String(index)], refuse }));
  };
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

function showPath(path: readonly string[]): string {
  return path.length === 0 ? 'The file' : JSON.stringify(path.join('.'));
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
