import type { Found, Search, SearchEntry } from '../tool.js';
import { type Asked, type Concept, type Known, type Wish, faintness, readQuery } from './readQuery.js';
import { lettersOf, termsOf } from './terms.js';
import { type Act, actsOf, usual } from './vocabulary.js';

/** What an entry must match at least, as a part of what the best does. */
const leastOfBest = 0.1;
/** So many are found however little they match beside the best: they are few to read. */
const fewest = 5;

/** What a term weighs in each part of {@link SearchEntry.terms}. */
const weights = [3, 3, 1.5, 0.8, 0.3] as const;
/** From this weight on, a part says what a tool is about: a word that few tools have there tells, however many mention it. */
const ofHead = 3;
/** How soon more weight of a term adds less (BM25: k1). What else an entry says makes it fit no less (b = 0). */
const saturation = 3;
/** What the words of a tool's thing, and of its names, cost that nobody asked for. */
const excess = { thing: 0.15, names: 0.5 };
/** How much better a tool fits that begins with the very verb, and how much less one that is deprecated. */
const begun = 1.15;
const outdated = 0.7;
/** How much better a tool fits that takes an argument of the very name. */
const taken = 3;
/** Place up to which the best of the tools that seek is brought where a thing is sought. */
const sought = 2;

/** Ranks entries by what they are about and by what they do to it; `name` is the API's. The index is made when the first search needs it. */
export function createSearch(entries: readonly SearchEntry[], name = ''): Search {
  let index: Index | undefined;
  return (query, isWanted = () => true) => {
    index ??= createIndex(entries, name);
    const parts = readQuery(query, index).map((asked) => rank(asked, index as Index, isWanted));
    const found = parts.map((part) => part.entries).reduce(interleave);
    const called = query.length > longestName ? [] : (index.called.get(lettersOf(query)) ?? []);
    const unknown = [...new Set(parts.flatMap((part) => part.unknown))];
    return {
      entries: [...new Set([...called.filter(isWanted), ...found])],
      unknown,
      isPoor: unknown.length * 2 > parts.reduce((sum, { words }) => sum + words, 0),
    };
  };
}

/** What is found of one thing that is asked for, and how many words said it. */
interface Ranked extends Pick<Found, 'entries' | 'unknown'> {
  words: number;
}

/** A longer query is no name. */
const longestName = 200;

function interleave(first: readonly SearchEntry[], second: readonly SearchEntry[]): SearchEntry[] {
  const longest = first.length > second.length ? first : second;
  return longest.flatMap((_, place) => [first[place] ?? [], second[place] ?? []].flat());
}

function rank(asked: Asked, index: Index, isWanted: (entry: SearchEntry) => boolean): Ranked {
  const scores = new Map<number, Score>();
  for (const concept of asked.concepts) addScores(scores, concept, index);
  const known = new Set(asked.concepts.flatMap(({ terms }) => [...terms.keys()]));
  const ranked = [...scores]
    .map(([place, { sum, isSure }]) => {
      const entry = index.entries[place] as SearchEntry;
      // What changes something is not offered on a guess.
      const isFit = isWanted(entry) && (isSure || entry.readOnly);
      return { entry, place, sum: isFit ? sum * suit(place, asked, known, index) : 0 };
    })
    .filter(({ sum }) => sum > 0)
    .toSorted((a, b) => b.sum - a.sum || a.place - b.place);
  const least = leastOfBest * (ranked[0]?.sum ?? 0);
  const found = ranked.filter(({ sum }, place) => place < fewest || sum >= least).map(({ entry }) => entry);
  return {
    entries: asked.seeks ? bringUp(found, index.entries.filter(isWanted)) : found,
    unknown: asked.concepts.flatMap(({ unknown }) => unknown ?? []),
    words: asked.concepts.length,
  };
}

/** Brings the best tool that seeks by a text among the first, or the only one there is. */
function bringUp(found: readonly SearchEntry[], wanted: readonly SearchEntry[]): readonly SearchEntry[] {
  const [only, ...others] = wanted.filter(({ seeks }) => seeks);
  const best = found.find(({ seeks }) => seeks) ?? (others.length === 0 ? only : undefined);
  if (best === undefined || found.slice(0, sought + 1).includes(best)) return found;
  const rest = found.filter((entry) => entry !== best);
  return [...rest.slice(0, sought), best, ...rest.slice(sought)];
}

interface Score {
  sum: number;
  /** Whether a word of the query says something of it, and is no guess. */
  isSure: boolean;
}

/** Of the terms that stand for the same, the one that fits an entry best counts. */
function addScores(
  scores: Map<number, Score>,
  { terms, weight, unknown }: Concept,
  { terms: postings, entries }: Index,
): void {
  const best = new Map<number, number>();
  const inHead = new Set<number>();
  for (const [term, likeness] of terms) {
    for (const posting of postings.get(term) ?? []) {
      const place = Math.floor(posting / weights.length);
      const heavy = weights[posting % weights.length] ?? 0;
      const fit = (likeness * heavy * (saturation + 1)) / (heavy + saturation);
      if (heavy >= ofHead) inHead.add(place);
      if (fit > (best.get(place) ?? 0)) best.set(place, fit);
    }
  }
  const rarity = rarityOf(best.size, entries.length);
  const rarityInHead = rarityOf(inHead.size, entries.length);
  for (const [place, fit] of best) {
    const { sum = 0, isSure = false } = scores.get(place) ?? {};
    scores.set(place, {
      sum: sum + weight * (inHead.has(place) ? rarityInHead : rarity) * fit,
      isSure: isSure || (unknown === undefined && weight > faintness),
    });
  }
}

