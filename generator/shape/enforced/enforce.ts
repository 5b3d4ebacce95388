import type { Api, ApiParameter, Content, Schema } from '../../model/api.js';
import { inPlace, without } from '../../schema/flatten.js';
import { combinedParts, mergeAll } from '../../schema/merge.js';
import { gatherParts, mergeObjects } from '../../schema/parts.js';
import { type Keywords, mapSubschemas, mapValues } from '../../schema/subschemas.js';
import { hashText } from '../../text/hash.js';
import { obtain } from '../../text/memo.js';
import { judgeObjects } from './closing.js';
import { type Branch, type Choice, tagBranches } from './discriminator.js';
import { areExclusive, finishSchema } from './finishSchema.js';

/** Schemas as requests are held to them. */
export interface Enforcer {
  /** The schema of a whole value: a parameter, a body. */
  schema: (schema: Schema) => Schema;
  /** A component by its name, to stand inside another schema. */
  component: (name: string) => Schema;
  /** A component by its name, to be spread over the arguments: there `__proto__` can be called otherwise. */
  body: (name: string) => Schema;
  /** What an enforced schema was made from, and the fields of it that only answers have. */
  origin: (enforced: Schema) => Origin | undefined;
  /** The discriminators that cannot be made out, by the schemas of the document that have them, so far. */
  doubts: () => Iterable<[Schema, Pick<Choice, 'property' | 'doubts'>]>;
  /** Every enforced schema of a value so far; not those that were copied for one place. */
  origins: () => Iterable<[Schema, Origin]>;
  /** The schema of a parameter or body: its own, where it was given one. */
  place: (content: Place) => Schema;
  /** Gives a parameter or body a schema of its own. */
  settle: (content: Place, schema: Schema) => void;
  /** Gives a schema that was made from the component `name` a name of its own, and says which; `mark` is part of it. */
  define: (name: string, mark: string, schema: Schema) => string;
  /** Says that a schema is a copy of another, so that its origin is known; gives it back. */
  copied: (schema: Keywords, copy: Keywords) => Keywords;
}

/** The schemas of an API, once for the check and once for models. */
export interface Views {
  /** What calls are held to. */
  enforcer: Enforcer;
  /** The same as it is declared: what examples loosen is not seen here. */
  shown: Enforcer;
}

/** What has a schema and examples of its own: equal schemas are one object, these are not. */
export type Place = ApiParameter | Content;

export interface Origin {
  source: Keywords;
  /** Fields that only answers have, by name: they were left out. */
  received: Record<string, Schema>;
  /** Whether it is the schema of a whole value, rather than one of several that apply to the same. */
  whole: boolean;
}

/**
 * How much a schema says of the members of objects: all of a value, which is closed; a part of it, whose
 * members are closed but not it; or nothing, where closing would change what the schema around it means.
 */
type Mode = 'value' | 'part' | 'open';

/** Members that are put together from those of several schemas: of recursive ones there may be more than can be written. */
const mostCombined = 300;
/** The same inside one another, written out; further in, they become components. */
const deepestCombined = 2;

/** Keywords that say nothing to a validator, or only to us. */
const dropped = new Set(['title', 'examples', 'deprecated', 'discriminator', 'readOnly', 'writeOnly', 'xml']);

/** Keywords whose schemas decide whether others apply: a tighter one would make the whole looser. */
const deciding = new Set(['not', 'if', 'contains', 'propertyNames']);

/** Marks a list of values that the document does not say: calls are held to it, but not corrected by it. */
const inferredKeyword = 'inferred';

/** Keywords that stand beside a reference without changing what it accepts. */
const beside = new Set([...dropped, '$ref', 'description', 'default']);

/**
 * Turns schemas of a document into those of a request.
 *
 * - What only answers have (`readOnly`) is gone, at any depth and from `required` too.
 * - Objects that list their members take no others, unless they say so: the outermost schema of a value is
 *   closed, and the closed parts of an `allOf` are opened, since documents extend closed schemas that way.
 * - `oneOf` is enforced as `anyOf`, since documents often list branches that overlap; where a discriminator
 *   chooses among branches, each asks for its tag.
 * - What `required` names is declared.
 */
