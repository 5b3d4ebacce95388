import type { Schema } from '../model/server.js';
import { cleanText } from './cleanText.js';
import { clipText } from './clipText.js';
import { type Keywords, mapSubschemas } from './subschemas.js';

/** Schemas as requests are held to them. */
export interface Enforcer {
  schema: (schema: Schema) => Schema;
  /** A component by its name, to stand inside another schema. */
  component: (name: string) => Schema;
  /** A component by its name, to be spread over the arguments: there `__proto__` can be called otherwise. */
  body: (name: string) => Schema;
}

/** Whether a property may be called `__proto__`: validators pass over it, and calls that have it are refused. */
type Keeps = 'all keys' | 'safe keys';

interface Parts {
  $ref?: string;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
}

/** Longest description that is kept. */
const longest = 1000;

/** Keywords that say nothing to a validator, or only to us. */
const dropped = new Set(['title', 'examples', 'deprecated', 'discriminator', 'readOnly', 'writeOnly']);

/** Keywords whose schemas apply to the same object: what one declares, another may require. */
const inPlace = new Set(['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else']);

/**
 * Turns schemas of a document into those of a request: what only responses have (`readOnly`) is gone, at any
 * depth and from `required` too; `oneOf` is enforced as `anyOf`, since documents often list branches that
 * overlap; what `required` names is declared.
 */
export function enforce(table: Record<string, Schema>): Enforcer {
  const whole = new Map<Schema, Schema>();
  const nested = new Map<string, Schema>();
  const bodies = new Map<string, Schema>();
  const received = new Map<string, ReadonlySet<string>>();

  function lookUp(ref: unknown): Schema {
    return typeof ref === 'string' && Object.hasOwn(table, ref) ? (table[ref] ?? true) : true;
  }

  function once(done: Map<string, Schema>, name: string, keeps: Keeps): Schema {
    const schema = done.get(name) ?? enforceSchema(lookUp(name), new Set(), keeps);
    done.set(name, schema);
    return schema;
  }

  /** `around`: the properties that only responses have, as far as the schemas around this one say so. */
  function enforceSchema(schema: Schema, around: ReadonlySet<string>, keeps: Keeps): Schema {
    if (typeof schema === 'boolean') return schema;
    const gone = new Set([...around, ...receivedBy(schema)]);
    if (keeps === 'safe keys') gone.add('__proto__');
    const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !dropped.has(keyword)));
    const changed = mapSubschemas(withoutProperties(kept, gone), (child, keyword) =>
      inPlace.has(keyword) ? enforceSchema(child, gone, keeps) : enforceSchema(child, new Set(), 'safe keys'),
    );
    return cleanDescription(declareRequired(oneOfAsAnyOf(changed)));
  }

  /** Names of the properties that a schema, or one that it includes, declares `readOnly`. */
  function receivedBy(schema: Schema): ReadonlySet<string> {
    if (typeof schema === 'boolean') return new Set();
    const { $ref: ref, properties = {}, allOf = [] } = schema as Parts;
    const own = Object.keys(properties).filter((name) => isReceived(properties[name] ?? true, 0));
    const names = new Set(own);
    for (const part of allOf) for (const name of receivedBy(part)) names.add(name);
    if (ref !== undefined) for (const name of receivedByComponent(ref)) names.add(name);
    return names;
  }

  function receivedByComponent(name: string): ReadonlySet<string> {
    const names = received.get(name) ?? receivedBy(lookUp(name));
    received.set(name, names);
    return names;
  }

  /** `readOnly` may stand beside a reference, at its end, or in a branch of `allOf`. */
  function isReceived(schema: Schema, hops: number): boolean {
    if (typeof schema === 'boolean' || hops > 10) return false;
    if (schema['readOnly'] === true) return true;
    const parts = (schema['allOf'] ?? []) as Schema[];
    const refs = schema['$ref'] === undefined ? [] : [lookUp(schema['$ref'])];
    return [...parts, ...refs].some((part) => isReceived(part, hops + 1));
  }

  return {
    schema: (schema) => {
      const enforced = whole.get(schema) ?? enforceSchema(schema, new Set(), 'all keys');
      whole.set(schema, enforced);
      return enforced;
    },
    component: (name) => once(nested, name, 'safe keys'),
    body: (name) => once(bodies, name, 'all keys'),
  };
}

function withoutProperties(schema: Keywords, names: ReadonlySet<string>): Keywords {
  const keep = (name: string): boolean => !names.has(name);
  const { properties, required, ...rest } = schema;
  const declared = Object.entries((properties ?? {}) as Record<string, Schema>).filter(([name]) =>
    keep(name),
  );
  const needed = ((required ?? []) as string[]).filter(keep);
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(declared) }),
    ...(needed.length === 0 ? {} : { required: needed }),
  };
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
