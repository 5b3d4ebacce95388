import type { Schema } from '../../model/api.js';
import { flatten } from '../../schema/flatten.js';
import type { Keywords } from '../../schema/subschemas.js';
import { allowsNull, guessType, typeOf, typesOf } from '../../schema/types.js';
import { type Allowance, type Clip, clipText } from '../../text/clip.js';
import { escapeHidden } from '../../text/hidden.js';
import { joinNotes, listNames, showName } from '../../text/notes.js';
import type { Limits } from '../profiles.js';
import { writeChecks } from './keywords.js';
import { describeItems, describeNames, describeRules, isAsText, partWords, tellAsText } from './notes.js';
import { saysNothing } from './saysNothing.js';
import { findTag, onlyValue } from './union.js';

/** How much of a schema is written out. */
interface Extent {
  /** Objects within objects; the fields of those further in are only named. */
  levels: number;
  /** The same within what may be left out. */
  optionalLevels: number;
  /** What is kept of each description. */
  words: Allowance;
  /** The same of what may be left out. */
  optionalWords: Allowance;
  /** Values of an enum that are listed; of longer ones, some are named. */
  values: number;
  /** Characters of the whole, about. */
  size: number;
}

/** What a schema is written with. */
export interface Means {
  lookUp: (name: string) => Schema;
  profile: Limits;
  clip: Clip;
}

/** The value that a schema is for. */
interface Subject {
  name: string;
  /** Whether it may be left out. */
  optional: boolean;
  /** Whether its own members count as what is outermost. */
  outer: boolean;
}

/** A schema that was written, and what of its extent made it say less. */
export interface Advertised {
  /** Undefined where it is larger than its extent. */
  schema: Keywords | undefined;
  lost: Loss;
  reach: Reach;
}

/** What a schema has, as far as it was written and an extent could take it away. */
export interface Reach {
  /** Objects around the innermost object or union; less than any where there is none. */
  depth: number;
  /** Values of the longest list. */
  values: number;
  /** Whether it has words. */
  words: boolean;
}

/** What was left out of a schema. */
export interface Loss {
  /** Whether words were cut, or left out altogether. */
  words: 'cut' | 'off' | undefined;
  /** Lists of values that became words. */
  lists: number;
  /** The objects, by their path within the value, of which only the fields are named. */
  stubs: string[];
}

/** Where a schema is written. */
interface Place {
  /** Objects that are written out around it. */
  depth: number;
  /** The name of the value; empty for an item. */
  name: string;
  /** The names that lead to it, those of the value itself left out. */
  path: readonly string[];
  /** Whether it, or something around it, may be left out. */
  optional: boolean;
  /** Set where an object is written out however deep it is, if the profile has room for it. */
  kept?: boolean;
  /** The components that are being written out around it. */
  open: ReadonlySet<string>;
}

/** Thrown as soon as a schema grows beyond its limit: documents may grow 80-fold when written out. */
export const tooLarge = new Error('the schema is larger than its limit');

