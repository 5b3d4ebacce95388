import type { Report } from '../../model/diagnostic.js';
import type { Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/document.js';

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
