import { type Json, isObject } from '../../model/document.js';
import {
  type GivenName,
  type NameLock,
  type RenamedArgument,
  legalArgument,
  legalName,
  namesPath,
  noNames,
} from '../../model/names.js';
import { readRecord } from './readRecord.js';

const advice = 'Correct the file, or restore it from version control. Without it, the tools are named anew.';

/** A method and a path, after the name of the document where there are several. */
const operation = /^(?:[a-z][a-z0-9_]* )?[A-Z]+ \//;

/**
 * Reads the names that a project's tools were given, as the owner may have changed them. It is input like any
 * other: each entry is checked. Where there is no file, no names were given.
 *
 * @throws InputError where the file or an entry cannot be used
 */
export async function readNames(folder: string): Promise<NameLock> {
  const record = await readRecord(folder, namesPath, advice);
  if (record === undefined) return noNames;
  const { value: names, text, oddities } = record;
  const refuse = (key: string, reason: string): never =>
    record.refuse([key], `${JSON.stringify(key)} ${reason}`);
  for (const { path } of oddities) refuse(path[0] ?? '', 'or a member of it is given more than once');
  const entries = Object.entries(names).map(([key, value]): [string, GivenName] => {
    if (!operation.test(key)) refuse(key, 'is not of the form "GET /path"');
    return [key, readEntry(key, value, refuse)];
  });
  checkUnique(entries, refuse);
  return { given: Object.fromEntries(entries), text };
}

type Refuse = (key: string, reason: string) => never;

function readEntry(key: string, value: Json, refuse: Refuse): GivenName {
  if (!isObject(value)) return refuse(key, 'is not an object with a "name"');
  const { name, operationId, chosenAs, written, was = [], arguments: renamed, ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined) refuse(key, `has the unknown member ${JSON.stringify(other)}`);
  if (typeof name !== 'string' || !legalName.test(name)) {
    return refuse(
      key,
      `has the name ${JSON.stringify(name)}, but a name is a letter, then letters, digits and _: 57 at most, less those of the server's name`,
    );
  }
  if (operationId !== undefined && typeof operationId !== 'string')
    return refuse(key, 'has an operationId that is not a text');
  if (chosenAs !== undefined && typeof chosenAs !== 'string')
    return refuse(key, 'has under "chosenAs" what is not a text');
  if (written !== undefined && typeof written !== 'string')
    return refuse(key, 'has under "written" what is not a text');
  const former = Array.isArray(was) ? was : [was];
  const wrong = former.find((one) => typeof one !== 'string' || !legalName.test(one));
  if (!Array.isArray(was) || wrong !== undefined)
    return refuse(
      key,
      `has under "was" ${JSON.stringify(wrong ?? was)}, but former names of a tool are a list of names`,
    );
  return {
    name,
    ...(operationId !== undefined && { operationId }),
    ...(chosenAs !== undefined && { chosenAs }),
    ...(written !== undefined && { written }),
    ...(former.length > 0 && { was: former as string[] }),
    ...(renamed !== undefined && {
      arguments: readArguments(renamed, (reason) => refuse(key, `has under "arguments" ${reason}`)),
    }),
  };
}

/** The arguments that were renamed: no two of them have, or had, the same name. */
function readArguments(value: Json, refuse: (reason: string) => never): Record<string, RenamedArgument> {
  if (!isObject(value)) return refuse('what is no mapping of arguments that were renamed');
  const taken = new Set<string>();
  const entries = Object.entries(value).map(([key, entry]): [string, RenamedArgument] => {
    const { name, was = [], ...others } = isObject(entry) ? entry : {};
    const all = [name, ...(Array.isArray(was) ? was : [undefined])];
    const isFit = all.every((one) => typeof one === 'string' && legalArgument.test(one));
    if (!isFit || !legalArgument.test(key) || Object.keys(others).length > 0)
      return refuse(
        `${JSON.stringify(key)}: ${JSON.stringify(entry)}, but an argument that was renamed has a "name", and former ones under "was"`,
      );
    const names = all as string[];
    const twice = names.find((one, index) => taken.has(one) || names.indexOf(one) !== index);
    if (twice !== undefined) refuse(`the name ${JSON.stringify(twice)} twice`);
    for (const one of names) taken.add(one);
    const [first = '', ...former] = names;
    return [key, { name: first, ...(former.length > 0 && { was: former }) }];
  });
  return Object.fromEntries(entries);
}

/** Some clients fold case. */
function checkUnique(entries: readonly [string, GivenName][], refuse: Refuse): void {
  const holders = new Map<string, string>();
  for (const [key, { name, was = [] }] of entries)
    for (const one of [name, ...was]) {
      const holder = holders.get(one.toLowerCase());
      if (holder !== undefined)
        refuse(key, `has the name "${one}", which ${JSON.stringify(holder)} has too, regardless of case`);
      holders.set(one.toLowerCase(), key);
    }
}
