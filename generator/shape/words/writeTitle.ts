import type { Operation } from '../../model/api.js';
import { verbs } from '../../model/names.js';
import { splitPlainly } from '../../text/sentences.js';
import { faint, splitWords, termsOf, usual } from '../../text/words.js';

/** Longest title: clients show it in one line. */
export const longestTitle = 80;
/** Sentences of a description among which a title is looked for: what follows says more of the same. */
const mostSentences = 3;
/** Characters of a description that may hold them. */
const longestLookedAt = 2_000;
/** Up to here, a title may take one clause more. */
const shortTitle = 60;
/** Words that a description must have beyond the name to take the place of a summary. */
const fewestMore = 2;
/** Shortest beginning of a sentence that is a title: less says too little. */
const shortestTitle = 16;

/** The beginnings of words that tell what is done: `retriev` of `Retrieves`. */
const acts: ReadonlySet<string> = new Set(
  termsOf(`${[...verbs].join(' ')} transition provide allow let serve promote`),
);
/** Words that stand before others: a title that ends in one waits for the next. */
const waiting: ReadonlySet<string> = new Set(
  termsOf('new existing current certain given specified specific'),
);
/** What a clause begins with that a title can do without. */
const clauses =
  /[,;:] | [-–—] | \(| (?:that|which|where|when|while|if|so that|such that|unless|because|based on) /g;
/** A name that ends in a hash. */
const hashed = /_(?=[a-f]*\d)[0-9a-f]{6,}$/;
/** What a phrase begins with. */
const phrases = / (?:with|via|by|for|from|in|on|to|using) /g;
/** A method and a path, a path alone, or a name written as one word: `users-list`, `listUsers`. */
const madeOfPath = /^(?:(?:get|put|post|delete|options|head|patch|trace)\s+)?\/\S*$/i;
const madeOfName = /^\p{Ll}[\p{L}\p{N}]*(?:[-_.\p{Lu}][\p{L}\p{N}]*)+$/u;

/**
 * The title of a tool: the summary of its operation. Where that is none, is made of the path or repeats the name, it is
 * what the description says is done, up to the end of a clause, if that says more.
 */
export function writeTitle(
  { operationId, method, path }: Pick<Operation, 'operationId' | 'method' | 'path'>,
  { summary, description }: Readonly<Record<'summary' | 'description', string>>,
  name: string,
): string {
  const known = new Set(termsOf(name));
  const tellsMore = (text: string, least: number): boolean =>
    new Set(termsOf(text).filter((term) => !known.has(term) && !faint.has(term) && !usual.has(term))).size >=
    least;
  const own = madeOfPath.test(summary) || madeOfName.test(summary) ? '' : summary;
  if (own !== '' && tellsMore(own, 1))
    return own.length > longestTitle ? shorten(own, longestTitle) || own : own;
  const act = findAct(description);
  if (own !== '') return act !== '' && tellsMore(act, fewestMore) ? act : own;
  // What a framework puts to an id is no word of the tool: `findAll_1`, `PetsController_list`.
  const called = hashed.test(name) ? operationId : name;
  return act || findFirst(description) || humanise(called, `${method} ${path}`);
}

/** The first of the sentences that begins with a verb, to where a clause ends. */
function findAct(description: string): string {
  const sentences = splitPlainly(description.slice(0, longestLookedAt)).slice(0, mostSentences);
  const act = sentences.find((sentence, place) => {
    const [verb = ''] = /^[a-z]+/i.exec(sentence) ?? [];
    // Later, only `Returns` speaks of the operation: `Follow the cursor` is said to the caller.
    const isOfTool = place === 0 ? !/.(?:ed|ing)$|^use$/i.test(verb) : verb.endsWith('s');
    return isOfTool && acts.has(termsOf(verb)[0] ?? '');
  });
  return act === undefined ? '' : shorten(act, shortTitle);
}

/** The first sentence, where it is short enough for a title. */
function findFirst(description: string): string {
  const [first = ''] = splitPlainly(description.slice(0, longestLookedAt));
  return first.length <= longestTitle ? first : '';
}

/**
 * A sentence up to the end of the last clause with which it is short, else of the first if that fits at all, else of as
 * many phrases as fit.
 */
function shorten(sentence: string, short: number): string {
  const fitting = (ends: RegExp): string[] =>
    [...[...sentence.matchAll(ends)].map(({ index }) => index), sentence.length]
      .map((end) => sentence.slice(0, end).replace(/[,;:]$/, ''))
      .filter((text) => text.length <= longestTitle && (text === sentence || standsAlone(text)));
  const [first, ...others] = fitting(clauses);
  const longest = [first ?? '', ...others].findLast((text) => text.length <= short);
  return longest || first || (fitting(phrases).at(-1) ?? '');
}

/** Whether the beginning of a sentence can stand alone: no bracket is open, and no word waits for the next. */
function standsAlone(text: string): boolean {
  const last = /\p{L}+(?=\.?$)/u.exec(text)?.[0] ?? '';
  return (
    text.length >= shortestTitle &&
    text.split('(').length === text.split(')').length &&
    (last === '' || (last.length > 1 && termsOf(last).some((term) => !waiting.has(term))))
  );
}

/** `listPets` is `List pets`. */
function humanise(name: string, otherwise: string): string {
  const words = splitWords(name);
  const text = (words.length > 0 ? words : splitWords(otherwise)).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
