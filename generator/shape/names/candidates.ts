import type { Api, Operation, Schema } from '../../model/api.js';
import { verbs } from '../../model/names.js';
import { flatten } from '../../schema/flatten.js';
import { typesOf } from '../../schema/types.js';
import { hashText } from '../../text/hash.js';
import { foldText, splitWords } from '../../text/words.js';
import { listSuccesses } from '../responses.js';

/** From this turn on names are made of a hash alone. */
export const lastResort = 5;

/** The words of the name that an operation would like at a turn. */
type CandidateNamer = (operation: Operation, turn: number) => string[];

/** Words that end in an s and are one thing. */
const single =
  /(?:ss|us|is)$|^(?:alias|analytics|aws|canvas|credentials|details|dns|gps|graphics|https|kubernetes|metrics|news|os|preferences|properties|series|settings|sms|specs|statistics|stats|tls)$/;

/**
 * The words of the names that operations would like, best first: those of the id without what its tag shares, of
 * the whole id, of method and path, then with a hash of the operation. From the sixth turn on each is short enough
 * never to be cut, and a new one.
 */
export function candidateName({
  operations,
  leftOut,
  components = {},
}: Pick<Api, 'operations' | 'leftOut'> & Partial<Pick<Api, 'components'>>): CandidateNamer {
  const all = [...operations, ...leftOut];
  const short = shortenIds(all.filter(({ operationId }) => isUsable(operationId)));
  const collections = new Set(all.map(({ path }) => /^(.*)\/\{[^/{}]+\}\/?$/.exec(path)?.[1] ?? ''));
  const lookUp = (name: string): Schema =>
    Object.hasOwn(components, name) ? (components[name] ?? true) : true;

  /** `GET /pets/{petId}` is `get pets by pet id`, and `GET /pets`, of which there are many, `list pets`. */
  function wordsOfPath(operation: Operation, verb = verbOf(operation)): string[] {
    const { path } = operation;
    const words = splitWords(path.replaceAll('{', ' by ').replaceAll('}', ' '));
    return [...splitWords(verb), ...(words.length > 0 ? words : ['root'])];
  }

  function verbOf(operation: Operation): string {
    return isCollection(operation) ? 'list' : operation.method.toLowerCase();
  }

  /** Whether a GET answers with many: by its answer, else as items are below it, or its path ends in a plural. */
  function isCollection(operation: Operation): boolean {
    if (operation.method !== 'GET') return false;
    const path = operation.path.replace(/[?#].*$/s, '').replace(/\/$/, '');
    const [, last] = /\/([\w-]+)$/.exec(path) ?? [];
    const word = splitWords(last ?? '').at(-1) ?? '';
    if (last === undefined || verbs.has(word)) return false;
    const isPlural = word.endsWith('s') && !single.test(word);
    const answer = listSuccesses(operation)[0]?.contents.find(({ mediaType }) => /\bjson\b/i.test(mediaType));
    const flat = answer && flatten(answer.schema, lookUp, new Set());
    const types = flat && typesOf(flat.keywords);
    if (types?.length === 1 && types[0] === 'array') return true;
    const isItemAbove = collections.has(path);
    const members = Object.values((flat?.keywords['properties'] ?? {}) as Record<string, Schema>);
    if (members.length === 0) return isPlural || isItemAbove;
    return (isPlural || isItemAbove) && members.some(isList);
  }

  function isList(schema: Schema): boolean {
    return typesOf(flatten(schema, lookUp, new Set())?.keywords ?? {})?.includes('array') === true;
  }

  function wordsOf(operation: Operation): string[] {
    return isUsable(operation.operationId) ? wordsOfId(operation) : wordsOfPath(operation);
  }

  return (operation, turn) => {
    if (turn === 0) return short.get(operation) ?? wordsOf(operation);
    if (turn === 1) return wordsOf(operation);
    if (turn === 2) return wordsOfPath(operation);
    if (turn === 3) return wordsOfPath(operation, operation.method.toLowerCase());
    if (turn === 4) return [...wordsOf(operation), hashText(identify(operation))];
    return [...splitWords(operation.method), hashText(`${identify(operation)} ${turn}`, 20)];
  };
}

/** What hashes of an operation are made of: it is the same in every order of the document. */
export function identify({ pointer, operationId }: Operation): string {
  return `${pointer} ${operationId}`;
}

/** Whether an id can be a name; ids in other scripts are not transliterated. */
export function isUsable(operationId: string): boolean {
  const folded = foldText(operationId);
  return /^[\x20-\x7e]+$/.test(folded) && /[A-Za-z0-9]/.test(folded);
}

/** A name begins with a letter. */
function wordsOfId({ operationId, method }: Operation): string[] {
  const words = splitWords(operationId);
  return /^[a-z]/.test(words[0] ?? '') ? words : [...splitWords(method), ...words];
}

/** How code that serves operations is called: it says nothing of what they act on. */
const technical = new Set(
  'api apis controller controllers endpoint endpoints handler handlers impl operations resource rest router service v1 v2 v3 v4'.split(
    ' ',
  ),
);

/** Words after a verb that say how many, not what. */
const quantities = new Set('all many multiple one paginated single'.split(' '));
/** What such words ask for several of. */
const several = new Set('all batch bulk list many multiple paginated search'.split(' '));
/** Verbs that act on one thing more. */
const adding = new Set('add create insert make new post register save store'.split(' '));
/** What may follow a verb where it has no object of its own. */
const links = new Set(
  'and as at before after between by for from in into of on onto or out over per since to under until using via with without'.split(
    ' ',
  ),
);
/** Objects that everything may have. */
const aspects = new Set(
  'config count data detail details entities entity exists history id info information item items list metadata object objects record records result results settings state stats status summary version'.split(
    ' ',
  ),
);

/**
 * The words of the names of operations, without what the ids of all operations of a tag begin with, as
 * `CustomersController_` in `CustomersController_findAll`. What is left has to say what is acted on; else the noun
 * of what was dropped stands after the verb: `find all customers`. Ids of which nothing is dropped are not listed.
 */
function shortenIds(operations: readonly Operation[]): Map<Operation, string[]> {
  const shortened = new Map<Operation, string[]>();
  for (const group of groupByTag(operations).values()) {
    const split = splitIds(group.map(({ operationId }) => operationId));
    const shared = group.length < 2 ? 0 : countShared(split);
    for (const [index, operation] of group.entries()) {
      const words = shortenParts(split[index] ?? [], shared, operation);
      if (words !== undefined) shortened.set(operation, words);
    }
  }
  return shortened;
}

function groupByTag(operations: readonly Operation[]): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const [tag = ''] = operation.tags;
    const group = groups.get(tag);
    if (group === undefined) groups.set(tag, [operation]);
    else group.push(operation);
  }
  return groups;
}

