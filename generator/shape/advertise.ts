import type { Schema } from '../model/server.js';
import { clipText } from './clipText.js';
import { flatten } from './flatten.js';
import { isLegalKey } from './isLegalKey.js';
import { joinNotes } from './joinNotes.js';
import { listNames } from './listNames.js';
import { portableKeywords } from './portableKeywords.js';
import type { Keywords } from './subschemas.js';
import { typeOf, typesOf } from './typesOf.js';

/** How much of a schema is written out. */
export interface Limits {
  /** Objects within objects; the fields of those further in are only named. */
  levels: number;
  /** Characters of the description of the schema itself. */
  words: number;
  /** Characters of the descriptions of its parts. */
  innerWords: number;
  /** Characters of the whole, about. */
  size: number;
}

/** Where a schema is written. */
interface Place {
  levels: number;
  words: number;
  /** The components that are being written out around it. */
  open: ReadonlySet<string>;
}

/** Thrown as soon as a schema grows beyond its limit: documents may grow 80-fold when written out. */
export const tooLarge = new Error('the schema is larger than its limit');

/** Values of an enum that are listed; of longer ones, some are named. */
const mostValues = 20;
/** What a schema may have that does nothing but list values. */
const enumKeywords = new Set(['type', 'enum', 'description', 'format']);
/** Branches of a union that are listed where their fields are not. */
const mostForms = 8;
/** Characters of what is said in words because clients do not take the keyword. */
const longestNotes = 240;

/**
 * Writes a schema for a model to read, within what every client takes: no references, one type each, no
 * `allOf`, no boolean schemas, arrays with items, legal keys. It accepts whatever the schema accepts, an
 * explicit `null` apart.
 */
export function advertise(root: Schema, lookUp: (name: string) => Schema, limits: Limits): Keywords {
  let size = 0;

  function spend(characters: number): void {
    size += characters;
    if (size > limits.size) throw tooLarge;
  }

  function write(part: Schema, levels: number, words: number, open: ReadonlySet<string>): Keywords {
    const flat = flatten(part, lookUp, open);
    if (flat === undefined) return writeAgain(part);
    const { keywords, names } = flat;
    const now = names.size === 0 ? open : new Set([...open, ...names]);
    const branch = soleBranch(keywords);
    if (branch !== undefined) {
      const { anyOf: _, ...rest } = keywords;
      return write({ ...rest, allOf: [branch] }, levels, words, now);
    }
    const types = typesOf(keywords);
    if (types === undefined || types.length <= 1 || keywords['anyOf'] !== undefined) {
      return writeOne(keywords, types, { levels, words, open: now });
    }
    const { description, ...checks } = keywords;
    const anyOf = types.map((type) => writeOne(checks, [type], { levels, words, open: now }));
    return { ...say(description, [], words), anyOf };
  }

  /** A recursive schema is written out once; inside itself it is named. */
  function writeAgain(part: Schema): Keywords {
    const flat = flatten(part, lookUp, new Set())?.keywords ?? {};
    const type = onlyType(typesOf(flat));
    const description = 'Of the same form as the object that it is part of.';
    spend(description.length);
    return {
      ...(type === undefined ? {} : { type }),
      description,
      ...(type === 'array' ? { items: {} } : {}),
    };
  }

  function writeOne(schema: Keywords, types: string[] | undefined, place: Place): Keywords {
    if (types?.length === 0) return say(schema['description'], ['Always null.'], place.words);
    const type = onlyType(types);
    const notes: string[] = [];
    const written: Keywords = {
      ...(type === undefined ? {} : { type }),
      ...writeChecks(schema, type),
      ...writeValues(schema, type, notes),
      ...(type === 'array' ? writeItems(schema, place, notes) : {}),
      ...(type === 'object' || type === undefined ? writeObject(schema, place, notes) : {}),
    };
    const whole = writeUnion(schema, written, place, notes);
    return { ...whole, ...say(schema['description'] ?? whole['description'], notes, place.words) };
  }

  function writeChecks(schema: Keywords, type: string | undefined): Keywords {
    const kept = Object.entries(schema).filter(([keyword, value]) => {
      const portable = portableKeywords.get(keyword);
      if (portable === undefined || (type !== undefined && !portable.types.includes(type))) return false;
      return portable.keep?.(value) ?? true;
    });
    for (const [keyword, value] of kept) spend(keyword.length + String(value).length + 4);
    return Object.fromEntries(kept);
  }

  function writeValues(schema: Keywords, type: string | undefined, notes: string[]): Keywords {
    const { const: constant, enum: listed } = schema;
    const all = (constant === undefined ? listed : [constant]) as unknown[] | undefined;
    const values = all?.filter((value) => value !== null && (type === undefined || isOf(value, type)));
    if (values === undefined || values.length === 0 || values.some(isStructure)) return {};
    if (values.length > mostValues) {
      notes.push(`One of ${values.length} values: ${listNames(values.map(String))}.`);
      return {};
    }
    spend(JSON.stringify(values).length + 8);
    return { enum: values };
  }

  function writeItems(schema: Keywords, { levels, open }: Place, notes: string[]): Keywords {
    const { items, prefixItems } = schema;
    if (Array.isArray(prefixItems))
      notes.push(`The first ${prefixItems.length} items each have a meaning of their own.`);
    const written =
      prefixItems === undefined ? write((items ?? true) as Schema, levels, limits.innerWords, open) : {};
    return { items: written };
  }

  function writeObject(schema: Keywords, { levels, open }: Place, notes: string[]): Keywords {
    const { properties = {}, required = [], additionalProperties, patternProperties } = schema;
    const fields = Object.entries(properties as Record<string, Schema>).filter(
      ([, field]) => field !== false,
    );
    const legal = fields.filter(([name]) => isLegalKey(name));
    const odd = fields.filter(([name]) => !isLegalKey(name)).map(([name]) => JSON.stringify(name));
    if (odd.length > 0) notes.push(`Other fields: ${listNames(odd)}.`);
    if (legal.length > 0 && levels <= 0) {
      const first = new Set(required as string[]);
      const names = legal
        .map(([name]) => name)
        .toSorted((a, b) => Number(first.has(b)) - Number(first.has(a)));
      notes.push(`Fields: ${listNames(names)}.`);
      return {};
    }
    const written = legal.map(([name, field]) => {
      spend(name.length + 14);
      return [name, write(field, levels - 1, limits.innerWords, open)] as const;
    });
    const shown = new Set(legal.map(([name]) => name));
    const needed = (required as string[]).filter((name) => shown.has(name));
    const isMap =
      odd.length === 0 && patternProperties === undefined && typeof additionalProperties === 'object';
    const values = isMap ? write(additionalProperties as Schema, levels - 1, limits.innerWords, open) : {};
    return {
      ...(written.length === 0 ? {} : { properties: Object.fromEntries(written) }),
      ...(needed.length === 0 ? {} : { required: needed }),
      ...(Object.keys(values).length === 0 ? {} : { additionalProperties: values }),
    };
  }

  /** The branches of a union beside what is written already. */
  function writeUnion(schema: Keywords, written: Keywords, place: Place, notes: string[]): Keywords {
    const { levels, open } = place;
    const branches = ((schema['anyOf'] ?? []) as Schema[]).filter((branch) => !isNull(branch));
    if (branches.length === 0) return written;
    const needs = branches.map(requiredOnly);
    if (needs.every((names) => names !== undefined)) {
      notes.push(`Needs ${needs.map((names) => names.join(' and ')).join(', or ')}.`);
      return written;
    }
    if (levels <= 0 && branches.length > mostForms) {
      notes.push(`One of ${branches.length} forms.`);
      return written;
    }
    const distinct = new Map(
      branches.map((branch) => {
        const form = write(branch, levels, limits.innerWords, open);
        return [JSON.stringify(form), form] as const;
      }),
    );
    const forms = [...distinct.values()];
    const [only = {}, ...others] = forms;
    if (others.length === 0 && Object.keys(written).length === 0) return only;
    const values = joinEnums(forms);
    if (values !== undefined) return { ...written, ...values };
    return forms.some(acceptsAnything) ? written : { ...written, anyOf: forms };
  }

  function say(description: unknown, notes: readonly string[], words: number): Keywords {
    if (words <= 0) return {};
    const said = typeof description === 'string' ? clipText(description, words) : '';
    const noted = clipText(notes.join(' '), longestNotes);
    const text = joinNotes(said, [noted]);
    spend(text.length + 16);
    return text === '' ? {} : { description: text };
  }

  return write(root, limits.levels, limits.words, new Set());
}

