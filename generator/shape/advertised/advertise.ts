import type { Schema } from '../../model/api.js';
import { flatten } from '../../schema/flatten.js';
import type { Keywords } from '../../schema/subschemas.js';
import { allowsNull, alternativesOf, guessType, isOfType, typeOf, typesOf } from '../../schema/types.js';
import { listAsJson, listNames } from '../../text/notes.js';
import type { Limits } from '../profiles.js';
import {
  Draft,
  type Extent,
  type Location,
  type Loss,
  type Means,
  type Reach,
  type Subject,
  type Write,
  asItem,
  tooLarge,
} from './draft.js';
import { dropFar, isImplied, onlyType, takes, writeChecks } from './keywords.js';
import {
  addWords,
  describeItems,
  describeLimits,
  describePattern,
  describeSuggestions,
  describeValueNames,
  isAsText,
  partWords,
  tellAsText,
  tellSuggestions,
} from './notes.js';
import { ObjectWriter } from './objects.js';
import {
  UnionWriter,
  addNull,
  distinct,
  dropTwin,
  requiredOnly,
  toAnyOf,
  writeAlternatives,
} from './union.js';

/** A schema that was written, and what of its extent made it say less. */
export interface Advertised {
  /** Undefined where it is larger than its extent. */
  schema: Keywords | undefined;
  lost: Loss;
  reach: Reach;
}

/** Characters of an object or a list that is the only value. */
const longestConstant = 120;

/** Any value but an object or a list, for clients that ask for types. */
const anything: readonly Keywords[] = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];

/**
 * Writes a schema for a model to read, within the limits of a profile: no references, no `allOf`, one type each
 * where lists of types are not taken, everything else in words.
 *
 * It accepts whatever the schema accepts, once that is told as the profile tells it: an optional member that is
 * left out is null where all members are required, and an object whose members no schema names is JSON in a
 * string where such objects cannot be said. What it does not accept: an explicit `null` where no list of types
 * is taken; members that a schema does not name where every object is closed; objects that would be JSON in a
 * string where a string is accepted as well; values of other types than scalars, or than those that its keywords
 * are about, where a schema does not name its type.
 */
export function advertise(root: Schema, subject: Subject, extent: Extent, means: Means): Advertised {
  const draft = new Draft(subject, extent, means);
  const schema = writeWithin(() => new SchemaWriter(draft, means).write(root, draft.root));
  return { schema, lost: draft.lost, reach: draft.reach };
}

/** What is written; undefined where that becomes too large. */
function writeWithin(write: () => Keywords): Keywords | undefined {
  try {
    return write();
  } catch (error) {
    if (error === tooLarge) return undefined;
    throw error;
  }
}

/** Writes the parts of one schema, and keeps account of them in its draft. */
class SchemaWriter {
  private readonly lookUp: (name: string) => Schema;
  private readonly profile: Limits;
  private readonly objects: ObjectWriter;
  private readonly unions: UnionWriter;

  constructor(
    private readonly draft: Draft,
    means: Means,
  ) {
    const write: Write = (part, location, mayBeAbsent) => this.write(part, location, mayBeAbsent);
    this.lookUp = means.lookUp;
    this.profile = means.profile;
    this.objects = new ObjectWriter(draft, means, write);
    this.unions = new UnionWriter(draft, means, write);
  }

  write(part: Schema, location: Location, mayBeAbsent = false): Keywords {
    const written = this.writeWithoutNull(part, location);
    if (this.profile.typeLists === 'none' || !(mayBeAbsent || allowsNull(part, this.lookUp))) return written;
    this.draft.spend(16);
    return addNull(written);
  }

  private writeWithoutNull(part: Schema, location: Location): Keywords {
    if (!this.draft.enter()) return this.writeOne({}, undefined, location);
    try {
      return this.writeFlat(part, location);
    } finally {
      this.draft.leave();
    }
  }

