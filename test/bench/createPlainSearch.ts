import type { Search } from '../../templates/project/src/runtime/tool.js';
import type { SearchEntry } from '../../templates/project/src/runtime/tool.js';

const [k1, b] = [1.2, 0.75];

/** BM25 as textbooks have it, over words as they stand: no stems, no synonyms, no weights. */
export function createPlainSearch(
  entries: readonly SearchEntry[],
  texts: ReadonlyMap<string, string>,
): Search {
  const counts = entries.map(({ name }) => count(split(texts.get(name) ?? '')));
  const lengths = counts.map((of) => [...of.values()].reduce((sum, times) => sum + times, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const holders = count(counts.flatMap((of) => [...of.keys()]));
  return (query) => {
    const words = new Set(split(query));
    const scores = counts.map((of, entry) => {
      let score = 0;
      for (const word of words) {
        const times = of.get(word) ?? 0;
        const among = holders.get(word) ?? 0;
        const rarity = Math.log(1 + (entries.length - among + 0.5) / (among + 0.5));
        const length = (lengths[entry] ?? 0) / average;
        score += (rarity * times * (k1 + 1)) / (times + k1 * (1 - b + b * length));
      }
      return score;
    });
    const found = entries
      .map((entry, place) => ({ entry, score: scores[place] ?? 0 }))
      .filter(({ score }) => score > 0)
      .toSorted((first, second) => second.score - first.score)
      .map(({ entry }) => entry);
    return { entries: found, unknown: [], isPoor: false };
  };
}

function split(text: string): string[] {
  return (
    text
      .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  );
}

function count(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
