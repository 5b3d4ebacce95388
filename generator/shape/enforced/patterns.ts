import type { Api, ApiParameter, Content, Schema } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import { countComparable, explainHarm } from '../../regex/bound.js';
import { type Keywords, mapSubschemas, mapValues, listSubschemas } from '../../schema/subschemas.js';
import { memoizeIn } from '../../text/memo.js';
import { locateSchemas } from './evidence.js';

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
  const lengths = new Map<string, number>();
  for (const schema of listMatching(api)) {
    for (const [keyword, pattern] of patternsOf(schema)) {
      const known = keyword === 'pattern' ? reasons : reasonsOfNames;
      if (known.has(pattern)) continue;
      const reason = explainHarm(pattern, keyword === 'patternProperties');
      known.set(pattern, reason);
      if (reason !== undefined)
        report('pattern-dropped', `${locate(schema)}/${keyword}`, { pattern, reason });
    }
    const isKept = reasons.get(String(schema['pattern'])) === undefined;
    const words = isKept ? explainLength(schema, lengths) : undefined;
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
  for (const schema of found) for (const child of listSubschemas(schema)) found.add(child);
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

/** Characters that a text may be expected to have where the document sets no limit. */
const usualLength = 10_000;

/** What is said where a document lets texts through that could be too long to be compared with its pattern. */
function explainLength(
  { pattern, maxLength }: Keywords,
  lengths: Map<string, number>,
): { what: string; done: string } | undefined {
  if (typeof pattern !== 'string') return undefined;
  const most = typeof maxLength === 'number' ? maxLength : usualLength;
  const length = memoizeIn(lengths, pattern, () => countComparable(pattern));
  if (length >= most) return undefined;
  const count = most === maxLength ? maxLength : 'any number of';
  const what = `A text may have ${count} characters, and to compare one with its pattern takes many steps`;
  return { what, done: `one of over ${length} characters is refused where it takes too long to compare` };
}

/** Keywords whose schemas decide about others: what takes too many values is no condition. */
const conditions = new Set(['not', 'if']);
/** The pattern of every name: what takes the place of one that is dropped keeps its names allowed. */
const anyName = '^';

/** Keywords that hold patterns: of texts, and of the names of members. */
type PatternKeyword = 'pattern' | 'patternProperties';

/** The API without the patterns that `isUnwanted` says, which stay in words. What has none of them stays the same. */
function dropPatterns(api: Api, isUnwanted: (pattern: string, keyword: PatternKeyword) => boolean): Api {
  const schemas = new Map<Schema, Schema>();
  const holders = new Map<ApiParameter | Content, ApiParameter | Content>();

  function loosen(schema: Schema): Schema {
    if (typeof schema === 'boolean') return schema;
    const loose = schemas.get(schema) ?? loosenKeywords(schema);
    schemas.set(schema, loose);
    return loose;
  }

  function loosenKeywords(schema: Keywords): Keywords {
    const changed = new Set<string>();
    const inside = mapSubschemas(schema, (child, keyword) => {
      const loose = loosen(child);
      if (loose !== child) changed.add(keyword);
      return loose;
    });
    const kept = Object.entries(inside).filter(
      ([keyword]) => !changed.has(keyword) || !conditions.has(keyword),
    );
    const outside = withoutPattern(changed.size === 0 ? schema : Object.fromEntries(kept));
    return withoutNames(outside);
  }

  function withoutPattern(schema: Keywords): Keywords {
    const { pattern, ...rest } = schema;
    if (typeof pattern !== 'string' || !isUnwanted(pattern, 'pattern')) return schema;
    const words = [rest['description'], `Pattern: ${pattern}`].filter(Boolean).join(' ');
    return { ...rest, description: words };
  }

  function withoutNames(schema: Keywords): Keywords {
    const entries = Object.entries((schema['patternProperties'] ?? {}) as Record<string, Schema>);
    const unwanted = entries.filter(([name]) => isUnwanted(name, 'patternProperties'));
    if (unwanted.length === 0) return schema;
    const words = unwanted.map(([name]) => `Pattern of the name: ${name}`).join(' ');
    const kept = entries.filter(([name]) => !isUnwanted(name, 'patternProperties') && name !== anyName);
    const all = entries.filter(([name]) => name === anyName).map(([, one]) => one);
    const any = { ...(all.length === 0 ? {} : { allOf: all }), description: words };
    return { ...schema, patternProperties: Object.fromEntries([...kept, [anyName, any]]) };
  }

  function replace<T extends ApiParameter | Content>(holder: T): T {
    const known = holders.get(holder) as T | undefined;
    if (known !== undefined) return known;
    const schema = loosen(holder.schema);
    const replaced = schema === holder.schema ? holder : { ...holder, schema };
    holders.set(holder, replaced);
    return replaced;
  }

  return {
    ...api,
    components: mapValues(api.components, loosen),
    operations: api.operations.map((operation) => ({
      ...operation,
      parameters: operation.parameters.map(replace),
      bodies: operation.bodies.map(replace),
    })),
  };
}
