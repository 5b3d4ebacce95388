import { foldText } from './foldText.js';

/** Longest name of a server. */
const longest = 40;

/** The name of a server: lower case, digits and dashes, a letter first; `api` where the title has none of them. */
export function nameServer(title: string): string {
  const words =
    foldText(title)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const rooted = /^[a-z]/.test(words[0] ?? 'a') ? words : ['api', ...words];
  const fitting = rooted.filter((_, index) => rooted.slice(0, index + 1).join('-').length <= longest);
  return fitting.join('-') || (rooted[0] ?? 'api').slice(0, longest);
}
