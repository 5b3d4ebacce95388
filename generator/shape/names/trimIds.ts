import type { Operation } from '../../model/api.js';
import { memoizeIn } from '../../text/memo.js';
import { splitWords, toMany, toOne } from '../../text/words.js';
import { literalsOf } from './namePaths.js';
import { aspects, countVerb, placeObject, isForOne, isWhole, links, share, technical } from './vocabulary.js';

/** An operation with what its id says. */
interface Labelled {
  operation: Operation;
  id: string;
  /** The path without what says nothing. */
  path: string;
  /** Whether the id is written by a program, which has told it from others that are the same. */
  isOfProgram: boolean;
}

/** Words that an operation can be called by. */
interface Shortened {
  /** Those that say what it does, in as few words as do. */
  best: string[];
  /** The same with the noun of what was dropped in front. */
  other: string[];
}

/** An id in parts, of which those before the last can be dropped. */
interface Parted extends Labelled {
  nouns: string[];
  rest: string[];
  /** Whether what is dropped names code, and nothing else. */
  isOfCode: boolean;
}

/**
 * The words of the names of operations, without what the ids of a tag begin with, as `CustomersController_` in
 * `CustomersController_findAll`. What is left has to say what is acted on, and nothing else that operations of another
 * beginning say; else the noun of what was dropped stands after the verb: `find all customers`. A verb alone that
 * a program has written, or several operations have, gets the noun of its path, or its tag. Ids that stay as they are,
 * are not listed.
 */
