import type { Api, Operation, Schema } from '../model/api.js';
import { verbs } from '../model/verbs.js';
import { flatten } from './flatten.js';
import { foldText } from './foldText.js';
import { hashText } from './hashText.js';
import { listSuccesses } from './listSuccesses.js';
import { shortenIds } from './shortenIds.js';
import { splitWords } from './splitWords.js';
import { typesOf } from './typesOf.js';

/** The words of the name that an operation would like at a turn. */
export type Wisher = (operation: Operation, turn: number) => string[];

/** Words that end in an s and are one thing. */
const single =
  /(?:ss|us|is)$|^(?:alias|analytics|aws|canvas|credentials|details|dns|gps|graphics|https|kubernetes|metrics|news|os|preferences|properties|series|settings|sms|specs|statistics|stats|tls)$/;

/**
 * The words of the names that operations would like, best first: those of the id without what its tag shares, of
 * the whole id, of method and path, then with a hash of the operation. From the sixth turn on each is short enough
 * never to be cut, and a new one.
 */
export function wishName({
  operations,
  leftOut,
  components = {},
}: Pick<Api, 'operations' | 'leftOut'> & Partial<Pick<Api, 'components'>>): Wisher {
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
