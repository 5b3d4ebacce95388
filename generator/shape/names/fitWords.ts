import { verbs } from '../../model/names.js';
import { countVerb, links } from './vocabulary.js';

/** Words that make the opposite of what stands beside them. */
const negations = new Set('except no non not un without'.split(' '));

/** Most words that are looked at. */
const most = 40;
/** Most ways that are tried besides the first. */
const furthest = 8;

/** What says how telling the words of a name are. */
interface Means {
  /** Words of the group that all names beside this one are of, and versions. */
  isOfGroup: (word: string) => boolean;
  /** How many of the names beside this one have a word, of all. */
  commonness: (word: string) => number;
  fits: (words: readonly string[]) => boolean;
}

/** A word of a name, and when it is dropped: what has a lower rank is first. */
interface Place {
  index: number;
  rank: number;
}

/** The rank of words of the group, which are dropped together: a version says little without it. */
const ofGroup = 0;
/** The rank of what goes when all else has gone. */
const last = 9;

/**
 * Shorter ways to say words, best first, each of which fits. The words of the group are dropped first, then prepositions,
 * then what most names beside this one have, then what is in the middle, the most common first; the verb in front
 * and the last word stay. Each further way keeps one of the words that the first one drops, by which it may be told from
 * another name. None where nothing that may be dropped makes it fit.
 */
export function fitWords(words: readonly string[], means: Means): string[][] {
  if (words.length > most) return [];
  const places = rankPlaces(words, means);
  const first = dropUntil(words, places, means.fits);
  if (first === undefined) return [];
  const dropped = places.filter(({ index }) => !first.includes(index)).slice(0, furthest);
  const others = dropped.map((kept) =>
    dropUntil(
      words,
      places.filter((place) => place !== kept),
      means.fits,
    ),
  );
  return [first, ...others].flatMap((indices) =>
    indices === undefined ? [] : [indices.map((index) => words[index] ?? '')],
  );
}

/** The places of words that may be dropped, first those that go first. */
function rankPlaces(words: readonly string[], { isOfGroup, commonness }: Means): Place[] {
  const middle = (words.length - 1) / 2;
  const start = Math.max(countVerb(words), 1);
  const link = words.findIndex((word, index) => index > start && links.has(word));
  const rankWord = (word: string, index: number): number => {
    // What the verb acts on is told from what else is said by a preposition.
    if (index === link - 1) return last;
    // A thing may be called as its group is: of two such words the first is that of the group.
    if (isOfGroup(word) && words.indexOf(word) === index) return ofGroup;
    if (links.has(word) || word === 'the' || word === 'a') return 1;
    if (commonness(word) > 0.5) return 2 + index / words.length;
    return (verbs.has(word) ? 4 : 3) + Math.min(1 - commonness(word), 0.99);
  };
  return words
    .map((word, index) => ({ index, rank: rankWord(word, index), word }))
    .slice(start, -1)
    .filter(({ word }) => !negations.has(word))
    .toSorted(
      (a, b) =>
        a.rank - b.rank || Math.abs(a.index - middle) - Math.abs(b.index - middle) || a.index - b.index,
    );
}

/** The indices of the words that are left when they fit; undefined where all that may go is not enough. */
function dropUntil(
  words: readonly string[],
  places: readonly Place[],
  fits: (words: readonly string[]) => boolean,
): number[] | undefined {
  let left = words.map((_, index) => index);
  const isEnough = () => fits(left.map((index) => words[index] ?? ''));
  for (const [order, { index, rank }] of places.entries()) {
    left = left.filter((one) => one !== index);
    const isFollowed = rank === ofGroup && places[order + 1]?.rank === rank;
    if (!isFollowed && isEnough()) return left;
  }
  return undefined;
}