/** What a schema may have that does nothing but list values. */
const enumKeywords = new Set(['type', 'enum', 'description', 'format']);
/** Branches of a union that are listed where their fields are not. */
const mostForms = 8;
/** Schemas that are looked at: lists of unions may lie in unions, all of which may come to the same few forms. */
const mostLooks = 50_000;
/** Lists, objects and unions inside one another: far beyond what a model reads, far below the end of the stack. */
const deepest = 50;
/** Characters of what is said in words because clients do not take the keyword. */
const longestNotes = 240;

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
  const { lookUp, profile, clip } = means;
  const mostValues = Math.min(extent.values, profile.values);
  const said = { cut: false, off: false };
  const reach: Reach = { depth: Number.NEGATIVE_INFINITY, values: 0, words: false };
  const lists = new Set<unknown>();
  const stubs = new Set<string>();
  let size = 0;
  let looks = 0;
  let nested = 0;

  function spend(characters: number): void {
    size += characters;
    if (size > extent.size) throw tooLarge;
  }

  function write(part: Schema, place: Place, mayBeAbsent = false): Keywords {
    const written = writeForm(part, place);
    if (profile.typeLists === 'none' || !(mayBeAbsent || allowsNull(part, lookUp))) return written;
    spend(16);
    return addNull(written);
  }

  function writeForm(part: Schema, place: Place): Keywords {
    looks += 1;
    if (looks > mostLooks || nested >= deepest) {
      if (Number.isFinite(extent.size)) throw tooLarge;
      return writeOne({}, undefined, place);
    }
    nested += 1;
    try {
      return writeKnown(part, place);
    } finally {
      nested -= 1;
    }
  }

  function writeKnown(part: Schema, place: Place): Keywords {
    const flat = flatten(part, lookUp, place.open);
    if (flat === undefined) return writeAgain(part);
    const { names } = flat;
    const keywords = uniteBranches(flat.keywords);
    const here = names.size === 0 ? place : { ...place, open: new Set([...place.open, ...names]) };
    const branches = branchesOf(keywords);
    const [branch] = branches;
    if (branch !== undefined && branches.length === 1) {
      const { anyOf: _, ...rest } = keywords;
      return writeForm({ ...rest, allOf: [branch] }, here);
    }
    const types = typesOf(keywords);
    if (branches.length > 1) return writeUnited(keywords, types, branches, here);
    if (types === undefined || types.length <= 1 || profile.typeLists === 'all') {
      return writeOne(keywords, types, here);
    }
    const { description, ...checks } = keywords;
    const anyOf = writeForms(here, (within) => types.map((type) => writeOne(checks, [type], within)));
    return addWords({ anyOf }, say(keywords, description, [], here), profile);
  }

  /** Where nothing may stand beside a union, each branch says what all have in common. */
  function writeUnited(
    schema: Keywords,
    types: string[] | undefined,
    branches: readonly Schema[],
    place: Place,
  ): Keywords {
    if (
      profile.besideUnion === 'anything' ||
      branches.every((branch) => requiredOnly(branch) !== undefined)
    ) {
      return writeOne(schema, types, place);
    }
    const { anyOf: _, isExclusive: ___, description, default: __, ...shared } = schema;
    const whole = branches.map((branch) => ({ allOf: [shared, branch] }));
    return writeOne(
      { ...(description === undefined ? {} : { description }), anyOf: whole },
      undefined,
      place,
    );
  }

  /** A recursive schema is written out once; inside itself it is named. */
  function writeAgain(part: Schema): Keywords {
    const description = 'Of the same form as the object that it is part of.';
    spend(description.length);
    const forms = distinct(typesAgain(part).map(writeBare));
    const [form = writeAny(), ...others] = forms;
    return addWords(others.length === 0 ? form : { anyOf: forms }, [description], profile);
  }

  /** The types of a recursive schema; none where only one can be said and there are more, or where any will do. */
  function typesAgain(part: Schema): readonly string[] {
    if (profile.typed) return typesOfAll(part, new Set()) ?? [];
    const types = typesOf(flatten(part, lookUp, new Set())?.keywords ?? {}) ?? [];
    return types.length === 1 ? types : [];
  }

  /** The types of a schema and of all branches of its unions; undefined for any. What is `seen` has been counted. */
  function typesOfAll(part: Schema, seen: Set<string>): string[] | undefined {
    const flat = flatten(part, lookUp, seen);
    if (flat === undefined) return [];
    for (const name of flat.names) seen.add(name);
    const types = typesOf(flat.keywords) ?? guessType(flat.keywords);
    const branches = branchesOf(flat.keywords);
    if (types !== undefined || branches.length === 0) return types === undefined ? undefined : [types].flat();
    const all = branches.map((branch) => typesOfAll(branch, seen));
    return all.includes(undefined) ? undefined : [...new Set(all.flat() as string[])];
  }

  /** A value of which nothing but the type is said. */
  function writeBare(type: string): Keywords {
    if (type === 'object' && profile.maps === 'text') return tellAsText('', '');
    return type === 'array' ? { type, items: writeAny() } : { type };
  }

  function typeIn(schema: Keywords, types: readonly string[] | undefined): string | undefined {
    return onlyType(types) ?? (profile.typed ? guessType(schema) : undefined);
  }

  function writeAny(): Keywords {
    return profile.typed ? { anyOf: [...anything] } : {};
  }

  function writeOne(schema: Keywords, types: string[] | undefined, place: Place): Keywords {
    if (types?.length === 0) return writeNull(schema, place);
    const type = typeIn(schema, types);
    const list = type ?? (profile.typeLists === 'all' && types !== undefined ? types : undefined);
    const { kept, words } = writeChecks(schema, type, profile);
    for (const [keyword, value] of Object.entries(kept)) spend(keyword.length + String(value).length + 4);
    const notes: string[] = [];
    const written: Keywords = {
      ...(list === undefined ? {} : { type: list }),
      ...kept,
      ...writeValues(schema, type, notes),
      ...(list?.includes('array') === true ? writeItems(schema, place, notes) : {}),
      ...(type === 'object' || type === undefined ? writeObject(schema, place, notes) : {}),
    };
    const { description: own, ...whole } = writeUnion(schema, written, place, notes);
    const description = schema['description'] ?? own;
    if (isAsText({ description: own })) {
      return writeText(schema, schema['description'] ?? partWords({ description: own }).words, notes, place);
    }
    if (profile.maps === 'text' && whole['type'] === 'object' && whole['properties'] === undefined) {
      return writeText(schema, description, notes, place);
    }
    const told = say(schema, description, [...notes, ...words], place);
    const isAny = profile.typed && whole['type'] === undefined && whole['anyOf'] === undefined;
    return addWords(isAny ? writeAny() : whole, told, profile);
  }

  function writeNull(schema: Keywords, place: Place): Keywords {
    const form = profile.typeLists === 'none' ? writeAny() : { type: 'null' };
    return addWords(form, say(schema, schema['description'], ['Always null.'], place), profile);
  }

  /** An object as JSON in a string. */
  function writeText(
    schema: Keywords,
    description: unknown,
    notes: readonly string[],
    place: Place,
  ): Keywords {
    const [words = ''] = say(schema, description, [], place);
    const noted = isSilent(place) ? '' : clipText(notes.join(' '), longestNotes);
    const form = tellAsText(words, noted);
    spend(String(form['description']).length + 36);
    return form;
  }

  function writeValues(schema: Keywords, type: string | undefined, notes: string[]): Keywords {
    const { const: constant, enum: listed } = schema;
    const all = (constant === undefined ? listed : [constant]) as unknown[] | undefined;
    const values = all?.filter((value) => value !== null && (type === undefined || isOf(value, type)));
    if (values === undefined || values.length === 0 || values.some(isStructure)) return {};
    reach.values = Math.max(reach.values, values.length);
    if (values.length > mostValues) {
      if (values.length <= profile.values) lists.add(schema['enum']);
      notes.push(`One of ${values.length} values: ${listNames(values.map(String))}.`);
      return {};
    }
    if (!values.every((value) => profile.enums.has(typeOf(value)) && (profile.emptyValues || value !== ''))) {
      notes.push(`One of ${listNames(values.map((value) => JSON.stringify(value)))}.`);
      return {};
    }
    spend(JSON.stringify(values).length + 8);
    return { enum: values };
  }

  function writeItems(schema: Keywords, place: Place, notes: string[]): Keywords {
    const { items, prefixItems } = schema;
    notes.push(...describeItems(schema, lookUp));
    return {
      items: prefixItems === undefined ? write((items ?? true) as Schema, asItem(place)) : writeAny(),
    };
  }

  /** An object; where it refuses what it does not list, names of a pattern cannot be given. */
  function writeObject(schema: Keywords, place: Place, notes: string[]): Keywords {
    const written = writeListed(schema, place, notes);
    if (written['additionalProperties'] !== false) notes.push(...describeNames(schema, lookUp));
    notes.push(...describeRules(schema, lookUp));
    return written;
  }

  function writeListed(schema: Keywords, place: Place, notes: string[]): Keywords {
    const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).filter(
      ([, field]) => field !== false,
    );
    if (fields.length > 0) reach.depth = Math.max(reach.depth, place.depth);
    const legal = fields.filter(([name]) => isLegal(name));
    const odd = fields.filter(([name]) => !isLegal(name)).map(([name]) => escapeHidden(JSON.stringify(name)));
    // As text, an object has the keys that it likes.
    const asJson = profile.maps === 'text' && (odd.length > 0 || isDeep(place));
    if (odd.length > 0 && !asJson) notes.push(`Other fields: ${listNames(odd)}.`);
    const named = asJson ? fields : legal;
    if (named.length > 0 && (asJson || isDeep(place))) {
      if (isDeep(place)) stubs.add(place.path.join('.'));
      notes.push(`Fields: ${listNames(requiredFirst(schema, named))}.`);
      return {};
    }
    if (fields.length === 0 && takesNone(schema)) return writeEmpty(notes);
    const members = odd.length === 0 ? writeMembers(schema, fields.length, place, notes) : {};
    return { ...writeFields(schema, legal, place), ...members };
  }

  /** An object that may have no members. */
  function writeEmpty(notes: string[]): Keywords {
    if (profile.closed) return { properties: {}, required: [], additionalProperties: false };
    if (profile.keywords.has('additionalProperties')) return { additionalProperties: false };
    notes.push('Has no members.');
    return {};
  }

  function writeFields(schema: Keywords, fields: readonly [string, Schema][], place: Place): Keywords {
    if (fields.length === 0) return {};
    const required = new Set((schema['required'] ?? []) as string[]);
    const written = fields.map(([name, field]) => {
      spend(name.length + 14);
      const optional = !required.has(name);
      const within = {
        ...place,
        depth: place.depth + 1,
        kept: false,
        name,
        path: [...place.path, name],
        optional: place.optional || optional,
      };
      return [name, write(field, within, profile.allRequired && optional)] as const;
    });
    const shown = fields.map(([name]) => name);
    const needed = profile.allRequired ? shown : [...required].filter((name) => shown.includes(name));
    return {
      properties: Object.fromEntries(written),
      ...(needed.length === 0 ? {} : { required: needed }),
      ...(profile.closed ? { additionalProperties: false } : {}),
    };
  }

  /** The members of a map, which has no more than one schema for all of them. */
  function writeMembers(schema: Keywords, fields: number, place: Place, notes: string[]): Keywords {
    const { additionalProperties: members, patternProperties } = schema;
    if (typeof members !== 'object' || patternProperties !== undefined) return {};
    if (profile.maps === 'text') {
      if (fields === 0) notes.push(describeMembers(members as Schema));
      return {};
    }
    const values = write(members as Schema, { ...asItem(place), depth: place.depth + 1 });
    return Object.keys(values).length === 0 ? {} : { additionalProperties: values };
  }

  /** `__proto__` is a key that JavaScript gives a meaning. */
  function isLegal(name: string): boolean {
    return profile.key.test(name) && name !== '__proto__';
  }

  function describeMembers(values: Schema): string {
    const types = typesOf(flatten(values, lookUp, new Set())?.keywords ?? {}) ?? [];
    return types.length === 0 ? '' : `Each member: ${types.join(' or ')}.`;
  }

  /** The branches of a union beside what is written already. */
  function writeUnion(schema: Keywords, written: Keywords, place: Place, notes: string[]): Keywords {
    const branches = branchesOf(schema);
    if (branches.length === 0) return written;
    reach.depth = Math.max(reach.depth, place.depth);
    const needs = branches.map(requiredOnly);
    if (needs.every((names) => names !== undefined)) {
      const count = schema['isExclusive'] === true ? 'exactly one: ' : '';
      notes.push(`Needs ${count}${needs.map((names) => names.map(showName).join(' and ')).join(', or ')}.`);
      return written;
    }
    if (schema['isExclusive'] === true) notes.push('Exactly one of the forms.');
    const tags = tagsOf(branches, place);
    const isLong = isDeep(place) && branches.length > mostForms;
    if (isLong) {
      stubs.add(place.path.join('.'));
      notes.push(
        tags === undefined
          ? `One of ${branches.length} forms.`
          : `${tags.name} is one of ${listNames(tags.values.map(String))}.`,
      );
    }
    if (isLong) return profile.typed && branches.every(isObject) ? { ...written, type: 'object' } : written;
    const forms = writeForms(place, (within) =>
      branches.flatMap((branch, index) => {
        const form = tagFirst(write(branch, within));
        const tag = tags === undefined ? '' : `${tags.name}: ${String(tags.values[index])}.`;
        const told = tag === '' || isSilent(place) ? form : addTag(form, tag);
        return isUnion(told) && profile.besideUnion !== 'anything' ? (told['anyOf'] as Keywords[]) : [told];
      }),
    );
    const [only = {}, ...others] = forms;
    if (others.length === 0 && Object.keys(written).length === 0) return only;
    const values = joinEnums(forms, mostValues);
    if (values !== undefined) return { ...written, ...values };
    return forms.some(acceptsAnything) ? written : { ...written, anyOf: forms };
  }

  /** What tells the branches apart, where their fields are not shown. */
  function tagsOf(branches: readonly Schema[], place: Place) {
    if (!isDeep(place)) return undefined;
    return findTag(branches.map((branch) => flatten(branch, lookUp, place.open)?.keywords ?? {}));
  }

  function addTag(form: Keywords, tag: string): Keywords {
    spend(tag.length + 1);
    return { ...form, description: joinNotes(String(form['description'] ?? ''), [tag]) };
  }

  function isObject(branch: Schema): boolean {
    const flat = flatten(branch, lookUp, new Set())?.keywords ?? {};
    return typeIn(flat, typesOf(flat)) === 'object';
  }

  /** Whether the fields of an object are only named. */
  function isDeep({ depth, optional, kept = false }: Place): boolean {
    const { levels, optionalLevels } = extent;
    return depth >= (kept ? profile.levels - (subject.outer ? 2 : 1) : optional ? optionalLevels : levels);
  }

  function wordsFor({ optional }: Place): Allowance {
    return optional ? extent.optionalWords : extent.words;
  }

  function isSilent(place: Place): boolean {
    return !wordsFor(place).notes;
  }

  /** What is said of a schema: its own words, then ours. */
  function say(schema: Keywords, description: unknown, notes: readonly string[], place: Place): string[] {
    const own = typeof description === 'string' ? description : '';
    const words = saysNothing(own, place.name, schema) ? '' : own;
    const noted = notes.filter((note) => note !== '').join(' ');
    if (words !== '' || noted !== '') reach.words = true;
    const kept = clip(words, wordsFor(place));
    const added = isSilent(place) ? '' : clipText(noted, longestNotes);
    if ((words !== '' && kept === '') || (noted !== '' && added === '')) said.off = true;
    else if (kept !== words) said.cut = true;
    spend(kept.length + added.length + 16);
    return [kept, added];
  }

  const start = { depth: subject.outer ? -1 : 0, path: [], open: new Set<string>() };
  const schema = writeWithin(() => write(root, { ...start, name: subject.name, optional: subject.optional }));
  const words = said.off ? 'off' : said.cut ? 'cut' : undefined;
  return { schema, lost: { words, lists: lists.size, stubs: [...stubs] }, reach };
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

