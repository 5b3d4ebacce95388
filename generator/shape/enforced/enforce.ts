import type { Api, ApiParameter, Content, Schema } from '../../model/api.js';
import { anyValue, besideReference, mute } from '../../schema/annotations.js';
import { type Contradiction, findContradiction } from '../../schema/contradiction.js';
import { combinedParts, mergeAll } from '../../schema/merge.js';
import { gatherParts, mergeObjects } from '../../schema/parts.js';
import {
  type Keywords,
  combinedSchemas,
  inPlace,
  listSubschemas,
  mapSubschemas,
  mapValues,
  without,
} from '../../schema/subschemas.js';
import { hashText } from '../../text/hash.js';
import { memoizeIn } from '../../text/memo.js';
import { ObjectJudge } from './closing.js';
import { type Branch, type Choice, chooseByDiscriminator, tableOf } from './discriminator.js';
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
  /** The schemas of the document that no value fits, so far. */
  contradictions: () => Iterable<[Schema, Contradiction]>;
  /** Every enforced schema of a value so far; not those that were copied for one place. */
  origins: () => Iterable<[Schema, Origin]>;
  /** The schema of a parameter or body: its own, where it was given one. */
  place: (content: Place) => Schema;
}

/** The same while evidence may still change what calls are held to. */
export interface OpenEnforcer extends Enforcer {
  /** Gives a parameter or body a schema of its own. */
  settle: (content: Place, schema: Schema) => void;
  /** Gives a schema that was made from the component `name` a name of its own, and says which; `mark` is part of it. */
  define: (name: string, mark: string, schema: Schema) => string;
  /** Says that a schema is a copy of another, so that its origin is known; gives it back. */
  copied: (schema: Keywords, copy: Keywords) => Keywords;
}

/** The schemas of an API, once for the check and once for models. */
export interface Views<Kind = Enforcer> {
  /** What calls are held to. */
  enforcer: Kind;
  /** The same as it is declared: what examples loosen is not seen here. */
  shown: Kind;
}

/** What has a schema and examples of its own: equal schemas are one object, these are not. */
export type Place = ApiParameter | Content;

interface Origin {
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

/** Parts of a schema that includes others, with all that is written inside it; one that has more becomes a component. */
const mostWithin = 300;

/** Schemas that are written inside one another; further in, those that include others become components. */
const deepestWritten = 60;

/** What is left out of a schema for which any value is taken, where it is shown and where it is not. */
const mark = new Set([anyValue]);
const onlyShown = new Set([anyValue, 'type']);

/** Keywords whose schemas decide whether others apply: a tighter one would make the whole looser. */
const deciding = new Set(['not', 'if', 'contains', 'propertyNames']);

/**
 * Marks a list of values that the document does not say: nothing is corrected by it. Calls are held to it, unless it is
 * marked as `open`.
 */
const inferredKeyword = 'inferred';

/**
 * Turns schemas of a document into those of a request.
 *
 * - What only answers have (`readOnly`) is gone, at any depth and from `required` too.
 * - Objects that list their members take no others, unless they say so: the outermost schema of a value is
 *   closed, and the closed parts of an `allOf` are opened, since documents extend closed schemas that way.
 * - `oneOf` is enforced as `anyOf`, since documents often list branches that overlap; where a discriminator
 *   chooses among branches, each asks for its tag.
 * - What `required` names is declared.
 * - Objects for which any value is taken are objects only where they are shown.
 *
 * @param isShown - whether it is what models are shown
 */
export function enforce(
  { components, takesLocal }: Pick<Api, 'components' | 'takesLocal'>,
  isShown = false,
): OpenEnforcer {
  return new SchemaEnforcer(components, isShown, takesLocal === true && !isShown);
}

/** The components of an API, and what came of them and of all else that was enforced so far: each schema is made once. */
class SchemaEnforcer implements OpenEnforcer {
  /** Whole values by what they are made from, and those in which a member called `__proto__` is kept. */
  private readonly values = new Map<Schema, Schema>();
  private readonly wholes = new Map<Schema, Schema>();
  /** What each was made from, and the discriminators that cannot be made out. */
  private readonly known = new Map<Schema, Origin>();
  private readonly unclear = new Map<Schema, Choice>();
  private readonly opposed = new Map<Schema, Contradiction>();
  /** Components as parts of values: what each was made from, and the names of all that were asked for. */
  private readonly variants = new Map<string, { name: string; mode: Mode; gone: readonly string[] }>();
  private readonly variantNames = new Map<string, string>();
  private readonly built = new Map<string, Schema>();
  private readonly isComponent: ReadonlySet<Schema>;
  /** What is being enforced: a schema that comes up again inside itself becomes a component. */
  private readonly unfinished = new Set<Schema>();
  private readonly recursive = new Map<string, Schema>();
  /** Schemas that were put together from several, and those of them that the current one is inside of. */
  private combined = 0;
  private combinedAround = 0;
  private readonly sizes = new Map<Keywords, number>();
  /** Schemas of their own: those of places, and components that were made by {@link define}. */
  private readonly places = new Map<Place, Schema>();
  private readonly defined = new Map<string, { name: string; schema: Schema }>();
  /** What copies are copies of. */
  private readonly copies = new WeakMap<Schema & object, Schema>();
  private readonly objects: ObjectJudge;

