import { isPlural, lettersOf, selfTerm, stem, termsOf } from './terms.js';
import {
  type Act,
  actsOf,
  determiners,
  doubtful,
  faint,
  many,
  own,
  phrases,
  questions,
  seeking,
  single,
  singular,
  synonyms,
} from './vocabulary.js';

/** What is to be done: `look` is either of `list` and `get`, and `any` what a long query says in other words. */
export type Wish = Act | 'look' | 'any';

/** One thing that is asked for. */
export interface Concept {
  /** The terms that may stand for it, each with how well it does. */
  terms: ReadonlyMap<string, number>;
  weight: number;
  /** The word of the query where no tool knows it; what else it may stand for is a guess. */
  unknown?: string;
}

/** What a query asks for. */
export interface Asked {
  concepts: readonly Concept[];
  wish: Wish;
  /** The term of the verb of an order. */
  verb?: string;
  /** Whether a thing is sought by what is known of it, such as its name. */
  seeks: boolean;
  /** The letters of words that are names, as arguments have them: `cancel_at`, `cancelAt`. */
  named: readonly string[];
}

/** What readers of queries know of the tools. */
export interface Known {
  /** The terms that there are. */
  terms: ReadonlyMap<string, unknown>;
  /** Terms that follow each other in a name: `web hook`. */
  hasPair: (first: string, second: string) => boolean;
  /** Verbs that tools which change something begin with. */
  deeds: ReadonlySet<string>;
  /** Terms of the name of the API, which no thing in it has. */
  apiName: ReadonlySet<string>;
}

/** Characters and words of a query that are looked at. */
const longestQuery = 1_000;
const mostWords = 40;
/** A longer query without a verb may well say in other words what to do. */
const mostOfThing = 6;
/** Sentences of a query that are read by themselves. */
const mostSteps = 3;
/** Words behind the verb among which the thing stands. */
const nearby = 5;

/** How well a term does that is not the very one that was asked for, a verb, since acts are known, and a word that says little. */
const likeness = 0.45;
const ofVerb = 0.75;
export const faintness = 0.3;

/** Reads what a query asks for: each of its parts by itself, where it asks for two or three things. */
export function readQuery(query: string, known: Known): Asked[] {
  const text = query.slice(0, longestQuery).normalize('NFKC').trim();
  const steps = text.split(/(?<=\w)[.?!;]\s+|,?\s+then\s+/i).filter((step) => step !== '');
  const parts = steps.slice(0, mostSteps).flatMap((step) => readStep(step, known));
  const naming = parts.filter((part) => namesThing(part, known));
  return steps.length > 1 && steps.length <= mostSteps && naming.length > 1 ? naming : readStep(text, known);
}

/** One sentence, which may ask for two things. */
function readStep(step: string, known: Known): Asked[] {
  const text = phrases.reduce((said, [pattern, meant]) => said.replace(pattern, meant), step.trim());
  const whole = readPart(text, known);
  const [first = '', second = '', ...more] = text.split(/\s+and(?: then)?\s+/i);
  if (second === '' || more.length > 0) return [whole];
  const left = readPart(first, known);
  const verb = left.verb === undefined ? '' : `${/\w+/.exec(first.replace(/^!\s*/, ''))?.[0]} `;
  const alone = readPart(second, known);
  // A thing beside another is one more only where little is said of either.
  if (alone.verb === undefined && splitQuery(text).length > mostOfThing) return [whole];
  const right = alone.verb === undefined ? readPart(`${verb}${second}`, known) : alone;
  return namesThing(left, known) && namesThing(right, known) ? [left, right] : [whole];
}

/** Whether it is said what is acted on, in a word that tools have. */
function namesThing({ concepts, verb }: Asked, { terms }: Known): boolean {
  return concepts.some(({ unknown, terms: meant, weight }) => {
    const [term = ''] = meant.keys();
    return unknown === undefined && weight === 1 && term !== verb && terms.has(term) && !actsOf.has(term);
  });
}

function readPart(text: string, known: Known): Asked {
  const isAsked = text.startsWith('!');
  const all = splitQuery(text);
  const others = all.filter((word) => !termsOf(word).some((term) => known.apiName.has(term)));
  const words = others.some((word) => termsOf(word).length > 0) && others.length > 1 ? others : all;
  while (words.length > 2 && /^\w+ly$/i.test(words[0] ?? '')) words.shift();
  const lower = words.map((word) => word.toLowerCase());
  const verb = isOrder(lower, isAsked, known) ? stem(lower[0] ?? '') : undefined;
  const named = words.filter((word) => /\p{L}_\p{L}|^\p{Ll}+\p{Lu}/u.test(word)).map(lettersOf);
  return {
    concepts: listConcepts(words, verb, known),
    wish: named.length === words.length ? 'any' : readWish(lower, verb),
    ...(verb !== undefined && { verb }),
    seeks:
      seeking.has(lower[0] ?? '') ||
      /\b(?:by (?:\w+ )?(?:name|title)|called|named|titled|entitled)\b/i.test(text),
    named,
  };
}

/** Addresses of pages and of people: values, and not what a tool is about. */
const addresses = /\bhttps?:\/\/\S+|[^\s@]+@[^\s@]+\.[a-z]{2,}/gi;

