import type { Schema } from '../../model/api.js';
import type { ObjectSchema } from '../../model/server.js';
import { flatten } from '../../schema/flatten.js';
import type { Keywords } from '../../schema/subschemas.js';
import { allowsNull, guessType, typesOf } from '../../schema/types.js';
import { cleanText } from '../../text/clean.js';
import { clipText } from '../../text/clip.js';
import { listNames } from '../../text/notes.js';
import { tooLarge } from './draft.js';

/** How much of an answer's schema is written out. */
export interface OutputExtent {
  /** Objects within objects; the members of those further in are only named. */
  levels: number;
  /** Characters of each description. */
  words: number;
  /** Whether types are said. */
  types: boolean;
  /** Characters of the whole, about. */
  size: number;
}

/** Lists and objects inside one another: far beyond what a model reads, far below the end of the stack. */
const deepest = 200;

/** Where a schema is written. */
interface Place {
  /** Objects that may still be written out inside one another. */
  levels: number;
  /** The components that are being written out around it. */
  open: ReadonlySet<string>;
}

/**
 * Writes the schema of an answer for a model and its program to read. It accepts every value: members and items
 * are shown by keywords that say nothing of other types, and types stand in words. Official clients check an
 * answer against what is advertised and refuse the whole of it for one `null` that the document does not
 * mention, after the call has done its work.
 *
 * The root is an object, as clients want it: any other value stands under `result`, where the runtime puts it.
 * Undefined where that says nothing.
 */
export function writeOutput(
  root: Schema,
  lookUp: (name: string) => Schema,
  key: RegExp,
  extent: OutputExtent,
): ObjectSchema | undefined {
  let size = 0;
  let depth = 0;

  function spend(characters: number): void {
    size += characters;
    if (size > extent.size) throw tooLarge;
  }

  function write(part: Schema, place: Place, name = ''): Keywords {
    if (depth >= deepest) return {};
    depth += 1;
    try {
      return writeKnown(part, place, name);
    } finally {
      depth -= 1;
    }
  }

  function writeKnown(part: Schema, { levels, open }: Place, name: string): Keywords {
    const { keywords, names } = lookInto(part, open);
    const types = typesIn(keywords);
    const type = types?.length === 1 ? types[0] : undefined;
    const within = { levels, open: new Set([...open, ...names]) };
    const shown = {
      ...(type === 'object' ? writeMembers(keywords, within) : {}),
      ...(type === 'array' ? writeItems(keywords, within) : {}),
    };
    const isShown = Object.keys(shown).length > 0;
    const form = [...(types ?? []), ...(allowsNull(part, lookUp) ? ['null'] : [])];
    const said = say(
      form,
      isShown || type !== 'object' ? '' : nameMembers(keywords),
      wordsOf(keywords, name),
      isShown,
    );
    return said === '' ? shown : { description: said, ...shown };
  }

  /** The schema with what it refers to, and with the only branch of a union that may be null besides. */
  function lookInto(part: Schema, open: ReadonlySet<string>): { keywords: Keywords; names: Set<string> } {
    const flat = flatten(part, lookUp, open);
    // A recursive schema is written out once; inside itself its type is named.
    if (flat === undefined) {
      const { keywords } = flatten(part, lookUp, new Set()) ?? { keywords: {} };
      return { keywords: { type: typesIn(keywords) }, names: new Set() };
    }
    const [branch, ...others] = branchesOf(flat.keywords);
    if (branch === undefined || others.length > 0) return { ...flat, names: new Set(flat.names) };
    const { anyOf: _, oneOf: __, ...rest } = flat.keywords;
    const only = lookInto({ ...rest, allOf: [branch] }, new Set([...open, ...flat.names]));
    return { keywords: only.keywords, names: new Set([...flat.names, ...only.names]) };
  }

  /** The types of a schema, or those of all branches of a union; undefined where one of them may be any. */
  function typesIn(schema: Keywords): string[] | undefined {
    const own = typesOf(schema) ?? [guessType(schema)].filter((type) => type !== undefined);
    if (own.length > 0) return own;
    const types = branchesOf(schema).map((branch) =>
      typesOf(flatten(branch, lookUp, new Set())?.keywords ?? {}),
    );
    if (types.length === 0 || types.includes(undefined)) return undefined;
    return [...new Set(types.flatMap((some) => some ?? []))];
  }

  function writeMembers(schema: Keywords, place: Place): Keywords {
    if (place.levels <= 0) return {};
    const within = { ...place, levels: place.levels - 1 };
    const fields = fieldsOf(schema).map(([name, field]) => {
      spend(name.length + 6);
      return [name, write(field, within, name)] as const;
    });
    if (fields.length > 0) return { properties: Object.fromEntries(fields) };
    const { additionalProperties: members } = schema;
    if (typeof members !== 'object' || members === null) return {};
    spend(25);
    const values = write(members as Schema, within);
    return Object.keys(values).length === 0 ? {} : { additionalProperties: values };
  }

  function writeItems({ items = true, prefixItems }: Keywords, place: Place): Keywords {
    spend(10);
    return { items: prefixItems === undefined ? write(items as Schema, place) : {} };
  }

  /** The members that an answer may have, by keys that every client takes. */
  function fieldsOf({ properties = {} }: Keywords): [string, Schema][] {
    return Object.entries(properties as Record<string, Schema>).filter(
      ([name, field]) => key.test(name) && name !== '__proto__' && field !== false && !isWriteOnly(field),
    );
  }

  function isWriteOnly(field: Schema): boolean {
    return flatten(field, lookUp, new Set())?.keywords['writeOnly'] === true;
  }

  function nameMembers(schema: Keywords): string {
    const names = fieldsOf(schema).map(([name]) => name);
    return names.length === 0 ? '' : `with ${listNames(names)}`;
  }

  function wordsOf({ description }: Keywords, name: string): string {
    if (extent.words <= 0 || typeof description !== 'string') return '';
    const words = clipText(cleanText(description), extent.words);
    return fold(words) === fold(name) ? '' : words;
  }

  /** What is said of a value; its type only where that cannot be seen. */
  function say(form: readonly string[], members: string, words: string, isShown: boolean): string {
    const isSeen = !extent.types || (isShown && form.length <= 1);
    const type = isSeen ? '' : [form.join(' or '), members].filter(Boolean).join(' ');
    const said = [type, words].filter(Boolean).join(': ');
    if (said !== '') spend(said.length + 17);
    return said;
  }

  const types = typesIn(lookInto(root, new Set()).keywords);
  if (types === undefined) return undefined;
  const written = write(root, { levels: extent.levels, open: new Set() });
  return types.includes('object') ? toObject(written) : { type: 'object', properties: { result: written } };
}

function toObject({ description, properties, additionalProperties }: Keywords): ObjectSchema | undefined {
  if (properties === undefined && additionalProperties === undefined) return undefined;
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties: (properties ?? {}) as Record<string, Schema>,
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  };
}

function branchesOf({ anyOf, oneOf }: Keywords): Schema[] {
  return ((anyOf ?? oneOf ?? []) as Schema[]).filter((branch) => !isNull(branch));
}

function isNull(schema: Schema): boolean {
  return typeof schema === 'object' && schema['$ref'] === undefined && typesOf(schema)?.length === 0;
}

/** Without what makes no difference between a name and words: `The user ID.` is `user_id`. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/^(?:the|an?) |[^\p{L}\p{N}]/gu, '');
}
