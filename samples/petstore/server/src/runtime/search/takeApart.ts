import type { Vocabulary } from './similar.js';

/** The two terms that a term is written together from: `webhook` is `web` and `hook`. */
export function takeApart(term: string, vocabulary: Vocabulary): readonly string[] | undefined {
  for (let cut = 3; cut <= term.length - 2; cut += 1) {
    const parts = [term.slice(0, cut), term.slice(cut)];
    if (parts.every((part) => vocabulary.has(part))) return parts;
  }
  return undefined;
}
