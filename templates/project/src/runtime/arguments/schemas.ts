import { isObject } from '../json.js';
import { compilePattern } from '../patterns/compilePattern.js';
import { clip, countOf, echo } from '../text.js';
import type { SchemaObject } from '../tool.js';
import { type ExpandSchema, type Expanded, asDeclared } from '../validate/createExpander.js';
import { followPointer } from '../validate/problem.js';

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

const everyType: ReadonlySet<JsonType> = new Set([
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
]);

const known = new WeakMap<Expanded, ReadonlySet<JsonType>>();

/** The types of JSON that a schema lets through. */
export function acceptedTypes(schema: Expanded): ReadonlySet<JsonType> {
  const found = known.get(schema) ?? findTypes(schema);
  known.set(schema, found);
  return found;
}

function findTypes({ all, unions }: Expanded): ReadonlySet<JsonType> {
  const limits = [
    ...all.map(ownTypes),
    ...unions.map((branches) => new Set(branches.flatMap((branch) => [...acceptedTypes(branch)]))),
  ];
  return limits.reduce(intersect, everyType);
}

/** The type of a value; of numbers without a fraction, `integer`. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  return Number.isInteger(value) ? 'integer' : (typeof value as JsonType);
}

function ownTypes({ type, enum: allowed, const: only }: SchemaObject): ReadonlySet<JsonType> {
  if (typeof type === 'string' || Array.isArray(type)) return new Set([type].flat() as JsonType[]);
  if (Array.isArray(allowed)) return new Set(allowed.map(typeOf));
  return only === undefined ? everyType : new Set([typeOf(only)]);
}

/** Every integer is a number, too. */
function intersect(a: ReadonlySet<JsonType>, b: ReadonlySet<JsonType>): ReadonlySet<JsonType> {
  if (a === everyType) return b;
  const shared = [...a].filter((type) => b.has(type) || (type === 'integer' && b.has('number')));
  return new Set(a.has('number') && b.has('integer') ? [...shared, 'integer'] : shared);
}

const lists = new WeakMap<Expanded, Map<JsonType | undefined, readonly unknown[] | undefined>>();
const ofProperties = new WeakMap<Expanded, Map<string, readonly unknown[] | undefined>>();

/**
 * The values that a schema lists, by `enum` or `const`; of one type only, where a type is given. Nothing where it
 * lets others through as well.
 */
export function allowedValues(schema: Expanded, type?: JsonType): readonly unknown[] | undefined {
  const ofSchema = lists.get(schema) ?? new Map<JsonType | undefined, readonly unknown[] | undefined>();
  lists.set(schema, ofSchema);
  if (!ofSchema.has(type)) ofSchema.set(type, findValues(schema, type));
  return ofSchema.get(type);
}

function findValues(schema: Expanded, type: JsonType | undefined): readonly unknown[] | undefined {
  if (type !== undefined && !acceptedTypes(schema).has(type)) return [];
  const found = [...schema.all.map(listOf), ...schema.unions.map((branches) => listOfUnion(branches, type))];
  return sharedBy(found)?.filter((value) => type === undefined || typeOf(value) === type);
}

/** Those of them that the document lists: what only its examples add is not told. */
export function toldValues(schema: Expanded): readonly unknown[] | undefined {
  return sharedBy([allowedValues(schema), ...schema.all.map((part) => listOf(asDeclared(part)))]);
}

/** A schema of which nothing is told that only examples of the document add to it. */
export function toldSchema({ all, unions }: Expanded): Expanded {
  return { all: all.map(asDeclared), unions };
}

/** What all of the lists hold. */
function sharedBy(found: readonly (readonly unknown[] | undefined)[]): readonly unknown[] | undefined {
  const [first, ...others] = found.filter((list) => list !== undefined);
  const sets = others.map((list) => new Set(list));
  return first?.filter((value) => sets.every((set) => set.has(value)));
}

