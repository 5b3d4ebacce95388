import type { Discriminator, Schema } from '../../model/api.js';
import { componentOf } from '../../schema/components.js';
import { takes } from '../../schema/judge.js';
import { type LookUp, gatherParts } from '../../schema/parts.js';
import { type Keywords, combinedSchemas, without } from '../../schema/subschemas.js';
import { memoizeIn } from '../../text/memo.js';

/** What a discriminator chooses from. */
export interface Choice {
  /** The property that it looks at. */
  property: string;
  branches: Branch[];
  /** What stands beside the union and says nothing of members; the rest is part of each branch. */
  rest: Keywords;
  /** What of the discriminator cannot be made out, in words: there the schemas alone count. */
  doubts: string[];
}

/** A schema that a discriminator chooses. */
export interface Branch {
  schema: Schema;
  /** The values of the property that choose it; none where any will do that the schema itself takes. */
  tags: readonly unknown[];
  /** Set where the values are not said by the document, but names of schemas. */
  inferred?: true;
  /** Set where the property may be given, but need not. */
  optional?: true;
  /** The values that choose other schemas, where any value is taken but those: names of schemas are a suggestion. */
  reserved?: readonly unknown[];
}

/** The table of components. */
interface Components {
  lookUp: LookUp;
  /** The names of all that a component includes by `$ref` and `allOf`, its own among them. */
  includedBy: (name: string) => ReadonlySet<string>;
  familyOf: (discriminator: Discriminator) => Family;
}

/** The schemas that a discriminator without a union chooses from: each of them asks which the others are. */
interface Family {
  /** The names of all that are there. */
  members: readonly string[];
  /** The name of each schema; the first, where it has several. */
  bySchema: ReadonlyMap<Schema, string>;
  /** Those that include a component, itself among them. */
  extenders: ReadonlyMap<string, readonly string[]>;
}

/** Makes the table of components, in which each question is answered once. */
export function tableOf(lookUp: LookUp): Components {
  const included = new Map<string, ReadonlySet<string>>();
  const families = new Map<Discriminator, Family>();
  const includedBy = (name: string): ReadonlySet<string> =>
    memoizeIn(included, name, () => {
      const names = new Set<string>();
      gatherParts({ $ref: name }, lookUp, names);
      return names;
    });
  const familyOf = (discriminator: Discriminator): Family =>
    memoizeIn(families, discriminator, () => findFamily(discriminator, lookUp, includedBy));
  return { lookUp, includedBy, familyOf };
}

function findFamily(
  { mapping, unnamed = [] }: Discriminator,
  lookUp: LookUp,
  includedBy: Components['includedBy'],
): Family {
  const all = new Set([...Object.values(mapping), ...unnamed]);
  const members = [...all].filter((name) => lookUp(name) !== true);
  const bySchema = new Map(members.toReversed().map((name) => [lookUp(name), name]));
  const extenders = new Map<string, string[]>();
  for (const name of members)
    for (const one of includedBy(name)) memoizeIn(extenders, one, () => []).push(name);
  return { members, bySchema, extenders };
}

/** A branch, and what the document says of its values. */
interface Candidate {
  schema: Schema;
  component: string | undefined;
  /** The schemas that apply to it, those around the union included. */
  parts: readonly Keywords[];
  /** What it says of the property. */
  property: readonly Keywords[];
  /** The values that lead to it, as far as it takes them. */
  claims: readonly unknown[];
  /** Whether those are but its name. */
  isInferred: boolean;
  /** Whether the property cannot be asked for: of null, of what is no object, of a union, of what refuses it. */
  isApart: boolean;
  /** Values that the document maps to it and it refuses. */
  refused: readonly string[];
}

/** Names of schemas that the schemas beside them refuse; of more, each takes any value. */
const mostReserved = 50;

/** Keywords with which a schema says which members an object has, or that lead to such. */
const aboutMembers = new Set(['properties', 'required', 'allOf', 'additionalProperties', '$ref']);

