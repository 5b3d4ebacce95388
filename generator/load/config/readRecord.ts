import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../model/diagnostic.js';
import { type JsonObject, isObject } from '../../model/document.js';
import { readBytes } from '../../model/files.js';
import { findJsonFault } from '../../text/json/findJsonFault.js';
import { parseJson } from '../parse/parseJson.js';
import type { Oddity } from '../parse/parsed.js';

/** A JSON object that a project keeps below `.mcpwright/`, as its owner may have changed it. */
interface ProjectRecord {
  value: JsonObject;
  text: string;
  /** Keys that are given more than once: a merge may leave them. */
  oddities: readonly Oddity[];
  /** Says what is wrong at a path of the object, by its line. */
  refuse: (path: readonly string[], reason: string) => never;
}

/**
 * Reads a JSON object that a project keeps; undefined where there is no file.
 *
 * @param path - where it is in the project
 * @param hint - what to do where it cannot be used
 * @throws InputError where it is not a file, or not a JSON object
 */
export async function readRecord(
  folder: string,
  path: string,
  hint: string,
): Promise<ProjectRecord | undefined> {
  const file = join(folder, path);
  const refuseAt = (reason: string, place = { line: 1, column: 1 }): never => {
    throw new InputError(`${path} cannot be used: ${reason}.`, hint, { file, ...place });
  };
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.isFile()) return refuseAt('it is not a file');
  const text = (await readBytes(file)).toString('utf8');
  const parsed = parseJson(text);
  if (parsed === undefined) return refuseAt('it is not JSON from here on', findJsonFault(text));
  if (!isObject(parsed.value)) return refuseAt('it is not a JSON object');
  const { value, oddities, locate } = parsed;
  return { value, text, oddities, refuse: (at, reason) => refuseAt(reason, locate(at)) };
}
