import { escapeSegment } from '../model/pointer.js';
import type { ObjectSchema, Schema } from '../model/server.js';
import type { Argument } from './argument.js';
import { clipText } from './clipText.js';
import { joinNotes } from './joinNotes.js';
import { obtain } from './obtain.js';
import { mapSubschemas } from './subschemas.js';
import { isImplied, showValue } from './writeChecks.js';

/** Characters of a description. */
const longestDescription = 300;

/** A schema as it stands, and the names of the components it refers to. */
interface Carried {
  schema: Schema;
  names: ReadonlySet<string>;
  size: number;
}

/**
 * Writes arguments as they are enforced, references and all, with the components that they share in `$defs`;
 * gives nothing where that takes more than `mostCharacters`. It accepts what is enforced, neither more nor less,
 * but for what guards the place where a value is sent.
 */
export function advertiseWhole(
  lookUp: (name: string) => Schema,
  mostCharacters: number,
): (list: readonly Argument[]) => ObjectSchema | undefined {
  const components = new Map<string, Carried>();

  function carryComponent(name: string): Carried {
    return obtain(components, name, () => carry(lookUp(name)));
  }

  /** The components that are reached; undefined as soon as they take too much. */
  function reach(names: Iterable<string>, most: number): Record<string, Schema> | undefined {
    const reached = new Set(names);
    const found: [string, Schema][] = [];
    let left = most;
    // A set keeps growing while it is walked.
    for (const name of reached) {
      const { schema, names: more, size } = carryComponent(name);
      left -= size;
      if (left < 0) return undefined;
      found.push([name, schema]);
      for (const next of more) reached.add(next);
    }
    return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  return (list) => {
    const carried = list.map((argument) => ({ argument, ...carry(argument.schema) }));
    const shared = reach(
      carried.flatMap(({ names }) => [...names]),
      mostCharacters - carried.reduce((sum, { size }) => sum + size, 0),
    );
    if (shared === undefined) return undefined;
    const required = list.filter((argument) => argument.required).map(({ key }) => key);
    const whole: ObjectSchema = {
      type: 'object',
      properties: Object.fromEntries(
        carried.map(({ argument, schema }) => [argument.key, describe(schema, argument)]),
      ),
      ...(required.length === 0 ? {} : { required }),
      ...(Object.keys(shared).length === 0 ? {} : { $defs: shared }),
    };
    return JSON.stringify(whole).length <= mostCharacters ? whole : undefined;
  };
}

function describe(schema: Schema, { words, notes }: Argument): Schema {
  // The wire schemas of the official SDKs ask for an object here.
  const keywords = typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema;
  const own = clipText(words, longestDescription) || String(keywords['description'] ?? '');
  const description = joinNotes(own, notes);
  return description === '' ? keywords : { ...keywords, description };
}

function carry(root: Schema): Carried {
  const names = new Set<string>();
  const change = (schema: Schema): Schema => {
    if (typeof schema === 'boolean') return schema;
    const { $comment: _, $ref: ref, description, ...kept } = mapSubschemas(schema, change);
    const said = Object.entries(kept).filter(([keyword]) => !isImplied(keyword, kept));
    const rest = Object.fromEntries(said.map(([keyword, value]) => [keyword, showValue(keyword, value)]));
    if (typeof ref === 'string') names.add(ref);
    return {
      ...(typeof ref === 'string' ? { $ref: toPointer(ref) } : {}),
      ...rest,
      ...(typeof description === 'string' ? { description: clipText(description, longestDescription) } : {}),
    };
  };
  const schema = change(root);
  return { schema, names, size: JSON.stringify(schema).length };
}

/** A component within `$defs`, as a fragment (RFC 6901, 6). */
function toPointer(name: string): string {
  return `#/$defs/${encodeURIComponent(escapeSegment(name))}`;
}
