import type { Schema } from '../model/api.js';
import { mergeAll } from './merge.js';
import { type LookUp, foldParts } from './parts.js';
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
export function flatten(schema: Schema, lookUp: LookUp, open: ReadonlySet<string>): Flat | undefined {
  const names = new Set<string>();
  const keywords = foldParts<Keywords>(schema, {
    lookUp,
    seen: names,
    combine: (included, own) => mergeAll([...included, gatherConditions(own)]),
    ofBoolean: () => ({}),
    refused: open,
  });
  return keywords && { keywords, names };
}

function gatherConditions(schema: Keywords): Keywords {
  const { if: asked, then: met = true, else: unmet = true, ...rest } = schema;
  if (asked === undefined) return schema;
  const known = (schema['conditions'] ?? []) as Condition[];
  return { ...rest, conditions: [...known, { asked, met, unmet } as Condition] };
}