  private writeFlat(part: Schema, location: Location): Keywords {
    const flat = flatten(part, this.lookUp, location.open);
    if (flat === undefined) return this.writeAgain(part);
    const { names } = flat;
    const keywords = dropTwin(toAnyOf(tellSuggestions(flat.keywords)));
    const here = names.size === 0 ? location : { ...location, open: new Set([...location.open, ...names]) };
    const alternatives = alternativesOf(keywords);
    const [alternative] = alternatives;
    if (alternative !== undefined && alternatives.length === 1) {
      const { anyOf: _, ...rest } = keywords;
      return this.writeWithoutNull({ ...rest, allOf: [alternative] }, here);
    }
    const types = typesOf(keywords);
    if (alternatives.length > 1) return this.writeWithUnion(keywords, types, alternatives, here);
    if (types === undefined || types.length <= 1 || this.profile.typeLists === 'all') {
      return this.writeOne(keywords, types, here);
    }
    return this.writeTypes(keywords, types, here);
  }

  /** A schema of several types, as a union of one each. */
  private writeTypes(schema: Keywords, types: readonly string[], location: Location): Keywords {
    const { description, ...checks } = schema;
    const anyOf = writeAlternatives(location, (within) =>
      types.map((type) => this.writeOne(checks, [type], within)),
    );
    return addWords({ anyOf }, this.draft.say(schema, description, [], location), this.profile);
  }

  /** Where nothing may stand beside a union, each alternative says what all have in common. */
  private writeWithUnion(
    schema: Keywords,
    types: string[] | undefined,
    alternatives: readonly Schema[],
    location: Location,
  ): Keywords {
    if (
      this.profile.besideUnion === 'anything' ||
      alternatives.every((alternative) => requiredOnly(alternative) !== undefined)
    ) {
      return this.writeOne(schema, types, location);
    }
    const { anyOf: _, isExclusive: ___, description, default: __, ...shared } = schema;
    const anyOf = alternatives.map((alternative) => ({ allOf: [shared, alternative] }));
    const union = { ...(description === undefined ? {} : { description }), anyOf };
    return this.writeOne(union, undefined, location);
  }

  /** A recursive schema is written out once; inside itself it is named. */
  private writeAgain(part: Schema): Keywords {
    const description = this.isUnion(part)
      ? 'Any of the forms of the union that it is part of.'
      : 'Of the same form as the object that it is part of.';
    this.draft.spend(description.length);
    const anyOf = distinct(this.typesAgain(part).map((type) => this.writeBare(type)));
    const [written = this.writeAny(), ...others] = anyOf;
    return addWords(others.length === 0 ? written : { anyOf }, [description], this.profile);
  }

  private isUnion(part: Schema): boolean {
    const keywords = flatten(part, this.lookUp, new Set())?.keywords ?? {};
    return alternativesOf(toAnyOf(keywords)).length > 1;
  }

  /** The types of a recursive schema; none where only one can be said and there are more, or where any will do. */
  private typesAgain(part: Schema): readonly string[] {
    if (this.profile.typed) return typesOfAll(part, this.lookUp, new Set()) ?? [];
    const types = typesOf(flatten(part, this.lookUp, new Set())?.keywords ?? {}) ?? [];
    return types.length === 1 ? types : [];
  }

  /** A value of which nothing but the type is said. */
  private writeBare(type: string): Keywords {
    if (type === 'object' && this.profile.maps === 'text') return tellAsText('', '');
    return type === 'array' ? { type, items: this.writeAny() } : { type };
  }

  private writeAny(): Keywords {
    return this.profile.typed ? { anyOf: [...anything] } : {};
  }

  /** A schema of one type, or of those that may be said together. */
  private writeOne(schema: Keywords, types: string[] | undefined, location: Location): Keywords {
    if (types?.length === 0) return this.writeNull(schema, location);
    const { profile } = this;
    const type = onlyType(schema, types, profile);
    const list = type ?? (profile.typeLists === 'all' && types !== undefined ? types : undefined);
    const { shown, note } = this.showPattern(schema, type);
    const { kept: checks, words } = writeChecks(shown, type, profile);
    const kept = location.bare === undefined ? checks : dropFar(checks);
    for (const [keyword, value] of Object.entries(kept))
      this.draft.spend(keyword.length + String(value).length + 4);
    const notes = [
      ...describeValueNames(schema),
      ...describeSuggestions(schema),
      ...describeLimits(schema, this.lookUp),
      ...(note === '' ? [] : [note]),
    ];
    const written: Keywords = {
      ...(list === undefined ? {} : { type: list }),
      ...kept,
      ...this.writeValues(schema, type, notes),
      ...(list?.includes('array') === true ? this.writeItems(schema, location, notes) : {}),
      ...(type === 'object' || type === undefined ? this.objects.write(schema, location, notes) : {}),
    };
    const { description: own, ...whole } = this.unions.write(schema, written, location, notes);
    const description = schema['description'] ?? own;
    if (isAsText({ description: own })) {
      const told = schema['description'] ?? partWords({ description: own }).words;
      return this.writeText(schema, told, notes, location);
    }
    if (profile.maps === 'text' && whole['type'] === 'object' && whole['properties'] === undefined) {
      return this.writeText(schema, description, notes, location);
    }
    const told = this.draft.say(schema, description, [...notes, ...words], location);
    const isAny = profile.typed && whole['type'] === undefined && whole['anyOf'] === undefined;
    return addWords(isAny ? this.writeAny() : whole, told, profile);
  }

