import type { Search, SearchEntry } from '../tool.js';

/** What an entry must match at least, as a part of what the best does. */
const leastOfBest = 0.25;
/** So many are found however little they match beside the best: they are few to read. */
const fewest = 5;

/** How soon more weight of a term adds less, and how much less a term says among many (BM25: k1, b). */
const saturation = 3;
const dilution = 0.75;

/** How well a tool that changes something fits the mere name of a thing. */
const unasked = 0.6;

/** Ranks entries by BM25 over their weighted terms. The index is made when the first search needs it. */
export function createSearch(entries: readonly SearchEntry[]): Search {
  let index: Index | undefined;
  return (query, isWanted = () => true) => {
    index ??= createIndex(entries);
    const scores = new Float64Array(entries.length);
    const { concepts, isLook, isName } = readQuery(query, index.postings);
    for (const concept of concepts) addScores(scores, concept, index);
    // What holds no term of the query is not found, whatever it does.
    if (isLook) addScores(scores, looking, index, scores.slice());
    const asked = plain(query.slice(0, longestName));
    const found: { entry: SearchEntry; score: number }[] = [];
    for (const [place, entry] of entries.entries()) {
      const isAskedFor = asked !== '' && asked === plain(entry.name);
      const doubt = isName && !entry.readOnly ? unasked : 1;
      const score = isAskedFor ? byName : doubt * (scores[place] ?? 0);
      if (score > 0 && isWanted(entry)) found.push({ entry, score });
    }
    const least =
      leastOfBest * Math.max(...found.map(({ score }) => score).filter((score) => score < byName));
    return found
      .toSorted((a, b) => b.score - a.score)
      .filter(({ score }, rank) => rank < fewest || score >= least)
      .map(({ entry }) => entry);
  };
}

/** The score of a tool that is asked for by its name. */
const byName = Number.MAX_VALUE;
/** A longer query is no name. */
const longestName = 200;

/** A name without its case and separators: a tool that is asked for by name comes first. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Of the terms that stand for the same, the one that fits an entry best counts; where some are `found`, for these only. */
function addScores(
  scores: Float64Array,
  concept: Concept,
  { postings, lengths }: Index,
  found?: Readonly<Float64Array>,
): void {
  const best = new Map<number, number>();
  for (const [term, likeness] of concept) {
    for (const posting of postings.get(term) ?? []) {
      const place = Math.floor(posting / weights.length);
      const weight = weights[posting % weights.length] ?? 0;
      const length = 1 - dilution + dilution * (lengths[place] ?? 1);
      const fit = (likeness * weight * (saturation + 1)) / (weight + saturation * length);
      if (fit > (best.get(place) ?? 0)) best.set(place, fit);
    }
  }
  const rarity = Math.log(1 + (scores.length - best.size + 0.5) / (best.size + 0.5));
  for (const [place, fit] of best)
    if (found?.[place] !== 0) scores[place] = (scores[place] ?? 0) + rarity * fit;
}

/** One thing that is asked for: the terms that may stand for it, each with how well it does. */
type Concept = ReadonlyMap<string, number>;

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
interface Wanted {
  concepts: readonly Concept[];
  /** Whether it says of a thing, and not what to do with it: {@link looking} is meant. */
  isLook: boolean;
  /** Whether it is no more than the name of a thing: that is to be looked at. */
  isName: boolean;
}

/** Longer queries that have no verb may well say in other words what to do. */
const longestThing = 2;

