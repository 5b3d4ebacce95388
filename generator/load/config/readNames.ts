import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../model/diagnostic.js';
import type { Json, Location } from '../../model/document.js';
import { readBytes } from '../../model/files.js';
import { type GivenName, type NameLock, legalName, namesPath, noNames } from '../../model/names.js';
import { isObject } from '../../model/document.js';
import { parseJson } from '../parse/parseJson.js';
import type { Parsed } from '../parse/parsed.js';

/** A method and a path, after the name of the document where there are several. */
const operation = /^(?:[a-z][a-z0-9_]* )?[A-Z]+ \//;

/**
 * Reads the names that a project's tools were given, as the owner may have changed them. It is input like any
 * other: each entry is checked. Where there is no file, no names were given.
 *
 * @throws InputError where the file or an entry cannot be used
 */
export async function readNames(folder: string): Promise<NameLock> {
  const file = join(folder, namesPath);
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) return noNames;
  if (!found.isFile()) throw broken('it is not a file', { file, line: 1, column: 1 });
  const text = (await readBytes(file)).toString('utf8');
  const parsed = parseJson(text);
  if (parsed === undefined || !isObject(parsed.value)) {
    throw broken('it is not a JSON object', { file, line: 1, column: 1 });
  }
  const refuse = (key: string, reason: string): never => {
    throw broken(`${JSON.stringify(key)} ${reason}`, { file, ...parsed.locate([key]) });
  };
  checkDuplicates(parsed, refuse);
  const entries = Object.entries(parsed.value).map(([key, value]): [string, GivenName] => {
    if (!operation.test(key)) refuse(key, 'is not of the form "GET /path"');
    return [key, readEntry(key, value, refuse)];
  });
  checkUnique(entries, refuse);
  return { given: Object.fromEntries(entries), text };
}

type Refuse = (key: string, reason: string) => never;

/** A merge may leave the same operation twice. */
function checkDuplicates({ oddities }: Parsed, refuse: Refuse): void {
  for (const { path } of oddities) refuse(path[0] ?? '', 'or a member of it is given more than once');
}

function readEntry(key: string, value: Json, refuse: Refuse): GivenName {
  if (!isObject(value)) return refuse(key, 'is not an object with a "name"');
  const { name, operationId, ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined) refuse(key, `has the unknown member ${JSON.stringify(other)}`);
  if (typeof name !== 'string' || !legalName.test(name)) {
    return refuse(
      key,
      `has the name ${JSON.stringify(name)}, but a name is a letter, then letters, digits and _: 57 at most, less those of the server's name`,
    );
  }
  if (operationId === undefined) return { name };
  return typeof operationId === 'string'
    ? { name, operationId }
    : refuse(key, 'has an operationId that is not a text');
}

/** Some clients fold case. */
function checkUnique(entries: readonly [string, GivenName][], refuse: Refuse): void {
  const holders = new Map<string, string>();
  for (const [key, { name }] of entries) {
    const holder = holders.get(name.toLowerCase());
    if (holder !== undefined) {
      refuse(key, `has the name "${name}", which ${JSON.stringify(holder)} has too, regardless of case`);
    }
    holders.set(name.toLowerCase(), key);
  }
}

function broken(reason: string, location: Location): InputError {
  return new InputError(
    `${namesPath} cannot be used: ${reason}.`,
    'Correct the file, or restore it from version control. Without it, the tools are named anew.',
    location,
  );
}