/** Whether a schema lists values that the document does not say: names of schemas, which nothing is corrected by. */
export function isInferred(schema: Expanded): boolean {
  const { all, unions } = schema;
  const found =
    inferred.get(schema) ??
    (all.some((part) => part['inferred'] !== undefined) ||
      unions.some((branches) => branches.some(isInferred)));
  inferred.set(schema, found);
  return found;
}

const inferred = new WeakMap<Expanded, boolean>();

/** Whether a schema takes other values for a property than those that it lists. */
export function isOpenFor(schema: Expanded, name: string, expand: ExpandSchema): boolean {
  const parts = schema.all.flatMap((part) => propertyOf(part, name)).flatMap((part) => expand(part).all);
  return parts.some((part) => part['inferred'] === 'open');
}

/** The values that a schema lists for one of its properties. */
export function allowedFor(
  schema: Expanded,
  name: string,
  expand: ExpandSchema,
): readonly unknown[] | undefined {
  const ofSchema = ofProperties.get(schema) ?? new Map<string, readonly unknown[] | undefined>();
  ofProperties.set(schema, ofSchema);
  const parts = ofSchema.has(name) ? [] : schema.all.flatMap((part) => propertyOf(part, name));
  if (parts.length > 0) ofSchema.set(name, sharedBy(parts.map((part) => allowedValues(expand(part)))));
  return ofSchema.get(name);
}

/** Those of them that the document lists. */
export function toldFor(schema: Expanded, name: string, expand: ExpandSchema): readonly unknown[] {
  const parts = schema.all.flatMap((part) => propertyOf(part, name));
  return sharedBy(parts.map((part) => toldValues(expand(part)))) ?? [];
}

function propertyOf({ properties }: SchemaObject, name: string): unknown[] {
  const declared = (properties ?? {}) as Record<string, unknown>;
  return Object.hasOwn(declared, name) ? [declared[name]] : [];
}

function listOf(schema: SchemaObject): readonly unknown[] | undefined {
  if (schema['const'] !== undefined) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

function listOfUnion(branches: readonly Expanded[], type?: JsonType): readonly unknown[] | undefined {
  const found = branches.map((branch) => allowedValues(branch, type));
  return found.every((list) => list !== undefined) ? [...new Set(found.flat())] : undefined;
}

/** The schemas that one schema has for the property of a name, or for the item at an index. */
export function memberSchemas(schema: SchemaObject, key: string | number): unknown[] {
  return typeof key === 'number' ? itemSchemas(schema, key) : propertySchemas(schema, key);
}

function itemSchemas({ prefixItems, items }: SchemaObject, index: number): unknown[] {
  const isListed = Array.isArray(prefixItems) && index < prefixItems.length;
  return [isListed ? (prefixItems as unknown[])[index] : items];
}

function propertySchemas(schema: SchemaObject, key: string): unknown[] {
  const { properties, patternProperties, additionalProperties } = schema;
  const own = isObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [];
  const fitting = Object.entries(isObject(patternProperties) ? patternProperties : {})
    .filter(([pattern]) => compilePattern(pattern).test(key))
    .map(([, part]) => part);
  const found = [...own, ...fitting];
  return found.length > 0 ? found : [additionalProperties];
}

/** The schemas that apply where one does, with references followed. */
type Resolve = (schema: unknown) => readonly SchemaObject[];

const nouns: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'true or false',
  integer: 'an integer',
  number: 'a number',
  string: 'a text',
  array: 'a list',
  object: 'an object',
};

/** What a keyword says of a value, and of which type that is. */
const clauses: Readonly<Record<string, readonly [type: string, tell: (value: unknown) => string]>> = {
  pattern: ['string', (pattern) => `matches ${clip(String(pattern), shownPath)}`],
  format: ['string', (format) => `is of the format ${String(format)}`],
  minLength: ['string', (count) => `has at least ${countOf(Number(count), 'character')}`],
  maxLength: ['string', (count) => `has at most ${countOf(Number(count), 'character')}`],
  minimum: ['number', (bound) => `is at least ${String(bound)}`],
  maximum: ['number', (bound) => `is at most ${String(bound)}`],
  exclusiveMinimum: ['number', (bound) => `is more than ${String(bound)}`],
  exclusiveMaximum: ['number', (bound) => `is less than ${String(bound)}`],
  multipleOf: ['number', (step) => `is a multiple of ${String(step)}`],
  minItems: ['array', (count) => `has at least ${countOf(Number(count), 'item')}`],
  maxItems: ['array', (count) => `has at most ${countOf(Number(count), 'item')}`],
  required: ['object', (names) => `has ${listWords(names as string[], 'and')}`],
};

