import type { Schema } from '../../model/api.js';
import { flatten } from '../../schema/flatten.js';
import { type Keywords, combinedSchemas } from '../../schema/subschemas.js';
import { typesOf } from '../../schema/types.js';
import { listNames, showName } from '../../text/notes.js';
import type { Limits } from '../profiles.js';
import { type Draft, type Location, type Means, type Write, asItem, asProperty } from './draft.js';
import { describeMember, describeNames, describeRules } from './notes.js';

/** Characters of what is said of members that cannot be listed. */
const longestOdd = 200;
/** Names beyond which no more are looked for. */
const mostNames = 100;

/** Writes what a schema says of objects. */
export class ObjectWriter {
  private readonly lookUp: (name: string) => Schema;
  private readonly profile: Limits;

  constructor(
    private readonly draft: Draft,
    { lookUp, profile }: Means,
    private readonly writePart: Write,
  ) {
    this.lookUp = lookUp;
    this.profile = profile;
  }

  /** An object; where it refuses what it does not list, names of a pattern cannot be given. */
  write(schema: Keywords, location: Location, notes: string[]): Keywords {
    const written = this.writeListed(schema, location, notes);
    if (written['additionalProperties'] !== false) notes.push(...describeNames(schema, this.lookUp));
    notes.push(...describeRules(schema, this.lookUp));
    return written;
  }

  private writeListed(schema: Keywords, location: Location, notes: string[]): Keywords {
    const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).filter(
      ([, property]) => property !== false,
    );
    if (properties.length > 0) this.draft.reachDepth(location);
    const isDeep = this.draft.isDeep(location);
    const legal = properties.filter(([name]) => this.isLegal(name));
    const odd = this.describeOdd(schema, properties);
    // As text, an object has the keys that it likes.
    const asJson = this.profile.maps === 'text' && (odd.length > 0 || isDeep);
    if (odd.length > 0 && !asJson) notes.push(`Other fields: ${listNames(odd, longestOdd)}.`);
    const named = asJson ? properties : legal;
    if (named.length > 0 && (asJson || isDeep)) {
      return this.writeStub(schema, named, { location, isDeep, asJson }, notes);
    }
    if (properties.length === 0 && takesNone(schema)) return this.writeEmpty(notes);
    const members = odd.length === 0 ? this.writeMap(schema, properties.length, location, notes) : {};
    return { ...this.writeProperties(schema, legal, location), ...members };
  }

  /**
   * An object whose properties are only named. Those that must be given are listed, with what they have to be: a call
   * without them is refused, however well the others are told.
   */
  private writeStub(
    schema: Keywords,
    named: readonly [string, Schema][],
    { location, isDeep, asJson }: { location: Location; isDeep: boolean; asJson: boolean },
    notes: string[],
  ): Keywords {
    const required = new Set((schema['required'] ?? []) as string[]);
    const isShown = !asJson && this.draft.showsNeeds(location);
    const needed = isShown ? named.filter(([name]) => required.has(name)) : [];
    const others = named.filter((one) => !needed.includes(one));
    if (isDeep && others.length > 0) this.draft.leaveOut(location);
    const names = requiredFirst(schema, others);
    if (names.length > 0)
      notes.push(`${needed.length === 0 ? 'Fields' : 'Other fields'}: ${listNames(names)}.`);
    return this.writeProperties(schema, needed, { ...location, bare: (location.bare ?? 0) + 1 });
  }

  /** What is said of the members that cannot be listed, those that are required first. */
  private describeOdd(schema: Keywords, properties: readonly [string, Schema][]): string[] {
    const required = new Set((schema['required'] ?? []) as string[]);
    return properties
      .filter(([name]) => !this.isLegal(name))
      .toSorted(([a], [b]) => Number(required.has(b)) - Number(required.has(a)))
      .map(([name, property]) => describeMember(name, property, required.has(name), this.lookUp));
  }

  /** `__proto__` is a key that JavaScript gives a meaning. */
  private isLegal(name: string): boolean {
    return this.profile.key.test(name) && name !== '__proto__';
  }

  /** An object that may have no members. */
  private writeEmpty(notes: string[]): Keywords {
    if (this.profile.closed) return { properties: {}, required: [], additionalProperties: false };
    if (this.profile.keywords.has('additionalProperties')) return { additionalProperties: false };
    notes.push('Has no members.');
    return {};
  }

  private writeProperties(
    schema: Keywords,
    properties: readonly [string, Schema][],
    location: Location,
  ): Keywords {
    if (properties.length === 0) return {};
    const { allRequired, closed } = this.profile;
    const required = new Set((schema['required'] ?? []) as string[]);
    const written = properties.map(([name, property]) => {
      this.draft.spend(name.length + 14);
      const optional = !required.has(name);
      return [
        name,
        this.writePart(property, asProperty(location, name, optional), allRequired && optional),
      ] as const;
    });
    const shown = properties.map(([name]) => name);
    const needed = allRequired ? shown : [...required].filter((name) => shown.includes(name));
    return {
      properties: Object.fromEntries(written),
      ...(needed.length === 0 ? {} : { required: needed }),
      ...(closed ? { additionalProperties: false } : {}),
    };
  }

  /** The members of a map, which has no more than one schema for all of them. */
  private writeMap(schema: Keywords, properties: number, location: Location, notes: string[]): Keywords {
    const { additionalProperties: values, patternProperties } = schema;
    if (typeof values !== 'object' || patternProperties !== undefined) return {};
    if (this.profile.maps === 'text') {
      if (properties === 0) notes.push(this.describeValues(values as Schema));
      return {};
    }
    const written = this.writePart(values as Schema, { ...asItem(location), depth: location.depth + 1 });
    return Object.keys(written).length === 0 ? {} : { additionalProperties: written };
  }

  private describeValues(values: Schema): string {
    const types = typesOf(flatten(values, this.lookUp, new Set())?.keywords ?? {}) ?? [];
    return types.length === 0 ? '' : `Each member: ${types.join(' or ')}.`;
  }
}

function requiredFirst({ required = [] }: Keywords, properties: readonly [string, Schema][]): string[] {
  const first = new Set(required as string[]);
  return properties
    .map(([name]) => name)
    .toSorted((a, b) => Number(first.has(b)) - Number(first.has(a)))
    .map(showName);
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

/** The names of the fields that a value may have by any of the schemas that apply to it or to its items. */
export function listFields(schema: Schema, lookUp: (name: string) => Schema, most = mostNames): string[] {
  const names = new Set<string>();
  const seen = new Set<Schema>();
  const visit = (part: Schema): void => {
    if (typeof part === 'boolean' || seen.has(part) || names.size >= most) return;
    seen.add(part);
    const { $ref: ref, properties = {}, items } = part as Holder;
    if (ref !== undefined) visit(lookUp(ref));
    for (const name of Object.keys(properties)) names.add(name);
    for (const other of [...combinedSchemas(part), ...(items === undefined ? [] : [items])]) visit(other);
  };
  visit(schema);
  return [...names];
}

/** Keywords that lead to fields. */
interface Holder {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}
