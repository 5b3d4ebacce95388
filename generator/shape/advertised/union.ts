import type { Schema } from '../../model/api.js';
import { splitSuggestions } from '../../schema/declared.js';
import { flatten } from '../../schema/flatten.js';
import type { Keywords } from '../../schema/subschemas.js';
import { alternativesOf, typesOf } from '../../schema/types.js';
import { joinNotes, listNames, showName } from '../../text/notes.js';
import type { Draft, Location, Means, Write } from './draft.js';
import { onlyType } from './keywords.js';
import { describeOptions, isAsText } from './notes.js';

/** The property that tells the alternatives of a union apart, and its value in each of them. */
interface Discriminator {
  name: string;
  values: unknown[];
}

/** What a schema may have that does nothing but list values. */
const enumKeywords = new Set(['type', 'enum', 'description', 'format']);

/** Alternatives of a union that are listed where their properties are not. */
const mostAlternatives = 8;

/** Writes the alternatives of unions. */
export class UnionWriter {
  constructor(
    private readonly draft: Draft,
    private readonly means: Means,
    private readonly writePart: Write,
  ) {}

  /** The alternatives of a union beside what is written already. */
  write(schema: Keywords, written: Keywords, location: Location, notes: string[]): Keywords {
    const alternatives = alternativesOf(schema);
    if (alternatives.length === 0) return written;
    this.draft.reachDepth(location);
    const isExclusive = schema['isExclusive'] === true;
    const needs = alternatives.map(requiredOnly);
    if (needs.every((names) => names !== undefined)) {
      const count = isExclusive ? 'exactly one: ' : '';
      notes.push(`Needs ${count}${needs.map((names) => names.map(showName).join(' and ')).join(', or ')}.`);
      return written;
    }
    if (isExclusive) notes.push('Exactly one of the forms.');
    // What tells the alternatives apart is said where their properties are not shown.
    const isDeep = this.draft.isDeep(location);
    const discriminator = isDeep ? this.discriminatorOf(alternatives, location) : undefined;
    if (isDeep && alternatives.length > mostAlternatives) {
      this.draft.leaveOut(location);
      notes.push(countAlternatives(alternatives, discriminator));
      const areObjects = this.means.profile.typed && alternatives.every((one) => this.isObject(one));
      return areObjects ? { ...written, type: 'object' } : written;
    }
    const anyOf = writeAlternatives(location, (within) =>
      alternatives.flatMap((one, index) => this.writeAlternative(one, within, discriminator, index)),
    );
    const [only = {}, ...others] = anyOf;
    if (others.length === 0 && Object.keys(written).length === 0) return only;
    const values = joinEnums(anyOf, this.draft.mostValues);
    if (values !== undefined) return { ...written, ...values };
    if (anyOf.some(acceptsAnything)) {
      notes.push(...describeOptions(alternatives, this.means.lookUp));
      return written;
    }
    const joined = Object.keys(written).length === 0 ? joinTagged(anyOf) : undefined;
    return joined ?? { ...written, anyOf };
  }

  private discriminatorOf(alternatives: readonly Schema[], { open }: Location): Discriminator | undefined {
    return findDiscriminator(
      alternatives.map((one) => flatten(one, this.means.lookUp, open)?.keywords ?? {}),
    );
  }

  /** An alternative of a union, or those that it is a union of. */
  private writeAlternative(
    alternative: Schema,
    location: Location,
    discriminator: Discriminator | undefined,
    index: number,
  ): Keywords[] {
    const written = discriminatorFirst(this.writePart(alternative, location));
    const told =
      discriminator === undefined || this.draft.isSilent(location)
        ? written
        : this.addNote(written, `${discriminator.name}: ${String(discriminator.values[index])}.`);
    const isSplit = isUnion(told) && this.means.profile.besideUnion !== 'anything';
    return isSplit ? (told['anyOf'] as Keywords[]) : [told];
  }

  private addNote(written: Keywords, note: string): Keywords {
    this.draft.spend(note.length + 1);
    return { ...written, description: joinNotes(String(written['description'] ?? ''), [note]) };
  }

  private isObject(alternative: Schema): boolean {
    const { keywords = {} } = flatten(alternative, this.means.lookUp, new Set()) ?? {};
    return onlyType(keywords, typesOf(keywords), this.means.profile) === 'object';
  }
}

/** How many alternatives there are, or what tells them apart. */
function countAlternatives(
  alternatives: readonly Schema[],
  discriminator: Discriminator | undefined,
): string {
  return discriminator === undefined
    ? `One of ${alternatives.length} forms.`
    : `${discriminator.name} is one of ${listNames(discriminator.values.map(String))}.`;
}