/**
 * What the discriminator of a schema, or of one that it includes, chooses from (OpenAPI 3.2, Discriminator Object):
 * the branches of its union or, without a union, the schema itself and its subtypes. Undefined where there is nothing
 * to choose.
 *
 * A discriminator is a hint at which schema is meant, and changes nothing of what the schemas allow: no branch asks for
 * the property unless the schemas do, nor for a value that its own property refuses; and where the document says no
 * values, but schemas have names, a value that is none of those may mean any schema that takes it.
 */
export function chooseByDiscriminator(source: Keywords, components: Components): Choice | undefined {
  const { lookUp } = components;
  const names = new Set<string>();
  const parts = gatherParts(source, lookUp, names) ?? [];
  const base = parts.findLast(({ discriminator }) => discriminator !== undefined);
  if (base === undefined) return undefined;
  const discriminator = base['discriminator'] as Discriminator;
  const { discriminator: _, ...own } = base;
  const { oneOf, anyOf, ...ofBase } = own;
  const union = (oneOf ?? anyOf) as Schema[] | undefined;
  const others = (kept: Keywords) => parts.map((part) => (part === base ? kept : part));
  if (union === undefined || discriminator.ofFamily)
    return chooseFromFamily(source, others(own), names, discriminator, components);
  if (oneOf !== undefined && anyOf !== undefined) return undefined;
  return chooseFromUnion(source, others(ofBase), union, discriminator, lookUp);
}

function chooseFromUnion(
  source: Keywords,
  parts: readonly Keywords[],
  union: readonly Schema[],
  discriminator: Discriminator,
  lookUp: LookUp,
): Choice {
  const { discriminator: _, oneOf: __, anyOf: ___, ...rest } = source;
  const listsMembers = Object.keys(rest).some((keyword) => aboutMembers.has(keyword));
  const candidates = union.flatMap(openUnion).map((branch) => {
    const isFree = isAnything(branch, lookUp);
    const open = isFree ? { additionalProperties: true } : branch;
    const schema = listsMembers ? { allOf: [...parts, open] } : branch;
    const found = toCandidate(schema, componentOf(branch), discriminator, lookUp);
    const isNested = isInnerUnion(branch, discriminator.propertyName, lookUp) && !isNamed(found);
    return isNested || isFree ? Object.assign(found, { isApart: true }) : found;
  });
  const { branches, doubts } = resolveCandidates(candidates, discriminator, lookUp);
  // What is meant by other values is not there.
  const known = candidates.flatMap(({ claims }) => claims);
  const others: Branch[] =
    discriminator.fallback === null
      ? [
          {
            schema: {
              type: 'object',
              properties: {
                [discriminator.propertyName]:
                  known.length === 0 ? true : { not: { enum: [...new Set(known)] } },
              },
              additionalProperties: true,
            },
            tags: [],
          },
        ]
      : [];
  return {
    property: discriminator.propertyName,
    branches: [...branches, ...others],
    doubts,
    rest: listsMembers ? without(rest, aboutMembers) : rest,
  };
}

/** What says nothing of values. */
const annotations = new Set(['title', 'description', 'deprecated']);

/** The branches of a branch that is no more than a union, as one of a component and null is. */
function openUnion(branch: Schema): Schema[] {
  if (typeof branch === 'boolean') return [branch];
  const [keyword = '', ...others] = Object.keys(branch).filter((key) => !annotations.has(key));
  if (others.length > 0 || (keyword !== 'oneOf' && keyword !== 'anyOf')) return [branch];
  return (branch[keyword] as Schema[]).flatMap(openUnion);
}

