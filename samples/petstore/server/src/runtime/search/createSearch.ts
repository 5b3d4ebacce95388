import type { SearchEntry } from '../tool.js';
import { createIndex, type Index, weights } from './createIndex.js';
import { type Concept, readQuery } from './readQuery.js';

/** Finds all entries that words match, best first; none where the query has no word that says anything. */
export type Search = (query: string) => readonly SearchEntry[];

/** How soon more weight of a term adds less, and how much less a term says among many (BM25: k1, b). */
const saturation = 3;
const dilution = 0.75;

/** How well a tool that changes something fits the mere name of a thing. */
const unasked = 0.6;

/** Ranks entries by BM25 over their weighted terms. The index is made when the first search needs it. */
export function createSearch(entries: readonly SearchEntry[]): Search {
  let index: Index | undefined;
  return (query) => {
    index ??= createIndex(entries);
    const scores = new Float64Array(entries.length);
    const { concepts, isName } = readQuery(query, index.postings);
    for (const concept of concepts) addScores(scores, concept, index);
    const asked = plain(query.slice(0, longestName));
    const found: { entry: SearchEntry; score: number }[] = [];
    for (const [place, entry] of entries.entries()) {
      const isAskedFor = asked !== '' && asked === plain(entry.name);
      const doubt = isName && !entry.readOnly ? unasked : 1;
      const score = isAskedFor ? Number.MAX_VALUE : doubt * (scores[place] ?? 0);
      if (score > 0) found.push({ entry, score });
    }
    return found.toSorted((a, b) => b.score - a.score).map(({ entry }) => entry);
  };
}

/** A longer query is no name. */
const longestName = 200;

/** A name without its case and separators: a tool that is asked for by name comes first. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Of the terms that stand for the same, the one that fits an entry best counts. */
function addScores(scores: Float64Array, concept: Concept, { postings, lengths }: Index): void {
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
  for (const [place, fit] of best) scores[place] = (scores[place] ?? 0) + rarity * fit;
}