function acceptsAnything(schema: Keywords): boolean {
  return Object.keys(schema).every((keyword) => keyword === 'description');
}

/** A schema whose union is `anyOf`; where exactly one alternative is meant, it says so. */
export function toAnyOf(schema: Keywords): Keywords {
  const { oneOf, ...rest } = schema;
  if (oneOf === undefined || rest['anyOf'] !== undefined) return rest;
  return { ...rest, anyOf: oneOf, isExclusive: true };
}

/** Formats of texts that hold a value of another type. */
const twinFormats: readonly [format: RegExp, type: string][] = [
  [/^(?:numeric|number|integer|decimal|double|float|u?int(?:8|16|32|64)?)$/, 'number'],
  [/^boolean$/, 'boolean'],
  [/^ObjectString$/, 'object'],
  [/^ArrayString$/, 'array'],
];
/** What the pattern of a number consists of, once its digits are written as `0`. */
const numericPattern = /^\^[0-9.\\+?*()[\]{}|:,eE-]+\$$/;
/** What pydantic looks ahead for in the pattern of a decimal number: that there is a digit, and how many. */
const lookahead = /\(\?[!=]\^?[0.+*[\]{},1-9-]+\$\)/g;
/** The end of a pattern that stands inside its last group. */
const innerEnd = /\$\)$/;
/** Characters of a pattern that is looked at. */
const longestPattern = 200;

/**
 * A schema of a number without the text that holds one, which .NET and Elysia list beside it: it is taken, but only
 * another way to write the same. So it is with booleans, objects and lists, where a format says so.
 */
export function dropTwin(schema: Keywords): Keywords {
  const { type, pattern, anyOf, ...rest } = schema;
  if (Array.isArray(type) && isNumericPattern(pattern)) {
    const others = (type as string[]).filter((one) => one !== 'string');
    const [only, ...more] = others;
    if (others.length === type.length || !others.some((one) => isNumber(one))) return schema;
    return { ...rest, ...(anyOf === undefined ? {} : { anyOf }), type: more.length === 0 ? only : others };
  }
  const branches = (anyOf ?? []) as Schema[];
  const types = new Set(branches.flatMap((branch) => typesOf(Object(branch) as Keywords) ?? []));
  if (types.has('integer')) types.add('number');
  const kept = branches.filter(
    (branch) => !types.has(twinOf(branch) ?? '') && Object(branch).untold !== true,
  );
  return kept.length > 0 && kept.length < branches.length ? { ...schema, anyOf: kept } : schema;
}

function isNumber(type: string): boolean {
  return type === 'number' || type === 'integer';
}

/** The type of what a text holds, where its schema says that. */
function twinOf(schema: Schema): string | undefined {
  if (typeof schema === 'boolean' || schema['type'] !== 'string' || schema['enum'] !== undefined)
    return undefined;
  const { format, pattern } = schema;
  if (isNumericPattern(pattern)) return 'number';
  return twinFormats.find(([name]) => name.test(String(format)))?.[1];
}

function isNumericPattern(pattern: unknown): boolean {
  if (typeof pattern !== 'string' || pattern.length > longestPattern) return false;
  const digits = pattern
    .replaceAll(String.raw`\d`, '0')
    .replace(lookahead, '')
    .replace(innerEnd, ')$');
  return numericPattern.test(digits) && /\d/.test(digits);
}

/** The names that a schema requires, where it says nothing else. */
export function requiredOnly(schema: Schema): string[] | undefined {
  if (typeof schema === 'boolean') return undefined;
  const { required, description: _, ...rest } = schema;
  return Array.isArray(required) && Object.keys(rest).length === 0 ? (required as string[]) : undefined;
}

/** Finds the property that has one value of its own in each alternative, as a discriminator has. */
function findDiscriminator(alternatives: readonly Keywords[]): Discriminator | undefined {
  const [first = {}] = alternatives;
  for (const name of Object.keys((first['properties'] ?? {}) as object)) {
    const values = alternatives.map((alternative) => onlyValue(propertyOf(alternative, name)));
    const isOwn = values.length > 1 && !values.includes(undefined) && new Set(values).size === values.length;
    if (isOwn) return { name, values };
  }
  return undefined;
}

