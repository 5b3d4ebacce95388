import type { Api, Schema } from '../model/api.js';
import type { Report } from '../model/diagnostic.js';
import { loweredBound } from './boundPattern.js';
import { countWays, mostWays } from './countWays.js';
import { dropPatterns } from './dropPatterns.js';
import { locateSchemas } from './locateSchemas.js';
import { type Keywords, subschemas } from './subschemas.js';

/**
 * The API without the patterns that would make a server hang: backtracking takes exponential time, or nearly so,
 * on texts that almost fit. They stay in words. A bound on the length of texts that has to be lowered for the sake
 * of a pattern (see {@link loweredBound}) is reported too.
 */
export function judgePatterns(api: Api, report: Report): Api {
  const locate = locateSchemas(api);
  const reasons = new Map<string, string | undefined>();
  for (const schema of listMatching(api)) {
    for (const [pointer, pattern] of patternsOf(schema)) {
      if (reasons.has(pattern)) continue;
      const reason = explainHarm(pattern);
      reasons.set(pattern, reason);
      if (reason !== undefined)
        report('pattern-dropped', `${locate(schema)}/${pointer}`, { pattern, reason });
    }
    const lowered = reasons.get(String(schema['pattern'])) === undefined ? loweredBound(schema) : undefined;
    if (lowered !== undefined) report('schema-relaxed', locate(schema), explainBound(lowered));
  }
  const isHarmful = (pattern: string): boolean => reasons.get(pattern) !== undefined;
  return [...reasons.keys()].some(isHarmful) ? dropPatterns(api, isHarmful) : api;
}

/** The schemas with patterns, each once: those of requests, and components, which only answers may refer to. */
function listMatching({ components, operations }: Api): Keywords[] {
  const ofRequests = operations.flatMap(({ parameters, bodies }) => [...parameters, ...bodies]);
  const found = new Set<Schema>([...Object.values(components), ...ofRequests.map(({ schema }) => schema)]);
  for (const schema of found) for (const child of subschemas(schema)) found.add(child);
  return [...found].filter(hasPattern);
}

function hasPattern(schema: Schema): schema is Keywords {
  return typeof schema === 'object' && ('pattern' in schema || 'patternProperties' in schema);
}

/** The patterns of a schema, each with its place in it. */
function patternsOf({ pattern, patternProperties = {} }: Keywords): [pointer: string, pattern: string][] {
  const names = Object.keys(patternProperties as object).map((name): [string, string] => [
    'patternProperties',
    name,
  ]);
  return typeof pattern === 'string' ? [['pattern', pattern], ...names] : names;
}

function explainHarm(pattern: string): string | undefined {
  const ways = countWays(pattern);
  if (ways === Infinity) return 'backtracking could take it time that doubles with each character of a text';
  return ways > mostWays ? 'its parts overlap so often that backtracking could take it hours' : undefined;
}

function explainBound({ from, to }: { from: number; to: number }): { what: string; done: string } {
  return {
    what: `A text may have ${from} characters, on which its pattern could take long`,
    done: `texts of at most ${to} are accepted`,
  };
}