/** One enum for a union of enums, which is how some list values with words of their own. */
function joinEnums(forms: readonly Keywords[]): Keywords | undefined {
  const [first = {}] = forms;
  const isEnum = forms.every(
    (form) =>
      Array.isArray(form['enum']) &&
      form['type'] === first['type'] &&
      Object.keys(form).every((keyword) => enumKeywords.has(keyword)),
  );
  const values = [...new Set(forms.flatMap((form) => form['enum'] as unknown[]))];
  if (!isEnum || values.length > mostValues) return undefined;
  return first['type'] === undefined ? { enum: values } : { type: first['type'], enum: values };
}

function onlyType(types: readonly string[] | undefined): string | undefined {
  return types?.length === 1 ? types[0] : undefined;
}

function isOf(value: unknown, type: string): boolean {
  const own = typeOf(value);
  return own === type || (own === 'integer' && type === 'number');
}

/** Clients take lists of scalars only. */
function isStructure(value: unknown): boolean {
  return typeof value === 'object';
}

function isNull(schema: Schema): boolean {
  return typeof schema === 'object' && schema['$ref'] === undefined && typesOf(schema)?.length === 0;
}

/** The one branch of a union, `null` apart. */
function soleBranch({ anyOf }: Keywords): Schema | undefined {
  const branches = ((anyOf ?? []) as Schema[]).filter((branch) => !isNull(branch));
  return branches.length === 1 ? branches[0] : undefined;
}

/** The names that a schema requires, where it says nothing else. */
function requiredOnly(schema: Schema): string[] | undefined {
  if (typeof schema === 'boolean') return undefined;
  const { required, description: _, ...rest } = schema;
  return Array.isArray(required) && Object.keys(rest).length === 0 ? (required as string[]) : undefined;
}

function acceptsAnything(schema: Keywords): boolean {
  return Object.keys(schema).every((keyword) => keyword === 'description');
}