/** Reads what a query asks for. */
function readQuery(query: string, vocabulary: Vocabulary): Wanted {
  const text = query.slice(0, longestQuery);
  const terms = [...new Set(termsOf(text))].slice(0, mostTerms);
  const concepts = terms.flatMap((term) => readTerm(term, vocabulary));
  const saysWhatToDo = terms.some(isVerb);
  return {
    concepts: [...concepts, ...joinWords(text, terms, vocabulary)],
    isLook: !saysWhatToDo && concepts.length > 0,
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

/** The two terms that a term is written together from: `webhook` is `web` and `hook`. */
function takeApart(term: string, vocabulary: Vocabulary): readonly string[] | undefined {
  for (let cut = 3; cut <= term.length - 2; cut += 1) {
    const parts = [term.slice(0, cut), term.slice(cut)];
    if (parts.every((part) => vocabulary.has(part))) return parts;
  }
  return undefined;
}

/** What is looked up in a search. */
interface Index {
  /** By term, where it stands: the place of the entry in the list times the number of parts, plus the part. */
  postings: ReadonlyMap<string, readonly number[]>;
  /** What the terms of an entry weigh together, as a multiple of what they do on average. */
  lengths: readonly number[];
}

/** What a term weighs in each part of {@link SearchEntry.terms}. */
const weights = [3, 1, 0.35] as const;
/** The last part does not add to the length: that a tool takes or says much does not make it fit less. */
const countedParts = 2;

/** Turns the terms of entries around: from term to entries. */
function createIndex(entries: readonly SearchEntry[]): Index {
  const postings = new Map<string, number[]>();
  const sums = entries.map(({ terms }, place) => {
    let part = 0;
    let sum = 0;
    for (const term of terms.replaceAll('|', ' | ').split(' ')) {
      if (term === '|') part += 1;
      const weight = weights[part];
      if (term === '' || term === '|' || weight === undefined) continue;
      const found = postings.get(term);
      const posting = place * weights.length + part;
      if (found === undefined) postings.set(term, [posting]);
      else found.push(posting);
      if (part < countedParts) sum += weight;
    }
    return sum;
  });
  const average = sums.reduce((sum, length) => sum + length, 0) / sums.length || 1;
  return { postings, lengths: sums.map((sum) => sum / average) };
}

/** Words that tell no tool from another. */
const stopWords = new Set(
  (
    'a all an and any are as at be been by can could do does for from had has have he her here him his how i if ' +
    'in into is it its just like many may me much my need not of on or our please she should so some than that ' +
    'the their them then there these they this those to us use using want was we were what when where which ' +
    'who whose why will with would you your'
  ).split(' '),
);

/** Characters of a term. */
const longest = 40;

/** The terms by which a text is found: its words less those that say nothing, each by its stem. */
export function termsOf(text: string): string[] {
  return splitText(text)
    .filter((word) => !stopWords.has(word))
    .map((word) => stem(word.slice(0, longest)));
}

/** A run of letters, as camel case divides them, with the digits that follow it: `pets`, `URL`, `v1beta1`; or a number. */
const words =
  /(?:\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+)(?:\p{Nd}+\p{Ll}*)*|\p{Nd}+/gu;
/** The ends of words such as `pet's` and `don't`. */
const ends = /(?<=\p{L})['’]\p{L}{1,2}(?!\p{L})/gu;
/** Scripts that put no spaces between words, or join what English divides. */
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]{2,}/u;

/**
 * The words of a text, a name or a path, in lower case and without diacritics: `listPets`, `list-pets` and
 * `list pets` are the same. Where words have no spaces between them, each two neighbouring characters are one.
 */
function splitText(text: string): string[] {
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFC').replaceAll(ends, '');
  return (folded.match(words) ?? []).flatMap((word) => {
    const lower = word.toLowerCase();
    return unspaced.test(lower) ? pairs([...lower]) : lower;
  });
}

function pairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** What a word needs to be shortened at all. */
const shortest = 3;

/**
 * The stem of an English word in lower case: `repositories` and `repository` have the same, so do `creates`,
 * `created` and `creating`. It need not be a word. Words of other scripts, and those with digits, stay as they are.
 */
function stem(word: string): string {
  if (word.length < shortest || !/^[a-z]+$/.test(word)) return word;
  return dropEnd(dropEnding(toSingular(word)));
}

function toSingular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|z)es$/.test(word)) return word.slice(0, -2);
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

function dropEnding(word: string): string {
  const [, root = ''] = /^(\w{3,}?)(?:ing|ed)$/.exec(word) ?? [];
  if (!/[aeiouy]/.test(root)) return word;
  return /([bdgmnprt])\1$/.test(root) ? root.slice(0, -1) : root;
}

function dropEnd(word: string): string {
  if (word.length <= shortest) return word;
  return word.endsWith('e') ? word.slice(0, -1) : word.replace(/y$/, 'i');
}

/** The terms that there are. */
type Vocabulary = ReadonlyMap<string, unknown>;

/** Shorter terms are only looked for as the beginning of others: they are like too many. */
const longEnough = 4;

/**
 * What a term that nothing is found by may stand for: those of which it is the beginning, else those that differ in
 * a letter, else those that hold it.
 */
function similar(term: string, vocabulary: Vocabulary): readonly string[] {
  const terms = [...vocabulary.keys()];
  const ways = [
    () => terms.filter((other) => other.startsWith(term)),
    () => terms.filter((other) => differInOne(term, other)),
    () => terms.filter((other) => other.includes(term)),
  ];
  for (const way of term.length < longEnough ? ways.slice(0, 1) : ways) {
    const found = way();
    if (found.length > 0) return found;
  }
  return [];
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

/** Words that mean about the same where an API is concerned; a word may stand in several lines. */
const verbs = [
  'create add new insert post make register generate creation write save store record',
  'get read fetch show retrieve view describe return obtain display see look inspect detail info information',
  'list index search find query browse enumerate lookup',
  'get list show return retrieve',
  'update edit modify change patch set put replace alter adjust configure',
  'delete remove destroy drop erase deletion removal discard purge prune clear clean',
  'revoke remove detach unassign withdraw',
  'grant give assign attach allow add',
  'cancel stop abort end terminate halt kill',
  'start run launch begin trigger execute exec invoke',
  'enable activate',
  'disable deactivate',
  'upload import push',
  'download export pull',
  'send submit post publish deliver',
  'check verify validate test status',
  'copy duplicate clone fork',
  'restore recover undelete',
  'backup snapshot',
];

/** Other words that do. */
const others = [
  'count total number',
  'image picture photo',
  'email mail',
  'app application',
  'auth authentication authorization',
  'config configuration setting',
  'doc document documentation',
  'env environment',
  'id identifier',
  'org organization organisation',
  'repo repository',
  'person people',
];

/** Other terms for the same, by term. */
const table = new Map<string, Set<string>>();
for (const group of [...verbs, ...others]) {
  const terms = group.split(' ').map(stem);
  for (const term of terms) {
    const known = table.get(term) ?? new Set();
    table.set(term, known);
    for (const other of terms) if (other !== term) known.add(other);
  }
}

/** The terms that mean about the same as a term. */
function related(term: string): Iterable<string> {
  return table.get(term) ?? [];
}

const verbTerms = new Set(verbs.flatMap((group) => group.split(' ').map(stem)));

/** Whether a term says what is done. */
function isVerb(term: string): boolean {
  return verbTerms.has(term);
}