  constructor(
    private readonly table: Api['components'],
    private readonly isShown: boolean,
    private readonly takesLocal: boolean,
  ) {
    this.isComponent = new Set(Object.values(table));
    this.objects = new ObjectJudge(this.lookUp);
  }

  /** Like {@link value}, with a member called `__proto__`, if there is one: as an argument it has another name. */
  readonly schema = (source: Schema): Schema => {
    const hasProto = gatherParts(source, this.lookUp)?.some(({ properties }) =>
      hasOwn(properties, '__proto__'),
    );
    return hasProto
      ? memoizeIn(this.wholes, source, () => this.enforceValue(source, true))
      : this.value(source);
  };

  readonly component = (name: string): Schema => {
    const own = this.defined.get(name);
    if (own !== undefined) return own.schema;
    const source = this.recursive.get(name);
    if (source !== undefined) return this.finish(source);
    const { name: origin, mode, gone } = this.variants.get(name) ?? { name, mode: 'value', gone: [] };
    if (mode === 'value') return this.value(this.lookUp(origin));
    return memoizeIn(this.built, name, () => this.enforcePart(this.lookUp(origin), mode, new Set(gone)));
  };

  readonly define = (name: string, reason: string, schema: Schema): string => {
    const base = this.defined.get(name)?.name ?? name;
    const given = this.freeName(markName(base, reason));
    this.defined.set(given, { name: base, schema });
    return given;
  };

  readonly body = (name: string): Schema =>
    this.variants.has(name) || this.defined.has(name) ? this.component(name) : this.schema(this.lookUp(name));

  readonly origin = (enforced: Schema): Origin | undefined =>
    this.known.get((typeof enforced === 'object' && this.copies.get(enforced)) || enforced);

  readonly doubts = (): Iterable<[Schema, Choice]> => this.unclear;

  readonly contradictions = (): Iterable<[Schema, Contradiction]> => this.opposed;

  readonly origins = (): Iterable<[Schema, Origin]> => this.known;

  readonly place = (content: Place): Schema => this.places.get(content) ?? this.schema(content.schema);

  readonly settle = (content: Place, schema: Schema): void => void this.places.set(content, schema);

  readonly copied = (schema: Keywords, copy: Keywords): Keywords => {
    this.copies.set(copy, this.copies.get(schema) ?? schema);
    return copy;
  };

  private readonly lookUp = (name: string): Schema =>
    Object.hasOwn(this.table, name) ? (this.table[name] ?? true) : true;

  private readonly choices = tableOf(this.lookUp);

  private readonly value = (source: Schema): Schema => {
    if (typeof source === 'boolean') return source;
    if (this.isFarIn(source)) return { $ref: this.nameOf(source) };
    const schema = this.finish(source);
    const isInside = this.unfinished.size > 0 && includesOthers(source);
    return isInside && this.countParts(schema) > mostWithin ? { $ref: this.nameOf(source) } : schema;
  };

  /** The schemas inside one, itself included; those that are written more than once count as often. */
  private countParts(schema: Schema): number {
    if (typeof schema === 'boolean') return 1;
    return memoizeIn(this.sizes, schema, () =>
      listSubschemas(schema).reduce((sum, part) => sum + this.countParts(part), 1),
    );
  }

  private finish(source: Schema): Schema {
    if (this.unfinished.has(source)) return { $ref: this.nameOf(source) };
    this.unfinished.add(source);
    try {
      return memoizeIn(this.values, source, () => this.enforceValue(source, false));
    } finally {
      this.unfinished.delete(source);
    }
  }

