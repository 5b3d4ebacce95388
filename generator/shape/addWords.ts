import { joinNotes } from './joinNotes.js';
import type { Limits } from './profiles.js';
import type { Keywords } from './subschemas.js';

/** The written schema with notes after its description, which the first branch of a union bears where nothing may stand beside it. */
export function addWords(schema: Keywords, notes: readonly string[], profile: Limits): Keywords {
  const { anyOf, ...rest } = schema;
  if (Array.isArray(anyOf) && profile.besideUnion === 'nothing') {
    const [first = {}, ...others] = anyOf as Keywords[];
    const { description = '', ...beside } = rest;
    return {
      ...beside,
      anyOf: [describe(first, [String(description), ...notes, wordsOf(first)]), ...others],
    };
  }
  return describe(schema, [wordsOf(schema), ...notes]);
}

function describe(schema: Keywords, texts: readonly string[]): Keywords {
  const [first = '', ...others] = texts.filter((text) => text !== '');
  return first === '' ? schema : { ...schema, description: joinNotes(first, others) };
}

function wordsOf({ description = '' }: Keywords): string {
  return String(description);
}