export function enforce({ components: table }: Pick<Api, 'components'>): Enforcer {
  const values = new Map<Schema, Schema>();
  const wholes = new Map<Schema, Schema>();
  const origins = new Map<Schema, Origin>();
  const doubts = new Map<Schema, Choice>();
  const variants = new Map<string, { name: string; mode: Mode; gone: readonly string[] }>();
  const variantNames = new Map<string, string>();
  const built = new Map<string, Schema>();
  const isComponent = new Set<Schema>(Object.values(table));
  const unfinished = new Set<Schema>();
  let combined = 0;
  let combinedAround = 0;
  const recursive = new Map<string, Schema>();
  const included = new Map<string, ReadonlySet<string>>();
  const places = new Map<Place, Schema>();
  const defined = new Map<string, { name: string; schema: Schema }>();
  const copies = new WeakMap<Schema & object, Schema>();
  const { isClosed, areAlternatives, hasClash, receivedBy, askedFrom, looseIn, receivedInBranches } =
    judgeObjects(lookUp);

  function lookUp(name: string): Schema {
    return Object.hasOwn(table, name) ? (table[name] ?? true) : true;
  }

  function includedBy(name: string): ReadonlySet<string> {
    return obtain(included, name, () => {
      const names = new Set<string>();
      gatherParts({ $ref: name }, lookUp, names);
      return names;
    });
  }

  function value(source: Schema): Schema {
    return isFarIn(source) ? { $ref: nameOf(source) } : finish(source);
  }

  function finish(source: Schema): Schema {
    if (unfinished.has(source)) return { $ref: nameOf(source) };
    unfinished.add(source);
    try {
      return obtain(values, source, () => enforceValue(source, false));
    } finally {
      unfinished.delete(source);
    }
  }

  function isFarIn(source: Schema): boolean {
    return (
      combinedAround >= deepestCombined && typeof source === 'object' && combinedParts(source) !== undefined
    );
  }

  /** A schema that is part of itself, though not as a component, becomes one. */
  function nameOf(source: Schema): string {
    const text = JSON.stringify(source);
    const [, base = 'schema'] = /"\$ref":"([^"]+)"/.exec(text) ?? [];
    const name = freeName(mark(base, hashText(text)));
    recursive.set(name, source);
    return name;
  }

  /** Like {@link value}, with a member called `__proto__`, if there is one: as an argument it has another name. */
  function whole(source: Schema): Schema {
    const hasProto = gatherParts(source, lookUp)?.some(({ properties }) => hasOwn(properties, '__proto__'));
    return hasProto ? obtain(wholes, source, () => enforceValue(source, true)) : value(source);
  }

  function enforceValue(source: Schema, keepProto: boolean): Schema {
    if (typeof source === 'boolean') return source;
    const reference = asReference(source);
    if (reference !== undefined && !keepProto && !isSubtype(source, reference))
      return remember(finishSchema(without(reference, dropped)), source);
    const choice = tagBranches(source, { lookUp, includedBy });
    if (choice === undefined) return enforceOwn(source, keepProto);
    if (choice.doubts.length > 0) doubts.set(source, choice);
    const branches = choice.branches.map((branch) => enforceTagged(branch, choice.property));
    return enforceUnion(source, choice.rest, branches);
  }

  /** Whether a discriminator of what a component refers to chooses that component: it adds nothing, but its name. */
  function isSubtype(source: Keywords, reference: Keywords): boolean {
    if (!isComponent.has(source)) return false;
    return (gatherParts(reference, lookUp) ?? []).some(({ discriminator }) => {
      const { mapping = {} } = (discriminator ?? {}) as { mapping?: Record<string, string> };
      return Object.values(mapping).some((name) => lookUp(name) === source);
    });
  }

  /** The schema of a value whatever subtypes it has. */
  function enforceOwn(source: Keywords, keepProto: boolean): Schema {
    if (combinedParts(source) === undefined) return enforceWhole(source, keepProto);
    if (combined >= mostCombined) return enforceAsParts(source);
    combined += 1;
    combinedAround += 1;
    try {
      return enforceWhole(source, keepProto);
    } finally {
      combinedAround -= 1;
    }
  }

  function enforceWhole(source: Keywords, keepProto: boolean): Schema {
    const object = mergeObjects(gatherParts(source, lookUp) ?? []);
    if (object !== undefined) return enforceObject(object, source, keepProto, receivedBy(source));
    const { oneOf, anyOf, ...rest } = source;
    const branches = (oneOf ?? anyOf) as Schema[] | undefined;
    if (branches !== undefined && areAlternatives(source)) {
      const keyword = oneOf !== undefined && areExclusive(branches.map(flatten)) ? 'oneOf' : 'anyOf';
      return enforceUnion(source, rest, branches.map(value), keyword);
    }
    return enforceAsParts(source);
  }

  /** Several schemas that apply to the same value, each by itself, and closed as a whole. */
  function enforceAsParts(source: Keywords): Schema {
    const closes = isClosed(source);
    const part = enforcePart(source, hasClash(source) ? 'open' : 'part', new Set(looseIn(source)));
    const closing = Object.keys(source).some((keyword) => keyword === '$ref' || inPlace.has(keyword))
      ? 'unevaluatedProperties'
      : 'additionalProperties';
    const declared = addProperties(part, mapValues(askedFrom(source), value));
    return remember(closes ? { ...declared, [closing]: false } : declared, source, receivedBy(source));
  }

  /** An object that does no more than list members. */
  function enforceObject(
    object: Keywords,
    source: Keywords,
    keepProto: boolean,
    received: Record<string, Schema>,
  ): Schema {
    const gone = new Set([...Object.keys(received), ...(keepProto ? [] : ['__proto__'])]);
    const asked = withoutRequired(withoutProperties(without(object, dropped), gone), looseIn(source));
    const members = mapSubschemas(asked, value);
    const closing = isClosed(object) ? { additionalProperties: false } : {};
    return remember({ ...finishSchema(members), ...closing }, source, received);
  }

  function enforceUnion(
    source: Keywords,
    rest: Keywords,
    branches: readonly Schema[],
    keyword: 'anyOf' | 'oneOf' = 'anyOf',
  ): Schema {
    const received = new Set(receivedInBranches(source));
    return remember({ ...enforcePart(rest, 'part', received), [keyword]: branches }, source);
  }

  /** What a branch asks for, with all that it includes. */
  function flatten(branch: Schema): Schema {
    const parts = gatherParts(branch, lookUp);
    const merged = parts === undefined ? {} : mergeAll(parts);
    return withoutRequired(merged, Object.keys(receivedBy(branch)));
  }

  /** A branch that a discriminator chooses. Where it is a component that has the property, it stays a reference. */
  function enforceTagged(branch: Branch, property: string): Schema {
    const { schema, tags, inferred } = branch;
    if (typeof schema === 'boolean' || (tags.length === 0 && branch.optional === undefined))
      return value(schema);
    const isReceived = hasOwn(receivedBy(schema), property);
    const isText = tags.length > 0 && tags.every((tag) => tag === null || typeof tag === 'string');
    const tag: Keywords = {
      ...(isText ? { type: tags.includes(null) ? ['string', 'null'] : 'string' } : {}),
      ...(tags.length === 0 ? {} : { enum: [...tags] }),
      ...(inferred === undefined ? {} : { [inferredKeyword]: true }),
    };
    const isAsked = branch.optional === undefined && !isReceived;
    const asked = { properties: { [property]: tag }, ...(isAsked ? { required: [property] } : {}) };
    const object = mergeObjects(gatherParts(schema, lookUp) ?? []);
    if (object === undefined) return value({ allOf: [schema, { type: 'object', ...asked }] });
    const properties = object['properties'] as Record<string, Schema> | undefined;
    const declared = hasOwn(properties, property) ? properties?.[property] : undefined;
    if (declared !== undefined && tags.length === 0 && !isReceived) return value(schema);
    const reference = asReference(schema);
    if (declared !== undefined && reference !== undefined && !isReceived)
      return remember({ ...without(reference, dropped), ...asked }, schema);
    const required = new Set((object['required'] ?? []) as string[]);
    if (isAsked) required.add(property);
    else if (isReceived) required.delete(property);
    const description = typeof declared === 'object' ? declared['description'] : undefined;
    const tagged = { ...properties, [property]: description === undefined ? tag : { description, ...tag } };
    const { [property]: _, ...received } = receivedBy(schema);
    return enforceObject({ ...object, properties: tagged, required: [...required] }, schema, false, received);
  }

  /** `around`: the members that only answers have, as far as the schemas around this one say so. */
  function enforcePart(source: Schema, mode: 'part' | 'open', around: ReadonlySet<string>): Keywords {
    if (typeof source === 'boolean') return source ? {} : { not: {} };
    const received = receivedBy(source);
    const gone = new Set([...around, ...Object.keys(received), '__proto__']);
    const opened = mode === 'part' ? withoutClosing(without(source, dropped)) : without(source, dropped);
    const asked = withoutRequired(withoutProperties(opened, gone), receivedInBranches(source));
    const { $ref: ref, ...changed } = mapSubschemas(asked, (child, keyword) => {
      if (inPlace.has(keyword)) return typeof child === 'boolean' ? child : enforcePart(child, mode, gone);
      return mode === 'open' || deciding.has(keyword) ? enforcePart(child, 'open', new Set()) : value(child);
    });
    const named = typeof ref === 'string' ? { $ref: variant(ref, mode, mentioned(ref, gone)) } : {};
    return remember(finishSchema({ ...named, ...changed }), source, received, false);
  }

  function remember(
    enforced: Keywords,
    source: Keywords,
    received: Record<string, Schema> = {},
    isWhole = true,
  ): Keywords {
    origins.set(enforced, { source, received, whole: isWhole });
    return enforced;
  }

  /** Those of the names that a component lists or asks for, though it does not mark them itself. */
  function mentioned(name: string, gone: ReadonlySet<string>): string[] {
    const wanted = [...gone].filter((one) => one !== '__proto__');
    if (wanted.length === 0) return [];
    const parts = gatherParts({ $ref: name }, lookUp) ?? [];
    const found = wanted.filter((one) =>
      parts.some(
        ({ properties, required }) => hasOwn(properties, one) || ((required ?? []) as string[]).includes(one),
      ),
    );
    const own = found.length === 0 ? {} : receivedBy({ $ref: name });
    return found.filter((one) => !hasOwn(own, one));
  }

  /**
   * The name of a component as a part of a value: its own where that makes no difference. `gone` are the members that
   * only answers have by what stands around it.
   */
  function variant(name: string, mode: Mode, gone: readonly string[] = []): string {
    const key = JSON.stringify([mode, name, ...gone.toSorted()]);
    const known = variantNames.get(key);
    if (known !== undefined) return known;
    const given = freeName(gone.length === 0 ? mark(name, mode) : mark(name, `${mode}.${hashText(key)}`));
    // Schemas may refer to themselves: the name is known before it is known whether it is needed.
    variantNames.set(key, given);
    variants.set(given, { name, mode, gone });
    if (gone.length > 0) return given;
    const isSame = mode === 'part' && JSON.stringify(component(given)) === JSON.stringify(component(name));
    if (isSame || isPlain(lookUp(name))) variantNames.set(key, name);
    return variantNames.get(key) ?? given;
  }

  function freeName(wanted: string): string {
    return Object.hasOwn(table, wanted) ? freeName(`${wanted}_`) : wanted;
  }

  function define(name: string, reason: string, schema: Schema): string {
    const base = defined.get(name)?.name ?? name;
    const given = freeName(mark(base, reason));
    defined.set(given, { name: base, schema });
    return given;
  }

  function component(name: string): Schema {
    const own = defined.get(name);
    if (own !== undefined) return own.schema;
    const source = recursive.get(name);
    if (source !== undefined) return finish(source);
    const { name: origin, mode, gone } = variants.get(name) ?? { name, mode: 'value', gone: [] };
    if (mode === 'value') return value(lookUp(origin));
    return obtain(built, name, () => enforcePart(lookUp(origin), mode, new Set(gone)));
  }

  return {
    schema: whole,
    component,
    body: (name) => (variants.has(name) || defined.has(name) ? component(name) : whole(lookUp(name))),
    origin: (enforced) => origins.get((typeof enforced === 'object' && copies.get(enforced)) || enforced),
    doubts: () => doubts,
    origins: () => origins,
    place: (content) => places.get(content) ?? whole(content.schema),
    settle: (content, schema) => void places.set(content, schema),
    define,
    copied: (schema, copy) => {
      copies.set(copy, copies.get(schema) ?? schema);
      return copy;
    },
  };
}

