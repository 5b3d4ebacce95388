import type { SearchEntry } from '../tool.js';

/**
 * Says which tools give the required arguments of another, a line for each argument: `person_id: from search_person,
 * list_persons`. Tools that are not offered are not told, nor arguments that none of the offered gives.
 */
export function tellSources({ sources = {} }: SearchEntry, isOffered: (name: string) => boolean): string[] {
  return Object.entries(sources).flatMap(([argument, names]) => {
    const offered = names.filter(isOffered);
    return offered.length === 0 ? [] : [`${argument}: from ${offered.join(', ')}`];
  });
}
