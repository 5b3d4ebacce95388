import type { SearchEntry } from '../tool.js';

/** What is looked up in a search. */
export interface Index {
  /** By term, where it stands: the place of the entry in the list times the number of parts, plus the part. */
  postings: ReadonlyMap<string, readonly number[]>;
  /** What the terms of an entry weigh together, as a multiple of what they do on average. */
  lengths: readonly number[];
}

/** What a term weighs in each part of {@link SearchEntry.terms}. */
export const weights = [3, 1, 0.35] as const;
/** The last part does not add to the length: that a tool takes or says much does not make it fit less. */
const countedParts = 2;

/** Turns the terms of entries around: from term to entries. */
export function createIndex(entries: readonly SearchEntry[]): Index {
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