/** Keywords that say nothing of a value. */
const silent = new Set([
  '$ref',
  'allOf',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'declared',
]);

/** What a value must not be (`not`), as a sentence without its end; undefined where that is more than words can tell. */
export function tellExcluded(schema: unknown, resolve: Resolve): string | undefined {
  const said = saidOf(schema, resolve);
  if (said === undefined) return undefined;
  const { type, ...others } = said;
  const [[keyword, value] = [], ...more] = Object.entries(others);
  if (more.length === 0 && (keyword === 'anyOf' || keyword === 'oneOf') && type === undefined) {
    if (keyword === 'oneOf') return undefined;
    const each = (value as unknown[]).map((branch) => tellExcluded(branch, resolve));
    return each.includes(undefined) ? undefined : each.join('; ');
  }
  if (more.length === 0 && keyword === 'required' && (type === undefined || type === 'object'))
    return tellTogether(value as string[]);
  if (more.length === 0 && keyword === 'pattern') return `must not match ${clip(String(value), shownPath)}`;
  const form = tellForm(schema, resolve);
  return form === undefined ? undefined : `must not be ${form}`;
}

function tellTogether(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const told = listWords(names, 'and');
  if (names.length === 1) return `${told} must not be given`;
  return names.length === 2 ? `${told} exclude each other` : `${told} must not be given together`;
}

/** What items a list must have (`contains`), as a sentence without its end; undefined where words cannot tell. */
export function tellContained(
  { contains, minContains = 1, maxContains }: SchemaObject,
  resolve: Resolve,
): string | undefined {
  const form = contains === undefined ? undefined : tellForm(contains, resolve);
  if (form === undefined || (minContains === 0 && maxContains === undefined)) return undefined;
  const least = minContains === 0 ? [] : [`at least ${minContains === 1 ? 'one' : String(minContains)}`];
  const most = maxContains === undefined ? [] : [`at most ${String(maxContains)}`];
  const isOne = (maxContains ?? minContains) === 1;
  const verb = minContains === 0 ? 'may' : 'must';
  return `${[...least, ...most].join(' and ')} ${isOne ? 'item' : 'items'} ${verb} be ${form}`;
}

/** All that a schema says of a value; undefined where it is not a schema, or says something twice. */
function saidOf(schema: unknown, resolve: Resolve): SchemaObject | undefined {
  if (!isObject(schema)) return undefined;
  const said = resolve(schema).flatMap((part) => Object.entries(part).filter(([name]) => !silent.has(name)));
  const gathered = Object.fromEntries(said);
  return Object.keys(gathered).length === said.length ? gathered : undefined;
}

/** A schema in a few words: `22 or 80`, `a text that matches ^a`; undefined where it says more than they can tell. */
function tellForm(schema: unknown, resolve: Resolve): string | undefined {
  const said = saidOf(schema, resolve);
  if (said === undefined) return undefined;
  const { type, properties = {}, const: only, enum: listed, ...others } = said;
  const values = (only === undefined ? listed : [only]) as unknown[] | undefined;
  if (values !== undefined) return tellValues(values);
  const fields = Object.entries(properties as object).map(([name, field]) => {
    const { const: one, enum: several, type: _, ...rest } = saidOf(field, resolve) ?? { more: true };
    const allowed = (one === undefined ? several : [one]) as unknown[] | undefined;
    const told = allowed && Object.keys(rest).length === 0 ? tellValues(allowed) : undefined;
    return told === undefined ? undefined : `has ${echo(name, shownPath)} ${told}`;
  });
  const rules = Object.entries(others).map(([keyword, value]) =>
    Object.hasOwn(clauses, keyword) ? clauses[keyword]?.[1](value) : undefined,
  );
  const ofKeyword = Object.keys(others).map((keyword) => clauses[keyword]?.[0])[0];
  const types = [type ?? (fields.length > 0 ? 'object' : ofKeyword) ?? []].flat() as string[];
  const all = [...rules, ...fields];
  if (all.includes(undefined) || types.length === 0) return undefined;
  const noun = types.map((name) => nouns[name] ?? name).join(' or ');
  return all.length === 0 ? noun : `${noun} that ${all.join(' and ')}`;
}