function rarityOf(found: number, of: number): number {
  return Math.log(1 + (of - found + 0.5) / (found + 0.5));
}

/** How well a tool suits what is asked, whatever its words: what it does, and what it is about besides. */
function suit(place: number, { wish, verb, named }: Asked, known: ReadonlySet<string>, index: Index): number {
  const { entries, own, rarity, taking } = index;
  const { act = 'do', old = false } = entries[place] as SearchEntry;
  const { thing, names, verb: begins } = own[place] as Own;
  const wished = wish === 'list' || wish === 'get' ? 'look' : wish;
  const sum = (some: readonly string[]) => some.reduce((total, term) => total + (rarity.get(term) ?? 0), 0);
  const unasked = (terms: readonly string[]) => {
    // A verb that comes to what is asked for was asked for.
    const all = sum(terms);
    return all === 0 ? 1 : sum(terms.filter((term) => !known.has(term) && actsOf.get(term) !== wished)) / all;
  };
  const isMeant = verb !== undefined && (begins === verb || actsOf.get(begins) === wish);
  return (
    (isMeant ? 1 : suitAct(wish, act)) *
    (begins === verb && !usual.has(begins) ? begun : 1) *
    (old ? outdated : 1) *
    (named.some((name) => taking.get(name)?.has(place)) ? taken : 1) *
    (1 - excess.names * unasked(names)) *
    (1 - excess.thing * unasked(thing))
  );
}

/** How well what a tool does suits what is to be done. */
function suitAct(wish: Wish, act: Act): number {
  const looks = act === 'list' || act === 'get';
  if (wish === act) return 1;
  if (wish === 'any') return looks ? 1 : 0.75;
  if (wish === 'look') return looks ? 1 : 0.4;
  const looked = wish === 'list' || wish === 'get';
  if (looked && looks) return 0.8;
  if (looked || looks || act === 'delete' || wish === 'delete') return 0.4;
  return 0.75;
}

/** What an entry is about. */
interface Own {
  thing: readonly string[];
  names: readonly string[];
  /** The term that its title begins with. */
  verb: string;
}

/** What is looked up in a search. */
interface Index extends Known {
  entries: readonly SearchEntry[];
  /** By term, where it stands: the place of the entry in the list times the number of parts, plus the part. */
  terms: ReadonlyMap<string, readonly number[]>;
  /** By name, in any case and with any separators. */
  called: ReadonlyMap<string, readonly SearchEntry[]>;
  own: readonly Own[];
  /** By the letters of an argument's name, the places of the entries that take it. */
  taking: ReadonlyMap<string, ReadonlySet<number>>;
  /** By term, how much it says of what an entry is about. */
  rarity: ReadonlyMap<string, number>;
}

/** Turns the terms of entries around: from term to entries. */
function createIndex(entries: readonly SearchEntry[], name: string): Index {
  const postings = new Map<string, number[]>();
  const called = new Map<string, SearchEntry[]>();
  const taking = new Map<string, Set<number>>();
  const counts = new Map<string, number>();
  const own = entries.map((entry, place): Own => {
    const parts = entry.terms.split('|').map((part) => part.split(' ').filter((term) => term !== ''));
    for (const [part, terms] of parts.slice(0, weights.length).entries()) {
      for (const term of terms) add(postings, term, place * weights.length + part);
    }
    add(called, lettersOf(entry.name), entry);
    for (const letters of entry.arguments.split(/[^\w$@.-]+/).map(lettersOf)) {
      taking.set(letters, (taking.get(letters) ?? new Set<number>()).add(place));
    }
    const [thing = [], named = []] = parts.map((terms) => terms.filter((term) => !usual.has(term)));
    const names = [...thing, ...named];
    for (const term of names) counts.set(term, (counts.get(term) ?? 0) + 1);
    return { thing, names, verb: termsOf(entry.title)[0] ?? '' };
  });
  const things = new Set(own.flatMap(({ thing }) => thing));
  const looked = new Set(own.flatMap(({ thing }, place) => (entries[place]?.readOnly ? thing : [])));
  const first = own.flatMap(({ verb }, place) => (entries[place]?.readOnly ? [] : [verb]));
  return {
    entries,
    terms: postings,
    called,
    own,
    taking,
    rarity: new Map([...counts].map(([term, count]) => [term, rarityOf(count, entries.length)])),
    deeds: new Set(first.filter((term) => term !== '' && !looked.has(term))),
    apiName: new Set(termsOf(name).filter((term) => !things.has(term))),
    hasPair: (one, other) => entries.some(({ terms }) => terms.includes(`${one} ${other}`)),
  };
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const found = map.get(key);
  if (found === undefined) map.set(key, [value]);
  else found.push(value);
}
