import type { Api, Operation } from '../../model/api.js';
import { hashText } from '../../text/hash.js';
import { memoizeIn } from '../../text/memo.js';
import { splitWords, toMany, toOne } from '../../text/words.js';
import { readIds } from './readIds.js';
import { isGeneral, literalsOf, namePaths, nameResources, spellPath, trimPaths } from './namePaths.js';
import { trimIds } from './trimIds.js';
import { countVerb, placeObject, share } from './vocabulary.js';

/** What an operation can be called by. */
interface Candidates {
  /** Words that it would like, best first. */
  wishes: string[][];
  /** Whether a word is of the tag, or a version. */
  isOfGroup: (word: string) => boolean;
  /** How many operations of its tag, of all, have a word in what they would like best. */
  commonness: (word: string) => number;
}

/** A preposition before a placeholder. */
const by = 'by';

/**
 * The words of the names that operations would like, best first: those of the id without what a framework or their tag
 * puts to it, the same with what their path has beyond those of others that want the same, then those of
 * method and path.
 */
export function candidateName(
  api: Pick<Api, 'operations' | 'leftOut'> & Partial<Pick<Api, 'components'>>,
): (operation: Operation) => Candidates {
  const { components = {} } = api;
  const operations = [...api.operations, ...api.leftOut];
  const spelled = new Map(operations.map((operation) => [operation, spellPath(operation)]));
  const trim = trimPaths([...spelled.values()]);
  const pathOf = (operation: Operation): string => spelled.get(operation) ?? operation.path;
  const ids = readIds(operations);
  const { verbOf, wordsOf } = namePaths({ operations, components });
  const labelled = operations.flatMap((operation) => {
    const { text: id = '', isOfProgram = false } = ids.get(operation) ?? {};
    return id === '' ? [] : [{ operation, id, path: trim(pathOf(operation)), isOfProgram }];
  });
  const short = trimIds(labelled);
  const best = new Map(
    operations.map((operation): [Operation, string[]] => {
      const { method } = operation;
      const path = pathOf(operation);
      const { text = '', isOfProgram = false } = ids.get(operation) ?? {};
      const words = short.get(operation)?.best ?? splitWords(text);
      if (words.length === 0)
        return [operation, wordsOf(nameResources(trim(path), operation), verbOf(operation))];
      const acted = isOfProgram ? findActedOn(words, operation) : undefined;
      if (acted !== undefined) return [operation, [...words, acted]];
      const isVerb = words.some((_, at) => countVerb(words.slice(at)) > 0);
      const isSaid = literalsOf(path).some((literal) => share(words, literal));
      if (isOfProgram && !isVerb && (method === 'GET' || isSaid))
        return [operation, [verbOf(operation), ...words]];
      return [operation, beginWithLetter(words, operation)];
    }),
  );
  const apart = tellApart(labelled, best);
  const tally = countWords(operations, best);
  return (operation) => {
    const { path, method } = operation;
    const whole = pathOf(operation);
    const wanted = best.get(operation) ?? [];
    const wishes = [
      wanted,
      apart(operation) ?? [],
      short.get(operation)?.other ?? [],
      wordsOf(nameResources(trim(whole), operation), verbOf(operation)),
      wordsOf(trim(whole), verbOf(operation)),
      wordsOf(path, verbOf(operation)),
      wordsOf(path, method.toLowerCase()),
    ].flatMap((words) => (words.length === 0 ? [] : [beginWithLetter(words, operation)]));
    const ofTag = splitWords(operation.tags[0] ?? '');
    // The noun of the tag that was put in is not in the id.
    const added = splitWords(operation.operationId).includes(toOne(ofTag.at(-1) ?? ''))
      ? []
      : ofTag.map(toOne);
    const isOfGroup = (word: string) => ofTag.includes(word) || added.includes(word) || isGeneral(word);
    return { wishes, isOfGroup, commonness: tally(operation) };
  };
}

/** What one word acts on that is the last segment behind one of several things: of `rate` at `/books/{id}/rate`, `book`. */
function findActedOn(
  [verb = '', ...more]: readonly string[],
  { method, path }: Operation,
): string | undefined {
  if (more.length > 0 || method !== 'POST' || toMany(verb) === verb) return undefined;
  const [, things = '', last = ''] = /([^/{}]+)\/\{[^{}]+\}\/([^/{}]+)\/?$/.exec(path) ?? [];
  const thing = splitWords(things).at(-1);
  return thing === undefined || splitWords(last).join(' ') !== verb ? undefined : toOne(thing);
}

/** The words of a name, which begins with a letter. */
function beginWithLetter(words: string[], { method }: Operation): string[] {
  return /^[a-z]/.test(words[0] ?? '') ? words : [...splitWords(method), ...words];
}

/** What hashes of an operation are made of: it is the same in every order of the document. */
export function identify({ pointer, operationId }: Operation): string {
  return `${pointer} ${operationId}`;
}