/** The name of a component that the document does not have; who reads of it is told what comes before the sign. */
function mark(name: string, reason: string): string {
  return `${name}~${reason}`;
}

/** Whether a schema neither lists members nor refers to others. */
function isPlain(schema: Schema): boolean {
  return !/"(?:properties|\$ref)":/.test(JSON.stringify(schema));
}

/** A schema that is a component and no more than that, as a reference; documents wrap them in `allOf`, too. */
function asReference(schema: Keywords): Keywords | undefined {
  const { allOf, ...rest } = schema;
  const [only, ...others] = (allOf ?? []) as Schema[];
  const isBare = Object.keys(rest).every((keyword) => beside.has(keyword));
  if (!isBare || others.length > 0) return undefined;
  if (only === undefined) return typeof rest['$ref'] === 'string' ? rest : undefined;
  const inner = typeof only === 'object' && rest['$ref'] === undefined ? asReference(only) : undefined;
  return inner && { ...inner, ...rest };
}

function hasOwn(object: unknown, key: string): boolean {
  return typeof object === 'object' && object !== null && Object.hasOwn(object, key);
}

/** A schema that declares some members as well. */
function addProperties(schema: Keywords, members: Record<string, Schema>): Keywords {
  if (Object.keys(members).length === 0) return schema;
  const declared = (schema['properties'] ?? {}) as Record<string, Schema>;
  return { ...schema, properties: { ...declared, ...members } };
}

