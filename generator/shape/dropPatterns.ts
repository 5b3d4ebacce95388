import type { Api, ApiParameter, Content, Schema } from '../model/api.js';
import { type Keywords, mapSubschemas, mapValues } from './subschemas.js';

/** Keywords whose schemas decide about others: what takes too many values is no condition. */
const conditions = new Set(['not', 'if']);
/** The pattern of every name: what takes the place of one that is dropped keeps its names allowed. */
const anyName = '^';

/** Keywords that hold patterns: of texts, and of the names of members. */
export type PatternKeyword = 'pattern' | 'patternProperties';

/** The API without the patterns that `isUnwanted` says, which stay in words. What has none of them stays the same. */
export function dropPatterns(
  api: Api,
  isUnwanted: (pattern: string, keyword: PatternKeyword) => boolean,
): Api {
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
