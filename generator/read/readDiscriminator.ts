import type { Discriminator } from '../model/api.js';
import { componentOf } from '../model/componentOf.js';
import type { JsonObject } from '../model/document.js';
import { asArray, asObject, asText, isObject } from './asObject.js';
import { splitPointer } from './splitPointer.js';

type Keywords = { [keyword: string]: unknown };

/** A schema that a discriminator may choose. */
export interface Alternative {
  /** Its name in the table of components. */
  component: string;
  /** What chooses it, where the document maps nothing to it; only components have names that others can mean. */
  tag: string | undefined;
  /** Whether the document says that value itself; otherwise it is the name of the schema. */
  said: boolean;
}

/** What {@link readDiscriminator} has to know of the document around a schema. */
export interface Lineage {
  /** The component that a reference or a bare name means, if any. */
  nameOf: (target: string) => string | undefined;
  /** What the document says that a component is chosen by, if it says it there. */
  valueOf: (ref: string) => string | undefined;
  /** The schema itself, and those that include it by `allOf`; nothing where it is no component. */
  family: () => Alternative[];
}

/**
 * The discriminator of a schema (OpenAPI 3.2, Discriminator Object), where each schema that it chooses from has its
 * values: those that the document maps to it or, where it maps none, its name there. It chooses from the components in
 * the union beside it or, without such a union, from the schemas that include this one.
 */
export function readDiscriminator(node: JsonObject, schema: Keywords, lineage: Lineage): Keywords {
  const { discriminator } = node;
  const propertyName = asText(isObject(discriminator) ? discriminator['propertyName'] : discriminator);
  if (propertyName === '') return {};
  const { defaultMapping, mapping: declared } = asObject(discriminator);
  const explicit = Object.entries(asObject(declared)).map(
    ([tag, target]) => [tag, lineage.nameOf(targetOf(target))] as const,
  );
  const branches = branchesOf(node, lineage);
  const relatives = branches.length > 0 ? [] : lineage.family();
  const hasUnion = schema['oneOf'] !== undefined || schema['anyOf'] !== undefined;
  const ofFamily = hasUnion && relatives.length > 1;
  const alternatives = hasUnion && !ofFamily ? branches : withMapped(relatives, explicit);
  const isMapped = new Set(explicit.filter(([, component]) => component !== undefined).map(([tag]) => tag));
  const known = new Set(explicit.map(([, component]) => component));
  // A value that is mapped to another schema is not the name of this one.
  const implied = alternatives.flatMap(({ component, tag, said }) =>
    tag === undefined || known.has(component) || isMapped.has(tag) ? [] : [{ component, tag, said }],
  );
  const mapping = alternatives.flatMap(({ component }) => {
    const tags = explicit.filter(([, name]) => name === component).map(([tag]) => tag);
    const names = implied.filter((one) => one.component === component).map(({ tag }) => tag);
    return [...tags, ...names].map((tag) => [tag, component] as const);
  });
  const named = new Set(mapping.map(([, component]) => component));
  const unnamed = alternatives.map(({ component }) => component).filter((component) => !named.has(component));
  const inferred = implied.filter(({ said }) => !said).map(({ tag }) => tag);
  const lost = explicit.filter(([, component]) => component === undefined).map(([tag]) => tag);
  const read: Discriminator = {
    propertyName,
    mapping: Object.fromEntries(mapping),
    ...(inferred.length > 0 && { inferred }),
    ...(unnamed.length > 0 && { unnamed }),
    ...(lost.length > 0 && { lost }),
    ...(defaultMapping !== undefined && { fallback: lineage.nameOf(asText(defaultMapping)) ?? null }),
    ...(ofFamily && { ofFamily }),
    ...(!isObject(discriminator) && { namesItself: true }),
  };
  return { discriminator: read };
}

/** Some documents write a Reference Object where a reference belongs. */
function targetOf(target: JsonObject[string]): string {
  return asText(isObject(target) ? target['$ref'] : target);
}

/** The branches that are components, each with its name in the document; those of unions in the union, too. */
function branchesOf(node: JsonObject, lineage: Pick<Lineage, 'nameOf' | 'valueOf'>): Alternative[] {
  return [...asArray(node['oneOf']), ...asArray(node['anyOf'])].flatMap((branch) => {
    const ref = componentOf(branch);
    if (ref === undefined) return isObject(branch) ? branchesOf(branch, lineage) : [];
    const component = lineage.nameOf(ref);
    const said = lineage.valueOf(ref);
    const name = /^#\/(?:components\/schemas|definitions)\/[^/]+$/.test(ref)
      ? splitPointer(ref)?.at(-1)
      : undefined;
    return component === undefined ? [] : [{ component, tag: said ?? name, said: said !== undefined }];
  });
}

/** Some documents map tags to schemas that do not include the one with the discriminator. */
function withMapped(
  family: readonly Alternative[],
  explicit: readonly (readonly [tag: string, component: string | undefined])[],
): Alternative[] {
  const known = new Set(family.map(({ component }) => component));
  const others = explicit.flatMap(([tag, component]) =>
    component === undefined || known.has(component) ? [] : [{ component, tag, said: true }],
  );
  return [...new Map([...family, ...others].map((one) => [one.component, one])).values()];
}