function withoutClosing(schema: Keywords): Keywords {
  const { additionalProperties, unevaluatedProperties, ...rest } = schema;
  return {
    ...rest,
    ...(additionalProperties === undefined || additionalProperties === false ? {} : { additionalProperties }),
    ...(unevaluatedProperties === undefined || unevaluatedProperties === false
      ? {}
      : { unevaluatedProperties }),
  };
}

function withoutProperties(schema: Keywords, names: ReadonlySet<string>): Keywords {
  const { properties, ...rest } = schema;
  const declared = Object.entries((properties ?? {}) as Record<string, Schema>).filter(
    ([name]) => !names.has(name),
  );
  const kept = properties === undefined ? rest : { ...rest, properties: Object.fromEntries(declared) };
  return withoutRequired(kept, names);
}

/** A schema that asks for none of the members. */
function withoutRequired(schema: Keywords, members: Iterable<string>): Keywords {
  const names = new Set(members);
  const { required, dependentRequired, ...rest } = schema;
  const keep = (list: unknown): string[] => ((list ?? []) as string[]).filter((name) => !names.has(name));
  const needed = keep(required);
  const dependent = Object.entries((dependentRequired ?? {}) as Record<string, string[]>)
    .map(([name, list]): [string, string[]] => [name, keep(list)])
    .filter(([name, list]) => !names.has(name) && list.length > 0);
  return {
    ...rest,
    ...(needed.length === 0 ? {} : { required: needed }),
    ...(dependent.length === 0 ? {} : { dependentRequired: Object.fromEntries(dependent) }),
  };
}