  private isFarIn(source: Keywords): boolean {
    if (this.unfinished.size >= deepestWritten && source['allOf'] !== undefined) return true;
    return this.combinedAround >= deepestCombined && combinedParts(source) !== undefined;
  }

  /** A schema that is part of itself, though not as a component, becomes one. */
  private nameOf(source: Schema): string {
    const text = JSON.stringify(source);
    const [, base = 'schema'] = /"\$ref":"([^"]+)"/.exec(text) ?? [];
    const name = this.freeName(markName(base, hashText(text)));
    this.recursive.set(name, source);
    return name;
  }

  private enforceValue(source: Schema, keepProto: boolean): Schema {
    if (typeof source === 'boolean') return source;
    const reference = asReference(source);
    if (reference !== undefined && !keepProto && !this.isSubtype(source, reference))
      return this.remember(finishSchema(without(reference, mute)), source);
    if (combinedParts(source) === undefined) return this.enforceChosen(source, keepProto);
    if (this.combined >= mostCombined) return this.enforceAsParts(source);
    this.combined += 1;
    this.combinedAround += 1;
    try {
      return this.enforceChosen(source, keepProto);
    } finally {
      this.combinedAround -= 1;
    }
  }

  /** The schema of a value, with the subtypes that a discriminator chooses from. */
  private enforceChosen(source: Keywords, keepProto: boolean): Schema {
    const choice = chooseByDiscriminator(source, this.choices);
    if (choice === undefined) return this.enforceWhole(source, keepProto);
    if (choice.doubts.length > 0) this.unclear.set(source, choice);
    const branches = choice.branches.map((branch) => this.enforceTagged(branch, choice.property));
    return this.enforceUnion(source, choice.rest, branches);
  }

  /** Whether a discriminator of what a component refers to chooses that component: it adds nothing, but its name. */
  private isSubtype(source: Keywords, reference: Keywords): boolean {
    if (!this.isComponent.has(source)) return false;
    return (gatherParts(reference, this.lookUp) ?? []).some(({ discriminator }) => {
      const { mapping = {} } = (discriminator ?? {}) as { mapping?: Record<string, string> };
      return Object.values(mapping).some((name) => this.lookUp(name) === source);
    });
  }

  private enforceWhole(source: Keywords, keepProto: boolean): Schema {
    const parts = gatherParts(source, this.lookUp) ?? [];
    const contradiction = findContradiction(parts, this.lookUp);
    if (contradiction !== undefined) return this.enforceEither(source, contradiction);
    const object = mergeObjects(parts);
    if (object !== undefined)
      return this.enforceObject(object, source, keepProto, this.objects.receivedBy(source));
    const { oneOf, anyOf, ...rest } = source;
    const branches = (oneOf ?? anyOf) as Schema[] | undefined;
    if (branches !== undefined && this.objects.areAlternatives(source)) {
      const keyword = oneOf !== undefined && areExclusive(branches.map(this.flatten)) ? 'oneOf' : 'anyOf';
      return this.enforceUnion(source, rest, branches.map(this.value), keyword);
    }
    return this.enforceAsParts(source);
  }

  /** Schemas that no value can fit at once: what the API takes fits one of them. */
  private enforceEither(source: Keywords, contradiction: Contradiction): Schema {
    const { asked, parts, others } = contradiction;
    this.opposed.set(source, contradiction);
    const told = `The document asks for ${asked.join(' and ')} at once; one of them is enough.`;
    const words = [source['description'], told].filter(Boolean).join(' ');
    const branches = parts.map((part) =>
      this.value(others.length === 0 ? part : { allOf: [...others, part] }),
    );
    return this.enforceUnion(source, { description: words }, branches);
  }

  /** Several schemas that apply to the same value, each by itself, and closed as a whole. */
  private enforceAsParts(source: Keywords): Schema {
    const closes = this.objects.isClosed(source);
    const part = this.enforcePart(source, this.objects.hasClash(source) ? 'open' : 'part', new Set());
    const closing = Object.keys(source).some((keyword) => keyword === '$ref' || inPlace.has(keyword))
      ? 'unevaluatedProperties'
      : 'additionalProperties';
    const declared = addProperties(part, mapValues(this.objects.askedFrom(source), this.value));
    return this.remember(
      closes ? { ...declared, [closing]: false } : declared,
      source,
      this.objects.receivedBy(source),
    );
  }

  /** An object that does no more than list members. */
  private enforceObject(
    object: Keywords,
    source: Keywords,
    keepProto: boolean,
    received: Record<string, Schema>,
  ): Schema {
    const gone = new Set([...Object.keys(received), ...(keepProto ? [] : ['__proto__'])]);
    const asked = withoutProperties(without(object, mute), gone);
    const members = mapSubschemas(asked, this.value);
    const closing = this.objects.isClosed(object) ? { additionalProperties: false } : {};
    return this.remember({ ...finishSchema(members), ...closing }, source, received);
  }

  private enforceUnion(
    source: Keywords,
    rest: Keywords,
    branches: readonly Schema[],
    keyword: 'anyOf' | 'oneOf' = 'anyOf',
  ): Schema {
    const received = new Set(this.objects.receivedInBranches(source));
    return this.remember({ ...this.enforcePart(rest, 'part', received), [keyword]: branches }, source);
  }

  /** What a branch asks for, with all that it includes. */
  private readonly flatten = (branch: Schema): Schema => {
    const parts = gatherParts(branch, this.lookUp);
    const merged = parts === undefined ? {} : mergeAll(parts);
    return withoutRequired(merged, Object.keys(this.objects.receivedBy(branch)));
  };

  /** A branch that a discriminator chooses. Where it is a component that has the property, it stays a reference. */
  private enforceTagged(branch: Branch, property: string): Schema {
    const { schema, tags } = branch;
    if (typeof schema === 'boolean' || (tags.length === 0 && branch.optional === undefined))
      return this.value(schema);
    const isReceived = hasOwn(this.objects.receivedBy(schema), property);
    const tag = writeTag(branch);
    const isAsked = branch.optional === undefined && !isReceived;
    const asked = { properties: { [property]: tag }, ...(isAsked ? { required: [property] } : {}) };
    const object = mergeObjects(gatherParts(schema, this.lookUp) ?? []);
    if (object === undefined) return this.value({ allOf: [schema, { type: 'object', ...asked }] });
    const properties = object['properties'] as Record<string, Schema> | undefined;
    const declared = hasOwn(properties, property) ? properties?.[property] : undefined;
    if (declared !== undefined && tags.length === 0 && !isReceived) return this.value(schema);
    const reference = asReference(schema);
    if (declared !== undefined && reference !== undefined && !isReceived)
      return this.remember({ ...without(reference, mute), ...asked }, schema);
    const required = new Set((object['required'] ?? []) as string[]);
    if (isAsked) required.add(property);
    else if (isReceived) required.delete(property);
    const tagged = { ...properties, [property]: tagDeclared(tag, branch, declared) };
    const { [property]: _, ...received } = this.objects.receivedBy(schema);
    return this.enforceObject(
      { ...object, properties: tagged, required: [...required] },
      schema,
      false,
      received,
    );
  }

  /** `around`: the members that only answers have, as far as the schemas around this one say so. */
  private enforcePart(source: Schema, mode: 'part' | 'open', around: ReadonlySet<string>): Keywords {
    if (typeof source === 'boolean') return source ? {} : { not: {} };
    const received = this.objects.receivedBy(source);
    const gone = new Set([...around, ...Object.keys(received), '__proto__']);
    const opened = mode === 'part' ? withoutClosing(without(source, mute)) : without(source, mute);
    const asked = withoutRequired(withoutProperties(opened, gone), this.objects.receivedInBranches(source));
    const { $ref: ref, ...changed } = mapSubschemas(asked, (child, keyword) => {
      if (inPlace.has(keyword))
        return typeof child === 'boolean' ? child : this.enforcePart(child, mode, gone);
      return mode === 'open' || deciding.has(keyword)
        ? this.enforcePart(child, 'open', new Set())
        : this.value(child);
    });
    const named = typeof ref === 'string' ? { $ref: this.variant(ref, mode, this.mentioned(ref, gone)) } : {};
    return this.remember(finishSchema({ ...named, ...changed }), source, received, false);
  }

  private remember(
    enforced: Keywords,
    source: Keywords,
    received: Record<string, Schema> = {},
    isWhole = true,
  ): Keywords {
    const opened =
      enforced[anyValue] === undefined ? enforced : without(enforced, this.isShown ? mark : onlyShown);
    const isOpen = this.takesLocal && opened['format'] === 'date-time';
    const made = isOpen ? { ...opened, format: 'iso-date-time' } : opened;
    this.known.set(made, { source, received, whole: isWhole });
    return made;
  }

  /** Those of the names that a component lists or asks for, though it does not mark them itself. */
  private mentioned(name: string, gone: ReadonlySet<string>): string[] {
    const wanted = [...gone].filter((one) => one !== '__proto__');
    if (wanted.length === 0) return [];
    const parts = gatherParts({ $ref: name }, this.lookUp) ?? [];
    const found = wanted.filter((one) =>
      parts.some(
        ({ properties, required = [], dependentRequired = {} }) =>
          hasOwn(properties, one) ||
          [...(required as string[]), ...dependents(dependentRequired)].includes(one),
      ),
    );
    const own = found.length === 0 ? {} : this.objects.receivedBy({ $ref: name });
    return found.filter((one) => !hasOwn(own, one));
  }

  /**
   * The name of a component as a part of a value: its own where that makes no difference. `gone` are the members that
   * only answers have by what stands around it.
   */
  private variant(name: string, mode: Mode, gone: readonly string[] = []): string {
    const key = JSON.stringify([mode, name, ...gone.toSorted()]);
    const known = this.variantNames.get(key);
    if (known !== undefined) return known;
    const given = this.freeName(
      gone.length === 0 ? markName(name, mode) : markName(name, `${mode}.${hashText(key)}`),
    );
    // Schemas may refer to themselves: the name is known before it is known whether it is needed.
    this.variantNames.set(key, given);
    this.variants.set(given, { name, mode, gone });
    if (gone.length > 0) return given;
    const isSame =
      mode === 'part' && JSON.stringify(this.component(given)) === JSON.stringify(this.component(name));
    if (isSame || isFlatSchema(this.lookUp(name))) this.variantNames.set(key, name);
    return this.variantNames.get(key) ?? given;
  }

  private freeName(wanted: string): string {
    return Object.hasOwn(this.table, wanted) ? this.freeName(`${wanted}_`) : wanted;
  }
}

