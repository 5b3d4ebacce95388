import type { Components } from '../arguments/createExpander.js';
import { compilePattern } from './compilePattern.js';
import { exceeds } from './exceeds.js';
import type { FormatCheck } from './formats.js';
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
 * but that a pattern becomes a format, which is added to `formats`: the interpreter itself would let the engine of the
 * language at it. Of references into a schema itself, those of `root` are known.
 */
export function prepareSchemas(
  components: Components,
  formats: Record<string, FormatCheck | undefined>,
): (schema: object) => Prepared {
  const known = new WeakMap<object, Prepared>();
  // Without a prototype, so that a component may be called `constructor`, and one that is missing as well.
  let shared: Keywords | undefined;

  function prepare(schema: object): Prepared {
    shared ??= Object.assign(Object.create(null) as Keywords, prepareAll());
    const own = new Set<string>();
    const root = mapSchemas(schema, (part) => {
      if (typeof part['$ref'] === 'string' && part['$ref'].startsWith('#')) own.add(part['$ref']);
      return toFormat(part);
    });
    const lookup = Object.create(shared) as Keywords;
    for (const ref of own) lookup[ref] = followPointer(root, ref);
    return { root, lookup };
  }

  /** Asks for the length first, then for what else is said of a text. */
  function toFormat(schema: Keywords): Keywords {
    const { pattern, ...rest } = schema;
    const { maxLength, format } = rest;
    if (typeof pattern !== 'string') return schema;
    const name = JSON.stringify(['pattern', pattern, maxLength, format]);
    const other = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
    formats[name] ??= (text) =>
      (exceeds(text, maxLength) || compilePattern(pattern).test(text)) &&
      (other === undefined || other(text));
    return { ...rest, format: name };
  }

  function prepareAll(): Keywords {
    return Object.fromEntries(
      Object.entries(components).map(([name, schema]) => [name, mapSchemas(schema, toFormat)]),
    );
  }

  return (schema) => {
    const prepared = known.get(schema) ?? prepare(schema);
    known.set(schema, prepared);
    return prepared;
  };
}