/** A schema includes its supertypes. Whoever includes one of a family may be meant by any that includes the same. */
function chooseFromFamily(
  source: Keywords,
  parts: readonly Keywords[],
  names: ReadonlySet<string>,
  discriminator: Discriminator,
  components: Components,
): Choice | undefined {
  const { lookUp, includedBy } = components;
  const { members, bySchema, extenders } = components.familyOf(discriminator);
  const itself = bySchema.get(source);
  const byReach = (a: string, b: string): number => includedBy(b).size - includedBy(a).size;
  const root = itself ?? members.filter((name) => names.has(name)).toSorted(byReach)[0];
  const isBase = source['discriminator'] !== undefined;
  const possible = isBase ? members : root === undefined ? [] : (extenders.get(root) ?? []);
  const subtypes = possible.filter((name) => name !== itself && name !== root);
  if (subtypes.length === 0) return undefined;
  const own: Keywords = { allOf: [...parts] };
  const isExtended = itself === undefined && !isBase;
  const candidates = subtypes.map((name) => {
    // What a schema that is only mapped to is held to as well.
    const isApart = isExtended || (isBase && (itself === undefined || !includedBy(name).has(itself)));
    const schema = isApart ? { allOf: [...flatten(name, lookUp), own] } : { $ref: name };
    return toCandidate(schema, name, discriminator, lookUp);
  });
  const chosen = candidates.map((candidate) => inheritTags(candidate, candidates, discriminator, components));
  const base = toCandidate(own, root, discriminator, lookUp);
  const { branches, doubts } = resolveCandidates(chosen, discriminator, lookUp, base.claims);
  const ofItself = isBase
    ? chooseBase(base, candidates, discriminator, lookUp)
    : // A subtype that is asked for by itself may have been given any tag of its own.
      [{ schema: own, tags: [] }];
  return { property: discriminator.propertyName, branches: [...ofItself, ...branches], rest: {}, doubts };
}

/**
 * A schema that only has a name of its own may as well be meant by the values of one that it includes, where that goes
 * on to choose by another property.
 */
function inheritTags(
  candidate: Candidate,
  all: readonly Candidate[],
  { propertyName }: Discriminator,
  { lookUp, includedBy }: Components,
): Candidate {
  const { component, isInferred, claims } = candidate;
  if (component === undefined || !isInferred) return candidate;
  const choosesOn = (name: string) =>
    (gatherParts({ $ref: name }, lookUp) ?? []).some(({ discriminator }) => {
      const further = (discriminator as Discriminator | undefined)?.propertyName;
      return further !== undefined && further !== propertyName;
    });
  const passed = all.filter(
    (other) =>
      other.component !== undefined &&
      other.component !== component &&
      !other.isInferred &&
      includedBy(component).has(other.component) &&
      choosesOn(other.component),
  );
  return { ...candidate, claims: [...new Set([...claims, ...passed.flatMap((one) => one.claims)])] };
}

/**
 * The schema with the discriminator, as one to choose: by the values that the document gives it, or that no subtype
 * has. Its name is none of them, but in OpenAPI 2.0. What may be meant by a value that leads nowhere is open.
 */
function chooseBase(
  base: Candidate,
  subtypes: readonly Candidate[],
  discriminator: Discriminator,
  lookUp: LookUp,
): Branch[] {
  const { schema, component, property } = base;
  const taken = new Set(subtypes.flatMap(({ claims }) => claims));
  const listed = listedTags(property);
  const named = base.isInferred && discriminator.namesItself !== true ? [] : base.claims;
  const free = listed?.filter((tag) => !taken.has(tag)) ?? named;
  const isInferred = listed === undefined && base.isInferred;
  const lost = lostTags(property, discriminator).filter((tag) => !free.includes(tag));
  const isOpen =
    subtypes.some(({ claims }) => claims.length === 0) || discriminator.fallback === (component ?? null);
  if (isOpen) return [{ schema, tags: [] }];
  return [
    ...(free.length === 0
      ? []
      : [{ schema, tags: addNullValue(free, base, lookUp), ...(isInferred && { inferred: true as const }) }]),
    ...(lost.length === 0
      ? []
      : [{ schema: { allOf: [schema, { additionalProperties: true }] }, tags: lost }]),
  ];
}

function toCandidate(
  schema: Schema,
  component: string | undefined,
  discriminator: Discriminator,
  lookUp: LookUp,
): Candidate {
  const { propertyName: name, mapping, inferred = [] } = discriminator;
  const parts = gatherParts(schema, lookUp) ?? [];
  const property = propertyParts(parts, name, lookUp);
  const mapped = Object.keys(mapping).filter((tag) => mapping[tag] === component);
  const isInferred = mapped.length > 0 && mapped.every((tag) => inferred.includes(tag));
  const taken = mapped.map((tag) => ({ tag, values: asTaken(tag, property, lookUp) }));
  return {
    schema,
    component,
    parts,
    property,
    claims: [...new Set(taken.flatMap(({ values }) => values))],
    isInferred,
    isApart: !takesObjects(parts) || (property.length === 0 && refusesMembers(parts)),
    refused: isInferred ? [] : taken.filter(({ values }) => values.length === 0).map(({ tag }) => tag),
  };
}

