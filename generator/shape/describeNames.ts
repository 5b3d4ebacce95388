import type { Schema } from '../model/server.js';
import { describeBriefly } from './describeBriefly.js';
import { listNames } from './listNames.js';
import type { Keywords } from './subschemas.js';

/** Characters of a pattern that is shown. */
const longestPattern = 60;
/** What every name matches, which restricts none. */
const anyName = new Set(['', '^', '.*', '^.*$']);

/** Says which names an object may have by their pattern (JSON Schema 2020-12, Core, 10.3.2.2). */
export function describeNames(
  { properties = {}, patternProperties = {} }: Keywords,
  lookUp: (name: string) => Schema,
): string[] {
  const patterns = Object.entries(patternProperties as Record<string, Schema>).filter(
    ([pattern, schema]) => schema !== false && !anyName.has(pattern),
  );
  if (patterns.length === 0) return [];
  const isShort = patterns.every(([pattern]) => pattern.length <= longestPattern);
  const names = isShort ? `names that match ${listNames(patterns.map(describe))}` : 'names by pattern';
  return [Object.keys(properties as object).length === 0 ? `Fields: ${names}.` : `Also ${names}.`];

  function describe([pattern, schema]: [string, Schema]): string {
    const form = describeBriefly(schema, lookUp);
    return form === '' ? pattern : `${pattern} (${form})`;
  }
}
