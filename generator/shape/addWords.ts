import { joinNotes } from './joinNotes.js';
import type { Limits } from './profiles.js';
import type { Keywords } from './subschemas.js';
import { partWords } from './tellAsText.js';

/** The written schema with notes after its description, which the first branch of a union bears where nothing may stand beside it. */
export function addWords(schema: Keywords, notes: readonly string[], profile: Limits): Keywords {
  const { anyOf, ...rest } = schema;
  if (Array.isArray(anyOf) && profile.besideUnion === 'nothing') {
    const [first = {}, ...others] = anyOf as Keywords[];
    const { description = '', ...beside } = rest;
    return { ...beside, anyOf: [describe(first, [String(description), ...notes], []), ...others] };
  }
  return describe(schema, [], notes);
}

/** The schema with texts before and after its own words. */
function describe(schema: Keywords, first: readonly string[], last: readonly string[]): Keywords {
  if ([...first, ...last].every((text) => text === '')) return schema;
  const { before, words } = partWords(schema);
  return { ...schema, description: joinNotes(before, [...first, words, ...last]) };
}
