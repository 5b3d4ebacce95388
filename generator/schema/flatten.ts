import type { Schema } from '../model/api.js';
import { mergeAll } from './merge.js';
import type { Keywords } from './subschemas.js';

/** What a value has to fit where it fits another schema, and where it does not. */
export interface Condition {
  asked: Schema;
  met: Schema;
  unmet: Schema;
}

/**
 * A schema with neither `$ref` nor `allOf` at its root, and the components that went into it. In place of `if`,
 * `then` and `else` it has `conditions`, a list of each {@link Condition}: there may be several.
 */
interface Flat {
  keywords: Keywords;
  names: ReadonlySet<string>;
}

/**
 * Merges a schema with all that applies to the same value through references and `allOf`; undefined where one
 * of them is `open`, that is, being written out already: the schema is recursive.
 */
export function flatten(
  schema: Schema,
  lookUp: (name: string) => Schema,
  open: ReadonlySet<string>,
): Flat | undefined {
  const names = new Set<string>();
  const merge = (part: Schema): Keywords | undefined => {
    if (typeof part === 'boolean') return {};
    const { $ref: ref, allOf = [], ...own } = part as { $ref?: string; allOf?: Schema[] } & Keywords;
    if (ref !== undefined && open.has(ref)) return undefined;
    const included = [...allOf];
    if (ref !== undefined && !names.has(ref)) {
      names.add(ref);
      included.unshift(lookUp(ref));
    }
    const parts: Keywords[] = [];
    for (const child of included) {
      const flat = merge(child);
      if (flat === undefined) return undefined;
      parts.push(flat);
    }
    return mergeAll([...parts, gatherConditions(own)]);
  };
  const keywords = merge(schema);
  return keywords && { keywords, names };
}

function gatherConditions(schema: Keywords): Keywords {
  const { if: asked, then: met = true, else: unmet = true, ...rest } = schema;
  if (asked === undefined) return schema;
  const known = (schema['conditions'] ?? []) as Condition[];
  return { ...rest, conditions: [...known, { asked, met, unmet } as Condition] };
}

/** A schema less some of its keywords. */
export function without(schema: Keywords, keywords: ReadonlySet<string>): Keywords {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.has(keyword)));
}

/** Keywords whose schemas apply to the same object: what one declares, another may require. */
export const inPlace: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'then',
  'else',
  'dependentSchemas',
]);
