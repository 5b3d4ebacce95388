import { isVerb, related } from './related.js';
import { similar, type Vocabulary } from './similar.js';
import { splitText } from './splitText.js';
import { takeApart } from './takeApart.js';
import { termsOf } from './termsOf.js';

/** One thing that is asked for: the terms that may stand for it, each with how well it does. */
export type Concept = ReadonlyMap<string, number>;

/** Characters and terms of a query that are looked at. */
const longestQuery = 1_000;
const mostTerms = 40;

/** How well a term does that is not the very one that was asked for. */
const likeness = 0.45;

/** Where nothing says what to do, it is to look. */
const looking: Concept = new Map([
  ['get', likeness],
  ['list', likeness],
  ['read', likeness],
]);

/** What a query asks for. */
export interface Wanted {
  concepts: readonly Concept[];
  /** Whether it is no more than the name of a thing: that is to be looked at. */
  isName: boolean;
}

/** Longer queries that have no verb may well say in other words what to do. */
const longestThing = 2;

/** Reads what a query asks for. */
export function readQuery(query: string, vocabulary: Vocabulary): Wanted {
  const text = query.slice(0, longestQuery);
  const terms = [...new Set(termsOf(text))].slice(0, mostTerms);
  const concepts = terms.flatMap((term) => readTerm(term, vocabulary));
  const saysWhatToDo = terms.some(isVerb);
  return {
    concepts: [
      ...concepts,
      ...joinWords(text, terms, vocabulary),
      ...(saysWhatToDo || concepts.length === 0 ? [] : [looking]),
    ],
    isName: !saysWhatToDo && terms.length <= longestThing,
  };
}

/** A term that nothing is found by may be two, or stand for others. */
function readTerm(term: string, vocabulary: Vocabulary): Concept[] {
  const concept = new Map([[term, 1]]);
  for (const other of related(term)) concept.set(other, likeness);
  if ([...concept.keys()].some((other) => vocabulary.has(other))) return [concept];
  const parts = takeApart(term, vocabulary);
  if (parts !== undefined) return parts.map((part) => new Map([[part, likeness]]));
  const others = similar(term, vocabulary);
  return others.length === 0 ? [] : [new Map(others.map((other) => [other, likeness]))];
}

/** What two neighbouring words make together, where that is a term: `top up` is `topup`. */
function joinWords(text: string, terms: readonly string[], vocabulary: Vocabulary): Concept[] {
  const words = splitText(text).slice(0, mostTerms);
  const joined = words.slice(1).flatMap((word, index) => termsOf(`${words[index]}${word}`));
  return [...new Set(joined)]
    .filter((term) => vocabulary.has(term) && !terms.includes(term))
    .map((term) => new Map([[term, likeness]]));
}
