import type { Keywords } from './subschemas.js';

/** A schema less some of its keywords. */
export function without(schema: Keywords, keywords: ReadonlySet<string>): Keywords {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.has(keyword)));
}