/**
 * What each branch asks for, once it is known what the others do. `taken` are values that choose none of them, but the
 * schema that they include.
 */
function resolveCandidates(
  candidates: readonly Candidate[],
  discriminator: Discriminator,
  lookUp: LookUp,
  taken: readonly unknown[] = [],
): Pick<Choice, 'branches' | 'doubts'> {
  const { propertyName, lost = [], fallback } = discriminator;
  const doubts = [
    ...lost.map((tag) => `${JSON.stringify(tag)} is mapped to a schema that is not there`),
    ...candidates.flatMap(({ refused, component }) =>
      refused.map(
        (tag) => `${JSON.stringify(tag)} is mapped to ${component ?? 'a schema'}, which refuses it`,
      ),
    ),
  ];
  if (fallback === null) doubts.push('its defaultMapping leads to a schema that is not there');
  const looked = candidates.filter(({ isApart }) => !isApart);
  for (const { component, property, claims, refused } of looked) {
    const isOpen = claims.length === 0 && refused.length === 0 && listedTags(property) === undefined;
    if (component !== undefined && isOpen && property.some(({ type }) => unnamable.has(type)))
      doubts.push(`no value of it is said to mean ${component}`);
  }
  const isKnown = candidates.some(({ property }) => property.length > 0) || candidates.every(isNothing);
  if (!isKnown) doubts.push(`no schema that it chooses from has the property`);
  if (looked.length === 0 || !isKnown) {
    const isGiven = looked.length > 0 && mayBeGiven(propertyName, looked, lookUp);
    return {
      branches: candidates.map(({ schema, isApart }) => ({
        schema: isGiven && !isApart ? { allOf: [schema, takesMember(propertyName)] } : schema,
        tags: [],
      })),
      doubts,
    };
  }
  const lacking = looked.filter((one) => one.property.length === 0 && !isNothing(one));
  for (const { component } of lacking) doubts.push(`${component ?? 'a schema'} does not have the property`);
  const isFallback = (candidate: Candidate) =>
    typeof fallback === 'string' && candidate.component === fallback;
  const hasFallback = candidates.some((candidate) => isFallback(candidate));
  const claimants = new Map<unknown, number>();
  for (const tag of candidates.flatMap(({ claims }) => claims))
    claimants.set(tag, (claimants.get(tag) ?? 0) + 1);
  const found = candidates.map((candidate) => {
    const isOfOther = (tag: unknown) => (claimants.get(tag) ?? 0) > Number(candidate.claims.includes(tag));
    return candidate.isApart
      ? { tags: [], inferred: false }
      : tagsOf(candidate, isOfOther, discriminator, lookUp);
  });
  const known = [...new Set([...taken, ...found.flatMap(({ tags }) => tags)])];
  const lostValues = new Set<unknown>(lost);
  const reserved = known.length > mostReserved ? [] : known.filter((tag) => !lostValues.has(tag));
  const branches = candidates.map((candidate, index): Branch => {
    const { schema, isApart, isInferred, property, parts } = candidate;
    if (isApart) return { schema, tags: [] };
    if (isFallback(candidate)) return { schema, tags: [], optional: true };
    const { tags: chosen = [], inferred = false } = found[index] ?? {};
    // Nobody is asked for what no schema asks for, unless another one is meant without it.
    const isAsked =
      property.length > 0 && (hasFallback || (fallback === undefined && requires(parts, propertyName)));
    const optional = isAsked ? {} : { optional: true as const };
    if (chosen.length === 0) return { schema, tags: [], ...(property.length === 0 && optional) };
    if (!inferred || !isInferred)
      return { schema, tags: addNullValue(chosen, candidate, lookUp), ...optional };
    if (isSaidByNames(candidate, discriminator, hasFallback))
      return { schema, tags: addNullValue(chosen, candidate, lookUp), inferred: true, ...optional };
    return { schema, tags: chosen, inferred: true, reserved, ...optional };
  });
  return { branches, doubts };
}