/** What a branch asks of the property of its discriminator. */
function writeTag({ tags, inferred, reserved }: Branch): Keywords {
  if (reserved !== undefined) {
    const others = reserved.filter((value) => !tags.includes(value));
    const any = { ...(others.length === 0 ? {} : { not: { enum: others } }), untold: true };
    return { anyOf: [{ enum: [...tags] }, any], [inferredKeyword]: 'open' };
  }
  const isText = tags.length > 0 && tags.every((tag) => tag === null || typeof tag === 'string');
  return {
    ...(isText ? { type: tags.includes(null) ? ['string', 'null'] : 'string' } : {}),
    ...(tags.length === 0 ? {} : { enum: [...tags] }),
    ...(inferred === undefined ? {} : { [inferredKeyword]: true }),
  };
}

/** The same of a property that is declared: a list of values says all that there is to say but its words. */
function tagDeclared(tag: Keywords, { reserved }: Branch, declared: Schema | undefined): Keywords {
  if (typeof declared !== 'object') return tag;
  const { description } = declared;
  if (reserved !== undefined) return { ...tag, allOf: [declared] };
  return description === undefined ? tag : { description, ...tag };
}

/** The name of a component that the document does not have; who reads of it is told what comes before the sign. */
function markName(name: string, reason: string): string {
  return `${name}~${reason}`;
}

