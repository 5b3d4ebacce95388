import type { SearchEntry } from '../tool.js';

/**
 * Says which tools give the values of arguments, a line for each argument: `person_id: from search_person, list_persons`.
 * Tools that are not offered are not told, nor arguments that none of the offered gives.
 */
export function tellSources(sources: SearchEntry['sources'], offered: ReadonlyMap<string, object>): string[] {
  return Object.entries(sources ?? {}).flatMap(([argument, names]) => {
    const told = names.filter((name) => offered.has(name));
    return told.length === 0 ? [] : [`${argument}: from ${told.join(', ')}`];
  });
}