function tellValues(values: readonly unknown[]): string | undefined {
  const told = values.map((value) => JSON.stringify(value));
  if (told.length === 0 || told.some((text) => text.length > shownPath)) return undefined;
  return clip(listWords(told, 'or'), 4 * shownPath);
}

function listWords(texts: readonly string[], last: string): string {
  const names = texts.map((text) => echo(text, shownPath));
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}

/** Changes each member of an object or array; what is undefined then is left out. */
export function mapMembers(
  value: object,
  change: (member: unknown, key: string | number) => unknown,
): unknown {
  if (!isObject(value)) return (value as unknown[]).map(change);
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]): [string, unknown] => [key, change(member, key)])
      .filter(([, member]) => member !== undefined),
  );
}

/** The objects and lists of a value that hold, at any level, a value that is looked for. */
export function holdersOf(value: unknown, isSought: (value: unknown) => boolean): ReadonlySet<unknown> {
  const holders = new Set<unknown>();
  const visit = (one: unknown): boolean => {
    if (typeof one !== 'object' || one === null) return isSought(one);
    let holds = false;
    for (const member of Object.values(one)) holds = visit(member) || holds;
    if (holds) holders.add(one);
    return holds;
  };
  visit(value);
  return holders;
}

/** Levels of objects and lists. */
export const deepest = 64;
/** Values in all: more of them would keep the server busy for seconds. */
export const mostValues = 50_000;

/** Characters of the place of a problem that are shown. */
const shownPath = 60;

/** Finds what no API is meant to get, whatever its schema says: the problem in words, or nothing. */
export function inspectArguments(value: unknown): string | undefined {
  if (hasMore(value, mostValues)) return `arguments: more than ${mostValues} values, too many for one call`;
  return inspect(value, '', 0);
}