/** The forms of a union; objects that would be lost as text beside a string are written out. */
function writeForms(place: Place, write: (place: Place) => Keywords[]): Keywords[] {
  const forms = write(place);
  return distinct(losesText(forms) ? write({ ...place, kept: true }) : forms);
}

function asItem(place: Place): Place {
  return { ...place, kept: false, name: '' };
}

function requiredFirst({ required = [] }: Keywords, fields: readonly [string, Schema][]): string[] {
  const first = new Set(required as string[]);
  return fields
    .map(([name]) => name)
    .toSorted((a, b) => Number(first.has(b)) - Number(first.has(a)))
    .map(showName);
}

/** A schema whose union is `anyOf`; where exactly one branch is meant, it says so. */
function uniteBranches(schema: Keywords): Keywords {
  const { oneOf, ...rest } = schema;
  if (oneOf === undefined || rest['anyOf'] !== undefined) return rest;
  return { ...rest, anyOf: oneOf, isExclusive: true };
}

/** The branches of a union, without null. */
function branchesOf({ anyOf, oneOf }: Keywords): Schema[] {
  return ((anyOf ?? oneOf ?? []) as Schema[]).filter((branch) => !isNull(branch));
}

/** A branch that shows which one it is before anything else. */
function tagFirst(form: Keywords): Keywords {
  if (form['properties'] === undefined) return form;
  const fields = Object.entries(form['properties'] as Record<string, Schema>);
  const tags = fields.filter(([, field]) => onlyValue(field) !== undefined);
  const others = fields.filter(([, field]) => onlyValue(field) === undefined);
  return { ...form, properties: Object.fromEntries([...tags, ...others]) };
}

