import type { Schema } from '../model/api.js';
import { gatherParts } from './gatherParts.js';
import type { Keywords } from './subschemas.js';
import { without } from './without.js';

/** What a discriminator chooses from. */
export interface Choice {
  /** The property that it looks at. */
  property: string;
  /** The schemas, each with the values of the property that choose it; none where it is not to be looked at. */
  branches: { schema: Schema; tags: readonly unknown[] }[];
  /** What stands beside the union and says nothing of members; the rest is part of each branch. */
  rest: Keywords;
}

interface Discriminator {
  propertyName: string;
  /** Tag to component. */
  mapping: Record<string, string>;
}

type LookUp = (name: string) => Schema;

/** The table of components. */
export interface Components {
  lookUp: LookUp;
  /** The names of all that a component includes by `$ref` and `allOf`, its own among them. */
  includedBy: (name: string) => ReadonlySet<string>;
}

/** Keywords with which a schema says which members an object has, or that lead to such. */
const aboutMembers = new Set(['properties', 'required', 'allOf', 'additionalProperties', '$ref']);

/**
 * What the discriminator of a schema, or of one that it includes, chooses from (OpenAPI 3.2, Discriminator Object):
 * the branches of its union or, without a union, the schema itself and its subtypes. Undefined where there is nothing
 * to choose.
 */
export function tagBranches(source: Keywords, components: Components): Choice | undefined {
  const { lookUp } = components;
  const names = new Set<string>();
  const parts = gatherParts(source, lookUp, names) ?? [];
  const base = parts.findLast(({ discriminator }) => discriminator !== undefined);
  if (base === undefined) return undefined;
  const { discriminator, oneOf, anyOf, ...ofBase } = base;
  const union = (oneOf ?? anyOf) as Schema[] | undefined;
  if (union !== undefined && oneOf !== undefined && anyOf !== undefined) return undefined;
  const choice = discriminator as Discriminator;
  const others = parts.map((part) => (part === base ? ofBase : part));
  if (union !== undefined) return chooseFromUnion(source, others, union, choice, lookUp);
  return chooseFromFamily(source, others, names, choice, components);
}

function chooseFromUnion(
  source: Keywords,
  parts: readonly Keywords[],
  union: readonly Schema[],
  { propertyName: property, mapping }: Discriminator,
  lookUp: LookUp,
): Choice {
  const { discriminator: _, oneOf: __, anyOf: ___, ...rest } = source;
  const listsMembers = Object.keys(rest).some((keyword) => aboutMembers.has(keyword));
  return {
    property,
    branches: union.map((branch) => ({
      schema: listsMembers ? { allOf: [...parts, branch] } : branch,
      tags: chooses(branch, property, lookUp)
        ? []
        : tagsOf(
            branch,
            typeof branch === 'object' ? mappedTo(branch['$ref'], mapping) : [],
            property,
            lookUp,
          ),
    })),
    rest: listsMembers ? without(rest, aboutMembers) : rest,
  };
}

/** A schema includes its supertypes. Whoever includes one of a family may be meant by any that includes the same. */
function chooseFromFamily(
  source: Keywords,
  parts: readonly Keywords[],
  names: ReadonlySet<string>,
  { propertyName: property, mapping }: Discriminator,
  { lookUp, includedBy }: Components,
): Choice | undefined {
  const members = [...new Set(Object.values(mapping))].filter((name) => lookUp(name) !== true);
  const itself = members.find((name) => lookUp(name) === source);
  const included = members.filter((name) => names.has(name));
  const root = itself ?? included.toSorted((a, b) => includedBy(b).size - includedBy(a).size)[0];
  const isBase = source['discriminator'] !== undefined;
  const subtypes = members.filter((name) => {
    if (name === itself || name === root) return false;
    return isBase || (root !== undefined && includedBy(name).has(root));
  });
  if (subtypes.length === 0) return undefined;
  const taken = new Set<unknown>(subtypes.flatMap((name) => mappedTo(name, mapping)));
  const own = { allOf: [...parts] };
  const free = listedTags(own, property, lookUp)?.filter((tag) => !taken.has(tag)) ?? mappedTo(root, mapping);
  const extra = itself === undefined && !isBase ? [own] : [];
  return {
    property,
    branches: [
      // A subtype that is asked for by itself may have been given any tag of its own.
      ...(isBase && free.length === 0 ? [] : [{ schema: own, tags: isBase ? free : [] }]),
      ...subtypes.map((name) => ({
        schema: extra.length === 0 ? { $ref: name } : { allOf: [...flatten(name, lookUp), ...extra] },
        tags: tagsOf({ $ref: name }, mappedTo(name, mapping), property, lookUp),
      })),
    ],
    rest: {},
  };
}

/** The parts of a component, which no longer choose. */
function flatten(name: string, lookUp: LookUp): Keywords[] {
  return (gatherParts({ $ref: name }, lookUp) ?? []).map((part) => without(part, new Set(['discriminator'])));
}

function mappedTo(component: unknown, mapping: Record<string, string>): string[] {
  return Object.keys(mapping).filter((tag) => mapping[tag] === component);
}

/** Whether a branch is a union that looks at the same property. */
function chooses(branch: Schema, property: string, lookUp: LookUp): boolean {
  return (gatherParts(branch, lookUp) ?? []).some(({ discriminator, oneOf, anyOf }) => {
    const isUnion = oneOf !== undefined || anyOf !== undefined;
    return isUnion && (discriminator as Discriminator | undefined)?.propertyName === property;
  });
}

/** A branch's own list of tags counts for more than its name, which may be none of them; so do its examples. */
function tagsOf(
  branch: Schema,
  mapped: readonly string[],
  property: string,
  lookUp: LookUp,
): readonly unknown[] {
  const listed = listedTags(branch, property, lookUp);
  const shared = mapped.filter((tag) => listed?.includes(tag) ?? true);
  if (listed !== undefined) return shared.length > 0 ? shared : listed;
  return shared.length === 0 ? [] : [...new Set([...shared, ...shownTags(branch, property, lookUp)])];
}

/** The values that a branch itself allows for the property, if it lists them. */
function listedTags(branch: Schema, property: string, lookUp: LookUp): unknown[] | undefined {
  const lists = partsOfProperty(branch, property, lookUp)
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

function partsOfProperty(branch: Schema, property: string, lookUp: LookUp): Keywords[] {
  return (gatherParts(branch, lookUp) ?? [])
    .flatMap(({ properties = {} }) =>
      Object.hasOwn(properties as object, property)
        ? [(properties as Record<string, Schema>)[property] ?? true]
        : [],
    )
    .flatMap((schema) => gatherParts(schema, lookUp) ?? []);
}