function inspect(value: unknown, path: string, depth: number): string | undefined {
  if (typeof value === 'string') return inspectText(value, path);
  if (typeof value === 'number' && !Number.isFinite(value))
    return `${echo(path, shownPath)}: too large to be a number`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > deepest) return `${echo(path, shownPath)}: nested more than ${deepest} levels deep`;
  for (const [key, item] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (key === '__proto__') return `${showEnd(at)}: not allowed as a name`;
    const problem = inspectText(key, at) ?? inspect(item, at, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Half of a character cannot be encoded in UTF-8. */
function inspectText(text: string, path: string): string | undefined {
  return /\p{Surrogate}/u.test(text)
    ? `${echo(path, shownPath)}: holds half of a character (a lone surrogate)`
    : undefined;
}

/** A place whose last name matters most. */
function showEnd(path: string): string {
  return path.length > shownPath ? `…${echo(path.slice(-shownPath), shownPath)}` : echo(path, shownPath);
}

/** Whether a value holds more members than these, those of its members included. */
export function hasMore(value: unknown, most: number): boolean {
  const open = [value];
  let count = 0;
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    const members: unknown[] = Object.values(one);
    count += members.length;
    if (count > most) return true;
    for (const member of members) open.push(member);
  }
  return false;
}

/** Keywords whose schemas hold for the same value as the one that they stand in. */
const inPlace = ['allOf', 'anyOf', 'oneOf', 'then', 'else', 'dependentSchemas', '$ref'];

/** Keywords whose schemas hold for members or items of it. */
const ofMembers = new Set(['properties', 'patternProperties']);
const ofItems = new Set([
  'items',
  'prefixItems',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
]);

/**
 * A schema of an owner as those of the API's tools are: an object whose members are listed has no others, at any depth,
 * unless the schema says something of them. Its parts for the same value are closed together.
 */
export function closeSchema<Root extends SchemaObject>(root: Root): Root {
  return new Closer(root).close(root) as Root;
}

/** Closes the parts of one schema. */
class Closer {
  constructor(private readonly root: SchemaObject) {}

  /** The schema of a whole value. */
  close(schema: unknown): unknown {
    if (!isObject(schema)) return schema;
    const inner = this.closeInside(schema, this.sharedIn(schema));
    const { isListed, isOpen } = this.judge(schema);
    if (!isListed || isOpen) return inner;
    const hasParts = inPlace.some((keyword) => Object.hasOwn(schema, keyword));
    return { ...inner, [hasParts ? 'unevaluatedProperties' : 'additionalProperties']: false };
  }

  /** What a schema says of members and items, and its parts; members that several of these speak of are left to all of them. */
  private closeInside(schema: SchemaObject, shared: ReadonlySet<string>): SchemaObject {
    const changed = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
      if (ofMembers.has(keyword) && isObject(value))
        return [keyword, changeEach(value, (one, name) => (shared.has(name) ? one : this.close(one)))];
      if (ofItems.has(keyword))
        return [keyword, Array.isArray(value) ? value.map((one) => this.close(one)) : this.close(value)];
      if (keyword === '$defs' || keyword === 'definitions' || keyword === 'dependentSchemas')
        return [keyword, isObject(value) ? changeEach(value, (one) => this.closePart(one, shared)) : value];
      if (inPlace.includes(keyword))
        return [
          keyword,
          Array.isArray(value)
            ? value.map((one) => this.closePart(one, shared))
            : this.closePart(value, shared),
        ];
      return [keyword, value];
    });
    return Object.fromEntries(changed);
  }

  private closePart(schema: unknown, shared: ReadonlySet<string>): unknown {
    return isObject(schema) ? this.closeInside(schema, shared) : schema;
  }

  /** The members of which several of the schemas of one value speak. */
  private sharedIn(schema: SchemaObject): ReadonlySet<string> {
    const names = this.partsOf(schema).flatMap(({ properties }) =>
      isObject(properties) ? Object.keys(properties) : [],
    );
    return new Set(names.filter((name, index) => names.indexOf(name) !== index));
  }

  /** Whether some members are listed, and whether others are let in. */
  private judge(schema: SchemaObject): { isListed: boolean; isOpen: boolean } {
    const parts = this.partsOf(schema);
    const said = parts.flatMap(({ additionalProperties, unevaluatedProperties }) =>
      [additionalProperties, unevaluatedProperties].filter((one) => one !== undefined),
    );
    return {
      isListed: parts.some(({ properties }) => isObject(properties) && Object.keys(properties).length > 0),
      isOpen: said.some((one) => one !== false),
    };
  }

  /** A schema with all that hold for the same value. */
  private partsOf(schema: unknown, seen = new Set<SchemaObject>()): SchemaObject[] {
    if (!isObject(schema) || seen.has(schema) || !mayBeObject(schema)) return [];
    seen.add(schema);
    const below = inPlace.flatMap((keyword) => {
      const value = schema[keyword];
      if (keyword === '$ref') return [this.find(value)];
      return keyword === 'dependentSchemas' && isObject(value) ? Object.values(value) : [value].flat();
    });
    return [schema, ...below.flatMap((part) => this.partsOf(part, seen))];
  }

  /** What a reference leads to, if that is in the same schema. */
  private find(reference: unknown): unknown {
    if (reference === '#') return this.root;
    const isWithin = typeof reference === 'string' && reference.startsWith('#/');
    return isWithin ? followPointer(this.root, reference.slice(1)) : undefined;
  }
}

function mayBeObject({ type }: SchemaObject): boolean {
  return type === undefined || [type].flat().includes('object');
}

function changeEach(
  members: Record<string, unknown>,
  change: (one: unknown, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).map(([name, one]) => [name, change(one, name)]));
}