export function trimIds(labelled: readonly Labelled[]): Map<Operation, Shortened> {
  const parted = groupByTag(labelled).flatMap(splitGroup);
  const holders = new Map<string, Set<string>>();
  for (const { nouns, rest } of parted) {
    const noun = nouns.map(toOne).join(' ');
    for (const held of new Set([objectOf(rest), noun])) {
      memoizeIn(holders, held, () => new Set<string>()).add(noun);
    }
  }
  const isAlone = new Set(parted.map(({ nouns }) => nouns.join(' '))).size === 1;
  const isClear = (one: Parted): boolean => {
    if (!isAlone && !isCarried(one)) return false;
    const isHeld = (holders.get(objectOf(one.rest))?.size ?? 0) > 1;
    // A noun that the path has not is that of a chapter, not of a thing.
    return !isHeld || !share(one.nouns, literalsOf(one.path).flat());
  };
  const collections = new Set(
    labelled.flatMap(({ path }) =>
      [...path.matchAll(/([^/{}]+)\/\{/g)].map(([, segment = '']) => splitWords(segment).at(-1) ?? ''),
    ),
  );
  const means = { isClear, collections };
  // Who writes by hand may mean a verb alone.
  const isNumbered = labelled.some(({ isOfProgram }) => isOfProgram);
  const counts = new Map<string, number>();
  for (const { id } of labelled) counts.set(id, (counts.get(id) ?? 0) + 1);
  return new Map(
    parted.flatMap((one): [Operation, Shortened][] => {
      const { operation, nouns, rest } = one;
      if (nouns.length > 0) return [[operation, { best: placeNoun(one, means), other: [...nouns, ...rest] }]];
      const isBare = isNumbered && rest.length === 1 && bare.test(rest[0] ?? '');
      const isVague = isBare || one.isOfProgram || one.isOfCode || (counts.get(one.id) ?? 0) > 1;
      const best = isVague || isOfController(operation) ? addNoun(one) : undefined;
      return best === undefined ? [] : [[operation, { best, other: best }]];
    }),
  );
}

function groupByTag(labelled: readonly Labelled[]): Labelled[][] {
  const groups = new Map<string, Labelled[]>();
  for (const one of labelled) {
    const [tag = ''] = one.operation.tags;
    memoizeIn(groups, tag, (): Labelled[] => []).push(one);
  }
  return [...groups.values()];
}

/** The ids of a tag in parts: what is dropped, and the rest. */
function splitGroup(group: readonly Labelled[]): Parted[] {
  const split = splitIds(group.map(({ id }) => id));
  const shared = group.length < 2 ? 0 : countAlike(split);
  const firsts = new Map<string, number>();
  for (const [first = ''] of split)
    firsts.set(first.toLowerCase(), (firsts.get(first.toLowerCase()) ?? 0) + 1);
  return group.map((one, index) => {
    const parts = split[index] ?? [];
    const [first = ''] = parts;
    const isOften = (firsts.get(first.toLowerCase()) ?? 0) > 1 || isSameNoun(first, one.operation.tags[0]);
    const dropped = countDropped(parts, shared === 0 && parts.length > 1 && isOften ? 1 : shared);
    const nouns = parts
      .slice(0, dropped)
      .map((part) => splitWords(part).filter((word) => !technical.has(word)));
    const rest = splitWords(parts.slice(dropped).join(' '));
    if (dropped === 0 || rest.length === 0)
      return { ...one, nouns: [], rest: splitWords(one.id), isOfCode: false };
    const noun = nouns.findLast((words) => words.length > 0) ?? [];
    return { ...one, nouns: noun, rest, isOfCode: noun.length === 0 };
  });
}

/** Whether a part is a class of code, whatever its first word: `SearchController`. */
function isClass(part: string): boolean {
  return /^[A-Z]/.test(part) && isTechnical(part);
}

function isSameNoun(part: string, tag = ''): boolean {
  const [one, other] = [part, tag].map((text) => splitWords(text).map(toOne).join(' '));
  return one !== '' && one === other;
}

function countDropped(parts: readonly string[], shared: number): number {
  let dropped = shared;
  while (dropped < parts.length - 1 && isTechnical(parts[dropped] ?? '')) dropped += 1;
  const verb = parts.findIndex((part) => !isClass(part) && countVerb(splitWords(part)) > 0);
  return verb === -1 ? dropped : Math.min(dropped, verb);
}

/** The parts of the ids of a tag. What all of them begin with may hold `_` itself: `Api_V1_Customers_findAll`. */
function splitIds(ids: readonly string[]): string[][] {
  const pieces = ids.map((id) => (/^[\w-]+$/.test(id) ? id.split(/[_-]+/).filter(Boolean) : [id]));
  const shared = pieces.length < 2 ? 0 : countAlike(pieces);
  const prefix = (pieces[0] ?? []).slice(0, shared);
  const rests = pieces.map((parts) => parts.slice(shared).join('_'));
  if (shared < 2 || !isWrittenInCode(prefix, rests)) return ids.map(splitId);
  return pieces.map((parts, index) => parts.slice(0, shared).concat(rests[index] ?? ''));
}

/** Whether ids begin with the names of code, and not with words of a sentence in snake_case. */
function isWrittenInCode(prefix: readonly string[], rests: readonly string[]): boolean {
  if (/\bapi (?:key|token)s?\b/i.test(prefix.join(' '))) return false;
  if (isTechnical(prefix.at(-1) ?? '') || prefix.some((part) => /^v\d+$/i.test(part))) return true;
  return prefix.every((part) => /^[A-Z]/.test(part)) && rests.some((rest) => /[a-z][A-Z]/.test(rest));
}

/** The parts of an id, from the outermost: `a.b.listPets` and `PetsController_list`; snake_case has a single one. */
function splitId(id: string): string[] {
  const parts = id.split(/[^\w-]+/).filter(Boolean);
  if (parts.length > 1) return parts;
  const [whole = ''] = parts;
  const [, first = '', rest = ''] = /^([^_-]+)[_-]+(.*\w.*)$/.exec(whole) ?? [];
  const isNested = /[A-Z]/.test(whole) && !/[_-]/.test(rest);
  if (first !== '' && (isNested || isTechnical(first))) return [first, rest];
  const [, code = '', action = ''] = /^([A-Za-z0-9]+?Controller)([A-Z]\w*)$/.exec(whole) ?? [];
  return code === '' ? [whole] : [code, action];
}

/** How many parts all ids begin with, each of which keeps one of its own. */
function countAlike(ids: readonly string[][]): number {
  const [first = []] = ids;
  const shortest = Math.min(...ids.map((parts) => parts.length));
  const unlike = first.findIndex((part, index) =>
    ids.some((parts) => parts[index]?.toLowerCase() !== part.toLowerCase()),
  );
  return Math.min(unlike === -1 ? first.length : unlike, shortest - 1);
}

function isTechnical(part: string): boolean {
  return technical.has(splitWords(part).at(-1) ?? '');
}

/** What follows the verb up to the next preposition, in the singular: of `list comments for commit`, `comment`. */
function objectOf(rest: readonly string[]): string {
  if (countVerb(rest) === 0) return '';
  const words = rest.slice(placeObject(rest));
  const end = words.findIndex((word) => links.has(word));
  return words
    .slice(0, end === -1 ? words.length : end)
    .map(toOne)
    .join(' ');
}

/** Whether the words have a noun of what was dropped, or of the path. */
function isCarried({ nouns, rest, path }: Parted): boolean {
  const words = splitWords(path);
  return share(nouns, rest) || words.length === 0 || share(words, rest.slice(countVerb(rest)));
}

/** Whether a word after a verb says what is acted on. */
function isActedOn(word: string): boolean {
  return !links.has(word) && !aspects.has(word) && !/^v\d/.test(word);
}

/** What decides where a noun is said, and in which number. */
interface Means {
  isClear: (one: Parted) => boolean;
  /** The last words of segments before placeholders. */
  collections: ReadonlySet<string>;
}

/** The words with the noun where it belongs, if it has to be said. */
function placeNoun(one: Parted, { isClear, collections }: Means): string[] {
  const { nouns, rest, path } = one;
  if (countVerb(rest) === 0) return share(nouns, rest) ? rest : [...nouns, ...rest];
  if (isWhole(rest) || share(nouns, rest)) return rest;
  if (isIndex(rest, one.operation)) return ['list', ...countNoun(nouns, ['list'], path)];
  const at = placeObject(rest);
  const object = rest[at];
  // A second verb repeats the method, as in `Property_listGet`.
  const isRepeated =
    rest.length === at + 1 &&
    object === one.operation.method.toLowerCase() &&
    !share([object], literalsOf(path).flat());
  const words = isRepeated ? rest.slice(0, at) : rest;
  const isSaid = object !== undefined && !isRepeated && isActedOn(object);
  if (isSaid && isClear(one)) return words;
  if (!isSaid && isAbstract(nouns)) return [...nouns, ...words];
  const noun = isSaid ? describeBy(nouns, collections) : countNoun(nouns, words, path);
  return [...words.slice(0, at), ...noun, ...words.slice(at)];
}

/** Whether it is the list of a resource, which frameworks call its index. */
function isIndex(words: readonly string[], { method }: Operation): boolean {
  return method === 'GET' && words.join(' ') === 'index';
}

/** A noun before another: `issue` comments, where a path has `/issues/{number}`. */
function describeBy(noun: readonly string[], collections: ReadonlySet<string>): string[] {
  const last = noun.at(-1) ?? '';
  const isOne = collections.has(last) || collections.has(toOne(last));
  return isOne ? [...noun.slice(0, -1), toOne(last)] : [...noun];
}

/** The noun in the number that fits: one where the path leads to one, or one is added; else as the path has it. */
function countNoun(noun: readonly string[], words: readonly string[], path: string): string[] {
  const last = noun.at(-1) ?? '';
  const heads = literalsOf(path).map((segment) => segment.at(-1) ?? '');
  const spelled = heads.findLast((word) => toOne(word) === toOne(last));
  if (isForOne(words, path, spelled)) return [...noun.slice(0, -1), toOne(last)];
  return [...noun.slice(0, -1), words.includes('all') ? toMany(spelled ?? last) : (spelled ?? last)];
}

/** Whether the tag is a class of code, which is called after what it serves. */
function isOfController({ tags: [tag = ''] }: Operation): boolean {
  return splitWords(tag).at(-1) === 'controller';
}

/** Verbs that say nothing without what they act on, as methods of controllers are called. */
const bare =
  /^(?:create|read|update|delete|get|put|patch|list|index|show|store|save|destroy|add|remove|edit|insert|find|fetch)$/;

/** What is said of a thing: `customer exists`. */
const stating = /^(?:contains|exists?)$/;

/** Whether a noun is none that a verb acts on: `auth refresh`. */
function isAbstract(noun: readonly string[]): boolean {
  return /^(?:auth|authentication|authorization|oauth2?|security)$/.test(noun.join(' '));
}

/** Whether a path goes on behind one of the things of a segment: `/groups/{id}/members`. */
function leadsFurther(path: string, words: readonly string[]): boolean {
  const segments = path.split('/');
  const at = segments.findLastIndex((segment) => splitWords(segment).join(' ') === words.join(' '));
  return at !== -1 && /^\{[^{}]*\}\/[^{]/.test(segments.slice(at + 1).join('/'));
}

/** A verb that stands alone, or before a preposition, with the noun of the path, or else of the tag. */
function addNoun({ operation, rest, path, isOfCode }: Parted): string[] | undefined {
  const isStated = stating.test(rest[0] ?? '') && (rest.length === 1 || links.has(rest[1] ?? ''));
  if (countVerb(rest) === 0 && !isStated) return undefined;
  const at = isStated ? 1 : placeObject(rest);
  const next = rest[at];
  if (isWhole(rest) || (next !== undefined && !/^(?:by|for|with|without)$/.test(next)))
    return isOfCode ? rest : undefined;
  const [tag = ''] = operation.tags;
  const ofTag = splitWords(tag).filter((word) => !technical.has(word));
  const ofPath = literalsOf(path).filter((words) => countVerb(words) === 0 && !share(words, rest));
  const same = ofPath.findLast((words) => share(words.slice(-1), ofTag.slice(-1)));
  const isCode = isOfController(operation);
  const last = ofPath.at(-1) ?? [];
  const inner = same !== undefined && same !== last && leadsFurther(path, same) ? last : [];
  const outer = same ?? (isCode || literalsOf(path).length === 0 ? ofTag : last);
  const noun = inner.length === 0 ? outer : [...outer.slice(0, -1), toOne(outer.at(-1) ?? ''), ...inner];
  if (noun.length === 0 || share(noun, rest)) return undefined;
  if (isStated) return [...noun.slice(0, -1), toOne(noun.at(-1) ?? ''), ...rest];
  if (isIndex(rest, operation)) return ['list', ...countNoun(noun, ['list'], path)];
  if (isAbstract(noun)) return [...noun, ...rest];
  return [...rest.slice(0, at), ...countNoun(noun, rest, path), ...rest.slice(at)];
}