  /** The schema without a pattern that there is no room for, of which a text that matches is told in a note. */
  private showPattern(schema: Keywords, type = 'string'): { shown: Keywords; note: string } {
    const { pattern, ...rest } = schema;
    const isShown = typeof pattern === 'string' && type === 'string' && !isImplied('pattern', schema);
    if (!isShown || this.draft.takesPattern(pattern, takes(this.profile, 'pattern', pattern, type)))
      return { shown: schema, note: '' };
    const isListed = rest['enum'] !== undefined || rest['const'] !== undefined;
    return { shown: rest, note: isListed ? '' : describePattern(schema) };
  }

  private writeNull(schema: Keywords, location: Location): Keywords {
    const written = this.profile.typeLists === 'none' ? this.writeAny() : { type: 'null' };
    const told = this.draft.say(schema, schema['description'], ['Always null.'], location);
    return addWords(written, told, this.profile);
  }

  /** An object as JSON in a string. */
  private writeText(
    schema: Keywords,
    description: unknown,
    notes: readonly string[],
    location: Location,
  ): Keywords {
    const [words = ''] = this.draft.say(schema, description, [], location);
    const written = tellAsText(words, this.draft.cutNotes(notes.join(' '), location));
    this.draft.spend(String(written['description']).length + 36);
    return written;
  }

  private writeValues(schema: Keywords, type: string | undefined, notes: string[]): Keywords {
    const { const: constant, enum: listed } = schema;
    const all = (constant === undefined ? listed : [constant]) as unknown[] | undefined;
    const values = all?.filter((value) => value !== null && (type === undefined || isOfType(value, type)));
    if (values === undefined || values.length === 0) return {};
    if (values.some(isStructure)) {
      const [value, ...others] = values.map((one) => JSON.stringify(one));
      if (value !== undefined && others.length === 0 && value.length <= longestConstant)
        notes.push(`Always ${value}.`);
      return {};
    }
    if (!this.draft.takesList(listed, values.length)) {
      notes.push(`One of ${values.length} values: ${listNames(values.map(String))}.`);
      return {};
    }
    const { enums, emptyValues } = this.profile;
    if (!values.every((value) => enums.has(typeOf(value)) && (emptyValues || value !== ''))) {
      notes.push(`One of ${listAsJson(values)}.`);
      return {};
    }
    this.draft.spend(JSON.stringify(values).length + 8);
    return { enum: values };
  }

  private writeItems(schema: Keywords, location: Location, notes: string[]): Keywords {
    const { items, prefixItems } = schema;
    notes.push(...describeItems(schema, this.lookUp));
    if (prefixItems !== undefined) return { items: this.writeAny() };
    return { items: this.write((items ?? true) as Schema, asItem(location)) };
  }
}

/** The types of a schema and of all alternatives of its unions; undefined for any. What is `seen` has been counted. */
function typesOfAll(part: Schema, lookUp: Means['lookUp'], seen: Set<string>): string[] | undefined {
  const flat = flatten(part, lookUp, seen);
  if (flat === undefined) return [];
  for (const name of flat.names) seen.add(name);
  const types = typesOf(flat.keywords) ?? guessType(flat.keywords);
  const alternatives = alternativesOf(flat.keywords);
  if (types !== undefined || alternatives.length === 0)
    return types === undefined ? undefined : [types].flat();
  const all = alternatives.map((alternative) => typesOfAll(alternative, lookUp, seen));
  return all.includes(undefined) ? undefined : [...new Set(all.flat() as string[])];
}

/** Clients take lists of scalars only. */
function isStructure(value: unknown): boolean {
  return typeof value === 'object';
}
