import { mostSteps } from '../../templates/project/src/runtime/patterns/compilePattern.js';
import { Unwalkable, createWalker } from '../../templates/project/src/runtime/patterns/createWalker.js';
import { leavesChoice } from '../../templates/project/src/runtime/patterns/leavesChoice.js';
import { parsePattern } from '../../templates/project/src/runtime/patterns/parsePattern.js';
import type { Api, Schema } from '../model/api.js';
import type { Report } from '../model/diagnostic.js';
import { countWays, mostWays } from './countWays.js';
import { type PatternKeyword, dropPatterns } from './dropPatterns.js';
import { locateSchemas } from './locateSchemas.js';
import { type Keywords, subschemas } from './subschemas.js';

/**
 * The API without the patterns that a server had better not compare with texts: those that can be read in so many ways
 * that an engine which tries them one after another would hang, that refer back to what a group has matched, or that
 * come to thousands of parts. Of the names of members, all that leave more than one way to read a name are left out,
 * since a validator may leave them to such an engine. They stay in words.
 */
export function judgePatterns(api: Api, report: Report): Api {
  const locate = locateSchemas(api);
  const reasons = new Map<string, string | undefined>();
  const reasonsOfNames = new Map<string, string | undefined>();
  for (const schema of listMatching(api)) {
    for (const [keyword, pattern] of patternsOf(schema)) {
      const known = keyword === 'pattern' ? reasons : reasonsOfNames;
      if (known.has(pattern)) continue;
      const reason = explainHarm(pattern, keyword);
      known.set(pattern, reason);
      if (reason !== undefined)
        report('pattern-dropped', `${locate(schema)}/${keyword}`, { pattern, reason });
    }
    const isKept = reasons.get(String(schema['pattern'])) === undefined;
    const words = isKept ? explainLength(schema) : undefined;
    if (words !== undefined) report('schema-relaxed', locate(schema), words);
  }
  const isHarmful = (pattern: string, keyword: PatternKeyword): boolean =>
    (keyword === 'pattern' ? reasons : reasonsOfNames).get(pattern) !== undefined;
  const found = [...reasons.values(), ...reasonsOfNames.values()];
  return found.some((reason) => reason !== undefined) ? dropPatterns(api, isHarmful) : api;
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

/** The patterns of a schema, each with the keyword that has it. */
function patternsOf({ pattern, patternProperties = {} }: Keywords): [PatternKeyword, pattern: string][] {
  const names = Object.keys(patternProperties as object).map((name): [PatternKeyword, string] => [
    'patternProperties',
    name,
  ]);
  return typeof pattern === 'string' ? [['pattern', pattern], ...names] : names;
}

function explainHarm(source: string, keyword: PatternKeyword): string | undefined {
  const pattern = parsePattern(source);
  const ways = countWays(source);
  if (ways === Infinity) return 'backtracking could take it time that doubles with each character of a text';
  if (ways > mostWays) return 'its parts overlap so often that backtracking could take it hours';
  try {
    createWalker(pattern);
  } catch (error) {
    if (error instanceof Unwalkable) return error.message;
    throw error;
  }
  if (keyword === 'pattern' || !leavesChoice(pattern)) return undefined;
  return 'it reads a name in more than one way, and backtracking could take it long';
}

/** What is said where a document lets texts through that could be too long to be compared with its pattern. */
function explainLength({ pattern, maxLength }: Keywords): { what: string; done: string } | undefined {
  if (typeof pattern !== 'string' || typeof maxLength !== 'number') return undefined;
  const parsed = parsePattern(pattern);
  const length = Math.floor(mostSteps / createWalker(parsed).steps);
  if (length >= maxLength || !leavesChoice(parsed)) return undefined;
  const what = `A text may have ${maxLength} characters, and its pattern can be read in more than one way`;
  return { what, done: `one of over ${length} characters is refused where it takes too long to compare` };
}
