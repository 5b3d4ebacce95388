import type { Schema } from '../model/api.js';
import { gatherParts } from './gatherParts.js';
import type { Keywords } from './subschemas.js';

/** What a discriminator chooses from. */
export interface Choice {
  /** The property that it looks at. */
  property: string;
  /** The schemas, each with the values of the property that choose it; without any, where they are not known. */
  branches: { schema: Schema; tags: readonly unknown[] }[];
  /** What stands beside the union and holds for the whole; what lists members is part of each branch. */
  rest: Keywords;
}

/** Keywords with which a schema says which members an object has. */
const aboutMembers = new Set(['properties', 'required', 'allOf', 'additionalProperties']);

/**
 * What the discriminator of a schema chooses from (OpenAPI 3.2, Discriminator Object): the branches of its
 * union or, without a union, the schema itself and its subtypes. Undefined where there is nothing to choose.
 */
export function tagBranches(source: Keywords, lookUp: (name: string) => Schema): Choice | undefined {
  const { discriminator, oneOf, anyOf, ...rest } = source;
  if (discriminator === undefined || (oneOf !== undefined && anyOf !== undefined)) return undefined;
  const { propertyName: property, mapping } = discriminator as {
    propertyName: string;
    mapping: Record<string, string>;
  };
  const tagsByComponent = new Map<unknown, string[]>();
  for (const [tag, component] of Object.entries(mapping)) {
    const known = tagsByComponent.get(component);
    if (known === undefined) tagsByComponent.set(component, [tag]);
    else known.push(tag);
  }
  const union = (oneOf ?? anyOf) as Schema[] | undefined;
  return union === undefined ? chooseFromFamily() : chooseFromUnion(union);

  function chooseFromUnion(branches: readonly Schema[]): Choice {
    const listsMembers = rest['properties'] !== undefined || rest['allOf'] !== undefined;
    return {
      property,
      branches: branches.map((branch) => ({
        schema: listsMembers ? { allOf: [rest, branch] } : branch,
        tags: tagsOf(branch, typeof branch === 'object' ? mappedTo(branch['$ref']) : []),
      })),
      rest: listsMembers ? withoutMembers(rest) : rest,
    };
  }

  function chooseFromFamily(): Choice | undefined {
    const members = [...new Set(Object.values(mapping))];
    const subtypes = members.filter((name) => lookUp(name) !== true && lookUp(name) !== source);
    if (subtypes.length === 0) return undefined;
    const taken = new Set<unknown>(subtypes.flatMap(mappedTo));
    const own = members.filter((name) => lookUp(name) === source).flatMap(mappedTo);
    const tags = listedTags(rest)?.filter((tag) => !taken.has(tag)) ?? own;
    return {
      property,
      branches: [
        ...(tags.length === 0 ? [] : [{ schema: rest, tags }]),
        ...subtypes.map((name) => ({ schema: { $ref: name }, tags: tagsOf({ $ref: name }, mappedTo(name)) })),
      ],
      rest: {},
    };
  }

  function mappedTo(component: unknown): readonly string[] {
    return tagsByComponent.get(component) ?? [];
  }

  /** A branch's own list of tags counts for more than its name, which may be none of them. */
  function tagsOf(branch: Schema, mapped: readonly string[]): readonly unknown[] {
    const listed = listedTags(branch);
    const shared = mapped.filter((tag) => listed?.includes(tag) ?? true);
    return shared.length > 0 ? shared : (listed ?? []);
  }

  /** The values that a branch itself allows for the property, if it lists them. */
  function listedTags(branch: Schema): unknown[] | undefined {
    const declared = (gatherParts(branch, lookUp) ?? []).flatMap(({ properties = {} }) =>
      Object.hasOwn(properties as object, property)
        ? [(properties as Record<string, Schema>)[property] ?? true]
        : [],
    );
    const lists = declared
      .flatMap((schema) => gatherParts(schema, lookUp) ?? [])
      .map(({ enum: values, const: constant }) => (constant === undefined ? values : [constant]))
      .filter(Array.isArray);
    const [first, ...others] = lists as unknown[][];
    return first?.filter((tag) => tag !== null && others.every((list) => list.includes(tag)));
  }
}

function withoutMembers(schema: Keywords): Keywords {
  const kept = Object.entries(schema).filter(([keyword]) => !aboutMembers.has(keyword));
  return Object.fromEntries(kept);
}
