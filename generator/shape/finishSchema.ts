import type { Schema } from '../model/server.js';
import { cleanText } from './cleanText.js';
import { clipText } from './clipText.js';
import type { Keywords } from './subschemas.js';
import { tighten } from './tighten.js';

/** Longest description that is kept. */
const longest = 1000;

/**
 * What all enforced schemas have in common: unions are `anyOf`, what `required` names is declared, words are plain text,
 * and formats are checks.
 */
export function finishSchema(schema: Keywords): Keywords {
  return tighten(cleanDescription(declareRequired(oneOfAsAnyOf(schema))));
}

function oneOfAsAnyOf(schema: Keywords): Keywords {
  const { oneOf, ...rest } = schema;
  if (oneOf === undefined) return schema;
  if (rest['anyOf'] === undefined) return { ...rest, anyOf: oneOf };
  return { ...rest, allOf: [...((rest['allOf'] ?? []) as Schema[]), { anyOf: oneOf }] };
}

function declareRequired(schema: Keywords): Keywords {
  const { type, properties, required } = schema;
  if (required === undefined || (type !== 'object' && properties === undefined)) return schema;
  const declared = (properties ?? {}) as Record<string, Schema>;
  const missing = (required as string[]).filter((name) => !Object.hasOwn(declared, name));
  if (missing.length === 0) return schema;
  return { ...schema, properties: { ...declared, ...Object.fromEntries(missing.map((name) => [name, {}])) } };
}

function cleanDescription(schema: Keywords): Keywords {
  const { description, ...rest } = schema;
  if (typeof description !== 'string') return schema;
  const clean = clipText(cleanText(description), longest);
  return clean === '' ? rest : { ...rest, description: clean };
}