/** The one value that a schema allows, null beside it or not; undefined where there are several. */
function onlyValue(schema: Schema): unknown {
  if (typeof schema === 'boolean') return undefined;
  const { const: constant, enum: values = splitSuggestions(schema)?.values ?? [], allOf = [] } = schema;
  const all = constant === undefined ? (values as unknown[]) : [constant];
  const listed = all.length > 1 ? all.filter((value) => value !== null) : all;
  if (listed.length === 1) return listed[0];
  return (allOf as Schema[]).map(onlyValue).find((value) => value !== undefined);
}

function propertyOf({ properties = {} }: Keywords, name: string): Schema {
  return Object.hasOwn(properties as object, name)
    ? ((properties as Record<string, Schema>)[name] ?? true)
    : true;
}

/** A written alternative that shows which one it is before anything else. */
function discriminatorFirst(written: Keywords): Keywords {
  if (written['properties'] === undefined) return written;
  const properties = Object.entries(written['properties'] as Record<string, Schema>);
  const constants = properties.filter(([, property]) => onlyValue(property) !== undefined);
  const others = properties.filter(([, property]) => onlyValue(property) === undefined);
  return { ...written, properties: Object.fromEntries([...constants, ...others]) };
}

/** Whether a written schema is a union and no more. */
function isUnion(written: Keywords): boolean {
  return (
    Array.isArray(written['anyOf']) && written['type'] === undefined && written['properties'] === undefined
  );
}

/** The alternatives of a union as they are written; objects that would be lost as text beside a string are written out. */
export function writeAlternatives(location: Location, write: (location: Location) => Keywords[]): Keywords[] {
  const written = write(location);
  return distinct(losesText(written) ? write({ ...location, kept: true }) : written);
}

/** Written alternatives, each once. Where a string may be just that, none of them is JSON in a string. */
export function distinct(written: readonly Keywords[]): Keywords[] {
  const unlike = [...new Map(written.map((one) => [JSON.stringify(one), one])).values()];
  return losesText(unlike) ? unlike.filter((one) => !isAsText(one)) : unlike;
}

function losesText(written: readonly Keywords[]): boolean {
  return written.some(isAsText) && written.some((one) => one['type'] === 'string' && !isAsText(one));
}

/** One enum for a union of enums, which is how some list values with words of their own. */
function joinEnums(written: readonly Keywords[], mostValues: number): Keywords | undefined {
  const [first = {}] = written;
  const isEnum = written.every(
    (one) =>
      Array.isArray(one['enum']) &&
      one['type'] === first['type'] &&
      Object.keys(one).every((keyword) => enumKeywords.has(keyword)),
  );
  const values = [...new Set(written.flatMap((one) => one['enum'] as unknown[]))];
  if (!isEnum || values.length > mostValues) return undefined;
  return first['type'] === undefined ? { enum: values } : { type: first['type'], enum: values };
}

/** One object for alternatives that differ in nothing but the value of one member, which tells them apart. */
function joinTagged(written: readonly Keywords[]): Keywords | undefined {
  const [first = {}, second = {}] = written;
  const members = (first['properties'] ?? {}) as Record<string, Keywords>;
  const others = (second['properties'] ?? {}) as Record<string, Keywords>;
  const name = Object.keys(members).find(
    (one) => JSON.stringify(members[one]) !== JSON.stringify(Object.hasOwn(others, one) && others[one]),
  );
  if (name === undefined) return undefined;
  const tags = written.map((one) => propertyOf(one, name) as Keywords);
  const rest = new Set(
    written.map((one, index) => JSON.stringify(replaceMember(one, name, tags[index]?.['type']))),
  );
  const isTag = tags.every(
    (tag) => Array.isArray(Object(tag).enum) && onlyValue(tag) !== undefined && isNarrow(tag),
  );
  if (rest.size !== 1 || !isTag) return undefined;
  const values = [...new Set(tags.flatMap((tag) => tag['enum'] as unknown[]))];
  return replaceMember(first, name, { ...members[name], enum: values }) as Keywords;
}

/** Whether a written schema does no more than list values. */
function isNarrow(written: Keywords): boolean {
  return Object.keys(written).every((keyword) => enumKeywords.has(keyword));
}

function replaceMember(written: Keywords, name: string, member: unknown): Keywords {
  return { ...written, properties: { ...(written['properties'] as object), [name]: member } };
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

function withNull(alternatives: readonly Schema[]): Schema[] {
  const has = alternatives.some(
    (alternative) => typeof alternative === 'object' && [alternative['type']].flat().includes('null'),
  );
  return has ? [...alternatives] : [...alternatives, { type: 'null' }];
}