function isUnion(form: Keywords): boolean {
  return Array.isArray(form['anyOf']) && form['type'] === undefined && form['properties'] === undefined;
}

/** The forms of a union, each once. Where a string may be just that, none of them is JSON in a string. */
function distinct(forms: readonly Keywords[]): Keywords[] {
  const unlike = [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()];
  return losesText(unlike) ? unlike.filter((form) => !isAsText(form)) : unlike;
}

function losesText(forms: readonly Keywords[]): boolean {
  return forms.some(isAsText) && forms.some((form) => form['type'] === 'string' && !isAsText(form));
}

/** One enum for a union of enums, which is how some list values with words of their own. */
function joinEnums(forms: readonly Keywords[], mostValues: number): Keywords | undefined {
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

/** The names that a schema requires, where it says nothing else. */
function requiredOnly(schema: Schema): string[] | undefined {
  if (typeof schema === 'boolean') return undefined;
  const { required, description: _, ...rest } = schema;
  return Array.isArray(required) && Object.keys(rest).length === 0 ? (required as string[]) : undefined;
}

/** Whether a schema takes no value. */
function isNothing(schema: unknown): boolean {
  return schema === false || JSON.stringify(schema) === '{"not":{}}';
}

/** Whether no member may be; where several schemas apply, any of them may list some. */
function takesNone(schema: Keywords): boolean {
  if (schema['type'] === 'object' && isNothing(schema['propertyNames'])) return true;
  const others = ['patternProperties', 'anyOf', 'conditions', 'dependentSchemas'];
  if (schema['type'] !== 'object' || others.some((keyword) => schema[keyword] !== undefined)) return false;
  return schema['additionalProperties'] === false || schema['unevaluatedProperties'] === false;
}

function acceptsAnything(schema: Keywords): boolean {
  return Object.keys(schema).every((keyword) => keyword === 'description');
}

/** The written schema, which accepts null as well. */
export function addNull(schema: Keywords): Keywords {
  const { type, anyOf, enum: values } = schema;
  return {
    ...schema,
    ...(type === undefined || type === 'null' ? {} : { type: [...new Set([type, 'null'].flat())] }),
    ...(values === undefined ? {} : { enum: [...new Set([...(values as unknown[]), null])] }),
    ...(anyOf === undefined ? {} : { anyOf: withNull(anyOf as Schema[]) }),
  };
}

function withNull(branches: readonly Schema[]): Schema[] {
  const has = branches.some(
    (branch) => typeof branch === 'object' && [branch['type']].flat().includes('null'),
  );
  return has ? [...branches] : [...branches, { type: 'null' }];
}

/** The written schema with notes after its description, which the first branch of a union bears where nothing may stand beside it. */
export function addWords(schema: Keywords, notes: readonly string[], profile: Limits): Keywords {
  const { anyOf, ...rest } = schema;
  if (Array.isArray(anyOf) && profile.besideUnion === 'nothing') {
    const [first = {}, ...others] = anyOf as Keywords[];
    const { description = '', ...beside } = rest;
    return { ...beside, anyOf: [describe(first, [String(description), ...notes], []), ...others] };
  }
  return describe(schema, [], notes);
}

/** The schema with texts before and after its own words. */
function describe(schema: Keywords, first: readonly string[], last: readonly string[]): Keywords {
  if ([...first, ...last].every((text) => text === '')) return schema;
  const { before, words } = partWords(schema);
  return { ...schema, description: joinNotes(before, [...first, words, ...last]) };
}
