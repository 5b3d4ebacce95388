import type { Report } from '../../model/diagnostic.js';
import type { Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/document.js';
import { formatPointer } from '../parsePointer.js';

/** Members of `info` that are text. */
const textMembers = ['title', 'version', 'summary', 'description'];

/**
 * A document whose `info` and `paths` are objects, and whose `info` holds text where text belongs.
 *
 * @param written - how the value of a member of `info` stands in the text, where it is a number
 */
export function repairDocument(
  root: JsonObject,
  written: (member: string) => string | undefined,
  report: Report,
): JsonObject {
  return { ...root, info: repairInfo(root['info'], written, report), paths: repairPaths(root, report) };
}

function repairInfo(
  info: Json | undefined,
  written: (member: string) => string | undefined,
  report: Report,
): JsonObject {
  if (!isObject(info)) {
    const what = info === undefined ? 'The document has no "info"' : '"info" is not an object';
    report('odd-document', '#/info', { what, done: 'it is read without a title and a version' });
    return {};
  }
  const repaired = { ...info };
  for (const member of textMembers) {
    const value = info[member];
    if (typeof value !== 'number' && typeof value !== 'boolean') continue;
    const text = written(member) ?? String(value);
    repaired[member] = text;
    const what = `"info.${member}" is a ${typeof value}, not text`;
    report('odd-document', `#/info/${member}`, { what, done: `it is read as "${text}"` });
  }
  return repaired;
}

/** Paths may be missing: a document may describe webhooks only (OpenAPI 3.1, OpenAPI Object). */
function repairPaths({ paths = null }: JsonObject, report: Report): JsonObject {
  if (isObject(paths)) return paths;
  if (paths !== null) {
    report('odd-document', '#/paths', { what: '"paths" is not an object', done: 'it is read as empty' });
  }
  return {};
}

/**
 * Makes lists of what stands under `parameters` as a map from names, or as one parameter: in place, before references are
 * followed.
 */
export function repairParameters({ paths }: JsonObject, report: Report): void {
  for (const [path, item] of Object.entries(isObject(paths) ? paths : {})) {
    const owners = isObject(item) ? [['', item] as const, ...Object.entries(item)] : [];
    for (const [key, owner] of owners) {
      const parameters = isObject(owner) ? owner['parameters'] : undefined;
      if (!isObject(owner) || !isObject(parameters) || '$ref' in parameters) continue;
      const list = listParameters(parameters);
      if (list === undefined) continue;
      owner['parameters'] = list;
      const pointer = formatPointer(['paths', path, ...(key === '' ? [] : [key]), 'parameters']);
      const done = list[0] === parameters ? 'it is read as one parameter' : 'each is read by its name';
      report('odd-document', pointer, { what: '"parameters" is not a list', done });
    }
  }
}

function listParameters(parameters: JsonObject): JsonObject[] | undefined {
  if (typeof parameters['in'] === 'string') return [parameters];
  const entries = Object.entries(parameters).filter(([key]) => !key.startsWith('x-'));
  if (entries.length === 0 || !entries.every(([, value]) => isObject(value))) return undefined;
  return entries.map(([name, value]) => {
    const parameter = value as JsonObject;
    const isNamed = '$ref' in parameter || 'name' in parameter;
    return isNamed ? parameter : Object.assign({ name }, parameter);
  });
}