/** A name that is short enough never to be cut, and a new one at each turn. */
export function nameByHash(operation: Operation, turn: number): string[] {
  return [...splitWords(operation.method), hashText(`${identify(operation)} ${turn}`, 20)];
}

/** How common words are among what the operations of a tag want to be called. */
function countWords(
  operations: readonly Operation[],
  best: ReadonlyMap<Operation, string[]>,
): (operation: Operation) => (word: string) => number {
  const groups = new Map<string, { size: number; counts: Map<string, number> }>();
  for (const operation of operations) {
    const [tag = ''] = operation.tags;
    const group = memoizeIn(groups, tag, () => ({ size: 0, counts: new Map<string, number>() }));
    group.size += 1;
    for (const word of new Set(best.get(operation)))
      group.counts.set(word, (group.counts.get(word) ?? 0) + 1);
  }
  return ({ tags: [tag = ''] }) => {
    const { size = 0, counts } = groups.get(tag) ?? {};
    // Of a few, what they share is what they are about.
    return (word) => (size < 3 ? 0 : (counts?.get(word) ?? 0) / size);
  };
}

/** An operation that wants what others want. */
interface Rival {
  path: string;
  literals: string[];
  /** The last placeholder, by which one of several is named. */
  last: string;
  /** The version in the whole path; empty where there is none. */
  version: string;
}

/**
 * What is wanted by several operations, with the words of the path that not all of theirs have, where they belong: of
 * `listPets` at `/owners/{id}/pets`, `list owner pets`; with the version where no other word differs, else with the placeholder.
 * Undefined where nothing differs, or the verb is that of another method.
 */
function tellApart(
  labelled: readonly { operation: Operation; path: string }[],
  best: ReadonlyMap<Operation, string[]>,
): (operation: Operation) => string[] | undefined {
  const groups = new Map<string, Rival[]>();
  const own = new Map<Operation, Rival>();
  for (const { operation, path } of labelled) {
    const key = (best.get(operation) ?? []).join(' ');
    const [, last = ''] = [...path.matchAll(/\{([^{}]*)\}/g)].at(-1) ?? [];
    const version = operation.path.split('/').find((segment) => /^v\d+\w*$/i.test(segment)) ?? '';
    const rival = { path, literals: literalsOf(path).flat(), last, version };
    own.set(operation, rival);
    memoizeIn(groups, key, (): Rival[] => []).push(rival);
  }
  const shared = new Map(
    [...groups].map(([key, rivals]) => {
      const sets = rivals.map(({ literals }) => new Set(literals.map(toOne)));
      const [first = new Set<string>()] = sets;
      const literals = new Set([...first].filter((word) => sets.every((set) => set.has(word))));
      return [
        key,
        {
          size: rivals.length,
          literals,
          lasts: new Set(rivals.map(({ last }) => last)),
          versions: new Set(rivals.map(({ version }) => version)),
        },
      ] as const;
    }),
  );
  return (operation) => {
    const words = best.get(operation) ?? [];
    const rivals = shared.get(words.join(' '));
    const rival = own.get(operation);
    if (rival === undefined || rivals === undefined || rivals.size < 2 || isAtOdds(operation, words))
      return undefined;
    const said = new Set([...words.map(toOne), ...rivals.literals]);
    const more = new Set(rival.literals.filter((word) => !said.has(toOne(word))));
    if (more.size > 0) return addWords(words, more, rival);
    if (rival.version !== '' && rivals.versions.size > 1) return [...words, rival.version.toLowerCase()];
    if (rival.last === '' || rivals.lasts.size === 1 || words.includes(by)) return undefined;
    return [...words, by, ...splitWords(rival.last)];
  };
}

/** Puts words of the path before the object that they lead to, and those after it behind. */
function addWords(words: readonly string[], more: ReadonlySet<string>, { path, literals }: Rival): string[] {
  const at = placeObject(words);
  const object = new Set(words.slice(at).map(toOne));
  const place = literals.findLastIndex((word) => object.has(toOne(word)));
  // Numbers do not describe what follows.
  const isBefore = (word: string) => /^[a-z]/.test(word) && (place === -1 || literals.indexOf(word) < place);
  const before = [...more]
    .filter(isBefore)
    .map((word) => (path.toLowerCase().includes(`${word}/{`) ? toOne(word) : word));
  const after = [...more].filter((word) => !isBefore(word));
  // In `users list` the verb is last.
  const end = at === 0 && countVerb(words.slice(-1)) > 0 ? words.length - 1 : words.length;
  return [...words.slice(0, at), ...before, ...words.slice(at, end), ...after, ...words.slice(end)];
}

const reading = new Set('fetch find get list read retrieve show view'.split(' '));
const writing = new Set('add create delete destroy edit patch put remove replace store update'.split(' '));

/** Whether the verb is that of another method: where an id was copied from another operation. */
export function isAtOdds({ method }: Operation, [verb = '']: readonly string[]): boolean {
  return method === 'GET' ? writing.has(verb) : reading.has(verb) && method !== 'POST';
}