/**
 * Whether a branch that has but a name takes no other value: Swagger 2.0 says so (Schema Object, discriminator), any other
 * value leads to the schema of `defaultMapping`, and what no schema declares has no value but those that choose.
 */
function isSaidByNames(
  { property }: Candidate,
  { namesItself }: Discriminator,
  hasFallback: boolean,
): boolean {
  return namesItself === true || hasFallback || property.length === 0;
}

/** Whether schemas ask for a member. */
function requires(parts: readonly Keywords[], name: string): boolean {
  return parts.some(({ required }) => Array.isArray(required) && required.includes(name));
}

/** Types of which no value is the name of a schema. */
const unnamable = new Set<unknown>(['integer', 'number', 'boolean']);

/** With this comment a schema takes a member that models are not told of. */
export const untold = 'looked at by a discriminator, declared by no schema';

/** Whoever gives what no schema declares may give anything. */
function takesMember(name: string): Schema {
  const pattern = `^${name.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`)}$`;
  return { patternProperties: { [pattern]: { $comment: untold } } };
}

/** A branch's own list of values counts for more than its name, which may be none of them; so do its examples. */
function tagsOf(
  { schema, property, claims }: Candidate,
  isOfOther: (tag: unknown) => boolean,
  discriminator: Discriminator,
  lookUp: LookUp,
): { tags: readonly unknown[]; inferred: boolean } {
  const listed = listedTags(property);
  if (listed !== undefined) {
    const own = listed.filter((tag) => claims.includes(tag));
    const free = listed.filter((tag) => !claims.includes(tag) && !isOfOther(tag));
    return { tags: own.length > 0 ? [...own, ...free] : listed, inferred: false };
  }
  if (claims.length === 0) return { tags: [], inferred: false };
  const shown = shownTags(schema, discriminator.propertyName, lookUp).filter(
    (tag) => !isOfOther(tag) && takes(property, tag, lookUp),
  );
  const lost = lostTags(property, discriminator);
  return { tags: [...new Set([...claims, ...shown, ...lost])], inferred: true };
}

/** Keywords with which a schema says which values there are. */
const aboutValues = ['type', 'enum', 'anyOf', 'oneOf'];

/** Null chooses nothing, but a discriminator does not take away what the schema of a branch allows. */
function addNullValue(
  tags: readonly unknown[],
  { property }: Pick<Candidate, 'property'>,
  lookUp: LookUp,
): readonly unknown[] {
  const isAllowed = property.length > 0 && !tags.includes(null) && takes(property, null, lookUp);
  const isSaid = property.some((part) => aboutValues.some((keyword) => part[keyword] !== undefined));
  return isAllowed && isSaid ? [...tags, null] : tags;
}

/** The values that are mapped to what is not there: any branch that takes them may be meant. */
function lostTags(property: readonly Keywords[], { lost = [] }: Discriminator): unknown[] {
  return lost.flatMap((tag) => asTaken(tag, property, () => true));
}

/** Whether the document gives it values, rather than its name alone. */
function isNamed({ claims, isInferred }: Candidate): boolean {
  return claims.length > 0 && !isInferred;
}

/** Whether a branch takes any value, as one does that refers to what is not there. */
function isAnything(branch: Schema, lookUp: LookUp): boolean {
  const parts = gatherParts(branch, lookUp);
  return parts?.every((part) => Object.keys(part).every((keyword) => annotations.has(keyword))) ?? false;
}

/** Whether nothing is said of a schema: a discriminator over such says the property. */
function isNothing({ parts }: Candidate): boolean {
  return parts.every((part) => part['properties'] === undefined);
}

/** The parts of a component, which no longer choose. */
function flatten(name: string, lookUp: LookUp): Keywords[] {
  return (gatherParts({ $ref: name }, lookUp) ?? []).map((part) => without(part, new Set(['discriminator'])));
}

/** Whether a branch is a union itself, whose own branches have the property. */
function isInnerUnion(branch: Schema, property: string, lookUp: LookUp): boolean {
  return (gatherParts(branch, lookUp) ?? [])
    .flatMap(combinedSchemas)
    .some(
      (one) =>
        componentOf(one) !== undefined ||
        propertyParts(gatherParts(one, lookUp) ?? [], property, lookUp).length > 0,
    );
}

function takesObjects(parts: readonly Keywords[]): boolean {
  return parts.every(({ type }) => type === undefined || [type].flat().includes('object'));
}

/** Whether what is not listed is refused, by the document itself. */
function refusesMembers(parts: readonly Keywords[]): boolean {
  return parts.some(
    (part) => part['additionalProperties'] === false && part['patternProperties'] === undefined,
  );
}

/**
 * Whether a property that no branch has may be given: some documents leave it out. It cannot be meant where it is a path
 * to another property, or another one tells the branches apart.
 */
function mayBeGiven(property: string, candidates: readonly Candidate[], lookUp: LookUp): boolean {
  if (/[./#]/.test(property)) return false;
  const [first, ...others] = candidates.map(({ parts }) => textsOf(parts, lookUp));
  const shared = [...(first ?? [])].filter((name) => others.every((names) => names.has(name)));
  return !shared.some((name) =>
    candidates.every(({ parts }) => listedTags(propertyParts(parts, name, lookUp)) !== undefined),
  );
}

/** The names of the members that are texts. */
function textsOf(parts: readonly Keywords[], lookUp: LookUp): ReadonlySet<string> {
  const names = parts.flatMap(({ properties = {} }) => Object.keys(properties as object));
  return new Set(
    names.filter((name) => {
      const said = propertyParts(parts, name, lookUp);
      return (
        said.some(({ type }) => type === 'string') ||
        listedTags(said)?.every((tag) => typeof tag === 'string')
      );
    }),
  );
}

/** The values that a branch itself allows for the property, if it lists them. */
function listedTags(property: readonly Keywords[]): unknown[] | undefined {
  const lists = property
    .map(({ enum: values, const: constant }) => (constant === undefined ? values : [constant]))
    .filter(Array.isArray);
  const [first, ...others] = lists as unknown[][];
  return first?.filter((tag) => tag !== null && others.every((list) => list.includes(tag)));
}

/** The values that a branch itself shows for the property. */
function shownTags(branch: Schema, property: string, lookUp: LookUp): string[] {
  const own = (gatherParts(branch, lookUp) ?? []).at(-1) ?? {};
  const target =
    typeof branch === 'object' && typeof branch['$ref'] === 'string' ? lookUp(branch['$ref']) : own;
  const objects = typeof target === 'object' ? ((target['examples'] ?? []) as unknown[]) : [];
  const properties =
    typeof target === 'object' ? ((target['properties'] ?? {}) as Record<string, Schema>) : {};
  const declared = Object.hasOwn(properties, property) ? properties[property] : undefined;
  const { examples = [], default: usual } = (typeof declared === 'object' ? declared : {}) as {
    examples?: unknown[];
    default?: unknown;
  };
  const shown = objects.map((value) => (value as Record<string, unknown> | null)?.[property]);
  return [...shown, ...examples, usual].filter((tag) => typeof tag === 'string');
}

/** What the parts of a schema say of one of its properties. */
function propertyParts(parts: readonly Keywords[], name: string, lookUp: LookUp): Keywords[] {
  return parts
    .flatMap(({ properties = {} }) =>
      Object.hasOwn(properties as object, name) ? [(properties as Record<string, Schema>)[name] ?? true] : [],
    )
    .flatMap((schema) => gatherParts(schema, lookUp) ?? [{ not: {} }]);
}

/** What a key of a mapping, which is always a text, stands for: the value of which it is the text. */
function asTaken(tag: string, property: readonly Keywords[], lookUp: LookUp): unknown[] {
  const other =
    tag === 'true' ? true : tag === 'false' ? false : tag === String(Number(tag)) ? Number(tag) : tag;
  return [...new Set([tag, other])].filter((value) => takes(property, value, lookUp)).slice(0, 1);
}
