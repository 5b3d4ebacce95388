import type { Snapshot } from '../../model/comparison.js';
import { type Json, isObject } from '../../model/document.js';
import {
  type BodyForm,
  type GivenName,
  type Kept,
  type NameLock,
  describeInvented,
  keptPath,
  legalName,
  listGivenNames,
  namesPath,
} from '../../model/names.js';
import { listKept, listSchemes } from '../../model/requests.js';
import { readNames } from '../config/readNames.js';
import { readRecord } from '../config/readRecord.js';
import { keepProject } from './openSource.js';
import { readSnapshot } from './readSnapshot.js';

const advice =
  'Restore the file from version control, or correct the line. Without it, what it is about is decided anew.';

/** Names of servers as they are made: words of lower-case letters and digits, a letter first. */
const serverName = /^(?=.{1,64}$)[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Names of environment variables as they are made: which of them a scheme may have is asked where its variables are named. */
const variableName = /^[A-Z][A-Z0-9_]*$/;

/**
 * Reads all that a project was given on earlier runs, as its owner may have changed it: names of tools, and what else
 * stays. What a project without a file of the latter was given is read from its generated files, and so are the names that
 * tools had before the owner changed them.
 *
 * @param isEdited - whether a file of the project is not as it was written last
 * @throws InputError where a file or an entry of it cannot be used
 */
export async function readGiven(
  folder: string,
  isEdited: (path: string, text: string) => Promise<boolean> = async () => false,
): Promise<NameLock> {
  const names = await readNames(folder);
  const { text } = names;
  const kept = await readKept(folder);
  const isChanged = text !== undefined && (await isEdited(namesPath, text));
  const snapshot = isChanged || kept === undefined ? await readGenerated(folder) : undefined;
  const given = isChanged && snapshot ? addFormer(names.given, snapshot) : names.given;
  const known = kept ?? (snapshot && keptBy(snapshot));
  return { ...names, given, ...(known && { kept: known }) };
}

async function readGenerated(folder: string): Promise<Snapshot | undefined> {
  const files = await keepProject(folder);
  return files && readSnapshot(files, () => 0).catch(() => undefined);
}

/** The names that an owner has changed, each with the one by which its tool is known so far. */
function addFormer(given: NameLock['given'], { tools }: Snapshot): NameLock['given'] {
  const names = new Set(listGivenNames(given));
  const known = new Set(tools.map(({ tool }) => tool.name));
  const lost = tools.filter(({ tool }) => !names.has(tool.name));
  const entries = Object.entries(given).map(([key, entry]): [string, GivenName] => {
    // Of several documents with such an operation, it is the one whose name is another: a call must not reach another API.
    if (known.has(entry.name)) return [key, entry];
    const former = lost.flatMap(({ operation, tool: { name } }) =>
      key === operation || key.endsWith(` ${operation}`) ? [name] : [],
    );
    return [key, former.length === 1 ? { ...entry, was: [...(entry.was ?? []), ...former] } : entry];
  });
  return Object.fromEntries(entries);
}

/**
 * Reads what a project's server was given besides names of tools. It is input like any other: each entry is checked.
 * Undefined where there is no file.
 *
 * @throws InputError where the file or an entry cannot be used
 */
async function readKept(folder: string): Promise<Kept | undefined> {
  const record = await readRecord(folder, keptPath, advice);
  if (record === undefined) return undefined;
  const { value, text, oddities, refuse } = record;
  for (const { path } of oddities)
    refuse(path, `${JSON.stringify(path.at(-1))}, or a member of it, is given more than once`);
  const { name, variables = {}, arguments: forms = {}, ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined) refuse([other], `the member ${JSON.stringify(other)} is not known`);
  if (name !== undefined && !isName(name))
    refuse(['name'], `${JSON.stringify(name)} is no name that mcpwright gives to a server`);
  return {
    ...(typeof name === 'string' && { name }),
    variables: readEntries('variables', variables, refuse, (scheme, variable) =>
      variableName.test(variable) ? undefined : describeInvented(scheme, variable),
    ),
    forms: readEntries('arguments', forms, refuse, (tool, form) =>
      legalName.test(tool) && (form === 'flat' || form === 'nested')
        ? undefined
        : `the arguments of a tool are "flat" or "nested", but those of ${JSON.stringify(tool)} are ${JSON.stringify(form)}`,
    ) as Record<string, BodyForm>,
    text,
  };
}

type Refuse = (path: readonly string[], reason: string) => never;

function isName(name: Json): name is string {
  return typeof name === 'string' && serverName.test(name);
}

/** A mapping of texts; `judge` says what is wrong with an entry. */
function readEntries(
  member: string,
  value: Json,
  refuse: Refuse,
  judge: (key: string, text: string) => string | undefined,
): Record<string, string> {
  if (!isObject(value)) return refuse([member], `"${member}" is not a mapping`);
  const entries = Object.entries(value).map(([key, text]): [string, string] => {
    if (typeof text !== 'string') return refuse([member, key], `${JSON.stringify(key)} has no text`);
    const fault = judge(key, text);
    return fault === undefined ? [key, text] : refuse([member, key], fault);
  });
  return Object.fromEntries(entries);
}

/** What a project was given, by what its generated files say. */
export function keptBy({ api, tools }: Snapshot): Kept {
  return {
    ...(isName(api.name) && { name: api.name }),
    ...listKept(
      listSchemes(api),
      tools.map(({ tool }) => tool),
    ),
  };
}