function splitQuery(text: string): string[] {
  return (
    text
      .replaceAll(addresses, ' ')
      .replaceAll(/(?<=\p{L})['’]\p{L}{1,2}(?!\p{L})/gu, '')
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  ).slice(0, mostWords);
}

/** Whether the first word of a query is the verb of an order. Questions have none. */
function isOrder([first = '', second = '']: readonly string[], isAsked: boolean, { deeds }: Known): boolean {
  if (second === '' || (questions.has(first) && !isAsked)) return false;
  const term = stem(first);
  const isVerb = !/.(?:ed|ing)$/.test(first) && !doubtful.has(first) && (actsOf.has(term) || deeds.has(term));
  return isVerb || (isAsked && termsOf(first).length > 0) || determiners.has(second);
}

function readWish(words: readonly string[], verb: string | undefined): Wish {
  const [first = ''] = words;
  const act = verb === undefined ? 'look' : (actsOf.get(verb) ?? 'do');
  if (verb === undefined && !questions.has(first) && words.length > mostOfThing) return 'any';
  if (act !== 'look') return act;
  const things = words.slice(verb === undefined ? 0 : 1, nearby + 1);
  const isMany = things.some((word) => isPlural(word) && !singular.has(word));
  const isList = isMany || seeking.has(first) || words.some((word) => many.has(word));
  if (words.some((word) => single.has(word)) || (verb !== undefined && !isList)) return 'get';
  return isList ? 'list' : 'look';
}

function listConcepts(words: readonly string[], verb: string | undefined, known: Known): Concept[] {
  const concepts = new Map<string, Concept>();
  for (const [index, word] of words.entries()) {
    if (concepts.size >= mostWords) break;
    const isVerb = index === 0 && verb !== undefined;
    // What is running or done says how a thing is, not what to do.
    const isState = !isVerb && /.(?:ed|ing)$/i.test(word);
    if (own.has(word.toLowerCase()) && known.terms.has(selfTerm))
      concepts.set(selfTerm, { terms: new Map([[selfTerm, 1]]), weight: likeness });
    for (const term of termsOf(word).slice(0, mostWords))
      if (!concepts.has(term)) {
        const concept = readTerm(term, word, words.length === 1, isState, known);
        concepts.set(term, isVerb && actsOf.has(term) ? { ...concept, weight: ofVerb } : concept);
      }
    for (const term of termsOf(`${words[index - 1] ?? ''}${word}`.toLowerCase()))
      if (!concepts.has(term) && (known.terms.has(term) || synonyms.has(term)))
        concepts.set(term, { ...readTerm(term, word, false, isState, known), weight: likeness });
  }
  return [...concepts.values()];
}

/** A term that nothing is found by may be two, or stand for those like it. */
function readTerm(term: string, word: string, isAlone: boolean, isState: boolean, known: Known): Concept {
  const terms = new Map([[term, 1]]);
  if (!isState) for (const other of synonyms.get(term) ?? []) terms.set(other, likeness);
  const weight = faint.has(term) ? faintness : 1;
  if ([...terms.keys()].some((other) => known.terms.has(other))) return { terms, weight };
  // What a verb asks for is known, whatever the tools are called.
  if (actsOf.has(term)) return { terms, weight: faintness };
  const parts = takeApart(term, known);
  for (const other of parts ?? findSimilar(term, isAlone, known)) terms.set(other, likeness);
  // A number, an id or a letter is a value: nobody expects a tool to know it. `s3` and `k8s` are things.
  const isValue = /^\p{N}+$|^.$|^(?=.*\p{N})(?:.*_.*|.{8,})$/u.test(word);
  if (isValue && !isAlone) return { terms, weight: faintness };
  return { terms, weight, ...(parts === undefined && { unknown: word }) };
}

/** Letters of a part of a word that may be any. */
const longPart = 4;

/** The two terms that a term is written together from: `webhook` is `web` and `hook`. */
function takeApart(term: string, { terms, hasPair }: Known): readonly string[] | undefined {
  for (let cut = 3; cut <= term.length - 3; cut += 1) {
    const [first, second] = [term.slice(0, cut), term.slice(cut)];
    if (!terms.has(first) || !terms.has(second)) continue;
    if ((cut >= longPart && second.length >= longPart) || hasPair(first, second)) return [first, second];
  }
  return undefined;
}

/** Shorter terms are only looked for as the beginning of others: they are like too many. */
const longEnough = 4;

/**
 * What a term that nothing is found by may stand for: those of which it is the beginning, else those that differ in
 * a letter, else, where it is all that is asked for, those that hold it.
 */
function findSimilar(term: string, isAlone: boolean, known: Known): readonly string[] {
  const terms = [...known.terms.keys()];
  const begun = terms.filter((other) => other.startsWith(term));
  if (begun.length > 0 || term.length < longEnough) return begun;
  const near = term.length > longEnough ? terms.filter((other) => differInOne(term, other)) : [];
  return near.length > 0 || !isAlone ? near : terms.filter((other) => other.includes(term));
}

/** Whether one letter is left out, put in, mistaken or swapped with the next. */
function differInOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