/** Whether a schema neither lists members nor refers to others. */
function isFlatSchema(schema: Schema): boolean {
  return !/"(?:properties|\$ref)":/.test(JSON.stringify(schema));
}

/** A schema that is a component and no more than that, as a reference; documents wrap them in `allOf`, too. */
function asReference(schema: Keywords): Keywords | undefined {
  const { allOf, ...rest } = schema;
  const [only, ...others] = (allOf ?? []) as Schema[];
  const isBare = Object.keys(rest).every((keyword) => keyword === '$ref' || besideReference.has(keyword));
  if (!isBare || others.length > 0) return undefined;
  if (only === undefined) return typeof rest['$ref'] === 'string' ? rest : undefined;
  const inner = typeof only === 'object' && rest['$ref'] === undefined ? asReference(only) : undefined;
  return inner && { ...inner, ...rest };
}

/** Whether what a schema is made into may hold more than it says itself. */
function includesOthers(schema: Keywords): boolean {
  return (
    schema['$ref'] !== undefined || combinedSchemas(schema).length > 0 || combinedParts(schema) !== undefined
  );
}

/** The names in a `dependentRequired`, on either side. */
function dependents(dependentRequired: unknown): string[] {
  return Object.entries(dependentRequired as Record<string, string[]>).flat(2);
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
