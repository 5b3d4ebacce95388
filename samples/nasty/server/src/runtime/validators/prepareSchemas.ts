import type { Components } from '../arguments/createExpander.js';
import { followPointer } from './pointers.js';
import { mapSchemas } from './subschemas.js';

type Keywords = Record<string, unknown>;

/** A schema as the interpreter takes it, and what its references mean. */
export interface Prepared {
  root: unknown;
  lookup: Readonly<Record<string, unknown>>;
}

/**
 * Makes the function that turns schemas into those that the interpreter takes, each once. They have the same form,
 * but a pattern asks for the length first. Of references into a schema itself, those of `root` are known.
 */
export function prepareSchemas(components: Components): (schema: object) => Prepared {
  const known = new WeakMap<object, Prepared>();
  // Without a prototype, so that a component may be called `constructor`, and one that is missing as well.
  let shared: Keywords | undefined;

  function prepare(schema: object): Prepared {
    shared ??= Object.assign(Object.create(null) as Keywords, prepareAll(components));
    const own = new Set<string>();
    const root = mapSchemas(schema, (part) => {
      if (typeof part['$ref'] === 'string' && part['$ref'].startsWith('#')) own.add(part['$ref']);
      return askLengthFirst(part);
    });
    const lookup = Object.create(shared) as Keywords;
    for (const ref of own) lookup[ref] = followPointer(root, ref);
    return { root, lookup };
  }

  return (schema) => {
    const prepared = known.get(schema) ?? prepare(schema);
    known.set(schema, prepared);
    return prepared;
  };
}

function prepareAll(components: Components): Keywords {
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [name, mapSchemas(schema, askLengthFirst)]),
  );
}

/** A text that is too long does not match, which is seen before the pattern proper is tried. */
function askLengthFirst(schema: Keywords): Keywords {
  const { pattern, maxLength } = schema;
  if (typeof pattern !== 'string' || !Number.isSafeInteger(maxLength)) return schema;
  return { ...schema, pattern: `^(?![^]{${Number(maxLength) + 1}})[^]*?(?:${pattern})` };
}
