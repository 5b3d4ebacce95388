import type { Schema } from '../model/server.js';
import type { Keywords } from './subschemas.js';

/** What a schema says of the members that an object has. */
export interface Members {
  /** Whether it names any, or says that there are none but those it names. */
  listed: boolean;
  /** Whether it allows others. */
  open: boolean;
}

/** References that are followed; a circle says nothing. */
const mostHops = 50;

/** Keywords whose schemas apply to the same object, if they apply. */
const lists = ['allOf', 'anyOf', 'oneOf'];
const singles = ['then', 'else'];
const unions = new Set(['anyOf', 'oneOf']);

/** Judges what a schema, and all that applies to the same value, says of the members that an object has. */
export function judgeMembers(schema: Schema, lookUp: (name: string) => Schema, hops = 0): Members {
  if (typeof schema === 'boolean' || hops > mostHops || !mayBeObject(schema))
    return { listed: false, open: false };
  const own = judgeOwn(schema);
  const below = [
    ...lists.flatMap((keyword) =>
      ((schema[keyword] ?? []) as Schema[]).map((part) => {
        const found = judgeMembers(part, lookUp, hops + 1);
        const free = unions.has(keyword) && !own.listed && !found.listed && isFreeForm(part);
        return { listed: found.listed, open: found.open || free };
      }),
    ),
    ...singles.map((keyword) => judgeMembers((schema[keyword] ?? true) as Schema, lookUp, hops + 1)),
    ...Object.values((schema['dependentSchemas'] ?? {}) as Record<string, Schema>).map((part) =>
      judgeMembers(part, lookUp, hops + 1),
    ),
    ...(typeof schema['$ref'] === 'string' ? [judgeMembers(lookUp(schema['$ref']), lookUp, hops + 1)] : []),
  ];
  return {
    listed: own.listed || below.some(({ listed }) => listed),
    open: own.open || below.some(({ open }) => open),
  };
}

function judgeOwn({
  properties = {},
  additionalProperties,
  unevaluatedProperties,
  minProperties,
}: Keywords): Members {
  // That a member must not be says nothing of others.
  const names = Object.values(properties as object).filter((schema) => schema !== false).length;
  const more = [additionalProperties, unevaluatedProperties].filter((schema) => schema !== undefined);
  return {
    listed: names > 0 || more.includes(false),
    open: more.some((schema) => schema !== false) || (names > 0 && Number(minProperties ?? 0) > names),
  };
}

/** A branch that takes any object, not one that only asks for members which the schema around it lists. */
function isFreeForm(branch: Schema): boolean {
  if (typeof branch === 'boolean') return branch;
  return branch['$ref'] === undefined && (branch['type'] !== undefined || Object.keys(branch).length === 0);
}

function mayBeObject({ type }: Keywords): boolean {
  return type === undefined || [type].flat().includes('object');
}
