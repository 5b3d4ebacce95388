import type { Api } from '../model/api.js';
import type { Config } from '../model/config.js';
import { foldText } from './foldText.js';

/** Longest name that is made from a title: clients count it with each tool's name. */
const longest = 24;

/**
 * The name of a server: lower case, digits and dashes, a letter first. It is made from the title, cut between
 * words, and `api` where that has none; a name of the user's own is as long as it is.
 */
export function nameServer({ title }: Pick<Api, 'title'>, { name }: Pick<Config, 'name'>): string {
  if (name !== '') return wordsOf(name).join('-') || 'api';
  const words = wordsOf(title);
  const first = words.slice(0, longest);
  const fitting = first.filter((_, index) => words.slice(0, index + 1).join('-').length <= longest);
  return fitting.join('-') || (words[0] ?? 'api').slice(0, longest);
}

function wordsOf(text: string): string[] {
  const words =
    foldText(text)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return /^[a-z]/.test(words[0] ?? 'a') ? words : ['api', ...words];
}