/** The parts of the ids of a tag. What all of them begin with may hold `_` itself: `Api_V1_Customers_findAll`. */
function splitIds(ids: readonly string[]): string[][] {
  const pieces = ids.map((id) => (/^[\w-]+$/.test(id) ? id.split(/[_-]+/).filter(Boolean) : [id]));
  const shared = pieces.length < 2 ? 0 : countShared(pieces);
  const prefix = (pieces[0] ?? []).slice(0, shared);
  const rests = pieces.map((parts) => parts.slice(shared).join('_'));
  if (shared < 2 || !isOfCode(prefix, rests)) return ids.map(splitId);
  return pieces.map((parts, index) => parts.slice(0, shared).concat(rests[index] ?? ''));
}

/** Whether ids begin with the names of code, and not with words of a sentence in snake_case. */
function isOfCode(prefix: readonly string[], rests: readonly string[]): boolean {
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
function countShared(ids: readonly string[][]): number {
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

function shortenParts(parts: readonly string[], shared: number, operation: Operation): string[] | undefined {
  let dropped = shared;
  while (dropped < parts.length - 1 && isTechnical(parts[dropped] ?? '')) dropped += 1;
  const verb = parts.findIndex((part) => verbs.has(splitWords(part)[0] ?? ''));
  if (verb !== -1) dropped = Math.min(dropped, verb);
  if (dropped <= 0) return undefined;
  const nouns = parts
    .slice(0, dropped)
    .map((part) => splitWords(part).filter((word) => !technical.has(word)));
  const noun = nouns.findLast((words) => words.length > 0) ?? [];
  const rest = splitWords(parts.slice(dropped).join(' '));
  return rest.length === 0 ? undefined : nameNoun(rest, noun, operation);
}

/** The words with the noun where it belongs, if it has to be said. */
function nameNoun(
  rest: readonly string[],
  noun: readonly string[],
  operation: Operation,
): string[] | undefined {
  if (!verbs.has(rest[0] ?? '')) {
    const isSaid = noun.some((word) => rest.some((other) => toOne(other) === toOne(word)));
    return isSaid ? [...rest] : noun.length === 0 ? undefined : [...noun, ...rest];
  }
  let at = 1;
  while (links.has(rest[at] ?? '') && verbs.has(rest[at + 1] ?? '')) at += 2;
  while (quantities.has(rest[at] ?? '')) at += 1;
  const object = rest[at];
  if (object !== undefined && !links.has(object) && !aspects.has(object)) return [...rest];
  if (noun.length === 0) return undefined;
  return [...rest.slice(0, at), ...countNoun(noun, rest, operation), ...rest.slice(at)];
}

/** The noun in the number that fits: one where the path leads to one, or one is added. */
function countNoun(noun: readonly string[], rest: readonly string[], { path }: Operation): string[] {
  const isMany = rest.some((word) => several.has(word));
  const isOne = rest.includes('one') || /\}[^/]*(?:\/[^/{}]*)?\/?$/.test(path) || adding.has(rest[0] ?? '');
  return isOne && !isMany ? [...noun.slice(0, -1), toOne(noun.at(-1) ?? '')] : [...noun];
}

/** The singular of an English noun, where it is plain. */
function toOne(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|tus)es$/.test(word)) return word.slice(0, -2);
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}
