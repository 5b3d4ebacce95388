import { type Api, type Operation, type Schema, listSegments, markReserved } from '../../model/api.js';
import { verbs } from '../../model/names.js';
import { flatten } from '../../schema/flatten.js';
import { kindOf } from '../../schema/mediaTypes.js';
import { lookIn } from '../../schema/parts.js';
import { typesOf } from '../../schema/types.js';
import { splitWords, toOne } from '../../text/words.js';
import { listSuccesses } from '../responses.js';

/** Words that end in an s and are one thing, or a verb. */
const single =
  /(?:ss|us|is)$|^(?:alias|analytics|aws|canvas|contains|credentials|details|dns|exists|gps|graphics|has|https|kubernetes|metrics|news|os|preferences|properties|series|settings|sms|specs|statistics|stats|tls)$/;

/** How operations are called after method and path. */
interface PathNamer {
  /** The verb: `list` where a GET answers with many, else the method. */
  verbOf: (operation: Operation) => string;
  /** `GET /pets/{petId}` is `get pets by pet id`, and `GET /pets`, of which there are many, `list pets`. */
  wordsOf: (path: string, verb: string) => string[];
}

/** Names operations after method and path. */
export function namePaths({ operations, components }: Pick<Api, 'operations' | 'components'>): PathNamer {
  const collections = new Set(operations.map(({ path }) => /^(.*)\/\{[^/{}]+\}\/?$/.exec(path)?.[1] ?? ''));
  const lookUp = lookIn(components);

  /** Whether a GET answers with many: by its answer, else as items are below it, or its path ends in a plural. */
  function isCollection(operation: Operation): boolean {
    if (operation.method !== 'GET') return false;
    const path = operation.path.replace(/[?#].*$/s, '').replace(/\/$/, '');
    const [, last] = /\/([\w-]+)$/.exec(path) ?? [];
    const word = splitWords(last ?? '').at(-1) ?? '';
    if (last === undefined || verbs.has(word)) return false;
    const isMany = word.endsWith('s') && !single.test(word);
    const answer = findAnswer(operation);
    const flat = answer && flatten(answer.schema, lookUp, new Set());
    const types = flat && typesOf(flat.keywords);
    if (types?.length === 1 && types[0] === 'array') return true;
    // One value is no list, whatever the path ends in.
    if (types !== undefined && !types.some((type) => type === 'array' || type === 'object')) return false;
    const isItemAbove = collections.has(path);
    const members = Object.values((flat?.keywords['properties'] ?? {}) as Record<string, Schema>);
    if (members.length === 0) return isMany || isItemAbove;
    return (isMany || isItemAbove) && members.some(isList);
  }

  function isList(schema: Schema): boolean {
    return typesOf(flatten(schema, lookUp, new Set())?.keywords ?? {})?.includes('array') === true;
  }

  return {
    verbOf: (operation) => (isCollection(operation) ? 'list' : operation.method.toLowerCase()),
    wordsOf: (path, verb) => {
      const words = splitWords(path.replaceAll('{', ' by ').replaceAll('}', ' '));
      return [...splitWords(verb), ...(words.length > 0 ? words : ['root'])];
    },
  };
}

/** What a success answers with: JSON, or what may be it, or a text. */
function findAnswer(operation: Operation) {
  const contents = listSuccesses(operation)[0]?.contents ?? [];
  return (
    contents.find(({ mediaType }) => kindOf(mediaType) === 'json') ??
    contents.find(({ mediaType }) => mediaType === '*/*' || kindOf(mediaType) === 'text')
  );
}

/** The path with the segments that the patterns of its values ask for: `/v1/shelves/{name}` where `name` is `shelves/*`. */
export function spellPath({
  path,
  parameters = [],
}: Pick<Operation, 'path'> & Partial<Pick<Operation, 'parameters'>>): string {
  return markReserved({ path, parameters }).replaceAll('{+', '{');
}

/**
 * A path that is spelled out, or its end, with one noun for each value of several segments: `/shelves/{name}/books/{name}`
 * is `/book`, as the value is the whole name of one.
 */
export function nameResources(spelled: string, { parameters }: Pick<Operation, 'parameters'>): string {
  const segments = spelled.split('/');
  for (const { name, in: place, schema } of parameters) {
    const pattern = place === 'path' ? listSegments(schema) : undefined;
    const end = segments.findLastIndex((segment) => segment.startsWith(`{${name}}`));
    const noun = pattern?.findLast(({ text }) => text !== undefined)?.text;
    if (pattern === undefined || noun === undefined || end === -1) continue;
    const after = pattern.length - 1 - pattern.findLastIndex(({ text }) => text === undefined);
    const words = splitWords(noun);
    const one = after > 0 ? words : [...words.slice(0, -1), toOne(words.at(-1) ?? '')];
    const first = Math.max(end + after - pattern.length + 1, 0);
    const behind = (segments[end + after] ?? '').replace(/^.*\}/s, '');
    segments.splice(
      first,
      end + after - first + 1,
      ...(first === 0 ? [''] : []),
      one.join('-') + (after > 0 ? '' : behind),
    );
  }
  return segments.join('/');
}

/** Segments that APIs begin with, whatever they are of: `/api/v1.0`, `/rest/api/3`. */
const general =
  /^(?:web-?|rest-?)?apis?$|^rest$|^v?\d+(?:[._-]\d+)*(?:-?(?:alpha|beta)\d*)?$|^v?\{[^{}]*version[^{}]*\}$/i;

/**
 * The segments of a path, its fixed query left out; `{name=shelves/*}` of gRPC is `shelves/{name}`, and `books('{id}')`
 * of OData is `books/{id}`.
 */
export function segmentsOf(path: string): string[] {
  const [plain = ''] = path.split('?');
  return plain
    .replaceAll(/\{([^{}=]*)=([^{}]*)\}/g, (_, name: string, pattern: string) =>
      pattern.replaceAll(/\*+/g, `{${name}}`),
    )
    .replaceAll(/(?<=\w)\(('?\{[^(){}]*\}'?)\)/g, (_, key: string) => `/${key.replaceAll("'", '')}`)
    .split('/')
    .filter(Boolean);
}

export function isLiteral(segment: string): boolean {
  return !/[{}]/.test(segment);
}

/** Whether a segment is one that says of no operation what it acts on. */
export function isGeneral(segment: string): boolean {
  return general.test(segment);
}

/** How many segments all paths begin with, each having at least one more. */
export function countShared(paths: readonly string[][]): number {
  const [first = []] = paths;
  const isShared = (index: number): boolean =>
    paths.every((path) => path.length > index + 1 && path[index] === first[index]);
  const count = first.findIndex((_, index) => !isShared(index));
  return Math.max(count, 0);
}

/** Whether a segment has words that a name can have. */
function isTelling(segment: string): boolean {
  return isLiteral(segment) && splitWords(segment).length > 0;
}

/** Whether a segment is called after many things of a kind: what follows is of them. */
function isPlural(segment: string): boolean {
  const last = splitWords(segment).at(-1) ?? '';
  return isLiteral(segment) && toOne(last) !== last && !isGeneral(segment);
}

/**
 * Takes from paths what says nothing: what all of them begin with, but for collections, if each goes on with a
 * segment of its own; and `api` and versions before others. What is left has a literal segment, if there is one.
 */
export function trimPaths(paths: readonly string[]): (path: string) => string {
  const all = [...new Set(paths)].map(segmentsOf);
  const [first = []] = all;
  const same = first.slice(0, countShared(all));
  const plural = same.findIndex(isPlural);
  const shared = plural === -1 ? same.length : plural;
  const isOfAll = all.length > 1 && all.every((segments) => isTelling(segments[shared] ?? ''));
  return (path) => {
    const segments = segmentsOf(path);
    let start = isOfAll ? shared : 0;
    while (isGeneral(segments[start] ?? '') && isTelling(segments[start + 1] ?? '')) start += 1;
    // A fragment or a query that tells operations apart stays.
    const query = path.includes('?') ? path.slice(path.indexOf('?')) : '';
    return start === 0 ? path : `/${segments.slice(start).join('/')}${query}`;
  };
}

/** The words of each literal segment, from the first. */
export function literalsOf(path: string): string[][] {
  return segmentsOf(path)
    .filter(isLiteral)
    .map(splitWords)
    .filter((words) => words.length > 0);
}
