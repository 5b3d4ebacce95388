import type { Schema } from '../model/server.js';
import { cleanText } from './cleanText.js';
import { clipText } from './clipText.js';
import type { Keywords } from './subschemas.js';
import { tighten } from './tighten.js';
import { without } from './without.js';

/** Longest description that is kept. */
const longest = 1000;

/**
 * What all enforced schemas have in common: unions are `anyOf`, but where they say which fields exclude others; what `required` names is declared, words are plain text,
 * and formats are checks.
 */
export function finishSchema(schema: Keywords): Keywords {
  return tighten(cleanDescription(declareRequired(oneOfAsAnyOf(schema))));
}

function oneOfAsAnyOf(schema: Keywords): Keywords {
  const { oneOf, ...rest } = schema;
  if (oneOf === undefined || areExclusive(oneOf as Schema[])) return schema;
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

/** What tells branches apart to a reader only. */
const words = new Set(['title', 'description', 'examples', 'deprecated', 'required']);

/**
 * Whether the branches of a `oneOf` differ in nothing but the fields that they require: then it means that exactly one
 * of them applies. Where one requires all that another does, it could never be the only one.
 */
export function areExclusive(branches: readonly Schema[]): boolean {
  const asked = branches.map((branch) =>
    typeof branch === 'object' ? ((branch['required'] ?? []) as string[]) : [],
  );
  if (branches.length < 2 || asked.some((names) => names.length === 0)) return false;
  const all = new Set(asked.flat());
  const [first, ...others] = (branches as Keywords[]).map((branch) => writeRest(branch, all));
  if (others.some((other) => other !== first)) return false;
  return !asked.some((names, index) =>
    asked.some((more, other) => other !== index && names.every((name) => more.includes(name))),
  );
}

/** What a branch says beside the fields that it requires; that such a field is there at all says nothing. */
function writeRest(branch: Keywords, asked: ReadonlySet<string>): string {
  const { properties = {}, type, ...rest } = without(branch, words);
  const declared = Object.entries(properties as Record<string, Schema>).filter(
    ([name, schema]) => !(asked.has(name) && JSON.stringify(schema) === '{}'),
  );
  const whole = { ...rest, ...(type === 'object' ? {} : { type }), properties: Object.fromEntries(declared) };
  return JSON.stringify(whole, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
